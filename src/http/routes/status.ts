/** /projects/{id}/status: what can be asked of a project now. */
import { z } from "zod";
import { defineRoute } from "../route.js";

export const getProjectStatus = defineRoute({
  method: "get",
  path: "/projects/:project/status",
  name: "getProjectStatus",
  tag: "projects",
  summary: "Whether a project is being built, what its index holds, and whether its changes are followed.",
  input: {},
  output: {
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
      note: z.string().nullable().describe("What cannot be followed, or why changes are missing."),
    }),
  },
  run: async (_input, { host, project }) => {
    const { totals, ...view } = await host.viewOf(project);
    const job = await host.indexing.current(project.projectId);
    const { watching, changes, note, problem } = host.indexing.watched(project.projectId);
    const isWatched = watching || project.isWatched;
    const exists = view.generation > 0;
    const vectors = host.searcher.meaning.progress({ ...view, totals });
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
  },
});
