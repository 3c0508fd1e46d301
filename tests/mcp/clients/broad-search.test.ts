/** Which tool calls of an agent search a whole repository as text. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBroadSearch } from "../../../src/mcp/clients/broad-search.js";
import { shellCommands } from "../../../src/mcp/clients/shell.js";

const ROOT = "/src/shop";
const rootOf = (folder: string) => (`${folder}/`.startsWith(`${ROOT}/`) ? ROOT : undefined);
const isBroad = (command: string, cwd = ROOT) => isBroadSearch({ tool: "Bash", input: { command }, cwd }, rootOf);

describe("a shell's command that searches everything", () => {
  test.each([
    "rg foo",
    "rg -n 'foo bar' .",
    "rg -t ts -g '*.ts' foo ./",
    "rg -nA3 --type=ts foo",
    "rg -e foo",
    "grep -rn foo",
    "grep -rn foo .",
    "grep -R --include='*.ts' foo *",
    "grep --recursive -e foo .",
    "egrep -r 'a|b' . | head -20",
    'LC_ALL=C timeout 10 /usr/bin/grep -rn "foo" . 2>/dev/null',
    "git grep -n foo",
    "git --no-pager grep foo -- '*.ts'",
    "git -C /src/shop grep foo",
    "ls && rg foo; echo done",
    "cd /src/shop && rg foo",
    "bash -lc 'rg foo'",
    "echo $(rg -l foo)",
    "ag foo",
  ])("%s", (command) => expect(isBroad(command)).toBe(true));

  test("from a folder below, by the path of the root", () =>
    expect(isBroad("rg foo ../..", `${ROOT}/src/a`)).toBe(true));
});

describe("a shell's command that does not", () => {
  test.each([
    "rg foo src",
    "rg foo src/a.ts tests",
    "rg -e foo src",
    "rg -g 'src/**' foo",
    "rg --glob=src/api/*.ts foo",
    "rg --files",
    "rg --files -g '*.ts'",
    "grep foo src/a.ts",
    "grep foo *",
    "grep -rn foo src/",
    "grep -n 'rg foo' notes.md",
    "cat a.log | grep -i foo",
    "git log | rg foo",
    "git grep foo src",
    "git log --grep foo",
    "cd src && rg foo",
    "git -C src grep foo",
    "echo 'rg foo'",
    "echo rg foo",
    "cat <<'EOF' > notes.md\nrg foo\nEOF",
    "echo 'rg foo",
    "ls -R",
    "",
  ])("%s", (command) => expect(isBroad(command)).toBe(false));

  test("from a folder below the root", () => expect(isBroad("rg foo", `${ROOT}/src`)).toBe(false));
  test("a line that writes a file", () => expect(isBroad(`rg foo; echo ${"x".repeat(30_000)}`)).toBe(false));
});

describe("a search tool", () => {
  const search = (input: Record<string, unknown>, tool = "Grep") => isBroadSearch({ tool, input, cwd: ROOT }, rootOf);
  test.each([{ pattern: "foo" }, { pattern: "foo", path: "." }, { pattern: "foo", path: ROOT, glob: "**/*.ts" }])(
    "%j is broad",
    (input) => expect(search(input)).toBe(true),
  );
  test.each([
    { pattern: "foo", path: "src" },
    { pattern: "foo", path: `${ROOT}/src/a.ts` },
    { pattern: "foo", glob: "src/**" },
  ])("%j is not", (input) => expect(search(input)).toBe(false));
  test("each client's name of it is known, and other tools are none", () => {
    expect(search({ pattern: "foo" }, "search_file_content")).toBe(true);
    expect(search({ query: "foo" }, "grep_search")).toBe(true);
    for (const tool of ["Read", "Glob", "Edit", "mcp__other__grep_it", "WebSearch"])
      expect(search({ pattern: "foo" }, tool), tool).toBe(false);
    expect(isBroadSearch({ tool: "run_shell_command", input: { command: "rg foo" }, cwd: ROOT }, rootOf)).toBe(true);
    expect(isBroadSearch({ tool: "Shell", input: { command: "rg foo", cwd: `${ROOT}/src` }, cwd: ROOT }, rootOf)).toBe(
      false,
    );
  });
});

test("outside of a repository the working folder is the whole", () => {
  const call = (path: string) => ({ tool: "Grep", input: { pattern: "x", path }, cwd: "/tmp/a" });
  expect(isBroadSearch(call("."), rootOf)).toBe(true);
  expect(isBroadSearch(call("b"), rootOf)).toBe(false);
});

test("a line is parted into commands as a shell does it", () => {
  expect(shellCommands(`A=1 a 'b c' "d\\"e" f\\ g 2>&1 >out | h && i; # j\nk`)).toEqual([
    { words: ["A=1", "a", "b c", 'd"e', "f g"], isPiped: false },
    { words: ["h"], isPiped: true },
    { words: ["i"], isPiped: false },
    { words: ["k"], isPiped: false },
  ]);
});

describe("any line", () => {
  test("it is read, and nothing is thrown", () => {
    const word = fc.constantFrom(
      "rg",
      "grep",
      "-r",
      "-e",
      "git",
      "-C",
      "cd",
      "bash",
      "-c",
      "foo",
      ".",
      "src",
      "--",
      "*",
      "'",
      '"',
      "\\",
    );
    const space = fc.constantFrom(" ", "", "|", "&&", ";", "\n", "(", ")", "<<", ">", "2>&1", "$", "#");
    fc.assert(
      fc.property(fc.array(fc.tuple(word, space)), (parts) => {
        expect(typeof isBroad(parts.flat().join(""))).toBe("boolean");
      }),
      { numRuns: 500 },
    );
  });

  test.each(["1", "'", '"', "\\", "<", ">", "#", " #", "$(", "a|", "-e ", "rg ", "bash -c '", '"\\'])(
    "%j, 200,000 characters of it, is no broad search",
    (text) => {
      expect(isBroad(text.repeat(Math.floor(200_000 / text.length)))).toBe(false);
    },
  );
});
