/** Questions while the first build runs: files answer as they come, and what needs edges or all files says so. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ErrorEnvelope } from "../../src/base/errors.js";
import { createLog } from "../../src/base/log.js";
import { readConfig } from "../../src/config/config.js";
import { build } from "../../src/indexing/build.js";
import { createParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import { type App, createApp } from "../../src/processes/service.js";
import type { Project } from "../../src/store/projects.js";
import { asker } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";

const COUNT = 300;
const FILES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, index) => {
    const number = String(index).padStart(3, "0");
    return [
      `src/f${number}.ts`,
      dedent`
        import { bake000 } from "./f000.js";
        /** Bakes loaf ${index}. */
        export function bake${number}() {
          return bake000();
        }
      `,
    ];
  }),
);
/** The files of the first batch. */
const PARSED = 32;

let app: App;
let project: Project;
const ask = asker(() => app);

/** Begins the first build and ends it, as a kill does, when a number of files are parsed. */
async function buildUntil(parsed: number): Promise<void> {
  const pool = createParsePool({ threads: 1 });
  const stop = new AbortController();
  const programs = createProgramCache(1000);
  await build(
    { db: app.db, pool, programs, log: createLog("silent"), chunkSize: 200, skip: { maxFileSize: 1_500_000 } },
    { project },
    {
      signal: stop.signal,
      onProgress: ({ phase, filesDone }) => {
        if (phase === "resolve" || (phase === "parse" && filesDone >= parsed)) stop.abort(new Error("killed"));
      },
    },
  ).catch(() => undefined);
  await pool.close();
}

beforeAll(async () => {
  const folder = temporaryFolder();
  writeFiles(join(folder, "repo"), FILES);
  const flags = {
    repos: [join(folder, "repo")],
    dataDir: join(folder, "data"),
    watchFiles: false,
    logLevel: "silent",
    port: 0,
  };
  app = await createApp(readConfig(flags, {}));
  [project] = (await app.projects()) as [Project];
});
afterAll(() => app?.close());

const errorOf = ({ structured }: { structured: unknown }) => (structured as ErrorEnvelope).error;

describe("while files are parsed", () => {
  beforeAll(() => buildUntil(1));

  test.each<{ tool: string; args: object; finds: string }>([
    { tool: "search_symbols", args: { query: "bake007" }, finds: "src/f007.ts" },
    { tool: "search_text", args: { pattern: "Bakes loaf 7." }, finds: "src/f007.ts" },
    { tool: "search_code", args: { query: "bakes loaf" }, finds: "src/f0" },
    { tool: "get_file_outline", args: { path: "src/f007.ts" }, finds: "bake007" },
    { tool: "get_source", args: { symbols: ["bake007"] }, finds: "return bake000();" },
  ])("$tool answers from what is there, and says how much that is", async ({ tool, args, finds }) => {
    const { text, structured } = await ask(tool, args);
    expect(text).toContain(finds);
    expect(text).toContain(`files: ${PARSED} of ${COUNT} parsed so far; edges: not yet`);
    expect(structured).toMatchObject({
      index: {
        view: "worktree",
        generation: 0,
        missing: { files: `${PARSED} of ${COUNT} parsed so far`, edges: expect.stringContaining("not yet") },
      },
    });
  });

  test.each<{ tool: string; args: object }>([
    { tool: "get_callers", args: { symbol: "bake000" } },
    { tool: "get_references", args: { symbol: "bake000" } },
    { tool: "get_dependents", args: { symbol: "bake000" } },
    { tool: "get_tests", args: { symbols: ["bake000"] } },
    { tool: "find_dead_code", args: {} },
    { tool: "get_source", args: { symbols: ["bake007"], depth: 2 } },
  ])("$tool needs edges: it says so, and which tools answer meanwhile", async ({ tool, args }) => {
    const error = errorOf(await ask(tool, args));
    expect(error).toMatchObject({
      code: "index_not_built",
      retryable: true,
      message: expect.stringContaining("needs the edges between symbols"),
      context: { files_parsed: PARSED },
    });
    expect(error.suggestions.join(" ")).toMatch(/search_code.* answer from the 32 of 300 files that are parsed/);
  });

  test("a file that is not parsed yet is not said to be missing", async () => {
    expect(errorOf(await ask("get_file_outline", { path: "src/f299.ts" }))).toMatchObject({
      code: "index_not_built",
      retryable: true,
      message: expect.stringContaining("32 of 300 files are parsed so far, and it may be in one of the others"),
    });
  });

  test("the project counts as not built", async () => {
    const { structured } = await ask("get_status");
    expect(structured).toMatchObject({ healthy: false, status: "not_built", indexed_files: 0 });
  });
});

describe("while edges are resolved", () => {
  beforeAll(() => buildUntil(COUNT + 1));

  test("all files answer, and only edges are missing", async () => {
    const { structured } = await ask("search_symbols", { query: "bake299", limit: 1 });
    expect(structured).toMatchObject({ results: [{ file_path: "src/f299.ts" }] });
    const { missing } = (structured as { index: { missing: object } }).index;
    expect(Object.keys(missing)).toEqual(["edges", "vectors"]);
  });

  test("a file that is not there is not found", async () => {
    expect(errorOf(await ask("get_file_outline", { path: "src/f300.ts" })).code).toBe("not_found");
  });
});

test("the whole index takes the place of what was there before", async () => {
  const { jobId } = await app.indexing.start(project, {});
  expect(await app.indexing.wait(jobId, AbortSignal.timeout(60_000))).toMatchObject({ status: "completed" });
  const { structured } = await ask("get_callers", { symbol: "bake000", limit: 500 });
  expect(structured).toMatchObject({ index: { generation: 1 }, total: COUNT });
  const { missing } = (structured as { index: { missing: object } }).index;
  expect(missing).not.toHaveProperty("files");
  expect(missing).not.toHaveProperty("edges");
});
