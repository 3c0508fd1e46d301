/** Jobs as users see them; the queue has its own tables for running them. */
import type { ErrorEnvelope } from "../errors.js";
import type { Db } from "./db.js";

export interface Job {
  jobId: string;
  projectId: string;
  kind: "build" | "changes";
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  phase: "scan" | "parse" | "resolve" | "publish" | null;
  filesDone: number;
  filesTotal: number;
  result: BuildSummary | null;
  error: ErrorEnvelope["error"] | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** What a build did. */
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
}

const COLUMNS = `job_id as "jobId", project_id as "projectId", kind, status, phase, files_done as "filesDone", files_total as "filesTotal",
  result, error, created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

/** Jobs of a project that are kept after they ended. */
const KEPT = 100;

/** A new job, queued. Forgets the oldest ended jobs of the project. */
export async function createJob(db: Db, jobId: string, projectId: string, kind: Job["kind"]): Promise<Job> {
  const [job] = await db.query<Job>(
    `insert into jobs (job_id, project_id, kind, status) values ($1, $2, $3, 'queued') returning ${COLUMNS}`,
    [jobId, projectId, kind],
  );
  await db.query(
    `delete from jobs where job_id in (
       select job_id from jobs where project_id = $1 and finished_at is not null order by created_at desc offset $2
     )`,
    [projectId, KEPT],
  );
  return job!;
}

/** The job has begun (again). false: it was cancelled or has ended and must not run. */
export async function startJob(db: Db, jobId: string): Promise<boolean> {
  const rows = await db.query(
    `update jobs set status = 'running', started_at = coalesce(started_at, now())
     where job_id = $1 and status in ('queued', 'running') returning 1`,
    [jobId],
  );
  return rows.length > 0;
}

/** How far a running job is. */
export async function updateJob(
  db: Db,
  jobId: string,
  progress: Pick<Job, "phase" | "filesDone" | "filesTotal">,
): Promise<void> {
  await db.query(
    "update jobs set phase = $2, files_done = $3, files_total = $4 where job_id = $1 and status = 'running'",
    [jobId, progress.phase, progress.filesDone, progress.filesTotal],
  );
}

/** How a job ended. A job that has ended already stays as it is; the present state is given either way. */
export async function finishJob(
  db: Db,
  jobId: string,
  end:
    | { status: "completed"; result: BuildSummary }
    | { status: "failed"; error: ErrorEnvelope["error"] }
    | { status: "cancelled" },
): Promise<Job | undefined> {
  await db.query(
    `update jobs set status = $2, result = $3, error = $4, finished_at = now()
     where job_id = $1 and status in ('queued', 'running')`,
    [jobId, end.status, "result" in end ? end.result : null, "error" in end ? end.error : null],
  );
  return findJob(db, jobId);
}

export async function findJob(db: Db, jobId: string): Promise<Job | undefined> {
  const [job] = await db.query<Job>(`select ${COLUMNS} from jobs where job_id = $1`, [jobId]);
  return job;
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
  await db.query("update jobs set status = 'queued', phase = null where status = 'running'");
  return db.query<Job>(`select ${COLUMNS} from jobs where status = 'queued' order by created_at, job_id`);
}
