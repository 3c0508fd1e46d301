/**
 * Tasks: calls of tools that go on after they were answered, and their results.
 *
 *     working ⇄ input_required ─▶ completed, failed, cancelled
 *
 * A task that has ended stays as it is. Each statement for a client names the task's owner: to others it does not exist.
 */
import { need, present } from "../base/need.js";
import type { Db } from "./db/db.js";
import { SEALED, type SealedPlace } from "./db/seal.js";
import { isRecent, type Job } from "./jobs.js";

type Json = Record<string, unknown>;

export interface Task {
  taskId: string;
  /** Its place in lists: the newest has the highest. */
  number: number;
  owner: string;
  tool: string;
  /** How the tool was called, as whoever made the task wrote it down. */
  call: Json;
  status: "working" | "input_required" | "completed" | "failed" | "cancelled";
  message: string | null;
  jobId: string | null;
  job: TaskJob | null;
  /** Requests to the client that it has not answered, by key. */
  requests: Json;
  answers: Json;
  /** Result of the tool. */
  result: Json | null;
  /** Why it gave nothing. */
  error: TaskError | null;
  ttlMs: number;
  createdAt: string;
  updatedAt: string;
}

/** How the job of a task stands; the counts of what it did are null until it has ended. */
export interface TaskJob extends Pick<Job, "status" | "phase" | "filesDone" | "filesTotal" | "path"> {
  indexed: number | null;
  unchanged: number | null;
  removed: number | null;
  errors: number | null;
}

/** An error of JSON-RPC. */
export interface TaskError {
  code: number;
  message: string;
  data?: unknown;
}

/** One run of a task: another process runs it again when the first has died. */
export interface TaskRun {
  taskId: string;
  runId: string;
}

/** Hears the id of a task each time it has ended, is to end, asks its client or was answered. */
export const TASK_CHANNEL = "codeindex_task";
/** A task has lost its process after this much silence. */
const SILENCE = "6 seconds";
/** A task that nobody has taken over for this long is given up. */
const GIVEN_UP = "1 hour";
/** The most tasks of an owner: running ones, and ended ones that are kept. */
const MOST_OPEN = 200;
const KEPT = 1000;
/** How many are taken over at once. */
const STRAYS = 20;

const COLUMNS = `task_id as "taskId", number, owner, tool, call, tasks.status, message, tasks.job_id as "jobId", requests, answers, tasks.result,
  tasks.error, ttl_ms as "ttlMs", tasks.created_at as "createdAt", updated_at as "updatedAt",
  case when jobs.job_id is not null then json_build_object('status', jobs.status, 'phase', jobs.phase, 'filesDone', jobs.files_done,
    'filesTotal', jobs.files_total, 'path', jobs.path, 'indexed', jobs.result -> 'indexed', 'unchanged', jobs.result -> 'unchanged',
    'removed', jobs.result -> 'removed', 'errors', jsonb_array_length(jobs.result -> 'errors')) end as job`;
const TASKS = "tasks left join jobs on jobs.job_id = tasks.job_id";
const IS_KEPT = "(tasks.finished_at is null or expires_at > now())";
const EXPIRY = "now() + ttl_ms * interval '1 millisecond'";

/** Makes a task, at work. Forgets the owner's oldest that have ended. false: too many of them have not. */
export async function createTask(
  db: Db,
  { taskId, runId }: TaskRun,
  {
    owner,
    tool,
    call,
    answers,
    ttlMs,
    projectIds,
  }: Pick<Task, "owner" | "tool" | "call" | "answers" | "ttlMs"> & { projectIds: readonly string[] },
): Promise<boolean> {
  const made = await db.query(
    `insert into tasks (task_id, run_id, owner, tool, call, answers, ttl_ms, project_ids, expires_at, heartbeat_at)
     select $1::text, $2::text, $3::text, $4::text, $5::json, $6::json, $7::bigint, $8::text[],
       now() + $7::bigint * interval '1 millisecond', now()
     where (select count(*) from tasks where owner = $3 and finished_at is null) < ${MOST_OPEN}
     returning 1`,
    [
      taskId,
      runId,
      owner,
      tool,
      stored(db, taskId, "call", call),
      stored(db, taskId, "answers", answers),
      ttlMs,
      projectIds,
    ],
  );
  await db.query(
    `delete from tasks where task_id in (
       select task_id from tasks where owner = $1 and finished_at is not null order by number desc offset ${KEPT})`,
    [owner],
  );
  return made.length > 0;
}

