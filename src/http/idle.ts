/** How long nobody has asked anything: for a service that was started without being asked for, and goes when it is not needed. */
import type { RequestHandler } from "express";

export interface Idleness {
  /** Sees requests; streams that stay open are under way until they end. */
  watch: RequestHandler;
  /** Milliseconds since the last request ended; 0 while one is under way. */
  milliseconds(): number;
}

/** Counts from now. */
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
