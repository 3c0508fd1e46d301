/** Reads doc comments: lines with three slashes and blocks with two stars, without their marks. */
import { cutBeforeSecret } from "../../masking/secrets.js";

const LONGEST = 2000;

/** The doc comment that ends right before an offset; null where there is none. Plain comments between it and the declaration end it. */
export function docBefore(source: string, offset: number): string | null {
  let end = offset;
  while (end > 0 && source.charCodeAt(end - 1) <= 32) end--;
  if (source.endsWith("*/", end)) return blockDoc(source, end);
  const lines: string[] = [];
  for (let begin = source.lastIndexOf("\n", end - 1) + 1; end > 0; begin = source.lastIndexOf("\n", end - 1) + 1) {
    const line = source.slice(begin, end).trim();
    if (!line.startsWith("///")) break;
    lines.push(line.replace(/^\/{3,} ?/, ""));
    end = begin - 1;
  }
  return lines.length === 0 ? null : textOf(lines.reverse().join("\n"));
}

function blockDoc(source: string, end: number): string | null {
  const begin = source.lastIndexOf("/*", end - 3);
  if (begin < 0 || source[begin + 2] !== "*") return null;
  const lines = source.slice(begin + 3, end - 2).split("\n");
  return textOf(lines.map((line) => line.replace(/^\s*\*(?!\*) ?/, "")).join("\n"));
}

function textOf(text: string): string | null {
  const lines = cutBeforeSecret(text, LONGEST)
    .split("\n")
    .map((line) => line.trim());
  const kept = lines.filter((line) => line !== "").join("\n");
  return kept === "" ? null : kept;
}
