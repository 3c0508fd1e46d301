/** Names that only an export gives, against a real index. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";

const FILES = {
  "src/vnode.ts": `function createBaseVNode(type: string): string {
  return type;
}
export interface AnyRouter {
  paths: string[];
}
export { createBaseVNode as createElementVNode };
const made = createBaseVNode("a") as unknown as Castle;
`,
  "src/index.ts": `export type {
  // Users see this name.
  AnyRouter as AnyTRPCRouter,
} from "./vnode";
export { createElementVNode as h } from "./vnode";
export * as vnodes from "./vnode";
import { createElementVNode as local } from "./vnode";
local("b");
`,
  "src/button.tsx": `function PlainButton() {
  return <button />;
}
export { PlainButton as Button, PlainButton as render };
`,
  "src/shown.ts": `export { createElementVNode as render } from "./vnode";
export function renderAll() {}
`,
};

const call = useProject(FILES);

async function ask(tool: string, args: object) {
  const { structured: given, text } = await call(tool, args);
  const structured = given as {
    results: { name: string; exported_as?: { file_path: string; line: number } }[];
    next_cursor?: string;
  };
  const { results = [] } = structured;
  const aliases = results.filter(({ exported_as }) => exported_as);
  return {
    found: aliases.map(({ name, exported_as }) => `${name} ${exported_as!.file_path}:${exported_as!.line}`),
    text,
    structured,
  };
}

test.each([
  { name: "createElementVNode", want: ["createBaseVNode src/vnode.ts:7"] },
  { name: "AnyTRPCRouter", want: ["AnyRouter src/index.ts:3"] },
  { name: "h", want: ["createBaseVNode src/index.ts:5"] },
  { name: "vnodes", want: ["vnode.ts src/index.ts:6"] },
  { name: "Button", want: ["PlainButton src/button.tsx:4"] },
  { name: "local", want: [] },
  { name: "Castle", want: [] },
  { name: "createBaseVNode", want: [] },
])("$name is what is exported under that name: $want", async ({ name, want }) => {
  expect((await ask("lookup_symbol", { qualified_name: name })).found).toEqual(want);
  expect((await ask("search_symbols", { query: name })).found).toEqual(want);
});

test("exports of a name count for the limit, and pages go on behind them", async () => {
  const pages: string[][] = [];
  for (let cursor: string | undefined, page = 0; page < 5; page++) {
    const asked = { query: "render", limit: 1, ...(cursor && { cursor }) };
    const { results, next_cursor } = (await ask("search_symbols", asked)).structured;
    pages.push(results.map(({ name }) => name));
    cursor = next_cursor;
    if (cursor === undefined) break;
  }
  expect(pages).toEqual([["PlainButton"], ["createBaseVNode"], ["renderAll"]]);
});

test("answers say where the name comes from", async () => {
  expect((await ask("lookup_symbol", { qualified_name: "createElementVNode" })).text).toMatch(
    /^1 symbol exported as createElementVNode\nsrc\/vnode\.ts:1-3 {2}function createBaseVNode.*\n.*exported at src\/vnode\.ts:7/,
  );
  expect((await ask("search_symbols", { query: "AnyTRPCRouter" })).text).toContain(
    "interface AnyRouter, exported as AnyTRPCRouter at src/index.ts:3 [",
  );
  expect((await ask("search_symbols", { query: "AnyTRPCRouter", node_type: "class" })).found).toEqual([]);
  expect((await ask("lookup_symbol", { qualified_name: "AnyTRPCRouter", language: "csharp" })).found).toEqual([]);
});
