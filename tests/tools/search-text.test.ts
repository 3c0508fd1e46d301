/** search_text as an agent asks it: several patterns, the case as ripgrep minds it, and what a pattern that finds nothing may have meant. */
import { describe, expect, test } from "vitest";
import { spreadOf } from "../../src/format/spread.js";
import { checkInput } from "../../src/tools/running/check-input.js";
import searchText from "../../src/tools/search-text.js";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { askTool } from "../helpers/question-tool.js";
import { describeStores } from "../helpers/store.js";

const many = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => `${text} // ${index}\n`).join("");

const call = useProject({
  "src/auth/token.ts": [
    "export function rotateToken(token: string) {",
    "  if (token.startsWith('old')) {",
    "    throw new TokenError('expired');",
    "  }",
    "  return sign(token);",
    "}",
    "",
  ].join("\n"),
  "tests/token.test.ts": "expect(error).toBe('expired');\n",
  "src/auth/error.ts": "export class TokenError extends Error {}\n",
  "src/uses/use.ts": [
    "import { Ticket } from './ticket';",
    "// Lost or broken: a Ticket",
    "export type Failure = Ticket | null;",
    "const failed = (error: Ticket) => error instanceof Ticket;",
    "log('Ticket', new Ticket(\"a\"));",
    "export const NAME = 'Ticket';",
    "/* now */ throw new Ticket('b');",
    "",
  ].join("\n"),
  "src/uses/config.yml": "error: Ticket # its name\n",
  "src/uses/README.md": "A Ticket is thrown.\n",
  "src/teams/resolver.ts": dedent`
    import { Insider } from "./guards.js";
    @Guard(Insider)
    export class Teams {
      @Column()
      name = "";
      @Guard(Insider)
      @Role("owner")
      async remove(id: string) {
        return this.store.remove(id);
      }
    }
  `,
  "src/log/a.ts": many(40, "log.info('started');"),
  "src/log/b.ts": many(5, "log.warn('started');"),
  "lib/c.ts": many(15, "log.info('started');"),
  "lib/crowd.ts": `${many(1200, "crowd();")}lonely();\n`,
});

