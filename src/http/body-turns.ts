/** Has few bodies of a caller read at once: of those that wait nothing is read, so that they fill the memory of who sends them and not ours. */
import type { Request, RequestHandler } from "express";
import { createTurns } from "../auth/limits.js";

/** Bodies that are read at once, and that wait, of one caller. */
const AT_ONCE = 8;
const MOST_WAITING = 1000;

/** Lets a request with a body pass when it is its turn among those of the same caller, as `whose` names them; `atOnce` of them have it. */
export function readInTurn(whose: (request: Request) => string, atOnce = AT_ONCE): RequestHandler {
  const callers = new Map<string, ReturnType<typeof createTurns>>();
  return async (request, response, next) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) === 0) {
      next();
      return;
    }
    // Whoever hung up while something before this was waited for would never give the turn back.
    if (response.closed) return;
    const caller = whose(request);
    const turns = callers.get(caller) ?? createTurns(() => atOnce, MOST_WAITING);
    callers.set(caller, turns);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    // A body that is refused before its end has none: it is done with when it is answered.
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
