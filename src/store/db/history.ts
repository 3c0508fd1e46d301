/**
 * The history of a server's transactions. A replica that takes over begins another history, in which the last commits may be missing. Ids and
 * generations are then given a second time, and those that a process keeps from the former history mean other things.
 */
import type pg from "pg";
import { CodeindexError } from "../../base/errors.js";
import type { Db } from "./db.js";
import { isConnectionError } from "./db-errors.js";
import { oneRow } from "./one-row.js";

/** The server and its timeline, which each promotion raises. Null on a replica, whose history is that of its primary. */
const HISTORY = `select case when pg_is_in_recovery() then null else
  (select system_identifier::text from pg_control_system()) || '-' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as history`;

export interface History {
  /** The history that the last new connection met; null: unknown. */
  current(): string | null;
  /** Looks at the history that a new connection leads to. Throws where the connection breaks. */
  meet(connection: Pick<pg.ClientBase, "query">): Promise<void>;
}

/** Follows the history that connections meet. */
export function createHistory(): History {
  let met: string | null = null;
  // Some managed servers do not tell; their replicas take over with all transactions.
  let isTold = true;
  return {
    current: () => met,
    async meet(connection) {
      if (!isTold) return;
      try {
        const { rows } = await connection.query<{ history: string | null }>(HISTORY);
        met = rows[0]?.history ?? met;
      } catch (error) {
        if (isConnectionError(error)) throw error;
        isTold = false;
      }
    },
  };
}

/** The history that a statement of `db` meets now; null where it is unknown. */
export async function readHistory(db: Db): Promise<string | null> {
  if (db.history() === null) return null;
  return (await oneRow(db.query<{ history: string | null }>(HISTORY))).history;
}

/** Throws `engine_unavailable` where the history that a transaction meets is another one than `history`. null: unknown, all is taken for one. */
export async function refuseOtherHistory(transaction: Db, history: string | null): Promise<void> {
  if (history !== null && (await readHistory(transaction)) !== history)
    throw new CodeindexError("engine_unavailable", "Another database server took over during the work.");
}

/**
 * The database as long as its history is the present one: each statement throws `engine_unavailable` once another server has taken over. For work that
 * takes ids or rows of one statement to the next; a statement costs three round trips more.
 */
export async function untilTakeover(db: Db): Promise<Db> {
  const history = await readHistory(db);
  if (history === null) return db;
  const transaction: Db["transaction"] = (work) =>
    db.transaction(async (tx) => {
      await refuseOtherHistory(tx, history);
      return work(tx);
    });
  return {
    ...db,
    query: (text, values, signal) => transaction((tx) => tx.query(text, values, signal)),
    insertRows: (table, columns, options) => transaction((tx) => tx.insertRows(table, columns, options)),
    transaction,
  };
}
