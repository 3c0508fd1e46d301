/** The embedder that is configured. */
import type { Config } from "../config.js";
import { openBuiltinEmbedder } from "./builtin.js";
import type { Embedder } from "./embedder.js";

/** What decides which embedder there is: settings that can be handed to another thread. */
export type EmbeddingSettings = Pick<Config, "embeddingProvider">;

/** Those of a configuration. */
export function embeddingSettings({ embeddingProvider }: Config): EmbeddingSettings {
  return { embeddingProvider };
}

/** Opens the configured embedder; null where there is to be none. */
export async function openEmbedder({ embeddingProvider }: EmbeddingSettings): Promise<Embedder | null> {
  return embeddingProvider === "none" ? null : openBuiltinEmbedder();
}
