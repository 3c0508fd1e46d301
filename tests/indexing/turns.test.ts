/** No project keeps others waiting: neither by a long build, nor by memory, nor by files that are made to take for ever. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { build } from "../../src/indexing/build.js";
import { BUILD_BUDGET, FILE_TIME } from "../../src/indexing/build-budget.js";
import type { BuildContext } from "../../src/indexing/build-context.js";
import { createRoom, NoRoom } from "../../src/indexing/build-memory.js";
import type { PartFile } from "../../src/indexing/build-part.js";
import { doPart } from "../../src/indexing/do-part.js";
import { createIndexer } from "../../src/indexing/indexer.js";
import { createIndexingService } from "../../src/indexing/jobs.js";
import { createParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import { createQueue } from "../../src/queue/queue.js";
import { readLedger } from "../../src/store/files.js";
import { type Project, registerProject } from "../../src/store/projects.js";
import { beginBuild, ensureView } from "../../src/store/views.js";
import { dedent } from "../helpers/dedent.js";
import { makeOld, temporaryFolder } from "../helpers/folders.js";
import { openPglite } from "../helpers/store.js";

let store: Awaited<ReturnType<typeof openPglite>>;
let tools: BuildContext;
/** Holds up the parsing of these folders. */
const held = new Map<string, Promise<void>>();
const { signal } = new AbortController();

beforeAll(async () => {
  store = await openPglite();
  const pool = createParsePool({ threads: 1 });
  tools = {
    db: store.db,
    pool: {
      ...pool,
      async parse(request, stop) {
        await held.get(request.root);
        return pool.parse(request, stop);
      },
    },
    programs: createProgramCache(100_000),
    log: createLog("silent"),
    chunkSize: 250,
    skip: { maxFileSize: 1_500_000 },
  };
});
afterAll(async () => {
  await tools.pool.close();
  await store.remove();
});

