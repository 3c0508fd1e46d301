/** Results joined into passages, by src/search/code/passages.ts. */
import { expect, test } from "vitest";
import { passagesOf } from "../../../src/search/code/passages.js";
import type { CodeHit } from "../../../src/search/code/search.js";

interface Piece {
  path?: string;
  /** Its position in the file. */
  at: number;
  lines: [number, number];
  text?: string;
  tokens?: number;
  names?: string[];
  signature?: string;
  breadcrumb?: string;
  sum?: CodeHit["sum"];
}

function hit({ path = "a.ts", at, lines, text, tokens = 100, names = [], sum = {}, ...rest }: Piece): CodeHit {
  const { signature = null, breadcrumb = null } = rest;
  return {
    chunk: {
      path,
      versionId: 1,
      ordinal: at,
      startLine: lines[0],
      endLine: lines[1],
      tokenCount: tokens,
      symbolNames: names,
      signature,
      breadcrumb,
    },
    text: text ?? `code ${lines.join(" to ")}`,
    sum,
    copies: [],
  } as unknown as CodeHit;
}

const passages = (pieces: Piece[], { query = "q", most = 10 } = {}) => passagesOf(pieces.map(hit), { query, most });
const places = (pieces: Piece[], options?: { query?: string; most?: number }) =>
  passages(pieces, options).passages.map(
    ({ best, startLine, endLine }) => `${best.chunk.path}:${startLine}-${endLine}`,
  );

test("pieces that follow on each other are one, in the place of the best, with the blank lines between them", () => {
  const found = passages([
    { at: 2, lines: [10, 12], text: "b\nb\nb", names: ["b"] },
    { path: "b.ts", at: 1, lines: [1, 5] },
    { at: 3, lines: [15, 16], text: "c\nc", names: ["c"] },
    { at: 0, lines: [1, 2] },
  ]).passages;
  expect(found.map(({ best, startLine, endLine }) => [best.chunk.path, startLine, endLine])).toEqual([
    ["a.ts", 10, 16],
    ["b.ts", 1, 5],
    ["a.ts", 1, 2],
  ]);
  expect(found[0]!.text).toBe("b\nb\nb\n\n\nc\nc");
  expect(found[0]!.parts.map(({ symbolNames }) => symbolNames)).toEqual([["b"], ["c"]]);
});

test("a piece between two joins both", () => {
  expect(
    places([
      { at: 3, lines: [20, 29] },
      { at: 1, lines: [1, 9] },
      { at: 2, lines: [10, 19] },
    ]),
  ).toEqual(["a.ts:1-29"]);
});

test("pieces that would be too long together are not joined", () => {
  const long = { tokens: 400 };
  expect(
    places([
      { at: 0, lines: [1, 9], ...long },
      { at: 1, lines: [10, 19], ...long },
    ]),
  ).toEqual(["a.ts:1-9", "a.ts:10-19"]);
  expect(
    places([
      { at: 0, lines: [1, 90] },
      { at: 1, lines: [91, 180] },
    ]),
  ).toHaveLength(2);
});

test("overloads stand with the best of them", () => {
  const add = { signature: "add(x)", breadcrumb: "Cart › add" };
  const found = passages([
    { at: 1, lines: [1, 9], ...add },
    { at: 4, lines: [40, 49], ...add },
    { at: 7, lines: [70, 79], signature: "drop(x)", breadcrumb: "Cart › drop" },
    { path: "b.ts", at: 7, lines: [70, 79], ...add },
  ]).passages;
  expect(found.map(({ startLine }) => startLine)).toEqual([1, 70, 70]);
  expect(found[0]!.overloads).toEqual([{ startLine: 40, endLine: 49 }]);
});

test("pieces of imports and unions alone are passed over, and counted, unless they are asked for", () => {
  const bare: Piece[] = [
    { at: 0, lines: [1, 1], text: "import a from 'a'" },
    { path: "b.ts", at: 0, lines: [1, 1], text: "type ContentType = 'a' | 'b'", names: ["ContentType"] },
    { path: "a.md", at: 0, lines: [1, 1], text: "import a from 'a'" },
  ];
  expect(passages(bare)).toMatchObject({ bare: 2, passages: [{ best: { chunk: { path: "a.md" } } }] });
  expect(places(bare, { query: "which content types are there" })).toEqual(["b.ts:1-1", "a.md:1-1"]);
  expect(places([{ ...bare[0]!, sum: { located: 8 } }])).toEqual(["a.ts:1-1"]);
  expect(places([{ ...bare[0]!, sum: { declared: 1 } }])).toEqual(["a.ts:1-1"]);
});

test("no more than were asked for", () => {
  const pieces = Array.from({ length: 9 }, (_, at) => ({ path: `${at}.ts`, at: 0, lines: [1, 9] as [number, number] }));
  expect(places(pieces, { most: 3 })).toEqual(["0.ts:1-9", "1.ts:1-9", "2.ts:1-9"]);
});

test("behind them, the best of each file that none of them is of", () => {
  const pieces: Piece[] = [
    { path: "a.ts", at: 0, lines: [1, 9] },
    { path: "b.ts", at: 0, lines: [1, 9] },
    { path: "c.ts", at: 4, lines: [40, 49] },
    { path: "a.ts", at: 7, lines: [70, 79] },
    { path: "d.ts", at: 0, lines: [1, 1], text: "import a from 'a'" },
    { path: "c.ts", at: 0, lines: [1, 9] },
    { path: "e.ts", at: 2, lines: [20, 29] },
  ];
  const { further, bare } = passages(pieces, { most: 2 });
  expect(further.map(({ chunk }) => `${chunk.path}:${chunk.startLine}`)).toEqual(["c.ts:40", "e.ts:20"]);
  expect(bare).toBe(0);
});
