/** The ledger of a view, page by page: each path that was seen, and why it is in the index or not. */
import type { Db } from "./db/db.js";

export interface LedgerQuery {
  /** A text that paths hold, in any case. */
  text?: string | undefined;
  /** The folder in which paths stand, without those below its own folders; "" for the root. */
  folder?: string | undefined;
  status?: "indexed" | "partial" | "skipped" | "failed" | undefined;
  reason?: string | undefined;
  /** Paths behind this one, in the order of bytes. */
  after?: string | undefined;
  limit: number;
}

export interface LedgerEntry {
  path: string;
  status: "indexed" | "partial" | "skipped" | "failed";
  isDirectory: boolean;
  reason: string | null;
  detail: string | null;
  language: string | null;
  size: number | null;
}

/** Entries that match, in the order of their paths. */
export async function searchLedger(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  { text, folder, status, reason, after, limit }: LedgerQuery,
): Promise<LedgerEntry[]> {
  return db.query<LedgerEntry>(
    `select path, status, is_directory as "isDirectory", reason, detail, language, size::float8 as size
     from files
     where project_id = $1 and view_id = $2 and ($3::text is null or strpos(lower(path), lower($3)) > 0) and ($4::text is null or status = $4)
       and ($5::text is null or reason = $5) and ($6::text is null or path > $6)
       and ($8::text is null or (starts_with(path, $8) and strpos(substr(path, length($8) + 1), '/') = 0))
     order by path limit $7`,
    [
      projectId,
      viewId,
      text ?? null,
      status ?? null,
      reason ?? null,
      after ?? null,
      limit,
      folder ? `${folder}/` : (folder ?? null),
    ],
  );
}
