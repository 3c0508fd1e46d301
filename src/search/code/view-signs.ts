/**
 * The signs of all vectors of a view, kept in memory, and the chunks among them that are nearest to a query's. Of a view whose signs are larger
 * than half of the budget none are kept: each question reads those of the files that its filters let pass, part by part.
 */
import type { BudgetedCache, MemoryBudget } from "../../base/memory-budget.js";
import { lastOf, nth } from "../../base/need.js";
import { int32At, uint16At } from "../../base/numbers.js";
import { createTurns, type Turns } from "../../base/turns.js";
import { codeBytes, packVector, writeCode } from "../../models/embedding/packed.js";
import { createSignDistances, type SignDistances } from "../../models/embedding/sign-distances.js";
import type { Db } from "../../store/db/db.js";
import { readCodes, type VectorState } from "../../store/vectors.js";
import type { DocumentRanges, ViewSnapshot } from "../snapshot.js";

/** Versions whose codes are read at once. */
const VERSIONS = 10_000;
/** Whether the codes of a range are there: not read yet, read, or not stored when they were to be read. */
const UNREAD = 0;
const THERE = 1;
const MISSING = 2;

/** The codes of a view's chunks, by dense number. */
interface Codes {
  snapshot: ViewSnapshot;
  modelId: number;
  /** 32-bit words of a code. */
  width: number;
  words: Uint32Array;
  /** By range of the snapshot. */
  has: Uint8Array;
  /** How far the vectors were when codes were found to be missing. */
  readAt: string;
}

export interface Signs {
  db: Db;
  budget: MemoryBudget;
  /** By view and project. */
  kept: BudgetedCache<Codes>;
  /** Reads under way, by the same key. */
  reading: Map<string, Promise<void>>;
}

/** The signs of views, as far as the budget has room for them. */
export function createSigns(db: Db, budget: MemoryBudget): Signs {
  return { db, budget, kept: budget.cache("signs", { isWhole: true }), reading: new Map() };
}

/** The signs of a vector, a bit each. */
export function codeOf(vector: Float32Array): Uint32Array {
  const bytes = Buffer.alloc(codeBytes(vector.length));
  writeCode(packVector(vector), bytes, 0);
  return new Uint32Array(new Uint8Array(bytes).buffer);
}

/** The vectors of a snapshot that a question looks through. */
interface SearchedVectors {
  readonly snapshot: ViewSnapshot;
  readonly state: VectorState;
  /** The files that the filters let pass; null for all. */
  readonly mask: Uint8Array | null;
}

/** For each query the chunks in the scope whose codes differ least from its own. */
export async function nearest(
  signs: Signs,
  scope: SearchedVectors,
  queries: readonly Uint32Array[],
  limit: number,
): Promise<number[][]> {
  const { snapshot, mask } = scope;
  const width = nth(queries, 0).length;
  const selections = queries.map((query): Selection => ({ query, limit, hits: [], worst: Number.POSITIVE_INFINITY }));
  const turns = createTurns();
  const bytes = 4 * snapshot.ranges.word.total * width;
  if (signs.budget.hasRoom(bytes)) {
    const codes = await codesOf(signs, scope, width);
    await selectIn(codes, snapshot.ranges.word, mask, selections, turns);
  } else {
    signs.budget.refuse(snapshot.projectId, "signs", bytes);
    await selectByParts(signs.db, scope, selections, turns);
  }
  return selections.map(({ hits }) => nearer(hits, limit).map(({ chunkId }) => chunkId));
}

/** The codes of a snapshot that the mask lets pass, with what earlier ones have in common with it. */
async function codesOf(signs: Signs, { snapshot, state, mask }: SearchedVectors, width: number): Promise<Codes> {
  const { db, kept, reading } = signs;
  const { modelId } = state;
  const progress = `${state.generation}:${state.chunkCount}`;
  const key = `${snapshot.viewId}:${snapshot.projectId}`;
  let isFirst = true;
  let own: Codes | undefined;
  for (;;) {
    const known = own ?? kept.peek(key);
    const isCurrent = known?.snapshot === snapshot && known.modelId === modelId;
    const codes = isCurrent ? known : advanced(known, snapshot, modelId, width);
    // One that had to go while it was read is this question's all the same.
    own = codes;
    if (codes.readAt !== progress) forgetMissing(codes, progress);
    const wanted = unreadRanges(codes, mask);
    if (isFirst) kept.count(wanted.length === 0 ? 1 : 0, wanted.length === 0 ? 0 : 1);
    isFirst = false;
    if (isCurrent) kept.touch(key);
    else kept.set(snapshot.projectId, key, codes, codes.words.byteLength + codes.has.byteLength);
    if (wanted.length === 0) return codes;
    const running = reading.get(key);
    if (running === undefined) {
      const read = readInto(db, codes, wanted).finally(() => reading.delete(key));
      reading.set(key, read);
      await read;
      return codes;
    }
    // Another request's read may have begun before the last vectors came: it is looked at like any other.
    await running;
  }
}

