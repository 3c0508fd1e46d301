/** A `Db` over a `pg` pool: what PGlite and PostgreSQL have in common. */
import { letFail } from "../../base/promises.js";
import "../../base/navigator.js";

import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { CodeindexError } from "../../base/errors.js";
import { observe } from "../../base/observe.js";
import { anySignal } from "../../base/signals.js";
import { encodeArrays, encodeRows, storableJson, storableText } from "./binary-copy.js";
import { type CancelKey, requestCancel } from "./cancel-request.js";
import type { ServerClock } from "./clock.js";
import type { Columns } from "./columns.js";
import type { Db } from "./db.js";
import { isCancelled, isConnectionError, publicError } from "./db-errors.js";
import type { History } from "./history.js";
import { createListener } from "./listener.js";
import { quote } from "./quote.js";
import type { Seal } from "./seal.js";

/** Runs before a statement outside of transactions, on the connection that will run it. */
export type Prepare = (client: pg.PoolClient) => Promise<void>;

interface PoolDbOptions {
  kind: Db["kind"];
  config: pg.PoolConfig;
  /** Of the connection that listens, where it is another one. */
  listening?: pg.ClientConfig;
  /** Stops the statement that a connection runs. Absent: the database cannot. */
  cancel?: (pool: pg.Pool, client: CancelKey) => Promise<void>;
  /** Each transaction may have another session: nothing of a session is relied on. Statements are limited here, in milliseconds. */
  byTransaction?: { statementTimeout: number };
  prepare?: Prepare;
  /** Looks at each new connection. Absent: there is one history alone. */
  history?: History;
  /** The clock of the server. Absent: it has that of this machine. */
  clock?: ServerClock;
  seal: Seal;
  /** Runs when the pool is closed. */
  closed?: () => Promise<void>;
}

type Client = pg.PoolClient & CancelKey;

/** bigint as a number where that is exact, times as ISO 8601; otherwise as `pg` reads them. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === pg.types.builtins.INT8 && format !== "binary") return parseBigint;
    const parse = pg.types.getTypeParser(oid, format) as (value: string) => unknown;
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => (parse(value) as Date).toISOString();
    return parse;
  },
};

function parseBigint(value: string): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value);
}

/** How the statement of a connection is stopped; `cancel` absent: it cannot be. */
interface Cancelling extends Pick<PoolDbOptions, "cancel" | "byTransaction"> {
  pool: pg.Pool;
}

