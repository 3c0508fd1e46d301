/** Builds upon builds: whatever was edited in between, the index equals one that was built from scratch. */
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import { createLog } from "../../src/base/log.js";
import { build } from "../../src/indexing/build.js";
import type { BuildContext } from "../../src/indexing/build-context.js";
import { parsePartResult, partText } from "../../src/indexing/build-part.js";
import { createIndexer, type Indexer } from "../../src/indexing/indexer.js";
import { createParsePool, type ParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import type { Db } from "../../src/store/db/db.js";
import { type Project, registerProject } from "../../src/store/projects.js";
import { listSegments } from "../../src/store/segments.js";
import { analyze } from "../../src/store/sweep.js";
import { beginBuild, findView } from "../../src/store/views.js";
import { temporaryFolder } from "../helpers/folders.js";
import { git } from "../helpers/git.js";
import { describeStores } from "../helpers/store.js";
import { brokenRows, dumpIndex, expectSameIndex, type IndexDump } from "./dump.js";
import { createRandom } from "./random.js";
import { commitTwoBranches, editOnce, listFiles, writeRepository } from "./repository.js";

const ROUNDS = Number(process.env.CODEINDEX_TEST_ROUNDS ?? 1);
/** Longer than the clock of file systems is coarse: a file that is older is not read again. */
const SETTLED = 70;

/** Of all builds: each of its threads loads the parsers once. */
const pool = createParsePool({ threads: 2 });
afterAll(() => pool.close());

describeStores("builds", (store) => {
  let root: string;
  let tools: BuildContext & { parsed: string[] };
  let indexer: Indexer;
  let project: Project;

  beforeEach(async () => {
    root = temporaryFolder();
    tools = openTools(store());
    indexer = createIndexer(tools);
    project = await registerProject(store(), root);
  });
  afterEach(() => indexer.close({ finish: false }));

  const never = new AbortController().signal;
  const run = (paths?: string[], by = indexer, force = false) =>
    by.run({ project, paths, force }, { signal: never, onProgress: () => undefined });
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
      // As the indexer does behind a first build. A dump took 37 s without it, 2 s with it.
      await analyze(store());
      return await dumpIndex(store(), "scratch");
    } finally {
      for (const { table } of await store().query<{ table: string }>(
        `select table_name as table from information_schema.columns
         where table_schema = 'public' and column_name = 'project_id' and table_name <> 'projects'`,
      ))
        await store().query(`delete from ${table} where project_id = 'scratch'`);
      await store().query("delete from projects where project_id = 'scratch'");
    }
  }

  test("two builds of one tree give the same rows", async () => {
    writeRepository(root, 6);
    await run();
    const first = await dump();
    expect(Object.keys(first.paths).length).toBeGreaterThan(60);
    expectSameIndex(await fromScratch(), first);
  });

  test("a rescan of an unchanged tree publishes nothing and parses nothing", async () => {
    writeRepository(root, 3);
    await setTimeout(SETTLED);
    const { generation } = await run();
    tools.parsed.length = 0;
    const again = await run();
    expect(again).toMatchObject({ generation, indexed: 0, removed: 0 });
    expect(again.unchanged).toBeGreaterThan(30);
    expect(tools.parsed).toEqual([]);
  });

  test("a build says which files it has come to", async () => {
    writeRepository(root, 2);
    const paths = new Map<string, string | undefined>();
    const signal = new AbortController().signal;
    await indexer.run({ project }, { signal, onProgress: ({ phase, path }) => void paths.set(phase, path) });
    expect([...paths.keys()]).toEqual(["scan", "parse", "resolve", "publish"]);
    for (const phase of ["parse", "resolve"]) expect(paths.get(phase)).toMatch(/^[\w./-]+$/);
  });

  test("a build that was replaced cannot publish", async () => {
    writeRepository(root, 2);
    await run();
    const before = await dump();
    appendFileSync(join(root, "src/users/users0.ts"), "export const more = 1;\n");
    const view = await findView(store(), project.projectId);
    const replaced = indexer.run(
      { project },
      {
        signal: new AbortController().signal,
        onProgress: ({ phase }) => {
          if (phase === "resolve") tokens.push(beginBuild(store(), view!, "another"));
        },
      },
    );
    const tokens: Promise<unknown>[] = [];
    await expect(replaced).rejects.toMatchObject({ code: "cancelled" });
    await Promise.all(tokens);
    expectSameIndex(await dump(), before);
    await run();
    expectSameIndex(await dump(), await fromScratch());
  });

  test("a cancelled build leaves the last generation as it was, ends before its files do, and its work is used again", async () => {
    writeRepository(root, 16);
    const first = new AbortController();
    const cancelled = indexer.run(
      { project },
      {
        signal: first.signal,
        onProgress: ({ phase, filesDone }) => {
          if (phase !== "parse" || filesDone < 128 || first.signal.aborted) return;
          first.abort();
        },
      },
    );
    await expect(cancelled).rejects.toThrow();
    expect((await findView(store(), project.projectId))?.generation).toBe(0);
    const stored = await store().query<{ path: string }>("select path from file_versions");
    expect(stored.length).toBeGreaterThanOrEqual(100);
    expect(stored.length).toBeLessThan(listFiles(root).length);
    tools.parsed.length = 0;
    await run();
    const paths = new Set(stored.map(({ path }) => path));
    expect(tools.parsed.filter((path) => paths.has(path))).toEqual([]);
    expectSameIndex(await dump(), await fromScratch());
  });

  test("other settings leave out other files, and parse none again", async () => {
    writeRepository(root, 3);
    await run();
    tools.parsed.length = 0;
    tools.skip.exclude = [...tools.skip.exclude!, "server/**"];
    const summary = await run();
    expect(summary.removed).toBeGreaterThan(10);
    expect(tools.parsed.filter((path) => /\.(ts|cs|md)$/.test(path))).toEqual([]);
  });

  test("an index in many pieces that a worker left behind is merged by the next", async () => {
    writeRepository(root, 1);
    await run();
    const path = listFiles(root).find((each) => each.endsWith(".ts"))!;
    const pieces = async () => (await listSegments(store(), project.projectId, "word")).length;
    for (let edit = 0; (await pieces()) < 24; edit++) {
      appendFileSync(join(root, path), `export const edit${edit} = 1;\n`);
      await run([path]);
    }
    await indexer.close({ finish: false });
    indexer = createIndexer(tools);
    await expect.poll(pieces, { timeout: 20_000 }).toBeLessThan(24);
    expectSameIndex(await dump(), await fromScratch());
  });

  test("two workers that publish in turn take over from each other", async () => {
    const random = createRandom(7);
    const other = createIndexer({ ...tools, programs: createProgramCache(100_000) });
    writeRepository(root, 4);
    await run();
    for (let step = 0; step < 6; step++) {
      const paths = [...editOnce(root, random), ...editOnce(root, random)];
      await run(paths.includes("*") ? undefined : paths, step % 2 === 0 ? other : indexer);
    }
    expectSameIndex(await dump(), await fromScratch());
    await other.close({ finish: false });
  });

  /** An indexer whose parts another one does, told and answered in text as by the queue, unless its workers die of them (`deadly`). */
  function spreading(deadly: (paths: string[]) => boolean): Indexer {
    const worker = createIndexer(tools);
    return createIndexer({
      ...tools,
      spread: {
        isWorthwhile: async () => true,
        async run(part, signal) {
          if (deadly(part.files.map(({ path }) => path))) return null;
          return parsePartResult((await worker.runPart!(partText(part), signal))!);
        },
      },
    });
  }

  test("a build whose parts others do gives the same rows", async () => {
    writeRepository(root, 28);
    await run(
      undefined,
      spreading(() => false),
    );
    expectSameIndex(await dump(), await fromScratch());
  });

  test("a file that no worker survives fails alone", async () => {
    writeRepository(root, 28);
    const deadly = listFiles(root).find((path) => path.endsWith("users7.ts"))!;
    const summary = await run(
      undefined,
      spreading((paths) => paths.includes(deadly)),
    );
    expect(summary.errors).toMatchObject([{ path: deadly, code: "index_error" }]);
    expect((await run()).totals.files).toBe(summary.totals.files + 1);
    expectSameIndex(await dump(), await fromScratch());
  });

  test("a part that the database keeps from being done fails the build, and the published generation stays", async () => {
    writeRepository(root, 28);
    await run();
    const before = await dump();
    editOnce(root, createRandom(3));
    let asked = 0;
    const faulty = createIndexer({
      ...tools,
      spread: {
        isWorthwhile: async () => true,
        async run() {
          asked++;
          throw new CodeindexError("engine_unavailable", "The database cannot be reached.");
        },
      },
    });
    const failing = run(undefined, faulty, true);
    await expect(failing).rejects.toMatchObject({ code: "engine_unavailable" });
    expect(asked).toBeLessThan(8);
    expectSameIndex(await dump(), before);
  });

  test("a folder that is gone in the middle of a build takes none of its files out of the index", async () => {
    writeRepository(root, 4);
    await run();
    const before = await dump();
    const removed = indexer.run(
      { project, force: true },
      {
        signal: never,
        onProgress: ({ phase }) => void (phase === "parse" && rmSync(root, { recursive: true, force: true })),
      },
    );
    await expect(removed).rejects.toMatchObject({ code: "not_found" });
    expectSameIndex(await dump(), before);
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

function openTools(db: Db): BuildContext & { parsed: string[] } {
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
  return {
    db,
    pool: counted,
    programs: createProgramCache(100_000),
    log: createLog("silent"),
    chunkSize: 250,
    skip,
    parsed,
  };
}
