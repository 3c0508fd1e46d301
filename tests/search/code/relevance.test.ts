/** The likelihood that a result is right, by src/search/code/relevance.ts. */
import { describe, expect, test } from "vitest";
import { balanceOf, type QueryForm } from "../../../src/search/code/ranking/balance.js";
import type { RankedChunk } from "../../../src/search/code/ranking/ranked-chunk.js";
import { WEIGHTS } from "../../../src/search/code/ranking/weights.js";
import { type Evidence, evidenceOf, relevanceOf } from "../../../src/search/code/relevance.js";

const QUESTION: QueryForm = { wordCount: 5, isQuestion: true, isKeywords: false };
const NAMES: ReadonlyMap<string, number> = new Map([["TokenStore", 1]]);
const usual: Evidence = {
  asks: true,
  keywords: 0,
  best: 4,
  second: 3.6,
  meaning: 0.33,
  file: 0.25,
  names: 0,
  found: 0,
};

function ranked(path: string, score: number, sum: RankedChunk["sum"] = {}): RankedChunk {
  const chunk = { path, kind: "function", startLine: 1, tokenCount: 100, codeTokens: 100, symbolNames: [] };
  return { chunk, score, strength: 0, sum, factors: {} };
}

describe("relevanceOf", () => {
  test("is larger for the best result, the further it is before that of another file", () => {
    expect(relevanceOf(4, usual)).toBeGreaterThan(relevanceOf(3.6, usual));
    expect(relevanceOf(4, { ...usual, second: 2 })).toBeGreaterThan(relevanceOf(4, usual));
  });

  test("is larger where the best result is near in meaning, and its file holds what was asked for", () => {
    expect(relevanceOf(4, { ...usual, meaning: 0.6 })).toBeGreaterThan(relevanceOf(4, usual));
    expect(relevanceOf(4, { ...usual, file: 0.6 })).toBeGreaterThan(relevanceOf(4, usual));
  });

  test("is small where a question writes a name that no file declares, and nearly 1 where one does", () => {
    expect(relevanceOf(4, { ...usual, names: 1 })).toBeLessThan(relevanceOf(4, usual));
    expect(relevanceOf(4, { ...usual, names: 1, found: 1, second: 2, file: 0.5 })).toBeGreaterThan(0.8);
  });

  test("is a share, whatever the scores are", () => {
    for (const score of [0, 1, 8, 20]) {
      const relevance = relevanceOf(score, { ...usual, asks: false, best: score, second: 0 });
      expect(relevance).toBeGreaterThan(0);
      expect(relevance).toBeLessThanOrEqual(1);
    }
  });
});

describe("evidenceOf", () => {
  const balance = balanceOf(QUESTION);
  const first = ranked("a.ts", 4, {
    file: WEIGHTS.file * balance.file * 0.5,
    meaning: WEIGHTS.meaning * balance.meaning * 0.4,
    namedFile: WEIGHTS.namedFile * balance.question,
  });

  test("reads the signals of the best result, and the best score of another file", () => {
    const order = [first, ranked("a.ts", 3.9), ranked("b.ts", 3)];
    const evidence = evidenceOf(order, QUESTION, { balance, named: NAMES });
    expect(evidence).toMatchObject({ asks: true, best: 4, second: 3, names: 1 });
    expect(evidence.file).toBeCloseTo(0.5);
    expect(evidence.meaning).toBeCloseTo(0.4);
    expect(evidence.found).toBeCloseTo(1);
  });

  test("reads the nearness of the piece of the best file that is nearest, whichever comes first", () => {
    const near = ranked("a.ts", 3.9, { meaning: WEIGHTS.meaning * balance.meaning * 0.6 });
    const far = ranked("b.ts", 3, { meaning: WEIGHTS.meaning * balance.meaning * 0.9 });
    expect(evidenceOf([first, near, far], QUESTION, { balance, named: NAMES }).meaning).toBeCloseTo(0.6);
  });

  test("takes a usual nearness where meaning takes no part", () => {
    const words = balanceOf(QUESTION, 0);
    const evidence = evidenceOf([ranked("a.ts", 4)], QUESTION, { balance: words, named: new Map() });
    expect(evidence).toMatchObject({ second: 0, meaning: 0.33, names: 0, found: 0 });
  });
});
