/** Single lines of indexed files, to show what a reference looks like. */
import { inflateRawSync } from "node:zlib";
import type { Db } from "../store/db.js";
import { readLedgerPaths } from "../store/files.js";
import { readContents } from "../store/versions.js";
import type { View } from "../store/views.js";

/** Unpacking a file costs about a millisecond per 200 KB: so many files and bytes, and an answer stays quick. */
const MAX_FILES = 20;
const MAX_SIZE = 200_000;
const MAX_LENGTH = 160;

/** The text of each place, trimmed and at most 160 characters; undefined for places in large files and beyond the first 20 files. */
export async function readLines(
  db: Db,
  view: View,
  places: readonly { path: string; line: number }[],
): Promise<(string | undefined)[]> {
  const paths = [...new Set(places.map((place) => place.path))].slice(0, MAX_FILES);
  if (paths.length === 0) return [];
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, paths);
  const wanted = rows.filter((row) => row.contentHash && (row.size ?? 0) <= MAX_SIZE);
  const contents = await readContents(
    db,
    view.projectId,
    wanted.map((row) => row.contentHash!),
  );
  const packed = new Map(contents.map((content) => [content.contentHash.toString("hex"), content.data]));
  const lines = new Map<string, string[]>();
  for (const row of wanted) {
    const data = packed.get(row.contentHash!.toString("hex"));
    if (data) lines.set(row.path, inflateRawSync(data).toString("utf8").split("\n"));
  }
  return places.map(({ path, line }) => {
    const text = lines.get(path)?.[line - 1]?.trim();
    return text && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text || undefined;
  });
}
