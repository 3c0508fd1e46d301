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
    r.last = r.at++;
    return;
  }
  r.at += text.braces;
  readText(r, text);
}

/** Reads a string from its first mark on. */
export function startText(r: Reader): void {
  const marks = r.source.slice(r.at, TEXT_START.lastIndex - 1);
  const isVerbatim = marks.includes("@");
  r.at += marks.length;
  const quotes = isVerbatim ? 1 : endOfRun(r, '"') - r.at;
  r.at += quotes;
  r.last = r.at - 1;
  const dollars = marks.length - (isVerbatim ? 1 : 0);
  if (quotes !== 2) readText(r, { quotes, braces: quotes === 1 ? Math.min(dollars, 1) : dollars, isVerbatim });
}

/** Reads the inside of a string, to its end or into its next hole. */
function readText(r: Reader, text: Text): void {
  const { source } = r;
  const { quotes, braces, isVerbatim } = text;
  const isLine = quotes === 1 && !isVerbatim;
  for (; r.at < r.source.length; r.at++) {
    const char = source[r.at];
    if (char === '"') {
      if (isVerbatim && source[r.at + 1] === '"') {
        if (braces > 0) mask(r, r.at, "''");
        r.at++;
        continue;
      }
      const run = quotes === 1 ? 1 : endOfRun(r, '"') - r.at;
      r.at += run - 1;
      if (run >= quotes) {
        r.at++;
        break;
      }
    } else if (char === "{" && braces > 0) {
      const end = endOfRun(r, "{");
      const isHole = quotes === 1 ? (end - r.at) % 2 === 1 : end - r.at >= braces;
      r.at = end - 1;
      if (isHole) {
        openBracket(r, "{", text);
        return;
      }
    } else if (isLine && char === "\\") r.at++;
    else if (isLine && char === "\n") break;
  }
  r.last = r.at - 1;
}
