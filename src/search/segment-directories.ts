/** The segments of a project's field and the first terms of their blocks, kept by generation. */
import { dropOldest } from "../base/drop-oldest.js";
import type { Field } from "../postings/segment.js";
import type { Db } from "../store/db/db.js";
import { readDirectory } from "../store/segment-reads.js";
import { listSegments, type StoredSegment } from "../store/segments.js";

export interface SegmentDirectory {
  segment: StoredSegment;
  firstTerms: string[];
}

interface Directory {
  generation: number;
  segments: SegmentDirectory[];
}

/** Directories that are kept, those that were read most recently. */
const KEPT = 64;

export interface Directories {
  db: Db;
  /** By field and project; those read most recently last. */
  kept: Map<string, Promise<Directory>>;
}

/** All segments that were written before the generation was published. */
export async function directoryOf(
  { db, kept }: Directories,
  projectId: string,
  field: Field,
  generation: number,
  isStale: boolean,
): Promise<Directory> {
  const key = `${field}:${projectId}`;
  const known = kept.get(key);
  const before = known === undefined ? null : await known.catch(() => null);
  if (before !== null && !isStale && before.generation >= generation) return before;
  const promise = readDirectoryOf(db, projectId, field, generation, before);
  kept.delete(key);
  kept.set(key, promise);
  dropOldest(kept, KEPT);
  return promise;
}

async function readDirectoryOf(
  db: Db,
  projectId: string,
  field: Field,
  generation: number,
  before: Directory | null,
): Promise<Directory> {
  const known = new Map(before?.segments.map((one) => [one.segment.segmentId, one.firstTerms]));
  const segments = await listSegments(db, projectId, field);
  const missing = segments.map((segment) => segment.segmentId).filter((id) => !known.has(id));
  for (const { segmentId, firstTerm } of await readDirectory(db, projectId, field, missing)) {
    const terms = known.get(segmentId);
    if (terms === undefined) known.set(segmentId, [firstTerm]);
    else terms.push(firstTerm);
  }
  return {
    // Not that of an earlier read, which may be higher: a replica of the database is read from in between.
    generation,
    segments: segments.map((segment) => ({ segment, firstTerms: known.get(segment.segmentId) ?? [] })),
  };
}

export function forgetDirectories({ kept }: Directories, projectId: string): void {
  for (const key of kept.keys()) if (key.endsWith(`:${projectId}`)) kept.delete(key);
}
