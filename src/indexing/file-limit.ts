/** The limit on files of a project: of a scan, the first files in the order of their paths are read, and those after them are left out. */
import type { FileEvent } from "../repository/file-event.js";
import type { Db } from "../store/db/db.js";
import { countRead } from "../store/files.js";
import type { View } from "../store/views.js";

/** The events of a whole scan, where files beyond the limit are skipped. null or undefined: no limit. */
export async function* withinLimit(
  scanned: AsyncIterable<FileEvent[]>,
  maxFiles: number | null | undefined,
): AsyncGenerator<FileEvent[]> {
  if (maxFiles == null) return yield* scanned;
  let files = 0;
  for await (const batch of scanned)
    yield batch.map((event) => (event.kind === "file" && ++files > maxFiles ? leftOut(event, maxFiles) : event));
}

function leftOut({ path, size }: Extract<FileEvent, { kind: "file" }>, maxFiles: number): FileEvent {
  const detail = `the project has more files than the limit of ${maxFiles}`;
  return { kind: "skipped", path, isDirectory: false, size, reason: "too_many", detail };
}

/** Whether changes of some paths may move the limit of files, so that the whole project must be scanned. */
export async function mayReachLimit(
  db: Db,
  view: View,
  events: readonly FileEvent[],
  maxFiles: number | null | undefined,
): Promise<boolean> {
  if (maxFiles == null) return false;
  const { read, beyond } = await countRead(db, view);
  return beyond > 0 || read + events.filter(({ kind }) => kind === "file").length > maxFiles;
}
