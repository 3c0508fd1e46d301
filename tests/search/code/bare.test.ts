import { expect, test } from "vitest";
import { languageOf } from "../../../src/languages/index.js";
import { isBare } from "../../../src/search/code/bare.js";

const LONG_COMMENT = `/** ${"Says how the cart is kept. ".repeat(8)}*/\n`;

test.each<[what: string, path: string, text: string, want: boolean]>([
  [
    "imports",
    "a.ts",
    "import a from 'a'\nimport type { B, C as D } from \"./b\";\nimport './c'\nimport * as e from 'e';",
    true,
  ],
  ["an import over several lines", "a.ts", "import {\n  a,\n  type B,\n} from '../a'", true],
  ["an import with attributes", "a.ts", "import data from './data.json' with { type: 'json' };", true],
  ["an import of TypeScript's own", "a.ts", 'import a = require("a");\nimport B = C.D;', true],
  ["requires", "a.js", "'use strict'\nconst a = require('a'), b = 1", false],
  ["requires alone", "a.js", "'use strict'\nconst { a, b: c } = require('a').d\nvar e = require(\"e\");", true],
  [
    "re-exports",
    "index.ts",
    "export * from './a'\nexport * as b from './b'\nexport type { C } from './c'\nexport { d, e as default }\nexport default d",
    true,
  ],
  ["aliases of what an import has", "index.ts", "export const verify = Jwt.verify\nexport const sign = Jwt.sign", true],
  ["CommonJS exports", "index.js", "module.exports = { a, b };\nexports.c = require('./c');", true],
  ["a union of literals", "a.ts", "export type Method =\n  | 'get'\n  | \"post\" // rare\n  | 404;", true],
  ["a union of names", "a.ts", "type Id<T> = string | Key<T>[] | a.B", true],
  ["a comment above them", "a.ts", "// eslint-disable\nimport { a, b, c } from './a'", true],
  ["a comment that says more than they do", "a.ts", `${LONG_COMMENT}import { a } from './a'`, false],
  ["comments alone", "a.ts", "// Nothing is here.\n", false],
  ["nothing", "a.ts", "", false],
  ["a dynamic import", "a.ts", "import('./a')", false],
  ["an import and code", "a.ts", "import a from 'a'\na()", false],
  ["a value that is exported", "a.ts", "export default a(b)", false],
  ["a constant that is called", "a.ts", "export const a = b.c()", false],
  ["a union of shapes", "a.ts", "type Option = { a: 1 } | { b: 2 }", false],
  ["a type that is no union", "a.ts", "type Cookie = Record<string, string>", false],
  ["an intersection", "a.ts", "type Both = A | B & C", false],
  [
    "usings",
    "A.cs",
    "global using System;\nusing static System.Math;\nusing Pair = System.Tuple<int, string>;\n#nullable enable\nnamespace Shop.Cart;",
    true,
  ],
  ["an alias of an assembly", "A.cs", "extern alias Old;\nusing Old::Shop;", true],
  ["a using that disposes", "A.cs", "using var file = Open;\nusing Stream other = file;", false],
  ["a using and a class", "A.cs", "using System;\nclass A;", false],
])("%s", (_what, path, text, want) => {
  expect(isBare(text, languageOf(path)!)).toBe(want);
});

test("a long list takes no longer than it is", () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `Name${at}`);
  const typescript = languageOf("a.ts")!;
  const started = performance.now();
  expect(isBare(`export type All = ${names.join(" | ")}`, typescript)).toBe(true);
  expect(isBare(`export type All = ${names.join(" | ")} & Other`, typescript)).toBe(false);
  expect(isBare(`export type All = ${names.map((_, at) => at).join(" | ")} & Other`, typescript)).toBe(false);
  expect(isBare(`using A = ${" ".repeat(100_000)}(`, languageOf("a.cs")!)).toBe(false);
  expect(isBare(`import { ${names.join(", ")} } = "x"`, typescript)).toBe(false);
  expect(isBare(`/*${"*".repeat(100_000)}`, typescript)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});
