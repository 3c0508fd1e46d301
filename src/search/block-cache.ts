/** Blocks of posting lists as they are stored, with a cache of those used most recently. */
import type { Field } from "../postings/segment.js";
import type { Db } from "../store/db/db.js";
import { type BlockKey, readBlocksByKey } from "../store/segment-reads.js";

export interface BlockCache {
  db: Db;
  /** By field, key and project; those used most recently last. */
  blocks: Map<string, Buffer>;
  /** The size of all these blocks. */
  bytes: number;
  maxBytes: number;
}

/** The blocks with the given keys; null when one is gone. */
export async function blocksOf(
  cache: BlockCache,
  projectId: string,
  field: Field,
  keys: readonly BlockKey[],
): Promise<Buffer[] | null> {
  const { db, blocks, maxBytes } = cache;
  const cacheKey = (key: BlockKey): string => `${field}:${key.segmentId}:${key.firstTerm}:${projectId}`;
  const found = new Map<string, Buffer>();
  const missing = new Map<string, BlockKey>();
  for (const key of keys) {
    const name = cacheKey(key);
    const block = blocks.get(name);
    if (block === undefined) {
      missing.set(name, key);
    } else {
      blocks.delete(name);
      blocks.set(name, block);
      found.set(name, block);
    }
  }
  for (const { data, ...key } of await readBlocksByKey(db, projectId, field, [...missing.values()])) {
    const name = cacheKey(key);
    found.set(name, data);
    cache.bytes += data.length - (blocks.get(name)?.length ?? 0);
    blocks.set(name, data);
  }
  for (const [name, block] of blocks) {
    if (cache.bytes <= maxBytes) break;
    blocks.delete(name);
    cache.bytes -= block.length;
  }
  const ordered = keys.map((key) => found.get(cacheKey(key)));
  return ordered.every((block) => block !== undefined) ? ordered : null;
}

export function forgetBlocks(cache: BlockCache, projectId: string): void {
  for (const [key, block] of cache.blocks) {
    if (!key.endsWith(`:${projectId}`)) continue;
    cache.blocks.delete(key);
    cache.bytes -= block.length;
  }
}
