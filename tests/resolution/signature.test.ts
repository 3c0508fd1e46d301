/** The parameters of a signature, by src/resolution/signature.ts. */
import { expect, test } from "vitest";
import { splitParameters } from "../../src/resolution/signature.js";

const rows: { name: string; signature: string; quotes?: string; want: string[] }[] = [
  { name: "none", signature: "()", want: [] },
  {
    name: "brackets of types",
    signature: "(int a, Dictionary<string, int> b)",
    want: ["int a", "Dictionary<string, int> b"],
  },
  {
    name: "texts, and characters",
    signature: String.raw`(string a = "x,\"y", char b = ',')`,
    want: [String.raw`string a = "x,\"y"`, "char b = ','"],
  },
  {
    name: "arrows, which close no bracket",
    signature: `(_ a: (Int, Int) -> Void, b: [String: Int] = ["a,b": 1], c: Box<A, B>)`,
    want: ["_ a: (Int, Int) -> Void", `b: [String: Int] = ["a,b": 1]`, "c: Box<A, B>"],
  },
  {
    name: "arrows of TypeScript",
    signature: "(a: (b: string) => void, c: number)",
    want: ["a: (b: string) => void", "c: number"],
  },
  {
    name: "an apostrophe, where texts have none",
    signature: "(a: Int /* it's */, b: Int)",
    quotes: '"',
    want: ["a: Int /* it's */", "b: Int"],
  },
];

test.each(rows)("parameters part at commas outside of $name", ({ signature, quotes, want }) => {
  expect(splitParameters(signature, quotes)).toEqual(want);
});
