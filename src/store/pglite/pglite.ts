/**
 * PGlite, in a worker thread, as a `Db`.
 *
 * `pg` speaks to it over message ports, which nobody outside the process can open. Any thread can connect: the one that opened the
 * database gives it a control port, and `connectPglite` asks through that for the ports of its connections.
 *
 * When the database thread dies (a trap in WebAssembly, a full disk), what was asked fails with `engine_unavailable`, and another thread is
 * opened after 0.1 s, 0.2 s, … at most 10 s. PostgreSQL recovers from its log as after any crash.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { CodeindexError } from "../../base/errors.js";
import { threadFile } from "../../base/package.js";
import type { Db } from "../db/db.js";
import { createPoolDb } from "../db/pool.js";
import { createSeal, type Seal, type SealKeys } from "../db/seal.js";
import { expectSpace, startError } from "../db/start-error.js";
import { lockDataDir } from "./data-dir.js";
import type { WorkerReport, WorkerRequest } from "./pglite-worker.js";
import { createPortStream } from "./port-stream.js";
import { templateUrl, unpackTemplate } from "./template.js";

const REOPEN_MILLISECONDS = { first: 100, most: 10_000 };

export interface EngineStatus {
  up: boolean;
  /** ISO 8601: since when. */
  since: string;
  /** Why it is down. */
  error?: string;
}

export interface PgliteDb extends Db {
  status(): EngineStatus;
  /** A port for another thread's `connectPglite`. */
  controlPort(): MessagePort;
  /** A stream for a `pg` client of one's own: `new pg.Pool({ stream: db.openStream })`. */
  openStream(): ReturnType<typeof createPortStream>;
}

/** Message of a thread over its control port. */
interface ConnectRequest {
  connect: MessagePort;
}

export interface PgliteOptions {
  /** false: makes the database from nothing, without the template of the build. */
  useTemplate?: boolean;
  /** Keys that some columns are encrypted with. */
  sealKeys?: SealKeys;
}

const folderOf = (dataDir: string): string => join(dataDir, "db");

/** Whether `dataDir` has a database. */
export const hasDatabase = (dataDir: string): boolean => existsSync(folderOf(dataDir));

/** Opens (creates) the database below `dataDir` and holds the folder's lock until it is closed. Throws `data_dir_in_use`. */
export async function createPglite(
  dataDir: string,
  { useTemplate = true, sealKeys }: PgliteOptions = {},
): Promise<PgliteDb> {
  let lost: () => void = () => undefined;
  const directory = folderOf(dataDir);
  const isNew = !existsSync(directory);
  if (isNew) expectSpace(dataDir);
  const unlock = await lockDataDir(dataDir, { onLost: () => lost() }).catch((error) => {
    throw startError(error, dataDir, isNew);
  });
  try {
    rmSync(`${directory}.partial`, { recursive: true, force: true });
    if (!existsSync(directory) && !(useTemplate && unpackTemplate(templateUrl(), directory))) {
      await makeDatabase(directory);
    }
    const { db, abandon } = await openPglite(directory, unlock, createSeal(sealKeys));
    lost = abandon;
    return db;
  } catch (error) {
    unlock();
    throw startError(error, directory, isNew);
  }
}

/** From nothing. A folder that is interrupted here is not taken for a database. */
async function makeDatabase(directory: string): Promise<void> {
  const worker = await startWorker(`${directory}.partial`);
  await stopWorker(worker);
  renameSync(`${directory}.partial`, directory);
}

/** A thread whose database is open. */
async function startWorker(directory: string): Promise<Worker> {
  const worker = new Worker(threadFile("pglite-worker"), {
    workerData: { directory },
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  await new Promise<void>((resolve, reject) => {
    worker.on("message", (report: WorkerReport) => {
      if ("ready" in report) resolve();
      else reject(new CodeindexError("engine_unavailable", `The database could not be opened: ${report.failed}`));
    });
    worker.on("error", reject);
    worker.on("exit", () => reject(new CodeindexError("engine_unavailable", "The database could not be opened.")));
  });
  worker.removeAllListeners();
  return worker;
}

function stopWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.postMessage({ close: true } satisfies WorkerRequest);
  });
}

/** `abandon` leaves the database to another process, at once and without a last word. */
async function openPglite(
  directory: string,
  unlock: () => void,
  seal: Seal,
): Promise<{ db: PgliteDb; abandon: () => void }> {
  let worker: Worker | undefined;
  let status: EngineStatus = { up: false, since: new Date().toISOString() };
  let isClosing = false;
  let reopening: NodeJS.Timeout | undefined;
  const controls = new Set<MessagePort>();

  function adopt(opened: Worker): void {
    worker = opened;
    status = { up: true, since: new Date().toISOString() };
    let reason = "The database thread ended.";
    opened.on("message", (report: WorkerReport) => {
      if ("failed" in report) reason = report.failed;
    });
    opened.on("error", (error: Error) => {
      reason = error.message;
    });
    opened.on("exit", () => {
      worker = undefined;
      if (isClosing) return;
      status = { up: false, since: new Date().toISOString(), error: reason };
      reopen(REOPEN_MILLISECONDS.first);
    });
  }

  function reopen(delay: number): void {
    reopening = setTimeout(async () => {
      try {
        const opened = await startWorker(directory);
        if (isClosing) await stopWorker(opened);
        else adopt(opened);
      } catch (error) {
        status = { ...status, error: error instanceof Error ? error.message : String(error) };
        if (!isClosing) reopen(Math.min(delay * 2, REOPEN_MILLISECONDS.most));
      }
    }, delay);
  }

  /** Joins a port to the database; while that is down the port is closed, which the other end sees as a lost connection. */
  function attach(port: MessagePort): void {
    if (worker) worker.postMessage({ connect: port } satisfies WorkerRequest, [port]);
    else port.close();
  }

  adopt(await startWorker(directory));
  const openStream = () => createPortStream(attach);
  const db = createPoolDb({
    kind: "pglite",
    seal,
    config: { ...POOL, stream: openStream },
    async closed() {
      isClosing = true;
      clearTimeout(reopening);
      for (const port of controls) port.close();
      if (worker) await stopWorker(worker);
      unlock();
    },
  });
  return {
    db: {
      ...db,
      status: () => status,
      openStream,
      controlPort() {
        const { port1: here, port2: there } = new MessageChannel();
        controls.add(here);
        here.on("message", ({ connect }: ConnectRequest) => attach(connect));
        here.on("close", () => controls.delete(here));
        here.unref();
        return there;
      },
    },
    abandon() {
      isClosing = true;
      clearTimeout(reopening);
      void worker?.terminate();
      worker = undefined;
      status = { up: false, since: new Date().toISOString(), error: "Another process has taken the data folder over." };
    },
  };
}

const POOL = {
  max: 6,
  user: "postgres",
  database: "postgres",
  connectionTimeoutMillis: 30_000,
  allowExitOnIdle: false,
};

/** A `Db` in another thread than the one that opened PGlite: `port` is a `controlPort()` that was sent here. Closing it closes the port. */
export function connectPglite(port: MessagePort, sealKeys?: SealKeys): Db & Pick<PgliteDb, "openStream"> {
  const openStream = () =>
    createPortStream((connect) => port.postMessage({ connect } satisfies ConnectRequest, [connect]));
  const db = createPoolDb({
    kind: "pglite",
    seal: createSeal(sealKeys),
    config: { ...POOL, stream: openStream },
    closed: async () => port.close(),
  });
  return { ...db, openStream };
}