/** A task of an owner that is still kept. */
export async function findTask(db: Db, owner: string, taskId: string): Promise<Task | undefined> {
  const [task] = await db.query<Task>(
    `select ${COLUMNS} from ${TASKS} where task_id = $1 and owner = $2 and ${IS_KEPT}`,
    [taskId, owner],
  );
  return task && opened(db, task);
}

/** The owner's tasks, newest first, from below a number on. */
export async function listTasks(db: Db, owner: string, below: number | null, limit: number): Promise<Task[]> {
  const tasks = await db.query<Task>(
    `select ${COLUMNS} from ${TASKS}
     where owner = $1 and ($2::bigint is null or number < $2) and ${IS_KEPT} order by number desc limit $3`,
    [owner, below, limit],
  );
  return tasks.map((task) => opened(db, task));
}

type SealedColumn = (typeof SEALED.tasks.columns)[number];
const sealedPlace = (taskId: string, column: SealedColumn): SealedPlace => ({
  table: "tasks",
  column,
  projectId: "",
  row: [taskId],
});

/** JSON as it is stored. */
const stored = (db: Db, taskId: string, column: SealedColumn, value: unknown): string =>
  JSON.stringify(db.seal.json(sealedPlace(taskId, column), value));

/** Some columns as they were before they were stored. */
function opened<Row extends Partial<Pick<Task, SealedColumn>>>(
  db: Db,
  row: Row & Partial<Pick<Task, "taskId">>,
  taskId = present(row.taskId),
): Row {
  const values = SEALED.tasks.columns
    .filter((column) => column in row)
    .map((column) => [column, db.seal.openJson(sealedPlace(taskId, column), row[column])]);
  return { ...row, ...Object.fromEntries(values) };
}

/** Says that a run is alive, and how far it is. false: the task has ended, or another run has taken it over. */
export async function touchTask(db: Db, { taskId, runId }: TaskRun, message: string | null): Promise<boolean> {
  const rows = await db.query(
    `update tasks set heartbeat_at = now(), message = $3,
       updated_at = case when message is distinct from $3 then now() else updated_at end
     where task_id = $1 and run_id = $2 and finished_at is null returning 1`,
    [taskId, runId, message],
  );
  return rows.length > 0;
}

/** Notes the job that a run started or joined. false: the task has ended, or another run has taken it over. */
export async function linkTask(db: Db, { taskId, runId }: TaskRun, jobId: string): Promise<boolean> {
  const rows = await db.query(
    "update tasks set job_id = $3 where task_id = $1 and run_id = $2 and finished_at is null returning 1",
    [taskId, runId, jobId],
  );
  return rows.length > 0;
}

/** Answers of the client, if it has answered all of `requests`; if not it is asked the rest, and this gives undefined. */
export async function askTask(db: Db, { taskId, runId }: TaskRun, requests: Json): Promise<Json | undefined> {
  return db.transaction(async (tx) => {
    const [task] = await tx.query<Pick<Task, "answers">>(
      "select answers from tasks where task_id = $1 and run_id = $2 and finished_at is null for update",
      [taskId, runId],
    );
    const answers = task && opened(tx, task, taskId).answers;
    const open = Object.entries(requests).filter(([key]) => !Object.hasOwn(answers ?? {}, key));
    if (answers && open.length === 0) return answers;
    await tx.query(
      `update tasks set status = 'input_required', requests = $3::json, updated_at = now()
       where task_id = $1 and run_id = $2 and finished_at is null`,
      [taskId, runId, stored(db, taskId, "requests", Object.fromEntries(open))],
    );
    await tx.query("select pg_notify($1, $2)", [TASK_CHANNEL, taskId]);
    return undefined;
  });
}

/** Takes answers of the client; those to what it is not asked are passed over. The task goes on with the last that it waits for. */
export async function answerTask(db: Db, owner: string, taskId: string, given: Json): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.query<Pick<Task, "requests" | "answers">>(
      "select requests, answers from tasks where task_id = $1 and owner = $2 and status = 'input_required' for update",
      [taskId, owner],
    );
    if (!row) return;
    const task = opened(tx, row, taskId);
    const isAsked = ([key]: [string, unknown]) => Object.hasOwn(task.requests, key);
    const answers = Object.fromEntries(Object.entries(given).filter(isAsked));
    const open = Object.entries(task.requests).filter(([key]) => !Object.hasOwn(answers, key));
    await tx.query(
      "update tasks set requests = $2::json, answers = $3::json, status = $4, updated_at = now() where task_id = $1",
      [
        taskId,
        stored(db, taskId, "requests", Object.fromEntries(open)),
        stored(db, taskId, "answers", { ...task.answers, ...answers }),
        open.length > 0 ? "input_required" : "working",
      ],
    );
    await tx.query("select pg_notify($1, $2)", [TASK_CHANNEL, taskId]);
  });
}

