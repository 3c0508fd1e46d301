/** The nodes of Go that are not plain code. */
import type { TextPart } from "../../model/text-part.js";
import type { SyntaxTree } from "../syntax.js";

const PARTS: ReadonlyMap<string, TextPart> = new Map([
  ["comment", "comments"],
  ["interpreted_string_literal", "strings"],
  ["raw_string_literal", "strings"],
  ["rune_literal", "strings"],
  ["import_declaration", "imports"],
  ["type_parameter_list", "types"],
] as const);

/** The nodes whose type only declares. A type in an expression decides what runs. */
const DECLARING = new Set([
  "parameter_declaration",
  "variadic_parameter_declaration",
  "field_declaration",
  "var_spec",
  "const_spec",
]);

/** The part that begins with a node, or null. */
export function partOf(tree: SyntaxTree, node: number): TextPart | null {
  const field = tree.field(node);
  if (field === "type" && DECLARING.has(tree.type(tree.parent(node)))) return "types";
  if (field === "result") return "types";
  return PARTS.get(tree.type(node)) ?? null;
}
