/** Kotlin: golden files and test cases. */
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { kotlin } from "../../../src/languages/kotlin/index.js";
import { createParser } from "../../../src/languages/parse.js";
import { dedent } from "../../helpers/dedent.js";
import { testSamples } from "../samples.js";

testSamples(fileURLToPath(new URL("./samples/", import.meta.url)), [kotlin]);

const parser = createParser();
beforeAll(() => parser.load(kotlin));

function casesOf(text: string) {
  const { symbols } = parser.parse(kotlin, text);
  const heads = symbols.map((symbol, ordinal) => ({
    ordinal,
    parentOrdinal: symbol.parent,
    name: symbol.name,
    qualifiedName: symbol.qualifiedName,
    nodeType: symbol.kind,
    lineStart: symbol.startLine,
    lineEnd: symbol.endLine,
  }));
  return kotlin.tests.cases(text, heads).map(({ kind, name, className }) => `${kind} ${name} of ${className}`);
}

test("test cases are methods with an annotation", () => {
  const text = dedent`
    class CartTest {
      @Test
      fun \`adds an item\`() {
        help()
      }

      fun help() {}
    }
  `;
  expect(casesOf(text)).toEqual(["class CartTest of CartTest", "method adds an item of CartTest"]);
});

test("test cases are the blocks of a spec of kotest", () => {
  const text = dedent`
    class CartSpec : FunSpec({
      context("a cart") {
        test("adds") {
          go()
        }
      }
    })
  `;
  expect(casesOf(text)).toEqual(["class CartSpec of CartSpec", "context a cart of CartSpec", "test adds of CartSpec"]);
});

test("any text gives a result", () => {
  const sources = [
    "",
    "}}}}",
    "class",
    "fun f() { a(".repeat(200),
    "{ x -> ".repeat(300),
    "fun",
    "val",
    "when (x) { is",
  ];
  for (const source of sources) expect(parser.parse(kotlin, source).symbols[0]?.kind).toBe("file");
  const chain = `fun f() { a${".b()".repeat(2000)} }\n`;
  expect(parser.parse(kotlin, chain).references.length).toBeGreaterThan(1999);
});
