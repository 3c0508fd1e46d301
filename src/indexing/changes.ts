/** What changed: what a scan or a watcher saw, held against the ledger. Pure but for the scan it reads from. */
import type { LedgerRow } from "../store/files.js";
import type { FileEvent } from "./file-event.js";

export interface ChangeSet {
  /** Files to read: new, changed, or failed before. In path order. */
  files: Extract<FileEvent, { kind: "file" }>[];
  /** Paths whose ledger row becomes one of skipped or failed. */
  leftOut: (Extract<FileEvent, { kind: "skipped" }> | Extract<FileEvent, { kind: "failed" }>)[];
  /** Ledger paths that are gone, or stand below a folder that is now left out. */
  gone: string[];
  /** Files that are as they were. */
  unchanged: number;
}

/**
 * Compares events with the ledger. `isWhole`: the events cover the whole repository, so a ledger path without an event is gone.
 * `reread`: files are read although their status is as it was (a forced build; a watcher that saw a write).
 */
export async function changesOf(
  events: AsyncIterable<FileEvent[]>,
  ledger: ReadonlyMap<string, LedgerRow>,
  { isWhole, reread }: { isWhole: boolean; reread: boolean },
): Promise<ChangeSet> {
  const changes: ChangeSet = { files: [], leftOut: [], gone: [], unchanged: 0 };
  const seen = new Set<string>();
  const goneFolders: string[] = [];
  for await (const batch of events) {
    for (const event of batch) {
      const entry = ledger.get(event.path);
      if (event.kind === "deleted") {
        goneFolders.push(event.path);
        continue;
      }
      seen.add(event.path);
      if (event.kind === "file") {
        if (!reread && entry && isAsBefore(entry, event)) changes.unchanged++;
        else changes.files.push(event);
        if (entry?.isDirectory) goneFolders.push(event.path);
      } else {
        if (!entry || !isSameRow(entry, event)) changes.leftOut.push(event);
        if (!isWhole) goneFolders.push(event.path);
      }
    }
  }
  const isBelowGone = prefixTest(goneFolders);
  for (const path of ledger.keys()) {
    if (!seen.has(path) && (isWhole || isBelowGone(path))) changes.gone.push(path);
  }
  return changes;
}

/** The times of a file that is skipped for what it holds, or that is indexed, decide whether it has to be read again. */
function isAsBefore(entry: LedgerRow, event: Extract<FileEvent, { kind: "file" }>): boolean {
  return (
    entry.status !== "failed" &&
    !entry.isDirectory &&
    entry.size === event.size &&
    entry.modifiedNs === event.modifiedNs &&
    entry.inode === event.inode
  );
}

function isSameRow(entry: LedgerRow, event: ChangeSet["leftOut"][number]): boolean {
  if (event.kind === "failed") return entry.status === "failed" && entry.reason === event.reason;
  return (
    entry.status === "skipped" &&
    entry.reason === event.reason &&
    entry.detail === event.detail &&
    entry.isDirectory === event.isDirectory &&
    entry.size === event.size
  );
}

/** Whether a path is one of `folders` or below one. */
function prefixTest(folders: readonly string[]): (path: string) => boolean {
  const set = new Set(folders);
  if (set.size === 0) return () => false;
  if (set.has("")) return () => true;
  return (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
      if (set.has(path.slice(0, end))) return true;
    }
    return false;
  };
}
