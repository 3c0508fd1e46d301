/** Laying documents over texts: columns in every encoding, and documents of another text. */
import { describe, expect, test } from "vitest";
import { readDocument } from "../../src/scip/document.js";
import { placeOccurrences } from "../../src/scip/fit.js";
import { dedent } from "../helpers/dedent.js";
import { documentBytes, documentOf, type SampleDocument } from "./encode.js";

const SYMBOL = "s npm app 1 src/`a.ts`/";
const TEXT = dedent`
  export function one() {}
  export function two() { one(); }
`;
const document = documentOf("a.ts", TEXT, [
  [1, "one", `${SYMBOL}one().`, "def"],
  [2, "two", `${SYMBOL}two().`, "def"],
  [2, "one", `${SYMBOL}one().`],
]);

function place(sample: SampleDocument, text: string, isSame = false): string[] | undefined {
  const placed = placeOccurrences(readDocument(documentBytes(sample)), text, isSame);
  return placed?.map(({ line, text: name }) => `${line} ${name}`);
}

test("names are found where they stand", () => {
  expect(place(document, TEXT)).toEqual(["1 one", "2 two", "2 one"]);
});

describe("a document of another text is known by its names", () => {
  test("a line before them", () =>
    expect(
      place(
        document,
        dedent`
          // new
          ${TEXT}`,
      ),
    ).toBeUndefined());
  test("another name", () => expect(place(document, TEXT.replaceAll("one", "six"))).toBeUndefined());
  test("nothing", () => expect(place(document, "")).toBeUndefined());
  test("its own text, which it holds", () => {
    expect(place({ ...document, text: `${TEXT}\n` }, TEXT)).toBeUndefined();
    expect(place({ ...document, text: TEXT }, TEXT)).toHaveLength(3);
  });
});

test("a use whose name has changed since is left out, its definitions being as they were", () => {
  expect(place(document, TEXT.replace("one();", "six();"))).toEqual(["1 one", "2 two"]);
});

test("of a text that is known to be the same, what stands at no name is left out", () => {
  const sample = { ...document, occurrences: [...document.occurrences, { range: [0, 8, 11], symbol: "local 1" }] };
  expect(place(sample, TEXT, true)).toEqual(["1 one", "2 two", "2 one"]);
});

describe("columns count", () => {
  const text = 'const äöü = "😀"; const name = 1;\n';
  const at = text.indexOf("name");
  const columns = [
    { encoding: 1, name: "bytes", start: Buffer.byteLength(text.slice(0, at)) },
    { encoding: 2, name: "UTF-16 units", start: at },
    { encoding: 3, name: "characters", start: Array.from(text.slice(0, at)).length },
  ];
  const sampleOf = (start: number): SampleDocument => ({
    path: "a.ts",
    occurrences: [{ range: [0, start, start + 4], symbol: `${SYMBOL}name.`, isDefinition: true }],
  });
  test.each(columns)("$name", ({ encoding, start }) => {
    expect(place({ ...sampleOf(start), encoding }, text)).toEqual(["1 name"]);
  });
  test.each(columns)("$name, where the index does not say so", ({ start }) => {
    expect(place(sampleOf(start), text)).toEqual(["1 name"]);
  });
});
