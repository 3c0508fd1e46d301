/**
 * The conditions that a line stands under within its function: `if`, `else`, cases and handlers of errors with the line in their blocks, and `ready && (`
 * above it. The indentation of lines tells them, in any language that is written with one. A guard before the line, which returns, is not a condition. Pure.
 */
import { nth } from "../base/need.js";
import { indentOf } from "./source-rows.js";
import { joinedLines } from "./statements.js";
import type { CodeLines } from "./step-code.js";

/** The most conditions of one line, from the outer to the inner, and the most characters of each. */
const MOST_CONDITIONS = 3;
const LONGEST = 70;
/** Lines above that are looked at, and lines of one condition. */
const MOST_ABOVE = 400;
const MOST_LINES = 8;

const IF = /^[})\]\s]{0,20}(?:(?:else\s{1,5})?if|elif|elsif|elseif)\b\s{0,5}(.*)$/s;
const UNLESS = /^[})\]\s]{0,20}unless\b\s{0,5}(.*)$/s;
const ELSE = /^[})\]\s]{0,20}else\b\s{0,5}[{:]?\s{0,5}$/;
const CASE = /^[})\]\s]{0,20}((?:case|when|default|catch|except|rescue)\b.*)$/s;
/** A value that decides whether the next line runs: `ready && (`, `ready`, `? run()`. */
const AND = /^(.*?)\s{0,5}&&\s{0,5}\(?$/s;
const THEN = /^\s*\?\s/;
const OTHERWISE = /^\s*:\s/;
/** The last line of a condition of several. */
const CLOSES = /^\s*\)+\s{0,5}(?:[{:]|then\b)?\s{0,5}$/;

/** The phrases for the conditions of a line, `if user`, `in case "a"`, from the outer to the inner. `first`: the number of its function's first line. */
export function conditionsOf(source: CodeLines, line: number, first: number): string[] {
  const { text, code, within } = source;
  const found: string[] = [];
  if (line > text.length) return found;
  let below = line - 1;
  let indent = indentOf(nth(text, below));
  const least = Math.max(first, line - MOST_ABOVE);
  for (let index = line - 2; index >= least && indent > 0 && found.length < MOST_CONDITIONS; index--) {
    if (nth(code, index).trim() === "" || within[index] !== null || indentOf(nth(text, index)) >= indent) continue;
    indent = indentOf(nth(text, index));
    const start = CLOSES.test(nth(code, index)) ? startOf(source, index, indent) : index;
    const phrase = start < first ? null : phraseOf(source, start, index, below);
    if (phrase !== null) found.unshift(phrase);
    below = start;
    index = start;
  }
  return found;
}

/** The first line of brackets that a line closes. */
function startOf({ text, code }: CodeLines, end: number, indent: number): number {
  for (let index = end - 1; index >= Math.max(0, end - MOST_LINES); index--)
    if (nth(code, index).trim() !== "" && indentOf(nth(text, index)) <= indent) return index;
  return end;
}

/** The condition that some lines are the head of, for the line `below`; null for other lines. */
function phraseOf(source: CodeLines, start: number, end: number, below: number): string | null {
  const { text, code } = source;
  if (code.slice(start, end + 1).some((line) => line === "")) return null;
  const lines = text.slice(start, end + 1).filter((_, index) => nth(code, start + index).trim() !== "");
  const head = joinedLines(lines.map(withoutComment));
  const [, condition] = IF.exec(head) ?? [];
  if (condition !== undefined) return `if ${short(bare(condition))}`;
  const [, against] = UNLESS.exec(head) ?? [];
  if (against !== undefined) return `unless ${short(bare(against))}`;
  if (ELSE.test(head)) {
    const [, other] = IF.exec(withoutComment(ifAbove(source, start) ?? "")) ?? [];
    return other === undefined ? null : not(short(bare(other)));
  }
  const [, choice] = CASE.exec(head) ?? [];
  if (choice !== undefined) return `in ${short(choice.replace(/\s{0,5}[{:]\s{0,5}$/, ""))}`;
  const [, before] = AND.exec(head) ?? [];
  if (before !== undefined) return `if ${short(before.replace(/^[\s,({[.]*(?:return\b|\w{1,100} = )?\s*/, ""))}`;
  // The condition of a choice stands above its first value, and above the second as well.
  const then = nth(text, below);
  if (!THEN.test(then) && !OTHERWISE.test(then)) return null;
  const chosen = short(head.trim().replace(/^(?:return\b|(?:(?:const|let|var)\s)?\w{1,100} =)\s*/, ""));
  return THEN.test(then) ? `if ${chosen}` : not(chosen);
}

/** A condition that does not hold, in brackets where it is more than a value. */
const not = (condition: string) => `if not ${/[\s!]/.test(condition) ? `(${condition})` : condition}`;

/** The head of the `if` that an `else` belongs to. */
function ifAbove({ text, code }: CodeLines, from: number): string | null {
  const indent = indentOf(nth(text, from));
  for (let index = from - 1; index >= Math.max(0, from - MOST_ABOVE); index--) {
    if (nth(code, index).trim() === "") continue;
    const own = indentOf(nth(text, index));
    if (own < indent) return null;
    if (own === indent && IF.test(nth(text, index))) return nth(text, index);
  }
  return null;
}

const withoutComment = (line: string) => line.replace(/\s\/\/.*$/, "");

/** A condition without the brackets around it and what opens its block. */
function bare(condition: string): string {
  const own = condition.replace(/\s{0,5}(?:\{|:|\bthen)\s{0,5}$/, "").trim();
  return own.startsWith("(") && closingOf(own) === own.length - 1 ? own.slice(1, -1).trim() : own;
}

/** The end of the bracket at the start of a text; -1 if it stays open. */
function closingOf(text: string): number {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "(") depth++;
    else if (text[index] === ")" && --depth === 0) return index;
  }
  return -1;
}

const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text);
