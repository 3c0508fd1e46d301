/** Builds upon builds: whatever was edited in between, the index equals one that was built from scratch. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type BuildTools, build } from "../../src/indexing/build.js";
import { createIndexer, type Indexer } from "../../src/indexing/indexer.js";
import { createParsePool, type ParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import { createLog } from "../../src/log.js";
import type { Db } from "../../src/store/db.js";
import { type Project, registerProject } from "../../src/store/projects.js";
import { beginBuild, findView } from "../../src/store/views.js";
import { describeStores } from "../helpers/store.js";
import { brokenRows, dumpIndex, expectSameIndex, type IndexDump } from "./dump.js";
import { createRandom } from "./random.js";
import { commitTwoBranches, editOnce, git, listFiles, put, writeRepository } from "./repository.js";

const ROUNDS = Number(process.env.CODEINDEX_TEST_ROUNDS ?? 1);
/** Longer than the clock of file systems is coarse: a file that is older is not read again. */
const SETTLED = 70;

describeStores("builds", (store) => {
  let root: string;
  let tools: BuildTools & { parsed: string[] };
  let indexer: Indexer;
  let project: Project;

  beforeEach(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "codeindex-builds-")));
    tools = openTools(store());
    indexer = createIndexer(tools);
    project = await registerProject(store(), root);
  });
  afterEach(async () => {
    await indexer.close({ finish: false });
    await tools.pool.close();
    rmSync(root, { recursive: true, force: true });
  });

  const run = (paths?: string[], signal = new AbortController().signal) =>
    indexer.run({ project, paths }, { signal, onProgress: () => undefined });
  const dump = () => dumpIndex(store(), project.projectId);

  /** The index of the same tree, built in a project of its own under the same name. */
  async function fromScratch(): Promise<IndexDump> {
    const fresh = openTools(store());
    const copy = { ...project, projectId: "scratch" };
    await store().query(
      "insert into projects (project_id, name, root) values ('scratch', 'scratch', 'scratch') on conflict do nothing",
    );
    try {
      await build(fresh, { project: copy }, { signal: new AbortController().signal, onProgress: () => undefined });
      return await dumpIndex(store(), "scratch");
    } finally {
      for (const { table } of await store().query<{ table: string }>(
        `select table_name as table from information_schema.columns
         where table_schema = 'public' and column_name = 'project_id' and table_name <> 'projects'`,
      ))
        await store().query(`delete from ${table} where project_id = 'scratch'`);
      await store().query("delete from projects where project_id = 'scratch'");
      await fresh.pool.close();
    }
  }

  test("two builds of one tree give the same rows", async () => {
    writeRepository(root, 6);
    await run();
    const first = await dump();
    expect(Object.keys(first.paths).length).toBeGreaterThan(60);
    expectSameIndex(await fromScratch(), first);
  });

  test.each(Array.from({ length: ROUNDS * 3 }, (_, index) => ({ seed: 100 + index })))(
    "edits one after the other end where a build from scratch does (seed $seed)",
    async ({ seed }) => {
      const random = createRandom(seed);
      writeRepository(root, 6);
      commitTwoBranches(root, random);
      await run();
      for (let step = 0; step < 8; step++) {
        const paths = Array.from({ length: 1 + random.int(6) }, () => editOnce(root, random)).flat();
        const isStash = random.chance(0.15);
        if (isStash) git(root, "stash", "-qu");
        const isWhole = isStash || paths.includes("*") || random.chance(0.15);
        await run(isWhole || listFiles(root).length === 0 ? undefined : paths);
        if (random.chance(0.15)) await run();
        if (step % 2 === 1) {
          expect(await brokenRows(store(), project.projectId)).toEqual([]);
          expectSameIndex(await dump(), await fromScratch());
        }
      }
    },
  );
});

function openTools(db: Db): BuildTools & { parsed: string[] } {
  const pool = createParsePool({ threads: 2 });
  const parsed: string[] = [];
  const counted: ParsePool = {
    ...pool,
    async parse(request, signal) {
      const batch = await pool.parse(request, signal);
      for (const { path, known } of request.files) if (!known) parsed.push(path);
      return batch;
    },
  };
  const skip = { exclude: ["node_modules/**", ".git/**", "*.tmp"], include: [], maxFileSize: 1_500_000 };
  return { db, pool: counted, programs: createProgramCache(2), log: createLog("silent"), skip, parsed };
}
