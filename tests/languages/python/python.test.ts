/** The syntax of Python: samples with golden files, hostile sources, and the cases and commands of tests. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { testCommands } from "../../../src/graph/reach/test-commands.js";
import { createParser } from "../../../src/languages/parse.js";
import { python } from "../../../src/languages/python/index.js";
import type { Declared } from "../../../src/languages/testing.js";
import { dedent } from "../../helpers/dedent.js";
import { testSamples } from "../samples.js";

const SAMPLES = fileURLToPath(new URL("./samples/", import.meta.url));

testSamples(SAMPLES, [python]);

const parser = createParser();
await parser.load(python);

describe("hostile sources are read", () => {
  const cases: [name: string, source: string][] = [
    ["names in a long chain", `x = a${".b".repeat(5_000)}\nx.c()\n`],
    ["calls of calls", `x = a${"()".repeat(2_000)}\n`],
    ["brackets nested deep", `x = ${"[".repeat(2_000)}${"]".repeat(2_000)}\n`],
    [
      "functions nested deep",
      `${Array.from({ length: 90 }, (_, index) => `${" ".repeat(index)}def f${index}():\n`).join("")}${" ".repeat(90)}pass\n`,
    ],
    ["targets nested deep", `${"(".repeat(500)}a,${")".repeat(500)} = b\n`],
    ["a type nested deep", `def f(x: ${"list[".repeat(200)}int${"]".repeat(200)}): x.y()\n`],
    ["a name that is assigned often", `def f():\n${"    x = g(x)\n    x.h()\n".repeat(2_000)}`],
    ["alternatives of alternatives", `def f(x):\n${"    x = x.a() or x.b()\n".repeat(200)}    x.c()\n`],
    [
      "names that are each other",
      dedent`
        a = b
        b = a
        def f():
            c = d
            d = c
            c.e()
      `,
    ],
    ["a table of data", `TABLE = {\n${"    'k': (1, [2, 3]),\n".repeat(20_000)}}\n`],
    ["a string without an end", 'x = """never\nclass A: pass\n'],
    ["no source at all", ""],
  ];
  test.each(cases)("%s", (_name, source) => {
    const { symbols, lineCount } = parser.parse(python, source);
    expect(symbols[0]?.kind).toBe("file");
    expect(lineCount).toBeGreaterThan(0);
  });

  test("declarations beside a conflict are kept", () => {
    const { symbols, status } = parser.parse(python, readFileSync(`${SAMPLES}conflict.py`, "utf8"));
    expect(status).toBe("partial");
    expect(symbols.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["before", "ours", "theirs", "After", "method"]),
    );
  });
});

describe("tests", () => {
  const text = readFileSync(`${SAMPLES}test_orders.py`, "utf8");
  const declared = parser.parse(python, text).symbols.map(
    ({ name, qualifiedName, kind, parent, startLine, endLine }, ordinal): Declared => ({
      ordinal,
      parentOrdinal: parent,
      name,
      qualifiedName,
      nodeType: kind,
      lineStart: startLine,
      lineEnd: endLine,
    }),
  );
  const cases = python.tests.cases(text, declared);

  test("functions and methods by their names, in classes of tests", () => {
    expect(cases.map(({ kind, name, className }) => `${kind} ${className ?? ""} ${name}`)).toEqual([
      "function  test_first",
      "class TestOrders TestOrders",
      "method TestOrders test_total",
      "class OrderCase OrderCase",
      "method OrderCase test_empty",
    ]);
  });

  test("pytest runs them where the project is", () => {
    const file = { path: "api/tests/test_orders.py", language: "python", text, cases };
    const setup = { manifests: new Map([["api/pyproject.toml", ""]]), projects: [] };
    expect(testCommands([file], setup)).toEqual([
      "cd api && pytest tests/test_orders.py::TestOrders tests/test_orders.py::OrderCase",
    ]);
    const other = { ...file, path: "api/tests/test_other.py" };
    expect(testCommands([file, other], { manifests: new Map(), projects: [] })).toEqual([
      "pytest api/tests/test_orders.py api/tests/test_other.py",
    ]);
  });
});
