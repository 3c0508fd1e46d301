/** /llm/status: which models there are. */
import { z } from "zod";
import { defineRoute } from "../route.js";

export const getLlmStatus = defineRoute({
  method: "get",
  path: "/llm/status",
  name: "getLlmStatus",
  tag: "service",
  summary: "Whether models for vectors and for chat are connected. Answers by words, names and relations need neither.",
  input: {},
  output: {
    ollama_connected: z.boolean(),
    clara_connected: z.boolean(),
    embedding_model: z.string().nullable(),
    chat_model: z.string().nullable(),
    message: z.string(),
  },
  run: async () => ({
    ollama_connected: false,
    clara_connected: false,
    embedding_model: null,
    chat_model: null,
    message: "This version connects no models; search goes by words, names and relations.",
  }),
});
