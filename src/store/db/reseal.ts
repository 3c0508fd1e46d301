/** Has what is stored sealed with the first key, or in clear where there is none: row by row, while everything else goes on. */
import { nth } from "../../base/need.js";
import type { Db } from "./db.js";
import { oneRow } from "./one-row.js";
import { SEALED, type SealedPlace, type SealedTable } from "./seal.js";
import { forgetUsedKey, listUsedKeys } from "./seal-keys.js";

/** Pages of a table that are looked through in one transaction. */
const PAGES = 32;

export interface ResealProgress {
  table: string;
  /** Pages of the table. */
  done: number;
  total: number;
  /** Rows that were sealed anew so far, in all tables. */
  rows: number;
}

type StoredRow = Record<string, string | number | Buffer | null> & { ctid: string };

/**
 * Goes through all tables once, and once more where others were still writing with another key; gives the ids of keys that nothing needs any more. Begun
 * again after an interruption, it passes over what is done.
 */
export async function reseal(
  db: Db,
  report: (progress: ResealProgress) => void,
): Promise<{ rows: number; freed: string[] }> {
  let rows = 0;
  for (;;) {
    let changed = 0;
    for (const table of Object.keys(SEALED) as SealedTable[]) {
      let total = await pagesOf(db, table);
      for (let page = 0; page < total; page += PAGES) {
        changed += await resealPages(db, table, page);
        // Rows that are written anew go to the end.
        if (page + PAGES >= total) total = await pagesOf(db, table);
        report({ table, done: Math.min(page + PAGES, total), total, rows: rows + changed });
      }
    }
    rows += changed;
    if (changed === 0) break;
  }
  const current = db.seal.keys.isOn ? nth(db.seal.keys.keys, 0).id : undefined;
  const freed = (await listUsedKeys(db)).filter((id) => id !== current);
  for (const id of freed) await forgetUsedKey(db, id);
  return { rows, freed };
}

async function pagesOf(db: Db, table: string): Promise<number> {
  const row = await oneRow(
    db.query<{ pages: number }>(
      `select (pg_relation_size('${table}') / current_setting('block_size')::int)::int as pages`,
    ),
  );
  return row.pages;
}

/** Seals the rows of some pages anew that are not as they would be written now; gives how many. */
async function resealPages(db: Db, table: SealedTable, page: number): Promise<number> {
  const { key, columns } = SEALED[table];
  const isOfProject = !["tasks", "audit_log", "keys"].includes(table);
  const names = [...new Set([...(isOfProject ? ["project_id"] : []), ...key, ...columns])];
  return db.transaction(async (tx) => {
    const rows = await tx.query<StoredRow>(
      `select ctid::text, ${names.join(", ")} from ${table}
       where ctid >= '(${page},0)'::tid and ctid < '(${page + PAGES},0)'::tid for update`,
    );
    let changed = 0;
    for (const row of rows) {
      const values = renewed(tx, table, row);
      if (values === null) continue;
      changed++;
      const sets = columns.map((column, index) => `${column} = $${index + 2}`);
      await tx.query(`update ${table} set ${sets.join(", ")} where ctid = $1::tid`, [row.ctid, ...values]);
    }
    return changed;
  });
}

/** The sealed columns of a row as they are written now; null where they are so already. */
function renewed({ seal }: Db, table: SealedTable, row: StoredRow): unknown[] | null {
  const { key, columns } = SEALED[table] as { key: readonly string[]; columns: readonly string[] };
  const projectId = String(row.project_id ?? "");
  const sealedPlace = (column: string): SealedPlace => ({
    table,
    column,
    projectId,
    row: key.filter((name) => name !== column).map((name) => keys[name] as string | number | Buffer),
  });
  // Keys that are themselves sealed name the row by what they were.
  const keys: Record<string, unknown> = { ...row };
  for (const name of key) if (columns.includes(name)) keys[name] = seal.open(sealedPlace(name), row[name] as string);
  let isRenewed = false;
  const values = columns.map((column) => {
    const stored = row[column] ?? null;
    // Of the notes which keys are used there is nothing to seal.
    if (stored === null || (stored as string | Buffer).length === 0) return stored;
    const place = sealedPlace(column);
    if (table === "tasks" || table === "audit_log") {
      if (typeof stored === "string" ? seal.isCurrent(stored) : !seal.keys.isOn) return JSON.stringify(stored);
      isRenewed = true;
      return JSON.stringify(seal.json(place, seal.openJson(place, stored)));
    }
    if (seal.isCurrent(stored as string | Buffer)) return stored;
    isRenewed = true;
    const value = seal.open(place, stored as string | Buffer);
    return typeof value === "string" ? seal.text(place, value) : seal.bytes(place, value);
  });
  return isRenewed ? values : null;
}
