/** Figures of the graph held against the committed ones, by src/measure/graph/figures.ts, and the files that hold these. */
import { describe, expect, test } from "vitest";
import { readCorpus } from "../../../src/measure/graph/corpus.js";
import { pagesWith } from "../../../src/measure/graph/docs.js";
import { type Figures, readFigures, worse } from "../../../src/measure/graph/figures.js";

const BEFORE: Figures = {
  kinds: { "calls of methods": { uses: 100, edges: 90, precision: 0.99, recall: 0.9, f1: 0.94 } },
  tiers: { "exact, calls": { edges: 90, precision: 0.99 } },
  rules: {},
};

describe("figures that are worse than the committed ones", () => {
  const kinds = (change: object) => ({ "calls of methods": { ...BEFORE.kinds["calls of methods"]!, ...change } });
  const cases: { name: string; now: Partial<Figures>; before?: Partial<Figures>; want: string[] }[] = [
    { name: "the same", now: {}, want: [] },
    { name: "better", now: { kinds: kinds({ recall: 1 }) }, want: [] },
    { name: "within the tolerance", now: { kinds: kinds({ recall: 0.896 }) }, want: [] },
    {
      name: "a recall that fell",
      now: { kinds: kinds({ recall: 0.89 }) },
      want: ["zod, recall of calls of methods: 0.890, where 0.900 is committed"],
    },
    {
      name: "a kind that is gone",
      now: { kinds: {} },
      want: [
        "zod, precision of calls of methods: 0.000, where 0.990 is committed",
        "zod, recall of calls of methods: 0.000, where 0.900 is committed",
      ],
    },
    {
      name: "a tier that lies",
      now: { tiers: { "exact, calls": { edges: 90, precision: 0.9 } } },
      want: ["zod, precision of exact, calls: 0.900, where 0.990 is committed"],
    },
    { name: "too few to say", now: { kinds: {} }, before: { kinds: kinds({ uses: 3, edges: 3 }) }, want: [] },
  ];
  test.each(cases)("$name", ({ now, before, want }) => {
    expect(worse("zod", { ...BEFORE, ...now }, { ...BEFORE, ...before })).toEqual(want);
  });
});

describe("the committed files", () => {
  test("pins every package, at least five of each set", () => {
    const corpus = readCorpus();
    for (const set of ["development", "held-out"])
      expect(corpus.filter((entry) => entry.set === set).length).toBeGreaterThanOrEqual(5);
    for (const { version, integrity } of corpus.flatMap(({ sources, types = [] }) => [...sources, ...types])) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(integrity).toMatch(/^sha512-/);
    }
  });

  test("has figures of every package, and the pages of docs/languages/ show them", () => {
    const figures = readFigures();
    expect(Object.keys(figures.packages)).toEqual(readCorpus().map(({ name }) => name));
    for (const { path, before, after } of pagesWith(figures)) expect(after, path).toBe(before);
  });
});
