/** Data of chunks that search keeps in memory: never more than it may, and never another's. */
import { describe, expect, test } from "vitest";
import { createMemoryBudget } from "../../src/base/memory-budget.js";
import { createHeads } from "../../src/search/code/chunk-heads.js";
import { createKeptVectors } from "../../src/search/code/kept-vectors.js";
import type { Db } from "../../src/store/db/db.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "./index-files.js";

describe("vectors", () => {
  const vector = (value: number) => new Uint8Array(8).fill(value);
  const withRoom = (bytes = 1_000_000) => createKeptVectors(createMemoryBudget(bytes), 8);

  test("are those of their chunk and project", () => {
    const kept = withRoom();
    kept.of("a").add(1, vector(1));
    kept.of("b").add(1, vector(2));
    kept.of("a").add(50_000, vector(3));
    kept.of("a").add(1, vector(4));
    expect([1, 2, 50_000].map((chunkId) => kept.of("a").get(chunkId))).toEqual([vector(1), undefined, vector(3)]);
    expect(kept.of("b").get(1)).toEqual(vector(2));
    expect(kept.of("b").get(50_000)).toBeUndefined();
  });

  test("take no more than they may: a page of them goes for another", () => {
    // Two pages of 64 vectors, each with what finds a vector.
    const budget = createMemoryBudget(2 * (64 * (8 + 48) + 200));
    const own = createKeptVectors(budget, 8).of("a");
    for (let chunkId = 1; chunkId <= 200; chunkId++) own.add(chunkId, vector(chunkId));
    const there = Array.from({ length: 200 }, (_, index) => index + 1).filter((chunkId) => own.get(chunkId));
    expect(there).toEqual(Array.from({ length: 72 }, (_, index) => index + 129));
    for (const chunkId of there) expect(own.get(chunkId)).toEqual(vector(chunkId));
    expect(budget.bytes).toBeLessThanOrEqual(budget.limit);
    const none = withRoom(10).of("a");
    none.add(1, vector(1));
    none.add(2, vector(2));
    expect([none.get(1), none.get(2)]).toEqual([undefined, undefined]);
  });

  test("stay as long as they are used", () => {
    const own = createKeptVectors(createMemoryBudget(2 * (64 * (8 + 48) + 200)), 8).of("a");
    for (let chunkId = 1; chunkId <= 200; chunkId++) {
      own.add(chunkId, vector(chunkId));
      expect(own.get(1)).toEqual(vector(1));
    }
  });

  test("of another length are not kept", () => {
    const own = withRoom().of("a");
    own.add(1, new Uint8Array(4));
    expect(own.get(1)).toBeUndefined();
  });

  test("are forgotten with their project, those too that were on their way", () => {
    const kept = withRoom();
    for (const forgotten of ["a", null]) {
      const before = kept.of("a");
      before.add(1, vector(1));
      kept.of("b").add(1, vector(2));
      kept.forget(forgotten);
      before.add(2, vector(3));
      expect([1, 2].map((chunkId) => kept.of("a").get(chunkId))).toEqual([undefined, undefined]);
      expect(kept.of("b").get(1)).toEqual(forgotten === null ? undefined : vector(2));
    }
  });
});

describeStores("heads of chunks", (store) => {
  const FILES = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`src/f${index}.ts`, `export function readName${index}() {}\n`]),
  );

  /** The store, and how many chunks were asked for of it. */
  function counting(db: Db): { db: Db; asked: number[] } {
    const asked: number[] = [];
    const query: Db["query"] = (text, values, signal) => {
      asked.push((values![1] as number[]).length);
      return db.query(text, values, signal);
    };
    return { db: { ...db, query }, asked };
  }

  test("are read once, as far as they fit", async () => {
    await indexFiles(store(), FILES);
    const ids = await store().query<{ id: number }>(
      "select chunk_id as id from chunks where project_id = 'p' order by 1",
    );
    const all = ids.map(({ id }) => id);
    expect(all.length).toBeGreaterThanOrEqual(20);
    const { db, asked } = counting(store());

    const budget = createMemoryBudget(1_000_000);
    const large = createHeads(db, budget);
    const first = await large.get("p", all.slice(0, 15));
    const second = await large.get("p", all);
    expect(asked).toEqual([15, all.length - 15]);
    expect(new Set(second.keys())).toEqual(new Set(all));
    expect(second.get(all[0]!)).toBe(first.get(all[0]!));
    expect([...second.values()].find(({ head }) => head.symbolNames[0] === "readName3")!.nameParts[0]).toEqual([
      "read",
      "name",
      "name3",
    ]);
    expect(budget.figures()).toMatchObject([{ name: "heads", entries: 1, hits: 15, misses: all.length }]);
    budget.forget("p");
    await large.get("p", all);
    expect(asked.at(-1)).toBe(all.length);

    // Room for a few of them.
    const few = createMemoryBudget(2500);
    const small = createHeads(db, few);
    for (let time = 0; time < 2; time++) {
      expect((await small.get("p", all)).size).toBe(all.length);
      expect(few.bytes).toBeLessThanOrEqual(2500);
    }
  });
});
