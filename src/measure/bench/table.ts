/** The benchmark's report in words: a table per section, each figure next to its target. */
import { nth } from "../../base/need.js";
import type { Figure, MeasureUnit, Report, Section, Target, ToolFigures } from "./figures.js";

/** The whole report as Markdown tables, which read well on a terminal too. */
export function renderReport(report: Report): string {
  const { machine, repository, load } = report;
  const inWords = (averages: number[]) => averages.map((average) => average.toFixed(2)).join(" ");
  const gigabytes = (machine.memory / 2 ** 30).toFixed(0);
  const head = [
    `codeindex ${report.codeindex}${report.commit ? ` (${report.commit.slice(0, 10)})` : ""}, ${report.date}, seed ${report.seed}`,
    `${repository.path}${repository.commit ? ` at ${repository.commit.slice(0, 10)}` : ""}`,
    `${machine.cpu}, ${machine.cores} cores, ${gigabytes} GB, ${machine.system}, Node ${machine.node}`,
    `load average ${inWords(load.start)} at the start, ${inWords(load.end)} at the end`,
  ];
  return [head.join("\n"), ...report.sections.map(renderSection)].join("\n\n");
}

function renderSection({ name, method, figures, tools, failure }: Section): string {
  if (failure !== undefined) return `## ${name}\n\nFAILED: ${failure}`;
  const parts = [`## ${name}`, method];
  if (figures.length > 0) {
    const rows = figures.map(({ name, value, unit, target, note }) => [
      name,
      formatValue(value, unit),
      target ? `${targetInWords(target, unit)}` : "",
      verdict({ value, target }),
      note ?? "",
    ]);
    parts.push(table(["figure", "value", "target", "", "note"], rows, new Set([1])));
  }
  if (tools && tools.length > 0) parts.push(toolTable(tools), ...toolNotes(tools));
  return parts.join("\n\n");
}

function toolTable(tools: ToolFigures[]): string {
  const ms = (value: number) => value.toFixed(1);
  const rows = tools.map(({ tool, way, times, first, errors }) => [
    tool,
    way,
    String(times.count),
    ms(times.p50),
    ms(times.p95),
    ms(times.max),
    ms(first),
    errors > 0 ? String(errors) : "",
  ]);
  const titles = ["tool", "way", "calls", "p50 ms", "p95 ms", "max ms", "first ms", "errors"];
  return table(titles, rows, new Set([2, 3, 4, 5, 6, 7]));
}

/** The errors, and the inputs of the slowest calls. */
function toolNotes(tools: ToolFigures[]): string[] {
  const notes: string[] = [];
  for (const { tool, way, errors, sampleError } of tools)
    if (errors > 0) notes.push(`${tool} (${way}): ${errors} errors, such as ${sampleError}`);
  const slow = [...tools].sort((a, b) => b.times.max - a.times.max).slice(0, 3);
  for (const { tool, way, times, slowest } of slow)
    notes.push(`slowest: ${tool} (${way}) ${times.max.toFixed(1)} ms for ${JSON.stringify(slowest).slice(0, 160)}`);
  return notes;
}

/** Formats a value in its unit. */
export function formatValue(value: number, unit: MeasureUnit): string {
  if (unit === "") return Math.round(value).toLocaleString("en-US");
  const digits = unit === "ms" || value >= 100 ? 1 : 2;
  return `${value.toFixed(unit === "files/s" ? 0 : digits)} ${unit}`;
}

function targetInWords({ most, scale }: Target, unit: MeasureUnit): string {
  return `≤ ${most} ${unit}${scale ? ` (${scale})` : ""}`;
}

/** Whether a figure reaches its target; empty where it has none. */
export function verdict({ value, target }: { value: number; target?: Figure["target"] | undefined }): string {
  if (!target) return "";
  return value <= target.most ? "met" : "MISSED";
}

/** A Markdown table with aligned columns; `right` are the columns of numbers. Empty columns are left out. */
export function table(titles: readonly string[], rows: readonly string[][], right: ReadonlySet<number>): string {
  const shown = titles.map((_, index) => index).filter((index) => index === 0 || rows.some((row) => row[index] !== ""));
  const width = (index: number) => Math.max(3, ...[titles, ...rows].map((row) => nth(row, index).length));
  const cell = (text: string, offset: number) =>
    right.has(offset) ? text.padStart(width(offset)) : text.padEnd(width(offset));
  const line = (row: readonly string[]) => `| ${shown.map((index) => cell(nth(row, index), index)).join(" | ")} |`;
  const rule = shown.map((index) => (right.has(index) ? `${"-".repeat(width(index) - 1)}:` : "-".repeat(width(index))));
  return [line(titles), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}
