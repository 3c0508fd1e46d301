import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { nth, present } from "../base/need.js";
import { matchesByFile } from "../format/brief.js";
import { countOf } from "../format/counts.js";
import { fileLines, leftOutInWords, totalInWords } from "../format/matches.js";
import { decodeCursor, encodeCursor, hasMore } from "../format/page.js";
import { spreadOf } from "../format/spread.js";
import { enclosingNames } from "../graph/enclosing.js";
import { LANGUAGE_FAMILIES } from "../languages/index.js";
import { TEXT_PARTS, type TextPart } from "../model/text-part.js";
import type { FileFilters } from "../search/filters.js";
import type { TextCount, TextMatches, TextPattern } from "../search/text/search.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import { listFilter } from "./shared/list-filter.js";
import * as params from "./shared/params.js";
import { type FunctionFields, functionLines, functionShape, functionsAround } from "./shared/text-functions.js";
import { insteadOf } from "./shared/text-instead.js";
import { patternInWords, patternsOf } from "./shared/text-patterns.js";

/** How long one search may take, in milliseconds. */
const TIME_LIMIT = 5_000;

/** How long lines that are not shown are counted, in milliseconds; as somebody types, only while nobody notices. */
const COUNTING = { exact: 700, estimated: 30 };

/** Of several patterns each has this many lines in turn: whatever cuts the list cuts all of them alike. */
const IN_TURN = 5;
const MOST_PATTERNS = 30;

const lines = z.array(z.string());
const result = z.object({
  query: z.string().optional().describe("Of several: the one that the line matches."),
  path: z.string(),
  line: z.int(),
  column: z.int().describe("Of the line's first match, from 1."),
  text: z.string().describe("The line, cut to 300 characters around the match."),
  in: z.string().optional().describe("The function or type around it, and its lines."),
  before: lines,
  after: lines,
});
const total = z.object({
  query: z.string().optional(),
  lines: z.int(),
  files: z.int(),
  at_least: z.boolean().optional().describe("true: there may be more."),
  above: z.int().optional().describe("Lines that stand under an earlier query."),
  by: z.array(z.object({ path: z.string(), lines: z.int(), files: z.int() })).describe("Folders and files."),
});
type Result = z.infer<typeof result>;
type Total = z.infer<typeof total>;

