/**
 * Fills in, behind the builds, what a PostgreSQL server searches by itself: the terms of chunks and the signs of their vectors (migrations/0025).
 *
 * One process at a time has a view's turn, which passes on where it is not renewed. Rows belong to file versions, so views share them and nothing is
 * written twice. Terms are made of the stored contents as the build made them. A view that is not whole yet is searched in memory.
 */
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { inflateRawSync } from "node:zlib";
import type { Logger } from "../base/log.js";
import { need } from "../base/need.js";
import { toUserError } from "../base/user-error.js";
import { maskSecrets } from "../masking/secrets.js";
import { codeBytes } from "../models/embedding/packed.js";
import { type ChunkSpan, fileTerms } from "../postings/file-terms.js";
import { createLexemes, type Lexemes, termVectors } from "../postings/lexemes.js";
import { dropNearIndexes, fillSigns, hasPgvector, makeNearIndex } from "../store/chunk-signs.js";
import {
  chunkSpans,
  countLexemes,
  insertWords,
  type UnwordedVersion,
  unwordedVersions,
  type VersionWords,
} from "../store/chunk-words.js";
import type { Db } from "../store/db/db.js";
import { untilTakeover } from "../store/db/history.js";
import { analyzeSearch } from "../store/sweep.js";
import { readContents } from "../store/versions.js";
import {
  countedChunks,
  endFillTurn,
  measureLengths,
  recordSigns,
  recordWords,
  takeFillTurn,
  type ViewToFill,
  viewsToFill,
} from "../store/view-search.js";
import { GENERATION_CHANNEL } from "../store/views.js";

/** Versions whose words are written together. */
const VERSIONS = 200;
/** Seconds that a turn lasts without a renewal; it is renewed at this interval, in milliseconds. */
const TURN = 120;
const RENEW_EVERY = 30_000;
/** The interval between looks for vectors that came, and for views that other processes left behind, in milliseconds. */
const LOOK_EVERY = 10_000;
/** Terms are counted again when the chunks of a view have changed by this share. */
const COUNT_CHANGE = 0.1;
/** Rows since the last statistics that call for new ones. */
const ANALYZED = 20_000;

/** When a project's signs get an index: with fewer chunks a look at all of them takes less than 100 ms (docs/scale.md). */
export const INDEXED_CHUNKS = 100_000;

export interface SearchFill {
  /** Starts to fill in, and continues until it is closed. */
  begin(): Promise<void>;
  /** Stops; with `finish`, only after all is filled in. */
  close(options: { finish: boolean }): Promise<void>;
}

export interface SearchFillSettings {
  /** Views of fewer chunks are searched in memory alone. */
  leastChunks: number;
  /** Chunks from which on a project's signs get an index; default INDEXED_CHUNKS. */
  indexedChunks?: number;
}

interface FillState extends Required<SearchFillSettings> {
  db: Db;
  log: Logger;
  lease: string;
  stop: AbortController;
  isClosing: boolean;
  /** Something was published since the last rest. */
  isAwake: boolean;
  wake: () => void;
}

/** Fills in the views of a PostgreSQL server that is not encrypted; elsewhere it does nothing. */
export function createSearchFill(
  db: Db,
  { leastChunks, indexedChunks = INDEXED_CHUNKS }: SearchFillSettings,
  log: Logger,
): SearchFill {
  const fill: FillState = {
    db,
    log,
    leastChunks,
    indexedChunks,
    lease: randomUUID(),
    stop: new AbortController(),
    isClosing: false,
    isAwake: true,
    wake: () => undefined,
  };
  const rise = () => {
    fill.isAwake = true;
    fill.wake();
  };
  let stopListening = async (): Promise<void> => undefined;
  let running: Promise<void> = Promise.resolve();
  return {
    async begin() {
      if (db.kind !== "postgres" || db.seal.keys.keys.length > 0) return;
      stopListening = await db.listen(GENERATION_CHANNEL, rise);
      running = run(fill);
    },
    async close({ finish }) {
      fill.isClosing = true;
      if (!finish) fill.stop.abort();
      rise();
      await running;
      await stopListening();
    },
  };
}

async function run(fill: FillState): Promise<void> {
  const { log, stop } = fill;
  while (!stop.signal.aborted) {
    try {
      await fillAll(fill);
    } catch (error) {
      if (stop.signal.aborted) return;
      log.warn({ reason: toUserError(error, log).message }, "failed to fill in what the database searches; retrying");
    }
    if (fill.isClosing) return;
    if (!fill.isAwake) {
      const timer = setTimeout(() => fill.wake(), LOOK_EVERY);
      await new Promise<void>((done) => {
        fill.wake = done;
      });
      clearTimeout(timer);
    }
    fill.isAwake = false;
  }
}

