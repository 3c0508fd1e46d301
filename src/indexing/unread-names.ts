/**
 * The names in code outside of the index: in files that are too large, in files that people left out, and in minified parts of files. A number is
 * kept for each distinct name, so that an answer can say "that file mentions it too", and no text can leave the file. In a folder that people left
 * out, the files that git tracks are read; without git, those that no other rule leaves out. Files that git ignores are not the project's. Nobody
 * watches such a folder: a change in it counts with the next scan of the whole project.
 */
import { setImmediate } from "node:timers/promises";
import { languageOf } from "../languages/index.js";
import { identifierNumbers, packUnreadNames } from "../postings/unread-names.js";
import type { CodeBelow } from "../repository/code-below.js";
import type { FileEvent } from "../repository/file-event.js";
import { readFileSnapshot } from "../repository/read-file.js";
import { isUnreadCode, MOST_FILES_OF_FOLDER } from "../repository/unread-code.js";
import type { LedgerRow } from "../store/files.js";

/** Larger files are not read for their names: they are counted as not looked into. */
const MOST_BYTES = 8_000_000;
/** At most this many bytes are read in one build; 32 MB take 0.9 s. */
const MOST_BYTES_OF_BUILD = 32_000_000;

export interface UnreadRows {
  root: string;
  /** Rows of this build; those that are code get their names. */
  rows: readonly LedgerRow[];
  /** The events that some of them come from, by path. */
  events: ReadonlyMap<string, FileEvent>;
  codeBelow: (folder: string) => Promise<CodeBelow>;
  signal: AbortSignal;
}

/** Puts names into the rows of code that is not in the index, or that is there with its outer names alone. */
export async function noteUnreadNames({ root, rows, events, codeBelow, signal }: UnreadRows): Promise<void> {
  let left = MOST_BYTES_OF_BUILD;
  for (const row of rows) {
    const code = await filesOf(row, events.get(row.path), codeBelow);
    if (code === null) continue;
    const found: { path: string; numbers: Uint32Array }[] = [];
    const files = code.paths.slice(0, MOST_FILES_OF_FOLDER);
    // Of a folder that was not seen to its end, at least one more file is left.
    let unread = code.paths.length - files.length + (code.isCut ? 1 : 0);
    for (const path of files) {
      const snapshot = left > 0 ? readFileSnapshot(root, path, Math.min(left, MOST_BYTES)) : null;
      if (snapshot === null || "code" in snapshot) {
        // Git tracks a deleted file until the deletion is staged.
        if (snapshot?.code !== "vanished") unread++;
        continue;
      }
      left -= snapshot.bytes.length;
      const name = row.isDirectory ? path.slice(row.path.length + 1) : "";
      found.push({
        path: name,
        numbers: identifierNumbers(snapshot.bytes.toString("utf8"), row.reason === "minified"),
      });
      await setImmediate();
      signal.throwIfAborted();
    }
    row.names = packUnreadNames({ files: found, unread });
  }
}

/** The files whose names a row stands for; null for a row of code that is read. */
async function filesOf(
  row: LedgerRow,
  event: FileEvent | undefined,
  codeBelow: UnreadRows["codeBelow"],
): Promise<CodeBelow | null> {
  const isChosen = event?.kind === "skipped" && event.isChosen === true;
  if (row.isDirectory) {
    const code = isChosen ? await codeBelow(row.path) : null;
    return code !== null && code.paths.length > 0 ? code : null;
  }
  const { path, status, reason } = row;
  const isUnread =
    status === "failed"
      ? languageOf(path) !== null
      : status === "skipped"
        ? isUnreadCode(path, { reason: reason ?? "", isChosen })
        : reason === "minified";
  return isUnread ? { paths: [path], isCut: false } : null;
}
