/** Scores along edges: how much of a place's score goes on. */
import { expect, test } from "vitest";
import { need } from "../../../src/base/need.js";
import type { Link } from "../../../src/search/research/follow.js";
import { type ScoredPlace, spread } from "../../../src/search/research/spread.js";
import type { SymbolHead } from "../../../src/store/symbol-heads.js";

const headOf = (nodeId: string) =>
  ({ nodeId, name: nodeId, path: `${nodeId}.ts`, ordinal: 1, lineStart: 1 }) as SymbolHead;
const callOf = (source: string, target: string): Link => ({
  ...{ source, target, kind: "calls", tier: "exact" },
  ...{ path: `${source}.ts`, line: 1 },
});

/** The score that the only caller of `start` gets, where `start` calls so many others. */
function scoreOfCaller(callees: number): number {
  const others = Array.from({ length: callees }, (_, index) => `callee${index}`);
  const heads = new Map(["start", "caller", ...others].map((id) => [id, headOf(id)]));
  const start: ScoredPlace = { head: headOf("start"), score: 0.9, hop: 0, reason: "words", by: null, lines: null };
  const places = new Map([["start", start]]);
  spread(places, new Set(["start"]), {
    links: [callOf("caller", "start"), ...others.map((other) => callOf("start", other))],
    heads,
    weights: { out: { calls: 0.9 }, in: { calls: 0.6 } },
    hop: 1,
    fitOf: () => 1,
    callsOf: () => 1,
    isWanted: () => true,
  });
  return need(places, "caller").score;
}

test("a caller gets as much from a function that calls much as from one that calls little", () => {
  expect(scoreOfCaller(60)).toBeCloseTo(scoreOfCaller(1), 5);
  expect(scoreOfCaller(1)).toBeCloseTo(0.54, 5);
});

/** The score of what `start` calls, where so many calls lead there. */
function scoreOfCallee(calls: number): number {
  const heads = new Map(["start", "callee"].map((id) => [id, headOf(id)]));
  const start: ScoredPlace = { head: headOf("start"), score: 0.9, hop: 0, reason: "words", by: null, lines: null };
  const places = new Map([["start", start]]);
  spread(places, new Set(["start"]), {
    links: [callOf("start", "callee")],
    heads,
    weights: { out: { calls: 0.9 }, in: {} },
    hop: 1,
    fitOf: () => 1,
    callsOf: () => calls,
    isWanted: () => true,
  });
  return need(places, "callee").score;
}

test("a helper that twice as many calls lead to gets half as much", () => {
  expect(scoreOfCallee(12)).toBeCloseTo(scoreOfCallee(1), 5);
  expect(scoreOfCallee(24)).toBeCloseTo(scoreOfCallee(12) / 2, 5);
  expect(scoreOfCallee(96)).toBeCloseTo(scoreOfCallee(12) / 8, 5);
});
