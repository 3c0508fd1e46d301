/** How much is read until a place is on screen, over answers of a real index. */
import { expect, test } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { readByGrep } from "../../src/measure/agents/by-grep.js";
import { readByIndex } from "../../src/measure/agents/by-index.js";
import { figuresOf, type Measured, worse } from "../../src/measure/agents/figures.js";
import { screenOf } from "../../src/measure/agents/shown.js";
import type { FolderIndex } from "../../src/measure/eval/index-folder.js";
import { ANYONE } from "../../src/model/principal.js";
import { callTool } from "../../src/tools/running/call-tool.js";
import { useApp } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const steps = (name: string) =>
  Array.from({ length: 200 }, (_, index) => `  audit.push("${name} step ${index} of the \\"long\\" audit");`).join(
    "\n",
  );

const FILES = {
  "src/session.ts": dedent`
    export function renewSession(session: string): string {
    ${steps("renew")}
      return session;
    }
  `,
  "src/cart.ts": dedent`
    export function emptyCart(cart: string[]): void {
      cart.length = 0;
      // "emptied"
    }
  `,
};

/** By words alone: vectors come some time behind the index, and would then cut the answer elsewhere. */
const app = useApp(FILES, () => ({ CODEINDEX_EMBEDDING_PROVIDER: "none" }));

const ask: FolderIndex["ask"] = (tool, args) =>
  callTool(app(), tool, args, {
    principal: ANYONE,
    signal: new AbortController().signal,
    detail: "brief",
    isFirstAnswer: () => false,
  });
const index = { ask } as FolderIndex;
const gold = (file: string, start_line: number, end_line = start_line) => [{ file, start_line, end_line }];

test("each line of code that an answer shows ends where its text does, in both forms", async () => {
  for (const [tool, args] of [
    ["codebase_retrieval", { query: "how is a cart emptied, and the audit of a session" }],
    ["get_source", { symbols: ["src/cart.ts:1-4", "renewSession"] }],
  ] as const) {
    const screen = screenOf(await ask(tool, args));
    const third = screen.shown.find(({ path, line }) => path === "src/cart.ts" && line === 3)!;
    expect(screen.text.slice(0, third.text).endsWith('// "emptied"')).toBe(true);
    expect(screen.structured.slice(0, third.structured).endsWith('// \\"emptied\\"')).toBe(true);
    expect(screen.shown).toContainEqual(expect.objectContaining({ path: "src/session.ts", line: null }));
  }
});

test("a place in the first answer costs what stands above it", async () => {
  const found = await readByIndex(index, { query: "how is a cart emptied", gold: gold("src/cart.ts", 2) });
  expect(found.text).toMatchObject({ calls: 1 });
  expect(found.text.file).toBeLessThan(found.text.place);
  expect(found.text.place).toBeLessThan(found.size.text);
  expect(found.structured.place).toBeLessThan(found.size.structured);
});

test("a place that it cut costs the answer and the next one, and one that is nowhere is never read", async () => {
  const query = "the steps of an audit";
  const cut = await readByIndex(index, { query, gold: gold("src/session.ts", 110) });
  expect(cut.text.calls).toBeGreaterThan(1);
  expect(cut.text.file).toBeLessThan(cut.size.text);
  expect(cut.text.place).toBeGreaterThan(cut.size.text);
  const never = await readByIndex(index, { query, gold: gold("src/gone.ts", 1) });
  expect(never.text).toMatchObject({ file: Number.POSITIVE_INFINITY, place: Number.POSITIVE_INFINITY });
});

test("grep reads the lines of its hits, then what stands around them", () => {
  const files = Object.entries(FILES).map(([path, text]) => {
    const lines = text.split("\n");
    return { path, lines, folded: lines.map((line) => line.toLowerCase()) };
  });
  const inHit = readByGrep(files, { query: "where are carts emptied", gold: gold("src/cart.ts", 1) });
  const hit = "src/cart.ts:1:export function emptyCart(cart: string[]): void {";
  expect(inHit).toEqual({ calls: 1, file: estimateTokens(hit), place: estimateTokens(hit) });
  const around = readByGrep(files, { query: "renewSession", gold: gold("src/session.ts", 20) });
  expect(around.calls).toBe(2);
  expect(around.place).toBeGreaterThan(around.file);
});

test("figures are worse where fewer files are there in time, or answers grow", () => {
  const reading = (place: number) => ({ file: place, place, calls: 1 });
  const measured = (place: number, size: number): Measured => ({
    level: "question",
    text: reading(place),
    structured: reading(place),
    grep: reading(9000),
    size: { text: size, structured: 1.2 * size },
  });
  const { all: before } = figuresOf([measured(500, 1000), measured(3000, 1000)]);
  expect(before!.ways.text).toMatchObject({ median: 500, file: [0.5, 0.5, 1], never: 0 });
  expect(worse(before!, before!)).toEqual([]);
  const { all: now } = figuresOf([measured(500, 1000), measured(5000, 1200)]);
  expect(worse(now!, before!)).toContain("text, the file within 4000 tokens: 0.5, committed 1");
  expect(worse(now!, before!)).toContain("text, p95 of the answers' tokens: 1200, committed 1000");
});
