/** The process is killed at random moments of an index and of a storm of edits: the index that comes about equals one built from scratch. */
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { ERRORS } from "../../src/base/errors.js";
import { createPglite } from "../../src/store/pglite/pglite.js";
import { listProjects } from "../../src/store/projects.js";
import { keepEngine } from "../helpers/engine.js";
import { temporaryFolder } from "../helpers/folders.js";
import { git } from "../helpers/git.js";
import { brokenRows, dumpIndex, expectSameIndex, type IndexDump } from "./dump.js";
import { buildFresh } from "./fresh.js";
import { isBuilt, type Service, serve, start } from "./process.js";
import { createRandom, type Random } from "./random.js";
import { commitTwoBranches, editOnce, writeRepository } from "./repository.js";

/** The size of a repository of more than 128 files, whose first index answers before it is whole. */
const PREVIEWED = 14;
const ROUNDS = Number(process.env.CODEINDEX_TEST_ROUNDS ?? 1);

describe.runIf(isBuilt)("kill -9", () => {
  let folder: string;
  let root: string;
  let data: string;
  beforeEach(() => {
    folder = temporaryFolder();
    root = join(folder, "shop");
    data = join(folder, "data");
  });

  /** Runs `codeindex index` to its end, and gives the milliseconds that it takes. */
  async function index(dataDir: string): Promise<number> {
    const began = performance.now();
    const run = start(["index", root, "--data-dir", dataDir]);
    expect(await run.ended, run.output()).toBe(0);
    return performance.now() - began;
  }

  test.each(Array.from({ length: ROUNDS }, (_, round) => ({ seed: 1 + round })))(
    "during the first index (seed $seed)",
    async ({ seed }) => {
      const random = createRandom(seed);
      writeRepository(root, PREVIEWED);
      const wanted = await buildFresh(root);
      const whole = await index(join(folder, "whole"));
      // Kills spread over the time that the whole takes, so that each phase meets one: from the database's creation to the upkeep.
      for (let index = 0.1; index < 1; index += 0.2 + random.int(15) / 100) {
        const run = start(["index", root, "--data-dir", data]);
        await Promise.race([setTimeout(whole * index), run.ended]);
        run.child.kill("SIGKILL");
        await run.ended;
        const { broken, dump } = await readData(data);
        expect(broken).toEqual([]);
        if (Object.keys(dump.paths).length > 0) expectSameIndex(dump, wanted);
      }
      await index(data);
      expectSameIndex(await dumpOf(data), wanted);
    },
    240_000,
  );

  test("after a first answer, before the index is whole: the next start answers again and goes on", async () => {
    writeRepository(root, PREVIEWED);
    const isPreviewed = async (service: Service): Promise<boolean> => {
      const { body } = await service.call("search_symbols", { query: "class1 OR Orders*" });
      const { index } = body as { index?: { missing: object } };
      return index !== undefined && "edges" in index.missing;
    };
    const killed = await serve(root, data);
    await expect.poll(() => isPreviewed(killed), { interval: 10, timeout: 120_000 }).toBe(true);
    expect(await killed.call("get_callers", { symbol: "Orders1" })).toMatchObject({
      status: 409,
      body: { error: { code: "index_not_built", context: { files_parsed: expect.any(Number) } } },
    });
    await killed.stop("SIGKILL");
    expect(await readData(data)).toEqual({ broken: [], dump: { totals: {}, paths: {} } });

    const service = await serve(root, data);
    expect(await isPreviewed(service), "it answers from what was there").toBe(true);
    await service.settle(180_000);
    expect(await isPreviewed(service)).toBe(false);
    await service.stop();
    expectSameIndex(await dumpOf(data), await buildFresh(root));
  }, 400_000);

  test.each(Array.from({ length: ROUNDS }, (_, round) => ({ seed: 50 + round })))(
    "during a storm of edits (seed $seed)",
    async ({ seed }) => {
      const random = createRandom(seed);
      writeRepository(root, 8);
      commitTwoBranches(root, random);
      await index(data);
      for (let kill = 0; kill < 2; kill++) {
        const service = await serve(root, data);
        const samples = sample(service);
        await storm(root, random);
        await setTimeout(random.int(1500));
        await service.stop("SIGKILL");
        await samples;
        expect((await readData(data)).broken).toEqual([]);
        // The next start finds changes that came while nobody looked.
        editOnce(root, random);
      }
      const service = await serve(root, data);
      await service.settle();
      for (let edits = 0; edits < 10; edits++) editOnce(root, random);
      await service.settle();
      await service.stop();
      expectSameIndex(await dumpOf(data), await buildFresh(root));
    },
    240_000,
  );

  async function storm(repository: string, random: Random): Promise<void> {
    for (let step = 0; step < 8; step++) {
      for (let edits = random.int(8); edits >= 0; edits--) editOnce(repository, random);
      if (random.chance(0.1)) git(repository, "checkout", "-qf", random.of(["main", "other"]));
      await setTimeout(random.int(150));
    }
  }
});

/** Asks until nothing answers any more. Every answer is whole, or an error that says to try again. */
async function sample(service: Service): Promise<void> {
  let generation = 0;
  while (service.child.exitCode === null && service.child.signalCode === null) {
    for (const [tool, input] of [
      ["get_status", {}],
      ["search_symbols", { query: "Orders1" }],
      ["search_code", { query: "kind users" }],
      ["search_text", { query: "revision" }],
    ] as const) {
      const answer = await service.call(tool, input).catch(() => undefined);
      if (!answer) return;
      const { error, index } = answer.body as {
        error?: { code: keyof typeof ERRORS };
        index?: { generation: number };
      };
      if (error)
        expect(ERRORS[error.code].retryable && error.code !== "internal", JSON.stringify(answer.body)).toBe(true);
      if (!index) continue;
      expect(index.generation).toBeGreaterThanOrEqual(generation);
      generation = index.generation;
    }
    await setTimeout(20);
  }
}

/** Data that a killed process left behind, read in a copy: the next process must carry on from the files as they were left. */
async function readData(dataDir: string): Promise<{ broken: unknown[]; dump: IndexDump }> {
  const copy = `${dataDir}.copy`;
  rmSync(copy, { recursive: true, force: true });
  // Killed before it had made anything.
  if (!existsSync(dataDir)) return { broken: [], dump: { totals: null, paths: {} } };
  cpSync(dataDir, copy, { recursive: true });
  rmSync(join(copy, "lock"), { force: true });
  try {
    await keepEngine();
    const db = await createPglite(copy);
    try {
      const [tables] = await db.query<{ has: boolean }>("select to_regclass('views') is not null as has");
      const project = tables?.has ? (await listProjects(db))[0] : undefined;
      if (!project) return { broken: [], dump: { totals: null, paths: {} } };
      return {
        broken: await brokenRows(db, project.projectId),
        dump: await dumpIndex(db, project.projectId),
      };
    } finally {
      await db.close();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function dumpOf(dataDir: string): Promise<IndexDump> {
  const { broken, dump } = await readData(dataDir);
  expect(broken).toEqual([]);
  return dump;
}
