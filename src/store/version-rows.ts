/** Rows of a new version of a file, and the ids that they get. */
import { CodeindexError } from "../base/errors.js";
import type { ChunkSpan } from "../model/chunk.js";
import type { ParsedSymbol } from "../model/parse-result.js";
import type { Db } from "./db/db.js";

/** A file as parsing gave it. */
export interface NewVersion {
  path: string;
  contentHash: Buffer;
  /** null: no language of ours; its text is searched all the same. */
  language: string | null;
  /** Format of its rows; see indexing/row-format.ts. */
  format: string;
  /** In bytes. */
  size: number;
  lineCount: number;
  /** The text, deflated; null when `contents` is known to have it. */
  content: Buffer | null;
  /** The encoded ParseResult and the grammar that gave it; null where there is none or it is stored already. */
  parseResult: { language: string; extractorVersion: number; data: Buffer } | null;
  symbols: readonly ParsedSymbol[];
  /** The node_id of each symbol. */
  nodeIds: readonly string[];
  chunks: readonly NewChunk[];
}

/** The ids that a new version got. Its symbols and chunks are numbered from the first. */
export interface VersionIds {
  versionId: number;
  firstSymbol: number;
  firstChunk: number;
}

/** Takes the next ids of a project; gives the first of each kind. Ids that are never used do no harm. */
export async function allocateIds(
  db: Db,
  projectId: string,
  counts: { versions?: number; symbols?: number; chunks?: number; edgeSets?: number; segments?: number },
): Promise<{ version: number; symbol: number; chunk: number; edgeSet: number; segment: number }> {
  const { versions = 0, symbols = 0, chunks = 0, edgeSets = 0, segments = 0 } = counts;
  const [first] = await db.query<{ version: number; symbol: number; chunk: number; edgeSet: number; segment: number }>(
    `update projects set next_version = next_version + $2, next_symbol = next_symbol + $3, next_chunk = next_chunk + $4,
       next_edge_set = next_edge_set + $5, next_segment = next_segment + $6
     where project_id = $1 and removed_at is null
     returning next_version - $2 as version, next_symbol - $3 as symbol, next_chunk - $4 as chunk,
       next_edge_set - $5 as "edgeSet", next_segment - $6 as segment`,
    [projectId, versions, symbols, chunks, edgeSets, segments],
  );
  if (!first) throw new CodeindexError("project_not_found", "The project was removed.", { project_id: projectId });
  return first;
}

export interface NewChunk extends ChunkSpan {
  kind: string;
  /** Hash of the text that an embedder would be shown. */
  textHash: Uint8Array;
  symbolNames: readonly string[];
  around: string | null;
}
