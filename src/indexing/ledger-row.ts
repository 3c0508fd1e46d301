/** Ledger rows for what became of a path. */
import type { LedgerRow } from "../store/files.js";
import type { ChangeSet } from "./changes.js";
import type { FileOutcome, ParsedFile } from "./parsed-batch.js";

/** A file whose version is stored; its edges come when they are resolved. */
export function indexedRow(
  file: Pick<
    ParsedFile,
    "path" | "size" | "modifiedNs" | "inode" | "hash" | "language" | "status" | "errorRanges" | "note"
  >,
  versionId: number,
): LedgerRow {
  const isGivenUp = file.status === "failed";
  return {
    path: file.path,
    status: file.status === "full" ? "indexed" : "partial",
    reason: isGivenUp ? "not_parsed" : (file.note?.reason ?? null),
    detail: isGivenUp ? "The parser gave up on it; only its text is searched." : (file.note?.detail ?? null),
    isDirectory: false,
    language: file.language,
    size: file.size,
    modifiedNs: file.modifiedNs,
    inode: file.inode,
    // A copy: a view would keep the bytes of the whole batch in memory.
    contentHash: Buffer.from(file.hash),
    versionId,
    edgeSetId: null,
    edgeCount: 0,
    errorRanges: file.errorRanges.length > 0 ? file.errorRanges : null,
    unresolvedCalls: 0,
    attempts: 0,
    names: null,
  };
}

/** Row of a path that is not in the index, for its name, its status or its content. `before` is its previous row. */
export function notIndexedRow(
  event: ChangeSet["leftOut"][number] | Exclude<FileOutcome, { kind: "parsed" }>,
  before: LedgerRow | undefined,
): LedgerRow {
  const row: LedgerRow = {
    path: event.path,
    status: event.kind,
    reason: event.reason,
    detail: event.kind === "failed" ? event.message : event.detail,
    isDirectory: "isDirectory" in event && event.isDirectory,
    language: null,
    size: event.kind === "skipped" ? event.size : null,
    // Without an inode: a file that is taken in later is not a file as before.
    modifiedNs: "stamp" in event ? (event.stamp ?? null) : null,
    inode: null,
    contentHash: null,
    versionId: null,
    edgeSetId: null,
    edgeCount: 0,
    errorRanges: null,
    unresolvedCalls: 0,
    attempts: event.kind === "failed" ? (before?.attempts ?? 0) + 1 : 0,
    names: null,
  };
  // Given up for what it holds: it is tried again only when its status changes.
  if (event.kind === "failed" && "status" in event && event.status) return { ...row, ...event.status };
  // Skipped for what it holds: it is read again only when its status changes.
  if ("hash" in event)
    return { ...row, modifiedNs: event.modifiedNs, inode: event.inode, contentHash: Buffer.from(event.hash) };
  return row;
}
