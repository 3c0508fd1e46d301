/** The searcher: from a query to hits of code, symbols or text. It keeps what makes that quick: snapshots of views, blocks of postings and a thread for expressions. */
import { type AtOnce, createAtOnce } from "../base/at-once.js";
import type { Logger } from "../base/log.js";
import { createMemoryBudget, type MemoryBudget, type TooLarge } from "../base/memory-budget.js";
import type { SearchMode } from "../config/keys.js";
import type { UnreadFiles } from "../model/unread-files.js";
import type { Embedder, EmbedInput } from "../models/embedding/embedder.js";
import { type EmbedderSource, sourceOf } from "../models/embedding/source.js";
import { type Chunk, chunksByIds } from "../store/chunks.js";
import type { Db } from "../store/db/db.js";
import type { View } from "../store/views.js";
import { type CacheFigures, createAnswers } from "./answer-cache.js";
import { createCandidateSource } from "./choose-candidates.js";
import type { Candidates } from "./code/candidates.js";
import { createHeads } from "./code/chunk-heads.js";
import { createMeaning, type MeaningSearch } from "./code/meaning.js";
import { READ_FOR_WORDS, relatedWords } from "./code/related.js";
import { createScratches } from "./code/scratch.js";
import { type CodeHits, type CodeQuery, searchCode } from "./code/search.js";
import { type SimilarHits, type SimilarQuery, searchSimilar } from "./code/similar.js";
import { type FileFilters, fileMask, prepareMask } from "./filters.js";
import { createPostingLists } from "./posting-lists.js";
import { createSnapshots, type ViewSnapshot } from "./snapshot.js";
import type { SymbolHit } from "./symbols/rank.js";
import { type SymbolNameQuery, searchSymbolNames } from "./symbols/search.js";
import { createTextSearch, type TextMatches, type TextQuery, type TextSearch } from "./text/search.js";
import { type NamingQuery, type TextOnlyFiles, textOnlyFilesNaming } from "./text/text-only.js";
import { createUnreadLookup } from "./text/unread.js";

/** Candidates by their codes that are measured exactly, at least. */
const MEASURED = 200;
/** Questions that the database is asked at once: each has a few statements, and one that waits too long for a connection of the pool gets none. */
const DATABASE_QUESTIONS = 4;
/** Bytes of answers that are kept at most: few questions are asked again. */
const MOST_ANSWERS = 12_000_000;
/** Memory of a kept hit in addition to its text, and of a matching line with its neighbours. */
const BYTES_PER_HIT = 2000;
const BYTES_PER_MATCH = 1000;
const BYTES_PER_COUNT = 150;

/** The code to compare with; `chunkId` where it is a chunk of the view, whose stored vector is compared. */
export type CodePiece = Omit<Extract<EmbedInput, { kind: "chunk" }>, "kind"> & { chunkId?: number };

export interface NearQuery extends FileFilters {
  limit: number;
}

export interface NearChunk {
  chunk: Chunk;
  /** A cosine: 1 for what means the same. */
  similarity: number;
}

export interface Searcher {
  /** The source of the next answer about a view, and a note on it. */
  describe(view: View): Promise<{ mode: SearchMode; from: Candidates["from"]; note: string | null }>;
  /** Which documents a reader of the view sees, of its generation or one published since. */
  snapshot(view: View): Promise<ViewSnapshot>;
  /** Vectors of chunks and queries. */
  readonly meaning: MeaningSearch;
  /** All that is kept in memory, over all projects. */
  readonly memory: MemoryBudget;
  /** How often an answer about a project was kept from before. */
  cacheOf(projectId: string): Readonly<CacheFigures>;
  /** Chunks by words and meaning, ranked, with their text. Throws `invalid_parameter` for a path that leads outside. */
  searchCode(view: View, query: CodeQuery): Promise<CodeHits>;
  /**
   * The chunks nearest in meaning to a piece of code, by cosine; null where the view has no vectors. Throws `provider_unavailable` where the piece
   * cannot be embedded, and `invalid_parameter` for a path that leads outside.
   */
  near(view: View, piece: CodePiece, query: NearQuery): Promise<NearChunk[] | null>;
  /** Words to search for in addition to those of a query: words of like meaning, or of the code that it finds. */
  relatedWords(view: View, text: string): Promise<string[]>;
  /** The chunks most like a piece of code, by their words and by meaning. Throws `invalid_parameter` for a path that leads outside. */
  searchSimilar(view: View, query: SimilarQuery): Promise<SimilarHits>;
  /** Symbols by name, best first. Throws `invalid_parameter` for a malformed query. */
  searchSymbols(view: View, query: SymbolNameQuery): Promise<SymbolHit[]>;
  /** Lines by literal or regular expression, by path and line. Throws `invalid_parameter` for an expression that does not compile. */
  searchText(view: View, query: TextQuery): Promise<TextMatches>;
  /** The parse results of sources that the index need not have, made in a thread; null for an unknown language. */
  parse: TextSearch["parse"];
  /** The files whose language has no graph and that have one of the names, with the lines. */
  textOnlyFilesNaming(
    view: View,
    names: readonly string[],
    options?: Pick<NamingQuery, "language" | "fullName" | "isListed">,
  ): Promise<TextOnlyFiles>;
  /** The files of the project that have one of the names where the index has not read them. */
  unreadFilesNaming(view: View, names: readonly string[]): Promise<UnreadFiles>;
  /** Forgets all that is kept of a project, as it was removed. */
  forget(projectId: string): void;
  /** Begins anew, with empty caches, under other settings. Searches under way end under those that they began with. */
  reconfigure(settings: SearcherSettings): void;
  close(): Promise<void>;
}

