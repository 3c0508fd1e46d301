/** Threads that read texts for a question: started by it, and ended when none was asked for a while. */
import { Piscina } from "piscina";

/** How long a thread is kept without work, in milliseconds: each takes 10 to 20 MB. */
const IDLE_MS = 10_000;

/** A pool of at most `threads` that run the module `filename`. Destroy it to end them. */
export function createThreadPool(filename: string, threads: number): Piscina {
  return new Piscina({
    filename,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    concurrentTasksPerWorker: 1,
    atomics: "disabled",
    // The texts are large and none is kept: what they leave behind is collected early.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
}
