/** Matches by the part of the program that they are in: code, comments, strings, imports or types. The files are parsed when the question comes. */
import { fileURLToPath } from "node:url";
import { groupBy } from "../../base/groups.js";
import { followLoading } from "../../base/loading-threads.js";
import { nth } from "../../base/need.js";
import { threadFile } from "../../base/package.js";
import { letFail } from "../../base/promises.js";
import { languageOf } from "../../languages/index.js";
import type { ParseResult } from "../../model/parse-result.js";
import type { TextPart } from "../../model/text-part.js";
import { markupOf } from "../../repository/documents.js";
import type { ParseRequest, PartsRequest } from "./parts-thread.js";
import type { LineCount, LineMatch, TextFindings } from "./text-worker.js";
import { createThreadPool } from "./thread-pool.js";

/** `documents`: prose, which is not part of a program. */
export type FoundPart = TextPart | "documents";

/** Lines that match elsewhere than in the part that was asked for. */
export interface LeftOut {
  pattern: number;
  part: FoundPart;
  lines: number;
}

export interface FileOfText {
  path: string;
  /** Deflated. */
  data: Uint8Array;
}

/** The findings in one part. `isWhole`: of each expression, whether the part of each line that it matches has been told. */
interface InPart extends TextFindings {
  leftOut: LeftOut[];
  isWhole: boolean[];
}

/** The findings of a number of expressions. */
type ManyFindings = TextFindings & { expressions: number };

export interface PartsOfText {
  /** The findings that are in the part, each line by its first match there. Findings name `files` by their positions. */
  only(part: TextPart, files: readonly FileOfText[], found: ManyFindings, signal: AbortSignal): Promise<InPart>;
  /** The parse result of each text, by the grammar that is named; null for a language that nobody knows. */
  parse(files: readonly SourceText[], signal: AbortSignal): Promise<(ParseResult | null)[]>;
  close(): Promise<void>;
}

/** A source that the index need not have. */
export type SourceText = ParseRequest["files"][number];

/** Parsers take memory, and the search that finds the lines waits for them: one thread is enough to keep up with it. */
const THREADS = 1;

/** Tells parts in a thread of its own, which starts with the first question. Close it to end the thread. */
export function createPartsOfText(): PartsOfText {
  // No task is stopped by a signal, as that ends its thread, and in native code the process.
  const pool = createThreadPool(fileURLToPath(threadFile("parts-thread")), THREADS);
  const whenLoaded = followLoading(pool);

  /** The parts of the spots of each match, in order. */
  async function partsOf(
    files: readonly FileOfText[],
    matches: readonly LineMatch[],
    signal: AbortSignal,
  ): Promise<FoundPart[][]> {
    const byFile = groupBy(matches, (match) => match.file);
    const parsed = [...byFile.keys()].flatMap((file) => {
      const { path, data } = nth(files, file);
      const language = languageOf(path);
      return language === null ? [] : [{ file, language: language.name, data }];
    });
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const request: PartsRequest = {
      files: parsed.map(({ file, language, data }) => ({ language, data, places: placesIn(byFile, file) })),
      stop,
    };
    const told = parsed.length === 0 ? [] : await stoppable(pool.run(request), stop, signal);
    const partAt = new Map<string, TextPart>();
    for (const [position, { file }] of parsed.entries())
      for (const [index, place] of placesIn(byFile, file).entries()) {
        const part = told[position]?.[index];
        if (part !== undefined) partAt.set(`${file} ${place}`, part);
      }
    return matches.map(({ file, spots }) => {
      const other = markupOf(nth(files, file).path) === null ? "code" : "documents";
      return spots.map(({ start }) => partAt.get(`${file} ${start}`) ?? other);
    });
  }

  return {
    async only(part, files, { matches, counts, expressions }, signal) {
      const parts = await partsOf(files, matches, signal);
      const kept: LineMatch[] = [];
      const keptCounts = new Map<string, LineCount>();
      const leftOut = new Map<string, LeftOut>();
      for (const [index, match] of matches.entries()) {
        const { file, expression } = match;
        const own = nth(parts, index);
        const there = own.findIndex((each) => isIn(each, part));
        if (there === -1) {
          const elsewhere = nth(own, 0);
          const key = `${expression} ${elsewhere}`;
          const { lines } = leftOut.get(key) ?? { lines: 0 };
          leftOut.set(key, { pattern: expression, part: elsewhere, lines: lines + 1 });
          continue;
        }
        const { column, length } = nth(match.spots, there);
        kept.push({ ...match, column, length });
        const key = `${file} ${expression}`;
        const { lines } = keptCounts.get(key) ?? { lines: 0 };
        keptCounts.set(key, { file, expression, lines: lines + 1 });
      }
      const untold = new Array<number>(expressions).fill(0);
      for (const { expression, lines } of counts) untold[expression] = nth(untold, expression) + lines;
      for (const { expression } of matches) untold[expression] = nth(untold, expression) - 1;
      const isWhole = untold.map((lines) => lines === 0);
      return { matches: kept, counts: [...keptCounts.values()], leftOut: [...leftOut.values()], isWhole };
    },
    async parse(files, signal) {
      if (files.length === 0) return [];
      const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const request: ParseRequest = { files: [...files], stop };
      return stoppable<(ParseResult | null)[]>(pool.run(request, { name: "parseTexts" }), stop, signal);
    },
    async close() {
      await whenLoaded();
      await pool.close();
    },
  };
}

/** Strings are code as well. */
const isIn = (part: FoundPart, wanted: TextPart): boolean =>
  part === wanted || (part === "strings" && wanted === "code");

const placesIn = (byFile: ReadonlyMap<number, LineMatch[]>, file: number): number[] =>
  (byFile.get(file) ?? []).flatMap(({ spots }) => spots.map(({ start }) => start));

/** The result of a task, or the signal's reason at once; the task then ends before its next file. */
async function stoppable<T>(task: Promise<T>, stop: Int32Array, signal: AbortSignal): Promise<T> {
  letFail(task);
  let tell = () => {};
  const stopped = new Promise<never>((_, reject) => {
    tell = () => {
      Atomics.store(stop, 0, 1);
      reject(signal.reason);
    };
    signal.addEventListener("abort", tell, { once: true });
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([task, stopped]);
  } finally {
    signal.removeEventListener("abort", tell);
  }
}
