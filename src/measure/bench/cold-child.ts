/** Times the first question about a project that no cache knows, and how long it keeps other requests waiting. */
import "../../base/heap.js";

import { present } from "../../base/need.js";
import { mergeIfNeeded } from "../../indexing/merge-segments.js";
import { createEmbedderSource, embeddingSettings } from "../../models/embedding/open.js";
import { createApp } from "../../processes/service.js";
import { createSearcher } from "../../search/search.js";
import { addCopies } from "../../store/enlarge.js";
import { answer } from "./child.js";
import { indexedView, questionsOf } from "./cold-index.js";
import { type Spread, spread } from "./figures.js";
import { watchLoop } from "./loop-gap.js";
import { defaultConfig } from "./repository.js";

export interface ColdInput {
  root: string;
  dataDir: string;
  /** An empty database of a PostgreSQL server, instead of the embedded one. */
  databaseUrl: string | null;
  /** Copies of the repository are added until the project has as many of these. */
  least: { of: "files" | "chunks"; count: number };
  seed: number;
  /** First questions that are asked. */
  questions: number;
}

export interface ColdResult {
  files: number;
  chunks: number;
  copies: number;
  /** The first question about the project, and one that follows it, in milliseconds. */
  first: Spread;
  next: Spread;
  /** The longest time in each of them in which the process took up nothing else, in milliseconds. */
  gapOfFirst: Spread;
  gapOfNext: Spread;
}

await answer(async (input: ColdInput): Promise<ColdResult> => {
  const config = defaultConfig(input.root, input.dataDir, input.databaseUrl);
  const app = await createApp(config);
  const signal = new AbortController().signal;
  try {
    const { db } = app;
    const project = present((await app.projects())[0]);
    const indexed = await indexedView(app, project, signal);
    const copies = Math.max(0, Math.ceil(input.least.count / indexed.totals[input.least.of]) - 1);
    await addCopies(db, indexed, copies, { signal });
    await mergeIfNeeded(db, project.projectId, () => true, signal);
    const view = await app.viewOf(project);
    const embedder = present(createEmbedderSource(embeddingSettings(config), "questions"));
    await embedder.open();
    const settings = { cacheBytes: config.cacheSize, embedder };
    const asked = await questionsOf(db, indexed, input.seed, input.questions + 1);
    const times = {
      first: [] as number[],
      next: [] as number[],
      gapOfFirst: [] as number[],
      gapOfNext: [] as number[],
    };
    for (const [index, text] of asked.slice(1).entries()) {
      const searcher = createSearcher(db, settings);
      const search = async (text: string, of: "first" | "next") => {
        const loop = watchLoop();
        const started = performance.now();
        await searcher.searchCode(view, { text, offset: 0, limit: 10, threshold: 0 });
        const took = performance.now() - started;
        const gap = await loop.end();
        // The first one of all loads code as well.
        if (index === 0) return;
        times[of].push(took);
        times[of === "first" ? "gapOfFirst" : "gapOfNext"].push(gap);
      };
      await search(text, "first");
      await search(present(asked[index]), "next");
      await searcher.close();
    }
    return {
      files: view.totals.files,
      chunks: view.totals.chunks,
      copies,
      first: spread(times.first),
      next: spread(times.next),
      gapOfFirst: spread(times.gapOfFirst),
      gapOfNext: spread(times.gapOfNext),
    };
  } finally {
    await app.close();
  }
});
