/** Single lines of indexed files, to show what a reference looks like. */
import { inflateRawSync } from "node:zlib";
import { maskContent } from "../masking/secrets.js";
import type { Db } from "../store/db/db.js";
import { readLedgerPaths } from "../store/files.js";
import { readContents } from "../store/versions.js";
import type { View } from "../store/views.js";

/** Unpacking costs about a millisecond per 200 KB: so many files and bytes in all, and an answer stays quick. */
const MAX_FILES = 20;
const MAX_BYTES = 2_000_000;
const MAX_LENGTH = 160;

/**
 * The text of each place, trimmed and at most 160 characters; undefined for places beyond the first 20 files, and beyond 2 MB of
 * them, the smallest first.
 */
export async function readLines(
  db: Db,
  view: View,
  places: readonly { path: string; line: number }[],
): Promise<(string | undefined)[]> {
  const paths = [...new Set(places.map((place) => place.path))].slice(0, MAX_FILES);
  const files = new Map<string, Map<number, string>>();
  for (const [path, text] of await readTexts(db, view, paths, MAX_BYTES)) {
    const lines = places.filter((place) => place.path === path).map((place) => place.line);
    files.set(path, linesOf(text, new Set(lines)));
  }
  return places.map(({ path, line }) => {
    const text = files.get(path)?.get(line);
    return text && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text || undefined;
  });
}

/** The texts of files of the view by path, their secrets masked: of `mostBytes` in all the smallest files. */
export async function readTexts(
  db: Db,
  view: View,
  paths: readonly string[],
  mostBytes: number,
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, paths);
  rows.sort((a, b) => (a.size ?? 0) - (b.size ?? 0));
  let bytes = 0;
  const wanted = rows.filter((row) => {
    bytes += row.size ?? 0;
    return row.contentHash && bytes <= mostBytes;
  });
  const contents = await readContents(
    db,
    view.projectId,
    wanted.map((row) => row.contentHash!),
  );
  const packed = new Map(contents.map((content) => [content.contentHash.toString("hex"), content.data]));
  const texts = new Map<string, string>();
  for (const row of wanted) {
    const hash = row.contentHash!.toString("hex");
    const data = packed.get(hash);
    // Only the whole file tells which of its lines have a part of a secret.
    if (data) texts.set(row.path, maskContent(inflateRawSync(data).toString("utf8"), hash));
  }
  return texts;
}

/** Some lines of a text by their number, trimmed. */
function linesOf(text: string, wanted: ReadonlySet<number>): Map<number, string> {
  const lines = new Map<number, string>();
  let start = 0;
  for (let line = 1; lines.size < wanted.size && start <= text.length; line++) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    if (wanted.has(line)) lines.set(line, text.slice(start, end).trim());
    start = end + 1;
  }
  return lines;
}
