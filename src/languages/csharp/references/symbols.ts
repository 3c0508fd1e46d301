/** Symbols that the pass enters, with their parameters and bases. */
import type { Chain } from "../../chain.js";
import { symbolOf } from "../../symbol-of.js";
import type { SyntaxTree } from "../../syntax.js";
import { holdsStatements, TYPE_KINDS } from "../declarations/kinds.js";
import { nodeOf } from "../declarations/pass.js";
import { parametersIn } from "../declarations/signatures.js";
import { simpleName } from "../names/syntax.js";
import { partsOf, typeName } from "../names/type-names.js";
import { addArguments, countArguments } from "./arguments.js";
import { emit } from "./emit.js";
import { referParameters } from "./parameters.js";
import type { Pass } from "./pass.js";
import { claimNames, referType } from "./type-uses.js";

/** Opens a symbol: its type, parameters and base call are uses, and its parameters are locals. */
export function enterSymbol(p: Pass, index: number): void {
  const { tree } = p;
  const symbol = symbolOf(p, index);
  const { node, end, typeNode } = nodeOf(p, index);
  p.open.push(index);
  p.from = index;
  const isType = TYPE_KINDS.has(symbol.kind);
  const isPrimaryConstructor = tree.type(node) === "parameter_list";
  const hasBody = holdsStatements(symbol.kind) && !isPrimaryConstructor;
  if (isType || hasBody) p.locals.enter(end, isType);
  if (hasBody) hideParameters(p, index);
  const nameNode = tree.child(node, "name");
  if (nameNode !== -1) claimNames(p, nameNode, true);
  if (typeNode !== -1 && tree.type(node) !== "variable_declarator") referType(p, typeNode, "type", "type");
  if (isPrimaryConstructor) {
    // The parameters of a primary constructor are in scope in the whole type. Those of a record are properties.
    referParameters(p, node, "accepts", symbolOf(p, symbol.parent).kind !== "record");
    const base = tree.childOfType(tree.parent(node), "base_list");
    const given = base === -1 ? -1 : baseArguments(tree, base);
    if (given === -1) return;
    const before = p.references.length;
    const chain: Chain = { root: { in: "super", type: symbol.parent }, path: [] };
    emit(p, "call", given, chain, { argumentCount: countArguments(tree, given) });
    addArguments(p, given, given, before);
    return;
  }
  const parameters = tree.child(node, "parameters");
  if (parameters !== -1) referParameters(p, parameters, "accepts", true);
}

/**
 * In the body of a member, a member of the type stands before a parameter of the primary constructor of the same name:
 * `class Shop(IOptions<Rules> rules) { readonly Rules rules = rules.Value; bool Ok() => rules.Ok; }`. The initial value of a property sees the parameter.
 */
function hideParameters(p: Pass, index: number): void {
  const { tree, names } = p;
  const { parent } = symbolOf(p, index);
  const members = names.members.get(parent);
  const list = parent <= 0 ? -1 : tree.childOfType(nodeOf(p, parent).node, "parameter_list");
  if (members === undefined || list === -1) return;
  const value = tree.child(nodeOf(p, index).node, "value");
  if (value !== -1 && tree.type(value) !== "arrow_expression_clause") return;
  for (const { name } of parametersIn(tree, list)) {
    const text = name === -1 ? "" : simpleName(tree, name);
    if (members.get(text)?.some((member) => !TYPE_KINDS.has(symbolOf(p, member).kind)) === true) p.locals.hide(text);
  }
}

/** The argument list that a type's base is called with; -1 for none. */
function baseArguments(tree: SyntaxTree, base: number): number {
  const direct = tree.childOfType(base, "argument_list");
  if (direct !== -1) return direct;
  const primary = tree.childOfType(base, "primary_constructor_base_type");
  return primary === -1 ? -1 : tree.childOfType(primary, "argument_list");
}

/** The bases of a type. An enum's is only the size of its values. */
export function visitBases(p: Pass, list: number): void {
  const { tree, references } = p;
  if (symbolOf(p, p.from).kind === "enum") {
    p.claimed.fill(1, list, tree.subtreeEnd(list));
    return;
  }
  for (const child of tree.children(list)) {
    const type = tree.type(child);
    if (!tree.isNamed(child) || type === "argument_list" || type === "comment") continue;
    const base = type === "primary_constructor_base_type" ? tree.child(child, "type") : child;
    if (base === -1) continue;
    const before = references.length;
    const evident = typeName(p.names, base, p.from);
    referType(p, base, "extends", "type");
    const reference = references[before];
    const args = partsOf(evident);
    if (reference?.kind === "extends" && args !== undefined) reference.typeArguments = args;
  }
}
