/** Blocks of posting lists as they are stored, with a cache of those used most recently. */
import type { BudgetedCache } from "../base/memory-budget.js";
import type { Field } from "../postings/segment.js";
import type { Db } from "../store/db/db.js";
import { type BlockKey, readBlocksByKey } from "../store/segment-reads.js";

export interface BlockCache {
  db: Db;
  blocks: BudgetedCache<Buffer>;
}

/** The blocks with the given keys; null when one is gone. */
export async function blocksOf(
  { db, blocks }: BlockCache,
  projectId: string,
  field: Field,
  keys: readonly BlockKey[],
): Promise<Buffer[] | null> {
  const cacheKey = (key: BlockKey): string => `${field}:${key.segmentId}:${key.firstTerm}:${projectId}`;
  const found = new Map<string, Buffer>();
  const missing = new Map<string, BlockKey>();
  for (const key of keys) {
    const name = cacheKey(key);
    const block = blocks.get(name);
    if (block === undefined) missing.set(name, key);
    else found.set(name, block);
  }
  for (const { data, ...key } of await readBlocksByKey(db, projectId, field, [...missing.values()])) {
    const name = cacheKey(key);
    found.set(name, data);
    blocks.set(projectId, name, data, data.length + 2 * name.length);
  }
  const ordered = keys.map((key) => found.get(cacheKey(key)));
  return ordered.every((block) => block !== undefined) ? ordered : null;
}
