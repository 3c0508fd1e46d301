/** Gives back at rest what the work before has left behind: V8 collects garbage when it allocates, so a service that nobody asks keeps all of it. */
import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

interface Rest {
  /** The time between two looks, in milliseconds. */
  lookMs: number;
  /** The time that a thread must have rested, in milliseconds. */
  restMs: number;
  /** The share of the time from which on a thread works: one that rests answers probes, or a question now and then. */
  busy: number;
}

const REST: Rest = { lookMs: 10_000, restMs: 40_000, busy: 0.05 };

/** Collects the garbage of this thread whenever it rests after work. Gives the function that ends this. */
export function collectAtRest({ lookMs, restMs, busy } = REST): () => void {
  let seen = performance.eventLoopUtilization();
  let worked = true;
  let rested = 0;
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(performance.eventLoopUtilization(), seen);
    seen = performance.eventLoopUtilization();
    if (utilization >= busy) {
      worked = true;
      rested = 0;
      return;
    }
    rested += lookMs;
    if (!worked || rested < restMs) return;
    collect();
    worked = false;
    // The collection is no work.
    seen = performance.eventLoopUtilization();
  }, lookMs).unref();
  return () => clearInterval(timer);
}

/** A full collection; that takes some 50 ms for 50 MB. */
function collect(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