/** How a run of a task ended. Does nothing where the task has ended already, or belongs to another run. It was cancelled if its job was. */
export async function endTask(
  db: Db,
  { taskId, runId }: TaskRun,
  end: { result: Json; projectIds?: readonly string[] } | { error: TaskError },
): Promise<void> {
  const isDone = "result" in end;
  await db.query(
    `update tasks set requests = '{}', result = $3::json, error = $4::json, finished_at = now(), updated_at = now(), expires_at = ${EXPIRY},
       project_ids = project_ids || $6::text[],
       status = case when exists (select from jobs where jobs.job_id = tasks.job_id and jobs.status = 'cancelled') then 'cancelled' else $5::text end
     where task_id = $1 and run_id = $2 and finished_at is null`,
    [
      taskId,
      runId,
      isDone ? stored(db, taskId, "result", end.result) : null,
      isDone ? null : stored(db, taskId, "error", end.error),
      isDone ? "completed" : "failed",
      isDone ? (end.projectIds ?? []) : [],
    ],
  );
  await db.query("select pg_notify($1, $2)", [TASK_CHANNEL, taskId]);
}

/** Cancels a task that has not ended, and tells whoever runs it. false: it has ended. */
export async function cancelTask(db: Db, owner: string, taskId: string): Promise<boolean> {
  const rows = await db.query(
    `update tasks set status = 'cancelled', requests = '{}', finished_at = now(), updated_at = now(), expires_at = ${EXPIRY}
     where task_id = $1 and owner = $2 and finished_at is null returning 1`,
    [taskId, owner],
  );
  await db.query("select pg_notify($1, $2)", [TASK_CHANNEL, taskId]);
  return rows.length > 0;
}

/** The run gives its task back: another process may take it over at once. */
export async function releaseTask(db: Db, { taskId, runId }: TaskRun): Promise<void> {
  await db.query("update tasks set heartbeat_at = null where task_id = $1 and run_id = $2 and finished_at is null", [
    taskId,
    runId,
  ]);
}

/**
 * Tasks of these tools whose process is silent, and how many have died of each; they belong to `runId` from now on. It does not count who was silent
 * for a while and is there again, and of a task that waits for a job the job counts.
 */
export async function claimStrayTasks(
  db: Db,
  tools: readonly string[],
  runId: string,
): Promise<{ task: Task; deaths: number }[]> {
  const claimed = await db.query<{ taskId: string; deaths: number }>(
    `update tasks set run_id = $2, heartbeat_at = now(), deaths = deaths + (heartbeat_at is not null and run_id <> $2 and job_id is null)::int
     where task_id in (
       select task_id from tasks
       where finished_at is null and tool = any($1) and (heartbeat_at is null or not ${isRecent("heartbeat_at", SILENCE)})
       order by number limit ${STRAYS} for update skip locked
     ) returning task_id as "taskId", deaths`,
    [tools, runId],
  );
  if (claimed.length === 0) return [];
  const deaths = new Map(claimed.map((one) => [one.taskId, one.deaths]));
  const tasks = await db.query<Task>(`select ${COLUMNS} from ${TASKS} where task_id = any($1)`, [
    claimed.map(({ taskId }) => taskId),
  ]);
  return tasks.map((task) => ({ task: opened(db, task), deaths: need(deaths, task.taskId) }));
}

/**
 * Deletes the tasks that ended longer ago than they are kept. A task without an answer in that time has failed, and so has one without a taker: a tool may
 * be gone with a new version.
 */
export async function forgetTasks(db: Db): Promise<void> {
  await db.query("delete from tasks where finished_at is not null and expires_at <= now()");
  const given = await db.query<{ taskId: string }>(
    `update tasks set status = 'failed', requests = '{}', finished_at = now(), updated_at = now(), expires_at = ${EXPIRY},
       error = json_build_object('code', -32603, 'message',
         case status when 'input_required' then 'Nobody answered what the task asked.' else 'Nobody could go on with the task.' end)
     where finished_at is null and ((status = 'input_required' and expires_at <= now()) or heartbeat_at < now() - interval '${GIVEN_UP}')
     returning task_id as "taskId"`,
  );
  for (const { taskId } of given) await db.query("select pg_notify($1, $2)", [TASK_CHANNEL, taskId]);
}
