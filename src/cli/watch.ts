/** `watch`: follows the changes of all projects until it is stopped. */
import { once } from "node:events";
import { type Flags, readConfig } from "../config/config.js";
import { stopSignal } from "./stop.js";

/** A stop that takes longer, because a server does not answer, is cut off, in milliseconds. */
const PATIENCE = 5000;

/** Watches until a signal stops it. */
export async function watchAll(flags: Flags): Promise<void> {
  const config = readConfig(flags);
  const stop = stopSignal();
  const { createWatcher } = await import("../processes/watcher.js");
  const watcher = await createWatcher(config);
  watcher.log.info("watching for changes");
  try {
    if (!stop.aborted) await once(stop, "abort");
  } finally {
    setTimeout(() => process.exit(), PATIENCE).unref();
    await watcher.close();
  }
}
