/** The end of the indexer's thread as the service sees it, by src/indexing/indexer-client.ts. */
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { createIndexerClient } from "../../src/indexing/indexer-client.js";
import type { IndexerThreadData } from "../../src/indexing/indexer-thread.js";
import { registerProject } from "../../src/store/projects.js";
import { temporaryFolder } from "../helpers/folders.js";
import { openPglite } from "../helpers/store.js";
import { until } from "../helpers/until.js";

const DATA: IndexerThreadData = {
  skip: { exclude: [], include: ["**/*"], maxFileSize: 1_000_000 },
  settings: { values: { chunkSize: 400 } } as IndexerThreadData["settings"],
  parseThreads: 1,
  logLevel: "silent",
  logFormat: "json",
  embedding: { maskSecrets: true } as IndexerThreadData["embedding"],
  sealKeys: { isOn: false, keys: [] } as IndexerThreadData["sealKeys"],
};

test("everybody who closes the indexer waits for the one end of its thread", async () => {
  const client = createIndexerClient(DATA, createLog("silent"));
  const options = { finish: false };
  await Promise.all([client.close(options), client.close(options)]);
  await client.close(options);
});

test("the indexer has a thread from its start where it is to work ahead, and else from its first work", async () => {
  const threads = followThreads();
  const ahead = createIndexerClient(DATA, createLog("silent"), { ahead: true });
  await ahead.close({ finish: false });
  expect(threads.started).toBe(1);

  const resting = createIndexerClient(DATA, createLog("silent"));
  resting.connect(() => ({ databaseUrl: "postgresql://127.0.0.1:1/none", directUrl: null }));
  await resting.close({ finish: false });
  expect(threads.started).toBe(1);
});

test("a closed indexer refuses builds and starts no thread for them", async () => {
  const client = createIndexerClient(DATA, createLog("silent"));
  await client.close({ finish: false });
  let isAsked = false;
  client.connect(() => {
    isAsked = true;
    return { databaseUrl: "postgresql://127.0.0.1:1/none", directUrl: null };
  });
  const project = { projectId: "p" } as Parameters<typeof client.run>[0]["project"];
  const run = client.run({ project }, { signal: new AbortController().signal, onProgress: () => undefined });
  await expect(run).rejects.toMatchObject({ code: "index_error", message: "The indexer is closed." });
  expect(isAsked).toBe(false);
});

test("a thread without work ends, and the next build has another", async () => {
  const { db, remove } = await openPglite();
  onTestFinished(remove);
  const threads = followThreads();
  const project = await registerProject(db, temporaryFolder({ "a.ts": "export const a = 1;" }));
  const settings = {
    values: { chunkSize: 400, embeddingProvider: "local" },
    sources: {},
  } as IndexerThreadData["settings"];
  const embedding = { maskSecrets: true } as IndexerThreadData["embedding"];
  const data = { ...DATA, settings, embedding, restMs: 20 };
  const client = createIndexerClient(data, createLog("silent"), { ahead: true });
  const build = () => client.run({ project }, { signal: new AbortController().signal, onProgress: () => undefined });

  client.connect(() => db.controlPort());
  await until(() => threads.ended === 1);

  expect(await build()).toMatchObject({ indexed: 1 });
  await until(() => threads.ended === 2);
  client.wake();
  await until(() => threads.ended === 3);
  await client.close({ finish: true });
  expect(threads).toEqual({ started: 3, ended: 3 });
});

/** Counts the threads that this one starts from now on, and those of them that have ended. */
function followThreads(): { started: number; ended: number } {
  const threads = { started: 0, ended: 0 };
  const follow = (worker: Worker) => {
    threads.started++;
    worker.once("exit", () => threads.ended++);
  };
  process.on("worker", follow);
  onTestFinished(() => void process.off("worker", follow));
  return threads;
}
