/** The targets that maps of package.json offer, and maps that are wrong. */
import { describe, expect, test } from "vitest";
import { exportTargets, typesVersions } from "../../../src/resolution/typescript/package-maps.js";

const exported: { name: string; map: unknown; subpath?: string; want: string[] }[] = [
  { name: "a path", map: "./a.js", want: ["./a.js"] },
  { name: "a path has no subpaths", map: "./a.js", subpath: "./b", want: [] },
  {
    name: "the targets of all conditions",
    map: { ".": { types: "./a.d.ts", import: { node: "./n.js", default: "./a.js" }, default: "./c.cjs" } },
    want: ["./a.d.ts", "./n.js", "./a.js", "./c.cjs"],
  },
  {
    name: "conditions of the repository first",
    map: { import: "./dist/a.js", "@acme/source": "./src/a.ts" },
    want: ["./src/a.ts", "./dist/a.js"],
  },
  { name: "alternatives in a list", map: { ".": ["./a.js", { default: "./b.js" }] }, want: ["./a.js", "./b.js"] },
  { name: "a subpath as it is written", map: { "./b": "./x.js", "./*": "./y/*.js" }, subpath: "./b", want: ["./x.js"] },
  {
    name: "the longest pattern",
    map: { "./*": "./y/*.js", "./in/*": "./z/*/*.js" },
    subpath: "./in/b",
    want: ["./z/b/b.js"],
  },
  { name: "a pattern with an ending", map: { "./*.js": "./src/*.ts" }, subpath: "./b.js", want: ["./src/b.ts"] },
  { name: "imports", map: { "#a/*": { default: "./src/*.ts" } }, subpath: "#a/b", want: ["./src/b.ts"] },
  { name: "a subpath that is shut", map: { "./b": null }, subpath: "./b", want: [] },
  { name: "no map", map: 7, want: [] },
  { name: "targets that are not paths", map: { ".": { import: 7, default: ["./a.js", null] } }, want: ["./a.js"] },
  { name: "a key that would be an expression", map: { "./(a+)+$*": "./*.js" }, subpath: "./aaaa", want: [] },
];

describe("the targets of exports and imports", () => {
  test.each(exported)("$name", ({ map, subpath = ".", want }) => expect(exportTargets(map, subpath)).toEqual(want));

  test("conditions that are nested without end", () => {
    let map: unknown = "./a.js";
    for (let depth = 0; depth < 10_000; depth++) map = { default: map };
    expect(exportTargets(map, ".")).toEqual([]);
  });
});

test("typesVersions offer the targets of every version of the compiler", () => {
  const versions = { ">=4.2": { "*": ["./new/*.d.ts"] }, "*": { b: ["./old/b.d.ts"] } };
  expect(typesVersions(versions, "b")).toEqual(["./new/b.d.ts", "./old/b.d.ts"]);
  expect(typesVersions("none", "b")).toEqual([]);
});
