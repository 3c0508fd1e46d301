/** A request of either protocol era, in the form that the methods use: its input, its scope, and the abilities of its client. */
import { letFail } from "../base/promises.js";
import { shown } from "../masking/clean.js";
import type { Principal } from "../model/principal.js";
import type { Caller } from "../tools/running/tool-host.js";
import type { Session } from "./legacy/session.js";

/** A question to the client: `elicitation/create`, `sampling/createMessage` or `roots/list`. */
export interface InputRequest {
  method: string;
  params: Record<string, unknown>;
}

export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface McpCall {
  era: "modern" | "legacy";
  /** The principal of the request. */
  principal: Principal;
  /** The session, in the older era, where the client sent one. */
  session: Session | null;
  /** The questions that the client supports, and its extensions. */
  client: { elicitation: boolean; sampling: boolean; roots: boolean; tasks: boolean };
  /** Aborts when the client cancels, or is gone. */
  signal: AbortSignal;
  progressToken: string | number | undefined;
  notify(method: string, params: Record<string, unknown>): Promise<void>;
  /**
   * Asks the client, and returns its answers by the keys of the requests. In the newer era the call ends here and begins anew with the answers, so
   * there must be no side effects before; `state` comes back with them, signed.
   */
  ask(requests: Record<string, InputRequest>, state?: unknown): Promise<Record<string, unknown>>;
  /** The client's answers to earlier questions, by the keys of the requests. */
  answers: Record<string, unknown>;
  /** The `state` of the call's earlier round; undefined in the first. */
  state: unknown;
  /** Sends a log message to the client, if it wants that level. */
  log(level: LogLevel, data: unknown): Promise<void>;
  /** Ends the stream that carries the answer, where the client can reconnect for it. */
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

/** The caller of work that is answered at once. */
export function callerOf({ principal, signal }: McpCall, pinnedProject: string | undefined): Caller {
  return { principal, signal, pinnedProject };
}

/** A principal with the name of the client, as that gives it: a User-Agent names the library that it was built with. */
export function calledBy(principal: Principal, client: unknown): Principal {
  return typeof client === "string" && client.trim() !== ""
    ? { ...principal, client: client.trim().slice(0, LONGEST_CLIENT) }
    : principal;
}

const LONGEST_CLIENT = 60;

/** The least time between two progress messages, in milliseconds; the last one is always sent. */
const LEAST_BETWEEN = 100;
/** The longest silence: clients give up on a call that is silent for a minute. */
const MOST_BETWEEN = 15_000;

/** The caller of `work` that may take long. A client that wants progress gets it, even while the work reports nothing new. */
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
  /**
   * Progress must be an integer and must grow. Where nothing was done, or a new phase counts from zero, it grows by one, and finally the total with
   * it.
   */
  const send = (): void => {
    last = performance.now();
    sent = Math.max(sent + 1, Math.floor(said.done));
    const { total, message } = said;
    told = message;
    const params = { progressToken, progress: sent, ...(total > 0 && { total: Math.max(total, sent) }), message };
    // The client may be gone; its request is aborted then.
    letFail(call.notify("notifications/progress", params));
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
