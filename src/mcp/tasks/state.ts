/** The state of the tasks of a process: the ones that it runs, and the ones that it follows. */
import type { EventEmitter } from "node:events";
import type { Authenticator } from "../../auth/authenticate.js";
import type { Logger } from "../../base/log.js";
import type { Indexing } from "../../indexing/indexing-types.js";
import type { Principal } from "../../model/principal.js";
import type { Db } from "../../store/db/db.js";
import type { McpTool } from "../catalog.js";
import type { McpCall } from "../request-form.js";

/** A call, with the data that another process needs to repeat it. */
export interface MadeCall extends Pick<McpCall, "era" | "client" | "session"> {
  principal: Principal;
  args: unknown;
  pinnedProject?: string;
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

export interface TasksState extends Pick<TasksParts, "db" | "indexing" | "auth" | "log"> {
  /** The id of this process in all its runs. */
  runId: string;
  /** The controllers that stop the tasks of this process, by task id. */
  running: Map<string, AbortController>;
  /** Emits `changeOf` a task when it is announced. */
  changes: EventEmitter;
  /** The listener for announcements, from the first task on. */
  listening: ReturnType<Db["listen"]> | undefined;
}

/** The event that tells of changes of a task. */
export const changeOf = (taskId: string): string => `task ${taskId}`;
