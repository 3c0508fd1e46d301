/**
 * The methods of tasks. In 2025-11-25 they are part of the protocol: the client chooses which call becomes a task, and fetches the result with
 * `tasks/result`. In 2026-07-28 they are an extension: for a client that declares it, each call of a tool that may run long becomes a task, and
 * `tasks/get` returns the result as well.
 */
import { CodeindexError } from "../base/errors.js";
import { lastOf } from "../base/need.js";
import { anySignal } from "../base/signals.js";
import { ownerOf } from "../model/principal.js";
import type { Task, TaskJob } from "../store/tasks.js";
import { errorAnswer } from "../tools/running/finish-answer.js";
import type { Caller } from "../tools/running/tool-host.js";
import { stepsOf } from "../tools/shared/jobs.js";
import { type ToolResult, toToolResult } from "./listing.js";
import { INVALID_PARAMS, type Method, RpcError } from "./methods.js";
import { TASKS_EXTENSION } from "./modern.js";
import { type InputRequest, type McpCall, whileReporting } from "./request-form.js";
import { MISSING_CAPABILITY } from "./tasks/run.js";
import type { Tasks } from "./tasks.js";

const METHOD_NOT_FOUND = -32601;
/** How often clients should poll a task, in milliseconds. */
const POLL_INTERVAL = 1000;
const PAGE = 50;

/** The extension of 2026-07-28. `plain` answers calls that are not tasks. */
export function createTaskMethods(tasks: Tasks, plain: Method): Record<string, Method> {
  const forClients =
    (method: Method): Method =>
    async (params, call, scope) => {
      if (!call.client.tasks) throw missingExtension();
      return method(params, call, scope);
    };
  return {
    async "tools/call"(params, call, scope) {
      const tool = scope.tools.find(({ listed }) => listed.name === params.name);
      if (tool?.taskSupport === "required" && !call.client.tasks) throw missingExtension();
      if (!tool?.taskSupport || !call.client.tasks) return plain(params, call, scope);
      const { pinnedProject } = scope;
      return { resultType: "task", ...state(await tasks.start(tool, params.arguments, call, { pinnedProject })) };
    },
    "tasks/get": forClients(async ({ taskId }, { principal }) => {
      const task = await tasks.get(ownerOf(principal), taskId);
      const { status, result, error, requests } = task;
      return {
        ...state(task),
        ...(status === "completed" && { result: { resultType: "complete", ...result } }),
        ...(status === "failed" && { error }),
        ...(status === "input_required" && { inputRequests: requests }),
      };
    }),
    "tasks/update": forClients(async ({ taskId }, { principal, answers }) => {
      const owner = ownerOf(principal);
      await tasks.answer(owner, (await tasks.get(owner, taskId)).taskId, answers);
      return {};
    }),
    "tasks/cancel": forClients(async ({ taskId }, { principal }) => {
      const owner = ownerOf(principal);
      await tasks.cancel(owner, (await tasks.get(owner, taskId)).taskId);
      return {};
    }),
  };
}

/** A task in the form of 2026-07-28. */
function state(task: Task): Record<string, unknown> {
  const { taskId, status, createdAt, updatedAt, ttlMs } = task;
  const statusMessage = inWords(task);
  return {
    taskId,
    status,
    ...(statusMessage && { statusMessage }),
    createdAt,
    lastUpdatedAt: updatedAt,
    ttlMs,
    pollIntervalMs: POLL_INTERVAL,
  };
}

function missingExtension(): RpcError {
  return new RpcError(MISSING_CAPABILITY, "That needs a client that knows tasks.", {
    requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
  });
}

/** The tasks of 2025-11-25. `plain` answers calls that are not tasks. */
export function createLegacyTaskMethods(tasks: Tasks, plain: Method): Record<string, Method> {
  return {
    "tools/list": async (_params, _call, { tools }) => ({
      tools: tools.map(({ listed, taskSupport }) => (taskSupport ? { ...listed, execution: { taskSupport } } : listed)),
    }),
    async "tools/call"(params, call, scope) {
      const tool = scope.tools.find(({ listed }) => listed.name === params.name);
      const asked = params.task as { ttl?: number } | undefined;
      if (!tool || (!asked && tool.taskSupport !== "required")) return plain(params, call, scope);
      if (!tool.taskSupport) throw new RpcError(METHOD_NOT_FOUND, `${tool.listed.name} cannot be called as a task.`);
      if (!asked) throw new RpcError(METHOD_NOT_FOUND, `${tool.listed.name} can only be called as a task.`);
      const { pinnedProject } = scope;
      return {
        task: legacyState(await tasks.start(tool, params.arguments, call, { pinnedProject, ttlMs: asked.ttl })),
      };
    },
    "tasks/get": async ({ taskId }, { principal }) => legacyState(await tasks.get(ownerOf(principal), taskId)),
    "tasks/result": async ({ taskId }, call) =>
      resultOf(await whileReporting(call, undefined, ({ progress }) => follow(tasks, taskId, call, progress))),
    async "tasks/list"({ cursor }, { principal }) {
      const below = cursor === undefined ? null : Number(cursor);
      if (below !== null && !Number.isSafeInteger(below))
        throw new RpcError(INVALID_PARAMS, "cursor: must be one that this list answered with");
      const page = await tasks.list(ownerOf(principal), below, PAGE + 1);
      const shown = page.slice(0, PAGE);
      return { tasks: shown.map(legacyState), ...(page.length > PAGE && { nextCursor: String(lastOf(shown).number) }) };
    },
    async "tasks/cancel"({ taskId }, { principal }) {
      const owner = ownerOf(principal);
      const task = await tasks.get(owner, taskId);
      if (!(await tasks.cancel(owner, task.taskId)))
        throw new RpcError(INVALID_PARAMS, "taskId: that task has ended already.");
      return legacyState(await tasks.get(owner, task.taskId));
    },
  };
}

