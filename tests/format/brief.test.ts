/** The brief form of answers: each fact once, and nothing of what says nothing. */
import { describe, expect, test } from "vitest";
import { brief, matchesByFile, outlineRows, symbolCard } from "../../src/format/brief.js";

const login = {
  node_id: "svcLogin",
  name: "login",
  qualified_name: "AuthService.login",
  node_type: "method",
  language: "typescript",
  file_path: "src/auth.ts",
  line_start: 10,
  line_end: 40,
  access_modifier: "public",
  parameter_signature: "(user: string)",
  return_type: "Promise<User>",
};

const call = {
  node_id: "appStart",
  name: "start",
  qualified_name: "App.start",
  node_type: "method",
  file_path: "src/app.ts",
  line_start: 3,
  line_end: 30,
  edge_type: "calls",
  direction: "incoming",
  confidence: "exact",
  rule: "receiver-type",
  line: 12,
  lines: [12, 20],
  depth: 1,
  text: "await auth.login(user);",
};

const nothingUnresolved = { count: 0, by_reason: {}, locations: [] };

test.each([
  {
    name: "a symbol",
    row: login,
    want: { at: "src/auth.ts:10-40", symbol: "method AuthService.login(user: string): Promise<User>" },
  },
  {
    name: "facts that are rare for a symbol",
    row: { ...login, spans: 2, parse_status: "partial", is_deprecated: true, is_async: false },
    want: { spans: 2, parse_status: "partial", is_deprecated: true },
  },
  {
    name: "a caller",
    row: call,
    want: { at: "src/app.ts:12,20", in: "App.start", text: "await auth.login(user);" },
  },
  {
    name: "a use at the top level, of another kind, less sure, and further away",
    row: { ...call, qualified_name: "src/app.ts", edge_type: "imports", confidence: "unique", depth: 2, via_name: "x" },
    want: {
      at: "src/app.ts:12,20",
      kind: "imports",
      sure: "unique",
      step: 2,
      via: "x",
      text: "await auth.login(user);",
    },
  },
  {
    name: "a callee",
    row: { ...call, direction: "outgoing", lines: [12], text: undefined },
    want: { symbol: "App.start", at: "src/app.ts:3", line: 12 },
  },
  {
    name: "a library's function",
    row: {
      ...call,
      direction: "outgoing",
      qualified_name: "chunk",
      file_path: null,
      line_start: null,
      line_end: null,
      module: "lodash",
      confidence: "external",
      lines: [12],
      text: undefined,
    },
    want: { symbol: "chunk", module: "lodash", line: 12 },
  },
  {
    name: "a piece of a file",
    row: { file: "src/a.ts", lines: "3-9", score: 0.5, content: "code" },
    want: { at: "src/a.ts:3-9", score: 0.5, content: "code" },
  },
  {
    name: "a piece of a file with numbers",
    row: { path: "src/a.ts", start_line: 3, end_line: 3, content: "code", breadcrumb: null },
    want: { at: "src/a.ts:3", content: "code" },
  },
])("$name", ({ row, want }) => {
  const [shown] = brief({ results: [row] }).results as object[];
  expect(shown).toMatchObject(want);
  if (!("spans" in want)) expect(shown).toEqual(want);
});

describe("an answer", () => {
  test("has the name of its subject, and no field that says nothing", () => {
    const output = {
      symbol: { node_id: "svcLogin", qualified_name: "AuthService.login", file_path: "src/auth.ts", line_start: 10 },
      results: [call],
      total: 1,
      capped: false,
      by_confidence: { exact: 1, import: 0 },
      unresolved: nothingUnresolved,
      text_only: { files: 0, paths: [], capped: false },
    };
    expect(brief(output)).toEqual({
      symbol: { name: "AuthService.login" },
      results: [{ at: "src/app.ts:12,20", in: "App.start", text: "await auth.login(user);" }],
    });
  });

  test("without results keeps the empty list, and what may be meant instead", () => {
    const output = { results: [], total: 0, unresolved: { ...nothingUnresolved, unnamed: 1198 } };
    expect(brief(output)).toEqual({ results: [], unresolved: { unnamed: 1198 } });
  });

  test("that is cut has its cursor once, and all of its other notes", () => {
    const note = 'More results follow: call again with cursor "bzIw". Secrets are masked.';
    expect(brief({ results: [1], total: 30, truncated: true, next_cursor: "bzIw", note })).toEqual({
      results: [1],
      total: 30,
      next_cursor: "bzIw",
      note: "Secrets are masked.",
    });
    expect(brief({ results: [1], truncated: true, note: "Shown: 1 of 9." })).toEqual({
      results: [1],
      truncated: true,
      note: "Shown: 1 of 9.",
    });
  });

  test("tells what is unresolved as reasons and places", () => {
    const place = (line: number, name = "login") => ({ name, file_path: "src/a.ts", line, reason: "unknown-receiver" });
    const unresolved = { count: 2, by_reason: { "unknown-receiver": 2 }, locations: [place(4), place(7)] };
    expect(brief({ results: [], unresolved }).unresolved).toEqual({
      by_reason: { "unknown-receiver": 2 },
      at: ["src/a.ts:4", "src/a.ts:7"],
    });
    const several = { ...unresolved, count: 2000, locations: [place(4), place(7, "logout")] };
    expect(brief({ results: [], unresolved: several }).unresolved).toEqual({
      count: 2000,
      by_reason: { "unknown-receiver": 2 },
      at: ["login src/a.ts:4", "logout src/a.ts:7"],
    });
  });

  test("counts files where it does not name them all", () => {
    const of = (files: number) =>
      brief({ results: [], text_only: { files, paths: ["a.vue"], capped: false } }).text_only;
    expect([of(1), of(9)]).toEqual([{ paths: ["a.vue"] }, { files: 9, paths: ["a.vue"] }]);
  });

  test("names symbols by id where their places are the same", () => {
    const twin = { ...login, line_end: 10 };
    const results = [twin, { ...twin, node_id: "svcLogout" }, login];
    const shown = brief({ results }).results as { node_id?: string }[];
    expect(shown.map(({ node_id }) => node_id)).toEqual(["svcLogin", "svcLogout", undefined]);
    expect(outlineRows(results).map(({ node_id }) => node_id)).toEqual(["svcLogin", "svcLogout", undefined]);
  });
});

test("lines that match under their files, and which they are where others stand around them", () => {
  const at = (path: string, line: number, around: string[] = []) => ({
    path,
    line,
    text: `  line ${line}`,
    before: around,
    after: [],
  });
  expect(matchesByFile([at("a.ts", 3), at("b.ts", 1), at("a.ts", 9)])).toEqual([
    { project: undefined, file: "a.ts", lines: { 3: "line 3", 9: "line 9" } },
    { project: undefined, file: "b.ts", lines: { 1: "line 1" } },
  ]);
  expect(matchesByFile([at("a.ts", 3, ["two"])])).toMatchObject([{ lines: { 2: "two", 3: "  line 3" }, matches: [3] }]);
});

test("one symbol has its properties as words", () => {
  const whole = { ...login, is_static: true, is_async: false, reference_count: 3, children: 0, parent: null, spans: 1 };
  expect(brief(symbolCard(whole))).toEqual({
    at: "src/auth.ts:10-40",
    symbol: "method AuthService.login(user: string): Promise<User>",
    node_id: "svcLogin",
    language: "typescript",
    is: ["public", "static"],
    uses: 3,
  });
});
