/**
 * Jobs as users see them. This record counts. The queue only decides whose turn it is, and gets lost jobs again.
 */
import { CodeindexError, type ErrorEnvelope } from "../base/errors.js";
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";

export interface Job {
  jobId: string;
  projectId: string;
  kind: "build" | "changes";
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  phase: "scan" | "parse" | "resolve" | "publish" | null;
  filesDone: number;
  filesTotal: number;
  /** The file that a running job is at; absent if it is not known. */
  path?: string | null;
  result: BuildSummary | null;
  error: ErrorEnvelope["error"] | null;
  request: JobRequest;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** The work that a job was asked for. */
export interface JobRequest {
  /** The paths that changed; absent: the whole project. */
  paths?: string[];
  /** Reads files again that look unchanged. */
  force?: boolean;
  /** A watcher asks: paths of several such jobs may go into one. */
  watched?: boolean;
  /** The number of an import whose facts are to be matched with the files. */
  scip?: number;
  /** The rows are to be of this format, or a newer one: workers of older versions leave the job to others. */
  rowFormat?: number;
  /** Names the trace of the request that asked, as headers do. */
  trace?: Record<string, string>;
}

/** Result of a build. */
export interface BuildSummary {
  generation: number;
  /** Files that were read and parsed in this build; the rest was unchanged. */
  indexed: number;
  unchanged: number;
  removed: number;
  /** Left out, by reason. */
  skipped: Record<string, number>;
  errors: { path: string; code: string; message: string }[];
  totals: { files: number; symbols: number; edges: number; chunks: number };
  milliseconds: number;
  scip?: ScipSummary;
}

/** Fate of the documents of an imported SCIP index. */
export interface ScipSummary {
  documents: number;
  /** Those whose files have exact edges now. */
  matched: number;
  /** Their files hold something else than what was indexed. */
  changed: number;
  /** No such source file is in the index. */
  unknown: number;
  /** Documents that were too large to be read. */
  too_large: number;
}

const COLUMNS = `job_id as "jobId", project_id as "projectId", kind, status, phase, files_done as "filesDone", files_total as "filesTotal", path,
  result, error, request, created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

/** Jobs of a project that are kept after they ended. */
const KEPT = 100;

/** Hears the id of a job each time one is cancelled. */
export const CANCEL_CHANNEL = "codeindex_cancel";
/** A running job has lost its worker after this much silence. */
export const SILENCE_MS = 15_000;
const SILENCE = `${SILENCE_MS} milliseconds`;
/** How long a queued job may be missing from the queue before it is given to it again: another process may be about to. */
const UNQUEUED = "15 seconds";
/** Longer than whoever follows jobs takes from one look to the next. */
const LATELY = "15 seconds";
/** How soon a project that failed for the database is built again. */
const CATCH_UP_EVERY = "30 seconds";
/** How many are given to it at once. */
const STRAYS = 200;
/** In an update that takes a job from whoever ran it, and no longer does. */
const ONE_MORE_DEATH = "deaths = deaths + (status = 'running')::int";
/** The most paths that are gathered in one job. */
const MOST_PATHS = 2000;

/**
 * Whether a time is close to now by the database's clock. A time in the future is not: the clock was set back since then, and its process may be long
 * gone.
 */
export const isRecent = (column: string, interval: string): string =>
  `${column} between now() - interval '${interval}' and now() + interval '${interval}'`;

/** A new job, queued. Forgets the oldest ended jobs of the project. Throws `project_not_found` where it was removed. */
export async function createJob(db: Db, jobId: string, projectId: string, request: JobRequest): Promise<Job> {
  const kind = request.paths ? "changes" : "build";
  const [job] = await db.query<Job>(
    `insert into jobs (job_id, project_id, kind, status, request)
     select $1::text, project_id, $3::text, 'queued', $4::jsonb from projects where project_id = $2 and removed_at is null returning ${COLUMNS}`,
    [jobId, projectId, kind, request],
  );
  if (!job) throw new CodeindexError("project_not_found", "The project was removed.", { project_id: projectId });
  await db.query(
    `delete from jobs where job_id in (
       select job_id from jobs where project_id = $1 and finished_at is not null order by created_at desc offset $2
     )`,
    [projectId, KEPT],
  );
  return job;
}

/**
 * Adds changes of a watcher to its job that nobody has begun yet, and gives the job; undefined where there is none, or it is full. So a queue that stands
 * still holds few jobs for any number of changes, and changes that two watchers report are done once.
 */
export async function addToWaitingJob(db: Db, projectId: string, paths: readonly string[]): Promise<Job | undefined> {
  // A worker that begins the job meanwhile has it locked: then it is no longer a waiting one, and nothing is added.
  const [job] = await db.query<Job>(
    `update jobs set request = jsonb_set(request, '{paths}', coalesce((
         select jsonb_agg(path order by path) from (
           select jsonb_array_elements_text(request->'paths') as path union select unnest($2::text[])
         ) as paths), '[]'))
     where status = 'queued' and job_id = (
       select job_id from jobs
       where project_id = $1 and status = 'queued' and kind = 'changes' and started_at is null and request ? 'watched'
         and jsonb_array_length(request->'paths') + cardinality($2::text[]) <= ${MOST_PATHS}
       order by created_at limit 1 for update
     ) returning ${COLUMNS}`,
    [projectId, paths],
  );
  return job;
}

/** How many jobs of all projects wait, and run. */
export async function countOpenJobs(db: Db): Promise<{ queued: number; running: number }> {
  return oneRow(
    db.query<{ queued: number; running: number }>(
      `select count(*) filter (where status = 'queued')::int as queued, count(*) filter (where status = 'running')::int as running
       from jobs where finished_at is null`,
    ),
  );
}

/** Deletes jobs that ended more than a number of days ago. */
export async function forgetJobs(db: Db, days: number): Promise<void> {
  await db.query("delete from jobs where finished_at < now() - make_interval(days => $1)", [days]);
}

/** One run of a job: a job is run again when it failed for a reason that may pass, or when its worker died. */
export interface JobRun {
  jobId: string;
  projectId: string;
  runId: string;
}

/** The work of a run, and the number of workers that have died of the job before. */
export interface StartedJob {
  request: JobRequest;
  deaths: number;
}

/**
 * Makes `run` the one that may report on its job, and gives the job's request; or `busy` while another run of the project is alive in any process, or
 * `ended`.
 */
export async function startJob(db: Db, { jobId, projectId, runId }: JobRun): Promise<StartedJob | "busy" | "ended"> {
  return db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`job ${projectId}`]);
    const alive = await tx.query(
      `select 1 from jobs where project_id = $1 and status = 'running' and ${isRecent("heartbeat_at", SILENCE)}`,
      [projectId],
    );
    if (alive.length > 0) return "busy";
    const [row] = await tx.query<StartedJob>(
      `update jobs set status = 'running', run_id = $2, started_at = coalesce(started_at, now()), heartbeat_at = now(), ${ONE_MORE_DEATH}
       where job_id = $1 and status in ('queued', 'running') returning request, deaths`,
      [jobId, runId],
    );
    return row ?? "ended";
  });
}

/** Says that the run is alive. false: the job was cancelled, or another run has taken it over. */
export async function touchJob(db: Db, { jobId, runId }: JobRun): Promise<boolean> {
  const rows = await db.query(
    "update jobs set heartbeat_at = now() where job_id = $1 and run_id = $2 and status = 'running' returning 1",
    [jobId, runId],
  );
  return rows.length > 0;
}

/** The run gives its job back, to be run again. */
export async function releaseJob(db: Db, { jobId, runId }: JobRun): Promise<void> {
  await db.query(
    `update jobs set status = 'queued', phase = null, queued_at = now() where job_id = $1 and run_id = $2 and status = 'running'`,
    [jobId, runId],
  );
}

/** How far a running job is. */
export async function updateJob(
  db: Db,
  { jobId, runId }: JobRun,
  progress: Pick<Job, "phase" | "filesDone" | "filesTotal" | "path">,
): Promise<void> {
  await db.query(
    `update jobs set phase = $3, files_done = $4, files_total = $5, path = $6, heartbeat_at = now()
     where job_id = $1 and run_id = $2 and status = 'running'`,
    [jobId, runId, progress.phase, progress.filesDone, progress.filesTotal, progress.path ?? null],
  );
}

/** Cancels a job that has not ended, and tells whoever runs it; gives its state. */
export async function cancelJob(db: Db, jobId: string): Promise<Job | undefined> {
  await db.query(
    "update jobs set status = 'cancelled', finished_at = now() where job_id = $1 and status in ('queued', 'running')",
    [jobId],
  );
  await db.query("select pg_notify($1, $2)", [CANCEL_CHANNEL, jobId]);
  return findJob(db, jobId);
}

/** Says that one more wants the job. false: it has ended. */
export async function holdJob(db: Db, jobId: string): Promise<boolean> {
  const rows = await db.query(
    "update jobs set holders = holders + 1 where job_id = $1 and status in ('queued', 'running') returning 1",
    [jobId],
  );
  return rows.length > 0;
}

/** Says that one fewer wants the job. Cancels it, tells the process that runs it, and gives true if no caller and no waiting task is left. */
export async function letGoOfJob(db: Db, jobId: string): Promise<boolean> {
  const isLast =
    "holders <= 1 and not exists (select from tasks where tasks.job_id = jobs.job_id and tasks.finished_at is null)";
  const [job] = await db.query<{ isCancelled: boolean }>(
    `update jobs set holders = holders - 1, status = case when ${isLast} then 'cancelled' else status end,
       finished_at = case when ${isLast} then now() end
     where job_id = $1 and status in ('queued', 'running') returning status = 'cancelled' as "isCancelled"`,
    [jobId],
  );
  if (job?.isCancelled) await db.query("select pg_notify($1, $2)", [CANCEL_CHANNEL, jobId]);
  return job?.isCancelled === true;
}

/** Queues a failed job of the project again, as it was asked for; undefined where there is no such job, or it has not failed. */
export async function retryJob(db: Db, jobId: string): Promise<Job | undefined> {
  const [job] = await db.query<Job>(
    `update jobs set status = 'queued', phase = null, files_done = 0, files_total = 0, error = null, result = null, run_id = null,
       deaths = 0, queued_at = now(), started_at = null, finished_at = null
     where job_id = $1 and status = 'failed' returning ${COLUMNS}`,
    [jobId],
  );
  return job;
}

/** Jobs that may have lost their place in the queue, or whose worker is silent: they are queued (again), and for a while not given once more. */
export async function claimStrayJobs(db: Db): Promise<Job[]> {
  return db.query<Job>(
    `update jobs set queued_at = now(), status = 'queued', phase = null, ${ONE_MORE_DEATH}
     where job_id in (
       select job_id from jobs
       where (status = 'queued' and not ${isRecent("queued_at", UNQUEUED)})
          or (status = 'running' and not ${isRecent("heartbeat_at", SILENCE)})
       order by created_at limit ${STRAYS} for update skip locked
     ) returning ${COLUMNS}`,
  );
}

/** A job that failed for what it stands on: the database or the file system. */
const failedForFault = (job: string): string =>
  `(${job}.status = 'failed' and ${job}.error ->> 'code' in ('engine_unavailable', 'filesystem_unavailable'))`;
/** Whether a build began late enough to have seen what a lost job was about: paths are added to a job until it is begun. */
const BEGAN_SINCE =
  "build.kind = 'build' and not build.request ? 'scip' and coalesce(build.started_at, build.finished_at) >= coalesce(lost.started_at, lost.finished_at)";

/**
 * The projects to be built because nobody brings in what a watcher saw (its job was cancelled or failed), or because the database failed a build.
 * A build since then is enough, whatever became of it; unless the database failed that too, some time ago.
 */
export async function listBehind(db: Db): Promise<string[]> {
  const rows = await db.query<{ projectId: string }>(
    `select distinct project_id as "projectId" from jobs lost
     where (${failedForFault("lost")}
         or (kind = 'changes' and request ? 'watched' and status in ('failed', 'cancelled')))
       and not exists (
         select from jobs build where build.project_id = lost.project_id and build.kind = 'build'
           and (build.finished_at is null or ${isRecent("build.created_at", CATCH_UP_EVERY)}
             or (${BEGAN_SINCE} and not ${failedForFault("build")})))`,
  );
  return rows.map(({ projectId }) => projectId);
}

/** Why changes are missing, for people, by project: how the database failed the last job of those that were not built since. */
export async function listProblems(db: Db): Promise<Map<string, string>> {
  const rows = await db.query<{ projectId: string; problem: string }>(
    `select distinct on (project_id) project_id as "projectId", error ->> 'message' as problem from jobs lost
     where ${failedForFault("lost")} and not exists (
       select from jobs build where build.project_id = lost.project_id and build.status = 'completed' and ${BEGAN_SINCE})
     order by project_id, finished_at desc`,
  );
  return new Map(rows.map(({ projectId, problem }) => [projectId, problem]));
}

/** How a run of a job ended. Does nothing when the job has ended already or belongs to another run. */
export async function finishJob(
  db: Db,
  { jobId, runId }: JobRun,
  end: { status: "completed"; result: BuildSummary } | { status: "failed"; error: ErrorEnvelope["error"] },
): Promise<void> {
  await db.query(
    `update jobs set status = $3, result = $4, error = $5, finished_at = now(), phase = case when $3 = 'failed' then phase end
     where job_id = $1 and run_id = $2 and status = 'running'`,
    [jobId, runId, end.status, "result" in end ? end.result : null, "error" in end ? end.error : null],
  );
}

/** A job by its id. */
export async function findJob(db: Db, jobId: string): Promise<Job | undefined> {
  const [job] = await db.query<Job>(`select ${COLUMNS} from jobs where job_id = $1`, [jobId]);
  return job;
}

/** The jobs of the projects that have not ended, have ended lately or are among `jobIds`, oldest first. */
export async function listLiveJobs(
  db: Db,
  projectIds: readonly string[],
  jobIds: readonly string[] = [],
): Promise<Job[]> {
  return db.query<Job>(
    `select ${COLUMNS} from jobs
     where project_id = any($1) and (finished_at is null or ${isRecent("finished_at", LATELY)} or job_id = any($2))
     order by created_at, job_id`,
    [projectIds, jobIds],
  );
}

/** The jobs of a project (of all without one), newest first. */
export async function listJobs(db: Db, projectId: string | undefined, limit: number): Promise<Job[]> {
  return db.query<Job>(
    `select ${COLUMNS} from jobs where $1::text is null or project_id = $1 order by created_at desc, job_id limit $2`,
    [projectId ?? null, limit],
  );
}

/** After a start of the only process: what was running is queued again. Gives the jobs that have not ended, oldest first. */
export async function recoverJobs(db: Db): Promise<Job[]> {
  await db.query(
    "update jobs set status = 'queued', phase = null, queued_at = now() where status in ('running', 'queued')",
  );
  return db.query<Job>(`select ${COLUMNS} from jobs where status = 'queued' order by created_at, job_id`);
}
