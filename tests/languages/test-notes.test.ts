/** Test cases that are skipped, or run several times: each language as its runners say so. */
import { describe, expect, test } from "vitest";
import { csharp } from "../../src/languages/csharp/index.js";
import { go } from "../../src/languages/go/index.js";
import { java } from "../../src/languages/java/index.js";
import { kotlin } from "../../src/languages/kotlin/index.js";
import type { Language } from "../../src/languages/language.js";
import { createParser } from "../../src/languages/parse.js";
import { python } from "../../src/languages/python/index.js";
import { swift } from "../../src/languages/swift/index.js";
import { elementsIn } from "../../src/languages/test-notes.js";
import { typescript } from "../../src/languages/typescript/index.js";
import { dedent } from "../helpers/dedent.js";
import { sized } from "../helpers/sized.js";

const parser = createParser();
await Promise.all([csharp, go, java, kotlin, python, swift, typescript].map((each) => parser.load(each)));

function notesIn(language: Language, text: string): Record<string, string | undefined> {
  const { symbols } = parser.parse(language, text);
  const declared = symbols.map(({ name, qualifiedName, kind, parent, startLine, endLine }, ordinal) => {
    return {
      ordinal,
      parentOrdinal: parent,
      name,
      qualifiedName,
      nodeType: kind,
      lineStart: startLine,
      lineEnd: endLine,
    };
  });
  return Object.fromEntries(language.tests.cases(text, declared).map(({ name, note }) => [name, note]));
}

test("TypeScript: skip, todo, x before the name, conditions and tables, alone or of the suite around", () => {
  const text = dedent`
    it("runs", () => {});
    it.skip("is skipped", () => {});
    xit("is skipped too", () => {});
    test.todo("is to come");
    it.skipIf(!server)("asks a server", () => {});
    it.each([1, [2, 3], "a,b",])("of %s", () => {});
    it.each(ROWS)("of rows", () => {});
    describe.skip("old", () => {
      it("in it", () => {});
    });
  `;
  expect(notesIn(typescript, text)).toEqual({
    runs: undefined,
    "is skipped": "skipped",
    "is skipped too": "skipped",
    "is to come": "todo",
    "asks a server": "skipped under a condition",
    "of %s": "3 cases",
    "of rows": undefined,
    old: "skipped",
    "in it": "skipped",
  });
});

test("C#: attributes, with a reason or a list of arguments, and attributes in a comment", () => {
  const text = dedent`
    public class CartTests
    {
        [Fact]
        public void Runs() { }

        [Fact(Skip = "too slow")]
        public void Slow() { }

        [Test, Explicit]
        public void ByHand() { }

        [Test]
        [Ignore("see 12")]
        public void Ignored() { }

        [TestCase(1)]
        [TestCase(2)]
        public void Twice(int n) { }

        // Takes an hour
        // [Test]
        // [Category("Long")]
        public void Off()
        {
        }

        public void Helper() { }

        // [Test]
        // public void Gone() { }

        public void Other() { }

        [Test]
        public void Leaves()
        {
            var a = 1;
            Assert.Ignore("not here");
        }

        [Test]
        public void MayLeave()
        {
            if (IsWindows)
                Assert.Ignore();
        }
    }
  `;
  expect(notesIn(csharp, text)).toEqual({
    CartTests: undefined,
    Runs: undefined,
    Slow: "skipped: too slow",
    ByHand: "skipped",
    Ignored: "skipped: see 12",
    Twice: "2 cases",
    Off: "skipped: its attribute is a comment",
    Leaves: "skipped: not here",
    MayLeave: "skipped under a condition",
  });
});

test("Java: annotations of JUnit and TestNG, of a class as well", () => {
  const text = dedent`
    class CartTest {
      @Test void runs() {}
      @Disabled("too slow") @Test void slow() {}
      @Ignore
      @Test public void ignored() {}
      @Test @DisabledOnOs(OS.WINDOWS) void onUnix() {}
      @ParameterizedTest
      @ValueSource(ints = {1, 2, 3})
      void three(int n) {}
      @RepeatedTest(5) void five() {}
      @Test(enabled = false) public void off() {}
      @Test void assumes() {
        assumeTrue(isLinux());
      }
      @Disabled
      @Nested
      class Old {
        @Test void inIt() {}
      }
    }
  `;
  expect(notesIn(java, text)).toEqual({
    CartTest: undefined,
    runs: undefined,
    slow: "skipped: too slow",
    ignored: "skipped",
    onUnix: "skipped under a condition",
    three: "3 cases",
    five: "5 cases",
    off: "skipped",
    assumes: "skipped under a condition",
    Old: "skipped",
    inIt: "skipped",
  });
});

test("Kotlin: the same annotations", () => {
  const text = dedent`
    class CartTest {
      @Test fun runs() {}

      @Disabled("too slow")
      @Test
      fun slow() {}

      @ParameterizedTest
      @ValueSource(ints = [1, 2])
      fun two(n: Int) {}
    }
  `;
  expect(notesIn(kotlin, text)).toMatchObject({ slow: "skipped: too slow", two: "2 cases" });
});

