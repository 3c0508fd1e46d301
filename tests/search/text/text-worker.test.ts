/** Texts searched by regular expressions, by src/search/text/text-worker.ts and within-lines.ts. */
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import searchFiles from "../../../src/search/text/text-worker.js";
import { withinLines } from "../../../src/search/text/within-lines.js";

/** The lines that an expression matches, found over the whole text or line by line. */
function lines(text: string, source: string, flags: string, within: string | null): number[] {
  const data = deflateRawSync(text);
  const limits = { contextLines: 0, limits: [1000], isCounting: false, lineLength: 300 };
  const expressions = [{ source, flags, withinLines: within }];
  const files = { data, ends: [data.length], hashes: [], masks: "never" as const };
  return searchFiles({ expressions, ...files, ...limits }).matches.map(({ line }) => line);
}

const TEXT = [
  "import { a } from 'b';",
  "",
  "const word = call(",
  "  other - 1,\t[x]",
  ");\r",
  "\r",
  "// foo bar \u2028 foo",
  "  foo",
  "bar",
  "end-of 12 ümläut",
].join("\n");

const EXPRESSIONS: readonly (readonly [source: string, flags?: "i" | "u"])[] = [
  ["foo"],
  ["foo\\s*bar"],
  ["foo\\W+\\w"],
  ["^$"],
  ["^"],
  ["$"],
  ["^\\s*$"],
  ["^bar$"],
  ["\\)\\;$"],
  ["[^x]*foo"],
  ["[^-]+$"],
  ["[^a-]f"],
  ["foo(?!\\s*bar)"],
  ["foo(?![^x])"],
  ["\\w+(?=\\W)"],
  ["(?<!\\s)foo"],
  ["[\\s\\S]{20}"],
  ["[\\s,]\\["],
  ["\\D\\d"],
  ["[^]"],
  ["\\P{L}\\p{L}", "u"],
  ["\\p{White_Space}+foo", "u"],
  ["FOO", "i"],
  ["nothing like it"],
  ["\\bcall\\s*[=:(]"],
];

for (const [source, flags = ""] of EXPRESSIONS)
  test(`${source} finds the same lines over a whole text as line by line`, () => {
    const within = withinLines(source, flags);
    expect(within).not.toBeNull();
    for (const text of [TEXT, `${TEXT}\n`, `\n${TEXT}`, "\n\n", "", "\r\n"])
      expect(lines(text, source, flags, within)).toEqual(lines(text, source, flags, null));
  });

test("an expression with a line break of its own has no form within lines", () => {
  expect(withinLines("a\\x0ab", "")).toBeNull();
});

test("several expressions are found in one pass, each up to its limit, and the rest is counted", () => {
  const texts = ["a\nb\na b\n", "b\na\n"].map((text) => deflateRawSync(text));
  const ends = [texts[0]!.length, texts[0]!.length + texts[1]!.length];
  const request = {
    expressions: ["a", "b"].map((source) => ({ source, flags: "", withinLines: source })),
    data: Buffer.concat(texts),
    ends,
    hashes: [],
    contextLines: 0,
    limits: [2, 1],
    lineLength: 300,
    masks: "never" as const,
  };
  const places = (isCounting: boolean) =>
    searchFiles({ ...request, isCounting }).matches.map(({ file, expression, line }) => [file, expression, line]);
  expect(places(true)).toEqual([
    [0, 0, 1],
    [0, 0, 3],
    [0, 1, 2],
  ]);
  expect(places(false)).toEqual(places(true));
  const counts = searchFiles({ ...request, isCounting: true }).counts;
  expect(counts.map(({ file, expression, lines }) => [file, expression, lines])).toEqual([
    [0, 0, 2],
    [0, 1, 2],
    [1, 0, 1],
    [1, 1, 1],
  ]);
});
