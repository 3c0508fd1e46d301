/** The committed figures, and the comparison with new ones. Pure except for reading and writing the file. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHECKOUT, type CorpusPackage } from "./corpus.js";
import type { CsharpFigures } from "./csharp.js";
import type { Measured } from "./measure.js";
import { addTallies, type Score, scoreOf, type Tally } from "./score.js";

export interface Figures {
  /** By kind of use, at the default tiers. */
  kinds: Record<string, Score>;
  /** By "tier, kind" and "rule, kind": the number of edges, and of right ones. */
  tiers: Record<string, Precision>;
  rules: Record<string, Precision>;
}

export interface Precision {
  edges: number;
  precision: number;
}

export interface CommittedFigures {
  sets: Record<CorpusPackage["set"], Figures>;
  packages: Record<string, Figures & { files: number; leftOut: Record<string, number> }>;
  csharp: CsharpFigures;
}

const FILE = join(CHECKOUT, "src/measure/graph/figures.json");
/** The tolerated loss of a change: the figures of small packages move with a handful of edges. */
const TOLERANCE = 0.005;
/** A share of fewer uses or edges than this has no meaning. */
const LEAST = 30;

/** Reads the committed figures. */
export function readFigures(): CommittedFigures {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

/** Writes figures to commit. */
export function writeFigures(figures: CommittedFigures): void {
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`);
}

/** The figures of all packages, of both sets, and of C#. */
export function figuresOf(
  measured: readonly Measured[],
  corpus: readonly CorpusPackage[],
  csharp: CsharpFigures,
): CommittedFigures {
  const ofSet = (set: CorpusPackage["set"]) => {
    const names = corpus.filter((entry) => entry.set === set).map(({ name }) => name);
    return figures(addTallies(measured.filter(({ name }) => names.includes(name)).map(({ tally }) => tally)));
  };
  const entries = measured.map(
    ({ name, files, leftOut, tally }) => [name, { files, ...figures(tally), leftOut }] as const,
  );
  return {
    sets: { development: ofSet("development"), "held-out": ofSet("held-out") },
    packages: Object.fromEntries(entries),
    csharp,
  };
}

/** The figures of a tally, in a fixed order. */
export function figures({ groups, tiers, rules }: Tally): Figures {
  const sorted = <Value>(of: Record<string, Value>) => Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1));
  const precisions = (of: Tally["tiers"]) =>
    Object.fromEntries(
      sorted(of).map(([key, counts]) => {
        const { edges, precision } = scoreOf(counts);
        return [key, { edges, precision: rounded(precision) }];
      }),
    );
  return {
    kinds: Object.fromEntries(
      sorted(groups).map(([key, counts]) => {
        const { uses, edges, precision, recall, f1 } = scoreOf(counts);
        return [key, { uses, edges, precision: rounded(precision), recall: rounded(recall), f1: rounded(f1) }];
      }),
    ),
    tiers: precisions(tiers),
    rules: precisions(rules),
  };
}

/** A sentence for each figure that is worse than before by more than the tolerance. */
export function worse(name: string, now: Figures, before: Figures): string[] {
  const found: string[] = [];
  const compare = (what: string, value: number, committed: number) => {
    if (value < committed - TOLERANCE)
      found.push(`${name}, ${what}: ${value.toFixed(3)}, where ${committed.toFixed(3)} is committed`);
  };
  for (const [kind, committed] of Object.entries(before.kinds)) {
    const value = now.kinds[kind];
    if (committed.edges >= LEAST) compare(`precision of ${kind}`, value?.precision ?? 0, committed.precision);
    if (committed.uses >= LEAST) compare(`recall of ${kind}`, value?.recall ?? 0, committed.recall);
  }
  for (const [tier, committed] of Object.entries(before.tiers)) {
    const value = now.tiers[tier];
    if (committed.edges >= LEAST && value && value.edges >= LEAST)
      compare(`precision of ${tier}`, value.precision, committed.precision);
  }
  return found;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
