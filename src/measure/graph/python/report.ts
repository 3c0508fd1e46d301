/** The figures of Python in words. */
import { table } from "../../bench/table.js";
import type { PythonFigures } from "./judge.js";
import type { PythonMeasured } from "./measure.js";

/** The figures of a repository as a table, and the first `most` differences. */
export function pythonReport({ name, figures, differences }: PythonMeasured, most: number): string {
  const rows = figures.map(({ relation, expected, right, wrong, unknown }) => [
    name,
    relation,
    ...[precisionOf({ right, wrong }), expected === 0 ? 1 : right / expected].map((share) => share.toFixed(3)),
    ...[expected, right, wrong, unknown].map(String),
  ]);
  const heads = ["Python", "", "precision", "recall", "expected", "right", "wrong", "unknown"];
  const shown = differences.slice(0, most);
  return [table(heads, rows, new Set([2, 3, 4, 5, 6, 7])), ...(shown.length > 0 ? [shown.join("\n")] : [])].join(
    "\n\n",
  );
}

function precisionOf({ right, wrong }: Pick<PythonFigures, "right" | "wrong">): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}
