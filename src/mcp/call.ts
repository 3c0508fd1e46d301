/** A request of either protocol era, as the methods see it: what was asked within which scope, and what its client can do. */
import type { Caller } from "../tools/call.js";
import type { Session } from "./session.js";

/** Something that the client is asked: `elicitation/create`, `sampling/createMessage` or `roots/list`. */
export interface InputRequest {
  method: string;
  params: Record<string, unknown>;
}

export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface McpCall {
  era: "modern" | "legacy";
  /** Whose request it is. */
  principal: string;
  /** Of the older era, where the client sent one. */
  session: Session | null;
  /** What the client can be asked, and which extensions it knows. */
  client: { elicitation: boolean; sampling: boolean; roots: boolean; tasks: boolean };
  /** Aborts when the client cancels, or is gone. */
  signal: AbortSignal;
  progressToken: string | number | undefined;
  notify(method: string, params: Record<string, unknown>): Promise<void>;
  /**
   * Asks the client, and gives its answers by the keys of the requests. In the newer era the call ends here and begins anew with the answers, so
   * nothing may have been done before; `state` comes back with them, signed.
   */
  ask(requests: Record<string, InputRequest>, state?: unknown): Promise<Record<string, unknown>>;
  /** What an earlier round of the call gave to `ask`; undefined in the first. */
  state: unknown;
  /** Tells the client, if it wants to hear of that level. */
  log(level: LogLevel, data: unknown): Promise<void>;
  /** Ends the stream that carries the answer, where the client can come back for it. */
  closeStream(): void;
}

/** Thrown by `ask` in the newer era, to end this round of a call. */
export class InputNeeded extends Error {
  constructor(
    readonly requests: Record<string, InputRequest>,
    readonly state: unknown,
  ) {
    super("the client is asked");
  }
}

/** Who calls a tool. */
export function callerOf(call: McpCall, pinnedProject: string | undefined): Caller {
  return { signal: call.signal, pinnedProject, progress: progressOf(call) };
}

/** Progress is sent at most so often, in milliseconds, and the last one always. */
const LEAST_BETWEEN = 100;

function progressOf({ progressToken, notify }: McpCall): Caller["progress"] {
  if (progressToken === undefined) return undefined;
  let last = 0;
  return (done, total, message) => {
    const now = performance.now();
    if (now - last < LEAST_BETWEEN && done < total) return;
    last = now;
    // The client may be gone; its request is aborted then, and nobody waits for this message.
    notify("notifications/progress", { progressToken, progress: done, total, message }).catch(() => undefined);
  };
}
