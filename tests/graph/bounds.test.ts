/** Bounds of answers about symbols that very many edges lead to, in the tools of the graph (src/graph, src/tools). */
import { expect, test } from "vitest";
import getCallees from "../../src/tools/get-callees.js";
import getCallers from "../../src/tools/get-callers.js";
import getDependents from "../../src/tools/get-dependents.js";
import getReferences from "../../src/tools/get-references.js";
import getRelations from "../../src/tools/get-relations.js";
import getSymbol from "../../src/tools/get-symbol.js";
import trace from "../../src/tools/trace.js";
import { seedGraph } from "./fixture.js";
import { runTool } from "./run-tool.js";
import { useSample } from "./with-sample.js";

const sample = useSample();

test("a symbol that 20,000 edges lead to: a bounded answer that says it is not whole", async () => {
  const callers = Array.from({ length: 200 }, (_, index) => ({
    path: `src/f${String(index).padStart(3, "0")}.ts`,
    language: "typescript",
    symbols: Array.from({ length: 100 }, (_, line) => ({
      id: `caller-${index}-${line}`,
      kind: "function" as const,
      name: `f${line}`,
      lines: [line + 1, line + 1] as [number, number],
    })),
    edges: Array.from({ length: 100 }, (_, line) => ({
      from: line + 1,
      kind: "calls" as const,
      // The sure ones stand in the last file.
      tier: index === 199 ? ("exact" as const) : ("candidate" as const),
      line: line + 1,
      to: "hub",
    })),
  }));
  const hub = {
    path: "src/hub.ts",
    language: "typescript",
    symbols: [{ id: "hub", kind: "function" as const, name: "hub", lines: [1, 1] as [number, number] }],
  };
  const view = await seedGraph(sample.db, "hub", [hub, ...callers], 1);
  const context = { db: sample.db, view };

  const sure = await runTool(getCallers, { node_id: "hub" }, context);
  expect(sure.output).toMatchObject({ total: 100, capped: false });
  expect(sure.output.results).toHaveLength(100);

  const all = await runTool(getReferences, { node_id: "hub", min_confidence: "candidate", limit: 200 }, context);
  expect(all.output).toMatchObject({ total: 2000, capped: true });
  expect(all.output.results.slice(0, 100).every(({ confidence }) => confidence === "exact")).toBe(true);
  expect(all.text).toMatch(
    /^2000\+ users of hub \(src\/hub.ts:1\), 2000\+ lines in 20 files: 100 sure, 10000\+ possible\n/,
  );
  expect(all.output.left_out).toEqual({ references: 18_000, files: 180, by_place: { source: 18_000 } });
  expect(all.text).toContain("there are 18000 more references in 180 files (source 18000). min_confidence=exact or");

  expect(all.output.by_confidence).toEqual({ exact: 100, import: 0, unique: 0, candidate: 10_000 });

  expect(
    (await runTool(getDependents, { node_id: "file-src-hub-ts", min_confidence: "candidate" }, context)).output.total,
  ).toBe(2000);
  expect((await runTool(getSymbol, { node_id: "hub" }, context)).output.reference_count).toBe(100);
  const walk = await runTool(trace, { node_id: "hub", hops: 5, min_confidence: "candidate", max_nodes: 100 }, context);
  expect(walk.output).toMatchObject({ capped: true });
  expect(walk.output.nodes).toHaveLength(51);

  const entries = await runTool(trace, { to: "hub", min_confidence: "candidate" }, context);
  expect(entries.output).toMatchObject({ cut: "symbols" });
  expect(entries.output.entries_total).toBeGreaterThan(2000);
  expect(entries.output.entries).toHaveLength(12);
  expect(entries.text).toContain("The search was cut at 3000 symbols");
  const back = await runTool(trace, { from: "hub", to: "caller-3-3" }, context);
  expect(back.output).toMatchObject({ ways: [], gaps: { from_reached: 1, to_reached: 1 } });
  const way = await runTool(trace, { from: "caller-3-3", to: "hub" }, context);
  expect(way.output.ways).toHaveLength(1);
});

/** Functions that call `hub`, `calls` times each. */
function callersIn(path: string, functions: number, calls: number) {
  return {
    path,
    language: "typescript",
    symbols: Array.from({ length: functions }, (_, index) => ({
      id: `${path}-${index}`,
      kind: "function" as const,
      name: `f${index}`,
      lines: [index + 1, index + 1] as [number, number],
    })),
    edges: Array.from({ length: functions * calls }, (_, index) => ({
      from: Math.floor(index / calls) + 1,
      kind: "calls" as const,
      tier: "import" as const,
      line: index + 1,
      to: "busy",
    })),
  };
}

const busy = {
  path: "src/busy.ts",
  language: "typescript",
  symbols: [{ id: "busy", kind: "function" as const, name: "busy", lines: [1, 1] as [number, number] }],
};

