/** Measures how long the service is idle, for one that was started automatically and stops when it is not needed. */
import type { RequestHandler } from "express";

export interface Idleness {
  /** Counts requests; a stream counts until it ends. */
  watch: RequestHandler;
  /** Milliseconds since the last request ended; 0 during a request. */
  milliseconds(): number;
}

/** Starts counting now. */
export function createIdleness(): Idleness {
  let open = 0;
  let since = performance.now();
  return {
    watch(_request, response, next) {
      open++;
      response.once("close", () => {
        open--;
        since = performance.now();
      });
      next();
    },
    milliseconds: () => (open > 0 ? 0 : performance.now() - since),
  };
}
