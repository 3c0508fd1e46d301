/** Keeps a map small: entries that were used most recently stand last in it. */

/** Deletes the first entry of a map with more than `most`. */
export function dropOldest<Key>(kept: Map<Key, unknown>, most: number): void {
  if (kept.size <= most) return;
  for (const key of kept.keys()) {
    kept.delete(key);
    return;
  }
}
