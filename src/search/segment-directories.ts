/** The segments of a project's field and the first terms of their blocks, kept by generation. */
import { CodeindexError } from "../base/errors.js";
import { addToList } from "../base/groups.js";
import type { BudgetedCache, MemoryBudget } from "../base/memory-budget.js";
import type { Field } from "../postings/segment.js";
import type { Db } from "../store/db/db.js";
import { listSegmentPlaces, readDirectory, type SegmentPlace } from "../store/segment-reads.js";
import type { ViewSnapshot } from "./snapshot.js";

export interface SegmentDirectory {
  segment: SegmentPlace;
  firstTerms: string[];
}

interface Directory {
  /** The view whose generation it is. Segments belong to projects, and generations to views: those of two are not a measure of each other. */
  viewId: number;
  generation: number;
  segments: SegmentDirectory[];
}

export interface Directories {
  db: Db;
  /** By field and project. */
  kept: BudgetedCache<Directory>;
  /** Reads under way, by the same key. */
  reading: Map<string, Promise<Directory>>;
}

/** The view that is read, and its generation. */
type DirectoryView = Pick<ViewSnapshot, "projectId" | "viewId" | "generation">;

/** How often a directory is read again because segments were merged meanwhile. */
const ATTEMPTS = 4;
/** Memory of a segment and of a term in addition to its letters. */
const BYTES_PER_SEGMENT = 150;
const BYTES_PER_TERM = 28;

/** The directories of segments, as far as the budget has room for them. */
export function createDirectories(db: Db, budget: MemoryBudget): Directories {
  return { db, kept: budget.cache("directories"), reading: new Map() };
}

/** All segments that were written before the generation was published. */
export async function directoryOf(
  { db, kept, reading }: Directories,
  view: DirectoryView,
  field: Field,
  isStale: boolean,
): Promise<Directory> {
  const { projectId, viewId, generation } = view;
  const key = `${field}:${projectId}`;
  const isCurrent = (one: Directory | undefined): one is Directory =>
    one !== undefined && one.viewId === viewId && one.generation >= generation;
  const known = kept.get(key);
  if (isCurrent(known) && !isStale) return known;
  // The callers that began a failed read are told; here it is read anew.
  const running = isStale ? undefined : await reading.get(key)?.catch(() => undefined);
  if (isCurrent(running)) return running;
  const promise = readDirectoryOf(db, view, field, kept.peek(key) ?? null);
  reading.set(key, promise);
  try {
    const directory = await promise;
    kept.set(projectId, key, directory, sizeOf(directory));
    return directory;
  } finally {
    if (reading.get(key) === promise) reading.delete(key);
  }
}

/**
 * Reads the segments, and then the first terms of those that are not known. A segment that is merged between the two has no terms any more, and a replica
 * of the database that fails between them may have had others than the database: without a second look, such a segment would count as empty.
 */
async function readDirectoryOf(
  db: Db,
  { projectId, viewId, generation }: DirectoryView,
  field: Field,
  before: Directory | null,
): Promise<Directory> {
  const known = new Map(before?.segments.map((one) => [one.segment.segmentId, one.firstTerms]));
  let segments = await listSegmentPlaces(db, projectId, field);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const missing = segments.map(({ segmentId }) => segmentId).filter((id) => !known.has(id));
    for (const { segmentId, firstTerm } of await readDirectory(db, projectId, field, missing))
      addToList(known, segmentId, firstTerm);
    const withoutTerms = missing.filter((id) => !known.has(id));
    if (withoutTerms.length > 0) segments = await listSegmentPlaces(db, projectId, field);
    const empty = new Set(withoutTerms);
    if (segments.every(({ segmentId }) => known.has(segmentId) || empty.has(segmentId)))
      return {
        viewId,
        // Not that of an earlier read, which may be higher: a replica of the database is read from in between.
        generation,
        segments: segments.map((segment) => ({ segment, firstTerms: known.get(segment.segmentId) ?? [] })),
      };
  }
  throw new CodeindexError("index_error", "The index was being merged while it was read. Call again.");
}

function sizeOf({ segments }: Directory): number {
  let bytes = 0;
  for (const { firstTerms } of segments) {
    bytes += BYTES_PER_SEGMENT + BYTES_PER_TERM * firstTerms.length;
    for (const term of firstTerms) bytes += term.length;
  }
  return bytes;
}
