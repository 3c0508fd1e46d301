/** The nodes of Swift that are not plain code. */
import type { TextPart } from "../../model/text-part.js";
import type { SyntaxTree } from "../syntax.js";

const PARTS: ReadonlyMap<string, TextPart> = new Map([
  ["comment", "comments"],
  ["multiline_comment", "comments"],
  ["line_string_literal", "strings"],
  ["multi_line_string_literal", "strings"],
  ["raw_string_literal", "strings"],
  ["interpolated_expression", "code"],
  ["import_declaration", "imports"],
  ["type_annotation", "types"],
  ["inheritance_specifier", "types"],
  ["type_parameters", "types"],
  ["type_constraints", "types"],
] as const);

/** The part that begins with a node, or null. */
export function partOf(tree: SyntaxTree, node: number): TextPart | null {
  return PARTS.get(tree.type(node)) ?? null;
}
