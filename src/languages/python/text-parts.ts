/** The nodes of Python that are not plain code. */
import type { TextPart } from "../../model/text-part.js";
import type { SyntaxTree } from "../syntax.js";

const PARTS: ReadonlyMap<string, TextPart> = new Map([
  ["comment", "comments"],
  ["string", "strings"],
  ["interpolation", "code"],
  ["import_statement", "imports"],
  ["import_from_statement", "imports"],
  ["future_import_statement", "imports"],
  ["type", "types"],
  ["type_alias_statement", "types"],
] as const);

const BODIES: ReadonlySet<string> = new Set(["block", "module"]);

/** The part that begins with a node, or null. A docstring is a comment. */
export function partOf(tree: SyntaxTree, node: number): TextPart | null {
  const type = tree.type(node);
  if (type !== "expression_statement") return PARTS.get(type) ?? null;
  const inner = tree.firstChild(node);
  const isString = inner >= 0 && /^(?:concatenated_)?string$/.test(tree.type(inner));
  return isString && BODIES.has(tree.type(tree.parent(node))) ? "comments" : null;
}