export interface SearcherSettings {
  /** How much all caches hold together, at most. */
  cacheBytes: number;
  /** Makes the vectors of queries; null or absent: none. */
  embedder?: EmbedderSource | Embedder | null;
  /** Whether answers are kept; default true. */
  keepsAnswers?: boolean;
  /** Where candidates come from; default: memory. */
  mode?: SearchMode;
  /** Says once what the database lacks. */
  log?: Logger;
  /** Is told once of a project that does not fit into `cacheBytes`. */
  tooLarge?: TooLarge;
}

/** The caches of a searcher, under one set of settings. */
function createCaches(db: Db, settings: SearcherSettings) {
  const { cacheBytes, embedder = null, keepsAnswers = true, mode = "memory", log = null, tooLarge } = settings;
  const source = embedder === null || "open" in embedder ? embedder : sourceOf(embedder);
  const memory = createMemoryBudget(cacheBytes, tooLarge);
  const snapshots = createSnapshots(db, memory);
  const lists = createPostingLists(db, memory);
  const meaning = createMeaning(db, source, memory);
  const scratches = createScratches(memory);
  return {
    memory,
    snapshots,
    lists,
    heads: createHeads(db, memory),
    unread: createUnreadLookup(db, memory),
    meaning,
    candidates: createCandidateSource(db, { mode, memory, snapshots, lists, meaning, scratches, log }),
    answers: createAnswers(memory, keepsAnswers ? Math.min(MOST_ANSWERS, cacheBytes / 8) : 0),
  };
}

/** The inputs of an answer, as a key: the published generation, its vectors, and the question. */
function keyOf(what: string, view: View, generation: number, query: object): string {
  const { projectId, viewId } = view;
  const { signal: _signal, ...asked } = query as { signal?: AbortSignal };
  const vectors = view.vectors.map((state) => [state.modelId, state.generation, state.chunkCount]);
  const sets = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);
  return JSON.stringify([what, projectId, viewId, generation, vectors, asked], sets);
}

/** The answer to a question: one that is kept, or a new one. Those from the database take turns. */
async function answerCode(
  db: Db,
  caches: ReturnType<typeof createCaches>,
  inDatabase: AtOnce,
  view: View,
  query: CodeQuery,
): Promise<CodeHits> {
  const { heads, meaning, answers, candidates: source } = caches;
  const candidates = await source.of(view);
  const index = { db, candidates, heads, meaning };
  if (candidates.from === "database")
    source.warm(view, async () => searchCode(view, { ...index, candidates: await source.inMemory(view) }, query));
  return answers.get(
    view.projectId,
    keyOf(candidates.from === "memory" ? "code" : "code in the database", view, candidates.generation, query),
    () => {
      const find = () => searchCode(view, index, query);
      return candidates.from === "database" ? inDatabase.run(find) : find();
    },
    {
      isFinal: (found) => typeof found.meaning === "string",
      size: ({ hits }) => hits.reduce((sum, { text }) => sum + BYTES_PER_HIT + 2 * text.length, 0),
    },
  );
}