/** A task in the form of 2025-11-25: a tool that answers with an error has failed. */
function legacyState(task: Task): Record<string, unknown> {
  const { ttlMs, pollIntervalMs, ...rest } = state(task);
  const isFailed = task.status === "completed" && (task.result?.isError === true || task.job?.status === "failed");
  return { ...rest, ...(isFailed && { status: "failed" }), ttl: ttlMs, pollInterval: pollIntervalMs };
}

const relatedTo = (taskId: string) => ({ "io.modelcontextprotocol/related-task": { taskId } });

/** Waits for a task's end. Meanwhile the client gets the task's questions and its progress. */
async function follow(tasks: Tasks, taskId: unknown, call: McpCall, progress: Caller["progress"]): Promise<Task> {
  const { signal } = call;
  const owner = ownerOf(call.principal);
  let task = await tasks.get(owner, taskId);
  let told = "";
  for (;;) {
    const before = JSON.stringify(legacyState(task));
    if (isEnded(task)) return task;
    if (task.job) {
      const { done, total, message } = stepsOf(task.job);
      progress?.(done, total, message);
    }
    if (told !== before && told !== "") await call.notify("notifications/tasks/status", legacyState(task));
    told = before;
    const asking = new AbortController();
    const changed = tasks.until(task.taskId, anySignal(signal, asking.signal), async () => {
      const now = await tasks.get(owner, taskId);
      return JSON.stringify(legacyState(now)) === before ? undefined : now;
    });
    try {
      // Another client may answer, or cancel, first.
      if (task.status === "input_required") await Promise.race([askFor(tasks, task, call), changed]);
      task = await changed;
    } finally {
      asking.abort();
    }
  }
}

const isEnded = ({ status }: Task) => status !== "working" && status !== "input_required";

/** Passes the task's questions to the client, and the answers to the task. */
async function askFor(tasks: Tasks, { taskId, requests }: Task, call: McpCall): Promise<void> {
  const related = Object.entries(requests as Record<string, InputRequest>).map(([key, { method, params }]) => [
    key,
    { method, params: { ...params, _meta: relatedTo(taskId) } },
  ]);
  await tasks.answer(ownerOf(call.principal), taskId, await call.ask(Object.fromEntries(related)));
}

/** The result that the call would have had. Throws where it would have failed. */
function resultOf({ taskId, result, error }: Task): ToolResult {
  if (error) throw new RpcError(error.code, error.message, error.data);
  const given = (result as ToolResult | null) ?? CANCELLED();
  return { ...given, _meta: { ...(given._meta as object | undefined), ...relatedTo(taskId) } };
}

const CANCELLED = () => toToolResult(errorAnswer(new CodeindexError("cancelled", "The task was cancelled.")));

/** A task's state in words; for one with a job, its phase and counts. */
function inWords({ status, job, message, result, error }: Task): string | undefined {
  if (error) return error.message;
  if (result?.isError) return errorInWords(result as ToolResult);
  if (job && status !== "cancelled") return jobInWords(job);
  return isOpen(status) ? (message ?? undefined) : undefined;
}

const isOpen = (status: Task["status"]) => status === "working" || status === "input_required";

function jobInWords(job: TaskJob): string {
  const { status, ...did } = job;
  if (status === "completed")
    return `${did.indexed} files indexed, ${did.unchanged} unchanged, ${did.removed} removed, ${did.errors} errors`;
  return stepsOf(job).message;
}

/** The message of an error in a tool's answer; of a foreign error, its text. */
function errorInWords({ content: [first] }: ToolResult): string | undefined {
  const text = first && "text" in first ? first.text : undefined;
  try {
    return (JSON.parse(text ?? "") as { error: { message: string } }).error.message;
  } catch {
    return text?.slice(0, 200);
  }
}
