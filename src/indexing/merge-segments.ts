/** Keeps the number of segments low: merges those of about one size, without the documents that are gone. */
import { setImmediate } from "node:timers/promises";
import { mergeSegments, type SegmentReader, segmentsToMerge } from "../postings/merge.js";
import type { Field, SegmentBlock } from "../postings/segment.js";
import type { Db } from "../store/db/db.js";
import { listSegments, readBlocks, replaceSegments, type StoredSegment } from "../store/segments.js";

const FIELDS: readonly Field[] = ["word", "name", "trigram"];

/**
 * Merges segments of a project wherever enough of one size have gathered; gives the number of merges. `isLive` says whether a document of a
 * field may still be read by any view, or is written and not yet published; it must answer for the present. Safe next to readers and other
 * merges: the first merge that replaces a segment wins. `signal` ends it within some blocks, with what is merged by then.
 */
export async function mergeIfNeeded(
  db: Db,
  projectId: string,
  isLive: (field: Field, document: number) => boolean,
  signal?: AbortSignal,
): Promise<number> {
  let merges = 0;
  for (const field of FIELDS) {
    for (let groups = await groupsOf(db, projectId, field); groups.length > 0; ) {
      let isDone = true;
      for (const group of groups) {
        const outcome = await mergeGroup(
          { db, projectId, field },
          group,
          (document) => isLive(field, document),
          signal,
        );
        if (outcome === "stopped") return merges;
        isDone = outcome === "merged" && isDone;
        merges++;
      }
      groups = isDone ? await groupsOf(db, projectId, field) : [];
    }
  }
  return merges;
}

async function groupsOf(db: Db, projectId: string, field: Field): Promise<StoredSegment[][]> {
  return segmentsToMerge(await listSegments(db, projectId, field));
}

/** The segments of one field of a project. */
interface Segments {
  readonly db: Db;
  readonly projectId: string;
  readonly field: Field;
}

async function mergeGroup(
  { db, projectId, field }: Segments,
  group: readonly StoredSegment[],
  isLive: (document: number) => boolean,
  signal: AbortSignal | undefined,
): Promise<"merged" | "taken" | "stopped"> {
  const isStopped = () => signal?.aborted === true;
  const readers = group.map(
    (head): SegmentReader => ({
      head,
      async *blocks() {
        if (!isStopped()) yield* await readBlocks(db, projectId, field, head.segmentId);
      },
    }),
  );
  const blocks: SegmentBlock[] = [];
  const head = await mergeSegments(
    readers,
    isLive,
    async (more) => {
      for (const block of more) blocks.push(block);
      // Merging waits for nothing else: whoever is to stop it must be heard.
      await setImmediate();
    },
    isStopped,
  );
  if (isStopped()) return "stopped";
  const ids = group.map((segment) => segment.segmentId);
  const isReplaced = await replaceSegments(db, projectId, field, ids, head === null ? [] : [{ ...head, blocks }]);
  return isReplaced ? "merged" : "taken";
}
