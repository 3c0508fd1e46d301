/** The dependencies of a process and whether they answer: for /ready of every process. */
import { CodeindexError } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import { toUserError } from "../base/user-error.js";
import type { Db } from "../store/db/db.js";
import { missingMigrations } from "../store/db/migrate.js";
import { checkWritable } from "../store/db/server.js";
import type { ReadReplica } from "../store/read-replica.js";

/** How long each part has to answer, in milliseconds: less than callers wait. */
const PATIENCE = 2000;

/** The state of a part: it answers, or the problem and the next step. */
export type PartState = { up: true; ms: number } | { up: false; code: string; message: string; suggestions: string[] };

export interface Readiness {
  /** The parts that do not answer. */
  down: (keyof Parts)[];
  parts: Parts;
}

interface Parts {
  /** Questions can be answered. */
  database: PartState & { kind: Db["kind"] };
  /** Changes can be written. */
  writes: PartState;
  migrations: PartState;
  queue: PartState;
  /** Answers are read from it where it has what they need. Absent where none is configured. */
  replica?: PartState;
}

export interface ReadinessSources {
  db: Db;
  /** Resolves when the queue answers; null where the process has none. */
  checkQueue: (() => Promise<void>) | null;
  /** Null or absent where none is configured. */
  replica?: Pick<ReadReplica, "check"> | null | undefined;
  log: Logger;
}

/** Checks all parts at once. Never throws, and takes little more than two seconds. */
export async function readReadiness({ db, checkQueue, replica: asked, log }: ReadinessSources): Promise<Readiness> {
  // The statement is cancelled shortly after the caller has given up on it.
  const signal = AbortSignal.timeout(PATIENCE + 500);
  const answering = part("database", db.query("select 1", [], signal), log);
  const [database, writes, migrations, queue, replica] = await Promise.all([
    answering,
    part("writes", checkWritable(db, signal), log),
    // By the connection that has answered: a server whose disk is full may grant no further one.
    part(
      "migrations",
      answering.then(() => checkMigrations(db, signal)),
      log,
    ),
    part("queue", checkQueue?.() ?? Promise.resolve(), log),
    asked && part("replica", asked.check(), log),
  ]);
  const parts: Parts = {
    database: { ...database, kind: db.kind },
    writes,
    migrations,
    queue,
    ...(replica && { replica }),
  };
  const names = Object.keys(parts) as (keyof Parts)[];
  return { down: names.filter((name) => parts[name]?.up === false), parts };
}

/** A database that a newer version has migrated still serves this one, as in a rolling update. */
async function checkMigrations(db: Db, signal: AbortSignal): Promise<void> {
  const missing = await missingMigrations(db, signal);
  if (missing.length > 0)
    throw new CodeindexError("configuration", `The database lacks ${missing.join(", ")}.`, {}, [
      "Run codeindex migrate with this version.",
    ]);
}

async function part(name: string, work: Promise<unknown>, log: Logger): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    const error = new CodeindexError("engine_unavailable", `The ${name} does not answer within ${PATIENCE / 1000} s.`);
    timer = setTimeout(() => failed(error), PATIENCE);
  });
  const started = performance.now();
  try {
    await Promise.race([work, late]);
    return { up: true, ms: Math.round(performance.now() - started) };
  } catch (error) {
    const { code, message, suggestions } = toUserError(error, log, { part: name });
    return { up: false, code, message, suggestions };
  } finally {
    clearTimeout(timer);
  }
}
