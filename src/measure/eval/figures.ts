/** The committed figures of search, which CI holds every change against. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Row } from "./report.js";

const FILE = fileURLToPath(new URL("./figures.json", import.meta.url));
/** What MRR@10 may fall by: two or three questions of a hundred that have their answer one rank lower. */
const TOLERANCE = 0.01;

/** MRR@10 of a group of queries. */
interface Figure {
  file: number;
  span: number | null;
}

type Figures = Record<string, Figure>;

/** Makes these the committed figures; those of groups that were not asked stay. */
export function writeFigures(rows: readonly Row[]): void {
  writeFileSync(FILE, `${JSON.stringify({ ...readFigures(), ...figuresOf(rows) }, null, 2)}\n`);
}

/** What is worse than committed, a line each. Throws where nothing that was asked is committed. */
export function checkFigures(rows: readonly Row[], committed: Figures = readFigures()): string[] {
  const now = Object.entries(figuresOf(rows)).filter(([of]) => committed[of] !== undefined);
  if (now.length === 0) throw new Error("No figures of these queries are committed.");
  return now.flatMap(([of, figure]) =>
    (["file", "span"] as const).flatMap((by) => {
      const before = committed[of]![by];
      const after = figure[by];
      if (before === null || after === null || after >= before - TOLERANCE) return [];
      return [`${of}, by ${by}: MRR@10 ${after.toFixed(3)}, committed ${before.toFixed(3)}`];
    }),
  );
}

function figuresOf(rows: readonly Row[]): Figures {
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  return Object.fromEntries(
    rows
      // All together stands for whatever was asked, so that it cannot be compared.
      .filter(({ of }) => of !== "all")
      .map(({ of, file, span }) => [of, { file: rounded(file.mrr10), span: span && rounded(span.mrr10) }]),
  );
}

function readFigures(): Figures {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
}
