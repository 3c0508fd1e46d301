/** Type declarations and their primary constructors. */
import type { SymbolKind } from "../../../model/parse-result.js";
import { symbolOf } from "../../symbol-of.js";
import type { Pass } from "./pass.js";
import { typeParametersOf } from "./signatures.js";
import { add, openSymbol } from "./symbols.js";

/** Adds a primary constructor. The parameters of a record are properties, too, but for those that its body declares itself. */
export function addPrimaryConstructor(p: Pass, type: number, parameters: number): void {
  const { tree } = p;
  if (type === -1 || parameters === -1) return;
  const owner = symbolOf(p, type);
  const nameNode = parameters;
  add(p, parameters, { kind: "constructor", name: owner.name, nameNode, parameters, isPublic: true });
  if (owner.kind !== "record") return;
  const declared = namesInBody(p, tree.parent(parameters));
  for (const child of tree.children(parameters)) {
    if (tree.type(child) !== "parameter") continue;
    const name = tree.child(child, "name");
    if (name === -1 || declared.has(tree.text(name))) continue;
    const typeNode = tree.child(child, "type");
    add(p, child, { kind: "property", name: tree.text(name), nameNode: name, typeNode, isPublic: true });
  }
}

/** The names of the properties and fields in the body of a type. */
function namesInBody({ tree }: Pass, type: number): Set<string> {
  const found = new Set<string>();
  const body = tree.childOfType(type, "declaration_list");
  for (const member of body === -1 ? [] : tree.children(body)) {
    const list = tree.childOfType(member, "variable_declaration");
    const holders = tree.type(member) === "property_declaration" ? [member] : list === -1 ? [] : tree.children(list);
    for (const holder of holders) {
      const name = tree.child(holder, "name");
      if (name !== -1) found.add(tree.text(name));
    }
  }
  return found;
}

/** Adds a type and its primary constructor. */
export function addType(p: Pass, node: number, kind: SymbolKind): void {
  const { tree } = p;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1) return;
  const name = tree.text(nameNode);
  const typeParameters = typeParametersOf(tree, node);
  if (kind === "type") {
    const parameters = tree.child(node, "parameters");
    openSymbol(
      p,
      add(p, node, { kind, name, nameNode, parameters, typeNode: tree.child(node, "type"), typeParameters }),
    );
    return;
  }
  const index = add(p, node, { kind, name, nameNode, typeParameters });
  openSymbol(p, index);
  addPrimaryConstructor(p, index, tree.childOfType(node, "parameter_list"));
}
