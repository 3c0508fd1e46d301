/** Follows tasks, wherever they run: what they are, when they change, and how they are cancelled. */
import { once } from "node:events";
import { CodeindexError } from "../../base/errors.js";
import { anySignal } from "../../base/signals.js";
import { cancelTask, findTask, TASK_CHANNEL, type Task } from "../../store/tasks.js";
import { INVALID_PARAMS, RpcError } from "../methods.js";
import { changeOf, type TasksState } from "./state.js";

/** How often a followed task is polled, in addition to announcements. */
const LOOK_EVERY = 1000;

/** Throws RpcError where the owner has no such task. */
export async function getTask({ db }: TasksState, owner: string, taskId: unknown): Promise<Task> {
  const id = typeof taskId === "string" && /^[\w-]{1,100}$/.test(taskId) ? taskId : "";
  const task = await findTask(db, owner, id);
  if (!task) throw new RpcError(INVALID_PARAMS, "taskId: there is no such task.");
  return task;
}

/** Listens for changes from the first task on. On failure, polling notices them a little later. */
export function listen(state: TasksState): void {
  const { db, log, changes } = state;
  state.listening ??= db.listen(TASK_CHANNEL, (taskId) => void changes.emit(changeOf(taskId)));
  state.listening.catch((error) => {
    state.listening = undefined;
    log.debug({ err: error }, "failed to listen for changes of tasks");
  });
}

/** Calls `look` at once, with each change of the task and at least every second, until it returns a value. */
export async function until<T>(
  state: TasksState,
  taskId: string,
  signal: AbortSignal,
  look: () => Promise<T | undefined>,
): Promise<T> {
  listen(state);
  for (;;) {
    if (signal.aborted) throw new CodeindexError("cancelled", "Nobody waits for the task any more.");
    const patience = anySignal(signal, AbortSignal.timeout(LOOK_EVERY));
    const changed = once(state.changes, changeOf(taskId), { signal: patience }).catch(() => undefined);
    const found = await look();
    if (found !== undefined) return found;
    await changed;
  }
}

/** Cancels the job of a task, unless another caller waits for it too. */
export async function cancelJobOf({ indexing }: TasksState, taskId: string, jobId: string | null): Promise<void> {
  if (jobId === taskId) await indexing.letGo(jobId);
}

/** Cancels a task, and its job. False where it had ended already. */
export async function cancel(state: TasksState, owner: string, taskId: string): Promise<boolean> {
  const isCancelled = await cancelTask(state.db, owner, taskId);
  if (isCancelled) await cancelJobOf(state, taskId, (await getTask(state, owner, taskId)).jobId);
  return isCancelled;
}
