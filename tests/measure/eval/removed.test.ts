/** Measures of how well relevance separates answers from non-answers, by src/measure/eval/removed.ts. */
import { describe, expect, test } from "vitest";
import { auroc, calibrationError, nonsense } from "../../../src/measure/eval/removed.js";

describe("auroc", () => {
  for (const [what, positive, negative, want] of [
    ["tells apart always", [3, 4], [1, 2], 1],
    ["tells nothing where all are the same", [1, 1], [1, 1], 0.5],
    ["counts a pair in the wrong order as none", [2, 0], [1], 0.5],
    ["is wrong always", [0], [1, 2], 0],
  ] as const)
    test(`${what}: ${want}`, () => expect(auroc(positive, negative)).toBe(want));
});

describe("calibrationError", () => {
  const said = (relevance: number, ...right: boolean[]) => right.map((isRight) => ({ relevance, isRight }));

  test("is 0 where of what is said to be half likely half is right", () => {
    expect(calibrationError(said(0.5, true, false))).toBeCloseTo(0);
    expect(calibrationError([...said(1, true), ...said(0, false)])).toBeCloseTo(0);
  });

  test("is how far off each tenth of the scale is, by how often it is said", () => {
    expect(calibrationError([...said(0.9, false, false, false), ...said(0.1, false)])).toBeCloseTo((3 * 0.9 + 0.1) / 4);
  });
});

describe("nonsense", () => {
  test("is the same for the same seed, and no text twice", () => {
    const texts = nonsense(100, 1);
    expect(nonsense(100, 1)).toEqual(texts);
    expect(nonsense(100, 2)).not.toEqual(texts);
    expect(new Set(texts).size).toBe(100);
  });
});
