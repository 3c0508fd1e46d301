/** The figures in words: tables for people. Pure. */
import { table } from "../bench/table.js";
import type { Cause } from "./causes.js";
import type { Measured } from "./measure.js";
import { addTallies, ROWS, scoreOf, type Tally } from "./score.js";
import { silentText } from "./silent.js";

/** All columns but the first are numbers. */
const RIGHT = new Set([1, 2, 3, 4, 5, 6, 7, 8]);

/** All measurements in words, with the most frequent causes of misses and wrong edges. */
export function renderReport(all: readonly Measured[], causes: number): string {
  const parts = all.map((one) => renderMeasured(one.name, one.tally, one.leftOut));
  if (all.length > 1) {
    const leftOut: Record<string, number> = {};
    for (const one of all)
      for (const [why, count] of Object.entries(one.leftOut)) leftOut[why] = (leftOut[why] ?? 0) + count;
    parts.push(renderMeasured("all together", addTallies(all.map(({ tally }) => tally)), leftOut));
  }
  parts.push(
    renderCauses(
      "Misses",
      all.map(({ misses }) => misses),
      causes,
    ),
  );
  parts.push(
    renderCauses(
      "Wrong edges",
      all.map(({ wrong }) => wrong),
      causes,
    ),
  );
  parts.push(renderSilent(all, causes));
  return parts.join("\n\n");
}

/** Silent misses of each package and of all, and their causes. */
function renderSilent(all: readonly Measured[], causes: number): string {
  const sum = (of: "calls" | "silent") => all.reduce((total, { silent }) => total + silent[of], 0);
  const lists = all.map(({ silent }) => silent.causes);
  return [
    renderCauses("Silent misses: calls that nothing in an answer tells of", lists, causes),
    "",
    ...all.map(({ name, silent }) => `- ${name}: ${silentText(silent)}`),
    `- all: ${silentText({ calls: sum("calls"), silent: sum("silent") })}`,
  ].join("\n");
}

function renderMeasured(title: string, tally: Tally, leftOut: Record<string, number>): string {
  const { groups, tiers, rules, foundAtAnyTier } = tally;
  const rows = ROWS.flatMap((row) => {
    const counts = groups[row];
    if (!counts) return [];
    const { uses, edges, precision, recall, f1 } = scoreOf(counts);
    const any = uses === 0 ? 1 : (foundAtAnyTier[row] ?? 0) / uses;
    return [[row, ...[precision, recall, f1, any].map(ratio), String(uses), String(edges), String(counts.undecided)]];
  });
  const titles = ["", "precision", "recall", "F1", "recall, any tier", "uses", "edges", "edges undecided"];
  const sorted = Object.entries(leftOut).sort(([, a], [, b]) => b - a);
  return [
    `## ${title}`,
    table(titles, rows, RIGHT),
    precisions("tier", tiers),
    precisions("rule", rules),
    `Left out: ${sorted.map(([why, count]) => `${count} ${why}`).join(", ")}.`,
  ].join("\n\n");
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
function renderCauses(title: string, lists: readonly Cause[][], limit: number): string {
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
    ...examples.map(({ place, text, expected, said }) => `    - ${place} \`${text}\`: ${expected}; we said ${said}`),
  ]);
  return [`### ${title}`, ...lines].join("\n");
}

/** A share with three decimals. */
export function ratio(value: number): string {
  return value.toFixed(3);
}
