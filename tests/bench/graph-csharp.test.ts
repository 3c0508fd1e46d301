/** The C# corpus: what the graph says of it is no worse than it was. Raise the figures when it gets better. */
import { describe, expect, test } from "vitest";
import { figuresOf, judgeCsharpCorpus } from "../../src/bench/graph-csharp.js";

const committed = {
  development: {
    calls: { expected: 163, right: 163, wrong: 0 },
    references: { expected: 164, right: 163, wrong: 0 },
    implementations: { expected: 34, right: 34, wrong: 0 },
  },
  "held-out": {
    calls: { expected: 134, right: 129, wrong: 0 },
    references: { expected: 145, right: 144, wrong: 0 },
    implementations: { expected: 34, right: 34, wrong: 0 },
  },
};

describe.each(Object.entries(committed))("%s", (part, before) => {
  test("finds as much, and invents no more", async () => {
    for (const { relation, tier, expected, right, wrong } of figuresOf(await judgeCsharpCorpus(part))) {
      if (tier !== "default") continue;
      expect(expected, relation).toBe(before[relation].expected);
      expect(right, relation).toBeGreaterThanOrEqual(before[relation].right);
      expect(wrong, relation).toBeLessThanOrEqual(before[relation].wrong);
    }
  });
});
