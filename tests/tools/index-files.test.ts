/** index_files on paths that are there, were there, and never were. */
import { beforeAll, expect, test } from "vitest";
import type { Db } from "../../src/store/db/db.js";
import type { View } from "../../src/store/views.js";
import indexFiles from "../../src/tools/index-files.js";
import reindexWorkspace from "../../src/tools/reindex-workspace.js";
import type { ToolContext } from "../../src/tools/running/tool.js";
import { seedGraph } from "../graph/fixture.js";
import { temporaryFolder } from "../helpers/folders.js";
import { emptyPglite } from "../helpers/store.js";

const sample = {} as { db: Db; view: View };
beforeAll(async () => {
  sample.db = await emptyPglite();
  sample.view = await seedGraph(sample.db, "p", [{ path: "old/gone.ts", language: "typescript", symbols: [] }]);
});

/** A context that keeps the paths that jobs are started for. */
function contextOf(started: string[][]): ToolContext {
  const job = {
    jobId: "job-1",
    status: "completed",
    filesTotal: 0,
    result: { indexed: 0, unchanged: 1, removed: 0, errors: [] },
  };
  return {
    ...sample,
    project: { projectId: "p", root: temporaryFolder({ "a.ts": "" }) },
    config: { searchTimeout: 1000 },
    searcher: { meaning: { model: null } },
    signal: new AbortController().signal,
    gone: new AbortController().signal,
    progress: () => undefined,
    indexing: {
      async start(_project: unknown, work: { paths: string[] }) {
        started.push(work.paths);
        return job;
      },
      get: async () => job,
      wait: async () => job,
    },
  } as unknown as ToolContext;
}

async function asked(paths: string[]) {
  const started: string[][] = [];
  const output = await indexFiles.run({ paths }, contextOf(started));
  return { started, output, text: indexFiles.render(output, { paths }) };
}

test("a path that is neither on disk nor in the index is an error beside the others", async () => {
  const { started, output, text } = await asked(["a.ts", "nope.ts"]);
  expect(started).toEqual([["a.ts"]]);
  expect(output.errors).toMatchObject([{ path: "nope.ts", code: "not_found" }]);
  expect(text.split("\n").slice(0, 2)).toEqual(["1 file is up to date.", "1 error:"]);
});

test("a file or folder that the index has and the disk has not is for the job", async () => {
  expect((await asked(["old/gone.ts", "old"])).started).toEqual([["old/gone.ts", "old"]]);
});

test("nothing but such paths: not_found, and no job", async () => {
  await expect(asked(["nope.ts"])).rejects.toMatchObject({ code: "not_found", context: { paths: ["nope.ts"] } });
});

test("there is nothing to build again at such a path", async () => {
  const started: string[][] = [];
  const reindex = (path: string) => reindexWorkspace.run({ path, force: false, strategy: "both" }, contextOf(started));
  await expect(reindex("nope.ts")).rejects.toMatchObject({ code: "not_found" });
  await reindex("a.ts");
  expect(started).toEqual([["a.ts"]]);
});
