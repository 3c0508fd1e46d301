/**
 * Reads of answers on a replica of the database (streaming replication), as long as it has what the database has published.
 *
 * A call reads its project and view from the database, as always, and then works `about` that view. Each connection to the replica is asked once
 * whether it has the view in that state: a publish is one transaction, and a replica replays transactions in their order, so with the view it has all
 * that belongs to it. If it has not, is away, or gives an error, the database answers for the rest of the call. So no caller reads a state older than
 * one that was published before it asked. All else goes to the database: jobs, claims, locks, notifications, migrations.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { performance } from "node:perf_hooks";
import type pg from "pg";
import { CodeindexError } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import { letFail } from "../base/promises.js";
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";
import { createReplicaDb } from "./db/postgres.js";
import type { SealKeys } from "./db/seal.js";
import { VIEW_MARK, type View, type ViewMark } from "./views.js";

/** How often the replica is looked at, and how long it has to answer then, in milliseconds. */
const INTERVAL = 5000;
const PATIENCE = 2000;
/** Milliseconds after which a statement without an answer has the replica looked at. */
const SLOW = 500;
/** Seconds behind the database from which on operators are told: answers go to the database meanwhile. */
const LATE = 60;
/** Views that a connection remembers at most. */
const MOST_VIEWS = 10_000;

export interface ReadReplica {
  /** Answers are read through it: from the replica within `about`, where that may be, and else from the database. */
  db: Db;
  /** Runs work that reads this view, as it was just read from the database. */
  about<T>(view: View, work: () => Promise<T>): Promise<T>;
  /** Resolves when the replica answers and keeps up. Throws `engine_unavailable` otherwise. */
  check(): Promise<void>;
  figures(): ReplicaFigures;
  close(): Promise<void>;
}

export interface ReplicaFigures {
  isUp: boolean;
  /** Seconds by which the replica is behind the database; null: unknown. */
  lagSeconds: number | null;
  /** Statements of answers, by where they ran since the start. */
  statements: { replica: number; database: number };
}

export interface ReplicaOptions {
  sealKeys: SealKeys;
  log: Logger;
  /** How often the replica is looked at, in milliseconds. */
  interval?: number;
  /** Seconds behind the database from which on `check` fails. */
  late?: number;
}

/** The view that a call is about. */
interface Call {
  key: string;
  projectId: string;
  viewId: number;
  mark: string;
  /** From now on the database answers. */
  isOnDatabase: boolean;
}

const calls = new AsyncLocalStorage<Call>();

/** The current call reads from the database from here on, as it has come upon a later state than the one that it asked the replica for. */
export function readOnDatabase(): void {
  const call = calls.getStore();
  if (call) call.isOnDatabase = true;
}

/** The replica has not got the state of a view that a call is about. */
class Behind extends Error {}

interface State {
  database: Db;
  log: Logger;
  late: number;
  open(): Db;
  replica: Db;
  /** Aborts when the replica is given up: what waits for its answer asks the database. */
  givenUp: AbortController;
  isUp: boolean;
  lagSeconds: number | null;
  /** When the replica last had all that the database had, at the latest, by this process's clock. */
  levelAt: number | null;
  looking: Promise<void> | undefined;
  statements: ReplicaFigures["statements"];
}

/** Opens the replica at `url`. Never throws: as long as it is away, `database` answers. Must be closed. */
export function createReadReplica(
  database: Db,
  url: string,
  { sealKeys, log, interval = INTERVAL, late = LATE }: ReplicaOptions,
): ReadReplica {
  const known = new WeakMap<pg.PoolClient, Map<string, string>>();
  const open = () => createReplicaDb(url, { sealKeys, prepare: (client) => checkView(known, client) });
  const state: State = {
    database,
    log,
    late,
    open,
    replica: open(),
    givenUp: new AbortController(),
    isUp: true,
    lagSeconds: null,
    levelAt: null,
    looking: undefined,
    statements: { replica: 0, database: 0 },
  };
  const timer = setInterval(() => look(state), interval).unref();
  look(state);
  return {
    db: { ...database, query: (text, values, signal) => query(state, text, values, signal) },
    about: ({ projectId, viewId, ...view }, work) =>
      calls.run(
        { key: `${viewId}:${projectId}`, projectId, viewId, mark: markOf(view), isOnDatabase: !state.isUp },
        work,
      ),
    async check() {
      await look(state);
      if (!state.isUp) throw problem("The replica of DATABASE_READ_URL does not answer; the database answers instead.");
      if (state.lagSeconds !== null && state.lagSeconds > late)
        throw problem(
          `The replica of DATABASE_READ_URL is ${inWords(state.lagSeconds)} behind; the database answers what it has not.`,
        );
    },
    figures: () => ({ isUp: state.isUp, lagSeconds: state.lagSeconds, statements: { ...state.statements } }),
    async close() {
      clearInterval(timer);
      await state.looking;
      state.givenUp.abort();
      // A frozen server answers nobody; its connections end with the process.
      await within(state.replica.close(), PATIENCE).catch(() => undefined);
    },
  };
}

const problem = (message: string): CodeindexError =>
  new CodeindexError("engine_unavailable", message, {}, ["Look at the replica, and at its pg_stat_wal_receiver."]);

function inWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}

/** The state of a view, in one word. */
function markOf({ generation, indexedAt, vectors }: ViewMark): string {
  return JSON.stringify([generation, indexedAt, vectors]);
}

