/** Compares the nearest chunks that search finds with the exact nearest, and times both. */
import { lastOf, nth, present } from "../../base/need.js";
import { cosine } from "../../models/embedding/packed.js";
import { createApp } from "../../processes/service.js";
import { allVectors, sampleDocs } from "../../store/samples.js";
import { withVectors } from "../eval/index-folder.js";
import { answer } from "./child.js";
import { type Spread, spread } from "./figures.js";
import { defaultConfig } from "./repository.js";

export interface VectorsInput {
  root: string;
  dataDir: string;
  seed: number;
  /** Questions that are asked. */
  queries: number;
}

export interface VectorsResult {
  /** Chunks that have a vector. */
  chunks: number;
  queries: number;
  /** The share of the exact 20 nearest by cosine that search also has among its 20. */
  recall: number;
  /** The search for the nearest chunks alone, and search_code as a whole, in milliseconds. */
  nearest: Spread;
  search: Spread;
}

/** Chunks that are compared, and candidates that search examines by their signs. */
const COMPARED = 20;
const MEASURED = 200;
const SENTENCE = /^.{20,300}?(?=[.!?](\s|$)|$)/s;

await answer(async ({ root, dataDir, seed, queries }: VectorsInput): Promise<VectorsResult> => {
  const app = await createApp(defaultConfig(root, dataDir));
  try {
    const { db, searcher } = app;
    const project = nth(await app.projects(), 0);
    const view = await withVectors(app, project, new AbortController().signal);
    const snapshot = await searcher.snapshot(view);
    const docs = await sampleDocs(db, view, seed, queries);
    const questions = [...new Set(docs.flatMap((doc) => SENTENCE.exec(doc.replace(/\s+/g, " ").trim())?.[0] ?? []))];
    const find = searcher.meaning.inMemory(snapshot, null);
    const near = (text: string) => searcher.meaning.near(view, find, { kind: "query", text }, MEASURED);
    // The first question reads the signs of all chunks.
    const first = await near("what is where");
    const vectors = first === null ? [] : await allVectors(db, view, first.modelId);
    const times: Record<"nearest" | "search", number[]> = { nearest: [], search: [] };
    let recall = 0;
    for (const text of questions) {
      const started = performance.now();
      const found = present(await near(text));
      const cosines = await searcher.meaning.cosines(found, found.chunkIds);
      times.nearest.push(performance.now() - started);
      const exact = vectors.map(({ chunkId, data }) => ({ chunkId, similarity: cosine(found.vector, data) }));
      recall += shareOf(bestOf(exact), bestOf([...cosines].map(([chunkId, similarity]) => ({ chunkId, similarity }))));
      const begun = performance.now();
      await searcher.searchCode(view, { text, offset: 0, limit: COMPARED, threshold: 0 });
      times.search.push(performance.now() - begun);
    }
    return {
      chunks: vectors.length,
      queries: questions.length,
      recall: questions.length === 0 ? 0 : recall / questions.length,
      nearest: spread(times.nearest),
      search: spread(times.search),
    };
  } finally {
    await app.close();
  }
});

interface Measured {
  chunkId: number;
  similarity: number;
}

function bestOf(measured: readonly Measured[]): Measured[] {
  return measured.toSorted((a, b) => b.similarity - a.similarity || a.chunkId - b.chunkId).slice(0, COMPARED);
}

/** The share of the exact ones that were found; one as near as the last of them counts as equal. */
function shareOf(exact: readonly Measured[], found: readonly Measured[]): number {
  if (exact.length === 0) return 1;
  const least = lastOf(exact).similarity;
  return Math.min(1, found.filter(({ similarity }) => similarity >= least).length / exact.length);
}
