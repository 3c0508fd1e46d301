/** One step of the benchmark of scale, in a process of its own: writes a synthetic project, or asks about one from memory or from the database. */
import { createLog } from "../../base/log.js";
import { nth, present } from "../../base/need.js";
import type { SearchMode } from "../../config/keys.js";
import { createSearchFill } from "../../indexing/fill-search.js";
import { createEmbedderSource, embeddingSettings } from "../../models/embedding/open.js";
import { writeSigns } from "../../models/embedding/packed.js";
import type { FileFilters } from "../../search/filters.js";
import { createSearcher, type Searcher } from "../../search/search.js";
import { nearestSigns } from "../../store/chunk-signs.js";
import type { Db } from "../../store/db/db.js";
import { createPostgres } from "../../store/db/postgres.js";
import { sampleDocs, searchedBytes, signDistances } from "../../store/samples.js";
import { readViewSearch } from "../../store/view-search.js";
import { ensureView, type View } from "../../store/views.js";
import { withIndex } from "../eval/index-folder.js";
import { answer } from "./child.js";
import { type Spread, spread } from "./figures.js";
import { defaultConfig } from "./repository.js";
import { writeSynthetic } from "./scale-data.js";

export interface ScaleInput {
  databaseUrl: string;
  /** A folder for what a configuration needs. */
  dataDir: string;
  root: string;
  seed: number;
  step: /** Indexes the folder, with vectors; gives the id of its project. */
    | { kind: "index" }
    /** Writes a synthetic project made of the real one. */
    | { kind: "write"; realId: string; size: number; name: string }
    /** Asks about one. */
    | {
        kind: "ask";
        realId: string;
        projectId: string;
        mode: Exclude<SearchMode, "auto">;
        questions: number;
        callers: readonly number[];
      };
}

export interface Written {
  projectId: string;
  chunks: number;
  files: number;
  /** Seconds of writing terms; and of counting them, writing signs and making the index. */
  wordSeconds: number;
  fillSeconds: number;
  isIndexed: boolean;
  /** Bytes of the tables that each way reads, with their indexes. */
  bytes: Record<"memory" | "words" | "signs", number>;
}

export interface Answered {
  /** The first question of a process that has read nothing, in milliseconds. */
  first: number;
  /** One at a time, and with filters. */
  plain: Spread;
  filtered: Spread;
  /** By how many ask at once: each one's wait. */
  together: { callers: number; spread: Spread; perSecond: number; failed: number }[];
  /** Of the process, in bytes. */
  memory: number;
  /** The chunks of each answer. */
  hits: number[][];
  /** The share of the 80 exactly nearest that the index finds; null: there is none. */
  recall: number | null;
}

const LIMIT = 10;
const NEAREST = 80;
const SENTENCE = /^.{20,300}?(?=[.!?](\s|$)|$)/s;
/** About a seventh of the files of the smallest project. */
const FILTERS: FileFilters = { path: "copy1", tests: "exclude" };

await answer(async (input: ScaleInput): Promise<string | Written | Answered> => {
  if (input.step.kind === "index") {
    const { databaseUrl, root, dataDir } = input;
    const config = { ...defaultConfig(root, dataDir), databaseUrl, search: "memory" as const };
    return withIndex(config, new AbortController().signal, async ({ view }) => view.projectId);
  }
  const db = createPostgres(input.databaseUrl, { max: 40, statementTimeout: 3_600_000 });
  try {
    const real = await ensureView(db, input.step.realId);
    if (input.step.kind === "write") return await write(db, real, input, input.step);
    return await askAll(db, real, input, input.step);
  } finally {
    await db.close();
  }
});

async function write(
  db: Db,
  real: View,
  { seed }: ScaleInput,
  { size, name }: Extract<ScaleInput["step"], { kind: "write" }>,
): Promise<Written> {
  const { view, wordSeconds } = await writeSynthetic(db, real, { size, seed, name });
  const started = performance.now();
  const fill = createSearchFill(db, { leastChunks: size / 2 }, createLog("silent"));
  await fill.begin();
  await fill.close({ finish: true });
  const { isIndexed } = present(await readViewSearch(db, view));
  return {
    projectId: view.projectId,
    chunks: view.totals.chunks,
    files: view.totals.files,
    wordSeconds,
    fillSeconds: (performance.now() - started) / 1000,
    isIndexed,
    bytes: await searchedBytes(db),
  };
}

