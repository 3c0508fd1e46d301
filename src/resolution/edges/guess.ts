/** Expressions that start from imports whose module is a guess: their edges are less sure than others. */
import type { Root } from "../../model/parse-result.js";

/** Whether an expression starts with one of the imports, or with a value of its type. */
export function startsFrom(root: Root, imports: ReadonlySet<number>): boolean {
  if (root.in === "import") return imports.has(root.import);
  if (root.in === "instance") return root.type.kind === "named" && startsFrom(root.type.root, imports);
  return root.in === "call" && startsFrom(root.of.root, imports);
}
