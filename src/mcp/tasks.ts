/**
 * Tool calls that continue after they were answered. The process that took a call runs it and renews its record. When the renewals stop, another
 * replica runs the call again, where that is safe. All replicas see the same tasks; urgent news (a task was cancelled, an answer has come) are
 * announced through the database.
 */
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { CodeindexError } from "../base/errors.js";
import { need } from "../base/need.js";
import { ownerOf } from "../model/principal.js";
import {
  answerTask,
  claimStrayTasks,
  createTask,
  endTask,
  forgetTasks,
  listTasks,
  releaseTask,
  type Task,
} from "../store/tasks.js";
import { errorAnswer } from "../tools/running/finish-answer.js";
import type { McpTool } from "./catalog.js";
import { type ToolResult, toToolResult } from "./listing.js";
import type { McpCall } from "./request-form.js";
import { cancel, getTask, until } from "./tasks/follow.js";
import { begin } from "./tasks/run.js";
import type { MadeCall, TasksParts, TasksState } from "./tasks/state.js";

/** The interval at which tasks of dead processes are searched, in milliseconds. */
const RECOVER_EVERY = 2000;
/** A call is given up after this many processes died running it, as it may be the cause. */
const MOST_DEATHS = 5;
const DAY = 24 * 3_600_000;
/** How long a task is kept after its end, in milliseconds: where its client names no time, and at least. */
const TTL = { unsaid: DAY, least: 60_000 };

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

/** The tasks of a process. Must be closed. */
export function createTasks({ db, indexing, tools, mostDays, auth, log }: TasksParts): Tasks {
  const runId = randomUUID();
  const state: TasksState = {
    db,
    indexing,
    auth,
    log,
    runId,
    running: new Map(),
    changes: new EventEmitter().setMaxListeners(0),
    listening: undefined,
  };
  const byName = new Map(tools.filter(({ taskSupport }) => taskSupport).map((tool) => [keyOf(tool), tool]));
  let recovering: Promise<void> | undefined;
  const timer = setInterval(() => {
    recovering ??= recoverLost(state, byName)
      // The database's absence is logged elsewhere.
      .catch((error) => log.debug({ err: error }, "failed to search for lost tasks"))
      .finally(() => {
        recovering = undefined;
      });
  }, RECOVER_EVERY);

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
      const task = await getTask(state, owner, taskId);
      begin(state, task, tool);
      return task;
    },
    get: (owner, taskId) => getTask(state, owner, taskId),
    list: (owner, below, limit) => listTasks(db, owner, below, limit),
    answer: (owner, taskId, answers) => answerTask(db, owner, taskId, answers),
    cancel: (owner, taskId) => cancel(state, owner, taskId),
    until: (taskId, signal, look) => until(state, taskId, signal, look),
    async close() {
      clearInterval(timer);
      await recovering;
      const open = [...state.running];
      for (const [, stop] of open) stop.abort();
      for (const [taskId] of open)
        await releaseTask(db, { taskId, runId }).catch((error) =>
          log.debug({ err: error }, "failed to release a task"),
        );
      const stopListening = await state.listening?.catch(() => undefined);
      await stopListening?.();
    },
  };
}

/** Takes over tasks of dead processes, and deletes expired ones. */
async function recoverLost(state: TasksState, byName: ReadonlyMap<string, McpTool>): Promise<void> {
  const { db, auth, runId, running } = state;
  await forgetTasks(db);
  for (const { task, deaths } of await claimStrayTasks(db, [...byName.keys()], runId)) {
    if (running.has(task.taskId)) continue;
    const tool = need(byName, task.tool);
    const { readOnlyHint, idempotentHint } = tool.listed.annotations;
    const { principal } = task.call as unknown as MadeCall;
    // The caller's access may have ended.
    if (!(await auth.isValid(principal))) await cancel(state, task.owner, task.taskId);
    else if (deaths >= MOST_DEATHS) await endTask(db, { taskId: task.taskId, runId }, { result: DEADLY });
    else if (readOnlyHint || idempotentHint) begin(state, task, tool);
    else await endTask(db, { taskId: task.taskId, runId }, { result: INTERRUPTED });
  }
}

/** The key under which a task stores its tool. */
const keyOf = ({ key, listed }: McpTool): string => key ?? listed.name;

/** The projects named in a call. */
function namedProjects(args: unknown, pinnedProject: string | undefined): string[] {
  const { project_id: named } = (args ?? {}) as { project_id?: unknown };
  return [named ?? pinnedProject].flat().filter((each) => typeof each === "string");
}

const DEADLY: ToolResult = toToolResult(
  errorAnswer(
    new CodeindexError("daemon_unavailable", `${MOST_DEATHS} processes have died while they ran this call.`, {}, [
      "Ask for less at once. The service's logs tell what ended them: most likely the memory did not suffice.",
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