/** Opens a pool (lazily: no connection is made yet). Must be closed. */
export function createPoolDb({
  kind,
  config,
  listening = config,
  cancel,
  byTransaction,
  prepare,
  history,
  clock,
  seal,
  closed,
}: PoolDbOptions): Db {
  const pool = new pg.Pool({
    ...config,
    types,
    verify: (client, done) => void meetServer(client, history, clock).then(() => done(), done),
  });
  const currentHistory = () => history?.current() ?? null;
  const now = () => nowOf(pool, clock);
  // An idle connection that breaks is replaced by the pool; what asks next gets the error.
  pool.on("error", () => undefined);
  const listener = createListener({ ...listening, types }, history);
  const cancelling: Cancelling = { pool, cancel, byTransaction };

  const connections: Db["connections"] = () => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });

  const session: Db["session"] = async (work) => {
    const client: pg.Client & CancelKey = new pg.Client({ ...listening, types });
    // One that breaks says so to the statement that it runs.
    client.on("error", () => undefined);
    try {
      await client.connect();
      const own = { pool, cancel: (_: pg.Pool, which: CancelKey) => requestCancel(listening, which) };
      return await work({ query: (text, values, signal) => run(own, client, text, values, signal) });
    } catch (error) {
      throw publicError(error);
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  const inTransaction = (client: Client): Db => ({
    kind,
    seal,
    query: (text, values, signal) => run(cancelling, client, text, values, signal),
    insertRows: (table, columns, options) => insertRows(seal, client, table, columns, options),
    transaction: (work) => work(inTransaction(client)),
    session,
    listen: listener.listen,
    history: currentHistory,
    now,
    connections,
    close: async () => undefined,
  });

  const transaction: Db["transaction"] = (work) =>
    observe({ kind: "transaction", name: kind, attributes: {} }, () =>
      withClient(pool, async (client) => {
        await client.query("begin");
        try {
          const result = await work(inTransaction(client));
          await client.query("commit");
          return result;
        } catch (error) {
          if (!isConnectionError(error)) await client.query("rollback");
          throw error;
        }
      }),
    );

  return {
    kind,
    seal,
    query: (text, values, signal) =>
      withClient(pool, async (client) => {
        await prepare?.(client);
        return run(cancelling, client, text, values, signal);
      }),
    insertRows: (table, columns, options) =>
      withClient(pool, (client) => insertRows(seal, client, table, columns, options)),
    transaction,
    session,
    listen: listener.listen,
    history: currentHistory,
    now,
    connections,
    async close() {
      await listener.close();
      await pool.end();
      await closed?.();
    },
  };
}

/** Learns from a new connection which server it leads to. */
async function meetServer(client: pg.ClientBase, history?: History, clock?: ServerClock): Promise<void> {
  await history?.meet(client);
  await clock?.meet(client);
}

/** The time by the server's clock. The clock is read again when that is due, and nobody waits for it. */
function nowOf(pool: pg.Pool, clock: ServerClock | undefined): number {
  if (clock?.isDue()) letFail(withClient(pool, (client) => clock.meet(client)));
  return clock?.now() ?? Date.now();
}

/** Lends a connection to some work; one that broke goes. Errors are as users may see them. */
async function withClient<T>(pool: pg.Pool, work: (client: Client) => Promise<T>): Promise<T> {
  let client: Client | undefined;
  let broken: Error | undefined;
  const failed = (error: Error) => {
    broken = error;
  };
  try {
    client = await pool.connect();
    client.on("error", failed);
    return await work(client);
  } catch (error) {
    if (isConnectionError(error)) broken ??= error as Error;
    throw publicError(error);
  } finally {
    client?.off("error", failed);
    client?.release(broken);
  }
}

/** Runs a statement until it has an answer, `signal` aborts, or its time is up. */
async function run<Row extends object>(
  { pool, cancel, byTransaction }: Cancelling,
  client: pg.ClientBase & CancelKey,
  text: string,
  values: readonly unknown[] | undefined,
  asked: AbortSignal | undefined,
): Promise<Row[]> {
  if (asked?.aborted) throw cancelled();
  const query = client.query<Row>(text, values?.map(parameter)).then((result) => result.rows);
  const limit = byTransaction && new AbortController();
  const timer = limit && setTimeout(() => limit.abort(), byTransaction.statementTimeout);
  const signal = asked && limit ? anySignal(asked, limit.signal) : (asked ?? limit?.signal);
  if (!signal) return query;
  let cancelling: Promise<void> | undefined;
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      if (cancel && client.processID) cancelling = cancel(pool, client);
      else reject(cancelled());
    };
  });
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([query, aborted]);
  } catch (error) {
    if (asked?.aborted && (isCancelled(error) || error instanceof CodeindexError)) throw cancelled();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    // The connection must not be lent to others while a cancellation is on its way to it.
    await cancelling?.catch(() => undefined);
    // Without cancellation the answer is not waited for, but a late error of it is nobody's.
    letFail(query);
  }
}

/**
 * Copies rows into a table, sealed. If existing rows stay, the rows come as an array for each column: COPY knows no conflicts. A temporary table in
 * between costs more, as a transaction that touched one empties all of its session's, with their files.
 */
async function insertRows(
  seal: Seal,
  client: Client,
  table: string,
  plain: Columns,
  { ignoreConflicts = false }: { ignoreConflicts?: boolean } = {},
): Promise<void> {
  const columns = seal.columns(table, plain);
  const list = Object.keys(columns).map(quote).join(", ");
  if (!ignoreConflicts) return copy(client, `${quote(table)} (${list})`, columns);
  const arrays = Object.values(columns).map(({ type }, index) => `$${index + 1}::${type}[]`);
  await client.query(
    `insert into ${quote(table)} (${list}) select * from unnest(${arrays.join(", ")}) on conflict do nothing`,
    encodeArrays(columns),
  );
}

function copy(client: Client, target: string, columns: Columns): Promise<void> {
  const bytes = encodeRows(columns);
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(`copy ${target} from stdin (format binary)`));
    stream.on("finish", resolve);
    stream.on("error", reject);
    stream.end(bytes);
  });
}

/** A value as `pg` should send it: storable text, and plain objects as JSON. */
function parameter(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(parameter);
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? storableJson(value) : value;
}

function cancelled(): CodeindexError {
  return new CodeindexError("cancelled", "The request was cancelled.");
}
