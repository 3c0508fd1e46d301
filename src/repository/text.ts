/** Text files as tools show them: whole or by lines, read from the disk as it is now. */
import { CodeindexError } from "../base/errors.js";
import { decodeText } from "./decode.js";
import { type Located, readBytes } from "./sandbox.js";
import type { SkipRules } from "./skip/rules.js";

/** Larger files are not read at all. */
export const MOST_TEXT_BYTES = 50 * 2 ** 20;

/** A file's lines without their ends; a line end at the end of the file begins no line. Throws as `readBytes` and `linesIn` do. */
export async function readLines(
  root: string,
  rules: SkipRules,
  path: string,
): Promise<{ file: Located; lines: string[] }> {
  const { file, bytes } = await readBytes(root, rules, path, MOST_TEXT_BYTES);
  return { file, lines: linesIn(bytes, file.path) };
}

/** The lines in a file's bytes. Throws `binary_file` with the MIME type for what is not text. */
export function linesIn(bytes: Buffer, path: string): string[] {
  const decoded = decodeText(bytes);
  if ("reason" in decoded)
    throw new CodeindexError("binary_file", `${path} is not text but ${decoded.detail}.`, {
      path,
      mime_type: decoded.detail,
    });
  return linesOf(decoded.text);
}

/** A text's lines without their ends; a line end at the end of the text begins no line. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The beginning of a text, at most `maxBytes`, cut between characters. */
export function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // Not in the middle of a UTF-8 sequence: those bytes begin with 10.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}
