/** Uses of types and values: `references` and `accepts` edges. */
import { nth } from "../../base/need.js";
import type { EdgeKind } from "../../model/edge.js";
import { flattenStep } from "../../model/flat-types.js";
import type { Reference } from "../../model/parse-result.js";
import { type Decl, nodeIdAt, symbolOf } from "../program-file.js";
import { isSchemaKey } from "../schema-key.js";
import type { WalkedFrom, Work } from "../semantics.js";
import { likelyUse } from "./by-name.js";
import { emit } from "./emit.js";
import { implementedAt } from "./heritage.js";
import { firstOfEach, ofMeaning } from "./targets.js";
import { walk } from "./walk.js";
import { addEdge, addExternal } from "./work.js";

/** Adds the use of a type annotation, or of a value that is read, where its place is known. */
export function use(work: Work, reference: Reference, kind: EdgeKind, meaning: "type" | "value"): void {
  emitUse(work, reference, kind, meaning, walk(work, reference, meaning === "type" ? "type" : "any"));
}

/** Adds the use of a value that is read, or of a member of the value that a library probably gives a lambda. */
export function valueUse(work: Work, index: number): void {
  const reference = nth(work.parse.references, index);
  const walked = walk(work, reference, "any");
  const isOpen = walked.place.is === "unknown" && reference.root.in === "callback";
  if (!isOpen || !likelyUse(work, index, "references")) emitUse(work, reference, "references", "value", walked);
}

/** Adds the use of a place, if it is known. */
export function emitUse(
  work: Work,
  reference: Reference,
  kind: EdgeKind,
  meaning: "type" | "value",
  { place: own, receiver }: WalkedFrom,
): void {
  // A bare `require("./base")` names nothing but the module.
  const { root, path } = reference;
  const isBare = path.length === 0 && root.in === "import" && work.file.imports[root.import]?.local === "";
  const { program, semantics } = work;
  const whole = own.is === "module" && !isBare ? program.semanticsOf(own.file).names.moduleValue(program, own) : own;
  const place =
    meaning === "type" ? semantics.types.typeAt(program, work.file, reference.from, reference, whole) : whole;
  if (place.is === "external") {
    // The runtime's own names would drown all others.
    const first = place.name.replace(/\..*$/s, "");
    if (!semantics.edges.countsExternal(reference, meaning)) return;
    if (place.module !== null || !work.file.language.runtimeGlobals.has(first)) {
      addExternal(work, { source: reference.from, kind: kind, line: reference.line }, place);
    }
  } else if (place.is === "symbols") {
    // A property of a type without a name is not a symbol, unless it is a function in an object that a function holds, or a key of a schema. The value of the property,
    // as in `{ type: typeof Repo }`, is not named at this place.
    if (receiver?.is === "object" && !place.decls.every((decl) => isInFunction(decl) || isSchemaKey(decl))) return;
    const { from, line } = reference;
    // A member of a library's value may be something that has another name: `data` of what `safeParse` gives.
    const [last] = path.slice(-1);
    const isOther = (decl: Decl) => last !== undefined && symbolOf(decl).name !== flattenStep(last);
    if (receiver?.is === "external" && receiver.args !== undefined && place.decls.every(isOther)) return;
    // An object literal implements its type, as a class does: that edge stands for this one.
    const isNew = (target: Decl) =>
      work.implemented.size === 0 || !work.implemented.has(implementedAt(from, line, target));
    const targets = firstOfEach(ofMeaning(place.decls, meaning)).filter(isNew);
    emit(work, reference, kind, { decls: targets, imported: place.imported, receiver });
  } else if (place.is === "module") {
    const { from, line } = reference;
    addEdge(work, { source: from, kind, tier: "import", rule: "import", line, target: nodeIdAt(place.file, 0) });
  }
}

/** Whether a function is declared in another one. */
function isInFunction(decl: Decl): boolean {
  const { kind, parent } = symbolOf(decl);
  return kind === "function" && /^(?:function|method|component)$/.test(decl.file.symbols[parent]?.kind ?? "");
}
