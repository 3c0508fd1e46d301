/** What operators see of a process: its metrics and traces, and a small port where it serves nothing else. */

import type { Logger } from "../base/log.js";
import { VERSION } from "../base/version.js";
import type { Config } from "../config/config.js";
import { listenForOperators } from "../http/ops.js";
import type { EmbedderSource } from "../models/embedding/source.js";
import type { IndexQueue } from "../queue/queue.js";
import type { Db } from "../store/db/db.js";
import type { Metrics } from "../telemetry/metrics.js";
import { startTracing } from "../telemetry/tracing.js";

/** Takes 60 ms to load, which is done while the database opens in its thread. */
const metricsModule = import("../telemetry/metrics.js");

export interface OperationsParts {
  role: "service" | "worker" | "watcher";
  config: Config;
  db: Db;
  queue: IndexQueue;
  /** The embedder of now; absent, or null: the process has none. */
  embedder?: () => EmbedderSource | null;
  log: Logger;
}

/** Starts to count and to trace; a worker and a watcher listen on `metricsPort`, if there is one. Must be closed. */
export async function openOperations({
  role,
  config,
  db,
  queue,
  embedder = () => null,
  log,
}: OperationsParts): Promise<{ metrics: Metrics; close(): Promise<void> }> {
  const stopTracing = await startTracing({ role, version: VERSION }, log);
  const { createMetrics } = await metricsModule;
  const metrics = createMetrics({ role, version: VERSION, db, depth: () => queue.depth(), embedder });
  const closeCounting = async (): Promise<void> => {
    metrics.close();
    await stopTracing();
  };
  try {
    const sources = { db, log, metrics, checkQueue: () => queue.check() };
    const server = role === "service" ? null : await listenForOperators(config, sources);
    if (server) log.info({ url: server.url }, "metrics are served");
    return {
      metrics,
      async close() {
        await server?.close();
        await closeCounting();
      },
    };
  } catch (error) {
    await closeCounting();
    throw error;
  }
}