test("where more refer to a symbol than are listed, code comes before tests, and what is cut is told by its place", async () => {
  const files = [
    busy,
    callersIn("a/__tests__/a.spec.ts", 1500, 1),
    callersIn("b/vendor/b.ts", 10, 1),
    callersIn("c/__tests__/c.spec.ts", 1500, 1),
    callersIn("d/src/d.ts", 30, 2),
  ];
  const context = { db: sample.db, view: await seedGraph(sample.db, "places", files, 1001) };
  for (const tool of [getCallers, getReferences, getDependents]) {
    const { output, text } = await runTool(tool as typeof getCallers, { node_id: "busy", limit: 50 }, context);
    expect(output).toMatchObject({ total: 2000, capped: true });
    expect(output.left_out).toEqual({ references: 1040, files: 1, by_place: { test: 1040 } });
    const paths = output.results.map((result) => result.file_path);
    expect(paths.slice(0, 40)).toEqual([...Array(30).fill("d/src/d.ts"), ...Array(10).fill("b/vendor/b.ts")]);
    expect(output.results[0]!.lines).toEqual([1, 2]);
    expect(text).toContain("there are 1040 more references in 1 file (test 1040).");
    expect(text).not.toContain("min_confidence");
  }
});

test("a row whose lines are cut says so, also where the references are few enough to be read at once", async () => {
  const files = [busy, callersIn("d/src/d.ts", 1, 900)];
  const context = { db: sample.db, view: await seedGraph(sample.db, "cut", files, 3001) };
  const { output, text } = await runTool(getCallers, { node_id: "busy" }, context);
  expect(output).toMatchObject({ total: 1, capped: true, results: [{ lines_left_out: 400 }] });
  expect(output.left_out).toEqual({ references: 400, files: 1, by_place: { source: 400 } });
  expect(text).toContain(", … (500 of 900 lines)");
  expect(text).toContain("there are 400 more references in 1 file (source 400)");
});

test("many references of one symbol are one of the list, and leave room for the others", async () => {
  const files = [busy, callersIn("a/__tests__/a.spec.ts", 1, 2500), callersIn("d/src/d.ts", 1, 1)];
  const context = { db: sample.db, view: await seedGraph(sample.db, "lines", files, 2001) };
  const { output, text } = await runTool(getCallers, { node_id: "busy" }, context);
  expect(output).toMatchObject({ total: 2, capped: true });
  expect(output.results.map((result) => result.lines.length)).toEqual([1, 500]);
  expect(output.results.map((result) => result.lines_left_out)).toEqual([undefined, 2000]);
  expect(output.left_out).toEqual({ references: 2000, files: 1, by_place: { test: 2000 } });
  expect(text).toMatch(/^2\+ callers of busy \([^)]*\), 2501\+ call sites\n/);
  expect(text).toContain("… (500 of 2500 lines)");
});

test("callees of callees are told, however many a symbol calls itself", async () => {
  const path = "src/start.ts";
  const names = ["start", ...Array.from({ length: 250 }, (_, index) => `step${index}`), "far"];
  const symbols = names.map((name, index) => ({
    id: name,
    kind: "function" as const,
    name,
    lines: [index + 1, index + 1] as [number, number],
  }));
  const call = (from: number, to: string) => ({ from, kind: "calls" as const, tier: "exact" as const, line: from, to });
  const edges = [...names.slice(1, 251).map((name) => call(1, name)), call(2, "far")];
  const view = await seedGraph(sample.db, "start", [{ path, language: "typescript", symbols, edges }], 1);
  const { output } = await runTool(getCallees, { node_id: "start", depth: 2, limit: 300 }, { db: sample.db, view });
  expect(output.results.at(-1)).toMatchObject({ name: "far", depth: 2 });
});

test("a call that has no time for all symbols answers the first, and names the others", async () => {
  const names = ["one", "two", "three"];
  const file = {
    path: "src/late.ts",
    language: "typescript",
    symbols: names.map((name, index) => ({
      id: `late-${name}`,
      kind: "function" as const,
      name,
      lines: [index + 1, index + 1] as [number, number],
    })),
  };
  const view = await seedGraph(sample.db, "late", [file], 1);
  const asked = { symbols: names, relations: ["callers"] };
  const { output, text } = await runTool(getRelations, asked, { db: sample.db, view, searchTimeout: 0 });
  expect(output.groups).toHaveLength(1);
  expect(text).toContain("No known callers of one (src/late.ts:1)");
  for (const place of ["two (src/late.ts:2)", "three (src/late.ts:3)"])
    expect(text).toContain(`callers of ${place}: not answered, as the time of this call was over. Ask about it again.`);
  const whole = await runTool(getRelations, asked, { db: sample.db, view });
  expect(whole.output).not.toHaveProperty("not_found");
  expect(whole.output.groups).toHaveLength(3);
});
