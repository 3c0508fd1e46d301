/** Posting blocks as search reads them: their first terms, kept in memory, then single blocks. Their format is that of postings/segment.ts. */
import { compareTerms, type Field } from "../postings/segment.js";
import type { Db } from "./db/db.js";
import type { SealedPlace } from "./db/seal.js";

/** A block: the segment and the block's first term. */
export interface BlockKey {
  segmentId: number;
  firstTerm: string;
}

/** A segment as a reader of posting lists needs it. */
export interface SegmentPlace {
  segmentId: number;
  firstDocument: number;
}

/** The segments of a field, oldest first, without the lengths of their documents: these are most of a stored segment. */
export async function listSegmentPlaces(db: Db, projectId: string, field: Field): Promise<SegmentPlace[]> {
  return db.query<SegmentPlace>(
    `select segment_id as "segmentId", first_document as "firstDocument"
     from segments where project_id = $1 and field = $2 order by segment_id`,
    [projectId, field],
  );
}

/** Packed lengths of a segment's documents. */
export interface SegmentLengths extends SegmentPlace {
  documentCount: number;
  lengths: Buffer;
}

/** The lengths of one segment; undefined when it is gone. */
export async function readSegmentLengths(
  db: Db,
  projectId: string,
  field: Field,
  segmentId: number,
): Promise<SegmentLengths | undefined> {
  const [row] = await db.query<SegmentLengths>(
    `select segment_id as "segmentId", first_document as "firstDocument", document_count as "documentCount", lengths
     from segments where project_id = $1 and field = $2 and segment_id = $3`,
    [projectId, field, segmentId],
  );
  const place: SealedPlace = { table: "segments", column: "lengths", projectId, row: [field, segmentId] };
  return row && { ...row, lengths: db.seal.open(place, row.lengths) };
}

/** The first terms of all blocks of some segments, in order within each. */
export async function readDirectory(
  db: Db,
  projectId: string,
  field: Field,
  segmentIds: readonly number[],
): Promise<BlockKey[]> {
  if (segmentIds.length === 0) return [];
  const rows = await db.query<BlockKey>(
    `select segment_id as "segmentId", first_term as "firstTerm"
     from posting_blocks
     where project_id = $1 and field = $2 and segment_id = any($3)
     order by segment_id, first_term`,
    [projectId, field, segmentIds],
  );
  if (db.seal.keys.keys.length === 0) return rows;
  return rows
    .map((row) => ({ ...row, firstTerm: db.seal.open(termPlace(projectId, field, row.segmentId), row.firstTerm) }))
    .sort((one, other) => one.segmentId - other.segmentId || compareTerms(one.firstTerm, other.firstTerm));
}

/** Blocks by their keys; those that are gone are left out. */
export async function readBlocksByKey(
  db: Db,
  projectId: string,
  field: Field,
  keys: readonly BlockKey[],
): Promise<(BlockKey & { data: Buffer })[]> {
  if (keys.length === 0) return [];
  const stored = keys.flatMap(({ segmentId, firstTerm }) =>
    db.seal.terms(termPlace(projectId, field, segmentId), firstTerm).map((term) => ({ segmentId, term })),
  );
  const rows = await db.query<BlockKey & { data: Buffer }>(
    `select b.segment_id as "segmentId", b.first_term as "firstTerm", b.data
     from unnest($3::int[], $4::text[]) as wanted (segment_id, first_term)
     join posting_blocks b on b.project_id = $1 and b.field = $2 and b.segment_id = wanted.segment_id
       and b.first_term = wanted.first_term collate "C"`,
    [projectId, field, stored.map(({ segmentId }) => segmentId), stored.map(({ term }) => term)],
  );
  return rows.map((row) => openBlock(db, projectId, field, row));
}

const termPlace = (projectId: string, field: Field, segmentId: number): SealedPlace => ({
  table: "posting_blocks",
  column: "first_term",
  projectId,
  // Not by itself, which is what is asked for.
  row: [field, segmentId],
});

/** A block as it was before it was stored. */
export function openBlock<Row extends BlockKey & { data: Buffer }>(
  db: Db,
  projectId: string,
  field: Field,
  row: Row,
): Row {
  const { segmentId } = row;
  const firstTerm = db.seal.open(termPlace(projectId, field, segmentId), row.firstTerm);
  const place: SealedPlace = { table: "posting_blocks", column: "data", projectId, row: [field, segmentId, firstTerm] };
  return { ...row, firstTerm, data: db.seal.open(place, row.data) };
}
