/** The nodes of TypeScript and JavaScript that are not plain code. */
import type { TextPart } from "../../model/text-part.js";
import type { SyntaxTree } from "../syntax.js";

const PARTS: ReadonlyMap<string, TextPart> = new Map([
  ["comment", "comments"],
  ["html_comment", "comments"],
  ["hash_bang_line", "comments"],
  ["string", "strings"],
  ["template_string", "strings"],
  ["jsx_text", "strings"],
  ["template_substitution", "code"],
  ["import_statement", "imports"],
  ["import_alias", "imports"],
  ["interface_declaration", "types"],
  ["type_alias_declaration", "types"],
  ["ambient_declaration", "types"],
  ["type_annotation", "types"],
  ["adding_type_annotation", "types"],
  ["omitting_type_annotation", "types"],
  ["opting_type_annotation", "types"],
  ["type_predicate_annotation", "types"],
  ["asserts_annotation", "types"],
  ["type_arguments", "types"],
  ["type_parameters", "types"],
  ["implements_clause", "types"],
] as const);

const TYPED = new Set(["as_expression", "satisfies_expression"]);
const VARIABLES = new Set(["lexical_declaration", "variable_declaration"]);

/** The part that begins with a node, or null. */
export function partOf(tree: SyntaxTree, node: number): TextPart | null {
  const type = tree.type(node);
  if (type === "export_statement") return tree.child(node, "source") === -1 ? null : "imports";
  if (VARIABLES.has(type)) return isRequire(tree, node) ? "imports" : null;
  const parent = tree.parent(node);
  if (TYPED.has(tree.type(parent)) && node !== tree.firstChild(parent) && tree.isNamed(node)) return "types";
  return PARTS.get(type) ?? null;
}

/** Whether a declaration only imports: `const { a } = require("./a")`, and with a member behind the call. */
function isRequire(tree: SyntaxTree, declaration: number): boolean {
  const declarators = tree.children(declaration).filter((child) => tree.type(child) === "variable_declarator");
  return declarators.every((declarator) => {
    let value = tree.child(declarator, "value");
    while (value !== -1 && tree.type(value) === "member_expression") value = tree.child(value, "object");
    if (value === -1 || tree.type(value) !== "call_expression") return false;
    return tree.text(tree.child(value, "function")) === "require";
  });
}
