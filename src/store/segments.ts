/** Rows of the inverted indexes; their content has the format of postings/segment.ts. */
import { nth } from "../base/need.js";
import {
  compareTerms,
  type Field,
  type SegmentBlock,
  type SegmentHead,
  type SegmentRows,
} from "../postings/segment.js";
import type { Columns } from "./db/columns.js";
import type { Db } from "./db/db.js";
import { openBlock } from "./segment-reads.js";
import { allocateIds } from "./version-rows.js";

export interface StoredSegment extends SegmentHead {
  segmentId: number;
}

const HEAD = `field, segment_id as "segmentId", document_count as "documentCount", byte_count as "byteCount",
  first_document as "firstDocument", last_document as "lastDocument", lengths`;

/** The segments of a field, oldest first. */
export async function listSegments(db: Db, projectId: string, field: Field): Promise<StoredSegment[]> {
  const rows = await db.query<StoredSegment>(
    `select ${HEAD} from segments where project_id = $1 and field = $2 order by segment_id`,
    [projectId, field],
  );
  for (const row of rows) {
    const key = [field, row.segmentId];
    row.lengths = db.seal.open({ table: "segments", column: "lengths", projectId, row: key }, row.lengths);
  }
  return rows;
}

/** The projects with at least `least` segments of a field. */
export async function projectsInPieces(db: Db, least: number): Promise<string[]> {
  const rows = await db.query<{ project_id: string }>(
    `select distinct project_id from segments group by project_id, field having count(*) >= $1`,
    [least],
  );
  return rows.map((row) => row.project_id);
}

/** The blocks of a segment, in the order of their terms. */
export async function readBlocks(db: Db, projectId: string, field: Field, segmentId: number): Promise<SegmentBlock[]> {
  const rows = await db.query<SegmentBlock>(
    `select first_term as "firstTerm", data from posting_blocks where project_id = $1 and field = $2 and segment_id = $3`,
    [projectId, field, segmentId],
  );
  return rows
    .map((row) => openBlock(db, projectId, field, { ...row, segmentId }))
    .sort((one, other) => compareTerms(one.firstTerm, other.firstTerm));
}

/** Inserts segments under new ids; gives the ids in their order. */
export async function insertSegments(db: Db, projectId: string, segments: readonly SegmentRows[]): Promise<number[]> {
  if (segments.length === 0) return [];
  const { segment: first } = await allocateIds(db, projectId, { segments: segments.length });
  const ids = segments.map((_, index) => first + index);
  await db.insertRows("segments", segmentColumns(projectId, segments, ids));
  await db.insertRows("posting_blocks", blockColumns(projectId, segments, ids));
  return ids;
}

/** Puts merged segments in the place of old ones, in one transaction. false: another merge was faster, nothing was done. */
export async function replaceSegments(
  db: Db,
  projectId: string,
  field: Field,
  oldIds: readonly number[],
  merged: readonly SegmentRows[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await tx.query(
      `select 1 from segments where project_id = $1 and field = $2 and segment_id = any($3) for update`,
      [projectId, field, oldIds],
    );
    if (found.length !== oldIds.length) return false;
    await deleteSegments(tx, projectId, field, oldIds);
    await insertSegments(tx, projectId, merged);
    return true;
  });
}

/** Removes segments of a field, with their blocks. */
export async function deleteSegments(db: Db, projectId: string, field: string, ids: readonly number[]): Promise<void> {
  for (const table of ["segments", "posting_blocks"]) {
    await db.query(`delete from ${table} where project_id = $1 and field = $2 and segment_id = any($3)`, [
      projectId,
      field,
      ids,
    ]);
  }
}

function segmentColumns(projectId: string, segments: readonly SegmentRows[], ids: readonly number[]): Columns {
  return {
    project_id: { type: "text", values: segments.map(() => projectId) },
    field: { type: "text", values: segments.map((segment) => segment.field) },
    segment_id: { type: "int4", values: ids },
    document_count: { type: "int4", values: segments.map((segment) => segment.documentCount) },
    byte_count: { type: "int4", values: segments.map((segment) => segment.byteCount) },
    first_document: { type: "int4", values: segments.map((segment) => segment.firstDocument) },
    last_document: { type: "int4", values: segments.map((segment) => segment.lastDocument) },
    lengths: { type: "bytea", values: segments.map((segment) => segment.lengths) },
  };
}

function blockColumns(projectId: string, segments: readonly SegmentRows[], ids: readonly number[]): Columns {
  const rows = segments.flatMap((segment, index) =>
    segment.blocks.map((block) => ({ ...block, field: segment.field, id: nth(ids, index) })),
  );
  return {
    project_id: { type: "text", values: rows.map(() => projectId) },
    field: { type: "text", values: rows.map((row) => row.field) },
    segment_id: { type: "int4", values: rows.map((row) => row.id) },
    first_term: { type: "text", values: rows.map((row) => row.firstTerm) },
    data: { type: "bytea", values: rows.map((row) => row.data) },
  };
}
