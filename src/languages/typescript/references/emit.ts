/** Adds one reference to the analysis. */
import type { Reference, ReferenceKind, Root, Step, TypeExpr } from "../../../model/parse-result.js";
import { CALLED } from "../../../model/steps.js";
import { UNKNOWN_TYPE } from "../../../model/type-forms.js";
import { type Analysis, type Region, type Standpoint, selfOf } from "../analysis.js";
import { keysOf, typeNameOf } from "../types.js";

/** Types whose properties are not worth a reference when they are only read. */
const PRIMITIVES = new Set(["String", "Number", "Boolean", "Symbol", "BigInt", "Array", "RegExp"]);

/** The state of the second pass. */
export interface Pass {
  /** The innermost region around the current node. */
  region: Region;
  /** Type names before this node belong to a parameter of the region's symbol. */
  acceptsUntil: number;
}

/** The place of the pass, for questions about types. */
export function standpointOf({ region }: Pass): Standpoint {
  return { scope: region.scope, self: selfOf(region), classSymbol: region.classSymbol };
}

/** A use of a name, which becomes a `Reference`. */
export interface UseOfName {
  kind: ReferenceKind;
  /** The node of the last name. */
  last: number;
  root: Root;
  path: Step[];
  /** The number of arguments, if this is a call. */
  count?: number | null;
  /** The line of the root and of each name. */
  lines?: number[];
  /** The symbol that uses the name, if it is not the symbol of the region. */
  from?: number;
}

function isPlainValue(type: TypeExpr): boolean {
  return type.kind === "named" && type.root.in === "free" && PRIMITIVES.has(type.root.name);
}

/** The last name of a call's path: `f` of `x.f.bind(x)()`. */
function calledName(path: Step[]): Step[] {
  return path.at(-1) === CALLED ? path.slice(-3, -2) : path.slice(-1);
}

/** Adds a use of a value. A local that is only read and a bare `this` are left out: such a reference would lead nowhere. */
export function addValueUse(a: Analysis, pass: Pass, given: UseOfName): void {
  const { kind, last, root, path } = given;
  const isCall = kind === "call" || kind === "new" || kind === "decorator" || kind === "jsx";
  switch (root.in) {
    case "unknown":
      if (isCall) addReference(a, pass, { ...given, path: calledName(path), lines: [] });
      return;
    case "instance":
      if (path.length === 0 && kind !== "call" && kind !== "jsx") {
        if (isCall) addReference(a, pass, { ...given, root: { in: "unknown" } });
        return;
      }
      if (!isCall && isPlainValue(root.type)) return;
      break;
    case "this":
      if (path.length === 0) return;
      break;
    case "super":
      if (path.length === 0 && kind !== "call") return;
      break;
    case "file":
      if (path.length === 0 && a.tree.type(last) === "this") return;
      break;
  }
  addReference(a, pass, given);
}

/** Adds the reference of a use. */
export function addReference(
  a: Analysis,
  pass: Pass,
  { kind, last, root, path, count = null, lines = [], from }: UseOfName,
): void {
  const line = a.tree.startLine(last);
  const reference: Reference = { kind, from: from ?? pass.region.symbol, line, root, path, argumentCount: count };
  if (lines.some((other) => other !== line)) reference.lines = lines.slice(0, path.length);
  if (kind === "extends" || kind === "implements") {
    const args = readBaseArguments(a, pass, last);
    if (args.length > 0) reference.typeArguments = args;
  }
  if (kind === "decorator") reference.from = findDecorated(a, last, reference.from);
  a.references.push(reference);
}

/** The type arguments of a base: User of `extends Repo<User>` and `implements Store<User>`. */
function readBaseArguments(a: Analysis, pass: Pass, name: number): TypeExpr[] {
  const { tree } = a;
  let top = name;
  while (/^(?:member_expression|nested_type_identifier|nested_identifier)$/.test(tree.type(tree.parent(top))))
    top = tree.parent(top);
  const list = tree.childOfType(tree.parent(top), "type_arguments");
  if (list === -1) return [];
  const { scope, classSymbol } = pass.region;
  const ofKeys = /^(?:Omit|Pick)$/.test(tree.text(name));
  return tree
    .namedChildren(list)
    .filter((child) => tree.type(child) !== "comment")
    .map((child) => (ofKeys ? keysOf(a, child) : null) ?? typeNameOf(a, child, scope, classSymbol) ?? UNKNOWN_TYPE);
}

/** The symbol that the decorator around `node` decorates, `from` if none is found. In a class body the decorator is a sibling before the member. */
function findDecorated(a: Analysis, node: number, from: number): number {
  const { tree } = a;
  let ancestor = node;
  while (ancestor !== -1 && tree.type(ancestor) !== "decorator") ancestor = tree.parent(ancestor);
  for (let next = ancestor; next !== -1; next = tree.nextSibling(next)) {
    const declaration = tree.type(next) === "export_statement" ? tree.child(next, "declaration") : next;
    const symbol = a.symbolAt.get(declaration);
    if (symbol !== undefined) return symbol;
  }
  return from;
}
