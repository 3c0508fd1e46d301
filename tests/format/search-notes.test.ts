/** Notes under the results of a search, by src/format/search-notes.ts. */
import { describe, expect, test } from "vitest";
import { searchNotes } from "../../src/format/search-notes.js";

const found = {
  words: ["how", "are", "uploads", "scanned", "for", "viruses"],
  unknown: ["viruses"],
  missed: [],
  meaning: "used" as const,
  isFiltered: false,
  nearMiss: null,
  isNoise: false,
};
const probablyNot = /^Probably nothing here answers this: the best result is 9% likely to/;

describe("searchNotes", () => {
  test("says that there is probably no answer, and which words are nowhere", () => {
    const notes = searchNotes({ ...found, bestRelevance: 0.09 });
    expect(notes).toContain("Not found anywhere: viruses.");
    expect(notes.filter((note) => probablyNot.test(note))).toHaveLength(1);
  });

  for (const [what, more] of [
    ["a likely result", { bestRelevance: 0.4 }],
    ["no result", { bestRelevance: null }],
    ["a query of one name", { bestRelevance: 0.09, words: ["viruses"] }],
    ["results that are all less than was asked for", { bestRelevance: 0.09, nearMiss: 0.09 }],
  ] satisfies [string, Partial<Parameters<typeof searchNotes>[0]>][])
    test(`says nothing of it for ${what}`, () => {
      const notes = searchNotes({ ...found, ...more });
      expect(notes.filter((note) => note.startsWith("Probably"))).toEqual([]);
    });
});
