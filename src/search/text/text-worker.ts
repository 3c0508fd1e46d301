/** The thread that runs expressions over texts. It may be ended at any moment: an expression can run for ever. */
import { inflateRawSync } from "node:zlib";
import { nth, present } from "../../base/need.js";
import { lowerPriority } from "../../base/priority.js";
import { maskContent } from "../../masking/secrets.js";

// One expression over all texts may take a core for seconds.
lowerPriority("textSearch");

export interface Expression {
  source: string;
  flags: string;
  /** The same within the lines of a whole text, as `withinLines` gives it. */
  withinLines: string | null;
}

export interface TextRequest {
  expressions: Expression[];
  /** Deflated texts, one after the other, and where each ends. */
  data: Uint8Array;
  ends: number[];
  /** Of the texts, in hex. */
  hashes: string[];
  contextLines: number;
  /** Matching lines of each expression that are wanted, over all files. */
  limits: number[];
  /** Whether further lines are counted; else the search stops where none is wanted. */
  isCounting: boolean;
  /** When secrets are masked: before a text is searched, or, as texts are quicker to search than to mask, where something was found in it. */
  masks: "never" | "first" | "found";
  /** Whether each match of a line is reported, so that its part of the program can be looked up. */
  isPlacing?: boolean;
  /** Characters of a line at most, without white space at the borders; longer lines are cut around the match. */
  lineLength: number;
}

/** A matching line; one that matches several times is one match, at its first. */
export interface LineMatch {
  /** Positions of the file and of the expression in the request. */
  file: number;
  expression: number;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** Of the match, in UTF-16 units. */
  length: number;
  /** With `isPlacing` all matches of the line, by their first character that is not a space; `start` is an offset in the text. */
  spots: { start: number; column: number; length: number }[];
  text: string;
  before: string[];
  after: string[];
}

/** The number of lines of one file that match, shown or not. */
export interface LineCount {
  file: number;
  expression: number;
  lines: number;
}

export interface TextFindings {
  matches: LineMatch[];
  counts: LineCount[];
}

/** The search for one expression. */
interface ExpressionSearch {
  /** Position of the expression in the request. */
  index: number;
  one: RegExp;
  all: RegExp;
  /** Finds the lines that match in a whole text; null where the expression has no such form. */
  whole: RegExp | null;
  /** Matching lines that are still wanted. */
  left: number;
}

/** A request as far as it has been answered. */
interface Answering {
  request: TextRequest;
  searches: ExpressionSearch[];
  found: TextFindings;
}

/** A file's text, and its position in the request. */
interface FileText {
  file: number;
  text: string;
}

/** Searches the files of a request in their order. */
export default function searchFiles(request: TextRequest): TextFindings {
  const { data, ends } = request;
  const searches = request.expressions.map(
    ({ source, flags, withinLines }, index): ExpressionSearch => ({
      index,
      one: new RegExp(source, flags),
      all: new RegExp(source, `${flags}g`),
      whole: withinLines === null ? null : new RegExp(withinLines, `${flags}gm`),
      left: nth(request.limits, index),
    }),
  );
  const answering: Answering = { request, searches, found: { matches: [], counts: [] } };
  for (let file = 0; file < ends.length && searches.some((search) => isWanted(request, search)); file++) {
    const text = inflateRawSync(data.subarray(ends[file - 1] ?? 0, ends[file])).toString("utf8");
    searchMasked(answering, { file, text });
  }
  return answering.found;
}

const isWanted = ({ isCounting }: TextRequest, { left }: ExpressionSearch) => isCounting || left > 0;

/** Searches a text as it is shown, with its secrets masked: matches must not betray a secret. */
function searchMasked(answering: Answering, { file, text }: FileText): void {
  const { request, searches, found } = answering;
  const mask = () => maskContent(text, nth(request.hashes, file));
  if (request.masks === "first") {
    searchText(answering, { file, text: mask() });
    return;
  }
  const before = { matches: found.matches.length, counts: found.counts.length, left: searches.map(({ left }) => left) };
  searchText(answering, { file, text });
  if (request.masks === "never" || found.counts.length === before.counts) return;
  const masked = mask();
  if (masked === text) return;
  found.matches.length = before.matches;
  found.counts.length = before.counts;
  for (const search of searches) search.left = nth(before.left, search.index);
  searchText(answering, { file, text: masked });
}

