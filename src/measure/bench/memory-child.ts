/** Measures how much memory the caches say they hold and how much the process holds, and how fast answers are under budgets of several sizes. */
import "../../base/heap.js";

import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { CacheFigures } from "../../base/memory-budget.js";
import { nth, present } from "../../base/need.js";
import { createEmbedderSource, embeddingSettings } from "../../models/embedding/open.js";
import { createApp } from "../../processes/service.js";
import { createSearcher, type Searcher } from "../../search/search.js";
import { addProjectLike } from "../../store/enlarge.js";
import { ensureView, type View } from "../../store/views.js";
import { answer } from "./child.js";
import { indexedView, questionsOf } from "./cold-index.js";
import { type Spread, spread } from "./figures.js";
import { createRandom } from "./random.js";
import { defaultConfig } from "./repository.js";

export interface MemoryInput {
  root: string;
  dataDir: string;
  seed: number;
  /** Projects that hold what the repository does. */
  projects: number;
  /** Bytes. */
  budgets: readonly number[];
  /** Questions under each budget, after as many that are not timed. */
  questions: number;
}

export interface MemoryResult {
  chunks: number;
  /** Of a searcher that was asked about all projects, without a bound: the size that its caches say, and the growth of the process. */
  said: number;
  took: number;
  caches: CacheFigures[];
  curve: { budget: number; held: number; hitRate: number; times: Spread }[];
}

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Bytes that this thread holds, when all is collected that nobody holds. */
async function heldBytes(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    await sleep(5);
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await answer(async (input: MemoryInput): Promise<MemoryResult> => {
  const config = defaultConfig(input.root, input.dataDir);
  const app = await createApp(config);
  try {
    const { db } = app;
    const project = present((await app.projects())[0]);
    const first = await indexedView(app, project, new AbortController().signal);
    const views: View[] = [first];
    for (let index = 1; index < input.projects; index++) {
      await addProjectLike(db, project.projectId, `copy-${index}`);
      views.push(await ensureView(db, `copy-${index}`));
    }
    await db.query("analyze");
    const embedder = present(createEmbedderSource(embeddingSettings(config), "questions"));
    await embedder.open();
    const asked = await questionsOf(db, first, input.seed, 400);
    const ask = async (searcher: Searcher, view: View, text: string): Promise<number> => {
      const started = performance.now();
      await searcher.searchCode(view, { text, offset: 0, limit: 10, threshold: 0 });
      return performance.now() - started;
    };
    const searcherOf = (cacheBytes: number) => createSearcher(db, { cacheBytes, embedder });

    // Another searcher has loaded the code that questions run, and what it kept is gone.
    const warming = searcherOf(2 ** 30);
    for (const text of asked.slice(0, 40)) await ask(warming, first, text);
    warming.forget(project.projectId);
    warming.reconfigure({ cacheBytes: 0 });
    await warming.close();
    const before = await heldBytes();
    const unbound = searcherOf(2 ** 40);
    for (const view of views) for (const text of asked.slice(0, 40)) await ask(unbound, view, text);
    const took = (await heldBytes()) - before;
    const said = unbound.memory.bytes;
    const caches = unbound.memory.figures();
    unbound.reconfigure({ cacheBytes: 0 });
    await unbound.close();

    // Each question goes to all of them in turn, so that a busy moment of the machine falls on every budget.
    const random = createRandom(input.seed);
    const bound = input.budgets.map((budget) => ({ budget, searcher: searcherOf(budget), times: [] as number[] }));
    for (let index = 0; index < 2 * input.questions; index++) {
      const view = pickByRank(views, random.below);
      const text = random.pick(asked);
      for (const { searcher, times } of bound) {
        const time = await ask(searcher, view, text);
        if (index >= input.questions) times.push(time);
      }
    }
    const curve = bound.map(({ budget, searcher, times }) => {
      const figures = searcher.memory.figures();
      const hits = figures.reduce((sum, one) => sum + one.hits, 0);
      const misses = figures.reduce((sum, one) => sum + one.misses, 0);
      return { budget, held: searcher.memory.bytes, hitRate: hits / (hits + misses), times: spread(times) };
    });
    for (const { searcher } of bound) await searcher.close();
    return { chunks: input.projects * first.totals.chunks, said, took, caches, curve };
  } finally {
    await app.close();
  }
});

/** One of a list by Zipf's law: the second is picked half as often as the first, the third a third as often. */
function pickByRank<T extends object>(items: readonly T[], below: (end: number) => number): T {
  const weights = items.map((_, index) => 1 / (index + 1));
  let left = (below(1_000_000) / 1_000_000) * weights.reduce((sum, weight) => sum + weight, 0);
  const position = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return nth(items, Math.max(0, position));
}
