import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { checkOllama } from "../models/providers/known.js";
import { infoOf } from "../projects/registry.js";
import { defineTool, type ToolContext } from "./running/tool.js";

/** State of a project as codrag_status gives it. */
export const statusShape = {
  building: z.boolean(),
  build_id: z.string().nullable().describe("The job that runs or waits."),
  index: z.object({
    exists: z.boolean(),
    total_chunks: z.int(),
    embedding_model: z
      .string()
      .nullable()
      .describe("The model of the vectors; null: no embedder is configured, and search goes by words and names."),
    embedded_chunks: z.int().describe("How many chunks have a vector of it, as far as was counted."),
    embedding_problem: z.string().nullable().describe("Why there are no more of them at the moment."),
    files: z.int(),
    generation: z.int(),
    commit: z.string().nullable(),
    indexed_at: z.string().nullable(),
  }),
  trace: z.object({ enabled: z.boolean(), exists: z.boolean(), symbols: z.int(), edges: z.int() }),
  watch: z.object({
    enabled: z.boolean(),
    state: z.enum(["watching", "disabled", "behind"]),
    pending_changes: z.int(),
    note: z.string().nullable().describe("Limits of the watcher, or why changes are missing."),
  }),
};

/** Whether models for vectors and for chat are connected. */
export const llmShape = {
  ollama_connected: z.boolean().describe("Whether Ollama is configured and answers."),
  clara_connected: z.boolean(),
  embedding_model: z.string().nullable().describe("The model of the vectors; null: no embedder is configured."),
  chat_model: z.string().nullable(),
  message: z.string(),
};

export default defineTool({
  name: "codrag_status",
  title: "CoDRAG: status",
  toolset: "codrag",
  description:
    "Tells which project is asked and how its index, its watcher and its models are: use it as get_status, in the shapes of CoDRAG.",
  readOnly: true,
  idempotent: true,
  worksUnindexed: true,
  upperCaseErrors: true,
  command: { name: "codrag_status", positional: [] },
  input: {},
  output: {
    project: z.object({
      id: z.string(),
      name: z.string(),
      path: z.string().nullable().describe("Relative to the service's root; null for clones and folders elsewhere."),
      mode: z.literal("standalone"),
    }),
    status: z.object(statusShape),
    llm: z.object(llmShape),
  },
  brief: false,
  async run(_input, context) {
    const { project, config } = context;
    return {
      project: {
        id: project.projectId,
        name: project.name,
        path: infoOf(project, config).path,
        mode: "standalone" as const,
      },
      status: await projectStatus(context),
      llm: await llmStatus(context),
    };
  },
  render({ project, status, llm }) {
    const { index, trace, watch } = status;
    return [
      `${project.name} (${project.id}): ${status.building ? "building" : index.exists ? "ready" : "not built"}`,
      `${index.files} files, ${index.total_chunks} chunks, ${trace.symbols} symbols, ${trace.edges} edges.`,
      `Changes: ${watch.state}${watch.note === null ? "" : `. ${watch.note}`}`,
      `Vectors: ${index.embedding_model ?? "none"}. ${llm.message}`,
    ].join("\n");
  },
});

/** The state of a project's index, its build and its watcher. */
export async function projectStatus({
  project,
  view: { totals, ...view },
  indexing,
  searcher,
}: Pick<ToolContext, "project" | "view" | "indexing" | "searcher">) {
  const job = await indexing.current(project.projectId);
  const { watching, changes, note, problem } = indexing.watched(project.projectId);
  const isWatched = watching || project.isWatched;
  const exists = view.generation > 0;
  const vectors = searcher.meaning.progress({ ...view, totals });
  return {
    building: job !== null,
    build_id: job?.jobId ?? null,
    index: {
      exists,
      total_chunks: totals.chunks,
      embedding_model: vectors?.model ?? null,
      embedded_chunks: vectors?.chunkCount ?? 0,
      embedding_problem: vectors?.problem ?? null,
      files: totals.files,
      generation: view.generation,
      commit: view.commit,
      indexed_at: view.indexedAt,
    },
    trace: { enabled: true, exists, symbols: totals.symbols, edges: totals.edges },
    watch: {
      enabled: isWatched,
      state: problem ? ("behind" as const) : isWatched ? ("watching" as const) : ("disabled" as const),
      pending_changes: changes + view.openChanges,
      note: problem ?? note ?? project.watchNote,
    },
  };
}

/** Which models there are, and whether they answer. */
export async function llmStatus({ config, searcher, chat }: Pick<ToolContext, "config" | "searcher" | "chat">) {
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
}

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