/** Fills in the views that lack something, each while this process has its turn. */
async function fillAll(anyServer: FillState): Promise<void> {
  // The ids of versions and chunks are those of one history.
  const fill = { ...anyServer, db: await untilTakeover(anyServer.db) };
  const { db, lease, stop, leastChunks, log } = fill;
  const seen = new Set<string>();
  for (;;) {
    const views = await viewsToFill(db, lease, leastChunks);
    // Once a round: what changes while it is filled in has its turn again after the others.
    const view = views.find(({ projectId, viewId, generation }) => !seen.has(`${viewId}:${generation}:${projectId}`));
    if (view === undefined || stop.signal.aborted) return;
    seen.add(`${view.viewId}:${view.generation}:${view.projectId}`);
    if (!(await takeFillTurn(db, view, lease, TURN))) continue;
    // One that fails is followed by another before the turn is over.
    const renewal = setInterval(() => takeFillTurn(db, view, lease, TURN).catch(() => undefined), RENEW_EVERY);
    const started = performance.now();
    try {
      const words = await fillWords(fill, view);
      await fillNear(fill, anyServer.db, view);
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      if (words > 0)
        log.info({ project: view.projectId, chunks: words, seconds }, "filled in what the database searches");
    } finally {
      clearInterval(renewal);
      // Else the turn ends by itself.
      await endFillTurn(db, view, lease).catch(() => undefined);
    }
  }
}

/** Writes the words that a view lacks; gives of how many chunks. */
async function fillWords(fill: FillState, view: ViewToFill): Promise<number> {
  const { db, lease, stop } = fill;
  const lexemes = createLexemes(view.projectId);
  let written = 0;
  for (let after = 0; ; ) {
    const versions = await unwordedVersions(db, view, after, VERSIONS);
    const last = versions.at(-1);
    if (last === undefined) break;
    stop.signal.throwIfAborted();
    await insertWords(db, view.projectId, await wordsOf(db, view.projectId, versions, lexemes));
    for (const { chunkCount } of versions) written += chunkCount;
    await recordWords(db, view, lease, { chunkCount: Math.min(written, view.chunkCount), generation: null });
    after = last.versionId;
  }
  if (written >= ANALYZED) await analyzeSearch(db, stop.signal);
  const counted = await countedChunks(db, view);
  if (counted === 0 || Math.abs(view.chunkCount - counted) > COUNT_CHANGE * counted) {
    await countLexemes(db, view.projectId, view.chunkCount);
    await measureLengths(db, view, view.chunkCount);
  }
  await recordWords(db, view, lease, { chunkCount: view.chunkCount, generation: view.generation });
  return written;
}

/** The terms of the chunks of some versions, as the build counted them. */
async function wordsOf(
  db: Db,
  projectId: string,
  versions: readonly UnwordedVersion[],
  lexemes: Lexemes,
): Promise<VersionWords[]> {
  const spans = new Map<number, ChunkSpan[]>(versions.map(({ versionId }) => [versionId, []]));
  for (const { versionId, ...span } of await chunkSpans(db, projectId, [...spans.keys()]))
    need(spans, versionId).push(span);
  const hashes = new Map(versions.map(({ contentHash }) => [contentHash.toString("latin1"), contentHash]));
  const texts = new Map<string, string>();
  for (const { contentHash, data } of await readContents(db, projectId, [...hashes.values()]))
    texts.set(contentHash.toString("latin1"), maskSecrets(inflateRawSync(data).toString("utf8")));
  const words: VersionWords[] = [];
  for (const { versionId, path, contentHash, firstChunk } of versions) {
    const text = texts.get(contentHash.toString("latin1")) ?? "";
    const packed = fileTerms(text, path, need(spans, versionId));
    words.push({ versionId, firstChunk, ...termVectors(packed, lexemes) });
    await setImmediate();
  }
  return words;
}

/** Writes the signs that a view lacks, and makes the index of a large project by `anyServer`: indexes are made and dropped outside of transactions. */
async function fillNear({ db, lease, stop, indexedChunks }: FillState, anyServer: Db, view: ViewToFill): Promise<void> {
  const { projectId, modelId, dimensions } = view;
  if (modelId === null) {
    await recordSigns(db, view, lease, { modelId, signCount: 0, isIndexed: false });
    return;
  }
  const signCount = await fillSigns(db, view, modelId, stop.signal);
  stop.signal.throwIfAborted();
  await recordSigns(db, view, lease, { modelId, signCount, isIndexed: false });
  if (signCount < indexedChunks || !(await hasPgvector(db))) return;
  await dropNearIndexes(anyServer, projectId, modelId);
  await makeNearIndex(anyServer, projectId, modelId, { dimensions: 8 * codeBytes(dimensions), signCount }, stop.signal);
  await recordSigns(db, view, lease, { modelId, signCount, isIndexed: true });
}
