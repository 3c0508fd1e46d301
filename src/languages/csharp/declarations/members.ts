/** Methods, properties, fields, events and local functions. */
import type { SymbolKind } from "../../../model/parse-result.js";
import { folded } from "../../declared-text.js";
import { symbolOf } from "../../symbol-of.js";
import { hasBody } from "./heads.js";
import { TYPE_KINDS } from "./kinds.js";
import { innermost, type Pass } from "./pass.js";
import { extensionBlockAround, typeParametersOf } from "./signatures.js";
import { add, openSymbol } from "./symbols.js";

/** Adds a member that may have parameters or a body. */
export function addMember(p: Pass, node: number, kind: SymbolKind, name: string, nameNode: number): void {
  const { tree } = p;
  const explicit = tree.childOfType(node, "explicit_interface_specifier");
  const block = extensionBlockAround(tree, node);
  const isOfReceiver =
    block !== -1 && kind === "method" && !tree.children(node).some((child) => tree.text(child) === "static");
  const returns = tree.child(node, "returns");
  const type = tree.child(node, "type");
  const index = add(p, node, {
    kind,
    name,
    nameNode,
    qualified: explicit === -1 ? undefined : `${folded(tree, explicit).replace(/\s*\.\s*/g, ".")}${name}`,
    parameters: tree.child(node, "parameters"),
    receiver: isOfReceiver ? folded(tree, tree.childOfType(block, "parameter_list")).slice(1, -1) : undefined,
    typeNode: kind === "constructor" ? -1 : returns !== -1 ? returns : type,
    typeParameters: [...(block === -1 ? [] : typeParametersOf(tree, block)), ...typeParametersOf(tree, node)],
    hasBody: hasBody(tree, node),
  });
  openSymbol(p, index);
}

/** Adds each variable of a field or event declaration. */
export function addVariables(p: Pass, node: number, kind: SymbolKind): void {
  const { tree } = p;
  const declaration = tree.childOfType(node, "variable_declaration");
  if (declaration === -1) return;
  const typeNode = tree.child(declaration, "type");
  for (const declarator of tree.children(declaration)) {
    if (tree.type(declarator) !== "variable_declarator") continue;
    const nameNode = tree.child(declarator, "name");
    if (nameNode === -1 || tree.isMissing(nameNode)) continue;
    const name = tree.text(nameNode);
    add(p, declarator, { kind, name, nameNode, typeNode, headNode: node, hasBody: false });
  }
}

/** Adds a local function. Directly in a type it is a method: the grammar reads some methods that way. */
export function addLocalFunction(p: Pass, node: number): void {
  const { tree } = p;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1 || tree.isMissing(nameNode)) return;
  const owner = symbolOf(p, innermost(p));
  const name = tree.text(nameNode);
  if (!TYPE_KINDS.has(owner.kind) || owner.kind === "type") addMember(p, node, "function", name, nameNode);
  else addMember(p, node, "method", name, nameNode);
}
