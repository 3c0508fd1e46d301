/** The committed search figures, against which CI checks every change. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packageFile } from "../../base/package.js";
import type { Row } from "./report.js";

const FILE = fileURLToPath(packageFile("src/measure/eval/figures.json"));
/** The tolerated fall of MRR@10: two or three questions of a hundred have their answer one rank lower. */
const TOLERANCE = 0.01;

/** MRR@10 of a group of queries. */
interface Figure {
  file: number;
  span: number | null;
}

type Figures = Record<string, Figure>;

/** Writes the committed figures; groups that were not asked keep theirs. */
export function writeFigures(rows: readonly Row[]): void {
  writeFileSync(FILE, `${JSON.stringify({ ...readFigures(), ...figuresOf(rows) }, null, 2)}\n`);
}

/** A line for each figure worse than committed. Throws where no group of the run has a committed figure. */
export function checkFigures(rows: readonly Row[], committed: Figures = readFigures()): string[] {
  const both = Object.entries(figuresOf(rows)).flatMap(([of, now]) => {
    const known = committed[of];
    return known === undefined ? [] : [{ of, known, now }];
  });
  if (both.length === 0) throw new Error("No figures of these queries are committed.");
  return both.flatMap(({ of, known, now }) =>
    (["file", "span"] as const).flatMap((by) => {
      const before = known[by];
      const after = now[by];
      if (before === null || after === null || after >= before - TOLERANCE) return [];
      return [`${of}, by ${by}: MRR@10 ${after.toFixed(3)}, committed ${before.toFixed(3)}`];
    }),
  );
}

function figuresOf(rows: readonly Row[]): Figures {
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  return Object.fromEntries(
    rows
      // The row of all queries depends on the choice of groups, so it cannot be compared.
      .filter(({ of }) => of !== "all")
      .map(({ of, file, span }) => [of, { file: rounded(file.mrr10), span: span && rounded(span.mrr10) }]),
  );
}

function readFigures(): Figures {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
}
