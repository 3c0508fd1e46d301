/** Steps of walks as texts and back, by src/model/steps.ts and src/model/flat-types.ts. */
import { expect, test } from "vitest";
import { flattenStep, unflattenStep } from "../../src/model/flat-types.js";
import type { Operation } from "../../src/model/parse-result.js";
import {
  AWAITED,
  CALLED,
  calledStep,
  EACH,
  INDEXED,
  isStep,
  isUnnamed,
  itemStep,
  LISTED,
  MADE,
  NOT_NULL,
  OR_NULL,
  parameterStep,
  SELF,
  VALUE,
} from "../../src/model/steps.js";

/** Steps of each kind. The compiler asks for every kind. */
const STEPS: Record<Operation["kind"], Operation[]> = {
  await: [AWAITED],
  each: [EACH],
  index: [INDEXED],
  value: [VALUE],
  self: [SELF],
  make: [MADE],
  list: [LISTED],
  "not-null": [NOT_NULL],
  "or-null": [OR_NULL],
  call: [CALLED, calledStep(0), calledStep(2), calledStep(1_000)],
  item: [itemStep(0), itemStep(31), itemStep(1_000)],
  parameter: [
    parameterStep(0),
    parameterStep(1, 2),
    parameterStep(1, 2, "object"),
    parameterStep(0, 31, "function"),
    parameterStep(1_000, 2_000, "function"),
  ],
};

for (const step of Object.values(STEPS).flat()) {
  const text = flattenStep(step);
  test(`${text} comes back from its text`, () => {
    expect(unflattenStep(text)).toEqual(step);
  });
}

test("each step has a text of its own", () => {
  const texts = Object.values(STEPS).flat().map(flattenStep);
  expect(new Set(texts).size).toBe(texts.length);
});

test("steps without data and with small numbers are shared", () => {
  for (const text of ["(await)", "this[]", "(called)", "(called 2)", "(item 31)", "(parameter 1 of 2: object)"])
    expect(unflattenStep(text)).toBe(unflattenStep(text));
});

test("a name stays a name", () => {
  for (const name of ["", "run", "(other)", "(item one)", "operator +", "[Symbol.iterator]"])
    expect(unflattenStep(flattenStep(name))).toBe(name);
});

test("an index stands where a name would, and a call does not", () => {
  expect([INDEXED, CALLED, "run"].map(isUnnamed)).toEqual([false, true, false]);
  expect(isStep("call", "call")).toBe(false);
});
