/** Metrics of the caches of a service, and get_status with them. */
import { expect, test } from "vitest";
import { asker, useApp } from "../helpers/app.js";

const app = useApp({ "src/cart.ts": "/** Adds an item to the cart. */\nexport function addItem() {}\n" }, () => ({
  CODEINDEX_MEMORY: "32MB",
}));
const ask = asker(() => app());

/** The samples of a metric, by the cache. */
function samples(text: string, name: string): Record<string, number> {
  const lines = [...text.matchAll(new RegExp(`^codeindex_${name}(?:\\{cache="(\\w+)"\\})? (\\S+)$`, "gm"))];
  return Object.fromEntries(lines.map(([, cache = "", value]) => [cache, Number(value)]));
}

test("caches tell their bytes, entries, hits, misses and evictions, and the budget that bounds them", async () => {
  const read = async () => (await app().metrics.read()).text;
  // An answer is kept once the chunks have their vectors, and found again once the view knows of them.
  await expect
    .poll(async () => {
      await ask("search_code", { query: "add an item" });
      return samples(await read(), "cache_hits_total").answers ?? 0;
    })
    .toBeGreaterThan(0);
  const before = await read();
  expect(samples(before, "cache_limit_bytes")).toEqual({ "": 32 * 2 ** 20 });
  expect(samples(before, "cache_entries")).toMatchObject({ snapshots: 1, directories: expect.any(Number) });
  expect(samples(before, "cache_misses_total")).toMatchObject({
    snapshots: 1,
    answers: expect.any(Number),
  });

  // The first question again, and a new one: one hit. While the index is still worked on, answers are made anew.
  let tries = 0;
  await expect
    .poll(async () => {
      const hits = async () => samples(await read(), "cache_hits_total").answers ?? 0;
      const known = await hits();
      await ask("search_code", { query: "add an item" });
      await ask("search_code", { query: `item ${++tries}` });
      return (await hits()) - known;
    })
    .toBe(1);
  const after = await read();
  expect(samples(after, "cache_hits_total").snapshots).toBeGreaterThan(samples(before, "cache_hits_total").snapshots!);
  expect(samples(after, "cache_evictions_total").snapshots).toBe(0);
  const bytes = Object.values(samples(after, "cache_bytes")).reduce((sum, some) => sum + some, 0);
  expect(bytes).toBe(app().searcher.memory.bytes);

  // Other settings begin with empty caches; the counters go on from where they were.
  await ask("update_config", { settings: { cacheSize: "20MB" } });
  await expect.poll(() => app().searcher.memory.limit).toBe(20 * 2 ** 20);
  await ask("search_code", { query: "an item" });
  const restarted = await read();
  expect(samples(restarted, "cache_limit_bytes")).toEqual({ "": 20 * 2 ** 20 });
  expect(samples(restarted, "cache_misses_total").snapshots).toBe(2);
});

test("get_status tells the budget, and what this project takes of it", async () => {
  await ask("search_code", { query: "add an item" });
  const { structured, text } = await ask("get_status");
  const [project] = await app().projects();
  const held = app().searcher.memory.bytesOf(project!.projectId);
  expect(structured).toMatchObject({ memory: { limit_bytes: app().searcher.memory.limit, project_bytes: held } });
  expect(held).toBeGreaterThan(500);
  expect(text).toMatch(/In memory: 1 MB of this project; at most \d+ MB of all \(CODEINDEX_MEMORY\)\./);
});

test("update_config does not go beyond a CODEINDEX_MEMORY that the operator set", async () => {
  await ask("update_config", { settings: { cacheSize: "100MB" } });
  await expect.poll(() => app().searcher.memory.limit).toBe(32 * 2 ** 20);
});
