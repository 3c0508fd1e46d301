/** Symbols that have several forms: constructors, overloads, parts, and others of the same name. */
import { beforeAll, expect, test } from "vitest";
import type { Db } from "../../src/store/db/db.js";
import type { View } from "../../src/store/views.js";
import getCallers from "../../src/tools/get-callers.js";
import getFileOutline from "../../src/tools/get-file-outline.js";
import getImplementations from "../../src/tools/get-implementations.js";
import getRelations from "../../src/tools/get-relations.js";
import lookupSymbol from "../../src/tools/lookup-symbol.js";
import trace from "../../src/tools/trace.js";
import { type FixtureFile, seedGraph } from "../graph/fixture.js";
import { runTool } from "../graph/run-tool.js";
import { emptyPglite } from "../helpers/store.js";

const candidate = { kind: "calls", tier: "candidate" } as const;

const FILES: FixtureFile[] = [
  {
    path: "src/Event.cs",
    language: "csharp",
    symbols: [
      { id: "event", kind: "class", name: "Event", lines: [1, 9] },
      { id: "event1", kind: "constructor", name: "Event", qualified: "Event.Event", lines: [2, 3], parent: 1 },
      { id: "event2", kind: "constructor", name: "Event", qualified: "Event.Event", lines: [4, 5], parent: 1 },
    ],
    edges: [
      { ...candidate, from: 2, line: 2, to: "event1" },
      { ...candidate, from: 2, line: 2, to: "event2" },
    ],
  },
  {
    path: "src/Pool.cs",
    language: "csharp",
    symbols: [
      { id: "pool", kind: "class", name: "Pool", qualified: "App.Pool", lines: [1, 9] },
      { id: "dispose", kind: "method", name: "Dispose", qualified: "App.Pool.Dispose", lines: [2, 3], parent: 1 },
      {
        id: "explicit",
        kind: "method",
        name: "Dispose",
        qualified: "App.Pool.IDisposable.Dispose",
        signature: "()",
        lines: [4, 5],
        parent: 1,
      },
    ],
  },
  {
    path: "src/Use.cs",
    language: "csharp",
    symbols: [
      { id: "log", kind: "method", name: "Log", lines: [1, 3] },
      { id: "guess", kind: "method", name: "Guess", lines: [4, 6] },
    ],
    edges: [
      { ...candidate, from: 1, line: 2, to: "event1" },
      { ...candidate, from: 1, line: 2, to: "event2" },
      { ...candidate, from: 2, line: 5, to: "event1" },
      { ...candidate, from: 2, line: 5, to: "otherEvent" },
    ],
  },
  {
    path: "lib/app.js",
    language: "javascript",
    symbols: [{ id: "addHook", kind: "function", name: "addHook", qualified: "app.addHook", lines: [1, 9] }],
  },
  {
    path: "types/app.d.ts",
    language: "typescript",
    symbols: [
      { id: "typedHook", kind: "method", name: "addHook", qualified: "App.addHook", lines: [1, 1] },
      { id: "stored", kind: "class", name: "Stored", lines: [3, 12] },
      { id: "add", kind: "method", name: "add", qualified: "Stored.add", lines: [4, 7], parent: 2 },
      { id: "add", kind: "method", name: "add", qualified: "Stored.add", lines: [8, 10], parent: 2 },
    ],
    edges: [
      { from: 3, kind: "overrides", tier: "exact", line: 4, to: "baseAdd" },
      { from: 4, kind: "overrides", tier: "exact", line: 8, to: "baseAdd" },
      { from: 4, kind: "calls", tier: "exact", line: 9, to: "typedHook" },
    ],
  },
  {
    path: "examples/use.js",
    language: "javascript",
    symbols: [
      { id: "exampleApp", kind: "constant", name: "app", lines: [1, 1] },
      { id: "baseAdd", kind: "method", name: "add", qualified: "Base.add", lines: [2, 3] },
    ],
  },
  {
    path: "src/app.js",
    language: "javascript",
    symbols: [
      { id: "appValue", kind: "constant", name: "app", lines: [1, 1] },
      { id: "appFn", kind: "function", name: "app", lines: [3, 4] },
    ],
  },
];

for (let index = 0; index < 7; index++)
  FILES.push({
    path: `src/store${index}.ts`,
    language: "typescript",
    symbols: [
      { id: `get${index}`, kind: "method", name: "retrieve", qualified: `Store${index}.retrieve`, lines: [1, 2] },
    ],
  });

let sample: { db: Db; view: View };
beforeAll(async () => {
  const db = await emptyPglite();
  sample = { db, view: await seedGraph(db, "p", FILES) };
});

test("the creator of a class is sure where only the constructor is in doubt; its constructors' this(…) is not a use of it", async () => {
  const { output } = await runTool(getCallers, { node_id: "event" }, sample);
  expect(output.results).toMatchObject([{ node_id: "log", lines: [2], confidence: "import" }]);
  expect(output.calls_by_confidence).toEqual({ exact: 0, import: 1, unique: 0, candidate: 1 });
});

test("no callers, but calls of another symbol of the name", async () => {
  const { text } = await runTool(getCallers, { node_id: "addHook" }, sample);
  expect(text).toContain("No known callers of app.addHook");
  expect(text).toContain("Other calls of this name: 1 of App.addHook (types/app.d.ts:1).");
});

test("calls of others of the name are told once, and not where the other is answered, too", async () => {
  const asked = { symbols: ["app.addHook", "App.addHook"], relations: ["callers"] };
  const { text } = await runTool(getRelations, asked, sample);
  expect(text).toContain("No known callers of app.addHook");
  expect(text).toContain("1 caller of App.addHook");
  expect(text).not.toContain("Other calls of this name");
});

test("an implementation with overloads is one, at its body, however long their types are", async () => {
  const { output } = await runTool(getImplementations, { node_id: "baseAdd" }, sample);
  expect(output.results).toMatchObject([{ node_id: "add", line_start: 8 }]);
  expect(output.total).toBe(1);
});

test("an outline names the interface that a member implements by name", async () => {
  const { text } = await runTool(getFileOutline, { path: "src/Pool.cs" }, sample);
  expect(text.split("\n").slice(1)).toEqual([
    "1-9  class Pool  [pool]",
    "  2-3  method Dispose  [dispose]",
    "  4-5  method IDisposable.Dispose()  [explicit]",
  ]);
});

test("of one name, code comes before examples, and functions before values", async () => {
  const { output } = await runTool(lookupSymbol, { qualified_name: "app" }, sample);
  expect(output.results.map(({ node_id }) => node_id)).toEqual(["appFn", "appValue", "exampleApp"]);
});

test("a trace of a name that many have names those it starts from, and says how many there are", async () => {
  const { output, text } = await runTool(trace, { query: "retrieve" }, sample);
  expect(output).toMatchObject({ starts_total: 7, capped: true });
  expect(text).toContain("Store3.retrieve, Store4.retrieve (5 of 7 of this name)");
});
