/** The figures of the benchmark, and the check of new figures against the committed ones. Pure but for reading and writing the file. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { packageFile } from "../../base/package.js";
import { spread } from "../bench/figures.js";
import type { IndexReading } from "./by-index.js";
import type { Reading } from "./reading.js";

/** One question with all its readings. */
export interface Measured extends IndexReading {
  level: string;
  grep: Reading;
}

/** The ways of reading: by index, in either form, and by grep. */
export const WAYS = ["text", "structured", "grep"] as const;

export interface WayFigures {
  /** Tokens until the place is on screen; null where too many questions for this percentile did not find it. */
  median: number | null;
  p95: number | null;
  /** Shares of questions with the right file, and the place, on screen within a number of tokens; by position in WITHIN. */
  file: number[];
  place: number[];
  /** Shares of questions that never found the place. */
  never: number;
  /** The mean number of calls. */
  calls: number;
}

export interface Figures {
  questions: number;
  ways: Record<(typeof WAYS)[number], WayFigures>;
  /** Tokens of whole first answers. */
  size: Record<"text" | "structured", { median: number; p95: number }>;
  /** The ratio of the structured form's length to the text's, over all of them. */
  ratio: number;
}

export const WITHIN = [1000, 2000, 4000] as const;
/** The tolerated fall of a share: two questions of 200. */
const TOLERANCE = 0.01;
/** The tolerated growth of a length. */
const LONGER = 1.05;

const FILE = fileURLToPath(packageFile("src/measure/agents/figures.json"));

/** Reads the committed figures. */
export const readFigures = (): Record<string, Figures> => JSON.parse(readFileSync(FILE, "utf8"));

/** Writes figures to commit. */
export function writeFigures(figures: Record<string, Figures>): void {
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`);
}

/** The figures of all questions, and of each kind. */
export function figuresOf(measured: readonly Measured[]): Record<string, Figures> {
  const groups = new Map<string, Measured[]>([["all", [...measured]]]);
  for (const one of measured) addToList(groups, one.level, one);
  return Object.fromEntries([...groups].map(([level, members]) => [level, figuresOfGroup(members)]));
}

function figuresOfGroup(measured: readonly Measured[]): Figures {
  const size = (form: "text" | "structured") => {
    const { p50, p95 } = spread(measured.map((one) => one.size[form]));
    return { median: p50, p95 };
  };
  const sum = (form: "text" | "structured") => measured.reduce((total, one) => total + one.size[form], 0);
  const ways = WAYS.map((way) => [way, wayFigures(measured.map((one) => one[way]))] as const);
  return {
    questions: measured.length,
    ways: Object.fromEntries(ways) as Figures["ways"],
    size: { text: size("text"), structured: size("structured") },
    ratio: rounded(sum("structured") / sum("text")),
  };
}

function wayFigures(readings: readonly Reading[]): WayFigures {
  const share = (isOne: (reading: Reading) => boolean) => rounded(readings.filter(isOne).length / readings.length);
  const { p50, p95 } = spread(readings.map(({ place }) => place));
  return {
    median: Number.isFinite(p50) ? p50 : null,
    p95: Number.isFinite(p95) ? p95 : null,
    file: WITHIN.map((most) => share(({ file }) => file <= most)),
    place: WITHIN.map((most) => share(({ place }) => place <= most)),
    never: share(({ place }) => !Number.isFinite(place)),
    calls: rounded(readings.reduce((sum, { calls }) => sum + calls, 0) / readings.length),
  };
}

/** A line for each figure of the index that is worse than committed; grep is the baseline. */
export function worse(now: Figures, before: Figures): string[] {
  const found: string[] = [];
  for (const way of ["text", "structured"] as const) {
    for (const what of ["file", "place"] as const)
      for (const [index, most] of WITHIN.entries()) {
        const [is, was] = [nth(now.ways[way][what], index), nth(before.ways[way][what], index)];
        if (is < was - TOLERANCE) found.push(`${way}, the ${what} within ${most} tokens: ${is}, committed ${was}`);
      }
    for (const what of ["median", "p95"] as const) {
      const [is, was] = [now.size[way][what], before.size[way][what]];
      if (is > was * LONGER) found.push(`${way}, ${what} of the answers' tokens: ${is}, committed ${was}`);
    }
  }
  return found;
}

const rounded = (value: number): number => Number(value.toFixed(3));