async function askAll(
  db: Db,
  real: View,
  { dataDir, root, seed }: ScaleInput,
  { projectId, mode, questions, callers }: Extract<ScaleInput["step"], { kind: "ask" }>,
): Promise<Answered> {
  const view = await ensureView(db, projectId);
  const docs = await sampleDocs(db, real, seed, 2 * questions);
  const found = docs.flatMap((doc) => SENTENCE.exec(doc.replace(/\s+/g, " ").trim())?.[0] ?? []);
  const texts = [...new Set(found)].slice(0, questions);
  const embedder = createEmbedderSource(embeddingSettings(defaultConfig(root, dataDir)), "questions");
  const searcher = createSearcher(db, { cacheBytes: 1024e6, embedder, mode, keepsAnswers: false });
  try {
    const ask = (text: string, filters: FileFilters = {}) =>
      searcher.searchCode(view, { text, offset: 0, limit: LIMIT, threshold: 0, ...filters });
    // The embedder is there before the clock starts: it is not part of either way.
    await embedder?.open();
    const first = await timed(() => ask("what is where"));
    const hits: number[][] = [];
    const plain: number[] = [];
    const filtered: number[] = [];
    for (const text of texts)
      plain.push(await timed(async () => hits.push((await ask(text)).hits.map(({ chunk }) => chunk.chunkId))));
    for (const text of texts) filtered.push(await timed(() => ask(text, FILTERS)));
    const together: Answered["together"] = [];
    for (const count of callers) together.push(await askTogether(count, texts, ask));
    return {
      first,
      plain: spread(plain),
      filtered: spread(filtered),
      together,
      memory: process.memoryUsage().rss,
      hits,
      recall: mode === "database" ? await recallOf(db, view, searcher, texts) : null,
    };
  } finally {
    await searcher.close();
  }
}

/** Asks all questions once, a number at a time. */
async function askTogether(
  callers: number,
  texts: readonly string[],
  ask: (text: string) => Promise<unknown>,
): Promise<Answered["together"][number]> {
  const waiting = [...texts];
  const times: number[] = [];
  let failed = 0;
  const started = performance.now();
  const caller = async () => {
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
      const asked = text;
      // Where all connections are busy for 10 s, a question gives up.
      await timed(() => ask(asked)).then(
        (time) => times.push(time),
        () => failed++,
      );
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { callers, spread: spread(times), perSecond: (1000 * times.length) / (performance.now() - started), failed };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Compares the nearest that the index finds with all rows of the project. */
async function recallOf(db: Db, view: View, searcher: Searcher, texts: readonly string[]): Promise<number | null> {
  const search = await readViewSearch(db, view);
  if (search?.isIndexed !== true || search.modelId === null) return null;
  let share = 0;
  for (const text of texts) {
    const find = async (_: unknown, vectors: readonly Float32Array[]) => {
      const query = {
        modelId: search.modelId ?? 0,
        signs: writeSigns(nth(vectors, 0)),
        condition: null,
        limit: NEAREST,
        hasPgvector: true,
      };
      const [exact, quick] = [
        await nearestSigns(db, view, { ...query, isIndexed: false }),
        await nearestSigns(db, view, { ...query, isIndexed: true }),
      ];
      // One as near as the last of the exact ones is as good: many are.
      const distances = (found: readonly number[]) =>
        signDistances(db, view.projectId, query.modelId, query.signs, found);
      const most = Math.max(...(await distances(exact)));
      share += (await distances(quick)).filter((one) => one <= most).length / exact.length / texts.length;
      return [quick];
    };
    await searcher.meaning.near(view, find, { kind: "query", text }, NEAREST);
  }
  return share;
}
