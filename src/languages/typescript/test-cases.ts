/** The test cases of TypeScript and JavaScript: calls such as `it("adds", () => …)`, which no symbol stands for. They are found in the text. Pure. */
import { lastOf, nth, present } from "../../base/need.js";
import { elementsIn, inSkippedSuites } from "../test-notes.js";
import { lineCounter, type TestCase } from "../testing.js";

/** Names of suites and cases in runners; `xit` skips one, `fit` runs it alone. */
const SUITES = new Set(["describe", "suite", "context", "xdescribe", "fdescribe"]);
const CASES = new Set(["it", "test", "specify", "xit", "fit", "xtest"]);
/** A name that people give to what `test.extend` makes: `redisTest`, `containerTest`. Its first argument is a name, and others follow. */
const EXTENDED = /^[a-z]\w*Test$/;
const NAME_FIRST = /\(\s*(?:"(?:[^"\\\n]|\\.){0,300}"|'(?:[^'\\\n]|\\.){0,300}'|`(?:[^`\\]|\\.){0,300}`)\s*,/y;
/** Objects whose members `test` and `describe` are those of a runner; `test.describe` is Playwright's. */
const RUNNERS = new Set(["t", "tap", "test", "it", "QUnit", "Deno", "vitest", "jest"]);
/** Words before which a slash begins a regular expression. */
const BEFORE_REGEXP = new Set([
  "return",
  "typeof",
  "case",
  "in",
  "of",
  "do",
  "else",
  "void",
  "delete",
  "await",
  "yield",
]);
const LONGEST_NAME = 120;
/** The longest list of rows that is counted, and the most lists of a file. */
const LONGEST_ROWS = 4000;
const MOST_LISTS = 500;
/** The longest type arguments of a call. */
const LONGEST_TYPE = 200;

interface Open {
  case: TestCase;
  column: number;
  /** How many brackets were open before its own. */
  depth: number;
}

/** Where a scan of the text stands. */
interface Scan {
  offset: number;
  /** The last word or other character that is not a space, by which a slash is told from a regular expression. */
  before: string;
  /** For each open bracket whether it is that of a template's `${`. */
  brackets: boolean[];
}

/** How many characters may still be looked through twice: calls of `each` that turn out to be none. */
interface Budget {
  left: number;
  /** Lists of rows that may still be counted. */
  lists: number;
}

/** Calls of a runner's functions, with the lines to their closing bracket, by one pass over the text. */
export function casesByCall(text: string): TestCase[] {
  const lines = lineCounter(text);
  const cases: { case: TestCase; column: number }[] = [];
  const open: Open[] = [];
  const scan: Scan = { offset: 0, before: "", brackets: [] };
  const budget: Budget = { left: 2 * text.length, lists: MOST_LISTS };
  while (scan.offset < text.length) {
    const index = scan.offset;
    advance(text, scan);
    while (open.length > 0 && lastOf(open).depth >= scan.brackets.length)
      present(open.pop()).case.lineEnd = lines.at(index);
    const word = scan.before;
    if (!(SUITES.has(word) || CASES.has(word) || EXTENDED.test(word)) || scan.offset !== index + word.length) continue;
    const call = callOf(text, index, word, budget);
    if (!call) continue;
    const line = lines.at(index);
    const { name, isSuite, note } = call;
    const found = {
      case: { kind: word, name, isSuite, lineStart: line, lineEnd: line, ...(note !== undefined && { note }) },
      column: lines.column(index),
    };
    cases.push(found);
    open.push({ ...found, depth: scan.brackets.length });
    scan.brackets.push(false);
    scan.offset = call.inside;
    scan.before = "(";
  }
  const last = lines.at(text.length);
  for (const unclosed of open) unclosed.case.lineEnd = last;
  return inSkippedSuites(endedByIndentation(cases));
}

