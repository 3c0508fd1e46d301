/** The telemetry of a process: its metrics and traces, and a small port for them where it has no other. */
import type { Logger } from "../base/log.js";
import type { MemoryBudget } from "../base/memory-budget.js";
import { VERSION } from "../base/version.js";
import type { Config } from "../config/config.js";
import { listenForOperators } from "../http/operations-port.js";
import type { EmbedderSource } from "../models/embedding/source.js";
import type { JobQueue } from "../queue/queue-types.js";
import type { Db } from "../store/db/db.js";
import type { ReadReplica } from "../store/read-replica.js";
import type { Metrics } from "../telemetry/metrics.js";
import { startTracing } from "../telemetry/tracing.js";
import { warnOfClocksApart } from "./clock-warning.js";

/** Loading takes 60 ms, so it runs while the database opens in its thread. */
const metricsModule = import("../telemetry/metrics.js");

export interface TelemetryParts {
  role: "service" | "worker" | "watcher";
  config: Config;
  db: Db;
  queue: JobQueue;
  /** The memory that indexes take in the process; absent where it keeps none. */
  memory?: () => MemoryBudget;
  /** The replica that answers are read from; null or absent where there is none. */
  replica?: ReadReplica | null;
  /** The current embedder; absent, or null, where the process has none. */
  embedder?: () => EmbedderSource | null;
  log: Logger;
}

/** Starts metrics and traces; a worker or a watcher also listens on `metricsPort`, if it is set. Must be closed. */
export async function startTelemetry({
  role,
  config,
  db,
  queue,
  memory,
  replica = null,
  embedder = () => null,
  log,
}: TelemetryParts): Promise<{ metrics: Metrics; close(): Promise<void> }> {
  const stopTracing = await startTracing({ role, version: VERSION }, log);
  const { createMetrics } = await metricsModule;
  const metrics = createMetrics({
    role,
    version: VERSION,
    db,
    depth: () => queue.depth(),
    replica,
    embedder,
    ...(memory && { memory }),
  });
  const stopWarning = warnOfClocksApart(db, log);
  const closeCounting = async (): Promise<void> => {
    stopWarning();
    metrics.close();
    await stopTracing();
  };
  try {
    const sources = { db, log, metrics, checkQueue: () => queue.check() };
    const server = role === "service" ? null : await listenForOperators(config, sources);
    if (server) log.info({ url: server.url }, "serving metrics");
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
