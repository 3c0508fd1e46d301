/** Brackets around places of code, and the code beside these. Lines are those of `CodeLines`, without comments and the insides of texts. Pure. */
import { nth } from "../base/need.js";

/** Lines above and below that brackets around a place are looked for in. */
const MOST_ABOVE = 60;
const MOST_BELOW = 60;

/** A place in some lines, both from 0. */
export interface Place {
  line: number;
  column: number;
}

export interface Bracket extends Place {
  bracket: string;
}

/** The innermost bracket around a place that opens before it. */
export function openingOf(code: readonly string[], { line, column }: Place): Bracket | null {
  let depth = 0;
  for (let index = line; index >= Math.max(0, line - MOST_ABOVE); index--) {
    const text = nth(code, index);
    for (let at = (index === line ? column : text.length) - 1; at >= 0; at--) {
      const char = text.charAt(at);
      if (char === ")" || char === "]" || char === "}") depth++;
      else if ((char === "(" || char === "[" || char === "{") && depth-- === 0)
        return { line: index, column: at, bracket: char };
    }
  }
  return null;
}

/** Where a bracket is closed. */
export function closingOf(code: readonly string[], { line, column }: Place): Place | null {
  let depth = 0;
  for (let index = line; index < Math.min(code.length, line + MOST_BELOW); index++) {
    const text = nth(code, index);
    for (let at = index === line ? column : 0; at < text.length; at++) {
      const char = text.charAt(at);
      if (char === "(" || char === "[" || char === "{") depth++;
      else if ((char === ")" || char === "]" || char === "}") && --depth === 0) return { line: index, column: at };
    }
  }
  return null;
}

/** The code before a place in its line, or of the line above where there is none. */
export function beforeOf(code: readonly string[], { line, column }: Place): string {
  const own = nth(code, line).slice(0, column);
  return own.trim() === "" ? `${code[line - 1] ?? ""} ` : own;
}

/** The code behind a place in its line, or of the line below where there is none. */
export function behindOf(code: readonly string[], { line, column }: Place): string {
  const own = nth(code, line).slice(column);
  return own.trim() === "" ? ` ${(code[line + 1] ?? "").trim()}` : own;
}
