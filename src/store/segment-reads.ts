/** Posting blocks as search reads them: their first terms, kept in memory, then single blocks. What is in one is known to search/postings.ts. */
import type { Field } from "../search/postings.js";
import type { Db } from "./db.js";

/** A block: the segment and the block's first term. */
export interface BlockKey {
  segmentId: number;
  firstTerm: string;
}

/** The first terms of all blocks of some segments, in order within each. */
export async function readDirectory(
  db: Db,
  projectId: string,
  field: Field,
  segmentIds: readonly number[],
): Promise<BlockKey[]> {
  if (segmentIds.length === 0) return [];
  return db.query<BlockKey>(
    `select segment_id as "segmentId", first_term as "firstTerm"
     from posting_blocks
     where project_id = $1 and field = $2 and segment_id = any($3)
     order by segment_id, first_term`,
    [projectId, field, segmentIds],
  );
}

/** Blocks by their keys; those that are gone are left out. */
export async function readBlocksByKey(
  db: Db,
  projectId: string,
  field: Field,
  keys: readonly BlockKey[],
): Promise<(BlockKey & { data: Buffer })[]> {
  if (keys.length === 0) return [];
  return db.query<BlockKey & { data: Buffer }>(
    `select b.segment_id as "segmentId", b.first_term as "firstTerm", b.data
     from unnest($3::int[], $4::text[]) as wanted (segment_id, first_term)
     join posting_blocks b on b.project_id = $1 and b.field = $2 and b.segment_id = wanted.segment_id
       and b.first_term = wanted.first_term collate "C"`,
    [projectId, field, keys.map((key) => key.segmentId), keys.map((key) => key.firstTerm)],
  );
}
