/** Context packed into a budget, by src/format/pack.ts: code, then lines, and keys of texts that the reader has. */
import { expect, test } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { type ContextUnit, keysOf, type PackOptions, pack, seenWord } from "../../src/format/pack.js";
import { dedent } from "../helpers/dedent.js";

const unit = (path: string, startLine: number, name: string, over: Partial<ContextUnit> = {}): ContextUnit => ({
  path,
  startLine,
  endLine: startLine + 2,
  text: dedent`
    function ${name}() {
      return "${name}";
    }`,
  line: `${name}(): string`,
  score: 0.5,
  relation: null,
  enclosing: [],
  imports: [],
  copies: [],
  ...over,
});
const all: PackOptions = {
  tokens: 1000,
  characters: 10_000,
  most: 5,
  sources: true,
  scores: false,
  seen: new Set(),
  words: [],
};

test("shows the best whole, then the others as a line each", () => {
  const { text, leftOut } = pack([unit("a.ts", 1, "first"), unit("b.ts", 4, "second"), unit("c.ts", 7, "third")], {
    ...all,
    most: 2,
  });
  expect(text).toBe(`a.ts:1-3
function first() {
  return "first";
}

b.ts:4-6
function second() {
  return "second";
}

c.ts:7 third(): string`);
  expect(leftOut).toBe(0);
});

test("tells imports and what encloses a unit once for each file", () => {
  const around = { imports: ['import { x } from "x";'], enclosing: [{ line: 3, text: "class A {" }] };
  const { text } = pack(
    [unit("a.ts", 20, "second", around), unit("b.ts", 1, "other"), unit("a.ts", 10, "first", around)],
    all,
  );
  expect(text).toBe(`a.ts:10-12
import { x } from "x";
class A {
function first() {
  return "first";
}

a.ts:20-22
function second() {
  return "second";
}

b.ts:1-3
function other() {
  return "other";
}`);
});

test("shows lines where there is no room for code, of other files before many of one", () => {
  const units = [
    unit("a.ts", 1, "big", { text: Array.from({ length: 60 }, (_, index) => `step(${index});`).join("\n") }),
    ...[1, 2, 3, 4].map((at) => unit("a.ts", at * 100, `more${at}`)),
    unit("b.ts", 9, "elsewhere"),
  ];
  const { text, shown, leftOut } = pack(units, { ...all, tokens: 112, most: 1 });
  expect(estimateTokens(text)).toBeLessThanOrEqual(112);
  expect(shown[0]).toMatchObject({ form: "part", unit: { path: "a.ts" } });
  expect(text).toContain("b.ts:9 elsewhere(): string");
  expect(leftOut).toBeGreaterThan(0);
});

test("lines of one file name it once, and say nothing twice", () => {
  const parts = [unit("a.ts", 1, "long"), unit("a.ts", 9, "long", { text: "rest" }), unit("a.ts", 20, "next")];
  expect(pack([unit("b.ts", 1, "b"), ...parts], { ...all, most: 1 }).text).toContain(
    "\n\na.ts:1 long(): string\n  :20 next(): string",
  );
});

test("a text that stands in several places is shown once", () => {
  const { text } = pack([unit("a.ts", 1, "same", { copies: ["b.ts:1-3"] }), unit("old/a.ts", 5, "same")], all);
  expect(text).toContain("a.ts:1-3; the same in b.ts:1-3, old/a.ts:5-7\n");
  expect(text.match(/function same/g)).toHaveLength(1);
});

test("neighbours say how they are related, as code where there is room", () => {
  const near = unit("b.ts", 1, "near", { relation: "calls first", score: null });
  expect(pack([unit("a.ts", 1, "first"), near], { ...all, tokens: 42 }).text).toContain(
    "b.ts:1 near(): string, calls first",
  );
  expect(pack([unit("a.ts", 1, "first"), near], all).text).toContain("b.ts:1-3; calls first\nfunction near() {");
});

test("leaves out what the reader has, until it changes", () => {
  const units = [unit("a.ts", 1, "first"), unit("b.ts", 1, "second")];
  const before = pack(units, { ...all, most: 1 });
  const seen = keysOf(seenWord(new Set(), before.keys))!;
  const after = pack(units, { ...all, seen });
  expect(after).toMatchObject({ known: 1, shown: [{ unit: { path: "b.ts" }, form: "whole" }] });
  const changed = [{ ...units[0]!, text: "function first() { return 2; }" }];
  expect(pack(changed, { ...all, seen }).shown).toHaveLength(1);
  const both = keysOf(seenWord(seen, after.keys))!;
  expect(pack(units, { ...all, seen: both })).toMatchObject({ text: "", known: 2, shown: [], keys: [] });
});

test("without sources there is the code alone; with scores they are told", () => {
  expect(pack([unit("a.ts", 1, "first")], { ...all, sources: false }).text).toMatch(/^function first/);
  expect(pack([unit("a.ts", 1, "first")], { ...all, scores: true }).text).toMatch(/^a\.ts:1-3 \(0\.5\)\n/);
});

test.each([0, 1, 20, 50, 100, 300, 1000])("is never longer than %d tokens or characters", (most) => {
  const units = Array.from({ length: 40 }, (_, index) =>
    unit(`src/file${index % 7}.ts`, index * 10, `name${index}`, { imports: [`import { x${index} } from "y";`] }),
  );
  expect(estimateTokens(pack(units, { ...all, tokens: most }).text)).toBeLessThanOrEqual(most);
  expect(pack(units, { ...all, characters: most }).text.length).toBeLessThanOrEqual(most);
});

test("a word that is not a list of keys is refused", () => {
  expect(keysOf("abc")).toBeNull();
  expect(keysOf("a b!")).toBeNull();
  expect(keysOf("")).toEqual(new Set());
});

test("keeps to the characters where the first line of a file becomes code, and the next must tell the path", () => {
  const path = `${"long/".repeat(20)}a.ts`;
  const neighbour = (line: number, name: string) => unit(path, line, name, { score: null, relation: "called by x" });
  const units = [unit("b.ts", 1, "best"), neighbour(1, "first"), neighbour(10, "second"), neighbour(20, "third")];
  for (let characters = 50; characters < 900; characters += 3) {
    const { text } = pack(units, { ...all, characters });
    expect(text.length, String(characters)).toBeLessThanOrEqual(characters);
  }
});
