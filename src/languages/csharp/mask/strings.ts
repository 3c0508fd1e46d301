/** Strings are stepped over here. The code in the holes of interpolated strings is read like other code. */
import { endOfRun, mask, openBracket, type Reader, type Text } from "./reader.js";

export const TEXT_START = /[$@]{0,20}"/y;

/** Reads `}`. At the end of a hole, the string around it goes on. */
export function closeBlock(r: Reader): void {
  const { open } = r;
  let opening = open.pop();
  while (opening !== undefined && opening.char !== "{") opening = open.pop();
  const text = opening?.text ?? null;
  if (open.length < r.head) r.head = -1;
  if (text === null) {
    r.last = r.offset++;
    return;
  }
  r.offset += text.braces;
  readText(r, text);
}

/** Reads a string from its first mark on. */
export function startText(r: Reader): void {
  const marks = r.source.slice(r.offset, TEXT_START.lastIndex - 1);
  const isVerbatim = marks.includes("@");
  r.offset += marks.length;
  const quotes = isVerbatim ? 1 : endOfRun(r, '"') - r.offset;
  r.offset += quotes;
  r.last = r.offset - 1;
  const dollars = marks.length - (isVerbatim ? 1 : 0);
  if (quotes !== 2) readText(r, { quotes, braces: quotes === 1 ? Math.min(dollars, 1) : dollars, isVerbatim });
}

/** Reads the inside of a string, to its end or into its next hole. */
function readText(r: Reader, text: Text): void {
  const { source } = r;
  const { quotes, braces, isVerbatim } = text;
  const isLine = quotes === 1 && !isVerbatim;
  for (; r.offset < r.source.length; r.offset++) {
    const char = source[r.offset];
    if (char === '"') {
      if (isVerbatim && source[r.offset + 1] === '"') {
        if (braces > 0) mask(r, r.offset, "''");
        r.offset++;
        continue;
      }
      const run = quotes === 1 ? 1 : endOfRun(r, '"') - r.offset;
      r.offset += run - 1;
      if (run >= quotes) {
        r.offset++;
        break;
      }
    } else if (char === "{" && braces > 0) {
      const end = endOfRun(r, "{");
      const isHole = quotes === 1 ? (end - r.offset) % 2 === 1 : end - r.offset >= braces;
      r.offset = end - 1;
      if (isHole) {
        openBracket(r, "{", text);
        return;
      }
    } else if (isLine && char === "\\") r.offset++;
    else if (isLine && char === "\n") break;
  }
  r.last = r.offset - 1;
}
