/** Scores of the results of a question, by src/measure/eval/score.ts. */
import { describe, expect, test } from "vitest";
import { isHit, scoreQuery } from "../../../src/measure/eval/score.js";

const result = (path: string, startLine = 1, endLine = startLine + 9) => ({ path, startLine, endLine, tokens: 300 });
const gold = (file: string, start_line: number, end_line: number) => ({ file, start_line, end_line });

describe("scoreQuery", () => {
  test("ranks files by their first result, and lines by every result", () => {
    const query = { query: "q", gold: [gold("b.ts", 100, 110)] };
    const { file, span } = scoreQuery(query, [
      result("a.ts", 1),
      result("a.ts", 50),
      result("b.ts", 1),
      result("b.ts", 99),
    ]);
    expect(file).toMatchObject({ recall1: 0, recall5: 1, mrr10: 1 / 2, ndcg10: 1 / Math.log2(3) });
    expect(span).toMatchObject({ recall1: 0, recall5: 1, mrr10: 1 / 4, ndcg10: 1 / Math.log2(5) });
    // Of 500, 1,000, 2,000, … tokens: its file comes after 900, its lines after 1,200.
    expect(file.within).toEqual([0, 1, 1, 1, 1]);
    expect(span!.within).toEqual([0, 0, 1, 1, 1]);
  });

  test("counts each answer once, and any one where any will do", () => {
    const both = [{ file: "a.ts" }, { file: "b.ts" }];
    const results = [result("a.ts"), result("c.ts")];
    const all = scoreQuery({ query: "q", gold: both }, results);
    expect(all).toMatchObject({ file: { recall10: 0.5, mrr10: 1 }, span: null });
    expect(all.file.ndcg10).toBeCloseTo(1 / (1 + 1 / Math.log2(3)));
    expect(scoreQuery({ query: "q", gold: both, match: "any" }, results).file).toMatchObject({
      recall10: 1,
      ndcg10: 1,
    });
  });

  test("counts an answer by its grade, and a file by its best", () => {
    const graded = [
      { file: "a.ts", start_line: 1, grade: 1 },
      { file: "a.ts", start_line: 50, grade: 3 },
      { file: "b.ts", start_line: 1, grade: 2 },
    ];
    const { file, span } = scoreQuery({ query: "q", gold: graded }, [result("b.ts"), result("a.ts", 50)]);
    expect(file.ndcg10).toBeCloseTo((3 + 7 / Math.log2(3)) / (7 + 3 / Math.log2(3)));
    expect(span?.ndcg10).toBeCloseTo((3 + 7 / Math.log2(3)) / (7 + 3 / Math.log2(3) + 1 / 2));
    expect(scoreQuery({ query: "q", gold: graded, match: "any" }, [result("b.ts")]).file.ndcg10).toBeCloseTo(3 / 7);
  });

  test("gives no more than 1 where a result shows two answers", () => {
    const two = [gold("a.ts", 1, 4), gold("a.ts", 6, 9)];
    expect(scoreQuery({ query: "q", gold: two }, [result("a.ts", 1, 10)]).span?.ndcg10).toBe(1);
  });

  test("gives nothing for what comes after the tenth, or never", () => {
    const results = Array.from({ length: 11 }, (_, index) => result(`${index}.ts`));
    expect(scoreQuery({ query: "q", gold: [{ file: "10.ts" }] }, results).file).toMatchObject({
      recall10: 0,
      mrr10: 0,
    });
    expect(scoreQuery({ query: "q", gold: [{ file: "x.ts" }] }, []).file.within).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("isHit", () => {
  for (const [what, start, end, want] of [
    ["its comment", 97, 99, true],
    ["its end", 110, 130, true],
    ["what holds it", 20, 120, true],
    ["what holds it and much more", 1, 500, false],
    ["what stands before it", 80, 96, false],
    ["what follows it", 111, 120, false],
  ] as const)
    test(`${what}: ${want}`, () => expect(isHit(result("a.ts", start, end), gold("a.ts", 100, 110))).toBe(want));
});
