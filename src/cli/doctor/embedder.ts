/** Checks the embedder. */
import { CodeindexError } from "../../base/errors.js";
import type { Config } from "../../config/config.js";
import { createEmbedderSource, embeddingSettings, refuseRemoteEmbedder } from "../../models/embedding/open.js";
import { type Finding, fail, ok, warn } from "./finding.js";

/** Requests a vector from the configured embedder. */
export async function checkEmbedder(config: Config): Promise<Finding> {
  // A model that is loaded into the process needs the longer time limit.
  const use = config.embeddingProvider === "transformers" ? "index" : "questions";
  try {
    await refuseRemoteEmbedder(config);
    const embedder = await createEmbedderSource(embeddingSettings(config), use)?.open();
    if (!embedder) return ok("vectors", "none: search goes by words and names");
    return ok("vectors", `${embedder.model}, ${embedder.dimensions} dimensions`);
  } catch (error) {
    if (!(error instanceof CodeindexError)) throw error;
    const finding = error.code === "configuration" ? fail : warn;
    return finding("vectors", error.message, error.suggestions.join(" "));
  }
}
