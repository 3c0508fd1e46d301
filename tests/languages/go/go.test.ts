/** Go: golden files of the samples, its tests and their command, and sources that are not well. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { testCommands } from "../../../src/graph/reach/test-commands.js";
import { go } from "../../../src/languages/go/index.js";
import { createParser } from "../../../src/languages/parse.js";
import type { Declared } from "../../../src/languages/testing.js";
import { dedent } from "../../helpers/dedent.js";
import { testSamples } from "../samples.js";

const parser = createParser();
await parser.load(go);

testSamples(fileURLToPath(new URL("./samples/", import.meta.url)), [go]);

function declaredIn(source: string): Declared[] {
  return parser.parse(go, source).symbols.map((symbol, ordinal) => ({
    ordinal,
    parentOrdinal: symbol.parent,
    name: symbol.name,
    qualifiedName: symbol.qualifiedName,
    nodeType: symbol.kind,
    lineStart: symbol.startLine,
    lineEnd: symbol.endLine,
  }));
}

const CART_TEST = dedent`
  package cart

  func TestAdd(t *testing.T) {
    t.Run("to an empty cart", func(t *testing.T) {
      add()
    })
  }

  func Testing() {}

  func BenchmarkAdd(b *testing.B) {}

  func ExampleCart_Add() {}

  func (s *CartSuite) TestTotal() {}

  func TestSuite(t *testing.T) { suite.Run(t, new(CartSuite)) }
`;

describe("tests", () => {
  const cases = go.tests.cases(CART_TEST, declaredIn(CART_TEST));

  test("functions and subtests are cases", () => {
    expect(cases.map(({ kind, name, className, lineStart }) => `${lineStart} ${kind} ${name} by ${className}`)).toEqual(
      [
        "3 function TestAdd by TestAdd",
        "4 t.Run to an empty cart by TestAdd",
        "11 function BenchmarkAdd by BenchmarkAdd",
        "13 function ExampleCart_Add by ExampleCart_Add",
        "15 method TestTotal by TestSuite",
        "17 function TestSuite by TestSuite",
      ],
    );
  });

  test("a subtest reaches to the end of its call", () => {
    expect(cases.find(({ kind }) => kind === "t.Run")).toMatchObject({ lineStart: 4, lineEnd: 6 });
  });

  const file = (path: string) => ({ path, text: CART_TEST, language: "go", cases: cases.slice(0, 2) });

  test("a command names the package and the function", () => {
    const setup = { manifests: new Map(), projects: ["go.mod"] };
    expect(testCommands([file("pkg/cart/cart_test.go")], setup)).toEqual(["go test ./pkg/cart -run '^TestAdd$'"]);
  });

  test("packages of one module run by one command", () => {
    const setup = { manifests: new Map(), projects: ["go.mod"] };
    const files = ["pkg/cart/a_test.go", "pkg/cart/b_test.go", "pkg/till/till_test.go", "main_test.go"].map(file);
    expect(testCommands(files, setup)).toEqual(["go test ./pkg/cart ./pkg/till . -run '^TestAdd$'"]);
  });

  test("a command runs in the folder of the module", () => {
    const setup = { manifests: new Map(), projects: ["go.mod", "tools/go.mod"] };
    expect(testCommands([file("tools/cart_test.go")], setup)).toEqual(["cd tools && go test . -run '^TestAdd$'"]);
  });
});

describe("specs of Ginkgo", () => {
  const source = dedent`
    package cart

    import . "github.com/onsi/ginkgo/v2"

    var _ = Describe("Cart (of a guest)", func() {
      BeforeEach(func() { cart = New() })

      It("adds", func() {
        Expect(add(")")).To(Equal(1)) // It("is no spec")
      })
      When("it is empty", func() {
        XIt("pays", func() {})
      })
      DescribeTable("totals", check,
        Entry("of one", 1),
      )
    })
  `;
  const cases = go.tests.cases(source, declaredIn(source));

  test("are cases, in the containers around them", () => {
    const told = cases.map(({ kind, name, isSuite, lineStart, lineEnd, note }) =>
      [`${lineStart}-${lineEnd}`, isSuite ? "suite" : "case", kind, name, note].filter(Boolean).join(" "),
    );
    expect(told).toEqual([
      "5-17 suite Describe Cart (of a guest)",
      "8-10 case It adds",
      "11-13 suite When it is empty",
      "12-12 case XIt pays skipped",
      "14-16 suite DescribeTable totals",
      "15-15 case Entry of one",
    ]);
  });

  test("run with their package, as another file may run them", () => {
    const setup = { manifests: new Map(), projects: ["go.mod"] };
    const file = { path: "pkg/cart/cart_test.go", text: source, language: "go", cases };
    expect(testCommands([file], setup)).toEqual(["go test ./pkg/cart"]);
  });

  test("a text of many that never close is read once", () => {
    const hostile = `import "github.com/onsi/ginkgo/v2"\n${'It("a", func() {'.repeat(20_000)}`;
    expect(go.tests.cases(hostile, [])).toHaveLength(20_000);
  });
});

describe("sources that are not well", () => {
  const sources = {
    empty: "",
    "without a package": "func f() { g() }",
    "types nested 5,000 deep": `package a\nvar x ${"[]".repeat(5000)}int`,
    "calls nested 5,000 deep": `package a\nfunc f() { ${"g(".repeat(5000)}${")".repeat(5000)} }`,
    "a chain of 5,000 calls": `package a\nfunc f() { x${".g()".repeat(5000)} }`,
    "blocks nested 2,000 deep": `package a\nfunc f() { ${"{".repeat(2000)}${"}".repeat(2000)} }`,
    "generics nested 50 deep": `package a\nvar x ${"G[".repeat(50)}int${"]".repeat(50)}`,
    "a file that ends in a string": 'package a\nvar x = "abc',
    "binary noise": "\u0000\u0001\u0002func(((((",
    CRLF: "package a\r\n\r\n// F does.\r\nfunc F() {}\r\n",
  };
  test.each(Object.entries(sources))("%s", (_name, source) => {
    expect(parser.parse(go, source).language).toBe("go");
  });

  test("a doc comment with CRLF has none of it", () => {
    expect(parser.parse(go, sources.CRLF).symbols[1]?.doc).toBe("F does.");
  });
});
