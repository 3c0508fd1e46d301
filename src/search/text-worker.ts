/** The thread that runs expressions over texts. It may be ended at any moment: an expression can run for ever. */
import { inflateRawSync } from "node:zlib";
import { maskContent } from "../masking/secrets.js";
import { standBack } from "../priority.js";

// One expression over all texts may take a core for seconds.
standBack("textSearch");

export interface TextRequest {
  source: string;
  flags: string;
  /** The same within the lines of a whole text, as `withinLines` gives it. */
  withinLines: string | null;
  /** Deflated texts, one after the other, and where each ends. */
  data: Uint8Array;
  ends: number[];
  /** Of the texts, in hex. */
  hashes: string[];
  contextLines: number;
  /** Matching lines after which to stop, over all files. */
  limit: number;
  /** When secrets are masked: before a text is searched, or, as texts are quicker to search than to mask, where something was found in it. */
  masks: "never" | "first" | "found";
  /** Without white space at the borders; longer lines are cut around the match to so many characters. */
  lineLength: number;
}

/** A matching line; one that matches several times is one match, at its first. */
export interface LineMatch {
  /** Position of the file in the request. */
  file: number;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** Of the match, in UTF-16 units. */
  length: number;
  text: string;
  before: string[];
  after: string[];
}

/** Searches the files of a request in their order. */
export default function searchFiles(request: TextRequest): LineMatch[] {
  const { source, flags, data, ends, contextLines, limit, lineLength } = request;
  const expression = new RegExp(source, flags);
  const whole = request.withinLines === null ? null : new RegExp(request.withinLines, `${flags}gm`);
  const matches: LineMatch[] = [];
  for (let file = 0; file < ends.length && matches.length < limit; file++) {
    const text = inflateRawSync(data.subarray(ends[file - 1] ?? 0, ends[file])).toString("utf8");
    const before = matches.length;
    if (request.masks !== "first") searchText(text, file);
    if (request.masks === "never" || (request.masks === "found" && matches.length === before)) continue;
    // Searched as it is shown: nobody finds out what a secret is by what matches it.
    const masked = maskContent(text, request.hashes[file]!);
    if (request.masks === "found" && masked === text) continue;
    matches.length = before;
    searchText(masked, file);
  }
  return matches;

  function searchText(text: string, file: number): void {
    if (whole === null) searchLines(text, file);
    else searchWhole(text, file, whole);
  }

  function searchLines(text: string, file: number): void {
    let start = 0;
    for (let line = 1; hasLine(text, start) && matches.length < limit; line++)
      start = searchLine(text, file, start, line);
  }

  /** Looks only at the lines where `whole` finds something. */
  function searchWhole(text: string, file: number, whole: RegExp): void {
    let from = 0;
    let line = 1;
    while (hasLine(text, from) && matches.length < limit) {
      whole.lastIndex = from;
      const found = whole.exec(text);
      if (found === null) return;
      for (let next = text.indexOf("\n", from); next !== -1 && next < found.index; next = text.indexOf("\n", from)) {
        from = next + 1;
        line++;
      }
      if (!hasLine(text, from)) return;
      from = searchLine(text, file, from, line++);
    }
  }

  /** Where the next line begins. */
  function searchLine(text: string, file: number, start: number, line: number): number {
    let end = text.indexOf("\n", start);
    if (end === -1) end = text.length;
    const content = text.slice(start, end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    const found = expression.exec(content);
    if (found !== null)
      matches.push({
        file,
        line,
        column: found.index + 1,
        length: found[0].length,
        text: cut(content, found.index, lineLength),
        before: linesBefore(text, start, contextLines).map((one) => cut(one, 0, lineLength)),
        after: linesAfter(text, end, contextLines).map((one) => cut(one, 0, lineLength)),
      });
    return end + 1;
  }
}

/** Whether a line begins there: what follows the last line break is none when it is empty. */
const hasLine = (text: string, start: number) => start < text.length || (start === 0 && text === "");

/** The line, or `length` characters of it around `at`. */
function cut(line: string, at: number, length: number): string {
  if (line.length <= length) return line;
  const from = Math.max(0, Math.min(at - Math.floor(length / 3), line.length - length));
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
