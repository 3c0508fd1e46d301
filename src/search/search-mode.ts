/** Whether a database searches by itself (CODEINDEX_SEARCH), and from which size of a view on. It stands alone, as processes that only index ask it too. */
import { CodeindexError } from "../base/errors.js";
import type { SearchMode } from "../config/keys.js";
import type { Db } from "../store/db/db.js";

/** Views of fewer chunks are searched in memory, which answers many times faster as soon as it has read them (docs/scale.md). */
const LEAST_CHUNKS = 500_000;
/** Bytes that the signs of a chunk take, of most models. */
export const BYTES_PER_CHUNK = 64;

/** Why a database does not search by itself; null: it does. */
export function whyNotDatabase(db: Pick<Db, "kind" | "seal">): string | null {
  if (db.kind === "pglite") return "the embedded database does not search by itself";
  if (db.seal.keys.keys.length > 0)
    return "what is stored is encrypted, and terms would stand in the database as they are";
  return null;
}

/** Throws `configuration` where a database is to search by itself that does not. */
export function checkSearch(mode: SearchMode, db: Pick<Db, "kind" | "seal">): void {
  const reason = mode === "database" ? whyNotDatabase(db) : null;
  if (reason !== null)
    throw new CodeindexError("configuration", `CODEINDEX_SEARCH is database, and ${reason}.`, {}, [
      "Set CODEINDEX_SEARCH to auto or memory, or DATABASE_URL to a PostgreSQL server without CODEINDEX_ENCRYPTION_KEY.",
    ]);
}

/**
 * Chunks from which on a view is filled in for searches in the database; null: none is. In `auto` that is a large view, and a smaller one whose signs
 * take more than half of the memory budget (bytes): it would be read anew for each question.
 */
export function leastFilled(mode: SearchMode, memory: number): number | null {
  if (mode === "memory") return null;
  return mode === "database" ? 1 : Math.min(LEAST_CHUNKS, Math.floor(memory / 2 / BYTES_PER_CHUNK));
}
