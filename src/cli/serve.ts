/** `serve`: the database opens in its thread while this one loads what answers, which takes as long. */
import { type Flags, readConfig } from "../config/config.js";
import { beginIndexing } from "../processes/indexing-parts.js";
import { stopSignal } from "./stop.js";

/** Serves until a signal, or until nobody has asked for as long as the settings say. */
export async function serve(flags: Flags): Promise<void> {
  const config = readConfig(flags);
  const stopped = stopSignal();
  const opening = beginIndexing(config);
  const { serveApp } = await import("./serving.js");
  await serveApp(config, opening, stopped);
}
