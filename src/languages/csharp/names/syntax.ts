/** Texts of name nodes: simple names, the parts of qualified names, and the number of type arguments. */
import type { SyntaxTree } from "../../syntax.js";

/** The name of an identifier or generic name, without type arguments and `@`. */
export function simpleName(tree: SyntaxTree, node: number): string {
  const identifier = tree.type(node) === "generic_name" ? tree.firstChild(node) : node;
  if (identifier === -1) return "";
  const text = tree.text(identifier);
  return text.startsWith("@") ? text.slice(1) : text;
}

/** The parts of a qualified name, without `global::`. */
export function nameParts(tree: SyntaxTree, node: number): string[] {
  const parts: string[] = [];
  let current = node;
  for (let depth = 0; depth < 64 && current !== -1; depth++) {
    const type = tree.type(current);
    if (type === "qualified_name") {
      const name = tree.child(current, "name");
      if (name !== -1) parts.push(simpleName(tree, name));
      current = tree.child(current, "qualifier");
      continue;
    }
    if (type === "alias_qualified_name") {
      const name = tree.child(current, "name");
      if (name !== -1) parts.push(simpleName(tree, name));
      const alias = tree.child(current, "alias");
      if (alias !== -1 && tree.text(alias) !== "global") parts.push(simpleName(tree, alias));
      break;
    }
    parts.push(simpleName(tree, current));
    break;
  }
  return parts.reverse();
}

/** The number of type arguments of a name. */
export function arityOf(tree: SyntaxTree, node: number): number {
  let list = tree.childOfType(node, "type_argument_list");
  if (tree.type(node) !== "generic_name") {
    const name = tree.child(node, "name");
    list = name === -1 ? -1 : tree.childOfType(name, "type_argument_list");
  }
  if (list === -1) return 0;
  let arity = 1;
  for (const child of tree.children(list)) if (tree.type(child) === ",") arity++;
  return arity;
}
