/** Workers of two versions on one installation, as in a rolling upgrade, and as after one that was taken back. */
import { describe, expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { createIndexer } from "../../src/indexing/indexer.js";
import { createIndexingService } from "../../src/indexing/jobs.js";
import { createParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import { createQueue } from "../../src/queue/queue.js";
import { tellPresence } from "../../src/store/processes.js";
import { registerProject } from "../../src/store/projects.js";
import { findView } from "../../src/store/views.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { openPostgres } from "../helpers/store.js";
import { until } from "../helpers/until.js";

const server = process.env.TEST_DATABASE_URL;

describe.runIf(server)("workers of two versions", () => {
  test("leave what the newer one has built to it, and the index comes to the newer format once", async () => {
    const { db, url, remove } = await openPostgres(server!);
    const pool = createParsePool({ threads: 1 });
    /** A worker of a version; `built` has the number of its format for each of its builds. */
    const built: number[] = [];
    async function worker(number: number) {
      await tellPresence(db, { processId: `v${number}`, role: "worker", rowFormat: number, cloneFolder: null });
      const tools = { db, pool, programs: createProgramCache(1000), log: createLog("silent"), chunkSize: 250 };
      const format = { word: `version ${number}`, number };
      const indexer = createIndexer({ ...tools, format, skip: { maxFileSize: 1_000_000 } });
      const queue = await createQueue({ url });
      const counted: typeof indexer = {
        ...indexer,
        run(request, options) {
          built.push(number);
          return indexer.run(request, options);
        },
      };
      const indexing = createIndexingService({
        db,
        queue,
        indexer: counted,
        log: createLog("silent"),
        rowFormat: number,
      });
      await indexing.begin({ alone: false });
      return {
        indexing,
        async close() {
          await indexing.close();
          await queue.close();
          await indexer.close({ finish: false });
        },
      };
    }
    const opened: Awaited<ReturnType<typeof worker>>[] = [];
    try {
      const root = temporaryFolder({ "a.ts": "export const a = 1;\n" });
      const project = await registerProject(db, root);
      const older = await worker(1);
      opened.push(older);
      const formatNow = async () => (await findView(db, project.projectId))?.rowFormat;
      const change = async (text: string) => {
        writeFiles(root, { "a.ts": text });
        const { jobId } = await older.indexing.start(project, { paths: ["a.ts"], watched: true });
        return older.indexing.wait(jobId, AbortSignal.timeout(60_000));
      };
      expect(await change("export const a = 2;\n")).toMatchObject({ status: "completed" });
      expect([await formatNow(), built]).toEqual([1, [1]]);

      const newer = await worker(2);
      opened.push(newer);
      // Nothing has changed: the newer version has it built anew by itself.
      await until(async () => (await formatNow()) === 2, { within: 60_000 });
      for (let count = 0; count < 5; count++)
        expect(await change(`export const a = ${count + 3};\n`)).toMatchObject({ status: "completed" });
      expect([await formatNow(), built]).toEqual([2, [1, 2, 2, 2, 2, 2, 2]]);

      // The upgrade was taken back, some minutes ago.
      opened.pop();
      await newer.close();
      await db.query("update processes set seen_at = now() - interval '6 minutes' where process_id = 'v2'");
      expect(await change("export const a = 0;\n")).toMatchObject({ status: "completed" });
      expect([await formatNow(), built.at(-1)]).toEqual([1, 1]);
    } finally {
      for (const each of opened) await each.close();
      await pool.close();
      await remove();
    }
  });
});
