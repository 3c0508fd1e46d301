/**
 * Tool calls that continue after they were answered. The process that took a call runs it and renews its record. When the renewals stop, another
 * replica runs the call again, where that is safe. All replicas see the same tasks; urgent news (a task was cancelled, an answer has come) are
 * announced through the database.
 */
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import type { Authenticator } from "../auth/authenticate.js";
import { CodeindexError } from "../base/errors.js";
import { type Logger, withLogFields } from "../base/log.js";
import { firstOf } from "../base/signals.js";
import { toUserError } from "../base/user-error.js";
import type { Indexing } from "../indexing/indexing-types.js";
import { ownerOf, type Principal } from "../model/principal.js";
import type { Db } from "../store/db/db.js";
import {
  answerTask,
  askTask,
  cancelTask,
  claimStrayTasks,
  createTask,
  endTask,
  findTask,
  forgetTasks,
  linkTask,
  listTasks,
  releaseTask,
  TASK_CHANNEL,
  type Task,
  type TaskRun,
  touchTask,
} from "../store/tasks.js";
import { errorAnswer } from "../tools/running/answer.js";
import type { IndexBlock } from "../tools/running/schema.js";
import { callerOf, type InputRequest, type McpCall } from "./call.js";
import type { McpTool } from "./catalog.js";
import { type ToolResult, toToolResult } from "./listing.js";
import { INVALID_PARAMS, RpcError, rpcError } from "./methods.js";

/** The interval at which a run renews its record, and tasks of dead processes are searched, in milliseconds. */
const BEAT_EVERY = 1000;
const GATHER_EVERY = 2000;
/** A call is given up after this many processes died running it, as it may be the cause. */
const MOST_DEATHS = 5;
/** How often a followed task is polled, in addition to announcements. */
const LOOK_EVERY = 1000;
const DAY = 24 * 3_600_000;
/** How long a task is kept after its end, in milliseconds: where its client names no time, and at least. */
const TTL = { unsaid: DAY, least: 60_000 };

export const MISSING_CAPABILITY = -32021;
/** The capability that a client must declare for each kind of question. */
const CAPABILITY_FOR: Record<string, "elicitation" | "sampling" | "roots"> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** A call, with the data that another process needs to repeat it. */
interface MadeCall extends Pick<McpCall, "era" | "client" | "session"> {
  principal: Principal;
  args: unknown;
  pinnedProject?: string;
}

export interface Tasks {
  /** Makes a task of a call; when this resolves, every replica sees it. Throws `rate_limited` where the caller has too many. */
  start(
    tool: McpTool,
    args: unknown,
    call: McpCall,
    options: { pinnedProject: string | undefined; ttlMs?: number | undefined },
  ): Promise<Task>;
  /** Throws RpcError where the owner has no such task. */
  get(owner: string, taskId: unknown): Promise<Task>;
  /** The owner's tasks, newest first, below a number. */
  list(owner: string, below: number | null, limit: number): Promise<Task[]>;
  /** Stores the client's answers to the task's questions, by key. */
  answer(owner: string, taskId: string, answers: Record<string, unknown>): Promise<void>;
  /** Cancels a task, and its job. False where it had ended already. */
  cancel(owner: string, taskId: string): Promise<boolean>;
  /** Calls `look` at once, with each change of the task and at least every second, until it returns a value. */
  until<T>(taskId: string, signal: AbortSignal, look: () => Promise<T | undefined>): Promise<T>;
  close(): Promise<void>;
}

export interface TasksParts {
  db: Db;
  indexing: Indexing;
  tools: readonly McpTool[];
  /** The most days that a task is kept after its end. */
  mostDays: number;
  /** Reports when a caller's access ends. */
  auth: Pick<Authenticator, "whenRevoked" | "isValid">;
  log: Logger;
}