async function ask(args: object) {
  const { text, ...answer } = await call("search_text", args);
  // The index is not what these tests are about: it is told while vectors are missing.
  return { ...answer, text: text.replace(/\n\n\[index: .*$/s, "") };
}

test("lines stand under their file, numbered", async () => {
  const { text } = await ask({ query: "TokenError" });
  expect(text).toBe(
    [
      '"TokenError": 2 lines in 2 files',
      "src/auth/error.ts",
      "1: export class TokenError extends Error {}",
      "src/auth/token.ts",
      "3: throw new TokenError('expired');  [in rotateToken 1-6]",
    ].join("\n"),
  );
});

test("the function around lines is named once, with the lines to read", async () => {
  const { text, structured } = await ask({ query: "token", path_filter: "src/auth/token.ts", detail: "brief" });
  expect(text.split("\n").slice(1)).toEqual([
    "src/auth/token.ts",
    "1: export function rotateToken(token: string) {  [in rotateToken 1-6]",
    "2: if (token.startsWith('old')) {",
    "3: throw new TokenError('expired');",
    "5: return sign(token);",
  ]);
  expect(structured).toMatchObject({ results: [{ file: "src/auth/token.ts", in: { "1-6": "rotateToken" } }] });
});

test("with functions the source around the lines stands behind them, each function once", async () => {
  const { text, structured } = await ask({ query: "TokenError", functions: true, detail: "brief" });
  expect(text).toBe(
    [
      '"TokenError": 2 lines in 2 files',
      "src/auth/error.ts",
      "1: export class TokenError extends Error {}",
      "",
      "src/auth/token.ts:1-6  rotateToken  (matches 3)",
      "1\texport function rotateToken(token: string) {",
      "2\t  if (token.startsWith('old')) {",
      "3\t    throw new TokenError('expired');",
      "4\t  }",
      "5\t  return sign(token);",
      "6\t}",
    ].join("\n"),
  );
  expect(structured).toMatchObject({
    results: [{ file: "src/auth/error.ts" }],
    functions: [{ symbol: "rotateToken", at: "src/auth/token.ts:1-6", matches: [3] }],
  });
});

test("tests are left out, or searched alone", async () => {
  const linesOf = async (tests: string) =>
    ((await ask({ query: "expired", tests })).structured as { results: { path: string }[] }).results;
  expect((await linesOf("exclude")).map(({ path }) => path)).toEqual(["src/auth/token.ts"]);
  expect((await linesOf("only")).map(({ path }) => path)).toEqual(["tests/token.test.ts"]);
});

test("lines around matches are shown once", async () => {
  const { text } = await ask({ query: "token", path_filter: "src/auth/token.ts", context_lines: 1 });
  expect(text.split("\n").slice(1)).toEqual([
    "src/auth/token.ts",
    "1: export function rotateToken(token: string) {  [in rotateToken 1-6]",
    "2:   if (token.startsWith('old')) {",
    "3:     throw new TokenError('expired');",
    "4-   }",
    "5:   return sign(token);",
    "6- }",
  ]);
});

test("several patterns in one call, each with its own lines", async () => {
  const { text } = await ask({ queries: ["sign(", "extends Error", "nowhere"] });
  expect(text).toBe(
    [
      '"sign(": 1 line in 1 file',
      "src/auth/token.ts",
      "5: return sign(token);  [in rotateToken 1-6]",
      "",
      '"extends Error": 1 line in 1 file',
      "src/auth/error.ts",
      "1: export class TokenError extends Error {}",
      "",
      'No line matches "nowhere".',
    ].join("\n"),
  );
  for (const name of ["query", "pattern", "patterns"]) {
    const listed = await ask({ [name]: ["sign(", "extends Error", "nowhere"] });
    expect(listed.text).toContain(text);
  }
});

test("one of several patterns that is not an expression is taken as text, one alone is refused", async () => {
  const { text } = await ask({ queries: ["sign(", "extends? Error"], regex: true });
  expect(text).toContain('"sign("');
  expect(text).toContain("/extends? Error/");
  expect((await ask({ query: "sign(", regex: true })).text).toContain("is not a regular expression");
});

test("a decorator stands in what it decorates, and an import beside other lines is a number", async () => {
  const { text } = await ask({ queries: ["Insider", "Column"] });
  expect(text).toBe(
    [
      '"Insider": 3 lines in 1 file',
      "src/teams/resolver.ts  (imports: 1)",
      "2: @Guard(Insider)  [in Teams 3-11]",
      "6: @Guard(Insider)  [in Teams.remove 8-10]",
      "",
      '"Column": 1 line in 1 file',
      "src/teams/resolver.ts",
      "4: @Column()  [in Teams.name 5-5]",
    ].join("\n"),
  );
});

test("a bracket that an expression never closes is text", async () => {
  const { text } = await ask({ query: "sign(.*en", regex: true });
  expect(text).toBe(
    ["/sign\\(.*en/: 1 line in 1 file", "src/auth/token.ts", "5: return sign(token);  [in rotateToken 1-6]"].join("\n"),
  );
});

test("a bracket that is never closed is text, too, in a text that is answered as an expression", async () => {
  const { text } = await ask({ query: "sign(.*en" });
  expect(text).toContain("these lines match it as an expression");
  expect(text).toContain("src/auth/token.ts\n5: return sign(token);  [in rotateToken 1-6]");
});

test("a line that several patterns match stands under the first of them", async () => {
  const { text, structured } = await ask({ queries: ["sign(", "return sign", "token"] });
  expect(text).toContain('"return sign": 1 line in 1 file, all above');
  expect(text.match(/return sign\(token\)/g)).toHaveLength(1);
  expect((structured as unknown as { totals: unknown[] }).totals[1]).toMatchObject({
    query: "return sign",
    lines: 1,
    above: 1,
  });
});

describe("with only", () => {
  const about = { query: "Ticket", path_filter: "src/uses" };

  test("uses in code are found, and the lines elsewhere are counted", async () => {
    const { text, structured } = await ask({ ...about, only: "code" });
    expect(text).toBe(
      [
        "Only code: 4 further lines left out (imports 1, comments 1, types 1, documents 1).",
        '"Ticket": 5 lines in 2 files',
        "src/uses/config.yml",
        "1: error: Ticket # its name",
        "src/uses/use.ts",
        "4: const failed = (error: Ticket) => error instanceof Ticket;",
        "5: log('Ticket', new Ticket(\"a\"));",
        "6: export const NAME = 'Ticket';",
        "7: /* now */ throw new Ticket('b');",
      ].join("\n"),
    );
    // The first match in code counts of several of a line.
    expect(structured).toMatchObject({
      results: [{ column: 8 }, { column: 52 }, { column: 6 }, { column: 22 }, { column: 21 }],
      totals: [{ lines: 5, files: 2 }],
    });
  });

  test.each([
    { only: "imports", lines: [1] },
    { only: "comments", lines: [2] },
    { only: "types", lines: [3, 4] },
    { only: "strings", lines: [5, 6] },
  ])("$only are found", async ({ only, lines }) => {
    const { structured } = await ask({ query: "Ticket", path_filter: "src/uses/use.ts", only });
    expect((structured as unknown as { results: { line: number }[] }).results.map(({ line }) => line)).toEqual(lines);
  });

  test("the limit counts lines of the part, and all of them are counted", async () => {
    const { text } = await ask({
      queries: ["Ticket", "log"],
      path_filter: "src/uses/use.ts",
      only: "code",
      limit: 2,
    });
    expect(text).toContain("4: const failed");
    expect(text).toContain('"Ticket": 4 lines in 1 file, the first 2 of them here');
  });

  test("of more lines than are read the count is a least one, and that of another pattern stays exact", async () => {
    const { structured } = await ask({ queries: ["crowd();", "lonely();"], only: "code", limit: 5 });
    const { totals } = structured as unknown as { totals: unknown[] };
    expect(totals).toMatchObject([{ lines: 1000, at_least: true }, { lines: 1 }]);
    expect(totals[1]).not.toHaveProperty("at_least");
  });

  test("a pattern that is in other parts alone is not looked for otherwise", async () => {
    const { text } = await ask({ query: "Lost or broken", path_filter: "src/uses", only: "code" });
    expect(text).toBe('Only code: 1 further line left out (comments 1).\nNo line matches "Lost or broken".');
  });

  test("a choice that there is not is refused with those that there are", async () => {
    const { text } = await ask({ query: "a", only: "uses" });
    expect(text).toMatch(/code.*comments.*strings.*imports.*types/);
  });
});

test("a pattern whose lines the limit leaves no room for is not said to match nothing", async () => {
  const { text } = await ask({ queries: ["log.info", "log.warn"], limit: 1 });
  expect(text).toContain('"log.warn": 5 lines in 1 file, none of them here');
});

test("of several patterns none takes the room of the others", async () => {
  const { structured } = await ask({ queries: ["log.info", "log.warn", "sign("], limit: 12 });
  const { results, totals } = structured as {
    results: { query: string }[];
    totals: { query: string; lines: number }[];
  };
  const shown = (query: string) => results.filter((one) => one.query === query).length;
  expect([shown("log.info"), shown("log.warn"), shown("sign(")]).toEqual([6, 5, 1]);
  expect(totals.map(({ query, lines }) => [query, lines])).toEqual([
    ["log.info", 55],
    ["log.warn", 5],
    ["sign(", 1],
  ]);
});

test("a list that is cut says how many lines there are, and where", async () => {
  const { text, structured } = await ask({ query: "started", limit: 10 });
  expect(text.split("\n")[0]).toBe(
    '"started": 60 lines in 3 files, the first 10 of them here. All: src/log/a.ts 40, lib/c.ts 15, src/log/b.ts 5',
  );
  const { next_cursor } = structured as { next_cursor: string };
  const next = await ask({ query: "started", limit: 10, cursor: next_cursor });
  expect(next.text).toContain('"started": 10 further lines\nlib/c.ts\n11: ');
});

describe("the case", () => {
  const linesOf = async (args: object) => ((await ask(args)).structured as { results: { line: number }[] }).results;

  test("does not matter to a pattern without capitals", async () => {
    expect(await linesOf({ query: "tokenerror" })).toHaveLength(2);
    expect(await linesOf({ query: "tokenerror|\\Sign", regex: true })).toHaveLength(3);
  });

  test("matters to one with a capital, unless that finds nothing", async () => {
    expect(await linesOf({ query: "Token", path_filter: "src/auth/token.ts" })).toHaveLength(2);
    const { text } = await ask({ query: "ROTATETOKEN" });
    expect(text).toContain(
      '"ROTATETOKEN" is nowhere as it is written; these lines match it without regard to case (case_sensitive: false).',
    );
    expect(text).toContain("1: export function rotateToken");
  });

  test("is as the caller says", async () => {
    expect(await linesOf({ query: "Token", case_sensitive: false, path_filter: "src/auth/token.ts" })).toHaveLength(4);
    const { text } = await ask({ query: "ROTATETOKEN", case_sensitive: true });
    expect(text).toBe('1 line matches "ROTATETOKEN" without case_sensitive.\nNo line matches "ROTATETOKEN".');
  });
});

test.each(["sign\\(|startsWith", "throw.*expired", "\\btoken\\.starts", "TokenError$|^  return"])(
  "%s finds nothing as text and is answered as an expression",
  async (query) => {
    const { text, structured } = await ask({ query });
    expect(text).toContain("is nowhere as it is written; these lines match it as an expression (regex: true).");
    expect((structured as { results: unknown[] }).results.length).toBeGreaterThan(0);
  },
);

test("that it was read as text and as an expression is said where neither finds anything", async () => {
  const { text } = await ask({ query: "nothing|nowhere" });
  expect(text).toContain('"nothing|nowhere" was looked for as text, and as an expression (regex: true).');
});

test("matches that whole_word and filters hide are counted", async () => {
  const word = await ask({ query: "rotate", whole_word: true });
  expect(word.text).toContain('1 line matches "rotate" without whole_word.');
  const elsewhere = await ask({ query: "rotatetoken", path_filter: "lib" });
  expect(elsewhere.text).toContain(
    '1 line matches "rotatetoken" in other files, without the filters: src/auth/token.ts 1.',
  );
  expect(elsewhere.text).toMatch(/^.*\d+ files? of the index pass(?:es)? the filters\./);
  const none = await ask({ query: "token", extensions: ["cs"] });
  expect(none.text).toContain("No file of the index passes these filters.");
});

test("no pattern is refused, with an example", async () => {
  const { isError, text } = await ask({ regex: true });
  expect(isError).toBe(true);
  expect(text).toContain("query: is missing, and so is queries: give one of them");
  expect(text).toContain('Example: search_text {"query":"rotateToken"}');
});

describe("where many matches are", () => {
  test("a place is split as long as few places result", () => {
    const counts = [
      ...Array.from({ length: 30 }, (_, index) => ({ path: `src/api/f${index}.ts`, lines: 2 })),
      { path: "src/db/a.ts", lines: 3 },
      { path: "src/db/b.ts", lines: 1 },
      { path: "README.md", lines: 1 },
    ];
    expect(spreadOf(counts)).toEqual([
      { path: "src/api/", lines: 60, files: 30 },
      { path: "src/db/a.ts", lines: 3, files: 1 },
      { path: "README.md", lines: 1, files: 1 },
      { path: "src/db/b.ts", lines: 1, files: 1 },
    ]);
  });

  test("of a root with many files the last place is the rest", () => {
    const counts = Array.from({ length: 15 }, (_, index) => ({ path: `f${index}.ts`, lines: 20 - index }));
    const places = spreadOf(counts);
    expect(places).toHaveLength(10);
    expect(places.at(-1)).toEqual({ path: "elsewhere", lines: 51, files: 6 });
  });

  test("no counts, no places", () => {
    expect(spreadOf([])).toEqual([]);
  });
});

describe("search_text out of range", () => {
  test.each([{ query: "a", context_lines: 51 }, { query: "a".repeat(1001) }])("%o is refused", (input) => {
    expect(() => checkInput(searchText as never, input)).toThrow(/^\w+: /);
  });
});

describeStores("search_text on a small repository", (store) => {
  test("leads with the file of its lines, each with what it stands in", async () => {
    const { text } = await askTool(store(), searchText, { query: "sign(token", context_lines: 1 });
    expect(text).toContain(
      dedent`
        src/token.ts
        5-   if (isExpired(token)) throw new Error("expired");
        6:   return sign(token);  [in rotateToken 4-7]
        7- }`,
    );
  });
});

describe("generated code", () => {
  const generated = useProject({
    "src/server.ts": "export const port = setting('listen_port');\n",
    "src/client.gen.ts": dedent`
      // @generated
      export const port = read('listen_port');
    `,
    "src/schema/huge.ts": `// @generated\nexport const other = 'other_port';\n${"//\n".repeat(50_000)}`,
  });

  test("is searched behind the other files where a filter lets little of it pass", async () => {
    const { text } = await generated("search_text", { query: "listen_port", path_filter: "src/*.ts" });
    expect(text.match(/^src.*/gm)).toEqual(["src/server.ts", "src/client.gen.ts"]);
    expect(text).not.toContain("Not searched");
  });

  test("is told of where it is much, so that nobody takes the answer for whole", async () => {
    const { text } = await generated("search_text", { query: "other_port" });
    expect(text).toContain("Not searched: 2 files of generated or minified code");
    expect(text).toContain('No line matches "other_port"');
  });
});