/** Throws `Behind` where a connection leads to a server that has not got the view of the current call in its state. */
async function checkView(known: WeakMap<pg.PoolClient, Map<string, string>>, client: pg.PoolClient): Promise<void> {
  const call = calls.getStore();
  if (!call) return;
  let marks = known.get(client);
  if (!marks || marks.size > MOST_VIEWS) {
    marks = new Map();
    known.set(client, marks);
  }
  if (marks.get(call.key) === call.mark) return;
  const { rows } = await client.query<ViewMark>(VIEW_MARK, [call.projectId, call.viewId]);
  const mark = rows[0] === undefined ? "" : markOf(rows[0]);
  marks.set(call.key, mark);
  if (mark !== call.mark) throw new Behind();
}

/** Asks the replica, if the current call may; the database otherwise, and after a failure of the replica. */
async function query<Row extends object>(
  state: State,
  text: string,
  values?: readonly unknown[],
  signal?: AbortSignal,
): Promise<Row[]> {
  const { database, replica, givenUp, statements } = state;
  const call = calls.getStore();
  if (call && !call.isOnDatabase && state.isUp) {
    try {
      const rows = await unlessGivenUp(replica.query<Row>(text, values, signal), givenUp.signal, () => look(state));
      statements.replica++;
      return rows;
    } catch (error) {
      // The caller's own end, and a statement that takes too long, are the same on the database.
      if (error instanceof CodeindexError && (error.code === "cancelled" || error.code === "index_timeout"))
        throw error;
      call.isOnDatabase = true;
      if (!(error instanceof Behind)) {
        state.log.debug({ reason: String(error) }, "failed to read from the replica");
        look(state);
      }
    }
  }
  if (call) statements.database++;
  return database.query<Row>(text, values, signal);
}

/** The answer, or an error as soon as the replica is given up. `slow` is called where the answer takes its time. */
async function unlessGivenUp<T>(answer: Promise<T>, signal: AbortSignal, slow: () => unknown): Promise<T> {
  const timer = setTimeout(slow, SLOW);
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, failed) => {
    abort = () => failed(new Error("the replica was given up"));
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    letFail(answer);
  }
}

/** Looks whether the replica answers, and how far it is; those who ask meanwhile share the look. */
function look(state: State): Promise<void> {
  state.looking ??= lookNow(state).finally(() => {
    state.looking = undefined;
  });
  return state.looking;
}

interface Replayed {
  isLevel: boolean | null;
  seconds: number | null;
}

/**
 * How far the replica has come. `$1` is where the database's log ends: a server that is not a replica is level with it. By the database's clock, which both
 * times are of, the replica is behind by the age of the last transaction that it has replayed.
 */
const REPLAYED = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn else true end as "isLevel",
  extract(epoch from $2::timestamptz - pg_last_xact_replay_timestamp())::double precision as seconds`;

async function lookNow(state: State): Promise<void> {
  const started = performance.now();
  const end = await within(
    oneRow(
      state.database.query<{ lsn: string; now: string }>(
        "select pg_current_wal_lsn()::text as lsn, clock_timestamp() as now",
      ),
    ),
    PATIENCE,
  ).catch(() => null);
  let replayed: Replayed;
  try {
    replayed = await within(
      end === null
        ? state.replica.query("select 1").then(() => ({ isLevel: null, seconds: null }))
        : oneRow(state.replica.query<Replayed>(REPLAYED, [end.lsn, end.now])),
      PATIENCE,
    );
  } catch (error) {
    giveUp(state, error);
    return;
  }
  if (!state.isUp) state.log.info("reached the replica again");
  state.isUp = true;
  const wasLate = (state.lagSeconds ?? 0) > state.late;
  // A replica that has replayed nothing since its start does not tell: it is behind at least since it was first seen to be.
  const isUntold = replayed.isLevel === false && replayed.seconds === null && state.levelAt === null;
  if (replayed.isLevel || isUntold) state.levelAt = started;
  state.lagSeconds = lagOf(state, replayed, started);
  const isLate = (state.lagSeconds ?? 0) > state.late;
  if (isLate && !wasLate) state.log.warn({ seconds: Math.round(state.lagSeconds ?? 0) }, "the replica falls behind");
  if (wasLate && !isLate) state.log.info("the replica keeps up again");
}

/** A replica that was level once is behind since then; of another, the last transaction tells. */
function lagOf({ levelAt, lagSeconds }: State, { isLevel, seconds }: Replayed, now: number): number | null {
  if (isLevel === null) return lagSeconds;
  if (isLevel) return 0;
  if (levelAt !== null) return (now - levelAt) / 1000;
  return seconds === null ? null : Math.max(0, seconds);
}

/** Leaves the replica: waiting callers ask the database, and the replica's connections, which may hang, are not used again. */
function giveUp(state: State, error: unknown): void {
  if (state.isUp)
    state.log.warn({ reason: error instanceof Error ? error.message : String(error) }, "failed to reach the replica");
  state.isUp = false;
  state.lagSeconds = null;
  state.levelAt = null;
  state.givenUp.abort();
  state.givenUp = new AbortController();
  // Its server is away: connections that do not end now end with the process.
  letFail(state.replica.close());
  state.replica = state.open();
}

/** The result of some work, or an error where it takes longer. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    letFail(work);
  }
}
