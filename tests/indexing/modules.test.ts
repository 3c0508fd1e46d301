import { describe, expect, test } from "vitest";
import { createModules } from "../../src/indexing/modules.js";

interface Case {
  name: string;
  files?: string[];
  config?: Record<string, unknown>;
  from?: string;
  specifier: string;
  want: string;
}

const cases: Case[] = [
  { name: "without an extension", files: ["src/b.ts"], specifier: "./b", want: "src/b.ts" },
  { name: "a .js that is a .ts", files: ["src/b.ts"], specifier: "./b.js", want: "src/b.ts" },
  { name: "a .js that is a .tsx", files: ["src/b.tsx"], specifier: "./b.js", want: "src/b.tsx" },
  { name: "a .mjs that is a .mts", files: ["src/b.mts"], specifier: "./b.mjs", want: "src/b.mts" },
  { name: "a declaration file", files: ["src/b.d.ts"], specifier: "./b", want: "src/b.d.ts" },
  { name: "a folder's index", files: ["src/b/index.tsx"], specifier: "./b", want: "src/b/index.tsx" },
  { name: "the folder above", files: ["index.ts"], specifier: "..", want: "index.ts" },
  { name: "a dot in the name", files: ["src/b.service.ts"], specifier: "./b.service", want: "src/b.service.ts" },
  { name: "a file that is not there", specifier: "./gone", want: "external src/gone" },
  { name: "a path out of the root", specifier: "../../x", want: "external ../../x" },
  { name: "a package", specifier: "@scope/name/deep", want: "external @scope/name" },
  { name: "a module of the runtime", specifier: "node:fs/promises", want: "external node:fs/promises" },
  { name: "a query after the name", files: ["src/b.ts"], specifier: "./b?raw", want: "src/b.ts" },
  {
    name: "paths of a configuration that is extended in a loop",
    files: ["lib/x.ts"],
    config: {
      "tsconfig.json": { extends: "./base.json" },
      "base.json": { extends: "./tsconfig.json", compilerOptions: { baseUrl: ".", paths: { "~/*": ["lib/*"] } } },
    },
    specifier: "~/x",
    want: "lib/x.ts",
  },
  {
    name: "paths of a referenced configuration beside it",
    files: ["src/x.ts"],
    config: {
      "tsconfig.json": { references: [{ path: "./tsconfig.app.json" }] },
      "tsconfig.app.json": { compilerOptions: { paths: { "@/*": ["./src/*"] } } },
    },
    specifier: "@/x",
    want: "src/x.ts",
  },
  {
    name: "baseUrl",
    files: ["src/deep/x.ts"],
    config: { "tsconfig.json": { compilerOptions: { baseUrl: "src" } } },
    specifier: "deep/x",
    want: "src/deep/x.ts",
  },
  {
    name: "the built entry of a workspace package is its source",
    files: ["packages/p/src/index.ts"],
    config: { "packages/p/package.json": { name: "p", main: "dist/index.js" } },
    specifier: "p",
    want: "packages/p/src/index.ts",
  },
  {
    name: "an exports pattern with conditions",
    files: ["packages/p/src/feature/a.ts"],
    config: {
      "packages/p/package.json": {
        name: "@s/p",
        exports: { "./*": { types: "./dist/*.d.ts", import: "./dist/*.js" } },
      },
    },
    specifier: "@s/p/feature/a",
    want: "packages/p/src/feature/a.ts",
  },
  {
    name: "outDir and rootDir",
    files: ["packages/p/code/x.ts"],
    config: {
      "packages/p/package.json": { name: "p", exports: "./made/x.js" },
      "packages/p/tsconfig.json": { compilerOptions: { outDir: "made", rootDir: "code" } },
    },
    specifier: "p",
    want: "packages/p/code/x.ts",
  },
  {
    name: "the imports map of the own package",
    files: ["src/inner/x.ts"],
    config: { "package.json": { name: "p", imports: { "#inner/*": "./src/inner/*.js" } } },
    specifier: "#inner/x",
    want: "src/inner/x.ts",
  },
  {
    name: "broken configuration is no configuration",
    config: { "tsconfig.json": "{{{" },
    specifier: "x",
    want: "external x",
  },
];

describe("module specifiers", () => {
  test.each(cases)("$name", ({ files = [], config = {}, from = "src/a.ts", specifier, want }) => {
    const texts = Object.entries(config).map(([path, json]) => [
      path,
      typeof json === "string" ? json : JSON.stringify(json),
    ]);
    const existing = new Set(files);
    const modules = createModules({ files: new Map(texts as [string, string][]) }, (path) => existing.has(path));
    const target = modules.resolve(from, specifier);
    expect("path" in target ? target.path : `external ${target.external}`).toBe(want);
  });

  test("a package may be used by those that depend on it, through others too", () => {
    const config = new Map([
      ["a/package.json", '{"name":"a","dependencies":{"b":"*"}}'],
      ["b/package.json", '{"name":"b","devDependencies":{"c":"*"}}'],
      ["c/package.json", '{"name":"c"}'],
    ]);
    const { canUse } = createModules({ files: config }, () => false);
    expect([canUse("a/x.ts", "c/x.ts"), canUse("c/x.ts", "a/x.ts"), canUse("root.ts", "a/x.ts")]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
