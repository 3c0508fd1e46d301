/** Notes on test cases, from the lines above a case and its own: whether it is skipped, and how often it runs with other arguments. Pure. */
import { firstIndex } from "../base/first-index.js";
import { nth } from "../base/need.js";
import type { Declared, TestCase } from "./testing.js";

/** How a language says that a case does not run, or runs several times. Expressions read single lines, without comments, but for `variants`. */
export interface NoteMarks {
  /** An attribute or decorator that skips a case or suite; its first group may be the reason. */
  skips: RegExp;
  /** An attribute or decorator that skips it under a condition. */
  maySkip?: RegExp;
  /** A statement that ends a case as skipped. */
  leaves?: RegExp;
  /** A statement that ends a case as skipped under a condition. */
  mayLeave?: RegExp;
  /** The number of runs that the attributes ask for; null: it is not known, or one. */
  variants?: (above: string) => number | null;
}

/** Longer lines are not code that a person wrote. */
const LONGEST_LINE = 2000;
const LONGEST_REASON = 80;
/** The most lines above a case, and of its body, that are looked at. */
const MOST_ABOVE = 120;
const MOST_OF_BODY = 400;

const COMMENT = /^\s*(?:\/\/|#(?!\[)|\*|\/\*|--)/;

/** The cases with their notes. Those in a suite that is skipped are skipped. */
export function withNotes(
  text: string,
  declared: readonly Declared[],
  cases: readonly TestCase[],
  marks: NoteMarks,
): TestCase[] {
  const lines = text.split("\n");
  const inOrder = declared.filter(({ ordinal }) => ordinal > 0).sort((a, b) => a.lineStart - b.lineStart);
  const edges = [...new Set(inOrder.flatMap(({ lineStart, lineEnd }) => [lineStart, lineEnd]))].sort((a, b) => a - b);
  return inSkippedSuites(cases.map((each) => ({ ...each, ...noteField(noteOf(each, { lines, edges, marks })) })));
}

/** The cases with the notes of the suites around them that are skipped. */
export function inSkippedSuites(cases: readonly TestCase[]): TestCase[] {
  const outer: TestCase[] = [];
  const inOrder = cases.filter(({ isSuite, note }) => isSuite && isOff(note)).sort((a, b) => a.lineStart - b.lineStart);
  for (const suite of inOrder) if (suite.lineStart > (outer.at(-1)?.lineEnd ?? 0)) outer.push(suite);
  const starts = outer.map(({ lineStart }) => lineStart);
  return cases.map((each) => {
    const around = outer[lastUpTo(starts, each.lineStart)];
    return around === undefined || each.lineEnd > around.lineEnd || isOff(each.note)
      ? each
      : { ...each, ...noteField(around.note) };
  });
}

const isOff = (note: string | undefined) => /^(?:skipped|todo)/.test(note ?? "");

/** The index of the last of some ascending numbers that is at most `most`; -1: all are greater. */
const lastUpTo = (numbers: readonly number[], most: number): number =>
  firstIndex(0, numbers.length, (index) => nth(numbers, index) > most) - 1;

const noteField = (note: string | undefined) => (note === undefined ? {} : { note });

/** `edges`: the first and last lines of all declarations. */
function noteOf(
  { lineStart, lineEnd, isSuite, note }: TestCase,
  { lines, edges, marks }: { lines: readonly string[]; edges: readonly number[]; marks: NoteMarks },
): string | undefined {
  const before = edges[lastUpTo(edges, lineStart - 1)] ?? 0;
  const above = lines.slice(Math.max(before, lineStart - 1 - MOST_ABOVE), lineStart).filter(isRead);
  const skipped = above.map((line) => marks.skips.exec(line)).find((match) => match !== null);
  if (skipped) return inWords("skipped", skipped[1] ?? skipped[2]);
  if (note !== undefined) return note;
  const body = isSuite ? [] : lines.slice(lineStart, Math.min(lineEnd, lineStart + MOST_OF_BODY)).filter(isRead);
  const left = leavingIn(body, marks);
  if (left !== undefined) return left;
  if (above.some((line) => marks.maySkip?.test(line))) return "skipped under a condition";
  const variants = marks.variants?.(above.join("\n")) ?? null;
  return variants === null || isSuite ? undefined : `${variants} cases`;
}

const isRead = (line: string) => line.length <= LONGEST_LINE && !COMMENT.test(line);

/** A statement that leaves a case: always where it is indented as the first one, under a condition else. */
function leavingIn(body: readonly string[], { leaves, mayLeave }: NoteMarks): string | undefined {
  const indentOf = (line: string) => line.length - line.trimStart().length;
  const first = body.find((line) => /[^\s{]/.test(line));
  for (const line of body) {
    if (mayLeave?.test(line)) return "skipped under a condition";
    const match = leaves?.exec(line);
    if (!match) continue;
    return first !== undefined && indentOf(line) <= indentOf(first)
      ? inWords("skipped", match[1] ?? match[2])
      : "skipped under a condition";
  }
  return undefined;
}

function inWords(word: string, reason: string | undefined): string {
  if (reason === undefined || reason.trim() === "") return word;
  const plain = reason.replace(/\s+/g, " ").trim();
  return `${word}: ${plain.length > LONGEST_REASON ? `${plain.slice(0, LONGEST_REASON - 1)}…` : plain}`;
}

/** The most characters that are searched for the end of a list. */
const LONGEST_LIST = 20_000;

/** The number of elements between the brackets at `open`, without those in inner brackets and texts; null where the brackets have no end in reach. */
export function elementsIn(text: string, open: number): number | null {
  let depth = 0;
  let count = 0;
  let isEmpty = true;
  const part = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|[()[\]{},]|\S/g;
  for (const [token] of text.slice(open, open + LONGEST_LIST).matchAll(part)) {
    if (token.startsWith("//")) continue;
    if (/^[([{]$/.test(token)) {
      if (depth > 0) isEmpty = false;
      depth++;
    } else if (/^[)\]}]$/.test(token)) {
      depth--;
      if (depth === 0) return isEmpty ? count : count + 1;
    } else if (token === "," && depth === 1) {
      count++;
      isEmpty = true;
    } else isEmpty = false;
  }
  return null;
}
