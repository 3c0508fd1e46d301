/** Chunks with their text, which is a span of their file's content. */
import { inflateRawSync } from "node:zlib";
import { maskContent } from "../masking/secrets.js";
import { type Chunk, chunksByIds } from "./chunks.js";
import type { Db } from "./db/db.js";
import { readContents } from "./versions.js";
import type { View } from "./views.js";

/** Contents by the hex of their hashes, their secrets masked; those that are gone are left out. */
export async function readSources(
  db: Db,
  projectId: string,
  files: readonly { contentHash: Buffer }[],
): Promise<Map<string, string>> {
  const hashes = new Map(files.map(({ contentHash }) => [contentHash.toString("hex"), contentHash]));
  const contents = await readContents(db, projectId, [...hashes.values()]);
  return new Map(
    contents.map(({ contentHash, data }) => {
      const hash = contentHash.toString("hex");
      return [hash, maskContent(inflateRawSync(data).toString("utf8"), hash)];
    }),
  );
}

/**
 * Chunks of the view by id, in the order of the ids; those that the view has lost meanwhile are left out. `files`: theirs, where these are known, so
 * that they are read at the same time.
 */
export async function chunksWithText(
  db: Db,
  view: View,
  chunkIds: readonly number[],
  files?: readonly { contentHash: Buffer }[],
): Promise<{ chunk: Chunk; text: string }[]> {
  const [chunks, early] = await Promise.all([
    chunksByIds(db, view, chunkIds),
    files && readSources(db, view.projectId, files),
  ]);
  const byId = new Map(chunks.map((chunk) => [chunk.chunkId, chunk]));
  const sources = early ?? (await readSources(db, view.projectId, chunks));
  return chunkIds.flatMap((chunkId) => {
    const chunk = byId.get(chunkId);
    if (chunk === undefined) return [];
    const source = sources.get(chunk.contentHash.toString("hex")) ?? "";
    return [{ chunk, text: source.slice(chunk.start, chunk.end) }];
  });
}
