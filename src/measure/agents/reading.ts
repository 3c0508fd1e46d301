/** Measures how much is read, answer after answer, until a known place is on screen. Pure. */
import { estimateTokens } from "../../base/estimate-tokens.js";
import type { Gold } from "../eval/query-set.js";

/** Tokens read until a file, and a place in it, were on screen; infinite where they never were. */
export interface Reading {
  file: number;
  place: number;
  /** Calls made, including the one that showed the place. */
  calls: number;
}

/** A line of an answer: its file and line, and its end in the answer. */
export interface ReadLine {
  path: string;
  /** Null where only the file is named. */
  line: number | null;
  end: number;
}

/** The reading of one question; answers are added in the order in which they are read. */
export function createReading(gold: readonly Gold[]) {
  const reading: Reading = { file: Number.POSITIVE_INFINITY, place: Number.POSITIVE_INFINITY, calls: 0 };
  let before = 0;
  return {
    reading,
    /** Reads an answer; returns whether the place is on screen now. */
    read(text: string, lines: Iterable<ReadLine>): boolean {
      reading.calls++;
      for (const one of lines) {
        const wanted = gold.filter(({ file }) => file === one.path);
        if (wanted.length === 0) continue;
        const cost = () => before + estimateTokens(text, 0, one.end);
        if (reading.file === Number.POSITIVE_INFINITY) reading.file = cost();
        if (!wanted.some((place) => isIn(one, place))) continue;
        reading.place = cost();
        return true;
      }
      before += estimateTokens(text);
      return false;
    },
  };
}

function isIn({ line }: ReadLine, { start_line: first, end_line: last = first }: Gold): boolean {
  return line !== null && first !== undefined && last !== undefined && line >= first && line <= last;
}
