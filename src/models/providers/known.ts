/** The providers that can be configured. */
import { readFile } from "node:fs/promises";
import type { Config } from "../../config/config.js";
import { askProvider, HASTY, type Provider, ProviderError } from "./request.js";

/** The configured Ollama, for `model`. */
export function ollamaProvider(settings: Pick<Config, "ollamaBaseUrl" | "localOnly">, model: string): Provider {
  return {
    name: "Ollama",
    baseUrl: settings.ollamaBaseUrl,
    settings: { url: "CODEINDEX_OLLAMA_BASE_URL" },
    localOnly: settings.localOnly,
    ifMissing: `Fetch the model: ollama pull ${model}.`,
  };
}

/** Throws ProviderError where the configured Ollama does not answer. */
export async function checkOllama(settings: Pick<Config, "ollamaBaseUrl" | "localOnly">): Promise<void> {
  await askProvider(ollamaProvider(settings, ""), "/api/version", undefined, HASTY);
}

/** OpenAI, or the configured service with its API. */
export function openaiProvider(
  settings: Pick<Config, "openaiBaseUrl" | "openaiApiKey" | "openaiApiKeyFile" | "localOnly">,
  model: string,
): Provider {
  const { openaiApiKey, openaiApiKeyFile } = settings;
  return {
    name: "The OpenAI API",
    baseUrl: settings.openaiBaseUrl,
    settings: { url: "CODEINDEX_OPENAI_BASE_URL", key: "CODEINDEX_OPENAI_API_KEY" },
    async readKey() {
      if (openaiApiKey !== null || openaiApiKeyFile === null) return openaiApiKey;
      try {
        return (await readFile(openaiApiKeyFile, "utf8")).trim() || null;
      } catch {
        throw new ProviderError(
          "refused",
          "The file of the key for the OpenAI API cannot be read.",
          "Correct CODEINDEX_OPENAI_API_KEY_FILE.",
        );
      }
    },
    localOnly: settings.localOnly,
    ifMissing: `See that it has the model ${model}, and that CODEINDEX_OPENAI_BASE_URL ends with its version (/v1).`,
  };
}
