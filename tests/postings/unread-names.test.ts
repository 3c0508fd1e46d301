/** Names in code that the index leaves out, packed and found by src/postings/unread-names.ts. */
import { describe, expect, test } from "vitest";
import { filesWithName, identifierNumbers, packUnreadNames } from "../../src/postings/unread-names.js";

const fileOf = (path: string, text: string, isMinified = false) => ({
  path,
  numbers: identifierNumbers(text, isMinified),
});

describe("names of code that is not in the index", () => {
  const packed = packUnreadNames({
    files: [fileOf("a/größe.ts", "total(1); $id; größe"), fileOf("b.ts", "subtotal total2 7"), fileOf("", "")],
    unread: 3,
  });

  for (const { names, want } of [
    { names: ["total"], want: ["a/größe.ts"] },
    { names: ["$id"], want: ["a/größe.ts"] },
    { names: ["größe"], want: ["a/größe.ts"] },
    { names: ["subtotal", "total"], want: ["a/größe.ts", "b.ts"] },
    { names: ["Total"], want: [] },
    { names: ["7"], want: [] },
    { names: [], want: [] },
  ])
    test(`${names.join(" or ") || "no name"}: ${want.length} files`, () => {
      expect(filesWithName(packed, names)).toEqual({ paths: want, unread: 3 });
    });

  test("every name of a text is found, and others are not", () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `name${index}`);
    const all = packUnreadNames({ files: [fileOf("", names.join(" "))], unread: 0 });
    expect(names.every((name) => filesWithName(all, [name]).paths.length === 1)).toBe(true);
    const others = names.filter((_, index) => filesWithName(all, [`other${index}`]).paths.length > 0);
    // One in 200,000 has the number of another.
    expect(others.length).toBeLessThan(3);
  });

  test("of minified code names of one or two letters are the minifier's", () => {
    const minified = packUnreadNames({ files: [fileOf("", "a.ab(abc)", true)], unread: 0 });
    expect(["a", "ab", "abc"].map((name) => filesWithName(minified, [name]).paths.length)).toEqual([0, 0, 1]);
  });
});
