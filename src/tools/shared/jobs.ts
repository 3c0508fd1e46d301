/** Jobs as tools show them. */
import { z } from "zod";
import { pause } from "../../base/promises.js";
import { anySignal } from "../../base/signals.js";
import type { Job, JobRequest } from "../../store/jobs.js";
import type { Project } from "../../store/projects.js";
import type { ToolContext } from "../running/tool.js";

const errorShape = z.object({ path: z.string(), code: z.string(), message: z.string() });

/** The fields of a job in an answer. */
export const jobShape = {
  job_id: z.string(),
  project: z.string(),
  kind: z.string(),
  status: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
  phase: z.string().nullable().describe("scan, parse, resolve or publish, while it runs."),
  progress: z.number().min(0).max(1),
  files_done: z.int(),
  files_total: z.int(),
  statistics: z
    .object({
      files: z.int().describe("Files in the index now."),
      symbols: z.int(),
      edges: z.int(),
      chunks: z.int(),
      indexed: z.int().describe("Files that this job read and parsed."),
      unchanged: z.int(),
      removed: z.int(),
      skipped: z.record(z.string(), z.int()).describe("Paths left out, by reason."),
      milliseconds: z.number(),
      scip: z
        .object({
          documents: z.int(),
          matched: z.int().describe("Documents whose files have exact edges now."),
          changed: z.int().describe("Their files hold something else than what was indexed."),
          unknown: z.int().describe("No such source file is in the index."),
          too_large: z.int(),
        })
        .optional()
        .describe("Of the import of a SCIP index: what became of its documents."),
    })
    .nullable()
    .describe("null until the job is completed."),
  errors: z.array(errorShape).describe("Files that could not be indexed, and why."),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
};

export type JobAnswer = z.infer<z.ZodObject<typeof jobShape>>;

/** A job in short (`detail: "brief"`): without its times and, once it has ended, without how far it is. */
export function briefJob({ progress: _progress, created_at: _c, started_at: _s, finished_at: _f, ...job }: JobAnswer) {
  const { files_done: _done, files_total: _total, ...ended } = job;
  return job.statistics ? ended : job;
}

/** A job as fields. */
export function describeJob(job: Job): JobAnswer {
  const { result, error } = job;
  return {
    job_id: job.jobId,
    project: job.projectId,
    kind: job.kind,
    status: job.status,
    phase: job.phase,
    progress: job.status === "completed" ? 1 : job.filesTotal > 0 ? Math.min(1, job.filesDone / job.filesTotal) : 0,
    files_done: job.filesDone,
    files_total: job.filesTotal,
    statistics: result && {
      ...result.totals,
      indexed: result.indexed,
      unchanged: result.unchanged,
      removed: result.removed,
      skipped: result.skipped,
      milliseconds: result.milliseconds,
      ...(result.scip && { scip: result.scip }),
    },
    errors: result?.errors ?? [],
    error: error && { code: error.code, message: error.message },
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
  };
}

/** A job in words. */
export function jobInWords(job: JobAnswer): string {
  const lines = [`Job ${job.job_id} (${job.kind} of ${job.project}): ${job.status}${stateInWords(job)}`];
  const { statistics, errors, error } = job;
  if (statistics) {
    lines.push(
      `${statistics.indexed} files indexed, ${statistics.unchanged} unchanged, ${statistics.removed} removed, in ${statistics.milliseconds} ms.`,
      `The index holds ${statistics.files} files, ${statistics.symbols} symbols, ${statistics.edges} edges, ${statistics.chunks} chunks.`,
    );
    const { scip } = statistics;
    if (scip)
      lines.push(
        `Of ${scip.documents} imported documents ${scip.matched} fit their files; ${scip.changed} are of other contents, ${scip.unknown} of no file of the index${scip.too_large > 0 ? ` (${scip.too_large} were too large)` : ""}.`,
      );
    const skipped = Object.entries(statistics.skipped).map(([reason, count]) => `${reason} ${count}`);
    if (skipped.length > 0) lines.push(`Left out: ${skipped.join(", ")}.`);
  }
  if (errors.length > 0)
    lines.push(`${errors.length} errors:`, ...errors.map((each) => `${each.path}: ${each.message}`));
  if (error) lines.push(`${error.code}: ${error.message}`);
  return lines.join("\n");
}

function stateInWords(job: JobAnswer): string {
  if (job.status !== "running" && job.status !== "queued") return "";
  const far = job.files_total > 0 ? ` (${job.files_done} of ${job.files_total} files)` : "";
  return `${job.phase ? `, ${job.phase}` : ""}${far}. Ask get_job again for how it went.`;
}

/**
 * How far a build is, in steps: each of its files is parsed, and then resolved, and all are published in one. In words: `parse: 120 of 340 files, at
 * src/a.ts`. Before its files are known the total is 0.
 */
export function stepsOf({ status, phase, filesDone, filesTotal, path }: JobProgress) {
  const passed = phase === "resolve" || phase === "publish" ? filesTotal : 0;
  const counted = filesTotal > 0 ? `: ${filesDone} of ${filesTotal} files` : "";
  const where = phase && path ? `, at ${path}` : "";
  return {
    done: passed + filesDone,
    total: filesTotal > 0 ? allStepsOf(filesTotal) : 0,
    message: `${phase ?? status}${counted}${where}`,
  };
}

const allStepsOf = (files: number) => 2 * files + 1;

type JobProgress = Pick<Job, "status" | "phase" | "filesDone" | "filesTotal" | "path">;

/**
 * Starts a job and follows it. A caller that cancels the call or hangs up takes the job along, unless others wait for it. A task's job goes with the
 * task, which another process may take over.
 */
export async function runJob(project: Project, request: JobRequest, context: ToolContext): Promise<Job> {
  const { indexing, gone, isBackground } = context;
  const job = await followJob(await indexing.start(project, request), context);
  if (gone.aborted && !isBackground && !indexing.keepsJobs()) await indexing.letGo(job.jobId);
  return job;
}

/** How long a call holds on for a job before it answers with the job as it is: less than clients wait. */
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 250;

/** The ended job; or the job as it is after `patienceMs`, or when the caller goes. Reports progress meanwhile. */
export async function followJob(job: Job, context: ToolContext, patienceMs: number = PATIENCE_MS): Promise<Job> {
  const { indexing, progress, isBackground } = context;
  const share = Math.min(patienceMs, context.config.searchTimeout * 0.8);
  const ended = new AbortController();
  const signal = isBackground ? context.signal : anySignal(context.signal, AbortSignal.timeout(share));
  const report = (now: Job): void => {
    const { done, total, message } = stepsOf(now);
    progress(done, total, message);
  };
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const now = await indexing.get(job.jobId);
      if (now && !now.finishedAt) report(now);
      await pause(LOOK_EVERY_MS, ended.signal);
    }
  })();
  try {
    const now = await indexing.wait(job.jobId, signal);
    const total = allStepsOf(now.filesTotal);
    if (now.status === "completed") progress(total, total, `completed: ${now.filesTotal} files`);
    return now;
  } finally {
    ended.abort();
    await watching;
  }
}
