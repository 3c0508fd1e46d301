import { describe, expect, test } from "vitest";
import { sourceRows } from "../../src/format/fold.js";
import { dedent } from "../helpers/dedent.js";

const rows = (source: string, isFolded = true) => sourceRows(1, source.split("\n"), isFolded).map(({ text }) => text);
const comment = Array.from({ length: 8 }, (_, at) => ` * Sentence ${at}.`).join("\n");

describe("long comments", () => {
  test("are shown by their first lines", () => {
    expect(
      rows(dedent`
        const a = 1;
        /**
        ${comment}
         */
        function b() {}`),
    ).toEqual([
      "1\tconst a = 1;",
      "2\t/**",
      "3\t * Sentence 0.",
      "4\t * Sentence 1.",
      "5-11\t… 7 more lines of this comment",
      "12\tfunction b() {}",
    ]);
  });

  test("of line comments too", () => {
    const source = `${"// A line.\n".repeat(7)}f();`;
    expect(rows(source)).toEqual([
      "1\t// A line.",
      "2\t// A line.",
      "3\t// A line.",
      "4-7\t… 4 more lines of this comment",
      "8\tf();",
    ]);
  });

  test("are whole where they are all that was asked for, where they are short, and where nothing is folded", () => {
    expect(
      rows(dedent`
        /**
        ${comment}
         */`),
    ).toHaveLength(10);
    expect(
      rows(dedent`
        /** One. */
        f();`),
    ).toEqual(["1\t/** One. */", "2\tf();"]);
    expect(
      rows(
        dedent`
          f();
          /**
          ${comment}
           */`,
        false,
      ),
    ).toHaveLength(11);
  });

  test("code behind the end of a comment is shown", () => {
    expect(rows(`/*\n${comment}\n */ f();\ng();`)).toEqual([
      "1\t/*",
      "2\t * Sentence 0.",
      "3\t * Sentence 1.",
      "4-9\t… 6 more lines of this comment",
      "10\t */ f();",
      "11\tg();",
    ]);
  });

  test("a comment without an end goes to the end of the lines", () => {
    expect(rows(`f();\n/*\n${comment}`).at(-1)).toBe("5-10\t… 6 more lines of this comment");
  });
});

describe("blocks of imports", () => {
  test.each([
    {
      language: "TypeScript",
      source: dedent`
        import a from "./a.js";
        import {
          b,
          c,
        } from "./b.js";
        import "./c.js";

        f();`,
      want: ["1-6\timports ./a.js, ./b.js, ./c.js", "7\t", "8\tf();"],
    },
    {
      language: "JavaScript",
      source: `${["a", "b", "c", "d", "e", "f"].map((name) => `const ${name} = require("${name}");`).join("\n")}\nf();`,
      want: ["1-6\timports a, b, c, d, e, f", "7\tf();"],
    },
    {
      language: "C#",
      source: `${["System", "System.Linq", "A.B", "C", "D", "E"].map((name) => `using ${name};`).join("\n")}\nclass F {}`,
      want: ["1-6\timports System, System.Linq, A.B, C, D, E", "7\tclass F {}"],
    },
  ])("of $language are a row", ({ source, want }) => expect(rows(source)).toEqual(want));

  test("of hostile sources end at once", () => {
    // Each took time by the square of its size: half a minute, and three.
    expect(rows(`export ${"{".repeat(400_000)}}`)).toHaveLength(1);
    expect(rows("const {\n".repeat(50_000))).toHaveLength(50_001);
  });

  test("of a few lines are shown", () => {
    expect(
      rows(dedent`
        import a from "a";
        f();`),
    ).toEqual(['1\timport a from "a";', "2\tf();"]);
  });

  test("calls of import(), using statements and destructured values are no imports", () => {
    const source = [
      'import("a");',
      "using (var file = Open())",
      "using var other = Open();",
      "const { a } = b;",
      "const { c } = d;",
      "const { e } = f;",
      "const { g } = h;",
    ];
    expect(rows(source.join("\n"))).toHaveLength(source.length);
  });
});
