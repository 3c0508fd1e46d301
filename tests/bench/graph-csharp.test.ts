/** The C# corpus: what the graph says of it is no worse than it was. Raise the figures when it gets better. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CSHARP_CORPUS, figuresOf, judgeCsharpCorpus, judgeSampledCalls } from "../../src/bench/graph-csharp.js";

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

/** The folder with the libraries' sources at the commits of the lists, each under the name of its list. */
const LIBRARIES = process.env.CODEINDEX_CSHARP_LIBRARIES;

describe.skipIf(LIBRARIES === undefined)("sampled calls", () => {
  const lists = readdirSync(join(CSHARP_CORPUS, "sampled"));
  test.each(lists)(
    "%s",
    async (list) => {
      const sample = JSON.parse(readFileSync(join(CSHARP_CORPUS, "sampled", list), "utf8"));
      const judged = await judgeSampledCalls(sample, join(LIBRARIES!, list.replace(".json", "")));
      const [calls] = figuresOf(judged);
      expect(calls).toMatchObject({ tier: "default", wrong: 0, recall: 1 });
    },
    600_000,
  );
});
