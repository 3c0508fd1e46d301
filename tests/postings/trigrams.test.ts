/** Trigrams of texts, and those that a regular expression needs, by src/postings/trigrams.ts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Need, needOfLiteral, needOfRegExp, trigrams, trigramTerm } from "../../src/postings/trigrams.js";

/** A need in words: `abc & (bcd | xyz)`. */
function words(need: Need): string {
  if (need === "any") return "any";
  if ("trigram" in need) return trigramTerm(need.trigram);
  if ("all" in need) return need.all.map(words).join(" & ");
  return `(${need.one.map(words).join(" | ")})`;
}

function satisfies(codes: ReadonlySet<number>, need: Need): boolean {
  if (need === "any") return true;
  if ("trigram" in need) return codes.has(need.trigram);
  return "all" in need
    ? need.all.every((part) => satisfies(codes, part))
    : need.one.some((part) => satisfies(codes, part));
}

describe("trigrams", () => {
  test("are distinct, folded and ascending", () => {
    expect([...trigrams("AbcabC")].map(trigramTerm)).toEqual(["abc", "bca", "cab"]);
  });
  test("of a short text are none, and one text leaves no trace in the next", () => {
    expect(trigrams("ab")).toHaveLength(0);
    expect(trigrams("abc")).toHaveLength(1);
    expect(trigrams("abc")).toHaveLength(1);
  });
});

describe("needOfRegExp", () => {
  for (const [source, want] of [
    ["abcd", "abc & bcd"],
    ["ABC", "abc"],
    ["ab", "any"],
    ["abc|xyz", "(abc | xyz)"],
    ["abc|x", "any"],
    ["foo.*bar", "foo & bar"],
    ["(?:foo)*bar", "bar"],
    ["fo+bar", "oba & bar"],
    ["[ab]cd", "(acd | bcd)"],
    ["[^a]bcd", "bcd"],
    ["\\bfoo\\(", "foo & oo("],
    ["(?<name>abc)\\k<name>", "abc"],
    ["(?:abc){2}", "abc & bca & cab"],
    ["a(?=x)bc", "abc"],
    ["(?<!x)abc", "abc"],
    ["\\u0061bc", "abc"],
    ["\\w+Error", "err & rro & ror"],
    [".*", "any"],
    ["(a|b)*", "any"],
    ["", "any"],
  ] as const) {
    test(`${source} needs ${want}`, () => {
      const got = words(needOfRegExp(source));
      const sorted = (text: string) => text.split(" & ").sort().join(" & ");
      expect(sorted(got)).toBe(sorted(want));
    });
  }

  test("is never more than a match has, whatever the expression", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      "C",
      "ab",
      "[ab]",
      "[^c]",
      ".",
      "\\w",
      "é",
      "É",
      "\\d",
      "ß",
      "\\.",
      "[a-c]",
      "ſ",
    );
    const expression = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        atom,
        fc.tuple(tie("node"), tie("node")).map(([left, right]) => `${left}${right}`),
        fc.tuple(tie("node"), tie("node")).map(([left, right]) => `(?:${left}|${right})`),
        fc
          .tuple(tie("node"), fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "+?"))
          .map(([inner, times]) => `(?:${inner})${times}`),
        tie("node").map((inner) => `(${inner})`),
      ),
    })).node;
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "c", "A", "B", ".", "é", "É", "1", "ß", "s"),
      maxLength: 14,
    });
    fc.assert(
      fc.property(expression, text, (source, content) => {
        if (new RegExp(source, "i").test(content))
          expect(satisfies(new Set(trigrams(content)), needOfRegExp(source)), `${source} on ${content}`).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

test("a literal needs its trigrams in any case", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom("a", "K", " ", "ß", "ſ", "İ", "Σ", "ς", "µ", "漢", "\u{10400}", "\ud800"),
        maxLength: 12,
      }),
      (text) => {
        expect(satisfies(new Set(trigrams(`x${text}z`)), needOfLiteral(text))).toBe(true);
        const folded = [...text]
          .map((one) => (one.toUpperCase().length === one.length ? one.toUpperCase() : one))
          .join("");
        if (/^[aK漢Σςµ ]*$/.test(text)) expect(satisfies(new Set(trigrams(folded)), needOfLiteral(text))).toBe(true);
      },
    ),
  );
});
