/** Upkeep of the store between builds ends as soon as a build wants to begin: between two tables, two batches, two blocks. */
import { expect, test } from "vitest";
import { mergeIfNeeded } from "../../src/indexing/merge-segments.js";
import type { Db } from "../../src/store/db/db.js";
import { listSegments } from "../../src/store/segments.js";
import { analyze, maintain } from "../../src/store/sweep.js";
import { sweepVectors } from "../../src/store/vectors.js";
import { buildRepository } from "../helpers/build.js";
import { describeStores } from "../helpers/store.js";

/** A database that tells of each statement, after it was run. */
const watched = (db: Db, ran: (text: string) => void): Db => ({
  ...db,
  async query(text, values, signal) {
    const rows = await db.query(text, values, signal);
    ran(text);
    return rows as never[];
  },
});

describeStores("upkeep", (store) => {
  test("a merge hears that it is to stop, leaves the segments as they are, and can be done later", async () => {
    const names = (edit: number) =>
      Array.from({ length: 1000 }, (_, at) => `export const name${edit}x${at} = ${at};`).join("\n");
    const built = await buildRepository(store(), { "a.ts": names(0) });
    for (let edit = 1; edit < 9; edit++) await built.rebuild({ [`f${edit}.ts`]: names(edit) });
    const { projectId } = built.view;
    const before = await listSegments(store(), projectId, "word");
    const stop = new AbortController();
    // It comes as a message does: only a merge that lets others have the thread can hear it.
    let isAsked = false;
    const isLive = () => {
      if (!isAsked) setImmediate(() => stop.abort());
      isAsked = true;
      return true;
    };
    expect(await mergeIfNeeded(store(), projectId, isLive, stop.signal)).toBe(0);
    expect(await listSegments(store(), projectId, "word")).toEqual(before);
    expect(await mergeIfNeeded(store(), projectId, () => true)).toBeGreaterThan(0);
    expect((await listSegments(store(), projectId, "word")).length).toBeLessThan(before.length);
  });

  test("statistics, space and vectors are seen to table by table, and batch by batch", async () => {
    for (const work of [maintain, analyze, (db: Db, signal?: AbortSignal) => sweepVectors(db, "p", signal)]) {
      const ran: string[] = [];
      const stop = new AbortController();
      const db = watched(store(), (text) => {
        ran.push(text);
        if (/^(vacuum|analyze|delete)/.test(text)) stop.abort();
      });
      expect(await work(db, stop.signal)).toBe(false);
      expect(ran.filter((text) => /^(vacuum|analyze|delete)/.test(text))).toHaveLength(1);
      expect(await work(store())).toBe(true);
    }
  });
});