/** Codes for a snapshot with those of an earlier one, as far as files are the same. */
function advanced(old: Codes | undefined, snapshot: ViewSnapshot, modelId: number, width: number): Codes {
  const { files, starts, bases, total } = snapshot.ranges.word;
  const codes: Codes = {
    snapshot,
    modelId,
    width,
    words: new Uint32Array(total * width),
    has: new Uint8Array(starts.length),
    readAt: "",
  };
  if (old === undefined || old.modelId !== modelId) return codes;
  const ranges = old.snapshot.ranges.word;
  const rangeOf = new Map<number, number>();
  for (let range = 0; range < ranges.starts.length; range++)
    if (old.has[range] === THERE) rangeOf.set(nth(old.snapshot.files, int32At(ranges.files, range)).versionId, range);
  const before = (range: number) =>
    range < starts.length ? rangeOf.get(nth(snapshot.files, int32At(files, range)).versionId) : undefined;
  for (let first = 0; first < starts.length; ) {
    const from = before(first);
    let end = first + 1;
    // Files that follow each other in both are copied in one go.
    if (from !== undefined) while (before(end) === from + end - first) end++;
    if (from !== undefined) {
      const words = old.words.subarray(
        int32At(ranges.bases, from) * width,
        endOf(ranges, from + end - first - 1) * width,
      );
      codes.words.set(words, int32At(bases, first) * width);
      codes.has.fill(THERE, first, end);
    }
    first = end;
  }
  return codes;
}

/** The dense number behind a range. */
const endOf = ({ bases, total }: DocumentRanges, range: number): number => bases[range + 1] ?? total;

/** Codes that were missing may be there by now. */
function forgetMissing(codes: Codes, progress: string): void {
  codes.readAt = progress;
  for (let range = 0; range < codes.has.length; range++) if (codes.has[range] === MISSING) codes.has[range] = UNREAD;
}

/** The ranges that were not read yet and that the mask lets pass. */
function unreadRanges({ snapshot, has }: Codes, mask: Uint8Array | null): number[] {
  const { files } = snapshot.ranges.word;
  const wanted: number[] = [];
  for (let range = 0; range < has.length; range++)
    if (has[range] === UNREAD && (mask === null || mask[int32At(files, range)] === 1)) wanted.push(range);
  return wanted;
}

/** Reads codes as far as they are stored. */
async function readInto(db: Db, codes: Codes, wanted: readonly number[]): Promise<void> {
  const { snapshot, width, words, has } = codes;
  const { starts, ends, bases } = snapshot.ranges.word;
  const bytes = new Uint8Array(words.buffer);
  const turns = createTurns();
  for (let index = 0; index < wanted.length; index += VERSIONS) {
    const ranges = wanted.slice(index, index + VERSIONS);
    await eachCode(db, codes, ranges, turns, (range, own) => {
      if (own.length !== 4 * (int32At(ends, range) - int32At(starts, range)) * width) return;
      bytes.set(own, 4 * int32At(bases, range) * width);
      has[range] = THERE;
    });
    // Not before: another question must not take codes for missing that are on their way.
    for (const range of ranges) if (has[range] === UNREAD) has[range] = MISSING;
  }
}

/** Calls `visit` with the stored codes of some ranges, in any order. */
async function eachCode(
  db: Db,
  { snapshot, modelId }: Pick<Codes, "snapshot" | "modelId">,
  ranges: readonly number[],
  turns: Turns,
  visit: (range: number, codes: Buffer) => void,
): Promise<void> {
  const { projectId, files } = snapshot;
  const { word } = snapshot.ranges;
  const rangeOf = new Map(ranges.map((range) => [nth(files, int32At(word.files, range)).versionId, range]));
  const rows = await readCodes(db, projectId, modelId, [...rangeOf.keys()]);
  for (const { versionId, codes } of rows) {
    const range = rangeOf.get(versionId);
    if (range !== undefined) visit(range, codes);
    if (turns.isOver()) await turns.next();
  }
}

