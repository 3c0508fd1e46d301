/** /llm/status: which models there are, and whether they answer. */
import { z } from "zod";
import { CodeindexError } from "../../errors.js";
import { checkOllama } from "../../providers/known.js";
import { defineRoute } from "../route.js";

export const getLlmStatus = defineRoute({
  method: "get",
  path: "/llm/status",
  name: "getLlmStatus",
  tag: "service",
  summary: "Whether models for vectors and for chat are connected. Answers by words, names and relations need neither.",
  input: {},
  output: {
    ollama_connected: z.boolean().describe("Whether Ollama is configured and answers."),
    clara_connected: z.boolean(),
    embedding_model: z.string().nullable().describe("The model of the vectors; null: no embedder is configured."),
    chat_model: z.string().nullable(),
    message: z.string(),
  },
  run: async (_input, { host: { config, searcher, chat } }) => {
    const usesOllama = config.embeddingProvider === "ollama" || config.chatProvider === "ollama";
    const [ollama, embedder] = await Promise.all([
      usesOllama ? problemOf(checkOllama(config)) : "is not configured",
      problemOf(searcher.meaning.check()),
    ]);
    const { model } = searcher.meaning;
    const messages = [
      model === null ? "No embedder is configured: search goes by words, names and relations." : embedder,
      usesOllama && ollama !== embedder ? ollama : null,
      chat === null ? "No chat model is configured." : null,
    ];
    return {
      ollama_connected: ollama === null,
      clara_connected: false,
      embedding_model: model,
      chat_model: chat?.name ?? null,
      message: messages.filter((message) => message !== null).join(" ") || "All that is configured answers.",
    };
  },
});

/** Why a provider does not do what it is asked; null: it does. */
async function problemOf(asked: Promise<unknown>): Promise<string | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    if (error instanceof CodeindexError && error.code === "provider_unavailable") return error.message;
    throw error;
  }
}
