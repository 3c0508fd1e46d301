/** The figures in words: tables for people. Pure. */
import { table } from "../table.js";
import type { Cause } from "./causes.js";
import { ROWS, scoreOf, type Tally } from "./score.js";

const RIGHT = new Set([1, 2, 3, 4, 5, 6, 7, 8]);

export function renderMeasured(title: string, { groups, tiers, rules, foundAtAnyTier }: Tally): string {
  const rows = ROWS.flatMap((row) => {
    const counts = groups[row];
    if (!counts) return [];
    const { uses, edges, precision, recall, f1 } = scoreOf(counts);
    const any = uses === 0 ? 1 : (foundAtAnyTier[row] ?? 0) / uses;
    return [[row, ...[precision, recall, f1, any].map(ratio), String(uses), String(edges), String(counts.undecided)]];
  });
  const titles = ["", "precision", "recall", "F1", "recall, any tier", "uses", "edges", "edges undecided"];
  return [`## ${title}`, table(titles, rows, RIGHT), precisions("tier", tiers), precisions("rule", rules)].join("\n\n");
}

function precisions(what: string, of: Tally["tiers"]): string {
  const rows = Object.entries(of)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, counts]) => {
      const { precision, edges } = scoreOf(counts);
      return [key, ratio(precision), String(edges), String(counts.wrong), String(counts.undecided)];
    });
  return table([`by ${what}`, "precision", "edges", "wrong", "undecided"], rows, RIGHT);
}

/** The most frequent causes of several packages together. */
export function renderCauses(title: string, lists: readonly Cause[][], limit: number): string {
  const all = new Map<string, Cause>();
  for (const { cause, count, examples } of lists.flat()) {
    const known = all.get(cause) ?? { cause, count: 0, examples: [] };
    known.count += count;
    known.examples = [...known.examples, ...examples].slice(0, 3);
    all.set(cause, known);
  }
  const shown = [...all.values()].sort((a, b) => b.count - a.count).slice(0, limit);
  const lines = shown.flatMap(({ cause, count, examples }) => [
    `- ${count} × ${cause}`,
    ...examples.map(({ at, name, expected, said }) => `    - ${at} \`${name}\`: ${expected}; we said ${said}`),
  ]);
  return [`### ${title}`, ...lines].join("\n");
}

function ratio(value: number): string {
  return value.toFixed(3);
}
