/** The nodes of Kotlin that are not plain code. */
import type { TextPart } from "../../model/text-part.js";
import type { SyntaxTree } from "../syntax.js";

const PARTS: ReadonlyMap<string, TextPart> = new Map([
  ["line_comment", "comments"],
  ["block_comment", "comments"],
  ["string_literal", "strings"],
  ["multiline_string_literal", "strings"],
  ["character_literal", "strings"],
  ["interpolation", "code"],
  ["import", "imports"],
  ["type_parameters", "types"],
  ["type_constraints", "types"],
] as const);

const DECLARING = new Set([
  "function_declaration",
  "variable_declaration",
  "parameter",
  "class_parameter",
  "as_expression",
]);

/** The part that begins with a node, or null. */
export function partOf(tree: SyntaxTree, node: number): TextPart | null {
  if (/^(?:user|nullable|function)_type$/.test(tree.type(node)) && DECLARING.has(tree.type(tree.parent(node))))
    return "types";
  return PARTS.get(tree.type(node)) ?? null;
}
