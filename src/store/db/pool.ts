/** A `Db` over a `pg` pool: what PGlite and PostgreSQL have in common. */
import { createHash } from "node:crypto";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { CodeindexError } from "../../base/errors.js";
import { observe } from "../../base/observe.js";
import type { Columns } from "./columns.js";
import { encodeRows, storableJson, storableText } from "./copy.js";
import type { Db } from "./db.js";
import type { Seal } from "./seal.js";

interface PoolDbOptions {
  kind: Db["kind"];
  /** Of the pool, and of the connection that listens. */
  config: pg.PoolConfig;
  /** Stops the statement that a connection runs. Absent: the database cannot. */
  cancel?: (pool: pg.Pool, processId: number) => Promise<void>;
  seal: Seal;
  /** Runs when the pool is closed. */
  closed?: () => Promise<void>;
}

/** A connection, with the staging tables that it has already. */
type Client = pg.PoolClient & { stagingTables?: Set<string> };

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

/** Opens a pool (lazily: no connection is made yet). Must be closed. */
export function createPoolDb({ kind, config, cancel, seal, closed }: PoolDbOptions): Db {
  const pool = new pg.Pool({ ...config, types });
  // An idle connection that breaks is replaced by the pool; what asks next gets the error.
  pool.on("error", () => undefined);
  const listener = createListener({ ...config, types });

  async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
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

  async function run<Row extends object>(
    client: Client,
    text: string,
    values: readonly unknown[] | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Row[]> {
    if (signal?.aborted) throw cancelled();
    const query = client.query<Row>(text, values?.map(parameter)).then((result) => result.rows);
    if (!signal) return query;
    let cancelling: Promise<void> | undefined;
    let abort: () => void = () => undefined;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => {
        const processId = (client as Client & { processID?: number | null }).processID;
        if (cancel && processId) cancelling = cancel(pool, processId);
        else reject(cancelled());
      };
    });
    signal.addEventListener("abort", abort, { once: true });
    try {
      return await Promise.race([query, aborted]);
    } catch (error) {
      if (signal.aborted && (isCancelled(error) || error instanceof CodeindexError)) throw cancelled();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
      // The connection must not be lent to others while a cancellation is on its way to it.
      await cancelling?.catch(() => undefined);
      // Without cancellation the answer is not waited for, but a late error of it is nobody's.
      query.catch(() => undefined);
    }
  }

  async function insertRows(client: Client, table: string, plain: Columns, ignoreConflicts: boolean): Promise<void> {
    const columns = seal.columns(table, plain);
    const names = Object.keys(columns);
    const list = names.map(quote).join(", ");
    if (!ignoreConflicts) return copy(client, `${quote(table)} (${list})`, columns);
    // Temporary tables stay with the connection: creating one for each call would grow the catalogue, which PGlite never vacuums by itself.
    const staging = quote(`staging_${createHash("sha1").update(`${table} ${list}`).digest("hex").slice(0, 16)}`);
    client.stagingTables ??= new Set();
    if (!client.stagingTables.has(staging)) {
      await client.query(
        `create temporary table if not exists ${staging} on commit delete rows as select ${list} from ${quote(table)} with no data`,
      );
      client.stagingTables.add(staging);
    }
    await copy(client, `pg_temp.${staging} (${list})`, columns);
    await client.query(
      `insert into ${quote(table)} (${list}) select ${list} from pg_temp.${staging} on conflict do nothing`,
    );
  }

  const connections: Db["connections"] = () => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });

  const inTransaction = (client: Client): Db => ({
    kind,
    seal,
    query: (text, values, signal) => run(client, text, values, signal),
    insertRows: (table, columns, options) => insertRows(client, table, columns, options?.ignoreConflicts ?? false),
    transaction: (work) => work(inTransaction(client)),
    listen: listener.listen,
    connections,
    close: async () => undefined,
  });

  const transaction: Db["transaction"] = (work) =>
    observe({ kind: "transaction", name: kind, attributes: {} }, () =>
      withClient(async (client) => {
        await client.query("begin");
        try {
          const result = await work(inTransaction(client));
          await client.query("commit");
          return result;
        } catch (error) {
          client.stagingTables = undefined;
          if (!isConnectionError(error)) await client.query("rollback");
          throw error;
        }
      }),
    );

  return {
    kind,
    seal,
    query: (text, values, signal) => withClient((client) => run(client, text, values, signal)),
    insertRows: (table, columns, options) => {
      if (options?.ignoreConflicts) return transaction((db) => db.insertRows(table, columns, options));
      return withClient((client) => insertRows(client, table, columns, false));
    },
    transaction,
    listen: listener.listen,
    connections,
    async close() {
      await listener.close();
      await pool.end();
      await closed?.();
    },
  };
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

