/** Resolves the files whose edges a build may have changed, and gives the ledger rows that point at the new edge sets. */
import { languageOf } from "../languages/index.js";
import { decodeParseResult } from "../languages/parse-result.js";
import type { Db } from "../store/db.js";
import { writeEdgeSets } from "../store/edges.js";
import { type LedgerRow, readLedgerPaths } from "../store/files.js";
import type { ExternalSymbol } from "../store/neighbors.js";
import type { View } from "../store/views.js";
import type { Program } from "./program.js";
import { readParses } from "./program-cache.js";
import { type ResolvedFile, resolveFile } from "./resolve.js";
import type { WrittenFile } from "./write-files.js";

/** How many files are resolved and written at once: a transaction each. */
const BATCH = 128;

export interface ResolveRequest {
  view: View;
  program: Program;
  /** Files of this build, by path. */
  written: ReadonlyMap<string, WrittenFile>;
  signal: AbortSignal;
  onResolved: (filesDone: number, filesTotal: number) => void;
}

/** Rows of all written files and of the unchanged files that have other edges now. `program` already holds the changes, and is settled after. */
export async function writeEdges(db: Db, request: ResolveRequest): Promise<LedgerRow[]> {
  const { view, program, written, signal, onResolved } = request;
  const affected = [...program.affected(written.keys())].sort();
  const rows: LedgerRow[] = [];
  for (const [path, { row }] of written) if (!program.files.has(path)) rows.push(row);
  for (let start = 0; start < affected.length; start += BATCH) {
    signal.throwIfAborted();
    const paths = affected.slice(start, start + BATCH);
    const unchanged = paths.filter((path) => !written.has(path));
    const before = new Map(
      (await readLedgerPaths(db, view.projectId, view.viewId, unchanged)).map((row) => [row.path, row]),
    );
    const files = paths.flatMap((path) => {
      const row = written.get(path)?.row ?? before.get(path);
      return row?.contentHash ? [{ path, row, contentHash: row.contentHash }] : [];
    });
    const missing = files.filter(({ path }) => !written.get(path)?.parse);
    const stored = await readParses(db, view.projectId, missing);
    const sets: { row: LedgerRow; resolved: ResolvedFile }[] = [];
    for (const { path, row } of files) {
      const parse = written.get(path)?.parse ?? stored.get(path);
      if (!parse || !languageOf(path)) continue;
      sets.push({ row, resolved: resolveFile(program, path, decodeParseResult(parse)) });
    }
    rows.push(...(await writeSets(db, view, sets)));
    onResolved(Math.min(start + BATCH, affected.length), affected.length);
  }
  program.settle();
  return rows;
}

async function writeSets(db: Db, view: View, sets: { row: LedgerRow; resolved: ResolvedFile }[]): Promise<LedgerRow[]> {
  const externals = new Map<string, ExternalSymbol>();
  for (const { resolved } of sets) for (const external of resolved.externals) externals.set(external.nodeId, external);
  const ids = await writeEdgeSets(
    db,
    view.projectId,
    sets.map(({ resolved }) => resolved),
    [...externals.values()],
  );
  return sets.map(({ row, resolved }, index) => ({
    ...row,
    edgeSetId: ids[index]!,
    edgeCount: resolved.edges.length,
    unresolvedCalls: resolved.unresolvedCalls,
  }));
}