function searchText(answering: Answering, source: FileText): void {
  const { request, searches, found } = answering;
  for (const search of searches.filter((each) => isWanted(request, each))) {
    const lines =
      search.whole === null ? searchLines(answering, source, search) : searchWhole(answering, source, search);
    if (lines > 0) found.counts.push({ file: source.file, expression: search.index, lines });
  }
}

/** Looks at each line. Gives how many match. */
function searchLines(answering: Answering, source: FileText, search: ExpressionSearch): number {
  let count = 0;
  let start = 0;
  for (let line = 1; hasLine(source.text, start) && isWanted(answering.request, search); line++) {
    const looked = searchLine(answering, source, search, start, line);
    start = looked.end;
    if (looked.isMatch) count++;
  }
  return count;
}

/** Looks only at the lines where `whole` finds something. Gives how many match. */
function searchWhole(answering: Answering, source: FileText, search: ExpressionSearch): number {
  const { text } = source;
  const whole = present(search.whole);
  let count = 0;
  let from = 0;
  let line = 1;
  while (hasLine(text, from) && isWanted(answering.request, search)) {
    whole.lastIndex = from;
    const next = whole.exec(text);
    if (next === null) return count;
    for (let end = text.indexOf("\n", from); end !== -1 && end < next.index; end = text.indexOf("\n", from)) {
      from = end + 1;
      line++;
    }
    if (!hasLine(text, from)) return count;
    const looked = searchLine(answering, source, search, from, line++);
    from = looked.end;
    if (looked.isMatch) count++;
  }
  return count;
}

/** Whether the line matches, and where the next one begins. A match is kept while one is wanted. */
function searchLine(
  { request, found }: Answering,
  { file, text }: FileText,
  search: ExpressionSearch,
  start: number,
  line: number,
): { isMatch: boolean; end: number } {
  const { contextLines, lineLength } = request;
  const lineBreak = text.indexOf("\n", start);
  const end = lineBreak === -1 ? text.length : lineBreak;
  const content = text.slice(start, end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end);
  const match = search.one.exec(content);
  if (match !== null && search.left > 0) {
    search.left--;
    found.matches.push({
      file,
      expression: search.index,
      line,
      column: match.index + 1,
      length: match[0].length,
      spots: request.isPlacing ? spotsOf(search.all, content, start) : [],
      text: cut(content, match.index, lineLength),
      before: linesBefore(text, start, contextLines).map((one) => cut(one, 0, lineLength)),
      after: linesAfter(text, end, contextLines).map((one) => cut(one, 0, lineLength)),
    });
  }
  return { isMatch: match !== null, end: end + 1 };
}

/** The most matches of one line that an answer lists. */
const MOST_SPOTS = 20;

/** The matches of a line that begins at `start`. */
function spotsOf(expression: RegExp, line: string, start: number): LineMatch["spots"] {
  const spots: LineMatch["spots"] = [];
  for (const { 0: text, index } of line.matchAll(expression)) {
    const own = text.trimStart();
    const offset = index + text.length - own.length;
    spots.push({ start: start + offset, column: offset + 1, length: own.length });
    if (spots.length === MOST_SPOTS) break;
  }
  return spots;
}

/** Whether a line begins there: an empty rest behind the last line break is not a line. */
const hasLine = (text: string, start: number) => start < text.length || (start === 0 && text === "");

/** The line, or `length` characters of it around `offset`. */
function cut(line: string, offset: number, length: number): string {
  if (line.length <= length) return line;
  const from = Math.max(0, Math.min(offset - Math.floor(length / 3), line.length - length));
  const part = line.slice(from, from + length);
  return `${from > 0 ? "…" : ""}${part}${from + length < line.length ? "…" : ""}`;
}

function linesBefore(text: string, start: number, count: number): string[] {
  const lines: string[] = [];
  let end = start - 1;
  while (lines.length < count && end >= 0) {
    const from = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    lines.unshift(text.slice(from, end).replace(/\r$/, ""));
    end = from - 1;
  }
  return lines;
}

function linesAfter(text: string, end: number, count: number): string[] {
  const lines: string[] = [];
  let from = end + 1;
  while (lines.length < count && from < text.length) {
    let to = text.indexOf("\n", from);
    if (to === -1) to = text.length;
    lines.push(text.slice(from, to).replace(/\r$/, ""));
    from = to + 1;
  }
  return lines;
}