/** One connection for all channels, opened by the first and again when it is lost. */
function createListener(config: pg.PoolConfig) {
  const channels = new Map<string, Set<(payload: string) => void>>();
  let client: Promise<pg.Client> | undefined;
  let closing = false;
  let retry: NodeJS.Timeout | undefined;
  let told: Promise<unknown> = Promise.resolve();

  /** Statements one after another: a connection of pg takes no second one while it runs a first. */
  function tell(connection: pg.Client, statement: string): Promise<unknown> {
    const answer = told.then(() => connection.query(statement));
    told = answer.catch(() => undefined);
    return answer;
  }

  async function connect(): Promise<pg.Client> {
    const connection = new pg.Client(config);
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      client = undefined;
      if (!closing) reconnect(100);
    };
    connection.on("error", lose);
    connection.on("end", lose);
    connection.on("notification", ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload ?? "");
    });
    await connection.connect();
    for (const channel of channels.keys()) await tell(connection, `listen ${quote(channel)}`);
    return connection;
  }

  function reconnect(delay: number): void {
    clearTimeout(retry);
    retry = setTimeout(() => {
      client = connect();
      client.then(
        () => {
          for (const listeners of channels.values()) for (const heard of listeners) heard("");
        },
        () => {
          client = undefined;
          if (!closing) reconnect(Math.min(delay * 2, 10_000));
        },
      );
    }, delay);
    retry.unref();
  }

  return {
    async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
      const listeners = channels.get(channel) ?? new Set();
      listeners.add(heard);
      channels.set(channel, listeners);
      try {
        client ??= connect();
        await tell(await client, `listen ${quote(channel)}`);
      } catch (error) {
        client = undefined;
        listeners.delete(heard);
        throw publicError(error);
      }
      return async () => {
        listeners.delete(heard);
        if (listeners.size > 0) return;
        channels.delete(channel);
        const connection = await client?.catch(() => undefined);
        if (connection) await tell(connection, `unlisten ${quote(channel)}`).catch(() => undefined);
      };
    },
    async close(): Promise<void> {
      closing = true;
      clearTimeout(retry);
      const connection = await client?.catch(() => undefined);
      await connection?.end().catch(() => undefined);
    },
  };
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
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

function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

function isCancelled(error: unknown): boolean {
  return codeOf(error) === "57014";
}

const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);

/** Whether the connection cannot be used again: lost, or closed by the server. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  // Class 08: connection exceptions; 57P: the server stops or is not up yet, or has ended the session; 53300: no connection is free; 25P03: idle too long.
  if (/^(08|57P0|53300|25P03)/.test(code) || NETWORK_CODES.has(code)) return true;
  if (error instanceof CodeindexError) return error.code === "engine_unavailable";
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|stream is destroyed)/.test(
      error.message,
    )
  );
}

/** A database's error as users may see it where they can do something about it; otherwise itself. */
export function publicError(error: unknown): unknown {
  if (error instanceof CodeindexError) return error;
  let mapped: CodeindexError | undefined;
  const code = codeOf(error);
  if (isConnectionError(error)) mapped = new CodeindexError("engine_unavailable", "The database cannot be reached.");
  // Class 28: the user or the password is wrong; 3D: no such database. SASL: a password is wanted, and there is none.
  else if (/^(28|3D)/.test(code) || (error instanceof Error && error.message.startsWith("SASL: ")))
    mapped = new CodeindexError("engine_unavailable", "The database server does not let us in.", {}, [
      "Look at the user, password and database of DATABASE_URL; codeindex doctor says what the server says.",
    ]);
  // Class 53: out of disk, memory or connections. 58030: an I/O error.
  else if (code === "53100")
    mapped = new CodeindexError("engine_unavailable", "The database's disk is full.", {}, [
      "Make room on the disk of the database; the service goes on by itself.",
    ]);
  // Damaged pages or indexes, and a file of the database that is gone.
  else if (/^(XX00[12]|58P01)$/.test(code))
    mapped = new CodeindexError("engine_unavailable", "The database has damaged pages.", {}, [
      "Look whether the database's disk is sound, and restore a backup.",
      "Without one, give codeindex an empty database (embedded: move the folder db of the data folder away): everything is indexed anew.",
    ]);
  else if (/^(53|58)/.test(code))
    mapped = new CodeindexError("engine_unavailable", "The database is out of resources, or its disk gave an error.");
  // A server that became a replica, or that an operator has made read-only.
  else if (code === "25006") mapped = new CodeindexError("engine_unavailable", "The database takes no writes.");
  // Class 40: a deadlock, or a transaction that the server gave up for another; 55P03: a lock that was not free in time.
  else if (/^(40|55P03)/.test(code))
    mapped = new CodeindexError("engine_unavailable", "The database gave the transaction up for another one.");
  else if (isCancelled(error)) mapped = new CodeindexError("index_timeout", "The database took too long.");
  if (!mapped) return error;
  mapped.cause = error;
  return mapped;
}
