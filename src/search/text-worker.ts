/** The thread that runs expressions over texts. It may be ended at any moment: an expression can run for ever. */
import { parentPort } from "node:worker_threads";
import { inflateRawSync } from "node:zlib";

export interface TextRequest {
  source: string;
  flags: string;
  files: { data: Uint8Array }[];
  contextLines: number;
  /** Matching lines after which to stop, over all files. */
  limit: number;
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
export function searchFiles({ source, flags, files, contextLines, limit, lineLength }: TextRequest): LineMatch[] {
  const expression = new RegExp(source, flags);
  const matches: LineMatch[] = [];
  for (let file = 0; file < files.length && matches.length < limit; file++) {
    const text = inflateRawSync(files[file]!.data).toString("utf8");
    searchText(text, file);
  }
  return matches;

  function searchText(text: string, file: number): void {
    let start = 0;
    for (let line = 1; start <= text.length && matches.length < limit; line++) {
      let end = text.indexOf("\n", start);
      if (end === -1) end = text.length;
      const lineEnd = end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
      if (end === text.length && start === end && line > 1) return;
      const content = text.slice(start, lineEnd);
      const found = expression.exec(content);
      if (found !== null) {
        matches.push({
          file,
          line,
          column: found.index + 1,
          length: found[0].length,
          text: cut(content, found.index, lineLength),
          before: linesBefore(text, start, contextLines).map((one) => cut(one, 0, lineLength)),
          after: linesAfter(text, end, contextLines).map((one) => cut(one, 0, lineLength)),
        });
      }
      start = end + 1;
    }
  }
}

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

parentPort?.on("message", (request: TextRequest) => parentPort?.postMessage(searchFiles(request)));
