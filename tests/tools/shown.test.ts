/** Answers of the symbol tools about large projects: many tests, large files, namespaces of many files, lists that are cut. */

import { beforeAll, expect, test } from "vitest";
import { countsText } from "../../src/format/counts.js";
import { cappedLines } from "../../src/format/symbols.js";
import { pathClassOf } from "../../src/model/paths.js";
import type { Db } from "../../src/store/db/db.js";
import type { View } from "../../src/store/views.js";
import getCallees from "../../src/tools/get-callees.js";
import getCallers from "../../src/tools/get-callers.js";
import getDependencies from "../../src/tools/get-dependencies.js";
import getDependents from "../../src/tools/get-dependents.js";
import getFileOutline from "../../src/tools/get-file-outline.js";
import { type FixtureFile, fileId, seedGraph } from "../graph/fixture.js";
import { runTool } from "../graph/run-tool.js";
import { dedent } from "../helpers/dedent.js";
import { emptyPglite } from "../helpers/store.js";

const caller = (path: string, text?: string): FixtureFile => ({
  path,
  language: "csharp",
  ...(text === undefined ? {} : { text }),
  symbols: [{ id: `in-${path}`, kind: "method", name: "Use", qualified: "Use", lines: [1, 3] }],
  edges: [{ from: 1, kind: "calls", tier: "exact", line: 2, to: "save" }],
});
const namespace = { id: "shop", kind: "namespace" as const, name: "Shop", lines: [1, 9] as [number, number] };

const FILES: FixtureFile[] = [
  {
    path: "src/Db.cs",
    language: "csharp",
    symbols: [
      { ...namespace, flags: ["isMergeable"] },
      { id: "save", kind: "method", name: "Save", qualified: "Shop.Db.Save", lines: [2, 4], parent: 1 },
    ],
    edges: [{ from: 2, kind: "calls", tier: "external", line: 3, to: "generated" }],
  },
  { path: "src/Other.cs", language: "csharp", symbols: [{ ...namespace, flags: ["isMergeable"] }] },
  {
    ...caller("benchmarks/Run.cs"),
    text: dedent`
    a
    Save(); // bench
  `,
  },
  {
    ...caller("src/Use.cs"),
    text: dedent`
    a
    Save(); // used
  `,
  },
  { ...caller("src/Huge.cs"), text: `a\n${" ".repeat(2_000_000)}\n` },
  {
    path: "src/Imports.cs",
    language: "csharp",
    symbols: [],
    edges: [{ from: 0, kind: "imports", tier: "import", line: 1, to: "shop" }],
  },
  { path: "README.md", language: "", symbols: [] },
];

const sample = {} as { db: Db; view: View };
beforeAll(async () => {
  sample.db = await emptyPglite();
  sample.view = await seedGraph(sample.db, "shown", FILES);
  await sample.db.query("update files set size = 2000001 where path = 'src/Huge.cs'");
  await sample.db.query(
    "insert into external_symbols (project_id, node_id, name, module) values ('shown', 'generated', 'Strings.Saved', null)",
  );
});

test("callers in tests and benchmarks come after callers in code; a huge file's line stands without its source", async () => {
  const { text } = await runTool(getCallers, { node_id: "save" }, sample);
  expect(text.split("\n").slice(1, 6)).toEqual([
    "src/Huge.cs:2  Use",
    "src/Use.cs:2  Use",
    "    Save(); // used",
    "benchmarks/Run.cs:2  Use",
    "    Save(); // bench",
  ]);
});

test("an import of a namespace names the namespace, not one of its files", async () => {
  const { output, text } = await runTool(getDependencies, { node_id: fileId("src/Imports.cs") }, sample);
  expect(output.results).toMatchObject([{ node_id: "shop", qualified_name: "Shop", file_path: null }]);
  expect(text).toContain("(namespace)  Shop  imports 1");
});

test("dependents of a file are those of what it declares; who only imports its namespace is counted beside them", async () => {
  const used = await runTool(getDependents, { node_id: fileId("src/Db.cs") }, sample);
  expect(used.output.results.map(({ file_path }) => file_path)).toEqual([
    "src/Huge.cs",
    "src/Use.cs",
    "benchmarks/Run.cs",
  ]);
  const namespaces = [{ node_id: "shop", qualified_name: "Shop" }];
  expect(used.output.namespace_importers).toEqual({ files: 1, capped: false, namespaces });
  expect(used.text).toContain(
    "Not listed: 1 file that imports the namespace, which many files may share, and uses nothing of this one: Shop [shop]",
  );
  const imported = await runTool(getDependents, { node_id: fileId("src/Db.cs"), edge_type: "imports" }, sample);
  expect(imported.output.namespace_importers.files).toBe(1);
  const unused = await runTool(getDependents, { node_id: fileId("src/Other.cs") }, sample);
  expect(unused.output.total).toBe(0);
  expect(unused.output.namespace_importers.files).toBe(1);
  const namespaceItself = await runTool(getDependents, { node_id: "shop", edge_type: "imports" }, sample);
  expect(namespaceItself.output.results).toMatchObject([{ file_path: "src/Imports.cs", edge_type: "imports" }]);
});

test("a callee of which the index knows nothing may be in a file that is left out", async () => {
  const { text } = await runTool(getCallees, { node_id: "save" }, sample);
  expect(text).toContain("3  Strings.Saved  (not indexed or outside)");
});

test("the outline of prose says that it has no symbols", async () => {
  const { output, text } = await runTool(getFileOutline, { path: "README.md" }, sample);
  expect(output.language).toBeNull();
  expect(text).toBe("README.md is text without a language we parse: no symbols.");
});

test("a count that stopped, and a list that is cut, say so", () => {
  expect(countsText({ exact: 2, import: 10_000 })).toBe("exact 2, import 10000+");
  expect(cappedLines(false, "edge_type")).toEqual([]);
  expect(cappedLines(true, "edge_type")[0]).toContain("2000 references");
});

test.each([
  ["src/app.ts", false],
  ["src/latest/contest.ts", false],
  ["test/app.ts", true],
  ["src/app.test.ts", true],
  ["benchmark/Run.cs", true],
  [".agents/skills/saving/SKILL.md", true],
  ["docs/conf.py", true],
])("%s beside the code: %s", (path, want) => expect(pathClassOf(path) !== "source").toBe(want));
