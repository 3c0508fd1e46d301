/** Opens the configured embedder. */
import type { Config } from "../../config/config.js";
import { ollamaProvider, openaiProvider } from "../providers/known.js";
import { refuseRemoteHost } from "../providers/local-only.js";
import { HASTY, PATIENT, type Patience } from "../providers/request.js";
import { openBuiltinEmbedder } from "./builtin.js";
import { ollamaModel } from "./ollama.js";
import { openaiModel } from "./openai.js";
import { createRemoteEmbedder, probeDimensions, type TextModel } from "./remote.js";
import { createSource, type EmbedderSource } from "./source.js";
import { transformersModel } from "./transformers.js";

const SETTINGS = [
  "maskSecrets",
  "embeddingProvider",
  "embeddingConcurrency",
  "localOnly",
  "ollamaBaseUrl",
  "ollamaModel",
  "ollamaTimeout",
  "openaiBaseUrl",
  "openaiApiKey",
  "openaiApiKeyFile",
  "openaiModel",
  "openaiDimensions",
  "openaiBatchSize",
  "openaiTimeout",
  "transformersModel",
  "transformersFolder",
] as const;

/** The settings that decide the embedder; they can be sent to another thread. */
export type EmbeddingSettings = Pick<Config, (typeof SETTINGS)[number]>;

/** The embedding settings of a configuration. */
export function embeddingSettings(config: Config): EmbeddingSettings {
  return Object.fromEntries(SETTINGS.map((name) => [name, config[name]])) as unknown as EmbeddingSettings;
}

/** The purpose: filling an index is patient, while a question must not be held up. */
type EmbeddingUse = "index" | "questions";

/**
 * The source of the configured embedder; null where there is none. Sends no request yet. `onChange` is called when the provider's model has changed
 * behind its name.
 */
export function createEmbedderSource(
  settings: EmbeddingSettings,
  use: EmbeddingUse,
  onChange?: () => void,
): EmbedderSource | null {
  const { embeddingProvider: provider } = settings;
  if (provider === "none") return null;
  if (provider === "local") {
    const open = openBuiltinEmbedder;
    return createSource({ name: "local", isHasty: false, open, openModel: () => null });
  }
  const configured = modelOf(provider, settings, settings[`${provider}Model`], use);
  const source = createSource({
    name: configured.name,
    isHasty: use === "questions",
    onChange,
    async open() {
      return createRemoteEmbedder(configured, await probeDimensions(configured));
    },
    openModel(model) {
      const [, name, dimensions] = new RegExp(`^${provider}/(.+)@(\\d+)$`).exec(model) ?? [];
      if (name === undefined) return null;
      const isConfigured = name === settings[`${provider}Model`];
      // The name now stands for another model: only OpenAI's models return a requested number of dimensions.
      if (isConfigured && source.model !== null && provider !== "openai") return null;
      const isShortened = isConfigured || settings.openaiDimensions !== null;
      const earlier = { ...settings, openaiDimensions: isShortened ? Number(dimensions) : null };
      return createRemoteEmbedder(modelOf(provider, earlier, name, use), Number(dimensions));
    },
  });
  return source;
}

function modelOf(
  provider: Exclude<EmbeddingSettings["embeddingProvider"], "local" | "none">,
  settings: EmbeddingSettings,
  model: string,
  use: EmbeddingUse,
): TextModel {
  const { embeddingConcurrency: concurrency, localOnly } = settings;
  const patience = (timeout: number): Patience => (use === "index" ? { ...PATIENT, timeout } : HASTY);
  if (provider === "ollama")
    return ollamaModel(ollamaProvider(settings, model), model, {
      patience: patience(settings.ollamaTimeout),
      concurrency,
    });
  if (provider === "transformers") return transformersModel(model, { folder: settings.transformersFolder, localOnly });
  return openaiModel(openaiProvider(settings, model), model, {
    patience: patience(settings.openaiTimeout),
    concurrency,
    batchSize: settings.openaiBatchSize,
    dimensions: settings.openaiDimensions,
  });
}

/** The service of OpenAI itself takes no request without a key; others with its API may. */
const OPENAI_HOST = "api.openai.com";

/** The variables of which one must be set before the embedder's provider answers; [] where none is missing. */
export function missingKeys({
  embeddingProvider,
  openaiBaseUrl,
  openaiApiKey,
  openaiApiKeyFile,
}: Pick<Config, "embeddingProvider" | "openaiBaseUrl" | "openaiApiKey" | "openaiApiKeyFile">): string[] {
  if (embeddingProvider !== "openai" || openaiApiKey !== null || openaiApiKeyFile !== null) return [];
  const isOpenai = new URL(openaiBaseUrl).hostname === OPENAI_HOST;
  return isOpenai ? ["CODEINDEX_OPENAI_API_KEY", "CODEINDEX_OPENAI_API_KEY_FILE"] : [];
}

/** Throws `configuration` in local-only mode if the embedder's provider is not local. */
export async function refuseRemoteEmbedder(settings: Config): Promise<void> {
  if (!settings.localOnly) return;
  if (settings.embeddingProvider === "ollama")
    await refuseRemoteHost(settings.ollamaBaseUrl, "CODEINDEX_OLLAMA_BASE_URL");
  if (settings.embeddingProvider === "openai")
    await refuseRemoteHost(settings.openaiBaseUrl, "CODEINDEX_OPENAI_BASE_URL");
}
