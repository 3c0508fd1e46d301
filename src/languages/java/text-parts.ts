/** The nodes of Java that are not plain code. */
import type { TextPart } from "../../model/text-part.js";
import type { SyntaxTree } from "../syntax.js";

const PARTS: ReadonlyMap<string, TextPart> = new Map([
  ["line_comment", "comments"],
  ["block_comment", "comments"],
  ["string_literal", "strings"],
  ["character_literal", "strings"],
  ["string_interpolation", "code"],
  ["import_declaration", "imports"],
  ["superclass", "types"],
  ["super_interfaces", "types"],
  ["extends_interfaces", "types"],
  ["permits", "types"],
  ["type_parameters", "types"],
  ["throws", "types"],
] as const);

/** The nodes whose type only declares. The others (`new T()`, `x instanceof T`, `T.class`) decide what runs. */
const DECLARING = new Set([
  "field_declaration",
  "constant_declaration",
  "method_declaration",
  "annotation_type_element_declaration",
  "local_variable_declaration",
  "formal_parameter",
  "catch_formal_parameter",
  "enhanced_for_statement",
  "resource",
  "cast_expression",
]);

/** The part that begins with a node, or null. */
export function partOf(tree: SyntaxTree, node: number): TextPart | null {
  if (tree.field(node) === "type" && DECLARING.has(tree.type(tree.parent(node)))) return "types";
  return PARTS.get(tree.type(node)) ?? null;
}
