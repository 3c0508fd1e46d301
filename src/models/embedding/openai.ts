/** Models of OpenAI, and of the services with the same API: POST /embeddings. */
import { askProvider, type Patience, type Provider, ProviderError } from "../providers/request.js";
import type { TextModel } from "./remote.js";

/** A model of a service with that API. `dimensions` shortens its vectors; null leaves them as they are. */
export function openaiModel(
  provider: Provider,
  model: string,
  {
    patience,
    concurrency,
    batchSize,
    dimensions,
  }: { patience: Patience; concurrency: number; batchSize: number; dimensions: number | null },
): TextModel {
  return {
    name: `openai/${model}`,
    batchSize,
    concurrency,
    async ask(input, signal) {
      const body = { model, input, ...(dimensions !== null && { dimensions }) };
      const { data } = ((await askProvider(provider, "/embeddings", body, patience, signal)) ?? {}) as {
        data?: unknown;
      };
      if (!Array.isArray(data))
        throw new ProviderError(
          "nonsense",
          `${provider.name} answers without data.`,
          `Check that ${provider.settings.url} is the address of such an API, its version included.`,
        );
      return rowsOf(data);
    },
  };
}

/** The rows in the order of their texts; services may return them in any order. */
function rowsOf(data: readonly unknown[]): unknown[] {
  const rows: unknown[] = [];
  for (const [place, each] of data.entries()) {
    const { index, embedding } = (each ?? {}) as { index?: unknown; embedding?: unknown };
    const position =
      Number.isInteger(index) && (index as number) >= 0 && (index as number) < data.length ? index : place;
    rows[position as number] = embedding;
  }
  return rows;
}
