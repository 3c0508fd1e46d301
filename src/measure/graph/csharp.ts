/** Measures how right the C# graph is, on the corpus that was checked by hand (tests/corpus/csharp), and on calls sampled from libraries. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { table } from "../bench/table.js";
import {
  CSHARP_CORPUS,
  figuresOf,
  type JudgedFigures,
  judgeCsharpCorpus,
  judgeSampledCalls,
  type SampledCalls,
} from "./csharp-expectations.js";

/** By part: "development", "held-out", and "sampled: efcore" and the like. */
export type CsharpFigures = Record<string, JudgedFigures[]>;

/** The parts of the corpus. */
const PARTS = ["development", "held-out"];

/**
 * Judges the corpus, and the sampled calls of each library whose source is in the folder CODEINDEX_CSHARP_LIBRARIES; the figures of others are taken
 * from `known`.
 */
export async function measureCsharp(known: CsharpFigures = {}): Promise<CsharpFigures> {
  const figures: CsharpFigures = {};
  for (const part of PARTS) figures[part] = rounded(figuresOf(await judgeCsharpCorpus(part)));
  const libraries = process.env.CODEINDEX_CSHARP_LIBRARIES;
  for (const list of readdirSync(join(CSHARP_CORPUS, "sampled")).sort()) {
    const library = list.replace(".json", "");
    const part = `sampled: ${library}`;
    const folder = libraries === undefined ? null : join(libraries, library);
    if (folder !== null && existsSync(folder)) {
      const sample: SampledCalls = JSON.parse(readFileSync(join(CSHARP_CORPUS, "sampled", list), "utf8"));
      figures[part] = rounded(
        figuresOf(await judgeSampledCalls(sample, folder)).filter(({ expected }) => expected > 0),
      );
    } else if (known[part]) figures[part] = known[part];
  }
  return figures;
}

function rounded(figures: JudgedFigures[]): JudgedFigures[] {
  const round = (value: number) => Number(value.toFixed(4));
  return figures.map((one) => ({
    ...one,
    precision: round(one.precision),
    recall: round(one.recall),
    f1: round(one.f1),
  }));
}

/** A sentence for each figure that is worse than before: every edge counts, as each was checked by hand. Missing libraries are left out. */
export function worseCsharp(now: CsharpFigures, before: CsharpFigures): string[] {
  const isAtHand = ([part]: [string, unknown]) => now[part] !== undefined || !part.startsWith("sampled");
  return Object.entries(before)
    .filter(isAtHand)
    .flatMap(([part, committed]) =>
      committed.flatMap(({ relation, tier, right, wrong }) => {
        const found = now[part]?.find((one) => one.relation === relation && one.tier === tier);
        if (tier !== "default" || (found && found.right >= right && found.wrong <= wrong)) return [];
        const has = `${found?.right ?? 0} right and ${found?.wrong ?? 0} wrong`;
        return [`C# ${part}, ${relation}: ${has}, where ${right} and ${wrong} are committed`];
      }),
    );
}

/** A table of the figures at the default tiers, and with `tiers` of each tier. */
export function csharpTable(figures: CsharpFigures, tiers = false): string {
  const rows = Object.entries(figures).flatMap(([part, all]) =>
    all
      .filter(({ tier, expected, right, wrong }) => (tiers || tier === "default") && expected + right + wrong > 0)
      .map(({ relation, tier, expected, right, wrong, precision, recall, f1 }) => [
        part,
        tier === "default" ? relation : `${relation}, ${tier}`,
        ...[precision, recall, f1].map((value) => value.toFixed(3)),
        ...[expected, right, wrong].map(String),
      ]),
  );
  return table(
    ["C#", "", "precision", "recall", "F1", "expected", "right", "wrong"],
    rows,
    new Set([2, 3, 4, 5, 6, 7]),
  );
}
