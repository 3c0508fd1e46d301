/** Texts of declarations as the index keeps them: doc comments as plain lines, signatures on one line. */
import { cutBeforeSecret } from "../masking/secrets.js";
import type { SyntaxTree } from "./syntax.js";

const LONGEST_DOC = 2000;
const LONGEST_SIGNATURE = 4000;

/**
 * A doc comment without its tags of XML or HTML, blank lines and what exceeds the room for it; null where nothing is left. `read` puts the words of
 * tags that have a meaning in their place.
 */
export function plainDoc(text: string, read: (text: string) => string): string | null {
  // Tags take room of the text that is read, and no room of the text that is kept.
  const plain = read(cutBeforeSecret(text, LONGEST_DOC * 4))
    .replace(/<\/?[A-Za-z][^<>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
  return plain === "" ? null : cutBeforeSecret(plain, LONGEST_DOC);
}

/** The text of a node on one line, without comments. */
export function folded(tree: SyntaxTree, node: number): string {
  const text = cutBeforeSecret(tree.text(node), LONGEST_SIGNATURE);
  if (!/[\s/]/.test(text)) return text;
  return text
    .replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (match) => (match.startsWith('"') ? match : ""))
    .replace(/\s+/g, " ")
    .replace(/([([]) /g, "$1")
    .replace(/ ([)\]])/g, "$1");
}