/** The chunks nearest to a piece of code. */
async function nearPiece(
  db: Db,
  { candidates, meaning }: ReturnType<typeof createCaches>,
  view: View,
  piece: CodePiece,
  { limit, ...filters }: NearQuery,
): Promise<NearChunk[] | null> {
  const find = (await candidates.of(view)).nearest(filters);
  const near = await meaning.near(view, find, { kind: "chunk", ...piece }, Math.max(MEASURED, 2 * limit));
  if (near === null) return null;
  const cosines = await meaning.cosines(near, near.chunkIds);
  const nearest = [...cosines].sort(([a, one], [b, other]) => other - one || a - b).slice(0, limit);
  const chunks = await chunksByIds(
    db,
    view,
    nearest.map(([chunkId]) => chunkId),
  );
  const byId = new Map(chunks.map((chunk) => [chunk.chunkId, chunk]));
  return nearest.flatMap(([chunkId, similarity]) => {
    const chunk = byId.get(chunkId);
    return chunk === undefined ? [] : [{ chunk, similarity }];
  });
}

/** A searcher over one database. Close it to end its thread. */
export function createSearcher(db: Db, settings: SearcherSettings): Searcher {
  let current = createCaches(db, settings);
  let using = settings;
  let history = db.history();
  /** The caches of the history that the database is in. */
  const cachesNow = () => {
    const now = db.history();
    if (history !== null && now !== history) current = createCaches(db, using);
    history = now;
    return current;
  };
  const texts = createTextSearch(db);
  const inDatabase = createAtOnce(DATABASE_QUESTIONS);
  return {
    get meaning() {
      return cachesNow().meaning;
    },
    get memory() {
      return cachesNow().memory;
    },
    describe: (view) => cachesNow().candidates.describe(view),
    cacheOf: (projectId) => cachesNow().answers.figures(projectId),
    snapshot: (view) => cachesNow().snapshots.get(view),
    searchCode: (view, query) => answerCode(db, cachesNow(), inDatabase, view, query),
    near: (view, piece, query) => nearPiece(db, cachesNow(), view, piece, query),
    async relatedWords(view, text) {
      const { candidates, heads, meaning } = cachesNow();
      const index = { db, candidates: await candidates.of(view), heads, meaning };
      const query = { text, offset: 0, limit: READ_FOR_WORDS, threshold: 0, documents: false };
      const { hits } = await searchCode(view, index, query);
      return relatedWords(index, text, hits);
    },
    async searchSimilar(view, query) {
      const { snapshots, lists, meaning } = cachesNow();
      const snapshot = await snapshots.get(view);
      await prepareMask(snapshot, query);
      const input = { kind: "chunk", text: query.text, symbols: [], path: query.except?.path ?? "" } as const;
      const near = async (limit: number) => {
        const found = await meaning.near(view, meaning.inMemory(snapshot, fileMask(snapshot, query)), input, limit);
        return found && meaning.cosines(found, found.chunkIds);
      };
      return searchSimilar(view, { db, snapshot, lists, near }, query);
    },
    async searchSymbols(view, query) {
      const { snapshots, lists } = cachesNow();
      return searchSymbolNames(db, view, await snapshots.get(view), lists, query);
    },
    async searchText(view, query) {
      const { snapshots, lists, answers } = cachesNow();
      const snapshot = await snapshots.get(view);
      return answers.get(
        view.projectId,
        keyOf("text", view, snapshot.generation, query),
        () => texts.search(snapshot, lists, query),
        {
          isFinal: ({ isTimedOut }) => !isTimedOut,
          size: ({ matches, counts }) => BYTES_PER_MATCH * matches.length + BYTES_PER_COUNT * counts.length,
        },
      );
    },
    parse: texts.parse,
    async textOnlyFilesNaming(view, names, options) {
      const { snapshots, lists } = cachesNow();
      return textOnlyFilesNaming(db, await snapshots.get(view), lists, { view, names, ...options });
    },
    async unreadFilesNaming(view, names) {
      const { snapshots, lists, unread } = cachesNow();
      return unread.naming(await snapshots.get(view), lists, names);
    },
    forget(projectId) {
      const { candidates, meaning, answers, memory } = cachesNow();
      for (const part of [candidates, meaning, answers, memory]) part.forget(projectId);
    },
    reconfigure(next) {
      using = next;
      current = createCaches(db, next);
    },
    close: () => texts.close(),
  };
}
