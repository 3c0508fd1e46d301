/** The indexer as the service sees it: runs builds in the indexer's thread, or behind a port in this one. */
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { CodeindexError } from "../base/errors.js";
import { type Logger, logFields } from "../base/log.js";
import { threadFile } from "../base/package.js";
import type { BuildSummary } from "../store/jobs.js";
import type { BuildProgress, BuildRequest } from "./build.js";
import { NoRoom } from "./build-memory.js";
import type { Indexer } from "./indexer.js";
import type { IndexerDatabase, IndexerReport, IndexerRequest, IndexerThreadData } from "./indexer-thread.js";

interface Run {
  onProgress: (progress: BuildProgress) => void;
  done: (summary: BuildSummary) => void;
  failed: (error: Error) => void;
}

export interface IndexerClient extends Indexer {
  /** Says where the indexer finds its database; before the first build. */
  connect(database: () => IndexerDatabase): void;
}

export interface IndexerClientOptions {
  /** Whether builds run in this thread, which has nobody to answer: another one would load its code and grow its heap once more. */
  inThisThread?: boolean;
}

/**
 * Starts the thread at once, so that it loads its code while the database opens. One that dies fails its builds with `index_error`, which may
 * be tried again; the next starts another.
 */
export function createIndexerClient(
  workerData: IndexerThreadData,
  log: Logger,
  { inThisThread = false }: IndexerClientOptions = {},
): IndexerClient {
  let worker: Worker | MessagePort | undefined;
  let database: (() => IndexerDatabase) | undefined;
  /** The end of the thread, once `close` asked for it: from then on no thread is started. */
  let closing: Promise<void> | undefined;
  let lastRun = 0;
  const runs = new Map<number, Run>();

  function thread(): Worker | MessagePort {
    if (worker) return worker;
    const fail = (error: unknown) => log.error({ err: error }, "failed to run the indexer's thread");
    const started = inThisThread ? startHere(workerData, fail) : startThread(workerData);
    started.on("message", hear);
    started.on("error", fail);
    started.on(inThisThread ? "close" : "exit", () => {
      if (worker === started) worker = undefined;
      for (const [id, run] of runs) {
        runs.delete(id);
        run.failed(new CodeindexError("index_error", "The indexer stopped in the middle of the build."));
      }
    });
    worker = started;
    if (database) introduce(started, database());
    return started;
  }

  function introduce(to: Worker | MessagePort, found: IndexerDatabase): void {
    to.postMessage({ connect: found } satisfies IndexerRequest, "databaseUrl" in found ? [] : [found]);
  }

  function hear(report: IndexerReport): void {
    if ("closed" in report) return;
    const run = runs.get(report.run);
    if (!run) return;
    if ("progress" in report) {
      run.onProgress(report.progress);
      return;
    }
    runs.delete(report.run);
    if ("summary" in report) run.done(report.summary);
    else if ("hasNoRoom" in report) run.failed(new NoRoom());
    else if ("error" in report)
      run.failed(new CodeindexError(report.error.code, report.error.message, report.error.context));
    else run.failed(new CodeindexError("cancelled", "The build was cancelled."));
  }

  const send = (request: IndexerRequest): void => worker?.postMessage(request);

  function end(options: { finish: boolean }): Promise<void> {
    const ending = worker;
    if (!ending) return Promise.resolve();
    const ended = new Promise<void>((done) => ending.on(inThisThread ? "close" : "exit", () => done()));
    send({ close: options });
    return ended;
  }

  thread();
  return {
    connect(found) {
      database = found;
      if (closing) return;
      if (worker) introduce(worker, found());
      else thread();
    },
    run(request: BuildRequest, { signal, onProgress }) {
      if (closing) return Promise.reject(new CodeindexError("index_error", "The indexer is closed."));
      return new Promise((done, failed) => {
        const id = ++lastRun;
        const cancel = () => send({ cancel: id });
        const end = () => signal.removeEventListener("abort", cancel);
        runs.set(id, {
          onProgress,
          done: (summary) => {
            end();
            done(summary);
          },
          failed: (error) => {
            end();
            failed(error);
          },
        });
        thread();
        send({ run: id, request, fields: logFields() });
        if (signal.aborted) cancel();
        else signal.addEventListener("abort", cancel, { once: true });
      });
    },
    close(options) {
      closing ??= end(options);
      return closing;
    },
  };
}

function startThread(workerData: IndexerThreadData): Worker {
  return new Worker(threadFile("indexer-thread"), { workerData, resourceLimits: { maxYoungGenerationSizeMb: 16 } });
}

/** Loads the indexer into this thread; the port takes messages from the start. */
function startHere(data: IndexerThreadData, failed: (error: unknown) => void): MessagePort {
  const { port1: near, port2: far } = new MessageChannel();
  import("./indexer-thread.js")
    .then(({ runIndexer }) => runIndexer(far, data))
    .catch((error) => {
      failed(error);
      far.close();
    });
  return near;
}
