import { expect, it } from "vitest";
import { namesIn, statementAt, usedImport } from "../../src/format/imports.js";

it.each<{ name: string; statement: string; text: string; want: string | null }>([
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

it("a namespace of a library says nothing", () => {
  expect(usedImport("using System.Linq;", namesIn("items.Select(x)"), false)).toBeNull();
});

it("a statement goes on until its brackets close", () => {
  const lines = ["import {", "  a,", "  b,", '} from "x";', "const c = 1;"];
  expect(statementAt(lines, 1)).toBe('import { a, b, } from "x";');
  expect(statementAt(["using A;", "using B;"], 1)).toBe("using A;");
  expect(statementAt(["const a = require('a')", "b()"], 1)).toBe("const a = require('a')");
  expect(statementAt(["const a = require('a').b", "const c = 1"], 1)).toBe("const a = require('a').b");
  expect(statementAt(["const a =", "  require('a')"], 1)).toBe("const a = require('a')");
});
