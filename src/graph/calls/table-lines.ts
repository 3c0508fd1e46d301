/** Lines that put functions into a table of them, or take them out: `handlers["clear"] = clear`, `const handle = handlers[name]`. */
import escapeStringRegexp from "escape-string-regexp";
import { wholeWord } from "../../base/whole-word.js";

const MOST_OF_LINE = 1000;
/** Names of values that a line declares or sets may stand so far before what they get. */
const MOST_NAMES = 200;

const FILLS =
  /(?<![\w$])([A-Za-z_$][\w$]{0,99})\s{0,5}(?:\[[^\]\n]{1,200}\]\s{0,5}=(?![=>])|\.(?:set|put|Add|TryAdd|Store)\s{0,5}\()/g;

/** The names of the tables that a line puts something into. */
export function tablesFilled(line: string): string[] {
  return [...line.slice(0, MOST_OF_LINE).matchAll(FILLS)].flatMap(([, name]) => name ?? []);
}

const KEYWORDS = new Set(
  "const let var val final auto if for each foreach await async else switch case while return try mut".split(" "),
);
/** Stands between the names of a line and the table that they get values of. */
const GETS = /(?::=|(?<![=!<>:])=(?![=>])|\b(?:of|in|range)\b|\s:\s)/;

/** The names that a line gives to values of a table: `h` and `ok` of `if h, ok := handlers[kind]; ok {`. */
export function namesTaken(line: string, table: string): string[] {
  const short = line.slice(0, MOST_OF_LINE);
  const start = short.search(new RegExp(wholeWord(table)));
  if (start < 0) return [];
  const before = short.slice(Math.max(0, start - MOST_NAMES), start);
  const getting = GETS.exec(before);
  if (getting === null) return [];
  const names = before.slice(0, getting.index).match(/[A-Za-z_$][\w$]{0,99}/g) ?? [];
  return names.filter((name) => !KEYWORDS.has(name));
}

/** Whether a line calls one of some names as functions. */
export function callsOneOf(line: string, names: readonly string[]): boolean {
  if (names.length === 0) return false;
  const any = names.map((name) => escapeStringRegexp(name)).join("|");
  return new RegExp(
    `(?<![\\w$.])(?:${any})\\s{0,5}(?:\\?\\.|\\.(?:call|apply|Invoke|invoke|accept|apply|run)\\s{0,5})?\\(`,
  ).test(line.slice(0, MOST_OF_LINE));
}
