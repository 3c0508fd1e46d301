/** Globs, by src/repository/glob.ts: the paths that they match, and refusals. */
import { describe, expect, test } from "vitest";
import { createGlob } from "../../src/repository/glob.js";

const cases: [glob: string, matches: string[], not: string[]][] = [
  ["src/auth/**", ["src/auth", "src/auth/a.ts", "src/auth/b/c.ts", "src/auth/.env"], ["src/author", "a/src/auth/b"]],
  ["**/*.test.ts", ["a.test.ts", "src/b/a.test.ts"], ["a.ts", "a.test.tsx"]],
  ["*.ts", ["a.ts", "src/a.ts"], ["a.tsx", "a.ts/b"]],
  ["docs/", ["docs/a.md", "docs/b/c.md"], ["a/docs/b"]],
  ["./src/*.{ts,tsx}", ["src/a.ts", "src/a.tsx"], ["src/a.js", "src/b/a.ts"]],
  ["{src,{lib,packages/*}/src}/**", ["src/a", "lib/src/a", "packages/x/src/a"], ["packages/src/a", "lib/a"]],
  ["src/@(a|b)/?.ts", ["src/a/x.ts", "src/b/y.ts"], ["src/c/x.ts", "src/a/xy.ts"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "b"]],
  ["[a-c]?[!0-9].cs", ["ax_.cs", "x/byz.cs"], ["dxy.cs", "ax1.cs"]],
  ["!**/*.test.ts", ["a.ts"], ["a.test.ts", "b/a.test.ts"]],
  ["{a}/\\*.ts", ["{a}/*.ts"], ["a/b.ts"]],
];
for (const [glob, matches, not] of cases)
  test(glob, () => {
    const isMatch = createGlob(glob);
    expect([...matches, ...not].filter(isMatch)).toEqual(matches);
  });

describe("no glob", () => {
  for (const glob of ["src/[", "a\\", "+(a|b)", "*(a)", "!(a)", "{a,b}".repeat(7)])
    test(glob, () => expect(() => createGlob(glob)).toThrow(/^(it|of groups)/));
});

test("a glob that would keep a regular expression busy for ever is answered at once", () => {
  const path = `${"a".repeat(250)}/${"a".repeat(250)}.ts`;
  for (const glob of [
    `${"*a".repeat(400)}b`,
    `${"?*".repeat(400)}b`,
    `${"**/a*".repeat(150)}/b`,
    "(a+)+b",
    "{a*,a*a*,*a*}*b*c",
  ])
    expect(createGlob(glob)(path)).toBe(false);
});
