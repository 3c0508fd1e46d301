/** Assembles a process that builds what it is asked for and ends: it answers no question and follows no change. */
import { VERSION } from "../base/version.js";
import type { Config } from "../config/config.js";
import { startTracing } from "../telemetry/tracing.js";
import { type Closings, closeAll } from "./closings.js";
import { type IndexingParts, openIndexing } from "./indexing-parts.js";
import { openPresence } from "./presence.js";

/** The parts that index, and what undoes them. Throws CodeindexError where they cannot start. */
export async function createBuilder(
  config: Config,
): Promise<Pick<IndexingParts, "indexing" | "projects"> & { close(): Promise<void> }> {
  const closings: Closings = [];
  const close = () => closeAll(closings);
  try {
    const { log, db, indexing, doesIndex, projects } = await openIndexing(config, closings, { inThisThread: true });
    closings.push(await startTracing({ role: "service", version: VERSION }, log));
    closings.push(() => indexing.close());
    const self = doesIndex ? await openPresence(db, { role: "worker", clonesDir: config.clonesDir }, log) : null;
    closings.push(async () => self?.close());
    await indexing.begin({ alone: db.kind === "pglite" });
    return { indexing, projects, close };
  } catch (error) {
    await close();
    throw error;
  }
}