const sources = (count: number, text = (at: number) => `export class C${at} { go() { return C${at}; } }\n`) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${String(at).padStart(3, "0")}.ts`, text(at)]));
const rowsOf = async ({ projectId }: Project) =>
  new Map(
    (await readLedger(store.db, projectId, (await ensureView(store.db, projectId)).viewId)).map((row) => [
      row.path,
      row,
    ]),
  );

test("a build that takes long, and one that has no room beside it, keep no other waiting", async () => {
  const queue = await createQueue({ pglite: store.db });
  const indexer = createIndexer(tools, undefined, createRoom(100));
  const turns = { most: 3, long: 200, look: 50 };
  const indexing = createIndexingService({ db: store.db, queue, indexer, log: createLog("silent"), turns });
  const giants = [temporaryFolder(sources(60)), temporaryFolder(sources(60))];
  const small = temporaryFolder(sources(2));
  let release = () => {};
  held.set(
    giants[0]!,
    new Promise<void>((resolve) => {
      release = resolve;
    }),
  );
  await indexing.begin({ alone: true });
  try {
    const start = async (root: string) => indexing.start(await registerProject(store.db, root), {});
    const running = await start(giants[0]!);
    const second = await start(giants[1]!);
    const third = await start(small);
    expect(await indexing.wait(third.jobId, AbortSignal.timeout(20_000))).toMatchObject({ status: "completed" });
    expect(await indexing.get(running.jobId)).toMatchObject({ status: "running" });
    release();
    for (const { jobId } of [running, second])
      expect(await indexing.wait(jobId, AbortSignal.timeout(20_000))).toMatchObject({ status: "completed" });
  } finally {
    release();
    await indexing.close();
    await queue.close();
    await indexer.close({ finish: false });
  }
});

test("programs of small builds have room beside one large one a lane", () => {
  const room = createRoom(100);
  const giant = room.enter("giant", "bulk");
  const small = room.enter("small", "bulk");
  giant.hold(90);
  expect([giant.share(4), small.share(1)]).toEqual([2, 1]);
  small.hold(60);
  giant.hold(1000);
  const other = room.enter("other", "bulk");
  expect(() => other.hold(50)).toThrow(NoRoom);
  other.leave();
  expect(() => room.enter("other", "bulk")).toThrow(NoRoom);
  room.enter("other", "interactive").leave();
  giant.leave();
  const later = room.enter("other", "bulk");
  later.hold(1000);
});

test("parse results that builds keep are bounded together", () => {
  const room = createRoom();
  const [one, other] = [room.enter("one", "bulk"), room.enter("other", "interactive")];
  expect([one.keep(9_000_000), other.keep(9_000_000), other.keep(7_000_000)]).toEqual([true, false, true]);
  one.leave();
  expect(other.keep(9_000_000)).toBe(true);
});

test("a build that may cost no more ends, says of the files that are left why, and the next goes on", async () => {
  const files = sources(300);
  const project = await registerProject(store.db, temporaryFolder(files));
  makeOld(project.root, Object.keys(files));
  const options = { signal, onProgress: () => undefined };
  // The first batches of the build have used up what there is, before the others begin.
  const parse = () => ({ time: 1, tooComplex: 0 });
  const first = await build(tools, { project }, { ...options, budget: { ...BUILD_BUDGET, parse } });
  const left = [...(await rowsOf(project)).values()].filter(({ status }) => status === "failed");
  expect(first.indexed).toBeGreaterThan(0);
  expect(left.length).toBe(300 - first.indexed);
  expect(left[0]).toMatchObject({ reason: "too_complex", detail: expect.stringContaining("a build may take") });
  expect(await build(tools, { project }, options)).toMatchObject({ indexed: left.length, totals: { files: 300 } });
});

test("files that are left when the steps of a build are taken are partial and say so, and the next build goes on", async () => {
  const files = sources(
    5,
    () => dedent`
      export const a = [1].map(String);
      export class B { go() { this.go(); } }
    `,
  );
  const project = await registerProject(store.db, temporaryFolder(files));
  makeOld(project.root, Object.keys(files));
  const budget = { ...BUILD_BUDGET, steps: () => 1 };
  await build(tools, { project }, { signal, onProgress: () => undefined, budget });
  const rows = [...(await rowsOf(project)).values()];
  expect(rows[0]).toMatchObject({ status: "indexed" });
  expect(rows.slice(1).map(({ status, reason }) => [status, reason])).toEqual(
    Array.from({ length: 4 }, () => ["partial", "too_complex"]),
  );
  expect(rows[4]!.detail).toContain("all the steps that a build may take");
  const statuses = async () => [...(await rowsOf(project)).values()].map(({ status }) => status);
  // Each build goes on with those that the last one left.
  await build(tools, { project }, { signal, onProgress: () => undefined, budget });
  expect(await statuses()).toEqual(["indexed", "indexed", "partial", "partial", "partial"]);
  await build(tools, { project }, { signal, onProgress: () => undefined });
  expect(await statuses()).toEqual(Array.from({ length: 5 }, () => "indexed"));
  const { generation } = await build(tools, { project }, { signal, onProgress: () => undefined });
  expect(await build(tools, { project }, { signal, onProgress: () => undefined })).toMatchObject({ generation });
});

test("a batch that takes a thread for long comes back before its end", async () => {
  const root = temporaryFolder(sources(40, (at) => `export function f${at}() { return [${at}]; }\n`.repeat(2000)));
  const request = { root, maxFileSize: 1_500_000, chunkSize: 400, masksSecrets: true, fileTime: FILE_TIME.first };
  const files = Object.keys(sources(40)).map((path) => ({ path }));
  const slice = await tools.pool.parse({ ...request, slice: 1, files }, signal);
  expect(slice.rest).toBeGreaterThan(0);
  expect(slice.rest).toBeLessThan(40);
  expect(slice.outcomes.map(({ path }) => path)).toEqual(files.slice(0, slice.rest).map(({ path }) => path));
  expect(slice.worked).toBeGreaterThan(0);
});

test("a part whose turn is over gives back the files that are left, and the build has them done", async () => {
  const project = await registerProject(store.db, temporaryFolder(sources(300)));
  const rests: number[] = [];
  const summary = await build(
    {
      ...tools,
      spread: {
        isWorthwhile: async () => true,
        async run(part, stop) {
          const slow = {
            ...tools.pool,
            parse: (request: Parameters<typeof tools.pool.parse>[0]) =>
              tools.pool
                .parse({ ...request, files: request.files.slice(0, 50) }, stop)
                .then((batch) => ({ ...batch, worked: 6000, ...(request.files.length > 50 && { rest: 50 }) })),
          };
          const result = await doPart({ ...tools, pool: slow }, part, stop);
          rests.push(result.rest.length);
          expect(result.cost.time).toBeGreaterThanOrEqual(6000);
          return result;
        },
      },
    },
    { project },
    { signal, onProgress: () => undefined },
  );
  expect(summary).toMatchObject({ indexed: 300, errors: [], totals: { files: 300 } });
  expect(rests).toContain(28);
  expect((await rowsOf(project)).size).toBe(300);
});

/** A file as a scan sees it. */
function fileOf({ root }: Project, path: string): PartFile {
  const { size, ino, mtimeNs } = statSync(join(root, path), { bigint: true });
  return { path, size: Number(size), inode: ino, modifiedNs: mtimeNs };
}

test("a part of a build that may cost no more reads nothing", async () => {
  const project = await registerProject(store.db, temporaryFolder(sources(2)));
  const view = await ensureView(store.db, project.projectId);
  await beginBuild(store.db, view, "token");
  const part = {
    projectId: project.projectId,
    ref: view.ref,
    token: "token",
    format: "format",
    files: [fileOf(project, "f000.ts")],
    force: false,
    chunkSize: 250,
  };
  const { leftOut, written } = await doPart(tools, { ...part, budget: { time: 0, tooComplex: 0 } }, signal);
  expect([leftOut.map(({ reason }) => reason), written]).toEqual([["too_complex"], []]);
});