test("Python: marks and decorators, of classes and modules too, parameters, and calls that leave", () => {
  const text = dedent`
    def test_runs(): ...

    @pytest.mark.skip(reason="too slow")
    def test_slow(): ...

    @pytest.mark.skipif(sys.platform == "win32", reason="no")
    def test_unix(): ...

    @pytest.mark.parametrize("n", [1, 2, 3])
    @pytest.mark.parametrize(
        ("a", "b"),
        [
            (1, 2),
            # a pair
            (3, 4),
        ],
    )
    def test_six(n, a, b): ...

    @pytest.mark.parametrize("n", NUMBERS)
    def test_of_numbers(n): ...

    def test_leaves():
        pytest.skip("not yet")

    def test_may_leave():
        if not server():
            pytest.skip("no server")

    @unittest.skip("old")
    class TestOld(TestCase):
        def test_in_it(self): ...
  `;
  expect(notesIn(python, text)).toEqual({
    test_runs: undefined,
    test_slow: "skipped: too slow",
    test_unix: "skipped under a condition",
    test_six: "6 cases",
    test_of_numbers: undefined,
    test_leaves: "skipped: not yet",
    test_may_leave: "skipped under a condition",
    TestOld: "skipped: old",
    test_in_it: "skipped: old",
  });
  expect(
    notesIn(
      python,
      dedent`
        pytestmark = pytest.mark.skip("later")

        def test_a(): ...
      `,
    ),
  ).toEqual({
    test_a: "skipped",
  });
});

test("Go: a test that skips itself, always or under a condition", () => {
  const text = [
    "package cart",
    "func TestRuns(t *testing.T) {",
    "\tadd()",
    "}",
    "func TestOff(t *testing.T) {",
    '\tt.Skip("flaky")',
    "\tadd()",
    "}",
    "func TestLong(t *testing.T) {",
    "\tif testing.Short() {",
    "\t\tt.Skip()",
    "\t}",
    "}",
  ].join("\n");
  expect(notesIn(go, text)).toEqual({
    TestRuns: undefined,
    TestOff: "skipped: flaky",
    TestLong: "skipped under a condition",
  });
});

test("Swift: XCTSkip, and traits of Swift Testing", () => {
  const text = dedent`
    import XCTest
    final class CartTests: XCTestCase {
      func testRuns() {}
      func testOff() throws {
        throw XCTSkip("flaky")
      }
      func testOnDevice() throws {
        try XCTSkipIf(isSimulator)
      }
    }
    struct Carts {
      @Test(.disabled("old")) func old() {}
      @Test(.enabled(if: isReady)) func ready() {}
      @Test(arguments: [1, 2]) func two(n: Int) {}
    }
  `;
  expect(notesIn(swift, text)).toMatchObject({
    testRuns: undefined,
    testOff: "skipped: flaky",
    testOnDevice: "skipped under a condition",
    old: "skipped: old",
    ready: "skipped under a condition",
    two: "2 cases",
  });
});

test.each([
  ["[]", 0],
  ["[1, 2]", 2],
  ['["a, b", (1, 2), [3],]', 3],
  ["[1, // one, alone\n 2]", 2],
  ["[1, 2", null],
])("the elements of %j", (text, want) => {
  expect(elementsIn(text, 0)).toBe(want);
});

describe("hostile texts are read to their end", () => {
  const many = sized(5_000);
  const texts: [string, Language, string][] = [
    ["attributes", csharp, `class A {\n${'[Test]\n[Ignore("'.repeat(many)}\nvoid B() { }\n}`],
    ["comments with attributes", csharp, `class A {\n${"// [Test]\n".repeat(many)}void B() { }\n}`],
    ["decorators", python, `${"@pytest.mark.parametrize(\n".repeat(many)}def test_a(): ...`],
    ["brackets", python, `@pytest.mark.parametrize("a", ${"[".repeat(many)}\ndef test_a(): ...`],
    ["skipped suites", typescript, `${'describe.skip("a", () => {\n'.repeat(many / 10)}`],
    ["tables", typescript, `it.each([${"1,".repeat(2000)}])("a", () => {});\n`.repeat(sized(500))],
    [
      "cases",
      go,
      `package a\n${dedent`
        func TestA(t *testing.T) {
        	t.Skip(
        }
      `.repeat(many / 4)}`,
    ],
  ];
  test.each(texts)("%s", (_name, language, text) => {
    const { symbols } = parser.parse(language, text);
    const declared = symbols.map(({ name, qualifiedName, kind, parent, startLine, endLine }, ordinal) => {
      return {
        ordinal,
        parentOrdinal: parent,
        name,
        qualifiedName,
        nodeType: kind,
        lineStart: startLine,
        lineEnd: endLine,
      };
    });
    expect(language.tests.cases(text, declared).length).toBeLessThan(many);
  });
});
