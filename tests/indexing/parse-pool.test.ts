/** Threads that parse, by src/indexing/parse-pool.ts: rest, cancellation, and a file that keeps a thread busy. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { valueSymbol } from "piscina";
import { expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { build } from "../../src/indexing/build.js";
import type { BuildContext } from "../../src/indexing/build-context.js";
import { parseBatch } from "../../src/indexing/parse-batch.js";
import { createParsePool } from "../../src/indexing/parse-pool.js";
import type { ParsedBatch } from "../../src/indexing/parsed-batch.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import { readLedger } from "../../src/store/files.js";
import { registerProject } from "../../src/store/projects.js";
import { findView } from "../../src/store/views.js";
import { temporaryFolder } from "../helpers/folders.js";
import { openPglite } from "../helpers/store.js";

test("threads that rest end no batch under way, and start again with the next", async () => {
  const root = temporaryFolder({ "a.ts": "export const one = 1;\n" });
  const pool = createParsePool({ threads: 1 });
  const parse = () =>
    pool.parse(
      { root, maxFileSize: 1_000_000, chunkSize: 400, masksSecrets: true, fileTime: 4000, files: [{ path: "a.ts" }] },
      signal,
    );
  try {
    const underWay = parse();
    await pool.rest();
    const first = await underWay;
    await pool.rest();
    expect((await parse()).segments).toEqual(first.segments);
  } finally {
    await pool.close();
  }
});

test("the first batch waits for the thread that was started before, and starts no other", async () => {
  const root = temporaryFolder({ "a.ts": "export const one = 1;\n" });
  const pool = createParsePool({ threads: 2 });
  const nextThread = async () => {
    const thread = new Worker("", { eval: true });
    const { threadId } = thread;
    await thread.terminate();
    return threadId;
  };
  try {
    const before = await nextThread();
    pool.warm();
    await pool.parse(
      { root, maxFileSize: 1_000_000, chunkSize: 400, masksSecrets: true, fileTime: 4000, files: [{ path: "a.ts" }] },
      signal,
    );
    expect((await nextThread()) - before).toBe(2);
  } finally {
    await pool.close();
  }
});

test("a batch that is stopped ends before its next file", async () => {
  const root = temporaryFolder({ "a.ts": "export const one = 1;\n" });
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stops = {
    get path() {
      Atomics.store(stop, 0, 1);
      return "a.ts";
    },
  };
  const files = [{ path: "a.ts" }, { path: "a.ts" }, stops, { path: "a.ts" }];
  const request = { root, maxFileSize: 1_000_000, chunkSize: 400, masksSecrets: true, fileTime: 60_000, files, stop };
  const parsed = (await parseBatch(request)) as { [valueSymbol]: ParsedBatch };
  expect(parsed[valueSymbol].outcomes).toHaveLength(2);
});

test("a cancelled build stops its batches, those that wait for a thread too", async () => {
  const functions = Array.from({ length: 1500 }, (_, at) => `export function step${at}() { return ${at}; }\n`);
  const root = temporaryFolder({ "a.ts": functions.join("") });
  const request = { root, maxFileSize: 1_000_000, chunkSize: 400, masksSecrets: true, fileTime: 60_000 };
  // Without an end before the last of these files, the pool would close long after the time-out of the test.
  const files = Array.from({ length: 10_000 }, () => ({ path: "a.ts" }));
  const pool = createParsePool({ threads: 1 });
  try {
    await pool.parse({ ...request, files: files.slice(0, 1) }, signal);
    const stop = new AbortController();
    const batches = [1, 2, 3].map(() => pool.parse({ ...request, files }, stop.signal));
    const ends = Promise.allSettled(batches);
    await sleep(100);
    stop.abort(new Error("enough"));
    expect(await ends).toEqual(batches.map(() => ({ status: "rejected", reason: new Error("enough") })));
  } finally {
    await pool.close();
  }
});

/** Its tree takes the parser a moment, and what stands in it takes the thread many times as long as this. */
const SLOW = Array.from({ length: 20_000 }, (_, at) => `var v${at} = v${at + 1} || v${at + 2};\n`).join("");
const FILE_TIME = 200;
const { signal } = new AbortController();