export default defineTool({
  name: "search_text",
  title: "Search text",
  toolset: "search",
  core: true,
  canEstimateCounts: true,
  description:
    "Greps all files for text, a string or regex: use it for every place that reads or mentions it: environment variables, config keys, feature flags, TODO comments, and where an error message comes from.",
  readOnly: true,
  cost: 2,
  idempotent: true,
  answersPreviews: () => true,
  command: { name: "grep", positional: ["query"] },
  input: {
    query: params.query("Text, or expression with regex.").optional(),
    queries: z.array(params.query("Text.")).min(1).max(MOST_PATTERNS).optional().describe("Several in one call."),
    regex: z.boolean().default(false).describe("JavaScript's, within a line."),
    case_sensitive: z.boolean().optional().describe("Default: where the query has a capital."),
    whole_word: z.boolean().default(false).describe("No parts of words."),
    only: z.enum(TEXT_PARTS).optional().describe("code: without comments, imports, types."),
    path_filter: params.pathFilter,
    tests: listFilter.tests,
    extensions: z.array(z.string().max(100)).max(50).optional().describe("Such as ts."),
    languages: z.array(z.enum(LANGUAGE_FAMILIES)).max(10).optional().describe("Only these."),
    context_lines: z.int().min(0).max(50).default(0).describe("Lines around each."),
    functions: z.boolean().default(false).describe("Show the functions around."),
    limit: params.limit(50, 200),
    cursor: params.cursor,
  },
  output: {
    results: z.array(result).describe("Of several queries some lines of each in turn."),
    functions: z.array(functionShape).optional().describe("Where asked for: the source around the lines."),
    totals: z.array(total).describe("Of each query: all lines that match, and where they are."),
    timed_out: z.boolean().describe("The time was up before all files were searched: there may be more."),
    note: z.string().optional(),
  },
  brief: ({ results, totals, functions = [], ...output }) => ({
    ...output,
    totals: totals
      .map((one) => ({ one, shown: results.filter(({ query }) => query === one.query).length }))
      .filter(({ one, shown }) => shown < one.lines || shown === 0)
      .map(({ one: { by, query, lines, files, at_least, above = 0 }, shown }) => ({
        query,
        ...(lines > 0 && { lines, files, at_least }),
        ...(above > 0 && { above }),
        by: shown + above < lines && Object.fromEntries(by.map((place) => [place.path, place.lines])),
      })),
    ...(functions.length > 0 && { functions }),
    results: matchesByFile(linesElsewhere(results, functions)),
  }),
  async run(input, context) {
    const offset = decodeCursor(input.cursor);
    const end = offset + input.limit;
    const search = searchWith(context, input, end + 1);
    const asked = patternsOf(input);
    const found = await search(asked);
    const isNarrowed = [input.path_filter, input.tests, input.extensions, input.languages].some(
      (filter) => filter !== undefined,
    );
    const options = { isCaseGiven: input.case_sensitive !== undefined, isNarrowed };
    const instead = (pattern: TextPattern) => insteadOf(pattern, options, (one, filters) => search([one], filters));
    const answers: PatternAnswer[] = [];
    for (const [index, pattern] of asked.entries()) answers.push(await answerOf(found, index, () => instead(pattern)));
    const label = (index: number) => (asked.length > 1 ? { query: nth(asked, index).text } : {});
    const lists = answers.map(({ lines }, index) => lines.map((line): Result => ({ ...label(index), ...line })));
    const totals = answers.map(({ total }, index): Total => ({ ...label(index), ...total }));
    const all = inTurn(onceEach(lists, totals));
    const page = all.slice(offset, end);
    const around = await enclosingNames(context.db, context.view, page);
    const results = page.map((match, index) => ({
      ...match,
      ...(around[index] !== undefined && { in: around[index] }),
    }));
    if (found.isTimedOut && results.length === 0) {
      throw new CodeindexError(
        "index_timeout",
        `The search was stopped after ${TIME_LIMIT / 1000} seconds with nothing found; not all files that may match were searched.`,
      );
    }
    const isCut = all.length > end;
    const notes = notesOf(found, answers, { only: input.only, isWhole: !isCut && offset === 0 });
    return {
      results,
      totals,
      timed_out: found.isTimedOut,
      ...(input.functions && { functions: await functionsAround(context, page) }),
      ...(notes.length > 0 && { note: notes.join(" ") }),
      ...(isCut ? { truncated: true, next_cursor: encodeCursor(end) } : found.isTimedOut ? { truncated: true } : {}),
    };
  },
  render(output, input) {
    const { results, totals, functions = [], note } = output;
    const isFirst = input.cursor === undefined;
    const parts: string[] = [];
    const patterns = patternsOf(input);
    // An answer about several projects has none.
    for (const one of totals.length > 0 ? totals : shownTotals(results, hasMore(output))) {
      const own = results.filter(({ query }) => query === one.query);
      const pattern = one.query === undefined ? nth(patterns, 0) : patterns.find(({ text }) => text === one.query);
      const asked = patternInWords(present(pattern));
      if (parts.length > 0) parts.push("");
      if (own.length === 0 && isFirst && one.lines > 0) parts.push(`${asked}: ${totalInWords(one, 0)}`);
      else if (own.length === 0 && output.timed_out)
        parts.push(`${asked}: nothing ${isFirst ? "" : "further "}found before the time was up.`);
      else if (own.length === 0) parts.push(`No ${isFirst ? "" : "further "}line matches ${asked}.`);
      else if (isFirst) parts.push(`${asked}: ${totalInWords(one, own.length)}`);
      else parts.push(`${asked}: ${own.length} further lines`);
      parts.push(...fileLines(linesElsewhere(own, functions)));
    }
    parts.push(...functionLines(functions));
    return [...(note === undefined ? [] : [note]), ...parts].join("\n");
  },
  shrink: [
    ({ functions: _functions, ...output }) => output,
    (output) => ({ ...output, results: output.results.map((match) => ({ ...match, before: [], after: [] })) }),
    (output) => ({ ...output, results: output.results.map((match) => ({ ...match, text: match.text.slice(0, 120) })) }),
  ],
});

/** The lines that no function of the answer shows. */
function linesElsewhere<One extends { path: string; line: number }>(
  lines: readonly One[],
  functions: readonly FunctionFields[],
): One[] {
  return lines.filter(
    ({ path, line }) =>
      !functions.some(
        (one) => one.form === "whole" && one.file_path === path && one.line_start <= line && line <= one.line_end,
      ),
  );
}

interface Narrowed {
  only?: TextPart | undefined;
  path_filter?: string | undefined;
  tests?: FileFilters["tests"];
  extensions?: string[] | undefined;
  languages?: string[] | undefined;
  context_lines: number;
}

/** The search that a call asks for; with other filters where they are given. */
function searchWith({ searcher, view, signal, estimatesCounts }: ToolContext, input: Narrowed, limit: number) {
  const own: FileFilters = {
    ...(input.path_filter !== undefined && { pathFilter: input.path_filter }),
    ...(input.tests !== undefined && { tests: input.tests }),
    ...(input.extensions !== undefined && { extensions: input.extensions }),
    ...(input.languages !== undefined && { languages: input.languages }),
  };
  return (patterns: readonly TextPattern[], filters: FileFilters = own): Promise<TextMatches> => {
    const options = {
      only: input.only,
      withGenerated: true,
      contextLines: input.context_lines,
      limit,
      countingMs: estimatesCounts ? COUNTING.estimated : COUNTING.exact,
      timeoutMs: TIME_LIMIT,
      signal,
    };
    return searcher.searchText(view, { patterns, ...filters, ...options });
  };
}

