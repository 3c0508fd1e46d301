/** Docstrings: the text of the string that a body begins with. */
import { cutBeforeSecret } from "../../masking/secrets.js";
import type { SyntaxTree } from "../syntax.js";

const LONGEST_DOC = 2000;

/** The docstring of a body; null without one. */
export function docstringOf(tree: SyntaxTree, body: number): string | null {
  for (let child = body < 0 ? -1 : tree.firstChild(body); child !== -1; child = tree.nextSibling(child)) {
    if (tree.type(child) === "comment") continue;
    const inner = tree.type(child) === "expression_statement" ? tree.firstChild(child) : -1;
    return inner < 0 ? null : textOfString(tree, inner);
  }
  return null;
}

/** The docstring that follows an assignment, as documentation tools read it; null without one. */
export function docstringAfter(tree: SyntaxTree, statement: number): string | null {
  const next = tree.nextSibling(statement);
  if (next < 0 || tree.type(next) !== "expression_statement") return null;
  const inner = tree.firstChild(next);
  return inner < 0 ? null : textOfString(tree, inner);
}

function textOfString(tree: SyntaxTree, node: number): string | null {
  const type = tree.type(node);
  if (type !== "string" && type !== "concatenated_string") return null;
  const parts = type === "string" ? [node] : tree.namedChildren(node);
  const text = parts.map((part) => tree.text(part).replace(/^[a-zA-Z]*("""|'''|"|')([\s\S]*?)\1$/, "$2")).join("");
  const cleaned = dedent(text);
  return cleaned === "" ? null : cutBeforeSecret(cleaned, LONGEST_DOC);
}

/** A docstring without the indent that its lines after the first have in common, as `inspect.cleandoc` gives it. */
function dedent(text: string): string {
  const [first = "", ...rest] = text.split(/\r\n|\r|\n/);
  const indents = rest.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  return [first.trim(), ...rest.map((line) => line.slice(common).trimEnd())].join("\n").trim();
}

/** Whether a docstring says that its symbol is deprecated. */
export function saysDeprecated(doc: string | null): boolean {
  return doc !== null && /^\s*(?:\.\. deprecated::|:deprecated:|deprecated\b)/im.test(doc);
}
