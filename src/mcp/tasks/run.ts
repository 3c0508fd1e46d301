/** Runs the call of a task: renews its record, asks the client through it, and records its end. */
import { CodeindexError } from "../../base/errors.js";
import { type Logger, withLogFields } from "../../base/log.js";
import { toUserError } from "../../base/user-error.js";
import type { Indexing } from "../../indexing/indexing-types.js";
import { askTask, endTask, findTask, linkTask, type Task, type TaskRun, touchTask } from "../../store/tasks.js";
import type { IndexBlock } from "../../tools/running/schema.js";
import type { McpTool } from "../catalog.js";
import type { ToolResult } from "../listing.js";
import { RpcError, rpcError } from "../methods.js";
import { callerOf, type InputRequest, type McpCall } from "../request-form.js";
import { cancel, cancelJobOf, listen, until } from "./follow.js";
import { changeOf, type MadeCall, type TasksState } from "./state.js";

/** The interval at which a run renews its record, in milliseconds. */
const BEAT_EVERY = 1000;

export const MISSING_CAPABILITY = -32021;
/** The capability that a client must declare for each kind of question. */
const CAPABILITY_FOR: Record<string, "elicitation" | "sampling" | "roots"> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** Starts to run a task; its record says how it ends. */
export function begin(state: TasksState, task: Task, tool: McpTool): void {
  void withLogFields({ task: task.taskId }, () => run(state, task, tool));
}

async function run(state: TasksState, task: Task, tool: McpTool): Promise<void> {
  const { db, auth, log, runId, running, changes } = state;
  const taskRun = { taskId: task.taskId, runId };
  const made = task.call as unknown as MadeCall;
  const stop = new AbortController();
  running.set(task.taskId, stop);
  listen(state);
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
    cancel(state, task.owner, task.taskId).catch((error) =>
      log.warn({ err: error, task: task.taskId }, "failed to cancel the task"),
    );
  });
  const call = callFor(state, task, made, stop.signal);
  const caller = {
    ...callerOf(call, made.pinnedProject),
    progress: (done: number, total: number, text: string) => {
      message = `${text} (${done} of ${total})`;
    },
    background: { indexing: indexingFor(state, task, taskRun) },
  };
  try {
    const end = await tool.call(made.args, call, caller).then(
      (result) => ({ result, projectIds: projectsOf(result) }),
      // An aborted call throws for that reason.
      (error) => (stop.signal.aborted ? null : { error: errorOf(error, made.era, log) }),
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

/** The call as the tool sees it: it asks the client through the task, and tells it nothing besides. */
function callFor(state: TasksState, task: Task, made: MadeCall, signal: AbortSignal): McpCall {
  return {
    era: made.era,
    principal: made.principal,
    session: made.session,
    client: made.client,
    signal,
    progressToken: undefined,
    notify: async () => undefined,
    ask: (requests) => ask(state, task, requests, signal),
    answers: {},
    state: undefined,
    log: async () => undefined,
    closeStream: () => undefined,
  };
}

function errorOf(error: unknown, era: McpCall["era"], log: Logger): { code: number; message: string; data?: unknown } {
  const { code, message, data } = error instanceof RpcError ? error : rpcError(toUserError(error, log), { era });
  return { code, message, ...(data !== undefined && { data }) };
}

/** Asks the client, which reads the questions with the task, and waits for its answers. */
async function ask(
  state: TasksState,
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
  const known = await askTask(state.db, { taskId, runId: state.runId }, { ...requests });
  if (known) return known;
  return until(state, taskId, signal, async () => {
    const task = await findTask(state.db, owner, taskId);
    return task?.status === "working" ? task.answers : undefined;
  });
}

/** The jobs of a task's tool: the job has the task's id, so a run that takes over the task continues its job. */
function indexingFor(state: TasksState, task: Task, taskRun: TaskRun): Indexing {
  const { db, indexing } = state;
  return {
    ...indexing,
    async start(project, request) {
      const earlier = await indexing.get(task.jobId ?? task.taskId);
      const job = earlier ?? (await indexing.start(project, request, task.taskId));
      if (await linkTask(db, taskRun, job.jobId)) return job;
      await cancelJobOf(state, task.taskId, job.jobId);
      throw new CodeindexError("cancelled", "The task was cancelled.");
    },
  };
}

/** The projects of an answer. */
function projectsOf({ structuredContent }: ToolResult): string[] {
  const { index } = (structuredContent ?? {}) as { index?: IndexBlock | IndexBlock[] };
  return index === undefined ? [] : [index].flat().map(({ project }) => project);
}
