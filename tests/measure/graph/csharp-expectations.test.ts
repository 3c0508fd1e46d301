/** The C# corpus: what the graph says of it is no worse than the committed figures (npm run bench:graph -- --write commits to better ones). */
import { expect, test } from "vitest";
import { type CsharpFigures, measureCsharp, worseCsharp } from "../../../src/measure/graph/csharp.js";
import type { JudgedFigures } from "../../../src/measure/graph/csharp-expectations.js";
import { readFigures } from "../../../src/measure/graph/figures.js";

test("finds as much as is committed, and invents no more", async () => {
  const { csharp: committed } = readFigures();
  const figures = await measureCsharp();
  expect(worseCsharp(figures, committed)).toEqual([]);
  const expected = (of: CsharpFigures) =>
    ["development", "held-out"].map((part) =>
      of[part]!.map(({ relation, tier, expected }) => [relation, tier, expected]),
    );
  expect(expected(figures)).toEqual(expected(committed));
});

test("an edge that is lost or invented is worse, and a library that is not at hand is not", () => {
  const calls = (right: number, wrong: number): JudgedFigures[] => [
    { relation: "calls", tier: "default", expected: 10, right, wrong, precision: 1, recall: 1, f1: 1 },
  ];
  const before = { development: calls(9, 1), "sampled: efcore": calls(9, 0) };
  expect(worseCsharp({ development: calls(9, 1) }, before)).toEqual([]);
  expect(worseCsharp({ development: calls(8, 1), "sampled: efcore": calls(9, 2) }, before)).toEqual([
    "C# development, calls: 8 right and 1 wrong, where 9 and 1 are committed",
    "C# sampled: efcore, calls: 9 right and 2 wrong, where 9 and 0 are committed",
  ]);
});
