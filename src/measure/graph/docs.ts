/** Writes the tables of docs/languages/ from the committed figures. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { table } from "../bench/table.js";
import { CHECKOUT, readCorpus } from "./corpus.js";
import { csharpTable } from "./csharp.js";
import type { CommittedFigures, Figures } from "./figures.js";
import { ratio } from "./report.js";
import { ROWS } from "./score.js";

const FOLDER = join(CHECKOUT, "docs/languages");
const NUMBERS = new Set([1, 2, 3, 4, 5, 6]);

/** Writes the figures into their pages. */
export function writeDocs(committed: CommittedFigures): void {
  for (const { path, before, after } of pagesWith(committed)) if (after !== before) writeFileSync(path, after);
}

/** The pages with tables, as they are and with their generated part written anew. */
export function pagesWith(committed: CommittedFigures): { path: string; before: string; after: string }[] {
  return Object.entries(PAGES).map(([name, tables]) => {
    const path = join(FOLDER, name);
    const before = readFileSync(path, "utf8");
    const [written] = before.split(BEGIN);
    return { path, before, after: `${written}${BEGIN}\n\n${tables(committed)}\n` };
  });
}

const PAGES: Readonly<Record<string, (committed: CommittedFigures) => string>> = {
  "csharp.md": ({ csharp }) => `## Figures of the corpus\n\n${csharpTable(csharp)}`,
  "typescript-figures.md": typescriptTables,
};

const BEGIN = "<!-- From here on made by npm run bench:graph -- --write. -->";

function typescriptTables({ sets, packages }: CommittedFigures): string {
  const parts: string[] = [];
  for (const set of ["held-out", "development"] as const) {
    parts.push(`## The ${set} set, all together`, kinds(sets[set]), precisions("tier", sets[set].tiers));
    parts.push(precisions("rule", sets[set].rules));
  }
  parts.push("## Package by package", "Precision / recall at the default tiers.");
  const rows = readCorpus().flatMap(({ name, set, style, sources }) => {
    const figures = packages[name];
    if (!figures) return [];
    const { kinds: of, files } = figures;
    const cell = (kind: string) => (of[kind] ? `${ratio(of[kind].precision)} / ${ratio(of[kind].recall)}` : "");
    const pins = sources.map((source) => `${source.name} ${source.version}`).join(", ");
    return [[pins, set, style, String(files), ...SHOWN.map(cell)]];
  });
  parts.push(table(["package", "set", "what it is like", "files", ...SHOWN], rows, new Set([3])));
  parts.push("## Left out", leftOut(packages));
  return parts.join("\n\n");
}

const SHOWN = ["calls of functions", "calls of methods", "calls of constructors", "references", "implementations"];

function kinds({ kinds: of }: Figures): string {
  const rows = ROWS.flatMap((kind) => {
    const score = of[kind];
    if (!score) return [];
    const { precision, recall, f1, uses, edges } = score;
    return [[kind, ratio(precision), ratio(recall), ratio(f1), String(uses), String(edges)]];
  });
  return table(["at the default tiers", "precision", "recall", "F1", "uses", "edges"], rows, NUMBERS);
}

function precisions(what: string, of: Figures["tiers"]): string {
  const rows = Object.entries(of).map(([key, { precision, edges }]) => [key, ratio(precision), String(edges)]);
  return table([`by ${what}`, "precision", "edges"], rows, NUMBERS);
}

function leftOut(packages: CommittedFigures["packages"]): string {
  const sum: Record<string, number> = {};
  for (const one of Object.values(packages))
    for (const [why, count] of Object.entries(one.leftOut)) sum[why] = (sum[why] ?? 0) + count;
  const rows = Object.entries(sum)
    .sort(([, a], [, b]) => b - a)
    .map(([why, count]) => [why, String(count)]);
  return table(["names in all packages", "count"], rows, NUMBERS);
}
