/** Models of Ollama: POST /api/embed. */
import { askProvider, type Patience, type Provider, ProviderError } from "../providers/request.js";
import type { TextModel } from "./remote.js";

/** Ollama handles the texts of a request one after the other, so a larger batch only takes longer to fail. */
const BATCH = 32;

/** A model served by Ollama. */
export function ollamaModel(
  provider: Provider,
  model: string,
  { patience, concurrency }: { patience: Patience; concurrency: number },
): TextModel {
  return {
    name: `ollama/${model}`,
    batchSize: BATCH,
    concurrency,
    async ask(input, signal) {
      const answer = await askProvider(provider, "/api/embed", { model, input, truncate: true }, patience, signal);
      const { embeddings } = (answer ?? {}) as { embeddings?: unknown };
      if (Array.isArray(embeddings)) return embeddings;
      throw new ProviderError(
        "nonsense",
        `${provider.name} answers without embeddings.`,
        `Check that ${provider.settings.url} is the address of Ollama, 0.3.4 or newer.`,
      );
    },
  };
}
