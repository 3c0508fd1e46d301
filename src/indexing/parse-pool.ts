/** The parse threads: a pool that takes batches of files and gives what can be known of each alone. */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { followLoading } from "../base/loading-threads.js";
import { threadFile } from "../base/package.js";
import type { Config } from "../config/config.js";
import { reviveBytes } from "./batch-bytes.js";
import { FILE_TIME } from "./build-budget.js";
import type { CarriedFiles } from "./carried-files.js";
import { createProgress, watchFiles } from "./file-watch.js";
import type { HashedFile, ParsedBatch, ParseRequest } from "./parsed-batch.js";

export interface ParsePool {
  readonly threads: number;
  /** Starts a thread, which takes half a second, before there is work. The others start with the second batch: a small repository has only one. */
  warm(): void;
  /** Reads and hashes files, without parsing them. */
  hash(request: ParseRequest, signal: AbortSignal): Promise<HashedFile[]>;
  /** Reads and packs files, for a process that does not see their folder. */
  carry(request: ParseRequest, signal: AbortSignal): Promise<CarriedFiles>;
  /**
   * Parses files. Where one takes longer than `fileTime`, nothing comes of the batch but that file's number (`stuckAt`). One that takes a thread for
   * long comes back before its end (`rest`).
   */
  parse(request: ParseRequest, signal: AbortSignal): Promise<ParsedBatch>;
  /** Ends the threads if none has work: their heaps are of no use to what comes after a large build's parsing. They start again with the next batch. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Threads start when the first batch comes and end when they were idle for `idleMs`: their grammars and trees cost memory.
 *
 * A thread is never ended in native code: stopped while it reads its input, or while it loads its grammars, that takes the process with it ("terminate
 * called after throwing an instance of 'Napi::Error'"; one in 120 threads that were ended while they loaded). So a pool closes once its threads have
 * loaded, and the batches of a cancelled build end before their next file. Only a thread that one file keeps busy beyond its time is stopped, outside
 * of native code (file-watch.ts); another takes its place.
 */
export function createParsePool({ threads, idleMs = 30_000 }: { threads: number; idleMs?: number }): ParsePool {
  const loadedOf = new WeakMap<Piscina, () => Promise<void>>();
  let pool = open();
  let underWay = 0;
  /** Resolves when the thread that was started before there was work is free. */
  let starting: Promise<unknown> = Promise.resolve();

  function open(): Piscina {
    const opened = new Piscina({
      filename: fileURLToPath(threadFile("parse-batch")),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      concurrentTasksPerWorker: 1,
      // A thread that sleeps on a lock between batches never gets to free the syntax trees that its garbage collector gave up.
      atomics: "disabled",
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 },
    });
    loadedOf.set(opened, followLoading(opened));
    // Told when a thread dies that has nothing to do. A pool one of whose threads died while it started starts no more, and its tasks would
    // wait for ever: they fail, and another pool takes its place.
    opened.once("error", () => {
      opened.on("error", () => undefined);
      if (pool === opened) pool = open();
      void whenLoaded(opened).then(() => opened.destroy());
    });
    return opened;
  }

  const whenLoaded = async (opened: Piscina): Promise<void> => loadedOf.get(opened)?.();

  async function closePool(opened: Piscina): Promise<void> {
    await whenLoaded(opened);
    await opened.close();
  }

  async function run<Result>(
    request: ParseRequest,
    name: "hashBatch" | "parseBatch" | "carryBatch",
    signal: AbortSignal,
    stuck: AbortSignal | null = null,
  ): Promise<Result> {
    signal.throwIfAborted();
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const tell = () => void Atomics.store(stop, 0, 1);
    signal.addEventListener("abort", tell, { once: true });
    underWay++;
    try {
      // Piscina starts another thread for a task that comes before the first one is free.
      if (underWay === 1) await starting;
      const result: Result = await pool.run({ ...request, stop }, { name, signal: stuck }).catch((error) => {
        startThread();
        throw error;
      });
      signal.throwIfAborted();
      return result;
    } finally {
      underWay--;
      signal.removeEventListener("abort", tell);
    }
  }

  /** Starts a thread. A pool that lost one starts another for its next task only; the tasks that wait already would wait on. */
  function startThread(): void {
    // A thread that cannot start is told of by the first batch that needs it.
    starting = pool.run(NOTHING, { name: "hashBatch" }).catch(() => undefined);
  }

  async function parseWatched(request: ParseRequest, signal: AbortSignal): Promise<ParsedBatch> {
    const progress = createProgress();
    const stuck = new AbortController();
    let stuckAt: number | undefined;
    const endWatch = watchFiles(progress, request.fileTime, (file) => {
      stuckAt = file;
      stuck.abort();
    });
    try {
      return reviveBytes(await run<ParsedBatch>({ ...request, progress }, "parseBatch", signal, stuck.signal));
    } catch (error) {
      signal.throwIfAborted();
      if (stuckAt === undefined) throw error;
      return { outcomes: [], segments: [], worked: request.fileTime, stuckAt };
    } finally {
      endWatch();
    }
  }

  return {
    threads,
    warm: startThread,
    async hash(request, signal) {
      const files = await run<HashedFile[]>(request, "hashBatch", signal);
      return files.map((file) => ({ ...file, hash: file.hash && Buffer.from(file.hash) }));
    },
    carry: (request, signal) => run<CarriedFiles>(request, "carryBatch", signal),
    async parse(request, signal) {
      return parseWatched(request, signal);
    },
    async rest() {
      if (underWay > 0) return;
      const resting = pool;
      pool = open();
      await closePool(resting);
    },
    close: () => closePool(pool),
  };
}

const NOTHING: ParseRequest = {
  root: "",
  maxFileSize: 0,
  chunkSize: 1,
  masksSecrets: true,
  fileTime: FILE_TIME.first,
  files: [],
};

const MOST_THREADS = 4;

/** The database and the indexer have a thread each; parsing takes what is left of the cores: `least` threads at least, two where they are all there are. */
export function parseThreads(config: Pick<Config, "parseThreads">, least = 2): number {
  if (config.parseThreads > 0) return config.parseThreads;
  return Math.max(least, Math.min(MOST_THREADS, availableParallelism() - 1));
}