/** Moves a scan over one word, text, comment or other character. */
function advance(text: string, scan: Scan): void {
  const { offset, before, brackets } = scan;
  const char = text.charAt(offset);
  const next = text[offset + 1];
  if (char === "/" && (next === "/" || next === "*")) {
    scan.offset = next === "/" ? endOfLine(text, offset) : endOfComment(text, offset);
    return;
  }
  const word = wordAt(text, offset);
  scan.before = word || (/\s/.test(char) ? before : char);
  scan.offset = offset + (word.length || 1);
  if (char === '"' || char === "'") scan.offset = endOfString(text, offset);
  else if (char === "`" || (char === "}" && brackets.at(-1))) {
    if (char === "}") brackets.pop();
    scan.offset = endOfTemplate(text, offset + 1);
    if (text[scan.offset - 1] === "{") brackets.push(true);
    scan.before = text.charAt(scan.offset - 1);
  } else if (char === "/" && beginsRegExp(before)) scan.offset = endOfRegExp(text, offset);
  else if (char === "(" || char === "[" || char === "{") brackets.push(false);
  else if (char === ")" || char === "]" || char === "}") brackets.pop();
}

function wordAt(text: string, offset: number): string {
  WORD.lastIndex = offset;
  return WORD.exec(text)?.[0] ?? "";
}

const WORD = /[\w$]+/y;

/** The position behind the template or bracket that begins at `from`, or the end of the budget. */
function endOfWhole(text: string, from: number, budget: Budget): number {
  const scan: Scan = { offset: from, before: "(", brackets: [] };
  const last = Math.min(text.length, from + budget.left);
  do advance(text, scan);
  while (scan.brackets.length > 0 && scan.offset < last);
  budget.left -= scan.offset - from;
  return scan.offset;
}

/**
 * A case ends above the next one that is indented no further: text between tags, of which a scanner cannot tell brackets, may leave it open, and
 * people indent tests.
 */
function endedByIndentation(cases: readonly { case: TestCase; column: number }[]): TestCase[] {
  const around: { case: TestCase; column: number }[] = [];
  for (const each of cases) {
    while (around.length > 0 && lastOf(around).column >= each.column) {
      const before = present(around.pop()).case;
      if (before.lineEnd >= each.case.lineStart && before.lineStart < each.case.lineStart)
        before.lineEnd = each.case.lineStart - 1;
    }
    around.push(each);
  }
  return cases.map((each) => each.case);
}

/** Modifiers between a runner's function and its call: `.only`, `.each([…])`, `.skipIf(cond)`, a tagged table, Playwright's `.describe`. */
const MODIFIER = /\s*\.\s*([A-Za-z]+)/y;

/**
 * The call of a runner's function with its name at `offset`: its first argument as a name, and the beginning of its arguments; null where nothing is called
 * there.
 */
