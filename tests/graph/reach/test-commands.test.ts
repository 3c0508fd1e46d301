/** Commands that run the tests of some files, by src/graph/reach/test-commands.ts. */
import { expect, test } from "vitest";
import { testCommands } from "../../../src/graph/reach/test-commands.js";

const aCase = { kind: "it", name: "a", isSuite: false, lineStart: 1, lineEnd: 1 };
const file = (path: string, text = "") => ({ path, text, language: "typescript", cases: [aCase] });

const CASES = [
  {
    name: "the runner that the script of the tests starts, with the flags that it needs",
    files: [file("tests/a.test.ts"), file("tests/b c.test.ts")],
    manifests: { "package.json": { scripts: { test: "tsc && vitest run --config tests/v.config.ts --coverage" } } },
    want: ['npx vitest run --config tests/v.config.ts tests/a.test.ts "tests/b c.test.ts"'],
  },
  {
    name: "a dependency where no script says it, in the package's folder",
    files: [file("packages/cart/a.test.ts")],
    manifests: {
      "package.json": { scripts: { test: "turbo test" } },
      "packages/cart/package.json": { devDependencies: { jest: "1" } },
    },
    want: ["cd packages/cart && npx jest a.test.ts"],
  },
  {
    name: "the runner that the file itself imports, before the scripts",
    files: [file("a.test.ts", 'import { test } from "node:test";'), file("b.test.ts")],
    manifests: {
      "package.json": { scripts: { test: "node --import tsx --test 'tests/**'", unit: "mocha -r tsx src" } },
    },
    want: ["node --test --import tsx a.test.ts b.test.ts"],
  },
  {
    name: "a runner of its own, whatever packages there are",
    files: [file("a.test.ts", "import { it } from 'bun:test'")],
    manifests: {},
    want: ["bun test a.test.ts"],
  },
  {
    name: "Cypress, which takes its files as one list",
    files: [file("cypress/e2e/a.cy.ts", "cy.visit('/login');"), file("cypress/e2e/b.cy.ts", "cy.login();")],
    manifests: { "package.json": { scripts: { test: "vitest" }, devDependencies: { cypress: "1", vitest: "1" } } },
    want: ["npx cypress run --spec cypress/e2e/a.cy.ts,cypress/e2e/b.cy.ts"],
  },
  { name: "nothing where nothing is known", files: [file("a.test.ts")], manifests: { "package.json": {} }, want: [] },
  {
    name: "nothing of files without tests, nor of broken manifests",
    files: [{ ...file("a.test.ts"), cases: [] }, file("b.test.ts")],
    manifests: { "package.json": "{" },
    want: [],
  },
];
test.each(CASES)("$name", ({ files, manifests, want }) => {
  const texts = Object.entries(manifests).map(([path, value]) => [path, toText(value)] as const);
  expect(testCommands(files, { manifests: new Map(texts), projects: [] })).toEqual(want);
});

const toText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

test("C#: the nearest project, and its classes", () => {
  const cases = ["Acme.Shop.CartTests", "Acme.Shop.TotalTests"].map((className) => ({
    ...aCase,
    isSuite: true,
    className,
  }));
  const csharp = { path: "test/Shop.Tests/Cart/CartTests.cs", language: "csharp", text: "", cases };
  expect(
    testCommands([csharp], {
      manifests: new Map(),
      projects: ["src/Shop.csproj", "test/Shop.Tests/Shop.Tests.csproj"],
    }),
  ).toEqual([
    'dotnet test test/Shop.Tests/Shop.Tests.csproj --filter "FullyQualifiedName~Shop.CartTests|FullyQualifiedName~Shop.TotalTests"',
  ]);
  expect(testCommands([csharp], { manifests: new Map(), projects: ["src/Shop.csproj"] })).toEqual([]);
});
