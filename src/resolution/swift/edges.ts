/** The edges of Swift: calls, imports, and the members that override or implement others. */
import { nth } from "../../base/need.js";
import type { Reference } from "../../model/parse-result.js";
import { childrenNamed } from "../declarations.js";
import { callByName } from "../edges/by-name.js";
import { emit, MOST_OVERLOADS } from "../edges/emit.js";
import { importEdge } from "../edges/import-edge.js";
import { lastNameOf } from "../edges/last-name.js";
import { addOverride } from "../edges/overrides.js";
import { firstOfEach } from "../edges/targets.js";
import { addExternal, addUnresolved } from "../edges/work.js";
import { declsOf, isTypeKind } from "../name-index.js";
import type { Place, PlaceOf } from "../place.js";
import type { Program } from "../program.js";
import { childrenOf, type Decl, nodeIdAt, nodeIdOf, parentOf, symbolOf } from "../program-file.js";
import type { OverridingBase, Work } from "../semantics.js";
import { typePlaceOf } from "./expressions.js";
import { isAlike, membersOf } from "./members.js";
import { primaryOf } from "./parts.js";
import { modulesOf, swiftIndex } from "./state.js";
import type { Value } from "./value.js";
import { isOpenTo, moduleOf } from "./visibility.js";

/** Adds the edges of the call `references[at]`. */
export function call(work: Work, index: number): void {
  const reference = nth(work.parse.references, index);
  const walked = work.expressions?.callee(index);
  if (walked === undefined) return;
  const { place, receiver } = walked;
  if (place.is === "symbols") {
    const targets = firstOfEach(place.decls);
    if (targets.length > MOST_OVERLOADS) addUnresolved(work, reference, "too-many");
    else {
      const imported = targets.every(({ file }) => file !== work.file);
      emit(work, reference, "calls", { decls: targets, imported, receiver });
      madeUse(work, reference, targets, receiver);
    }
  } else if (place.is === "external") {
    addExternal(work, { source: reference.from, kind: "calls", line: reference.line }, place);
  } else if (place.is === "missing")
    addUnresolved(work, reference, reference.path.length === 0 ? "undeclared-name" : "no-such-member");
  else callByName(work, reference);
}

/** `Admin()` with the initialiser of a superclass is a use of `Admin`, too: the call alone would tell of the superclass. */
function madeUse(work: Work, reference: Reference, targets: readonly Decl[], receiver: Place | null): void {
  const isInherited = targets.every((target) => symbolOf(target).kind === "constructor");
  if (!isInherited || receiver?.is !== "instance" || lastNameOf(work.file, reference) === "init") return;
  const made = firstOfEach(receiver.decls).slice(0, 1);
  const isOwn = made.some((decl) => targets.some((target) => nodeIdOf(decl) === ownerId(work.program, target)));
  if (isOwn) return;
  emit(work, reference, "references", { decls: made, imported: made.every(({ file }) => file !== work.file) });
}

function ownerId(program: Program, member: Decl): string | null {
  const owner = primaryOf(program, parentOf(member));
  return owner === null ? null : nodeIdOf(owner);
}

/** Adds the uses of the types around a type that is named: `Order.Line` is a use of `Order`. */
export function typesAround(work: Work, reference: Reference): void {
  const { kind, root, path, from } = reference;
  if ((kind !== "type" && kind !== "accepts" && kind !== "decorator") || root.in !== "free") return;
  for (let count = 0; count < path.length; count++) {
    const before = path.slice(0, count);
    const place = typePlaceOf(work.program, work.file, from, root, before);
    if (place.is === "symbols") emit(work, { ...reference, path: before }, "references", place);
  }
}

/** Adds the edges of imports: to a module outside, or to the files of a module of the project whose names the file uses. */
export function importEdges(work: Work): void {
  const { program, file, parse } = work;
  const names = new Set<string>();
  for (const { root } of parse.references) if (root.in === "free") names.add(root.name);
  for (const { specifier, line } of file.imports) {
    if (!modulesOf(program).hasModule(specifier)) {
      addExternal(
        work,
        { source: 0, kind: "imports", line },
        { is: "external", module: specifier, name: "", type: null },
      );
      continue;
    }
    for (const name of names) {
      for (const decl of declsOf(program.index, swiftIndex(program).tops.get(name))) {
        if (decl.file !== file && isOpenTo(file, decl) && moduleOf(program, decl.file) === specifier)
          importEdge(work, line, nodeIdAt(decl.file, 0));
      }
    }
  }
}

/** Adds the edges from default implementations in extensions of a protocol to its requirements. */
export function defaultImplementations(work: Work): void {
  const { program, file } = work;
  file.symbols.forEach((symbol, index) => {
    if (symbol.kind !== "extension") return;
    const protocol = primaryOf(program, { file, index });
    if (protocol === null || symbolOf(protocol).kind !== "interface") return;
    for (const member of childrenOf({ file, index })) {
      const named = childrenNamed(program, protocol.file, protocol.index, symbolOf(member).name);
      const target = named
        .map((each): Decl => ({ file: protocol.file, index: each }))
        .find((each) => isAlike(symbolOf(each), symbolOf(member)) && !isTypeKind(symbolOf(each).kind));
      if (target !== undefined) addOverride(work, member.index, target, target.file !== file);
    }
  });
}

/** The requirement or the member of a superclass that a member of a type stands for. */
export function overridden(
  program: Program,
  member: Decl,
  { place }: OverridingBase,
  _named: string | undefined,
  isOverride: boolean,
): PlaceOf<"symbols"> | null {
  const symbol = symbolOf(member);
  const value: Value = { is: "type", decls: place.decls, args: [] };
  const asked = { file: member.file, name: symbol.name, isStatic: symbol.isStatic, hasAll: true };
  const { decls } = membersOf(program, value, asked);
  const found = decls.filter((decl) => isAlike(symbolOf(decl), symbol) && mayStandFor(symbol.kind, decl, isOverride));
  return found.length === 0
    ? null
    : { is: "symbols", decls: found, imported: found.every(({ file }) => file !== member.file) };
}

/** Whether a member may be a requirement with implementations, or a member of a class with overrides. */
function mayStandFor(kind: string, decl: Decl, isOverride: boolean): boolean {
  const owner = symbolOf(parentOf(decl));
  const isFunction = symbolOf(decl).parameterNames !== null;
  if (isFunction !== (kind === "method" || kind === "constructor")) return false;
  // A member of an extension is hidden, never overridden.
  return owner.kind === "interface" || (isOverride && (owner.kind === "class" || owner.kind === "extension"));
}

/** Whether a base outside the project is a protocol: a class names its superclass first. */
export function isProtocolOutside(position: number, name: string): boolean {
  return position > 0 || PROTOCOL.test(name);
}

const PROTOCOL =
  /(?:able|ible|ing|Protocol|Delegate|DataSource|Convertible|Representable|Error|Sendable|Codable|Hashable|AnyObject|Key|Identifiable|Provider|Observer)$/;
