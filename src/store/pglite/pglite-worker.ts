/** The database thread: opens PGlite and serves connections that come as message ports. */
import { setImmediate } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";
import { present } from "../../base/need.js";
import { createBridge } from "./bridge.js";
import { countJumpsShort, countJumpsWhole } from "./tiering.js";
import { simpleQuery } from "./wire.js";

/** Messages of the main thread. */
export type WorkerRequest = { connect: MessagePort } | { close: true };
/** Messages to the main thread. */
export type WorkerReport = { ready: true } | { failed: string };

/** Write-ahead log after which its pages are written back: single-user PostgreSQL has no background process that would. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
/** How much must come in before the log's size is asked for, and kept plans are thrown away. */
const CHECK_AFTER_BYTES = 4 * 1024 * 1024;

/** Settings of the session. Small shared buffers: the operating system caches the files anyway, and 128 MB would stay resident. */
const SETTINGS = {
  search_path: "public,bullmq",
  shared_buffers: "16MB",
  work_mem: "16MB",
  maintenance_work_mem: "48MB",
  temp_buffers: "4MB",
  wal_buffers: "1MB",
  min_wal_size: "32MB",
  max_wal_size: "64MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "4",
  // kept-statements.ts says for which statements it changes.
  plan_cache_mode: "force_custom_plan",
  jit: "off",
  log_checkpoints: "off",
  exit_on_error: "false",
  io_method: "sync",
  max_worker_processes: "0",
  max_parallel_workers: "0",
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
};

const START = ["--single", "-F", "-O", "-j", ...Object.entries(SETTINGS).flatMap(([k, v]) => ["-c", `${k}=${v}`])];

const main = present(parentPort);

/**
 * Makes WebAssembly modules start one after the other, each a turn of the event loop after the one before; gives what undoes that.
 *
 * PGlite loads the libraries of its extensions side by side. When the first is linked, the linker settles every symbol that it has met and not
 * found yet, those of the second library among them, as missing; the first call of one then ends in "null function or function
 * signature mismatch", or never ends. (With two extensions on a busy machine: one start in ten; this way: none in forty.)
 */
function instantiateInTurn(): () => void {
  const { WebAssembly: engine } = globalThis as unknown as {
    WebAssembly: { instantiate: (source: unknown, imports?: unknown) => Promise<unknown> };
  };
  const original = engine.instantiate;
  let last: Promise<unknown> = Promise.resolve();
  engine.instantiate = (source, imports) => {
    const result = last.then(() => {
      countJumpsWhole();
      return original(source, imports).finally(countJumpsShort);
    });
    last = result.then(
      () => setImmediate(),
      () => undefined,
    );
    return result;
  };
  return () => {
    engine.instantiate = original;
  };
}

/** The database cannot go on (a trap, a PANIC): the thread ends, and the main thread opens another. */
function lose(error: unknown): never {
  main.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies WorkerReport);
  process.exit(1);
}

const restoreInstantiate = instantiateInTurn();
const pglite = await PGlite.create({
  dataDir: (workerData as { directory: string }).directory,
  extensions: { vector, pg_trgm },
  relaxedDurability: true,
  startParams: START,
  // 16 MB, the default, would be most of a new database.
  initDbStartParams: ["--wal-segsize=4"],
}).catch(lose);
restoreInstantiate();

// PGlite goes on after exceptions that it does not know. After one, nothing that this instance says can be trusted.
const engine = pglite.Module as unknown as { _PostgresMainLoopOnce(): void };
const { POSTGRES_MAIN_LONGJMP: longjmp } = pglite as unknown as { POSTGRES_MAIN_LONGJMP: number };
const loopOnce = engine._PostgresMainLoopOnce;
engine._PostgresMainLoopOnce = () => {
  try {
    loopOnce();
  } catch (error) {
    if ((error as { status?: number }).status === longjmp) throw error;
    lose(error);
  }
};

/** Runs messages. The raw stream is used because it alone neither parses nor keeps the answer; the call itself is synchronous. */
function run(bytes: Uint8Array): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (data) => chunks.push(data.slice()) }).catch(lose);
  return chunks;
}

function value(sql: string): string {
  const rows = Buffer.concat(run(simpleQuery(sql)));
  // RowDescription, then DataRow: type, length, a count, the value's length and the value.
  const row = 1 + rows.readInt32BE(1);
  return rows.toString("utf8", row + 11, row + 11 + rows.readInt32BE(row + 7));
}

const logPosition = (): number => Number(value("select pg_current_wal_insert_lsn() - '0/0'"));

let checkpointed = logPosition();
let unchecked = 0;

const bridge = createBridge({
  serverVersion: value("show server_version"),
  run,
  idle(bytesIn) {
    unchecked += bytesIn;
    if (unchecked < CHECK_AFTER_BYTES) return;
    unchecked = 0;
    // Those that are kept were made when there was less (kept-statements.ts).
    run(simpleQuery("discard plans"));
    if (logPosition() - checkpointed < CHECKPOINT_BYTES) return;
    run(simpleQuery("checkpoint"));
    checkpointed = logPosition();
  },
});

main.on("message", (request: WorkerRequest) => {
  if ("connect" in request) {
    bridge.connect(request.connect);
    return;
  }
  pglite.close().then(() => process.exit(0), lose);
});

countJumpsWhole();
main.postMessage({ ready: true } satisfies WorkerReport);
