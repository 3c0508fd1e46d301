/** The tool get_implementations (src/tools/get-implementations.ts): classes, members, and objects of a type. */
import { expect, test } from "vitest";
import getImplementations from "../../src/tools/get-implementations.js";
import { seedGraph } from "../graph/fixture.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";
import { buildRepository } from "../helpers/build.js";
import { describeStores } from "../helpers/store.js";

const sample = useSample();

describeStores("get_implementations", (store) => {
  test("of a function type, says where functions are declared to be of it", async () => {
    const built = await buildRepository(store(), {
      "src/jobs.ts": `export type JobHandler = (id: string) => Promise<void>;
export interface Unused {}
`,
      "src/mail.ts": `import type { JobHandler } from "./jobs";
export const sendMail: JobHandler = async (id) => {};
export const dropMail: JobHandler = async (id) => {};
`,
    });
    const { output, text } = await runTool(getImplementations, { node_id: "src/jobs.ts:1" }, built);
    expect(output).toMatchObject({ total: 0, named_as_type: 2 });
    expect(text).toContain("Named as a type in 2 places, by functions and values declared to be of it among others");
    const unused = await runTool(getImplementations, { node_id: "src/jobs.ts:2" }, built);
    expect(unused.output.named_as_type).toBeUndefined();
  });
});

test("get_implementations: objects of the type behind what is declared to implement it, marked", async () => {
  const of = (from: number, kind: "implements" | "overrides", to: string) => ({
    from,
    kind,
    tier: "exact" as const,
    line: from + 10,
    to,
  });
  const symbol = (id: string, kind: "interface" | "method" | "constant" | "class" | "function", parent = 0) => ({
    id,
    kind,
    name: id,
    parent,
    lines: [1, 1] as [number, number],
  });
  const file = {
    path: "src/shapes.ts",
    language: "typescript",
    symbols: [
      symbol("shape", "interface"),
      symbol("shapeDraw", "method", 1),
      symbol("literal", "constant"),
      symbol("literalDraw", "method", 3),
      symbol("circle", "class"),
      symbol("circleDraw", "method", 5),
      symbol("makeShape", "function"),
      symbol("madeDraw", "function", 7),
    ],
    edges: [
      of(3, "implements", "shape"),
      of(5, "implements", "shape"),
      of(4, "overrides", "shapeDraw"),
      of(6, "overrides", "shapeDraw"),
      of(7, "implements", "shape"),
      of(8, "overrides", "shapeDraw"),
    ],
  };
  const view = await seedGraph(sample.db, "shapes", [file], 4001);
  const type = await runTool(getImplementations, { node_id: "shape" }, { db: sample.db, view });
  expect(type.output.results.map(({ node_id, is_object }) => [node_id, is_object])).toEqual([
    ["circle", undefined],
    ["literal", true],
    ["makeShape", true],
  ]);
  expect(type.text.split("\n")).toEqual([
    "3 implementations of interface shape (src/shapes.ts:1) (each: implements)",
    "src/shapes.ts:15  class circle",
    "src/shapes.ts:13  constant literal  object",
    "src/shapes.ts:17  function makeShape  object",
  ]);
  const member = await runTool(getImplementations, { node_id: "shapeDraw" }, { db: sample.db, view });
  expect(member.output.results.map(({ node_id, is_object }) => [node_id, is_object])).toEqual([
    ["circleDraw", undefined],
    ["literalDraw", true],
    ["madeDraw", true],
  ]);
});

const implementations = [
  { name: "of an interface", id: "authIface", depth: 1, want: ["1 implements svcClass"] },
  { name: "of an interface's member", id: "authLogin", depth: 1, want: ["1 overrides svcLogin"] },
  { name: "of a partial class", id: "cartClass", depth: 1, want: ["1 inherits cartSub"] },
  { name: "of subclasses too", id: "cartClass", depth: 2, want: ["1 inherits cartSub", "2 inherits cartSubSub"] },
  { name: "of a function: none", id: "appStart", depth: 1, want: [] },
];

test.each(implementations)("get_implementations $name", async ({ id, depth, want }) => {
  const { output } = await runTool(getImplementations, { node_id: id, depth }, sample);
  expect(output.results.map((each) => `${each.depth} ${each.edge_type} ${each.node_id}`)).toEqual(want);
});

test("a symbol that is not there is an error that says how to find one", async () => {
  const error = await errorOf(runTool(getImplementations, { node_id: "nobody" }, sample));
  expect(error.code).toBe("not_found");
  expect(error.message).toContain("No symbol with node_id 'nobody' in this index.");
});
