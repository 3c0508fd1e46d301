/**
 * Answers a question by grep and reading, with a policy that favours grep: the three rarest words of the question that occur at all are searched in
 * one call, in either case and within other words, as `rg -n -i --sort path 'a|b|c'` does; the matching lines are read; then 40 lines on both sides
 * of the hits, overlapping ones once, the best hits first. They are those with most of the words in their lines, which a grep does not tell. Nothing
 * needs rg.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { need, nth } from "../../base/need.js";
import { isOfQuestion } from "../../search/code/concepts.js";
import type { EvalQuery } from "../eval/query-set.js";
import { createReading, type Reading, type ReadLine } from "./reading.js";

const WORDS = 3;
const SHORTEST = 3;
/** Hits that an agent's grep shows, and characters of a line. */
const MOST_HITS = 250;
const LONGEST_LINE = 200;
const AROUND = 40;
/** Windows that are read before the search is given up. */
const MOST_WINDOWS = 40;

/** A file as grep reads it: its lines, and the same in lower case. */
export interface GrepFile {
  path: string;
  lines: string[];
  folded: string[];
}

/** Reads the files of a folder for searches. */
export function readGrepFiles(root: string, paths: readonly string[]): GrepFile[] {
  return [...paths].sort().map((path) => {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    return { path, lines, folded: lines.map((line) => line.toLowerCase()) };
  });
}

/** How much an agent reads that greps for the rarest words of a question. */
export function readByGrep(files: readonly GrepFile[], { query, gold }: EvalQuery): Reading {
  const { reading, read } = createReading(gold);
  const words = rarestWords(files, query);
  const hits = files.flatMap(({ path, lines, folded }) =>
    folded.flatMap((line, index) =>
      words.some((word) => line.includes(word)) ? [{ path, line: index + 1, text: nth(lines, index) }] : [],
    ),
  );
  const shown = hits.slice(0, MOST_HITS);
  const found = shown.map(({ path, line, text }) => ({ path, line, text: `${path}:${line}:${text}` }));
  if (readLines(read, found)) return reading;
  for (const { file, first, last } of windows(files, shown, words).slice(0, MOST_WINDOWS)) {
    const { path, lines } = file;
    const head = { path, line: null, text: `${path}:${first}-${last}` };
    const code = lines
      .slice(first - 1, last)
      .map((text, index) => ({ path, line: first + index, text: `${first + index}\t${text}` }));
    if (readLines(read, [head, ...code])) break;
  }
  return reading;
}

function readLines(
  read: (text: string, lines: Iterable<ReadLine>) => boolean,
  lines: readonly { path: string; line: number | null; text: string }[],
): boolean {
  let end = 0;
  const ended = lines.map(({ path, line, text }) => {
    const cut = text.slice(0, LONGEST_LINE);
    end += cut.length + 1;
    return { path, line, cut, end: end - 1 };
  });
  return read(ended.map(({ cut }) => cut).join("\n"), ended);
}

/** The words of a question that occur in the fewest lines, and in one at least; a plural is searched as its singular. */
function rarestWords(files: readonly GrepFile[], query: string): string[] {
  const words = (query.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [])
    .filter((word) => word.length >= SHORTEST && !isOfQuestion(word))
    .map((word) => (/[^s]s$/.test(word) && word.length > SHORTEST ? word.slice(0, -1) : word));
  return [...new Set(words)]
    .map((word) => ({ word, lines: countLines(files, word) }))
    .filter(({ lines }) => lines > 0)
    .sort((a, b) => a.lines - b.lines || (a.word < b.word ? -1 : 1))
    .slice(0, WORDS)
    .map(({ word }) => word);
}

function countLines(files: readonly GrepFile[], word: string): number {
  let count = 0;
  for (const { folded } of files) for (const line of folded) if (line.includes(word)) count++;
  return count;
}

/** The lines around the hits, the best first. */
function windows(files: readonly GrepFile[], hits: readonly { path: string; line: number }[], words: string[]) {
  const found: { file: GrepFile; first: number; last: number }[] = [];
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const { path, line } of hits) {
    const file = need(byPath, path);
    const first = Math.max(1, line - AROUND);
    const last = Math.min(file.lines.length, line + AROUND);
    const open = found.at(-1);
    if (open?.file === file && first <= open.last + 1) open.last = last;
    else found.push({ file, first, last });
  }
  const worth = ({ file, first, last }: (typeof found)[number]) =>
    words.filter((word) => file.folded.slice(first - 1, last).some((line) => line.includes(word))).length;
  return found.map((window) => ({ ...window, worth: worth(window) })).sort((a, b) => b.worth - a.worth);
}
