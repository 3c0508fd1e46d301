/** The figures as Markdown tables, and docs/agents.md, whose tables are made of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nth, present } from "../../base/need.js";
import { packageFile } from "../../base/package.js";
import { table } from "../bench/table.js";
import { type Figures, WAYS, WITHIN } from "./figures.js";

const NAMES = { text: "the index, text", structured: "the index, structured", grep: "grep and reading" };
const KINDS: Record<string, string> = {
  question: "questions",
  keywords: "keywords",
  sentence: "sentences of unseen packages",
};

/** Tables of the ways, of the kinds of questions, and of the answers' sizes. */
export function renderFigures(figures: Record<string, Figures>): string {
  const { all, ...kinds } = figures;
  const whole = present(all);
  return [waysTable(whole), kindsTable(kinds), sizesTable(whole)].join("\n\n");
}

function waysTable({ questions, ways }: Figures): string {
  const titles = [
    `${questions} questions`,
    "median",
    "p95",
    ...WITHIN.map((most) => `file ≤ ${thousands(most)}`),
    ...WITHIN.map((most) => `place ≤ ${thousands(most)}`),
    "never",
    "calls",
  ];
  const rows = WAYS.map((way) => {
    const { median, p95, file, place, never, calls } = ways[way];
    const tokens = (value: number | null) => (value === null ? "never" : thousands(value));
    return [NAMES[way], tokens(median), tokens(p95), ...[...file, ...place, never].map(share), calls.toFixed(1)];
  });
  return table(titles, rows, numbers(titles));
}

function kindsTable(kinds: Record<string, Figures>): string {
  const titles = ["by kind", "n", ...WAYS.map((way) => `${NAMES[way]}: file ≤ 2,000`), "median", "grep: median"];
  const rows = Object.entries(kinds).map(([kind, { questions, ways }]) => [
    KINDS[kind] ?? kind,
    String(questions),
    ...WAYS.map((way) => share(nth(ways[way].file, WITHIN.indexOf(2000)))),
    ...[ways.text.median, ways.grep.median].map((value) => (value === null ? "never" : thousands(value))),
  ]);
  return table(titles, rows, numbers(titles));
}

function sizesTable({ size, ratio }: Figures): string {
  const titles = ["tokens of the first answer", "median", "p95", "to the text"];
  const rows = (["text", "structured"] as const).map((form) => [
    form,
    ...[size[form].median, size[form].p95].map(thousands),
    form === "text" ? "1.00 ×" : `${ratio.toFixed(2)} ×`,
  ]);
  return table(titles, rows, numbers(titles));
}

const PAGE = fileURLToPath(packageFile("docs/agents.md"));
const BEGIN = "<!-- made by npm run bench:agents -- --write -->";
const END = "<!-- /made -->";

/** Writes the figures into the page. */
export function writeDocs(figures: Record<string, Figures>): void {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, "utf8"), figures));
}

/** The page with its generated part written anew. */
export function withTables(page: string, figures: Record<string, Figures>): string {
  const [before, rest] = page.split(BEGIN);
  const [, behind] = present(rest).split(END);
  return `${before}${BEGIN}\n${renderFigures(figures)}\n${END}${behind}`;
}

const numbers = (titles: readonly string[]) => new Set(titles.map((_, index) => index).slice(1));
const thousands = (value: number) => Math.round(value).toLocaleString("en-US");
const share = (value: number) => value.toFixed(3).replace(/^0/, "");