test("a thread that one file keeps busy is stopped, says at which, and is replaced", async () => {
  const root = temporaryFolder({ "a.js": "a();\n", "b.js": SLOW, "c.js": "c();\n" });
  const pool = createParsePool({ threads: 1 });
  const parse = (...paths: string[]) =>
    pool.parse(
      {
        root,
        maxFileSize: 2_000_000,
        chunkSize: 400,
        masksSecrets: true,
        fileTime: FILE_TIME,
        files: paths.map((path) => ({ path })),
      },
      signal,
    );
  try {
    // The first file of a thread waits for its grammar.
    await parse("a.js");
    expect(await parse("a.js", "b.js", "c.js")).toMatchObject({ outcomes: [], stuckAt: 1 });
    expect((await parse("c.js")).outcomes).toMatchObject([{ kind: "parsed", path: "c.js" }]);
    // Tasks that wait for the stopped thread are done by the next.
    const [stuck, waiting] = await Promise.all([parse("b.js"), parse("c.js")]);
    expect([stuck.stuckAt, waiting.outcomes.length]).toEqual([0, 1]);
  } finally {
    await pool.close();
  }
});

test("a file that takes too long fails with the reason, alone, and is tried again when it changes", async () => {
  const root = temporaryFolder({ "a.js": "a();\n", "b.js": SLOW, "c.js": "c();\n" });
  const { db, remove } = await openPglite();
  const pool = createParsePool({ threads: 1 });
  const asked: string[] = [];
  const tools: BuildContext = {
    db,
    pool: {
      ...pool,
      parse(request, abort) {
        asked.push(...request.files.map(({ path }) => path));
        return pool.parse({ ...request, fileTime: FILE_TIME }, abort);
      },
    },
    programs: createProgramCache(1000),
    log: createLog("silent"),
    chunkSize: 400,
    skip: { maxFileSize: 2_000_000 },
  };
  try {
    await pool.parse(
      { root, maxFileSize: 1000, chunkSize: 400, masksSecrets: true, fileTime: 10_000, files: [{ path: "a.js" }] },
      signal,
    );
    const project = await registerProject(db, root);
    const run = async () => {
      asked.length = 0;
      await build(tools, { project }, { signal, onProgress: () => undefined });
      const { viewId } = (await findView(db, project.projectId))!;
      const rows = await readLedger(db, project.projectId, viewId);
      return Object.fromEntries(rows.map(({ path, status, reason }) => [path, [status, reason]]));
    };
    const ended = { "a.js": ["indexed", null], "b.js": ["failed", "too_complex"], "c.js": ["indexed", null] };
    await new Promise((settled) => setTimeout(settled, 100));
    expect(await run()).toEqual(ended);
    expect(await run()).toEqual(ended);
    expect(asked).toEqual([]);
    writeFileSync(join(root, "b.js"), "b();\n");
    expect(await run()).toEqual({ ...ended, "b.js": ["indexed", null] });
  } finally {
    await pool.close();
    await remove();
  }
});

test("a small build has one batch parsed at a time, a larger one several", async () => {
  const { db, remove } = await openPglite();
  const pool = createParsePool({ threads: 2 });
  async function mostAtOnce(files: Record<string, string>): Promise<number> {
    let [now, most] = [0, 0];
    const tools: BuildContext = {
      db,
      pool: {
        ...pool,
        async parse(request, abort) {
          most = Math.max(most, ++now);
          return pool.parse(request, abort).finally(() => now--);
        },
      },
      programs: createProgramCache(1000),
      log: createLog("silent"),
      chunkSize: 400,
      skip: { maxFileSize: 2_000_000 },
    };
    const project = await registerProject(db, temporaryFolder(files));
    const { totals } = await build(tools, { project }, { signal, onProgress: () => undefined });
    expect(totals.files).toBe(Object.keys(files).length);
    return most;
  }
  const filesOf = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.txt`, `${at} ${text}`]));
  try {
    expect(await mostAtOnce(filesOf(300, "a few words"))).toBe(1);
    expect(await mostAtOnce(filesOf(6, "some words\n".repeat(80_000)))).toBeGreaterThan(1);
  } finally {
    await pool.close();
    await remove();
  }
});
