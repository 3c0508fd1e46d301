/** Uses of types and values: `references` and `accepts` edges. */

import type { EdgeKind } from "../../model/edge.js";
import type { ParseResult, Reference } from "../../model/parse-result.js";
import { bareName } from "../csharp/names.js";
import { step } from "../lookup.js";
import type { Place } from "../place.js";
import { type Decl, symbolOf } from "../program-file.js";
import { settled } from "../several.js";
import { moduleValue } from "../typescript/exports.js";
import { typeAt } from "../typescript/free-names.js";
import { likelyUse } from "./by-name.js";
import { emit } from "./emit.js";
import { implementedAt } from "./heritage.js";
import { firstOfEach, ofMeaning } from "./targets.js";
import { start, walk } from "./walk.js";
import { addEdge, addExternal, type Walked, type Work } from "./work.js";

const RECEIVERS: ReadonlySet<string> = new Set([
  "constant",
  "variable",
  "enum",
  "class",
  "property",
  "field",
  "namespace",
  "function",
  "component",
]);

const OF_FUNCTIONS: ReadonlySet<string> = new Set(["call", "apply", "bind"]);

/**
 * TypeScript and JavaScript: adds the uses of the receivers in a reference, whether or not the last member is known: `log` of `log.info()`, `Color` of
 * `Color.Red`, `repo` of `this.repo.find()`.
 */
export function receiverUses(work: Work, reference: Reference): void {
  const { program, parse } = work;
  const { root, from, path } = reference;
  if (path.length === 0 || root.in === "unknown") return;
  let place = start(work, reference, "any");
  let receiver: Place | null = null;
  // An object's own functions do not use it by `this`.
  const isSelf = root.in === "file" && root.isSelf === true && isWithin(parse, from, root.symbol);
  for (let at = 0; at < path.length; at++) {
    const here = settled(place.is === "module" ? moduleValue(program, place) : place);
    // The type of a local variable is not named at this place.
    const isHidden = at === 0 && (isSelf || root.in === "instance");
    if (here.is === "symbols" && !isHidden) {
      const targets = firstOfEach(ofMeaning(here.decls, "value")).filter((decl) => isReceiver(decl, path[at]!));
      const line = reference.lines?.[at] ?? reference.line;
      emit(work, { ...reference, line }, "references", targets, here.imported, receiver);
    } else if (place.is === "unknown" || place.is === "missing" || place.is === "external") return;
    receiver = place;
    place = step(program, place, path[at]!, null);
  }
  work.walked = { reference, place: settled(place), receiver };
}

/** Whether a reference to a member of a declaration uses the declaration: `f.call()` is a call of f and nothing else. */
function isReceiver(decl: Decl, member: string): boolean {
  const { kind } = symbolOf(decl);
  return RECEIVERS.has(kind) && !(kind === "function" && OF_FUNCTIONS.has(member));
}

function isWithin(parse: ParseResult, from: number, symbol: number): boolean {
  for (let at = from; at > 0; at = parse.symbols[at]!.parent) if (at === symbol) return true;
  return false;
}

/** Adds the use of a type annotation, or of a value that is read, where its place is known. */
export function use(work: Work, reference: Reference, kind: EdgeKind, meaning: "type" | "value"): void {
  emitUse(work, reference, kind, meaning, walk(work, reference, meaning === "type" ? "type" : "any"));
}

/** Adds the use of a value that is read, or in C# of a member of the value that a library probably gives a lambda. */
export function valueUse(work: Work, at: number): void {
  const reference = work.parse.references[at]!;
  const walked = walk(work, reference, "any");
  const isOpen = work.csharp !== null && walked.place.is === "unknown" && reference.root.in === "callback";
  if (!isOpen || !likelyUse(work, at, "references")) emitUse(work, reference, "references", "value", walked);
}

/** Adds the use of a place, if it is known. */
export function emitUse(
  work: Work,
  reference: Reference,
  kind: EdgeKind,
  meaning: "type" | "value",
  { place: at, receiver }: Walked,
): void {
  // A bare `require("./base")` names nothing but the module.
  const { root, path } = reference;
  const isBare = path.length === 0 && root.in === "import" && work.file.imports[root.import]?.local === "";
  const whole = at.is === "module" && !isBare ? moduleValue(work.program, at) : at;
  const place = meaning === "type" ? typeAt(work.program, work.file, reference.from, reference, whole) : whole;
  if (place.is === "external") {
    // The runtime's own names would drown all others.
    const first = place.name.split(".", 1)[0]!;
    // C#: the member's own edge says more than one to the type before a static member.
    const isReceiver = work.file.isCsharp && meaning === "value" && reference.path.length === 0;
    const isIndexer = reference.path.at(-1) === "this[]";
    if (isReceiver || isIndexer) return;
    if (place.module !== null || !work.file.language.runtimeGlobals.has(first)) {
      addExternal(work, { source: reference.from, kind: kind, line: reference.line }, place);
    }
  } else if (place.is === "symbols") {
    // A property of a type without a name is not a symbol, unless it is a function in an object that a function holds. The value of the property,
    // as in `{ type: typeof Repo }`, is not named at this place.
    if (receiver?.is === "object" && !place.decls.every(isInFunction)) return;
    const { from, line } = reference;
    // An object literal implements its type, as a class does: that edge stands for this one.
    const isNew = (target: Decl) =>
      work.implemented.size === 0 || !work.implemented.has(implementedAt(from, line, target));
    const targets = firstOfEach(ofMeaning(place.decls, meaning)).filter(isNew);
    emit(work, reference, kind, targets, place.imported, receiver);
  } else if (place.is === "module") {
    const { from, line } = reference;
    addEdge(work, { source: from, kind, tier: "import", rule: "import", line, target: place.file.nodeIds[0]! });
  }
}

/** Whether a function is declared in another one. */
function isInFunction(decl: Decl): boolean {
  const { kind, parent } = symbolOf(decl);
  return kind === "function" && /^(?:function|method|component)$/.test(decl.file.symbols[parent]?.kind ?? "");
}

/** C#: the place of an attribute. `[Test]` may be written for `TestAttribute`. */
export function attribute(work: Work, reference: Reference): Place {
  const { root, path } = reference;
  const longer: Reference =
    path.length > 0
      ? { ...reference, path: [...path.slice(0, -1), `${path.at(-1)}Attribute`] }
      : root.in === "free"
        ? { ...reference, root: { in: "free", name: `${bareName(root.name)}Attribute` } }
        : reference;
  const { place } = walk(work, longer, "type");
  if (place.is === "symbols") return place;
  const short = walk(work, reference, "type").place;
  if (short.is === "symbols" && short.decls.some((decl) => symbolOf(decl).kind === "class")) return short;
  return short.is === "external" ? short : place;
}
