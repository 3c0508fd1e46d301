/** The line that every face calls. */
import { describe, expect, test } from "vitest";
import type { ErrorEnvelope } from "../../src/base/errors.js";
import { ANYONE } from "../../src/model/principal.js";
import readFile from "../../src/tools/read-file.js";
import { callTool } from "../../src/tools/running/call-tool.js";
import type { Caller } from "../../src/tools/running/tool-host.js";
import { temporaryFolder } from "../helpers/folders.js";
import { ALPHA, BETA, tableHost } from "../mcp/table.js";

const caller = (more: Partial<Caller> = {}): Caller => ({
  principal: ANYONE,
  signal: new AbortController().signal,
  ...more,
});
const errorOf = ({ structured }: { structured: unknown }) => (structured as ErrorEnvelope).error;

describe("input", () => {
  test.each<{ name: string; args: unknown; want: string }>([
    { name: "missing", args: {}, want: "up_to: is required" },
    { name: "wrong type", args: { up_to: "three" }, want: 'up_to: must be a number, from 0 to 10000, not "three"' },
    { name: "not whole", args: { up_to: 1.5 }, want: "up_to: must be a whole number, from 0 to 10000, not 1.5" },
    { name: "out of range", args: { up_to: -1 }, want: "up_to: must be from 0 to 10000, not -1" },
    {
      name: "two at once",
      args: { up_to: -1, limit: 9999 },
      want: "up_to: must be from 0 to 10000, not -1; limit: must be from 1 to 5000, not 9999",
    },
    {
      name: "misspelt",
      args: { up_too: 3 },
      want: "up_too: there is no such parameter; did you mean up_to? Known are up_to, limit",
    },
    { name: "unknown", args: { up_to: 3, colour: "red" }, want: "colour: there is no such parameter; Known are" },
    { name: "the budget", args: { up_to: 3, max_tokens: 10 }, want: "max_tokens: must be from 200 to 100000" },
    { name: "a broken cursor", args: { up_to: 3, cursor: "zzz" }, want: "cursor: is not a next_cursor" },
    { name: "not an object", args: [1], want: "arguments: must be an object" },
    { name: "a name of every object", args: { up_to: 3, toString: 1 }, want: "toString: there is no such parameter" },
  ])("$name", async ({ args, want }) => {
    const answer = await callTool(tableHost(), "count_to", args, caller());
    expect(answer).toMatchObject({ isError: true, status: 400 });
    expect(errorOf(answer)).toMatchObject({ code: "invalid_parameter", message: expect.stringContaining(want) });
  });

  test("an error about a parameter has a call that is right", async () => {
    const { text } = await callTool(tableHost(), "count_to", { up_to: 3, limit: 9999 }, caller());
    expect(text).toContain('Example: count_to {"up_to":20,"limit":20}');
  });

  test.each<{ name: string; args: object; note: string | undefined }>([
    { name: "another way to write it", args: { upTo: 2 }, note: "upTo is called up_to now." },
    {
      name: "a name that others have for it",
      args: { up_to: 2, max_results: 9 },
      note: "max_results is called limit now.",
    },
    { name: "a number as text", args: { up_to: "2" }, note: undefined },
  ])("$name is taken", async ({ args, note }) => {
    const { structured } = await callTool(tableHost(), "count_to", args, caller());
    expect(structured).toMatchObject({ results: [{ number: 1 }, { number: 2 }], ...(note && { note }) });
  });

  test("null is as good as leaving it out", async () => {
    const answer = await callTool(tableHost(), "count_to", { up_to: 1, cursor: null }, caller());
    expect(answer.isError).toBe(false);
  });

  test("a tool that shows less of one thing says how to go on", async () => {
    const root = temporaryFolder({ "long.ts": "const line = 1;\n".repeat(500) });
    const host = { ...tableHost({ projects: [{ ...ALPHA, root }] }), tools: [readFile] as never };
    const { text } = await callTool(host, "read_file", { path: "long.ts", max_tokens: 300 }, caller());
    const next = /Cut to fit max_tokens: go on with line_start=(\d+)\./.exec(text)![1];
    expect(text).toContain(`long.ts:1-${Number(next) - 1} of 500 lines`);
    expect(text).not.toContain("less detail");
  });

  test("a tool that is none: the names of those there are", async () => {
    const error = errorOf(await callTool(tableHost(), "count", {}, caller()));
    expect(error).toMatchObject({ code: "not_found", suggestions: [expect.stringContaining("count_to, read_long")] });
  });
});

