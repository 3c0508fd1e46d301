/** A request of either protocol era, as the methods see it: what was asked within which scope, and what its client can do. */

import { shown } from "../masking/clean.js";
import type { Principal } from "../model/principal.js";
import type { Caller } from "../tools/running/tool-host.js";
import type { Session } from "./legacy/session.js";

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
  principal: Principal;
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
  /** What the client sent in answer to earlier questions, by the keys of the requests. */
  answers: Record<string, unknown>;
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

/** Who calls, for what is answered at once. */
export function callerOf({ principal, signal }: McpCall, pinnedProject: string | undefined): Caller {
  return { principal, signal, pinnedProject };
}

/** Progress is sent at most so often, in milliseconds, and the last one always. */
const LEAST_BETWEEN = 100;
/** And at least so often: clients give up on a call that is silent for a minute. */
const MOST_BETWEEN = 15_000;

/** Who calls, for `work` that may take long: progress is sent to a client that asked for it, also while the work has nothing to say. */
export async function whileReporting<T>(
  call: McpCall,
  pinnedProject: string | undefined,
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  const { progressToken } = call;
  const caller = callerOf(call, pinnedProject);
  if (progressToken === undefined) return work(caller);
  let last = -Infinity;
  let sent = -1;
  let said = { done: 0, total: 0, message: "at work" };
  let told = "";
  /** Progress is whole and must grow: where nothing was done, or a new phase counts again, it goes on by one, and the total with it at last. */
  const send = (): void => {
    last = performance.now();
    sent = Math.max(sent + 1, Math.floor(said.done));
    const { total, message } = said;
    told = message;
    const params = { progressToken, progress: sent, ...(total > 0 && { total: Math.max(total, sent) }), message };
    // The client may be gone; its request is aborted then, and nobody waits for this message.
    call.notify("notifications/progress", params).catch(() => undefined);
  };
  const timer = setInterval(() => {
    if (performance.now() - last >= MOST_BETWEEN) send();
  }, MOST_BETWEEN / 3);
  try {
    return await work({
      ...caller,
      progress(done, total, message) {
        said = { done, total, message: shown(message) };
        const isNews = done > sent || said.message !== told;
        const isLast = total > 0 && done >= total;
        if (isNews && (isLast || performance.now() - last >= LEAST_BETWEEN)) send();
      },
    });
  } finally {
    clearInterval(timer);
  }
}