function callOf(
  text: string,
  offset: number,
  name: string,
  budget: Budget,
): { name: string; isSuite: boolean; inside: number; note?: string } | null {
  if (!isRunners(text, offset)) return null;
  let isSuite = SUITES.has(name);
  let note = name.startsWith("x") ? "skipped" : undefined;
  let end = offset + name.length;
  for (;;) {
    MODIFIER.lastIndex = end;
    const modifier = MODIFIER.exec(text);
    if (!modifier) break;
    const word = nth(modifier, 1);
    if (SUITES.has(word)) isSuite = true;
    else if (word === "step") return null;
    end += modifier[0].length;
    note ??= NOTES.get(word);
    const takes = /^(?:each|for|skipIf|runIf)$/.test(word);
    if (!takes) continue;
    end = skipSpace(text, end);
    const count = text[end] === "(" ? countOfRows(text, skipSpace(text, end + 1), budget) : null;
    if (count !== null) note ??= `${count} cases`;
    if (text[end] === "`" || text[end] === "(") end = endOfWhole(text, end, budget);
  }
  const noteFields = note === undefined ? {} : { note };
  if (text[end] === "<") end += text.slice(end, end + LONGEST_TYPE).indexOf(">") + 1;
  end = skipSpace(text, end);
  if (text[end] !== "(" || (EXTENDED.test(name) && !matchesAt(NAME_FIRST, text, end))) return null;
  const argument = skipSpace(text, end + 1);
  const first = text[argument];
  if (first === '"' || first === "'" || first === "`") {
    const close = first === "`" ? endOfWhole(text, argument, budget) : endOfString(text, argument);
    return { name: nameOf(text.slice(argument + 1, close - 1)), isSuite, inside: end + 1, ...noteFields };
  }
  // `describe(Cart, () => …)`, `Deno.test({ name: "…", … })`.
  const named =
    /(?:\{[^{}]*?\bname\s*:\s*(["'`])((?:(?!\1).)*)\1|([\w$.]+)\s*,\s*(?:async\b|function\b|\(|[\w$]+\s*=>))/y;
  named.lastIndex = argument;
  const found = named.exec(text);
  return found ? { name: nameOf(found[2] ?? nth(found, 3)), isSuite, inside: end + 1, ...noteFields } : null;
}

function matchesAt(sticky: RegExp, text: string, offset: number): boolean {
  sticky.lastIndex = offset;
  return sticky.test(text);
}

/** Modifiers that keep a case from running. */
const NOTES: ReadonlyMap<string, string> = new Map([
  ["skip", "skipped"],
  ["todo", "todo"],
  ["fixme", "skipped"],
  ["skipIf", "skipped under a condition"],
  ["runIf", "skipped under a condition"],
]);

/** How many rows a list at `open` has; null where there is none. */
function countOfRows(text: string, open: number, budget: Budget): number | null {
  if (text[open] !== "[" || budget.lists-- <= 0) return null;
  return elementsIn(text.slice(open, open + LONGEST_ROWS), 0);
}

const nameOf = (written: string) => {
  const plain = written.replace(/\\(["'`])/g, "$1").replace(/\s+/g, " ");
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME - 1)}…` : plain;
};

/** Whether a name stands for a runner's function: alone, or as a member of a runner, unlike that of `pattern.test("…")`. */
function isRunners(text: string, offset: number): boolean {
  const line = text.slice(Math.max(0, offset - 40), offset);
  if (/[\w$]$/.test(line)) return false;
  // A dot at the end of the line above is most likely that of a comment.
  const [, receiver] = /([\w$)\]/"'`]+)\s*\??\.[^\S\n]*$/.exec(line) ?? [];
  if (receiver !== undefined) return RUNNERS.has(receiver);
  return !/\.[^\S\n]*$/.test(line) && !/\bfunction\s+$/.test(line);
}

const skipSpace = (text: string, from: number) => {
  let offset = from;
  while (offset < text.length && /\s/.test(text.charAt(offset))) offset++;
  return offset;
};

/** The end of a line, its break left out. */
function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** Behind the closing quote; an apostrophe between tags is not a quote, so a string ends with its line. */
function endOfString(text: string, from: number): number {
  const quote = text.charAt(from);
  for (let index = from + 1; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === quote) return index + 1;
    else if (text[index] === "\n") return index;
  }
  return text.length;
}

/** Behind the closing quote of a template's text that begins at `from`, or behind the next `${`. */
function endOfTemplate(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === "`") return index + 1;
    else if (text[index] === "$" && text[index + 1] === "{") return index + 2;
  }
  return text.length;
}

function endOfComment(text: string, from: number): number {
  const end = text.indexOf("*/", from + 2);
  return end < 0 ? text.length : end + 2;
}

/** Whether a slash after this character or word begins a regular expression, and is not a division. */
function beginsRegExp(before: string): boolean {
  return before === "" || BEFORE_REGEXP.has(before) || /^[([{,;:=!&|?+\-*%~^]$/.test(before);
}

/** Behind the slash that ends a regular expression; behind the first one where the line has no other. */
function endOfRegExp(text: string, from: number): number {
  let isInClass = false;
  for (let index = from + 1; index < text.length && text[index] !== "\n"; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === "[") isInClass = true;
    else if (text[index] === "]") isInClass = false;
    else if (text[index] === "/" && !isInClass) return index + 1;
  }
  return from + 1;
}
