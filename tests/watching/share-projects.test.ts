/** How watchers share the projects, by what each does in its rounds. */
import { expect, test } from "vitest";
import type { WatchShare } from "../../src/store/watch-lease.js";
import { shareProjects } from "../../src/watching/share-projects.js";

/** An installation: projects, and watchers that see some of them and do a round each in turn. */
function installation(sight: Record<string, string[]>) {
  const watchers = new Map(Object.entries(sight).map(([id, seen]) => [id, { seen, held: new Set<string>() }]));
  const ids = [...new Set(Object.values(sight).flat())].sort();
  const shares = new Map<string, WatchShare>(
    ids.map((projectId) => [projectId, { projectId, watchedBy: null, wantedBy: null }]),
  );
  const isFree = (id: string) => ![...watchers.values()].some(({ held }) => held.has(id));
  let moved = 0;
  const round = (watcher: string): void => {
    const { seen, held } = watchers.get(watcher)!;
    const all = [...watchers.keys()];
    const moves = shareProjects({ watcher, watchers: all, seen, held, shares: [...shares.values()] });
    for (const id of moves.release) held.delete(id);
    for (const id of moves.ask) shares.get(id)!.wantedBy ??= watcher;
    for (const id of moves.claim.filter(isFree).slice(0, moves.mostClaims)) {
      held.add(id);
      moved++;
      const wantedBy = shares.get(id)!.wantedBy;
      shares.set(id, { projectId: id, watchedBy: watcher, wantedBy: wantedBy === watcher ? null : wantedBy });
    }
  };
  return {
    counts: () => [...watchers.values()].map(({ held }) => held.size),
    moved: () => moved,
    watched: () => ids.filter((id) => !isFree(id)).length,
    rounds(count: number): void {
      for (let turn = 0; turn < count; turn++) for (const watcher of watchers.keys()) round(watcher);
    },
    add: (watcher: string, seen: string[]) => watchers.set(watcher, { seen, held: new Set() }),
    kill: (watcher: string) => watchers.delete(watcher),
  };
}

const projects = (count: number, name = "p") => Array.from({ length: count }, (_, index) => `${name}${100 + index}`);

test("three watchers that start at once have a third each", () => {
  const all = projects(30);
  const { rounds, counts, moved } = installation({ a: all, b: all, c: all });
  rounds(1);
  expect(counts()).toEqual([10, 10, 10]);
  rounds(5);
  expect([counts(), moved()]).toEqual([[10, 10, 10], 30]);
});

test("watchers that come later are given their share, and then nothing moves", () => {
  const all = projects(30);
  const { rounds, counts, moved, add } = installation({ a: all });
  rounds(2);
  expect(counts()).toEqual([30]);
  add("b", all);
  add("c", all);
  rounds(6);
  expect(counts()).toEqual([10, 10, 10]);
  const before = moved();
  expect(before).toBeLessThanOrEqual(30 + 24);
  rounds(10);
  expect(moved()).toBe(before);
});

test("projects that a dead watcher followed are shared among those that are left", () => {
  const all = projects(30);
  const { rounds, counts, watched, kill } = installation({ a: all, b: all, c: all });
  rounds(3);
  kill("b");
  rounds(2);
  expect(watched()).toBe(30);
  rounds(5);
  expect(Math.abs(counts()[0]! - counts()[1]!)).toBeLessThanOrEqual(3);
});

test("a project is never left to a watcher that does not see it", () => {
  const { rounds, counts, watched } = installation({ a: projects(30, "left"), b: projects(4, "right"), c: [] });
  rounds(6);
  expect(watched()).toBe(34);
  expect(counts()).toEqual([30, 4, 0]);
});
