import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { SEARCH_MODES } from "../config/keys.js";
import { byCount } from "../format/counts.js";
import type { Indexing } from "../indexing/indexing-types.js";
import { readMigrations } from "../store/db/migrate.js";
import { countSkipped } from "../store/skip-counts.js";
import { defineTool } from "./running/tool.js";
import { settingInWords, settingShape } from "./update-config.js";

/** Why nothing is indexed now: of the queue, or for lack of workers; null where it is. */
async function workerNote(indexing: Pick<Indexing, "check" | "isWorkedOff">): Promise<string | null> {
  const [problem, isWorkedOff] = await Promise.all([
    indexing.check().then(
      () => null,
      (error: unknown) => {
        if (error instanceof CodeindexError) return error;
        throw error;
      },
    ),
    indexing.isWorkedOff(),
  ]);
  if (problem) return [problem.message, ...problem.suggestions].join(" ");
  return isWorkedOff ? null : NO_WORKER;
}

const NO_WORKER = "No worker runs: jobs, and vectors that are missing, wait until codeindex worker is started.";

export default defineTool({
  name: "get_status",
  title: "State of the index",
  toolset: "manage",
  core: true,
  description:
    "State of the index, whether it is stale or up to date, how many files are indexed: use it when answers lack something or the last change, and for whether indexing has finished or a build is running.",
  readOnly: true,
  idempotent: true,
  worksUnindexed: true,
  command: { name: "status", positional: [] },
  input: {},
  output: {
    healthy: z.boolean().describe("true: an index is published and no file failed for a reason of ours."),
    status: z.enum(["ready", "indexing", "not_built"]),
    schema_version: z.int(),
    project_name: z.string(),
    indexed_files: z.int(),
    partial_files: z.int().describe("Indexed, with lines that did not parse."),
    skipped_files: z.int(),
    failed_files: z.int(),
    skipped_by_reason: z.record(z.string(), z.int()),
    failed_by_reason: z.record(z.string(), z.int()),
    indexed_symbols: z.int(),
    edges: z.int(),
    total_chunks: z.int(),
    languages: z.array(z.string()),
    files_by_language: z.record(z.string(), z.int()),
    watcher_active: z.boolean(),
    watch_note: z.string().nullable().describe("Limits of the watcher, or why there is none."),
    worker_note: z
      .string()
      .nullable()
      .describe("Why nothing of this is brought up to date at the moment; null: workers run."),
    last_batch_at: z.string().nullable(),
    embedding_model: z.string().nullable().describe("The model of the vectors; null: no embedder is configured."),
    embeddings_count: z.int().describe("How many chunks have a vector of it, as far as was counted."),
    embedding_problem: z.string().nullable().describe("Why there are no more of them at the moment."),
    cache: z
      .object({ hits: z.int(), misses: z.int() })
      .describe("How often this replica had the answer of a search at hand, since its start."),
    search: z
      .object({ mode: z.enum(SEARCH_MODES), from: z.enum(["memory", "database"]), note: z.string().nullable() })
      .describe("Where the next question is answered from (CODEINDEX_SEARCH), and why not from where it is to be."),
    memory: z
      .object({ limit_bytes: z.int(), project_bytes: z.int() })
      .describe(
        "Bytes of indexes that this replica keeps in memory: of all projects at most (CODEINDEX_MEMORY), and of this one now.",
      ),
    settings: z
      .record(z.string(), settingShape)
      .describe("Settings that update_config may change: the values that hold, and where they were set."),
    strategies: z.object({ available: z.array(z.string()), preferred: z.string(), fallback: z.array(z.string()) }),
    job: z
      .object({
        job_id: z.string(),
        phase: z.string().nullable(),
        files_done: z.int(),
        files_total: z.int(),
        progress: z.number(),
      })
      .nullable()
      .describe("The build that runs or waits."),
  },
  brief: (status) => ({
    project_name: status.project_name,
    status: status.healthy ? status.status : `${status.status}, not healthy`,
    indexed_files: status.indexed_files,
    partial_files: status.partial_files,
    skipped_by_reason: status.skipped_by_reason,
    failed_by_reason: status.failed_by_reason,
    indexed_symbols: status.indexed_symbols,
    edges: status.edges,
    files_by_language: status.files_by_language,
    vectors: vectorsInWords(status),
    ...(status.search.note !== null && { search_note: status.search.note }),
    job: status.job,
    changed_settings: changedSettings(status),
    watcher_active: status.watcher_active,
    watch_note: status.watch_note,
    worker_note: status.worker_note,
  }),
  async run(_input, { db, project, view, indexing, searcher, settings }) {
    const vectors = searcher.meaning.progress(view);
    const available = [...(vectors?.chunkCount ? ["embeddings"] : []), "tfidf", "fullworkspace"];
    const job = await indexing.current(project.projectId);
    const counts = await countSkipped(db, view);
    const watched = indexing.watched(project.projectId);
    const isBuilding = job !== null;
    const cache = searcher.cacheOf(project.projectId);
    const {
      files = 0,
      partial = 0,
      skipped = 0,
      failed = 0,
      symbols = 0,
      edges = 0,
      chunks = 0,
      languages = {},
    } = view.totals;
    return {
      healthy: view.generation > 0 && failed === 0,
      status: isBuilding ? ("indexing" as const) : view.generation > 0 ? ("ready" as const) : ("not_built" as const),
      schema_version: readMigrations().length,
      project_name: project.name,
      indexed_files: files,
      partial_files: partial,
      skipped_files: skipped,
      failed_files: failed,
      skipped_by_reason: counts.skipped,
      failed_by_reason: counts.failed,
      indexed_symbols: symbols,
      edges,
      total_chunks: chunks,
      languages: byCount(languages).map(([language]) => language),
      files_by_language: languages,
      watcher_active: watched.watching || project.isWatched,
      watch_note: project.fetchProblem ?? watched.note ?? project.watchNote,
      worker_note: await workerNote(indexing),
      last_batch_at: view.indexedAt,
      embedding_model: vectors?.model ?? null,
      embeddings_count: vectors?.chunkCount ?? 0,
      embedding_problem: vectors?.problem ?? null,
      cache: { hits: cache.hits, misses: cache.misses },
      search: await searcher.describe(view),
      memory: {
        limit_bytes: Math.floor(searcher.memory.limit),
        project_bytes: searcher.memory.bytesOf(project.projectId),
      },
      settings: await settings.describe(),
      strategies: { available, preferred: "auto", fallback: ["tfidf"] },
      job: job && {
        job_id: job.jobId,
        phase: job.phase,
        files_done: job.filesDone,
        files_total: job.filesTotal,
        progress: job.filesTotal > 0 ? Math.min(1, job.filesDone / job.filesTotal) : 0,
      },
    };
  },
  render(output) {
    const { job } = output;
    const languages = byCount(output.files_by_language).map(([name, count]) => `${name} ${count}`);
    const inWords = (counts: Record<string, number>) =>
      Object.entries(counts)
        .map(([reason, count]) => `${reason} ${count}`)
        .join(", ");
    const lines = [
      `${output.project_name}: ${output.status.replace("_", " ")}${output.healthy ? "" : ", not healthy"}`,
      `${output.indexed_files} files indexed (${output.partial_files} of them with lines that did not parse), ${output.skipped_files} left out, ${output.failed_files} failed.`,
      `${output.indexed_symbols} symbols, ${output.edges} edges, ${output.total_chunks} chunks.`,
    ];
    if (languages.length > 0) lines.push(`Languages: ${languages.join(", ")}.`);
    lines.push(vectorsInWords(output));
    if (output.search.from === "database") lines.push("Questions are answered from the database.");
    if (output.search.note !== null) lines.push(output.search.note);
    if (output.skipped_files > 0) lines.push(`Left out by reason: ${inWords(output.skipped_by_reason)}.`);
    if (output.failed_files > 0) lines.push(`Failed by reason: ${inWords(output.failed_by_reason)}.`);
    if (job) lines.push(`Job ${job.job_id}: ${job.phase ?? "waiting"}, ${job.files_done} of ${job.files_total} files.`);
    const { limit_bytes: limit, project_bytes: kept } = output.memory;
    lines.push(`In memory: ${megabytes(kept)} of this project; at most ${megabytes(limit)} of all (CODEINDEX_MEMORY).`);
    const changed = changedSettings(output);
    if (changed !== "") lines.push(`Settings: ${changed}.`);
    lines.push(output.watcher_active ? "Changes of files are watched." : "Changes of files are not watched.");
    if (output.watch_note !== null) lines.push(output.watch_note);
    if (output.worker_note !== null) lines.push(output.worker_note);
    return lines.join("\n");
  },
});

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;

/** The settings that differ from how the service was started. */
function changedSettings({ settings }: { settings: Record<string, Parameters<typeof settingInWords>[1]> }): string {
  const changed = Object.entries(settings).filter(([, { source }]) => source === "update_config");
  return changed.map(([name, setting]) => settingInWords(name, setting)).join(", ");
}

function vectorsInWords(status: {
  embedding_model: string | null;
  embeddings_count: number;
  embedding_problem: string | null;
  total_chunks: number;
}): string {
  if (status.embedding_model === null) return "No embedder is configured: search goes by words.";
  const count = `Vectors of ${status.embedding_model}: ${status.embeddings_count} of ${status.total_chunks} chunks.`;
  return status.embedding_problem === null ? count : `${count} ${status.embedding_problem}`;
}
