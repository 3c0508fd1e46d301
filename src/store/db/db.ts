/**
 * The database as the rest of the code sees it: PGlite in a worker thread or a PostgreSQL server, through `pg` in both cases.
 * All SQL stands in this folder and in migrations/.
 */
import type { Columns } from "./columns.js";
import type { Seal } from "./seal.js";

export interface Db {
  readonly kind: "pglite" | "postgres";
  /** How values of some columns are stored; `insertRows` goes through it, and so must whoever reads or writes these otherwise. */
  readonly seal: Seal;
  /**
   * Runs one statement. `$1`… are the values. bigint columns come as numbers, as BigInt where a number is not exact; times as ISO 8601.
   * `signal` cancels it where the database can (PostgreSQL); PGlite's answer is no longer waited for.
   */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<Row[]>;
  /** Inserts many rows the fastest way the database has (binary COPY). `ignoreConflicts` leaves existing rows as they are; no column may hold arrays then. */
  insertRows(table: string, columns: Columns, options?: { ignoreConflicts?: boolean }): Promise<void>;
  /**
   * Runs `work` in one transaction on one connection: committed when it resolves, rolled back when it throws. `work` must use the Db it is
   * given and no other: PGlite has one session, and whatever else asks it waits until the transaction ends.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on a connection of its own, without a pooler in between, which is closed afterwards: for what takes long, is not allowed in a transaction, or
   * changes settings of its session.
   */
  session<T>(work: (db: Pick<Db, "query">) => Promise<T>): Promise<T>;
  /**
   * Hears NOTIFY on a channel until the returned function is called. After a lost connection `heard` gets "": something may have been missed.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * Names the history of transactions that this process reads from (history.ts); null: unknown, or there can be no other. All that is kept in memory
   * holds for one of them.
   */
  history(): string | null;
  /** Now, in milliseconds, by the clock that times in the database are of: that of its server. */
  now(): number;
  /** The connections of this process, by what they do: `waiting` are those who wait for one. */
  connections(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}
