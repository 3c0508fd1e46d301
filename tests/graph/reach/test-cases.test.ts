/** Test cases in the text of test files, as each language tells them, and the case around a line, by src/graph/reach/test-files.ts. */
import { expect, test } from "vitest";
import { caseAt } from "../../../src/graph/reach/test-files.js";
import { languageNamed } from "../../../src/languages/index.js";
import type { SymbolHead } from "../../../src/store/symbol-heads.js";
import { dedent } from "../../helpers/dedent.js";

const testCasesOf = (language: string, text: string, heads: readonly SymbolHead[]) =>
  languageNamed(language)!.tests.cases(text, heads);

const shown = (text: string) =>
  testCasesOf("typescript", text, []).map(
    ({ kind, name, isSuite, lineStart, lineEnd }) => `${lineStart}-${lineEnd} ${kind}${isSuite ? "*" : ""} ${name}`,
  );

const SCRIPTS = [
  {
    name: "cases in suites",
    text: `
describe("Cart", () => {
  beforeEach(() => reset());
  // It adds.
  it("adds", () => {
    add();
  });
  test('removes "one"', async () => {});
});`,
    want: ["2-9 describe* Cart", "5-7 it adds", '8-8 test removes "one"'],
  },
  {
    name: "modifiers and tables",
    text: `
test.each([["a(", 1], [/[)'"]/, 2]])("of %s", (given) => {
  use(given);
});
it.skipIf(!server)("with a server", () => {});
describe.each\`
  a    | b
  \${f(")")} | \${2}
\`("of $a", () => {
  it.only("one", () => {});
});
test.describe("page", () => {});
test<Context>("typed", () => {});`,
    want: [
      "2-4 test of %s",
      "5-5 it with a server",
      "6-11 describe* of $a",
      "10-10 it one",
      "12-12 test* page",
      "13-13 test typed",
    ],
  },
  {
    name: "cases of what `test.extend` made, by its name",
    text: `
describe("Cart", () => {
  redisTest(
    "adds", async ({ redis }) => {
    add(redis);
  });
  redisTest.skip("removes", async () => {});
  runTest("is no case");
  latestTest(options, () => {});
});`,
    want: ["2-10 describe* Cart", "3-6 redisTest adds", "7-7 redisTest removes"],
  },
  {
    name: "names that are not texts",
    text: `
describe(Cart, () => {
  it(\`adds \${count} of
  them\`, function () {});
});
Deno.test({ name: "of Deno", fn() {} });`,
    want: ["2-5 describe* Cart", `3-4 it adds \${count} of them`, "6-6 test of Deno"],
  },
  {
    name: "no tests: members, declarations, texts, comments",
    text: `
if (/it("a", /.test("b")) pattern.test("c");
function test(name: string, run: () => void) {}
// it("in a comment", () => {});
const text = \`it("in a template", () => {})\`;
submit("x", () => {});
test(given);`,
    want: [],
  },
  {
    name: "brackets in texts between tags end no case and leave none open",
    text: `
describe("page", () => {
  it("shows a smile", () => {
    render(<p>Don't be sad :( at https://example.org (or</p>);
  });
  it("goes on", () => {
    render(<p>:)</p>);
  });
});
it("is another", () => {});`,
    want: ["2-9 describe* page", "3-5 it shows a smile", "6-8 it goes on", "10-10 it is another"],
  },
];
test.each(SCRIPTS)("JavaScript: $name", ({ text, want }) => {
  expect(shown(text)).toEqual(want);
});

test("the innermost case around a line, and none outside", () => {
  const cases = testCasesOf("javascript", SCRIPTS[0]!.text, []);
  expect([1, 3, 6, 8].map((line) => caseAt(cases, line)?.name)).toEqual([undefined, "Cart", "adds", 'removes "one"']);
});

test("hostile nesting is read to its end", () => {
  // A reading that takes the square of its length runs into the time-out.
  const deep = `${"it.each(".repeat(40_000)}${"`${".repeat(40_000)}${"describe('a', () => {".repeat(5_000)}${"aTest(`".repeat(40_000)}`;
  expect(testCasesOf("typescript", deep, []).length).toBeLessThan(10_000);
});

function head(ordinal: number, nodeType: string, name: string, lines: [number, number], parentOrdinal = 0): SymbolHead {
  const [lineStart, lineEnd] = lines;
  return { ordinal, nodeType, name, qualifiedName: `Shop.${name}`, lineStart, lineEnd, parentOrdinal } as SymbolHead;
}

test("C#: methods with the attributes of a test, and the classes that they stand in", () => {
  const text = `namespace Shop;
public class CartTests
{
    [Obsolete]
    public void Helper() { }
    [Fact]
    public void Adds()
    {
    }
    [Theory, Trait("Fact", "x")]
    [InlineData("[Fact]")]
    public void Takes(string x) { }
    [Trait("Fact", "y")]
    public void None() { }
    [Xunit.FactAttribute] public void InLine() { }
    public class Inner
    {
        [TestMethod]
        public void Within() { }
    }
}`;
  const heads = [
    head(1, "class", "CartTests", [2, 21]),
    head(2, "method", "Helper", [5, 5], 1),
    head(3, "method", "Adds", [7, 9], 1),
    head(4, "method", "Takes", [12, 12], 1),
    head(5, "method", "None", [14, 14], 1),
    head(6, "method", "InLine", [15, 15], 1),
    head(7, "class", "Inner", [16, 20], 1),
    head(8, "method", "Within", [19, 19], 7),
  ];
  expect(testCasesOf("csharp", text, heads).map(({ kind, name, className }) => [kind, name, className])).toEqual([
    ["class", "CartTests", "Shop.CartTests"],
    ["method", "Adds", "Shop.CartTests"],
    ["method", "Takes", "Shop.CartTests"],
    ["method", "InLine", "Shop.CartTests"],
    ["class", "Inner", "Inner"],
    ["method", "Within", "Inner"],
  ]);
});

test("Python: a fixture is not a test, though its name begins as theirs do", () => {
  const text = dedent`
    @fixture(scope="session")
    def test_image():
        yield "cat.png"

    @pytest.fixture
    @slow
    async def test_client(): ...

    def test_cart(): ...
  `;
  const heads = [...text.matchAll(/def (\w+)/g)].map(
    ([, name = ""], index) =>
      ({
        name,
        qualifiedName: name,
        nodeType: "function",
        ordinal: index + 1,
        parentOrdinal: 0,
        lineStart: 1,
        lineEnd: 1,
      }) as SymbolHead,
  );
  expect(testCasesOf("python", text, heads).map(({ name }) => name)).toEqual(["test_cart"]);
});

test.each(["@fixture(", "@fixture\n", "@fixture()\n@", " "])("Python: many of %j have no case", (mark) => {
  expect(testCasesOf("python", mark.repeat(400_000), [])).toEqual([]);
});
