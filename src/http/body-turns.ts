/** Bounds how many bodies of a caller are read at once. Waiting bodies are not read, so they take the sender's memory and not ours. */
import type { Request, RequestHandler } from "express";
import { createTurns } from "../auth/limits.js";

/** Bodies of one caller that are read at once, and that may wait. */
const AT_ONCE = 8;
const MOST_WAITING = 1000;

/** Lets a request with a body pass when it is its turn among those of the same caller; `whose` names the caller, and `atOnce` of them run at once. */
export function readInTurn(whose: (request: Request) => string, atOnce = AT_ONCE): RequestHandler {
  const callers = new Map<string, ReturnType<typeof createTurns>>();
  return async (request, response, next) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) === 0) {
      next();
      return;
    }
    // A client that hung up while it waited would never return its turn.
    if (response.closed) return;
    const caller = whose(request);
    const turns = callers.get(caller) ?? createTurns(() => atOnce, MOST_WAITING);
    callers.set(caller, turns);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    // A body that is refused early never ends: its turn ends with the answer.
    const read = () =>
      new Promise<void>((done) => {
        request.once("end", done);
        response.once("close", done);
        next();
      });
    try {
      await turns.run(gone.signal, read);
    } finally {
      if (turns.isIdle()) callers.delete(caller);
    }
  };
}
