/** Reads interfaces, type aliases, enums and namespaces, and the names that types bind. */
import { foldSpace } from "../../base/words.js";
import { literal } from "../../model/type-forms.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis, Region } from "./analysis.js";
import { noteComment } from "./doc.js";
import { declareTypeParameters, visitFunctionType } from "./functions.js";
import { openRegion, openThisRegion } from "./regions.js";
import { createScope, declareClass, declareType, declareValue } from "./scope.js";
import { addSymbol, describeType, markExported, wrappingOf } from "./symbols.js";
import { memberName } from "./syntax-helpers.js";
import { literalType } from "./type-names.js";

/** Declares an interface, and opens the region of its members. */
export function visitInterface(a: Analysis, node: number): void {
  const index = declareTypeSymbol(a, node, "interface");
  if (index !== -1) openTypeRegion(a, node, index);
}

/** Adds the symbol of an interface or a type alias; -1 if it has no name. */
function declareTypeSymbol(a: Analysis, node: number, kind: "interface" | "type"): number {
  const { tree } = a;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1) return -1;
  const wrapping = wrappingOf(a, node);
  const index = addSymbol(a, { name: tree.text(nameNode), kind, node, nameNode }, wrapping.outer);
  markExported(a, index, wrapping);
  declareType(a.current.scope, tree.text(nameNode), { is: "symbol", symbol: index });
  a.symbolAt.set(node, index);
  describeType(a, index, node);
  return index;
}

function openTypeRegion(a: Analysis, node: number, index: number): void {
  const scope = createScope(a.current.scope, false);
  openThisRegion(a, node, null, { scope, symbol: index, classSymbol: index });
  declareTypeParameters(a, node, scope);
}

/** Declares a type alias, and notes the type that it stands for. */
export function visitTypeAlias(a: Analysis, node: number): void {
  const { tree } = a;
  const index = declareTypeSymbol(a, node, "type");
  if (index === -1) return;
  openTypeRegion(a, node, index);
  const value = tree.child(node, "value");
  const { scope } = a.current;
  if (value !== -1) a.typeSources.set(index, { scope, type: value, value: -1, classSymbol: index });
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === -1) continue;
    const type = tree.type(next);
    if (type === "object_type") a.valueOf.set(next, index);
    else if (type === "intersection_type" || type === "parenthesized_type") pending.push(...tree.namedChildren(next));
  }
}

/** Declares an enum with its members. */
export function visitEnum(a: Analysis, node: number): void {
  const { tree } = a;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1) return;
  const wrapping = wrappingOf(a, node);
  const index = addSymbol(a, { name: tree.text(nameNode), kind: "enum", node, nameNode }, wrapping.outer);
  markExported(a, index, wrapping);
  declareClass(a.current.scope, tree.text(nameNode), index);
  a.symbolAt.set(node, index);
  const scope = createScope(a.current.scope, false);
  openThisRegion(a, node, null, { scope, symbol: index });
  const body = tree.child(node, "body");
  if (body === -1) return;
  let next: number | null = wrapping.isDeclared || a.current.isAmbient ? null : 0;
  for (const member of tree.namedChildren(body)) {
    if (tree.type(member) === "comment") noteComment(a, member);
    const memberNode = tree.type(member) === "enum_assignment" ? tree.child(member, "name") : member;
    if (memberNode === -1 || !/identifier|string|computed|number/.test(tree.type(memberNode))) continue;
    const name = memberName(tree, memberNode);
    const constant = addSymbol(a, { name, kind: "constant", node: member, nameNode: memberNode, parent: index });
    declareValue(scope, name, { is: "symbol", symbol: constant });
    const value = tree.child(member, "value");
    const known = member === memberNode ? (next === null ? null : literal(String(next))) : literalType(tree, value);
    symbolOf(a, constant).declaredType = known;
    // A member without a value is one more than the member before it.
    const number = known?.kind === "literal" ? Number(known.text) : Number.NaN;
    next = Number.isNaN(number) ? null : number + 1;
  }
}

