/** Texts of C# declarations as the index keeps them: doc comments without their marks, signatures on one line. */
import { plainDoc } from "../declared-text.js";

/** The doc comment, `///` lines or a `/**` block, that ends right before offset `start`. It comes without marks and tags; null for none. */
export function docBefore(source: string, start: number): string | null {
  const lines: string[] = [];
  let end = start - 1;
  while (end >= 0 && source.charCodeAt(end) <= 32 && source[end] !== "\n") end--;
  if (end < 0 || source[end] !== "\n") return blockDoc(source, start);
  while (end > 0) {
    const begin = source.lastIndexOf("\n", end - 1) + 1;
    const line = source.slice(begin, end).trim();
    if (line.startsWith("///") && !line.startsWith("////")) lines.push(line.slice(3));
    else if (!(lines.length === 0 && line.startsWith("#"))) break;
    end = begin - 1;
  }
  if (lines.length === 0) return blockDoc(source, start);
  return withoutTags(lines.reverse().join("\n"));
}

function blockDoc(source: string, start: number): string | null {
  let end = start;
  while (end > 0 && source.charCodeAt(end - 1) <= 32) end--;
  if (!source.endsWith("*/", end)) return null;
  const begin = source.lastIndexOf("/*", end - 3);
  if (begin === -1 || source[begin + 2] !== "*") return null;
  const lines = source.slice(begin + 3, end - 2).split("\n");
  return withoutTags(lines.map((line) => line.replace(/^\s*\*+/, "")).join("\n"));
}

/** XML doc text as a person reads it: `<see cref="T:X.Y"/>` becomes `X.Y`, and a parameter's text has its name in front. */
function withoutTags(xml: string): string | null {
  return plainDoc(xml, (start) =>
    start
      .replace(/<(?:see|seealso)\s[^>]*?(?:cref|langword)\s*=\s*"(?:[A-Z]:)?([^"]*)"[^>]*?\/>/g, "$1")
      .replace(/<(?:paramref|typeparamref)\s[^>]*?name\s*=\s*"([^"]*)"[^>]*?\/>/g, "$1")
      .replace(/<(?:param|typeparam)\s[^>]*?name\s*=\s*"([^"]*)"[^>]*?>/g, "$1: ")
      .replace(/<exception\s[^>]*?cref\s*=\s*"(?:[A-Z]:)?([^"]*)"[^>]*?>/g, "$1: ")
      .replace(/<inheritdoc\b[^>]*>/g, ""),
  );
}

/** `Foo<int>.Bar` as `Foo.Bar`. */
export function withoutTypeArguments(name: string): string {
  if (!name.includes("<")) return name.replace(/\s+/g, "");
  let result = "";
  let depth = 0;
  for (const character of name) {
    if (character === "<") depth++;
    else if (character === ">") depth--;
    else if (depth === 0) result += character;
  }
  return result.replace(/\s+/g, "");
}
