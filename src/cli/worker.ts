/** `worker`: indexes queued jobs until it is stopped. */
import { once } from "node:events";
import { type Flags, readConfig } from "../config/config.js";
import { stopSignal } from "./stop.js";

/** Takes jobs until a signal stops it. */
export async function work(flags: Flags): Promise<void> {
  const config = readConfig(flags);
  const stop = stopSignal();
  const { createWorker } = await import("../processes/worker.js");
  const worker = await createWorker(config);
  worker.log.info("taking jobs");
  try {
    if (!stop.aborted) await once(stop, "abort");
  } finally {
    await worker.close();
  }
}
