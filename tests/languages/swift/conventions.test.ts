/** The conventions of Swift: how its tests are found and run, which texts its mask keeps, and how types get their ids. */
import { expect, test } from "vitest";
import { createParser } from "../../../src/languages/parse.js";
import { swift } from "../../../src/languages/swift/index.js";
import { maskForGrammar } from "../../../src/languages/swift/mask.js";
import type { Declared } from "../../../src/languages/testing.js";
import { nodeIds } from "../../../src/model/node-id.js";
import { dedent } from "../../helpers/dedent.js";

const parser = createParser();
await parser.load(swift);

function declaredIn(text: string): Declared[] {
  return parser
    .parse(swift, text)
    .symbols.map(({ name, qualifiedName, kind, parent, startLine, endLine }, ordinal) => ({
      ordinal,
      parentOrdinal: parent,
      name,
      qualifiedName,
      nodeType: kind,
      lineStart: startLine,
      lineEnd: endLine,
    }));
}

const casesOf = (text: string) =>
  swift.tests
    .cases(text, declaredIn(text))
    .map(({ name, isSuite, className }) => `${isSuite ? "suite " : ""}${name} of ${className}`);

test("methods of a class of XCTest that begin with test are cases", () => {
  const text = dedent`
    import XCTest
    final class CartTests: XCTestCase {
      override func setUp() {}
      func testAdd() {}
      func testRemove() async throws {}
      func helper() {}
    }
  `;
  expect(casesOf(text)).toEqual(["suite CartTests of CartTests", "testAdd of CartTests", "testRemove of CartTests"]);
});

test("functions and suites of Swift Testing are cases by their attributes", () => {
  const text = dedent`
    import Testing
    @Suite("Carts")
    struct CartSuite {
      @Test func adds() {}
      @Test("takes away", arguments: [1, 2])
      func removes(count: Int) {}
      func helper() {}
    }
    @Test func alone() {}
  `;
  expect(casesOf(text)).toEqual([
    "suite CartSuite of CartSuite",
    "adds of CartSuite",
    "removes of CartSuite",
    "alone of undefined",
  ]);
});

test("a file without tests has no cases", () => {
  expect(casesOf("class Latest { func testimony() {} }")).toEqual([]);
});

test("tests run by swift test in the folder of their package", () => {
  const file = { path: "kit/Tests/CartTests/CartTests.swift", language: "swift", text: "", cases: [] };
  const run = swift.tests.runOf(file, { manifests: new Map([["kit/Package.swift", ""]]), projects: [] });
  expect(run).toEqual({ folder: "kit", start: "swift test" });
  expect(run && swift.tests.command(run, [file.path], ["CartTests", "OtherTests"])).toBe(
    "cd kit && swift test --filter CartTests --filter OtherTests",
  );
  expect(swift.tests.runOf(file, { manifests: new Map(), projects: [] })).toBe(null);
});

test("a mask has the length and the lines of its source", () => {
  const source = dedent`
    #if A
    let x = try await f(())
    #else
    let y = 1
    #endif
    func g() throws(E) {}
  `;
  const masked = maskForGrammar(source);
  expect(masked.length).toBe(source.length);
  expect(masked.split("\n").map(({ length }) => length)).toEqual(source.split("\n").map(({ length }) => length));
  expect(masked).not.toContain("#if");
  expect(masked).not.toContain("await");
});

const idsOf = (path: string, source: string) => nodeIds(swift, path, parser.parse(swift, source));

test("an extension has the id of its type, in every file of the module", () => {
  const [, type] = idsOf("Sources/App/server.swift", "struct Server {}");
  const [, extension] = idsOf("Sources/App/server+run.swift", "extension Server {}");
  const [, elsewhere] = idsOf("Sources/Core/server.swift", "struct Server {}");
  expect(extension).toBe(type);
  expect(elsewhere).not.toBe(type);
});

test("private types of one name in two files are two types", () => {
  const source = "private struct Hidden {}\nextension Hidden {}";
  const [, type, extension] = idsOf("a.swift", source);
  const [, other] = idsOf("b.swift", source);
  expect(extension).toBe(type);
  expect(other).not.toBe(type);
});

test("hostile sources end, and keep what can be read", () => {
  const deep = `func f() { ${"g(".repeat(5_000)}1${")".repeat(5_000)} }`;
  const generic = `let x: ${"Box<".repeat(60)}Int${">".repeat(60)} = y`;
  const chain = `func f() { a${".b()".repeat(3_000)} }`;
  const sums = `let s = ${Array.from({ length: 5_000 }, (_, at) => at).join(" + ")}`;
  for (const source of [
    deep,
    generic,
    chain,
    sums,
    "",
    "\u0000",
    "class",
    "extension {",
    "func (",
    "enum E { case }",
  ]) {
    expect(parser.parse(swift, source).symbols.length).toBeGreaterThan(0);
  }
});