describe("which project", () => {
  const inside = { ...BETA, projectId: "inner", name: "inner", root: "/srv/alpha/packages/inner" };
  const projects = [ALPHA, BETA, inside];
  test.each<{ name: string; args: object; from: Partial<Caller>; want: string }>([
    { name: "the argument first", args: { project_id: "beta" }, from: { pinnedProject: "alpha" }, want: "beta" },
    { name: "then what is pinned", args: {}, from: { pinnedProject: "alpha", roots: ["/srv/beta"] }, want: "alpha" },
    { name: "then the folder", args: {}, from: { roots: ["/srv/beta/src/deep"] }, want: "beta" },
    { name: "the longest folder", args: {}, from: { roots: ["/srv/alpha/packages/inner/src"] }, want: "inner" },
    {
      name: "a folder is more than a beginning",
      args: {},
      from: { roots: ["/srv/alphabet"] },
      want: "project_selection_ambiguous",
    },
    { name: "none is named", args: {}, from: {}, want: "project_selection_ambiguous" },
    { name: "one that is none", args: { project_id: "gamma" }, from: {}, want: "project_not_found" },
  ])("$name", async ({ args, from, want }) => {
    const answer = await callTool(tableHost({ projects }), "count_to", { up_to: 1, ...args }, caller(from));
    const { index, error } = answer.structured as { index?: { project: string }; error?: ErrorEnvelope["error"] };
    expect(index?.project ?? error?.code).toBe(want);
    if (error) expect(error.context.candidates).toEqual(["alpha", "beta", "inner"]);
  });

  test("the only one needs no name", async () => {
    const answer = await callTool(tableHost(), "count_to", { up_to: 1 }, caller());
    expect(answer.structured).toMatchObject({ index: { project: "alpha" } });
  });

  test("no project at all", async () => {
    const answer = await callTool(tableHost({ projects: [] }), "count_to", { up_to: 1 }, caller());
    expect(errorOf(answer)).toMatchObject({
      code: "project_not_found",
      suggestions: [expect.stringContaining("--repo")],
    });
  });
});

describe("before the first build", () => {
  const host = tableHost({ generation: 0 });
  host.indexing = {
    ...host.indexing,
    current: async () => ({
      jobId: "job-1",
      projectId: "alpha",
      kind: "build",
      status: "running",
      phase: "parse",
      filesDone: 12,
      filesTotal: 40,
      result: null,
      error: null,
      request: {},
      createdAt: "2026-01-01T00:00:00.000Z",
      startedAt: "2026-01-01T00:00:00.000Z",
      finishedAt: null,
    }),
  };

  test("index_not_built says how far it is", async () => {
    const error = errorOf(await callTool(host, "count_to", { up_to: 1 }, caller()));
    expect(error).toMatchObject({
      code: "index_not_built",
      retryable: true,
      message: "The first index of alpha is being built: parse, 12 of 40 files.",
      context: { job_id: "job-1", files_done: 12, files_total: 40 },
    });
  });

  test("a tool that works without an index works", async () => {
    expect((await callTool(host, "read_long", { lines: 1 }, caller())).isError).toBe(false);
  });
});

describe("time", () => {
  test("out of time", async () => {
    const answer = await callTool(tableHost({ timeout: "50ms" }), "wait", { ms: 5000 }, caller());
    expect([answer.status, errorOf(answer).code]).toEqual([504, "index_timeout"]);
  });

  test("the caller goes away", async () => {
    const gone = new AbortController();
    setTimeout(() => gone.abort(), 20);
    const answer = await callTool(tableHost(), "wait", { ms: 5000 }, caller({ signal: gone.signal }));
    expect(errorOf(answer).code).toBe("cancelled");
  });
});

test("a long text is cut to max_tokens and says so", async () => {
  const { text, structured } = await callTool(tableHost(), "read_long", { max_tokens: 300 }, caller());
  expect(structured).toMatchObject({ truncated: true, note: expect.stringContaining("300 tokens") });
  expect(text).toMatch(/^line 1\n/);
});

test("pages cut by the budget lead through all results", async () => {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const args = { up_to: 300, limit: 200, max_tokens: 1500, ...(cursor && { cursor }) };
    const { structured } = await callTool(tableHost(), "count_to", args, caller());
    const page = structured as { results: { number: number }[]; next_cursor?: string };
    seen.push(...page.results.map(({ number }) => number));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
});
