/** Using directives. */
import type { Import } from "../../../model/parse-result.js";
import type { SyntaxTree } from "../../syntax.js";
import { withoutTypeArguments } from "../text.js";

/** The namespace or type that a using names; -1 for none. */
export function usingTarget(tree: SyntaxTree, node: number): number {
  const alias = tree.child(node, "name");
  const named = tree.namedChildren(node).filter((child) => child !== alias && tree.type(child) !== "comment");
  return named.at(-1) ?? -1;
}

/** The import that a using directive is. */
export function readUsing(tree: SyntaxTree, node: number, target: number): Import {
  const alias = tree.child(node, "name");
  const isStatic = tree.hasChildOfType(node, "static");
  const specifier = withoutTypeArguments(tree.text(target)).replace(/^global::/, "");
  return {
    kind: alias !== -1 ? "alias" : isStatic ? "static" : "namespace",
    specifier,
    imported: alias !== -1 ? (specifier.split(".").at(-1) ?? "") : "*",
    local: alias === -1 ? "" : tree.text(alias),
    isTypeOnly: false,
    isGlobal: tree.hasChildOfType(node, "global"),
    line: tree.startLine(node),
  };
}
