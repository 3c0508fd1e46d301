/** Changes of parameters and their demands on callers, by src/graph/impact/parameters.ts. */
import { describe, expect, test } from "vitest";
import { arityOfSignature, parameterChange } from "../../../src/graph/impact/parameters.js";

const MANY = Number.POSITIVE_INFINITY;

describe("the arguments that a signature takes", () => {
  for (const { signature, least, most } of [
    { signature: "()", least: 0, most: 0 },
    { signature: "(a: string, b?: number)", least: 1, most: 2 },
    { signature: "(a: string, b = [1, 2])", least: 1, most: 2 },
    { signature: "(a: string, ...rest: number[])", least: 1, most: MANY },
    { signature: "(this: Window, a: string)", least: 1, most: 1 },
    { signature: "<T extends { a: string }>(a: T)", least: 1, most: 1 },
    { signature: "({ a, b }: Props, done: (error: Error) => void)", least: 2, most: 2 },
    // Before an argument that is needed, one that may be left out has to be given.
    { signature: "(a?: string, b: number)", least: 2, most: 2 },
    { signature: "(self, a, b=None, *args)", least: 1, most: MANY },
    { signature: "(int a, params string[] rest)", least: 1, most: MANY },
    { signature: '(int a, string b = ", ")', least: 1, most: 2 },
  ])
    test(signature, () => expect(arityOfSignature(signature)).toEqual({ least, most }));
});

describe("the demands that a change of parameters has", () => {
  for (const { name, from, to, change } of [
    { name: "one more that is needed", from: "(a: A)", to: "(a: A, b: B)", change: { least: 2, most: 2 } },
    { name: "one more that may be left out", from: "(a: A)", to: "(a: A, b?: B)", change: null },
    { name: "one less", from: "(a: A, b: B)", to: "(a: A)", change: { least: 1, most: 1 } },
    { name: "one that may no longer be left out", from: "(a?: A)", to: "(a: A)", change: { least: 1, most: 1 } },
    { name: "another name", from: "(a: A)", to: "(b: A)", change: null },
  ])
    test(name, () => expect(parameterChange(from, to)?.arity ?? null).toEqual(change));

  for (const { name, from, to, at } of [
    { name: "a wider type", from: "(a: string)", to: "(a: string | null)", at: null },
    { name: "a narrower type", from: "(a: string | null)", to: "(a: string)", at: 0 },
    { name: "another type of the second", from: "(a: A, b: B)", to: "(a: A, b: C)", at: 1 },
    { name: "less of an intersection", from: "(params: P & Paging)", to: "(params: P)", at: null },
    { name: "no type any more", from: "(a: A)", to: "(a)", at: null },
    { name: "a pattern with one name less", from: "({ a, b, c }: P)", to: "({ a, b }: P)", at: null },
    { name: "a pattern without a type", from: "({ a, b, c })", to: "({ a, b })", at: null },
    { name: "a type in front of the name", from: "(int a)", to: "(string a)", at: 0 },
  ])
    test(name, () => expect(parameterChange(from, to)?.retyped ?? null).toBe(at));
});
