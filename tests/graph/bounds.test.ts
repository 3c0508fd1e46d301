import { expect, test } from "vitest";
import getCallers from "../../src/tools/get-callers.js";
import getDependents from "../../src/tools/get-dependents.js";
import getReferences from "../../src/tools/get-references.js";
import getSymbol from "../../src/tools/get-symbol.js";
import trace from "../../src/tools/trace.js";
import { seedGraph } from "./fixture.js";
import { runTool } from "./run-tool.js";
import { useSample } from "./with-sample.js";

const sample = useSample();

test("a symbol that 20,000 edges lead to: a bounded answer that says it is not whole", async () => {
  const callers = Array.from({ length: 200 }, (_, at) => ({
    path: `src/f${String(at).padStart(3, "0")}.ts`,
    language: "typescript",
    symbols: Array.from({ length: 100 }, (_, line) => ({
      id: `caller-${at}-${line}`,
      kind: "function" as const,
      name: `f${line}`,
      lines: [line + 1, line + 1] as [number, number],
    })),
    edges: Array.from({ length: 100 }, (_, line) => ({
      from: line + 1,
      kind: "calls" as const,
      // The sure ones stand in the last file.
      tier: at === 199 ? ("exact" as const) : ("candidate" as const),
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
  expect(sure.output.results).toHaveLength(50);

  const all = await runTool(getReferences, { node_id: "hub", min_confidence: "candidate", limit: 200 }, context);
  expect(all.output).toMatchObject({ total: 2000, capped: true });
  expect(all.output.results.slice(0, 100).every(({ confidence }) => confidence === "exact")).toBe(true);
  expect(all.text).toMatch(/^2000\+ references to hub/);

  expect(all.output.by_confidence).toEqual({ exact: 100, import: 0, unique: 0, candidate: 10_000 });

  expect(
    (await runTool(getDependents, { node_id: "file-src-hub-ts", min_confidence: "candidate" }, context)).output.total,
  ).toBe(2000);
  expect((await runTool(getSymbol, { node_id: "hub" }, context)).output.reference_count).toBe(100);
  const walk = await runTool(trace, { node_id: "hub", hops: 5, min_confidence: "candidate", max_nodes: 100 }, context);
  expect(walk.output).toMatchObject({ capped: true });
  expect(walk.output.nodes).toHaveLength(51);
});
