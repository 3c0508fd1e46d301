/** /llm/status: the models, and whether they answer. */
import { llmShape, llmStatus } from "../../tools/codrag-status.js";
import { defineRoute } from "../route.js";

export const getLlmStatus = defineRoute({
  method: "get",
  path: "/llm/status",
  name: "getLlmStatus",
  tag: "service",
  scope: "read",
  summary: "Whether models for vectors and for chat are connected. Answers by words, names and relations need neither.",
  input: {},
  output: llmShape,
  run: async (_input, { host }) => llmStatus(host),
});
