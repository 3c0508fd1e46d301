/** One budget for all caches: what was used least recently goes first, whichever cache it is in. */
import { describe, expect, test } from "vitest";
import { type CacheOptions, createMemoryBudget, type TooLarge } from "../../src/base/memory-budget.js";

/** Room for three entries of 1000 bytes, with what the budget needs for each. */
const ROOM = 3 * 1200;

describe("entries of all caches share the budget", () => {
  test("the one that was used least recently goes, whichever cache it is in", () => {
    const budget = createMemoryBudget(ROOM);
    const texts = budget.cache<string>("texts");
    const numbers = budget.cache<number>("numbers");
    texts.set("p", "a", "A", 1000);
    numbers.set("p", "1", 1, 1000);
    texts.set("p", "b", "B", 1000);
    expect(texts.get("a")).toBe("A");
    numbers.set("q", "2", 2, 1000);
    expect([texts.peek("a"), texts.peek("b"), numbers.peek("1"), numbers.peek("2")]).toEqual(["A", "B", undefined, 2]);
    expect(budget.bytes).toBe(ROOM);
    expect([budget.bytesOf("p"), budget.bytesOf("q"), budget.bytesOf("r")]).toEqual([2400, 1200, 0]);
  });

  test("an entry that grows makes others go, and is not what it was in the place of another", () => {
    const budget = createMemoryBudget(ROOM);
    const cache = budget.cache<object>("objects");
    const [small, large] = [{}, {}];
    cache.set("p", "small", small, 1000);
    cache.set("p", "large", large, 1000);
    cache.grow("large", large, 500);
    expect([cache.peek("small"), budget.bytes]).toEqual([small, 2900]);
    cache.grow("large", large, 1000);
    expect([cache.peek("small"), cache.peek("large"), budget.bytes]).toEqual([undefined, large, 2700]);
    cache.set("p", "large", {}, 100);
    cache.grow("large", large, 5000);
    expect(budget.bytes).toBe(300);
  });

  test("a cache takes no more than its own bound, and an entry beyond all of it is not kept", () => {
    const budget = createMemoryBudget(ROOM);
    const bounded = budget.cache<number>("bounded", { most: 1500 });
    const other = budget.cache<number>("other");
    other.set("p", "x", 0, 1000);
    bounded.set("p", "a", 1, 1000);
    bounded.set("p", "b", 2, 1000);
    expect([other.peek("x"), bounded.peek("a"), bounded.peek("b")]).toEqual([0, undefined, 2]);
    bounded.set("p", "c", 3, 1400);
    other.set("p", "y", 4, ROOM);
    expect([bounded.peek("b"), bounded.peek("c"), other.peek("y"), other.peek("x")]).toEqual([
      2,
      undefined,
      undefined,
      0,
    ]);
  });

  test("an entry that goes is told, one that is replaced is not", () => {
    const gone: string[] = [];
    const options: CacheOptions<string> = { dropped: (value) => gone.push(value) };
    const budget = createMemoryBudget(ROOM);
    const cache = budget.cache("texts", options);
    for (const name of ["a", "b", "b", "c", "d"]) cache.set("p", name, name, 1000);
    expect(gone).toEqual(["a"]);
    budget.forget("p");
    expect(gone).toEqual(["a", "b", "c", "d"]);
    expect([budget.bytes, budget.bytesOf("p")]).toEqual([0, 0]);
  });
});

test("hits, misses, evictions, entries and bytes are counted by cache", () => {
  const budget = createMemoryBudget(ROOM);
  const cache = budget.cache<number>("numbers");
  for (let index = 0; index < 4; index++) cache.set("p", `${index}`, index, 1000);
  expect([cache.get("0"), cache.get("3"), cache.peek("9")]).toEqual([undefined, 3, undefined]);
  cache.count(5, 7);
  budget.cache<string>("texts");
  // Another model's vectors are entries of the same name.
  budget.cache<number>("numbers").set("p", "other", 1, 100);
  expect(budget.figures()).toEqual([
    { name: "numbers", bytes: 2700, entries: 3, hits: 6, misses: 8, evictions: 2 },
    { name: "texts", bytes: 0, entries: 0, hits: 0, misses: 0, evictions: 0 },
  ]);
});

describe("a project that does not fit is told once", () => {
  const watched = (): { told: Parameters<TooLarge>[0][]; budget: ReturnType<typeof createMemoryBudget> } => {
    const told: Parameters<TooLarge>[0][] = [];
    return { told, budget: createMemoryBudget(ROOM, (about) => told.push(about)) };
  };

  test("as one part of it has no room beside the others", () => {
    const { told, budget } = watched();
    const views = budget.cache<string>("snapshots", { isWhole: true });
    const signs = budget.cache<string>("signs", { isWhole: true });
    views.set("small", "v", "view", 500);
    views.set("p", "v2", "view", 2000);
    expect(told).toEqual([]);
    signs.set("p", "v2", "signs", 2000);
    views.set("p", "v2", "view", 2000);
    expect(told).toEqual([{ projectId: "p", cache: "snapshots", bytes: 4400, limit: ROOM }]);
  });

  test("as a part of it is larger than all of the budget", () => {
    const { told, budget } = watched();
    const views = budget.cache<string>("snapshots", { isWhole: true });
    views.set("p", "v", "view", 9000);
    views.set("p", "v", "view", 9000);
    expect(told).toEqual([{ projectId: "p", cache: "snapshots", bytes: 9200, limit: ROOM }]);
    expect(budget.hasRoom(ROOM / 2)).toBe(true);
    expect(budget.hasRoom(ROOM / 2 + 1)).toBe(false);
  });

  test("but not where posting blocks of it take turns", () => {
    const { told, budget } = watched();
    const blocks = budget.cache<number>("postings");
    for (let index = 0; index < 10; index++) blocks.set("p", `${index}`, index, 1000);
    expect(told).toEqual([]);
  });
});
