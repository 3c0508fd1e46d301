/** Calls in a text of code without comments and texts: where one ends, and which one is around a place. Pure. */
import escapeStringRegexp from "escape-string-regexp";

const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The first call of a name in a text: where its name begins, and where its arguments end. An empty name: the first brackets. Null: there is none. */
export function callAt(text: string, name: string): { start: number; end: number } | null {
  const pattern =
    name === "" ? /\(/ : new RegExp(`(?<![\\w$])${escapeStringRegexp(name)}\\s*(?:<[^();]*>)?\\s*(?:\\?\\.)?\\(`);
  const found = pattern.exec(text);
  if (found === null || (name !== "" && text.slice(0, found.index).includes("\n"))) return null;
  const end = closingOf(text, found.index + found[0].length - 1);
  return end < 0 ? null : { start: found.index, end: end + 1 };
}

/** Where the bracket that opens at a place is closed; -1: nowhere. */
function closingOf(text: string, open: number): number {
  let depth = 0;
  const brackets = /[()[\]{}]/g;
  brackets.lastIndex = open;
  for (let found = brackets.exec(text); found; found = brackets.exec(text)) {
    if (OPENING[found[0]] === undefined) depth++;
    else if (--depth === 0) return found.index;
  }
  return -1;
}

/** Where the bracket that closes at a place is opened; -1: nowhere. */
export function openingOf(text: string, close: number): number {
  let depth = 0;
  for (let offset = close; offset >= 0; offset--) {
    const char = text.charAt(offset);
    if (OPENING[char] !== undefined) depth++;
    else if ((char === "(" || char === "[" || char === "{") && --depth === 0) return offset;
  }
  return -1;
}

/** Line breaks before a place of a text. */
export const lineOffset = (text: string, offset: number): number => text.slice(0, offset).split("\n").length - 1;

/** The brackets that a text ends within. */
export interface AroundPlace {
  bracket: string;
  offset: number;
  /** Commas between the bracket and the end of the text. */
  position: number;
  /** The name of the function that takes the brackets as its arguments; null: they are not arguments, or its name is not written. */
  callee: string | null;
}

/** Brackets that open further before a place, and longer names of functions, are not looked for: a text may be made to cost much. */
const MOST_REACH = 20_000;
const LONGEST_NAME = 300;

/** The name of a function, at the end of the code before its arguments. */
const CALLEE = /([\p{L}_$][\w$]*)\s*(?:<[^();]*>)?\s*(?:\?\.)?$/u;

/** The end of a text, with room for a name and the code before it. */
export const endOf = (text: string, end = text.length): string => text.slice(Math.max(0, end - LONGEST_NAME), end);

/** The innermost brackets that a text ends within; of kind `call` those of arguments, around objects and lists. Null: none. */
export function around(text: string, kind: "brackets" | "call"): AroundPlace | null {
  let position = 0;
  for (let offset = text.length - 1; offset >= Math.max(0, text.length - MOST_REACH); offset--) {
    const char = text.charAt(offset);
    if (OPENING[char] !== undefined) {
      const open = openingOf(text, offset);
      if (open < 0) return null;
      offset = open;
    } else if (char === "(" || char === "[" || char === "{") {
      const before = endOf(text, offset);
      const callee = char === "(" ? (CALLEE.exec(before)?.[1] ?? null) : null;
      const isBlock = char === "{" && !/[(,[:=]\s*$/.test(before);
      if (kind === "brackets" || (char === "(" && callee !== null)) return { bracket: char, offset, position, callee };
      if (isBlock || char === "(") return null;
      position = 0;
    } else if (char === ",") position++;
    else if (char === ";" && kind === "call") return null;
  }
  return null;
}
