/** Reports of benchmarks as tables, by src/measure/bench/table.ts. */
import { describe, expect, test } from "vitest";
import type { MeasureUnit, Report, ToolFigures } from "../../../src/measure/bench/figures.js";
import { formatValue, renderReport, table, verdict } from "../../../src/measure/bench/table.js";

describe("table", () => {
  test("aligns columns, numbers to the right", () => {
    expect(
      table(
        ["figure", "value"],
        [
          ["wall", "1.50 s"],
          ["files", "12"],
        ],
        new Set([1]),
      ),
    ).toBe(["| figure |  value |", "| ------ | -----: |", "| wall   | 1.50 s |", "| files  |     12 |"].join("\n"));
  });

  test("leaves out columns that hold nothing", () => {
    expect(table(["figure", "note"], [["wall", ""]], new Set()).split("\n")[0]).toBe("| figure |");
  });
});

describe("values", () => {
  const cases: { value: number; unit: MeasureUnit; want: string }[] = [
    { value: 1234567, unit: "", want: "1,234,567" },
    { value: 1.234, unit: "s", want: "1.23 s" },
    { value: 123.44, unit: "s", want: "123.4 s" },
    { value: 12.345, unit: "ms", want: "12.3 ms" },
    { value: 449.7, unit: "files/s", want: "450 files/s" },
  ];
  test.each(cases)("$value $unit is $want", ({ value, unit, want }) => {
    expect(formatValue(value, unit)).toBe(want);
  });
});

describe("verdicts", () => {
  const cases = [
    { name: "below", input: { value: 9, target: { most: 10 } }, want: "met" },
    { name: "at the bound", input: { value: 10, target: { most: 10 } }, want: "met" },
    { name: "above", input: { value: 10.1, target: { most: 10 } }, want: "MISSED" },
    { name: "nothing was promised", input: { value: 10 }, want: "" },
  ];
  test.each(cases)("$name: $want", ({ input, want }) => {
    expect(verdict(input)).toBe(want);
  });
});

describe("the report", () => {
  const tool = (name: string, errors: number): ToolFigures => ({
    tool: name,
    way: "http",
    first: 30,
    times: { count: 100, p50: 2, p95: 5, max: 9 },
    errors,
    ...(errors > 0 && { sampleError: "not_found: no such symbol" }),
    slowest: { query: "a" },
  });
  const report: Report = {
    date: "2026-01-02T03:04:05.000Z",
    codeindex: "0.1.0",
    commit: "0123456789abcdef",
    repository: { path: "/src/app", commit: null },
    machine: { cpu: "A processor", cores: 2, memory: 8 * 2 ** 30, node: "20.19.0", system: "Linux 6" },
    load: { start: [1, 2, 3], end: [4, 5, 6] },
    seed: 1,
    sections: [
      {
        name: "index",
        method: "How.",
        figures: [{ name: "wall", value: 80, unit: "s", target: { most: 75, scale: "10,000 files" } }],
      },
      { name: "tools", method: "How.", figures: [], tools: [tool("get_callers", 0), tool("trace", 2)] },
      { name: "edits", method: "", figures: [], failure: "Error: it was not seen" },
    ],
  };
  const text = renderReport(report);

  test("says where it was measured, and how busy the machine was", () => {
    expect(text).toContain("A processor, 2 cores, 8 GB, Linux 6, Node 20.19.0");
    expect(text).toContain("load average 1.00 2.00 3.00 at the start, 4.00 5.00 6.00 at the end");
    expect(text).toContain("codeindex 0.1.0 (0123456789)");
  });

  test("shows the target beside the figure", () => {
    expect(text).toMatch(/\| wall +\| 80\.00 s \| ≤ 75 s \(10,000 files\) \| MISSED \|/);
  });

  test("counts calls that failed, and says how", () => {
    expect(text).toMatch(/\| trace +\| http \| +100 \| +2\.0 \| +5\.0 \| +9\.0 \| +30\.0 \| +2 \|/);
    expect(text).toContain("trace (http): 2 errors, such as not_found: no such symbol");
  });

  test("tells of a section that failed", () => {
    expect(text).toContain("## edits\n\nFAILED: Error: it was not seen");
  });
});
