/** Java: golden files, test cases and the commands that run them. */
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { java } from "../../../src/languages/java/index.js";
import { createParser } from "../../../src/languages/parse.js";
import type { TestSetup } from "../../../src/languages/testing.js";
import { dedent } from "../../helpers/dedent.js";
import { testSamples } from "../samples.js";

testSamples(fileURLToPath(new URL("./samples/", import.meta.url)), [java]);

const parser = createParser();
beforeAll(() => parser.load(java));

function casesOf(text: string) {
  const { symbols } = parser.parse(java, text);
  const heads = symbols.map((symbol, ordinal) => ({
    ordinal,
    parentOrdinal: symbol.parent,
    name: symbol.name,
    qualifiedName: symbol.qualifiedName,
    nodeType: symbol.kind,
    lineStart: symbol.startLine,
    lineEnd: symbol.endLine,
  }));
  return java.tests.cases(text, heads).map(({ kind, name, className }) => `${kind} ${name} of ${className}`);
}

describe("test cases", () => {
  test("are methods with an annotation, and the classes around them", () => {
    const text = dedent`
      package com.acme;

      class CartTest {
        @Test
        @DisplayName("adds")
        void adds() {}

        @ParameterizedTest(name = "{0}") @ValueSource(ints = {1})
        void counts(int n) {}

        void help() {}

        @Nested
        class Empty {
          @org.junit.Test public void isEmpty() {}
        }
      }
    `;
    expect(casesOf(text)).toEqual([
      "class CartTest of CartTest",
      "method adds of CartTest",
      "method counts of CartTest",
      "class Empty of CartTest$Empty",
      "method isEmpty of CartTest$Empty",
    ]);
  });

  test("are methods by their names in a TestCase of JUnit 3", () => {
    const text = dedent`
      public class CartTest extends TestCase {
        public void testAdd() {}
        void help() {}
      }
    `;
    expect(casesOf(text)).toEqual(["class CartTest of CartTest", "method testAdd of CartTest"]);
  });

  test("are not there in a file that tests nothing", () => {
    expect(
      casesOf(dedent`
        class Cart {
          @Override public String toString() { return null; }
        }
      `),
    ).toEqual([]);
  });
});

describe("commands", () => {
  const file = { path: "core/src/test/java/CartTest.java", language: "java", text: "", cases: [] };
  const commandOf = (projects: string[], classes: string[]) => {
    const setup: TestSetup = { manifests: new Map(), projects };
    const run = java.tests.runOf(file, setup);
    return run && { folder: run.folder, command: java.tests.command(run, [file.path], classes) };
  };

  test("are those of Maven beside a pom.xml", () => {
    expect(commandOf(["core/pom.xml"], ["CartTest"])).toEqual({ folder: "core", command: "mvn test -Dtest=CartTest" });
    expect(commandOf(["pom.xml", "core/pom.xml"], ["CartTest", "CartTest$Empty"])).toEqual({
      folder: "",
      command: "mvn test -pl core -am -Dtest='CartTest,CartTest$Empty' -Dsurefire.failIfNoSpecifiedTests=false",
    });
  });

  test("are those of Gradle beside a build.gradle", () => {
    expect(commandOf(["build.gradle.kts", "core/build.gradle"], ["CartTest"])).toEqual({
      folder: "",
      command: "./gradlew :core:test --tests CartTest",
    });
  });

  test("are not known without a build file", () => {
    expect(commandOf([], ["CartTest"])).toBeNull();
  });
});

test("any text gives a result", () => {
  const nested = `${"List<".repeat(50)}Foo${">".repeat(50)}`;
  const sources = ["", "}}}}", "class", `class A { ${nested} a; }`, "void f() { a(".repeat(300), "x -> ".repeat(500)];
  for (const source of sources) expect(parser.parse(java, source).symbols[0]?.kind).toBe("file");
  const chain = `class A { void f() { a${".b()".repeat(2000)}; } }`;
  expect(parser.parse(java, chain).references).toHaveLength(2001);
});
