/** Filters of paths as callers write them, by src/repository/path-filter.ts. */
import { expect, test } from "vitest";
import { createPathFilter } from "../../src/repository/path-filter.js";

const FILES = [
  "src/http/server.ts",
  "src/http/routes/jobs.ts",
  "src/http/server.test.ts",
  "src/https.ts",
  "app/[locale]/page.tsx",
  "packages/cart/src/add.ts",
  "README.md",
];
const HTTP = FILES.slice(0, 3);

const cases: [filter: string, want: readonly string[]][] = [
  ["src/http", HTTP],
  ["src/http/", HTTP],
  ["./src/http", HTTP],
  ["/src/http", HTTP],
  ["src/http/**", HTTP],
  ["src/http/server.ts", ["src/http/server.ts"]],
  ["server.ts", ["src/http/server.ts"]],
  ["*.test.ts", ["src/http/server.test.ts"]],
  ["src/http,README.md", [...HTTP, "README.md"]],
  ["src/http, !**/*.test.ts", HTTP.slice(0, 2)],
  ["!src", FILES.slice(4)],
  ["!src,!app/", FILES.slice(5)],
  ["src/{http,none}", HTTP],
  ["src/{http,none}/server.ts,README.md", ["src/http/server.ts", "README.md"]],
  ["packages/*/src", ["packages/cart/src/add.ts"]],
  ["src/*", ["src/https.ts"]],
  ["app/[locale]", ["app/[locale]/page.tsx"]],
  [".", FILES],
  ["./", FILES],
  ["", FILES],
  ["none", []],
];

test.each(cases)("%s", (filter, want) => {
  expect(FILES.filter(createPathFilter(filter))).toEqual(want);
});

test("a filter that is none", () => {
  for (const filter of ["src/[", "src\\", "src,+(a|b)"]) expect(() => createPathFilter(filter)).toThrow();
});
