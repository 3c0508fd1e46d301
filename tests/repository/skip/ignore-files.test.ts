/** Rules of ignore files, by src/repository/skip/ignore-files.ts. */
import { describe, expect, test } from "vitest";
import { decidingRule, parseIgnoreFile } from "../../../src/repository/skip/ignore-files.js";
import { dedent } from "../../helpers/dedent.js";

/** `git check-ignore` gives the same answers; a path that ends in / is a folder. */
const CASES: { rules: string; ignored?: string[]; kept?: string[] }[] = [
  { rules: "*.log", ignored: ["a.log", "x/y/a.log", ".log"], kept: ["a.logs", "log"] },
  { rules: "foo/", ignored: ["foo/", "a/foo/"], kept: ["foo", "a/foo"] },
  { rules: "/foo", ignored: ["foo", "foo/"], kept: ["a/foo"] },
  { rules: "a/b", ignored: ["a/b"], kept: ["x/a/b", "a/b/c"] },
  { rules: "**/foo", ignored: ["foo", "a/foo", "a/b/foo"], kept: ["foo/a"] },
  { rules: "foo/**", ignored: ["foo/a", "foo/a/b"], kept: ["foo", "foo/", "x/foo/a"] },
  { rules: "a/**/b", ignored: ["a/b", "a/x/b", "a/x/y/b"], kept: ["a/xb", "b"] },
  { rules: "a/*/b", ignored: ["a/x/b"], kept: ["a/b", "a/x/y/b"] },
  { rules: "*.js\n!keep.js", ignored: ["a.js"], kept: ["keep.js", "x/keep.js"] },
  { rules: "!a\na", ignored: ["a"] },
  { rules: "\\!a", ignored: ["!a"], kept: ["a"] },
  { rules: "\\#a", ignored: ["#a"], kept: ["a"] },
  { rules: "# a", kept: ["# a", "a"] },
  { rules: "a  ", ignored: ["a"], kept: ["a  "] },
  { rules: "a\\ ", ignored: ["a "], kept: ["a"] },
  { rules: "a\r\nb", ignored: ["a", "b"] },
  { rules: "\uFEFFa", ignored: ["a"] },
  { rules: "?.ts", ignored: ["a.ts", "é.ts"], kept: ["ab.ts", ".ts"] },
  { rules: "[Bb]in/", ignored: ["bin/", "Bin/", "x/bin/"], kept: ["xin/", "bin"] },
  { rules: "[!a]b", ignored: ["xb"], kept: ["ab"] },
  { rules: "[^a-c]b", ignored: ["xb"], kept: ["ab", "cb"] },
  { rules: "[]a]b", ignored: ["]b", "ab"], kept: ["b"] },
  { rules: "[[:digit:]]x", ignored: ["1x"], kept: ["ax"] },
  { rules: "[a-", kept: ["a", "[a-", "-"] },
  { rules: "a\\", kept: ["a", "a\\"] },
  { rules: "/*\n!/src", ignored: ["a", "b/"], kept: ["src", "src/", "src/a"] },
  { rules: "a**b", ignored: ["ab", "axxb"], kept: ["a/b"] },
  { rules: "**", ignored: ["a", "a/b"] },
  { rules: "/", kept: ["a"] },
  { rules: "日本*", ignored: ["日本語.ts"], kept: ["本.ts"] },
];

describe("ignore files", () => {
  for (const { rules, ignored = [], kept = [] } of CASES) {
    test(JSON.stringify(rules), () => {
      const parsed = parseIgnoreFile(rules, ".gitignore");
      const isIgnored = (path: string) => {
        const rule = decidingRule(parsed, path.replace(/\/$/, ""), path.endsWith("/"));
        return rule !== null && !rule.negated;
      };
      expect([...ignored, ...kept].filter(isIgnored)).toEqual(ignored);
    });
  }

  test("says which line decided", () => {
    const rules = parseIgnoreFile(
      dedent`
        # logs

        *.log
        *.tmp
      `,
      "web/.gitignore",
    );
    expect(decidingRule(rules, "a.log", false)).toMatchObject({ pattern: "*.log", file: "web/.gitignore", line: 3 });
  });

  test("comes to an end with patterns made to take for ever", () => {
    const rules = parseIgnoreFile(`${"*a".repeat(60)}*b\n${"**/a/".repeat(60)}b`, ".gitignore");
    expect(decidingRule(rules, "a".repeat(250), false)).toBeNull();
    expect(decidingRule(rules, "a/".repeat(900).slice(0, -1), false)).toBeNull();
  });
});
