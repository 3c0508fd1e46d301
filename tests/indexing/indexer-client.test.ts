/** The end of the indexer's thread as the service sees it, by src/indexing/indexer-client.ts. */
import { expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { createIndexerClient } from "../../src/indexing/indexer-client.js";
import type { IndexerThreadData } from "../../src/indexing/indexer-thread.js";

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
