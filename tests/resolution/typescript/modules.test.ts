/** Specifiers of TypeScript imports and the files that they mean, by src/resolution/typescript/modules.ts. */
import { describe, expect, test } from "vitest";
import { createModules } from "../../../src/resolution/typescript/modules.js";

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
  {
    name: "an alias of a framework that no configuration gives",
    files: ["app/composables/cart.ts"],
    config: { "package.json": { name: "shop" } },
    from: "app/pages/index.ts",
    specifier: "~/composables/cart",
    want: "app/composables/cart.ts",
  },
  {
    name: "such an alias in a package of a workspace",
    files: ["web/src/lib/api.ts", "src/lib/api.ts"],
    config: { "package.json": {}, "web/package.json": { name: "web" } },
    from: "web/src/routes/page.ts",
    specifier: "$lib/api",
    want: "web/src/lib/api.ts",
  },
  {
    name: "an alias that is called as its folder, which is likely",
    files: ["src/components/list.ts"],
    config: { "package.json": {} },
    from: "src/routes/page.ts",
    specifier: "$components/list",
    want: "guess src/components/list.ts",
  },
  {
    name: "such an alias of a file that is not there",
    config: { "package.json": {} },
    specifier: "@/gone",
    want: "external @/gone",
  },
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
    name: "the repository's own conditions lead to sources before all others",
    files: ["packages/p/src/index.ts", "packages/p/dist/index.js"],
    config: {
      "packages/p/package.json": {
        name: "p",
        exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js", "@acme/source": "./src/index.ts" } },
      },
    },
    specifier: "p",
    want: "packages/p/src/index.ts",
  },
  {
    name: "the source goes before a built file that is in the repository as well",
    files: ["packages/p/src/a.ts", "packages/p/dist/a.js"],
    config: { "packages/p/package.json": { name: "p", exports: { "./a": "./dist/a.js" } } },
    specifier: "p/a",
    want: "packages/p/src/a.ts",
  },
  {
    name: "a file of lib/ that nothing is compiled to",
    files: ["packages/p/lib/index.js", "packages/p/index.js"],
    config: { "packages/p/package.json": { name: "p", main: "lib/index.js" } },
    specifier: "p",
    want: "packages/p/lib/index.js",
  },
  {
    name: "the folder of declarations, by the file that a configuration includes",
    files: ["packages/p/code/deep/x.ts"],
    config: {
      "packages/p/package.json": { name: "p", types: "./typed/deep/x.d.ts" },
      "packages/p/tsconfig.types.json": { compilerOptions: { declarationDir: "typed" }, include: ["code/**/*.ts"] },
    },
    specifier: "p",
    want: "packages/p/code/deep/x.ts",
  },
  {
    name: "the output folder of a composite project repeats the folders of its sources",
    files: ["packages/p/src/x.ts"],
    config: {
      "packages/p/package.json": { name: "p", main: "made/src/x.js" },
      "packages/p/tsconfig.json": { compilerOptions: { outDir: "made", composite: true } },
    },
    specifier: "p",
    want: "packages/p/src/x.ts",
  },
  {
    name: "the output folder that a configuration elsewhere gives each package",
    files: ["packages/p/source/x.ts"],
    config: {
      "packages/p/package.json": { name: "p", main: "made/x.js" },
      "packages/p/tsconfig.json": { extends: "../../tsconfig.base.json" },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the compiler replaces it.
      "tsconfig.base.json": { compilerOptions: { outDir: "${configDir}/made", rootDir: "${configDir}/source" } },
    },
    specifier: "p",
    want: "packages/p/source/x.ts",
  },
  {
    name: "a relative path into the output of a referenced project without a package.json",
    files: ["shared/code/x.ts"],
    config: {
      "app/tsconfig.json": { references: [{ path: "../shared" }] },
      "shared/tsconfig.json": { compilerOptions: { composite: true, outDir: "../made/shared", rootDir: "code" } },
    },
    from: "app/a.ts",
    specifier: "../made/shared/x.js",
    want: "shared/code/x.ts",
  },
  {
    name: "paths that lead to the output of a build",
    files: ["libs/a/src/index.ts"],
    config: {
      "tsconfig.json": { compilerOptions: { paths: { "@acme/a": ["./dist/libs/a"], "*": ["./dist/*"] } } },
    },
    specifier: "@acme/a",
    want: "libs/a/src/index.ts",
  },
  {
    name: "paths for any name at all do not make a library one of the repository's sources",
    files: ["src/react.ts"],
    config: { "tsconfig.json": { compilerOptions: { paths: { "*": ["./dist/*"] } } } },
    specifier: "react",
    want: "external react",
  },
  {
    name: "the entry file of an Angular library",
    files: ["projects/ui/src/public-api.ts"],
    config: {
      "tsconfig.json": { compilerOptions: { paths: { ui: ["./dist/ui"] } } },
      "projects/ui/package.json": { name: "ui" },
      "projects/ui/ng-package.json": { dest: "../../dist/ui", lib: { entryFile: "src/public-api.ts" } },
    },
    specifier: "ui",
    want: "projects/ui/src/public-api.ts",
  },
  {
    name: "a secondary entry point of an Angular library",
    files: ["projects/ui/testing/src/public_api.ts", "projects/ui/src/public-api.ts"],
    config: {
      "projects/ui/package.json": { name: "@acme/ui" },
      "projects/ui/ng-package.json": { lib: { entryFile: "src/public-api.ts" } },
      "projects/ui/testing/ng-package.json": {},
    },
    specifier: "@acme/ui/testing",
    want: "projects/ui/testing/src/public_api.ts",
  },
  {
    name: "paths to where an Angular entry point is built, under another name than the package's",
    files: ["projects/ui/testing/index.ts"],
    config: {
      "tsconfig.json": { compilerOptions: { paths: { "ui/*": ["./dist/ui/*"] } } },
      "projects/ui/package.json": { name: "@acme/ui", ngPackage: { dest: "../../dist/ui" } },
      "projects/ui/testing/package.json": { ngPackage: { lib: { entryFile: "index.ts" } } },
    },
    specifier: "ui/testing",
    want: "projects/ui/testing/index.ts",
  },
  {
    name: "typesVersions",
    files: ["packages/p/src/deep/x.ts"],
    config: { "packages/p/package.json": { name: "p", typesVersions: { "*": { x: ["./dist/deep/x.d.ts"] } } } },
    specifier: "p/x",
    want: "packages/p/src/deep/x.ts",
  },
  {
    name: "a bundle of another name than its source is taken for the package's own folder",
    files: ["packages/p/src/index.ts"],
    config: { "packages/p/package.json": { name: "p", main: "./bundle/p.min.js" } },
    specifier: "p",
    want: "guess packages/p/src/index.ts",
  },
  {
    name: "a subpath whose build has another folder than its source",
    files: ["packages/p/src/client.ts"],
    config: { "packages/p/package.json": { name: "p", exports: { "./web": "./dist/web/client.mjs" } } },
    specifier: "p/web",
    want: "guess packages/p/src/client.ts",
  },
  {
    name: "a subpath that nothing is found for",
    files: ["packages/p/src/index.ts"],
    config: { "packages/p/package.json": { name: "p", exports: { "./web": "./dist/web.mjs" } } },
    specifier: "p/web",
    want: "external p",
  },
  {
    name: "broken configuration is not configuration",
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
    const found = "path" in target ? `${target.isGuess === true ? "guess " : ""}${target.path}` : null;
    expect(found ?? `external ${(target as { external: string }).external}`).toBe(want);
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
