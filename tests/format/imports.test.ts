/** Import statements as an answer shows them, by src/format/imports.ts: the one that code uses, shortened. */
import { expect, test } from "vitest";
import { namesIn, shortImport, statementsAt, usedImport } from "../../src/format/imports.js";

test.each<{ name: string; statement: string; text: string; want: string | null }>([
  {
    name: "names that are used",
    statement: 'import { a, b as c, type D } from "x";',
    text: "c(D)",
    want: 'import { b as c, type D } from "x";',
  },
  { name: "a default", statement: 'import a from "x";', text: "a()", want: 'import a from "x";' },
  { name: "a default beside names", statement: 'import a, { b } from "x";', text: "a()", want: 'import a from "x";' },
  { name: "a namespace", statement: 'import * as a from "./a.js"', text: "a.b", want: 'import * as a from "./a.js"' },
  { name: "none", statement: 'import { a } from "b";', text: "b", want: null },
  { name: "for its effect", statement: 'import "a";', text: "a", want: null },
  {
    name: "require",
    statement: "const { a: b, c } = require('x')",
    text: "b(1)",
    want: "const { a: b } = require('x')",
  },
  {
    name: "require of a whole module",
    statement: "const fs = require('fs')",
    text: "fs.read()",
    want: "const fs = require('fs')",
  },
  { name: "an alias of C#", statement: "using X = A.B;", text: "new X()", want: "using X = A.B;" },
  { name: "an alias that is not used", statement: "using X = A.B;", text: "new Y()", want: null },
  { name: "a namespace of the project", statement: "using Shop.Carts;", text: "", want: "using Shop.Carts;" },
])("an import keeps $name", ({ statement, text, want }) => {
  expect(usedImport(statement, namesIn(text), true)).toBe(want);
});

test("a namespace of a library says nothing", () => {
  expect(usedImport("using System.Linq;", namesIn("items.Select(x)"), false)).toBeNull();
});

test.each<{ name: string; lines: string[]; at: number[]; want: string[] }>([
  {
    name: "goes on until its brackets close",
    lines: ["import {", "  a,", "  b,", '} from "x";', "const c = 1;"],
    at: [1],
    want: ['import { a, b, } from "x";'],
  },
  {
    name: "is whole and told once, whichever of its lines are known",
    lines: ['import z from "z";', "import {", "  a, // the first", "  b, /* the second */", "  c,", '} from "x";'],
    at: [1, 3, 5],
    want: ['import z from "z";', 'import { a, b, c, } from "x";'],
  },
  {
    name: "without semicolons",
    lines: ["import {", "  a,", "} from 'x'", "import {", "  b,", "} from 'https://y'"],
    at: [2, 5],
    want: ["import { a, } from 'x'", "import { b, } from 'https://y'"],
  },
  { name: "of C#", lines: ["using A;", "using B;"], at: [1], want: ["using A;"] },
  { name: "that is a require", lines: ["const a = require('a')", "b()"], at: [1], want: ["const a = require('a')"] },
  {
    name: "that is a member of a require",
    lines: ["const a = require('a').b", "const c = 1"],
    at: [1],
    want: ["const a = require('a').b"],
  },
  {
    name: "that begins in the line before",
    lines: ["const a =", "  require('a')"],
    at: [2],
    want: ["const a = require('a')"],
  },
  {
    name: "that is none, but an expression within another",
    lines: ["import a from 'a'", "", "route({", "  page: () => import('./page'),", "})"],
    at: [4],
    want: [],
  },
  {
    name: "of a thousand names",
    lines: ["import {", ...Array.from({ length: 1000 }, (_, index) => `  n${index},`), '} from "x";'],
    at: [2, 900],
    want: [`import { ${Array.from({ length: 1000 }, (_, index) => `n${index},`).join(" ")} } from "x";`],
  },
])("a statement $name", ({ lines, at, want }) => {
  expect(statementsAt(lines, at).map(({ text }) => text)).toEqual(want);
});

test("a long import is shortened to one that parses", () => {
  const long = 'import { alpha, beta, gamma, delta } from "x";';
  expect(shortImport(long, 46)).toBe(long);
  expect(shortImport(long, 45)).toBe('import { alpha, /* 3 more */ } from "x";');
  expect(shortImport('import aVeryLongName from "x";', 20)).toBeNull();
});