/** The lines of one pattern and their total; `leftOut` are lines in parts that were not asked for. */
interface PatternAnswer {
  lines: Omit<Result, "query">[];
  total: Omit<Total, "query">;
  leftOut: TextMatches["leftOut"];
  note: string | null;
  /** Whether neither it nor anything in its place is in the index. */
  isNowhere: boolean;
}

/** The answer about one pattern of a search; of one that has no lines, with what `instead` finds in its place. */
async function answerOf(
  found: TextMatches,
  index: number,
  instead: () => ReturnType<typeof insteadOf>,
): Promise<PatternAnswer> {
  let matches = found.matches.filter(({ pattern }) => pattern === index);
  let counts = countsOf(found, index);
  let isCounted = nth(found.isCounted, index);
  const isElsewhere = found.leftOut.some(({ pattern }) => pattern === index);
  const isMissing = matches.length === 0 && !isElsewhere && !found.isTimedOut && found.passing !== 0;
  const other = isMissing ? await instead() : null;
  if (other?.found) {
    matches = other.found.matches;
    counts = countsOf(other.found, 0);
    isCounted = nth(other.found.isCounted, 0);
  }
  const lines = counts.reduce((sum, count) => sum + count.lines, 0);
  const isMore = !isCounted || found.isTimedOut;
  return {
    lines: matches.map(({ pattern: _pattern, length: _length, ...line }) => line),
    total: { lines, files: counts.length, ...(isMore && lines > 0 && { at_least: true }), by: spreadOf(counts) },
    leftOut: other?.found?.leftOut ?? [],
    note: other?.note ?? null,
    isNowhere: other !== null && other.found === null,
  };
}

/** The notes above an answer. `isWhole`: it is the first page, and the only one. */
function notesOf(
  found: TextMatches,
  answers: readonly PatternAnswer[],
  { only, isWhole }: { only: TextPart | undefined; isWhole: boolean },
): string[] {
  const { passing, unsearched, isTimedOut } = found;
  const notes = passing === 0 ? ["No file of the index passes these filters."] : [];
  for (const { note } of answers) if (note) notes.push(note);
  if (passing && answers.some(({ isNowhere }) => isNowhere))
    notes.push(`${countOf(passing, "file")} of the index ${passing === 1 ? "passes" : "pass"} the filters.`);
  if (isTimedOut)
    notes.push(
      `Stopped after ${TIME_LIMIT / 1000} seconds: not all files that may match were searched. Narrow it with path_filter or a longer literal.`,
    );
  if (unsearched > 0 && isWhole) notes.push(unsearchedInWords(unsearched));
  const leftOut = [...found.leftOut, ...answers.flatMap((answer) => answer.leftOut)];
  if (only !== undefined && leftOut.length > 0) notes.push(leftOutInWords(only, leftOut));
  return notes;
}

const unsearchedInWords = (files: number): string =>
  `Not searched: ${countOf(files, "file")} of generated or minified code, as it is much; path_filter can pick some of it.`;

/** Totals of what is shown, where no others are known. */
function shownTotals(results: readonly Result[], isCut: boolean): Total[] {
  const queries = results.length > 0 ? [...new Set(results.map(({ query }) => query))] : [undefined];
  return queries.map((query) => {
    const own = results.filter((one) => one.query === query);
    const files = new Set(own.map(({ path }) => path)).size;
    return { query, lines: own.length, files, ...(isCut && { at_least: true }), by: [] };
  });
}

const countsOf = ({ counts }: TextMatches, index: number): TextCount[] =>
  counts.filter(({ pattern }) => pattern === index);

/** The lists with each line in the first that has it; the totals of the others count it as `above`. */
function onceEach(lists: readonly Result[][], totals: Total[]): Result[][] {
  const seen = new Set<string>();
  return lists.map((list, index) => {
    const own = list.filter(({ path, line }) => !seen.has(`${line} ${path}`));
    for (const { path, line } of own) seen.add(`${line} ${path}`);
    if (own.length < list.length) totals[index] = { ...nth(totals, index), above: list.length - own.length };
    return own;
  });
}

/** The lists by turns, some of each at a time. */
function inTurn<One>(lists: readonly One[][]): One[] {
  if (lists.length === 1) return nth(lists, 0);
  const all: One[] = [];
  const longest = Math.max(...lists.map(({ length }) => length));
  for (let from = 0; from < longest; from += IN_TURN)
    for (const list of lists) all.push(...list.slice(from, from + IN_TURN));
  return all;
}
