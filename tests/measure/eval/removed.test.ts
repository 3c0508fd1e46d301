import { describe, expect, it } from "vitest";
import { auroc, nonsense } from "../../../src/measure/eval/removed.js";

describe("auroc", () => {
  for (const [what, positive, negative, want] of [
    ["tells apart always", [3, 4], [1, 2], 1],
    ["tells nothing where all are the same", [1, 1], [1, 1], 0.5],
    ["counts a pair in the wrong order as none", [2, 0], [1], 0.5],
    ["is wrong always", [0], [1, 2], 0],
  ] as const)
    it(`${what}: ${want}`, () => expect(auroc(positive, negative)).toBe(want));
});

describe("nonsense", () => {
  it("is the same for the same seed, and no text twice", () => {
    const texts = nonsense(100, 1);
    expect(nonsense(100, 1)).toEqual(texts);
    expect(nonsense(100, 2)).not.toEqual(texts);
    expect(new Set(texts).size).toBe(100);
  });
});
