/** The benchmark's results as plain data: figures with their targets, and summaries of times. */
import { lastOf, nth } from "../../base/need.js";

export type MeasureUnit = "s" | "ms" | "KB" | "MB" | "files/s" | "MB/s" | "×" | "";

/** The highest acceptable value of a figure, and the scale for which it was promised. */
export interface Target {
  most: number;
  /** Such as "10,000 files"; absent where it always applies. */
  scale?: string;
}

export interface Figure {
  name: string;
  value: number;
  unit: MeasureUnit;
  target?: Target;
  /** A remark for the reader. */
  note?: string;
}

/** The distribution of repeated calls' times, in milliseconds. */
export interface Spread {
  count: number;
  p50: number;
  p95: number;
  max: number;
}

/** One tool in one way of calling it. */
export interface ToolFigures {
  tool: string;
  way: "http" | "in process";
  /** The first call of the tool in its process, in milliseconds; the other figures exclude it. */
  first: number;
  times: Spread;
  /** Answers that were errors. */
  errors: number;
  /** The text of one of these errors. */
  sampleError?: string;
  /** The slowest call's input. */
  slowest: Record<string, unknown>;
}

export interface Section {
  name: string;
  /** How the section was measured. */
  method: string;
  figures: Figure[];
  tools?: ToolFigures[];
  /** The reason why there are no figures. */
  failure?: string;
}

export interface Report {
  /** ISO 8601. */
  date: string;
  codeindex: string;
  /** The commit of codeindex itself; null outside a checkout. */
  commit: string | null;
  repository: { path: string; commit: string | null };
  machine: { cpu: string; cores: number; memory: number; node: string; system: string };
  /** Load averages of 1, 5 and 15 minutes: on a busy machine all times are longer than necessary. */
  load: { start: number[]; end: number[] };
  seed: number;
  sections: Section[];
}

/** "Figures to reach", on two cores. */
export const TARGETS = {
  tokenCheck: { most: 0.5 },
  floodedP95: { most: 2 },
  protocolCpu: { most: 3 },
  idleClients: { most: 60 },
  embeddedCpu: { most: 6 },
  postgresCpu: { most: 4 },
  firstAnswer400: { most: 5, scale: "400 files" },
  indexWall: { most: 75, scale: "10,000 files" },
  peakMemory: { most: 700, scale: "10,000 files" },
  toolP50: { most: 10, scale: "10,000 files" },
  toolP95: { most: 50, scale: "10,000 files" },
  searchP95: { most: 80, scale: "50,000 chunks" },
  editP95: { most: 500 },
  memorySaid: { most: 0.15 },
  coldP95: { most: 400, scale: "10,000 files" },
  coldMillionP95: { most: 1000, scale: "1,000,000 chunks" },
  restart: { most: 2, scale: "10,000 files" },
} satisfies Record<string, Target>;

/** Percentiles by nearest rank: the smallest time that the given percentage of calls did not exceed. Throws for an empty list. */
export function spread(times: readonly number[]): Spread {
  if (times.length === 0) throw new RangeError("there is no time to sum up");
  const sorted = [...times].sort((a, b) => a - b);
  const quantile = (percent: number) => nth(sorted, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1));
  return { count: sorted.length, p50: quantile(50), p95: quantile(95), max: lastOf(sorted) };
}

/** p50, p95 and max as figures. */
export function spreadFigures(name: string, times: readonly number[], target?: Target): Figure[] {
  const { p50, p95, max } = spread(times);
  return [
    { name: `${name}, p50`, value: p50, unit: "ms" },
    { name: `${name}, p95`, value: p95, unit: "ms", ...(target && { target }) },
    { name: `${name}, max`, value: max, unit: "ms" },
  ];
}