/** The nearest chunks to a query so far. */
interface Selection {
  query: Uint32Array;
  limit: number;
  hits: Hit[];
  /** Chunks that differ as much or more are not among them. */
  worst: number;
}

interface Hit {
  chunkId: number;
  distance: number;
}

const measures = new Map<number, SignDistances>();

function measureOf(width: number): SignDistances {
  const measure = measures.get(width) ?? createSignDistances(width);
  measures.set(width, measure);
  return measure;
}

/** Selects among the codes of a view. Ranges that follow each other are measured in one go. */
async function selectIn(
  { width, words, has }: Codes,
  ranges: DocumentRanges,
  mask: Uint8Array | null,
  selections: readonly Selection[],
  turns: Turns,
): Promise<void> {
  const { starts, files, bases } = ranges;
  const passes = (range: number) => has[range] === THERE && (mask === null || mask[int32At(files, range)] === 1);
  const { most } = measureOf(width);
  for (let first = 0; first < starts.length; ) {
    if (!passes(first)) {
      first++;
      continue;
    }
    let last = first;
    while (last + 1 < starts.length && passes(last + 1)) last++;
    let range = first;
    for (let from = int32At(bases, first); from < endOf(ranges, last); from += most) {
      const end = Math.min(endOf(ranges, last), from + most);
      while (endOf(ranges, range) <= from) range++;
      select(selections, words.subarray(from * width, end * width), ranges, { range, dense: from });
      if (turns.isOver()) await turns.next();
    }
    first = last + 1;
  }
}

/** Selects among codes that are read for this question alone. */
async function selectByParts(
  db: Db,
  { snapshot, state: { modelId }, mask }: SearchedVectors,
  selections: readonly Selection[],
  turns: Turns,
): Promise<void> {
  const { word } = snapshot.ranges;
  const width = nth(selections, 0).query.length;
  const { most } = measureOf(width);
  const wanted: number[] = [];
  for (let range = 0; range < word.starts.length; range++)
    if (mask === null || mask[int32At(word.files, range)] === 1) wanted.push(range);
  for (let index = 0; index < wanted.length; index += VERSIONS) {
    const part = wanted.slice(index, index + VERSIONS);
    const read = new Map<number, Uint32Array>();
    await eachCode(db, { snapshot, modelId }, part, turns, (range, codes) => {
      if (codes.length === 4 * (int32At(word.ends, range) - int32At(word.starts, range)) * width)
        read.set(range, new Uint32Array(new Uint8Array(codes).buffer));
    });
    // In the order of the view, as chunks that are as near as each other stay in it.
    for (const range of part) {
      const words = read.get(range);
      for (let from = 0; words !== undefined && from < words.length / width; from += most) {
        const place = { range, dense: int32At(word.bases, range) + from };
        select(selections, words.subarray(from * width, (from + most) * width), word, place);
      }
      if (turns.isOver()) await turns.next();
    }
  }
}

/** Measures codes that follow each other from a place on, and keeps the nearest of each query. */
function select(
  selections: readonly Selection[],
  codes: Uint32Array,
  ranges: DocumentRanges,
  place: { range: number; dense: number },
): void {
  const { load, measure } = measureOf(nth(selections, 0).query.length);
  load(codes);
  for (const selection of selections) {
    const { query, limit } = selection;
    const count = codes.length / query.length;
    const distances = measure(query, count);
    let { range } = place;
    for (let index = 0; index < count; index++) {
      const distance = uint16At(distances, index);
      if (distance >= selection.worst) continue;
      const dense = place.dense + index;
      while (endOf(ranges, range) <= dense) range++;
      selection.hits.push({ chunkId: int32At(ranges.starts, range) + dense - int32At(ranges.bases, range), distance });
      if (selection.hits.length < 2 * limit) continue;
      selection.hits = nearer(selection.hits, limit);
      selection.worst = lastOf(selection.hits).distance;
    }
  }
}

/** The nearest of them, in order; those as near as each other in the order that they have. */
function nearer(hits: readonly Hit[], limit: number): Hit[] {
  return hits.toSorted((a, b) => a.distance - b.distance).slice(0, limit);
}
