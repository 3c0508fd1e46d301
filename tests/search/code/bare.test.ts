/** Text that only names code of other places, such as imports, told by src/search/code/bare.ts. */
import { expect, test } from "vitest";
import { languageOf } from "../../../src/languages/index.js";
import { isBare } from "../../../src/search/code/bare.js";
import { dedent } from "../../helpers/dedent.js";

const LONG_COMMENT = `/** ${"Says how the cart is kept. ".repeat(8)}*/\n`;

test.each<[what: string, path: string, text: string, want: boolean]>([
  [
    "imports",
    "a.ts",
    dedent`
      import a from 'a'
      import type { B, C as D } from "./b";
      import './c'
      import * as e from 'e';`,
    true,
  ],
  [
    "an import over several lines",
    "a.ts",
    dedent`
      import {
        a,
        type B,
      } from '../a'`,
    true,
  ],
  ["an import with attributes", "a.ts", "import data from './data.json' with { type: 'json' };", true],
  [
    "an import of TypeScript's own",
    "a.ts",
    dedent`
      import a = require("a");
      import B = C.D;`,
    true,
  ],
  [
    "requires",
    "a.js",
    dedent`
      'use strict'
      const a = require('a'), b = 1`,
    false,
  ],
  [
    "requires alone",
    "a.js",
    dedent`
      'use strict'
      const { a, b: c } = require('a').d
      var e = require("e");`,
    true,
  ],
  [
    "re-exports",
    "index.ts",
    dedent`
      export * from './a'
      export * as b from './b'
      export type { C } from './c'
      export { d, e as default }
      export default d`,
    true,
  ],
  [
    "aliases of what an import has",
    "index.ts",
    dedent`
      export const verify = Jwt.verify
      export const sign = Jwt.sign`,
    true,
  ],
  [
    "CommonJS exports",
    "index.js",
    dedent`
      module.exports = { a, b };
      exports.c = require('./c');`,
    true,
  ],
  [
    "a union of literals",
    "a.ts",
    dedent`
      export type Method =
        | 'get'
        | "post" // rare
        | 404;`,
    true,
  ],
  ["a union of names", "a.ts", "type Id<T> = string | Key<T>[] | a.B", true],
  [
    "a comment above them",
    "a.ts",
    dedent`
      // eslint-disable
      import { a, b, c } from './a'`,
    true,
  ],
  ["a comment that says more than they do", "a.ts", `${LONG_COMMENT}import { a } from './a'`, false],
  ["comments alone", "a.ts", "// Nothing is here.\n", false],
  ["nothing", "a.ts", "", false],
  ["a dynamic import", "a.ts", "import('./a')", false],
  [
    "an import and code",
    "a.ts",
    dedent`
      import a from 'a'
      a()`,
    false,
  ],
  ["a value that is exported", "a.ts", "export default a(b)", false],
  ["a constant that is called", "a.ts", "export const a = b.c()", false],
  ["a union of shapes", "a.ts", "type Option = { a: 1 } | { b: 2 }", false],
  ["a type that is no union", "a.ts", "type Cookie = Record<string, string>", false],
  ["an intersection", "a.ts", "type Both = A | B & C", false],
  [
    "usings",
    "A.cs",
    dedent`
      global using System;
      using static System.Math;
      using Pair = System.Tuple<int, string>;
      #nullable enable
      namespace Shop.Cart;`,
    true,
  ],
  [
    "an alias of an assembly",
    "A.cs",
    dedent`
      extern alias Old;
      using Old::Shop;`,
    true,
  ],
  [
    "a using that disposes",
    "A.cs",
    dedent`
      using var file = Open;
      using Stream other = file;`,
    false,
  ],
  [
    "a using and a class",
    "A.cs",
    dedent`
      using System;
      class A;`,
    false,
  ],
])("%s", (_what, path, text, want) => {
  expect(isBare(text, languageOf(path)!)).toBe(want);
});

test("a long list is read to its end", () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `Name${at}`);
  const typescript = languageOf("a.ts")!;
  expect(isBare(`export type All = ${names.join(" | ")}`, typescript)).toBe(true);
  expect(isBare(`export type All = ${names.join(" | ")} & Other`, typescript)).toBe(false);
  expect(isBare(`export type All = ${names.map((_, at) => at).join(" | ")} & Other`, typescript)).toBe(false);
  expect(isBare(`using A = ${" ".repeat(100_000)}(`, languageOf("a.cs")!)).toBe(false);
  expect(isBare(`import { ${names.join(", ")} } = "x"`, typescript)).toBe(false);
  expect(isBare(`/*${"*".repeat(100_000)}`, typescript)).toBe(false);
});
