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

type Thread = Worker | MessagePort;

interface Run {
  by: Thread;
  onProgress: (progress: BuildProgress) => void;
  done: (summary: BuildSummary) => void;
  failed: (error: Error) => void;
}

export interface IndexerClient extends Indexer {
  /** Says where the indexer finds its database; before the first build. */
  connect(database: () => IndexerDatabase): void;
  /** Says that there may be something to do beside builds: a thread that rests is started. */
  wake(): void;
}

export interface IndexerClientOptions {
  /** Whether the thread starts at once, and one that parses: they load their code while the database opens. Else the first build starts them. */
  ahead?: boolean;
  /** Whether builds run in this thread, which has nobody to answer: another one would load its code and grow its heap once more. */
  inThisThread?: boolean;
}

/**
 * A thread that dies fails its builds with `index_error`, which may be tried again; the next starts another. One that had nothing to do for a while is
 * closed, which gives back a fifth of a service's memory.
 */
export function createIndexerClient(
  workerData: IndexerThreadData,
  log: Logger,
  { ahead = false, inThisThread = false }: IndexerClientOptions = {},
): IndexerClient {
  let worker: Thread | undefined;
  let database: (() => IndexerDatabase) | undefined;
  /** The end of all threads, once `close` asked for it: from then on no thread is started. */
  let closing: Promise<void> | undefined;
  let lastRun = 0;
  const runs = new Map<number, Run>();
  /** When each of the threads that live has ended: the worker, and those that are about to rest. */
  const ends = new Map<Thread, Promise<void>>();

  function thread(): Thread {
    if (worker) return worker;
    const fail = (error: unknown) => log.error({ err: error }, "failed to run the indexer's thread");
    const data = { ...workerData, isAhead: database === undefined };
    const started = inThisThread ? startHere(data, fail) : startThread(data);
    started.on("message", (report: IndexerReport) => ("rest" in report ? letRest(started) : hear(report)));
    started.on("error", fail);
    const end = new Promise<void>((ended) => void started.on(inThisThread ? "close" : "exit", ended));
    ends.set(
      started,
      end.then(() => gone(started)),
    );
    worker = started;
    if (database) introduce(started, database());
    return started;
  }

  function gone(ended: Thread): void {
    ends.delete(ended);
    if (worker === ended) worker = undefined;
    for (const [id, run] of runs) {
      if (run.by !== ended) continue;
      runs.delete(id);
      run.failed(new CodeindexError("index_error", "The indexer stopped in the middle of the build."));
    }
  }

  /** Closes a thread that asked for it, unless a build was handed to it meanwhile. */
  function letRest(resting: Thread): void {
    if (worker !== resting || runs.size > 0) return;
    worker = undefined;
    resting.postMessage({ close: { finish: true } } satisfies IndexerRequest);
  }

  function hear(report: Exclude<IndexerReport, { rest: true }>): void {
    if ("closed" in report) return;
    const run = runs.get(report.run);
    if (!run) return;
    if ("progress" in report) {
      run.onProgress(report.progress);
      return;
    }
    runs.delete(report.run);
    settle(run, report);
  }

  const send = (request: IndexerRequest): void => worker?.postMessage(request);

  async function endAll(options: { finish: boolean }): Promise<void> {
    send({ close: options });
    await Promise.all(ends.values());
  }

  if (ahead) thread();
  return {
    connect(found) {
      database = found;
      if (worker && !closing) introduce(worker, found());
    },
    async run(request: BuildRequest, { signal, onProgress }) {
      if (closing) throw new CodeindexError("index_error", "The indexer is closed.");
      const id = ++lastRun;
      const summary = new Promise<BuildSummary>((done, failed) => {
        runs.set(id, { by: thread(), onProgress, done, failed });
      });
      const cancel = () => send({ cancel: id });
      send({ run: id, request, fields: logFields() });
      if (signal.aborted) cancel();
      else signal.addEventListener("abort", cancel, { once: true });
      try {
        return await summary;
      } finally {
        signal.removeEventListener("abort", cancel);
      }
    },
    wake() {
      if (database && !closing) thread();
    },
    close: (options) => (closing ??= endAll(options)),
  };
}

function introduce(to: Thread, found: IndexerDatabase): void {
  to.postMessage({ connect: found } satisfies IndexerRequest, "databaseUrl" in found ? [] : [found]);
}

/** Ends a run as its thread says. */
function settle(run: Run, report: Exclude<IndexerReport, { rest: true } | { closed: true }>): void {
  if ("summary" in report) run.done(report.summary);
  else if ("hasNoRoom" in report) run.failed(new NoRoom());
  else if ("error" in report)
    run.failed(new CodeindexError(report.error.code, report.error.message, report.error.context));
  else run.failed(new CodeindexError("cancelled", "The build was cancelled."));
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
