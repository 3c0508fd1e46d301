import { describe, expect, it } from "vitest";
import { type Candidate, type Rankable, rankChunks } from "../../src/search/rank.js";

const terms = new Map([
  ["rotate", { weight: 1, share: 0.5 }],
  ["token", { weight: 1, share: 0.3 }],
  ["tokens", { weight: 0.8, share: 0.24 }],
]);
const query = { words: ["rotate", "token", "often"], terms };

function candidate(
  chunk: Partial<Rankable>,
  signals: Partial<Candidate<Rankable>["hit"]["signals"]> = {},
  declared = 0,
) {
  const none = { text: 0, names: 0, scope: 0, fileName: 0, file: 0 };
  return {
    chunk: { path: "src/a.ts", kind: "function", startLine: 1, tokenCount: 100, symbolNames: [], ...chunk },
    hit: { chunkId: 1, file: 0, signals: { ...none, text: 0.4, ...signals } },
    declared,
  };
}

/** What stands first, of two that differ in one thing. */
const better = (one: Candidate<Rankable>, other: Candidate<Rankable>) => {
  const [first, second] = rankChunks([other, one], query);
  return first!.chunk === one.chunk && first!.score > second!.score;
};

describe("rankChunks", () => {
  for (const [what, one, other] of [
    ["more of the words", candidate({}, { text: 0.6 }), candidate({}, { text: 0.3 })],
    ["a file about it", candidate({}, { file: 0.6 }), candidate({}, { file: 0.1 })],
    ["a file named so", candidate({}, { fileName: 0.4 }), candidate({})],
    ["a class named so", candidate({}, { scope: 0.4 }), candidate({})],
    ["a name of the words", candidate({ symbolNames: ["rotateToken"] }), candidate({ symbolNames: ["token"] })],
    [
      "a name of nothing else",
      candidate({ symbolNames: ["rotateToken"] }),
      candidate({ symbolNames: ["rotateTokenInBrowser"] }),
    ],
    ["what is called so", candidate({}, {}, 1), candidate({}, { text: 0.9 })],
    ["a function", candidate({}), candidate({ kind: "block" })],
    ["the shorter", candidate({ tokenCount: 20 }), candidate({ tokenCount: 400 })],
    ["sources", candidate({}), candidate({ path: "tests/a.test.ts" })],
    ["what a person wrote", candidate({}), candidate({ path: "src/a.d.ts" })],
    ["code", candidate({ kind: "block" }), candidate({ kind: "section", path: "a.md" })],
  ] as const)
    it(`${what} first`, () => expect(better(one, other)).toBe(true));

  it("leaves tests where they are when they are asked for", () => {
    const [first] = rankChunks([candidate({ path: "tests/a.test.ts" })], { ...query, words: ["test", "rotate"] });
    expect(first!.factors).not.toHaveProperty("test");
  });

  it("says how each score came about, and leaves out what it shall", () => {
    const one = candidate({ symbolNames: ["rotateToken"] }, { file: 0.5, fileName: 0.2 }, 0.5);
    const [whole] = rankChunks([one], query);
    const sum = Object.values(whole!.sum).reduce((all, part) => all + part, 0);
    const product = Object.values(whole!.factors).reduce((all, factor) => all * factor, sum);
    expect(whole!.score).toBeCloseTo(product);
    expect(whole!.relevance).toBeGreaterThan(0.5);
    const [less] = rankChunks([one], { ...query, without: new Set(["declared", "callable"] as const) });
    expect(Object.keys(less!.sum)).toEqual(["text", "file", "fileName", "name", "nameCovered"]);
    expect(Object.keys(less!.factors)).toEqual(["brief"]);
  });
});
