/** Changes: the files that a scan or a watcher saw, held against the ledger. Pure but for the scan it reads from. */
import type { FileEvent } from "../repository/file-event.js";
import type { LedgerRow } from "../store/files.js";

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
 * Compares events with the rows of all paths that they cover: a row without an event is gone.
 * `reread`: files are read although their status is as it was (a forced build; a watcher that saw a write).
 */
export async function changesOf(
  events: AsyncIterable<FileEvent[]> | Iterable<FileEvent[]>,
  ledger: ReadonlyMap<string, LedgerRow>,
  { reread }: { reread: boolean },
): Promise<ChangeSet> {
  const changes: ChangeSet = { files: [], leftOut: [], gone: [], unchanged: 0 };
  const seen = new Set<string>();
  for await (const batch of events) {
    for (const event of batch) {
      // One path may come more than once: a folder that is left out is told for each path below it, and a row's path may stand for two
      // names that no index can hold.
      if (event.kind === "deleted" || seen.has(event.path)) continue;
      seen.add(event.path);
      const entry = ledger.get(event.path);
      if (event.kind === "file") {
        if (!reread && entry && isAsBefore(entry, event)) changes.unchanged++;
        else changes.files.push(event);
      } else if (!entry || !isSameRow(entry, event)) {
        changes.leftOut.push(event);
      }
    }
  }
  for (const path of ledger.keys()) if (!seen.has(path)) changes.gone.push(path);
  return changes;
}

/**
 * The paths whose rows, and those of all below, the events of some examined paths are about: the topmost of them. A path that is `deleted` or left
 * out stands for all that was below it; the events of an examined folder are only about existing entries.
 */
export function coveredPaths(examined: readonly string[], events: readonly FileEvent[]): string[] {
  const paths = new Set(examined);
  for (const { kind, path } of events) if (kind !== "file") paths.add(path);
  return [...paths].filter(
    (path) => path === "" || !(paths.has("") || foldersAbove(path).some((above) => paths.has(above))),
  );
}

/** The folders above existing entries. A row of such a folder is of a file, or of a folder that was left out, and is outdated. */
export function foldersOf(events: readonly FileEvent[]): string[] {
  const folders = new Set<string>();
  for (const { kind, path } of events)
    if (kind !== "deleted") for (const above of foldersAbove(path)) folders.add(above);
  return [...folders];
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
  return folders;
}

/** Whether a file has the times of its ledger row, so that it need not be read again: one that is indexed, or skipped for its content. */
function isAsBefore(entry: LedgerRow, event: Extract<FileEvent, { kind: "file" }>): boolean {
  return (
    (entry.status !== "failed" || entry.reason === "too_complex") &&
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
    entry.size === event.size &&
    (event.stamp === undefined || entry.modifiedNs === event.stamp)
  );
}