export function createTasks({ db, indexing, tools, mostDays, auth, log }: TasksParts): Tasks {
  /** The id of this process in all its runs. */
  const runId = randomUUID();
  const byName = new Map(tools.filter(({ taskSupport }) => taskSupport).map((tool) => [keyOf(tool), tool]));
  const running = new Map<string, AbortController>();
  const changes = new EventEmitter().setMaxListeners(0);
  const changeOf = (taskId: string) => `task ${taskId}`;
  let listening: ReturnType<Db["listen"]> | undefined;
  let gathering: Promise<void> | undefined;

  /** Listens for changes from the first task on. On failure, polling notices them a little later. */
  function listen(): void {
    listening ??= db.listen(TASK_CHANNEL, (taskId) => void changes.emit(changeOf(taskId)));
    listening.catch((error) => {
      listening = undefined;
      log.debug({ err: error }, "failed to listen for changes of tasks");
    });
  }

  async function until<T>(taskId: string, signal: AbortSignal, look: () => Promise<T | undefined>): Promise<T> {
    listen();
    for (;;) {
      if (signal.aborted) throw new CodeindexError("cancelled", "Nobody waits for the task any more.");
      const patience = firstOf(signal, AbortSignal.timeout(LOOK_EVERY));
      const changed = once(changes, changeOf(taskId), { signal: patience }).catch(() => undefined);
      const found = await look();
      if (found !== undefined) return found;
      await changed;
    }
  }

  async function run(task: Task, tool: McpTool): Promise<void> {
    const taskRun = { taskId: task.taskId, runId };
    const made = task.call as unknown as MadeCall;
    const stop = new AbortController();
    running.set(task.taskId, stop);
    listen();
    let message = task.message;
    const beat = async (): Promise<void> => {
      try {
        if (!(await touchTask(db, taskRun, message))) stop.abort();
      } catch (error) {
        log.warn({ err: error, task: task.taskId }, "failed to renew the task's record");
      }
    };
    const timer = setInterval(beat, BEAT_EVERY);
    changes.on(changeOf(task.taskId), beat);
    const stopHearing = auth.whenRevoked(made.principal, () => {
      cancel(task.owner, task.taskId).catch((error) =>
        log.warn({ err: error, task: task.taskId }, "failed to cancel the task"),
      );
    });
    const call: McpCall = {
      era: made.era,
      principal: made.principal,
      session: made.session,
      client: made.client,
      signal: stop.signal,
      progressToken: undefined,
      notify: async () => undefined,
      ask: (requests) => ask(task, requests, stop.signal),
      answers: {},
      state: undefined,
      log: async () => undefined,
      closeStream: () => undefined,
    };
    const caller = {
      ...callerOf(call, made.pinnedProject),
      progress: (done: number, total: number, text: string) => {
        message = `${text} (${done} of ${total})`;
      },
      background: { indexing: indexingFor(task, taskRun) },
    };
    try {
      const end = await tool.call(made.args, call, caller).then(
        (result) => ({ result, projectIds: projectsOf(result) }),
        // An aborted call throws for that reason.
        (error) => (stop.signal.aborted ? null : { error: errorOf(error, made.era) }),
      );
      if (end && !stop.signal.aborted) await endTask(db, taskRun, end);
    } catch (error) {
      // The record is not renewed any more, so another process runs the call again.
      log.warn({ err: error, task: task.taskId }, "failed to record the task's end");
    } finally {
      clearInterval(timer);
      stopHearing();
      changes.off(changeOf(task.taskId), beat);
      running.delete(task.taskId);
    }
  }

  const begin = (task: Task, tool: McpTool): void => void withLogFields({ task: task.taskId }, () => run(task, tool));

  function errorOf(error: unknown, era: McpCall["era"]): { code: number; message: string; data?: unknown } {
    const { code, message, data } = error instanceof RpcError ? error : rpcError(toUserError(error, log), { era });
    return { code, message, ...(data !== undefined && { data }) };
  }

  /** Asks the client, which reads the questions with the task, and waits for its answers. */
  async function ask(
    { taskId, owner, call }: Task,
    requests: Record<string, InputRequest>,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const { client } = call as unknown as MadeCall;
    for (const { method } of Object.values(requests)) {
      const needed = CAPABILITY_FOR[method];
      if (!needed || !client[needed])
        throw new RpcError(MISSING_CAPABILITY, `The client takes no ${method}.`, {
          requiredCapabilities: needed ? { [needed]: {} } : {},
        });
    }
    const known = await askTask(db, { taskId, runId }, { ...requests });
    if (known) return known;
    return until(taskId, signal, async () => {
      const task = await findTask(db, owner, taskId);
      return task?.status === "working" ? task.answers : undefined;
    });
  }

  /** The jobs of a task's tool: the job has the task's id, so a run that takes over the task continues its job. */
  function indexingFor(task: Task, taskRun: TaskRun): Indexing {
    return {
      ...indexing,
      async start(project, request) {
        const earlier = await indexing.get(task.jobId ?? task.taskId);
        const job = earlier ?? (await indexing.start(project, request, task.taskId));
        if (await linkTask(db, taskRun, job.jobId)) return job;
        await cancelJobOf(task.taskId, job.jobId);
        throw new CodeindexError("cancelled", "The task was cancelled.");
      },
    };
  }

  /** Cancels the job of a task, unless another caller waits for it too. */
  async function cancelJobOf(taskId: string, jobId: string | null): Promise<void> {
    if (jobId === taskId) await indexing.letGo(jobId);
  }

  async function cancel(owner: string, taskId: string): Promise<boolean> {
    const isCancelled = await cancelTask(db, owner, taskId);
    if (isCancelled) await cancelJobOf(taskId, (await get(owner, taskId)).jobId);
    return isCancelled;
  }

  /** Takes over tasks of dead processes, and deletes expired ones. */
  async function gather(): Promise<void> {
    await forgetTasks(db);
    for (const { task, deaths } of await claimStrayTasks(db, [...byName.keys()], runId)) {
      if (running.has(task.taskId)) continue;
      const tool = byName.get(task.tool)!;
      const { readOnlyHint, idempotentHint } = tool.listed.annotations;
      const { principal } = task.call as unknown as MadeCall;
      // The caller's access may have ended.
      if (!(await auth.isValid(principal))) await cancel(task.owner, task.taskId);
      else if (deaths >= MOST_DEATHS) await endTask(db, { taskId: task.taskId, runId }, { result: DEADLY });
      else if (readOnlyHint || idempotentHint) begin(task, tool);
      else await endTask(db, { taskId: task.taskId, runId }, { result: INTERRUPTED });
    }
  }

  const timer = setInterval(() => {
    gathering ??= gather()
      // The database's absence is logged elsewhere.
      .catch((error) => log.debug({ err: error }, "failed to search for lost tasks"))
      .finally(() => {
        gathering = undefined;
      });
  }, GATHER_EVERY);

  async function get(owner: string, taskId: unknown): Promise<Task> {
    const id = typeof taskId === "string" && /^[\w-]{1,100}$/.test(taskId) ? taskId : "";
    const task = await findTask(db, owner, id);
    if (!task) throw new RpcError(INVALID_PARAMS, "taskId: there is no such task.");
    return task;
  }

  return {
    async start(tool, args, call, { pinnedProject, ttlMs }) {
      const { era, client, session, principal } = call;
      const answers = (await tool.before?.(args, call)) ?? {};
      const made: MadeCall = {
        args,
        era,
        client,
        session,
        principal,
        ...(pinnedProject !== undefined && { pinnedProject }),
      };
      const taskId = randomUUID();
      const owner = ownerOf(principal);
      const isMade = await createTask(
        db,
        { taskId, runId },
        {
          owner,
          tool: keyOf(tool),
          call: { ...made },
          answers,
          ttlMs: Math.round(Math.min(Math.max(ttlMs ?? TTL.unsaid, TTL.least), mostDays * DAY)),
          projectIds: namedProjects(args, pinnedProject),
        },
      );
      if (!isMade) throw new CodeindexError("rate_limited", "Too many tasks of yours have not ended.");
      const task = await get(owner, taskId);
      begin(task, tool);
      return task;
    },
    get,
    list: (owner, below, limit) => listTasks(db, owner, below, limit),
    answer: (owner, taskId, answers) => answerTask(db, owner, taskId, answers),
    cancel,
    until,
    async close() {
      clearInterval(timer);
      await gathering;
      const open = [...running];
      for (const [, stop] of open) stop.abort();
      for (const [taskId] of open)
        await releaseTask(db, { taskId, runId }).catch((error) =>
          log.debug({ err: error }, "failed to release a task"),
        );
      const stopListening = await listening?.catch(() => undefined);
      await stopListening?.();
    },
  };
}

/** The key under which a task stores its tool. */
const keyOf = ({ key, listed }: McpTool): string => key ?? listed.name;

/** The projects named in a call. */
function namedProjects(args: unknown, pinnedProject: string | undefined): string[] {
  const { project_id: named } = (args ?? {}) as { project_id?: unknown };
  return [named ?? pinnedProject].flat().filter((each) => typeof each === "string");
}

/** The projects of an answer. */
function projectsOf({ structuredContent }: ToolResult): string[] {
  const { index } = (structuredContent ?? {}) as { index?: IndexBlock | IndexBlock[] };
  return index === undefined ? [] : [index].flat().map(({ project }) => project);
}

const DEADLY: ToolResult = toToolResult(
  errorAnswer(
    new CodeindexError("daemon_unavailable", `${MOST_DEATHS} processes have died while they ran this call.`, {}, [
      "Ask for less at once. Whoever runs the service finds in its logs what ended them: most likely the memory did not suffice.",
    ]),
  ),
);

const INTERRUPTED: ToolResult = toToolResult(
  errorAnswer(
    new CodeindexError("daemon_unavailable", "The process that ran this call has ended in the middle of it.", {}, [
      "Look what it has done before you call again: it is not repeated by itself.",
    ]),
  ),
);
