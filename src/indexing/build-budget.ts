/**
 * Limits of the work of a whole build, in addition to those of each of its files. They grow with the size of the repository, so that no ordinary one
 * meets them. A repository of files just below their own limits ends all the same: the remaining files are `failed` or `partial`, and say why.
 */
import { MOST_STEPS } from "../resolution/budget.js";

/**
 * Milliseconds that parse threads may work. Ordinary sources take a sixth of a second for a megabyte, from reading to posting lists half a second
 * (docs/benchmarks.md), and a file of few lines a few milliseconds.
 */
const PARSE_TIME = { least: 600_000, ofFile: 20, ofMegabyte: 5000 };
/** Steps of resolution (budget.ts). The files of ordinary repositories take 160 to 1,700 each, those of the one with the most generic types the most. */
const STEPS = { least: 100 * MOST_STEPS, ofFile: 10_000 };
/**
 * How long a thread may work for one file, in milliseconds. The slowest of 1.5 MB take a second. A build with many files beyond that gives the others
 * less, so that it ends.
 */
export const FILE_TIME = { first: 4000, later: 500, many: 20 };

/** Rest of the cost that the parsing of a build may have. Plain data: parts of a build take it along. */
export interface ParseBudget {
  /** Milliseconds that are left. */
  time: number;
  /** Number of files that took too long until now. */
  tooComplex: number;
}

/** Limits of the cost of a build. */
export interface BuildBudget {
  /** The parsing of these files. */
  parse(files: readonly { size: number }[]): ParseBudget;
  /** Steps of the edges of `files` files, together. */
  steps(files: number): number;
}

export const BUILD_BUDGET: BuildBudget = { parse: parseBudget, steps: stepBudget };

function parseBudget(files: readonly { size: number }[]): ParseBudget {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const { least, ofFile, ofMegabyte } = PARSE_TIME;
  return { time: least + ofFile * files.length + (ofMegabyte * bytes) / 1_000_000, tooComplex: 0 };
}

/** How long the next file may take; 0 where nothing is left. */
export function fileTime({ time, tooComplex }: ParseBudget): number {
  if (time <= 0) return 0;
  return tooComplex < FILE_TIME.many ? FILE_TIME.first : FILE_TIME.later;
}

function stepBudget(files: number): number {
  return STEPS.least + STEPS.ofFile * files;
}
