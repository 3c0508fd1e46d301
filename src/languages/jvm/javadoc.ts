/** Doc comments of Java and Kotlin, without their marks and tags. */
import { plainDoc } from "../declared-text.js";

/** The javadoc that ends right before offset `start`, without marks and tags; null for none. Line comments may stand between the two. */
export function docBefore(source: string, start: number): string | null {
  let end = endOfText(source, start);
  for (let lines = 0; lines < 20 && !source.endsWith("*/", end); lines++) {
    const begin = source.lastIndexOf("\n", end - 1) + 1;
    if (!/^\s*\/\//.test(source.slice(begin, end))) return null;
    end = endOfText(source, begin);
  }
  if (!source.endsWith("*/", end)) return null;
  const begin = source.lastIndexOf("/*", end - 3);
  if (begin === -1 || source[begin + 2] !== "*" || begin + 3 > end - 2) return null;
  const lines = source.slice(begin + 3, end - 2).split("\n");
  return withoutTags(lines.map((line) => line.replace(/^\s*\*+/, "")).join("\n"));
}

function endOfText(source: string, start: number): number {
  let end = start;
  while (end > 0 && source.charCodeAt(end - 1) <= 32) end--;
  return end;
}

/** Javadoc as a person reads it: `{@link Foo#bar}` becomes `Foo#bar`, and `@param x the x` becomes `x: the x`. */
function withoutTags(text: string): string | null {
  return plainDoc(text, (start) =>
    start
      .replace(/\{@(?:link|linkplain)\s+([^\s{}]+)(?:\s+([^{}]*))?\}/g, (_, target, label) => label?.trim() || target)
      .replace(/\{@(?:code|literal|value|index|summary)\s*([^{}]*)\}/g, "$1")
      .replace(/\{@\w+\s*([^{}]*)\}/g, "$1")
      .replace(/^\s*@param\s+<?(\w+)>?\s*/gm, "$1: ")
      .replace(/^\s*@(?:throws|exception)\s+([\w.]+)\s*/gm, "$1: ")
      .replace(/^\s*@(?:return|returns)\s+/gm, "returns ")
      .replace(/^\s*@(?:author|version|since|see|serial\w*)\b.*$/gm, "")
      .replace(/^\s*@(\w+)\s*/gm, "$1 ")
      .replace(/&nbsp;/g, " "),
  );
}