/** Declares a namespace or an ambient module, each part of a dotted name by itself. */
export function visitNamespace(a: Analysis, node: number): void {
  const { tree } = a;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1) return;
  const wrapping = wrappingOf(a, node);
  const text = tree.type(nameNode) === "string" ? null : tree.text(nameNode);
  const names = text === null ? [memberName(tree, nameNode)] : text.split(".").map((name) => name.trim());
  const outer =
    tree.type(tree.parent(wrapping.outer)) === "expression_statement" ? tree.parent(wrapping.outer) : wrapping.outer;
  let parent = a.current.symbol;
  for (let index = nameNode; index < tree.subtreeEnd(nameNode); index++) a.isName[index] = 1;
  let scope = a.current.scope;
  for (const [position, name] of names.entries()) {
    const kind = text === null ? "module" : "namespace";
    const index = addSymbol(a, { name, kind, node, nameNode, parent }, outer);
    if (position === 0) markExported(a, index, wrapping);
    else symbolOf(a, index).isExported = true;
    if (text !== null) declareValue(scope, name, { is: "symbol", symbol: index });
    scope = createScope(scope, true);
    parent = index;
  }
  a.symbolAt.set(node, parent);
  const isAmbient = a.current.isAmbient || wrapping.isDeclared;
  openThisRegion(a, node, null, { scope, symbol: parent, isContainer: true, isAmbient });
}

/** Opens the region of `declare global { … }`, whose declarations are visible everywhere. */
export function visitAmbientDeclaration(a: Analysis, node: number): void {
  const { tree } = a;
  const body = tree.childOfType(node, "statement_block");
  if (body === -1) return;
  const index = addSymbol(a, { name: "global", kind: "namespace", node, nameNode: node });
  a.symbolAt.set(node, index);
  const scope = createScope(a.current.scope, true);
  openThisRegion(a, node, null, { scope, symbol: index, isContainer: true, isAmbient: true });
}

/** Opens the scope of an index signature, whose parameter it declares. */
export function visitIndexSignature(a: Analysis, node: number): void {
  const { tree } = a;
  const scope = createScope(a.current.scope, false);
  a.scopeAt.set(node, scope);
  openRegion(a, node, { scope });
  const above = tree.parent(node);
  const owner = a.valueOf.get(above) ?? a.symbolAt.get(tree.parent(above)) ?? -1;
  const symbol = a.symbols[owner];
  if (symbol !== undefined && /^(?:class|interface|type)$/.test(symbol.kind)) symbol.isOptional = true;
  const name = tree.child(node, "name");
  if (name !== -1) a.isName[name] = 1;
  const mapped = tree.childOfType(node, "mapped_type_clause");
  const key = mapped === -1 ? -1 : tree.child(mapped, "name");
  if (key === -1) return;
  a.isName[key] = 1;
  declareType(scope, tree.text(key), { is: "typeParameter", scope, constraint: -1 });
}

/** Notes a call signature of an interface, `(request: Request): void`, as its type. */
export function visitCallSignature(a: Analysis, node: number): void {
  const owner = a.current.symbol;
  const isOwn = symbolOf(a, owner).kind === "interface" && a.symbolAt.get(a.tree.parent(a.tree.parent(node))) === owner;
  const { scope } = a.current;
  if (isOwn) {
    const first = a.typeSources.get(owner);
    if (first === undefined) a.typeSources.set(owner, { scope, type: node, value: -1, classSymbol: owner });
    else first.overloads = [...(first.overloads ?? []), node];
  }
  visitFunctionType(a, node);
}

/** Opens the scope of a conditional type, in which `infer` declares names. */
export function visitConditionalType(a: Analysis, node: number): void {
  const scope = createScope(a.current.scope, false);
  a.scopeAt.set(node, scope);
  openRegion(a, node, { scope });
}

/** Declares the name of `infer T`. */
export function visitInferType(a: Analysis, node: number): void {
  const { tree } = a;
  const name = tree.childOfType(node, "type_identifier");
  if (name === -1) return;
  a.isName[name] = 1;
  const { scope } = conditionalAround(a, node) ?? a.current;
  declareType(scope, foldSpace(tree.text(name)), { is: "typeParameter", scope, constraint: -1 });
}

/** The region of the conditional type whose condition contains an `infer`. Its branches see the name. */
function conditionalAround(a: Analysis, node: number): Region | undefined {
  const { tree } = a;
  return a.open.findLast(({ start }) => {
    const condition = tree.type(start) === "conditional_type" ? tree.child(start, "right") : -1;
    return condition !== -1 && node >= condition && node < tree.subtreeEnd(condition);
  });
}

/** Notes a construct signature of an interface: `new (name: string): Repo`. */
export function visitConstructSignature(a: Analysis, node: number): void {
  const { tree } = a;
  const owner = a.current.symbol;
  visitFunctionType(a, node);
  const type = tree.child(node, "type");
  const isOwn = symbolOf(a, owner).kind === "interface" && a.symbolAt.get(tree.parent(tree.parent(node))) === owner;
  if (isOwn && type !== -1 && !a.madeSources.has(owner)) a.madeSources.set(owner, { scope: a.current.scope, type });
}
