/** The nodes of C# that are not plain code. */
import type { TextPart } from "../../model/text-part.js";
import type { SyntaxTree } from "../syntax.js";

const PARTS: ReadonlyMap<string, TextPart> = new Map([
  ["comment", "comments"],
  ["string_literal", "strings"],
  ["verbatim_string_literal", "strings"],
  ["raw_string_literal", "strings"],
  ["character_literal", "strings"],
  ["interpolated_string_expression", "strings"],
  ["interpolation", "code"],
  ["using_directive", "imports"],
  ["extern_alias_directive", "imports"],
  ["base_list", "types"],
  ["type_parameter_list", "types"],
  ["type_parameter_constraints_clause", "types"],
] as const);

/** The nodes whose type only declares. The others (`new T()`, `typeof(T)`, `x is T`, `catch (T)`, `Add<T>()`) decide what runs. */
const DECLARING = new Set([
  "bracketed_parameter_list",
  "cast_expression",
  "conversion_operator_declaration",
  "declaration_expression",
  "delegate_declaration",
  "event_declaration",
  "foreach_statement",
  "from_clause",
  "indexer_declaration",
  "lambda_expression",
  "local_function_statement",
  "method_declaration",
  "operator_declaration",
  "parameter",
  "parameter_list",
  "property_declaration",
  "tuple_element",
  "variable_declaration",
]);

/** The part that begins with a node, or null. */
export function partOf(tree: SyntaxTree, node: number): TextPart | null {
  const field = tree.field(node);
  if ((field === "type" || field === "returns") && DECLARING.has(tree.type(tree.parent(node)))) return "types";
  return PARTS.get(tree.type(node)) ?? null;
}
