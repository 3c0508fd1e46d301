/** Waits for the threads of a pool that still load their code. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Piscina } from "piscina";

/** In milliseconds. A thread loads for half a second, or longer where the machine has much else to do. */
const LOOK_EVERY = 10;
const LONGEST_WAIT = 20_000;

/** Follows the threads of a new pool. The result resolves when none is loading. */
export function followLoading(pool: Piscina): () => Promise<void> {
  const loaded = new Set<number>();
  // Piscina calls a thread created once it has loaded.
  pool.on("workerCreate", ({ id }: { id: number }) => loaded.add(id));
  const isLoading = () => pool.threads.some(({ threadId }) => !loaded.has(threadId));
  return async () => {
    for (let waited = 0; isLoading() && waited < LONGEST_WAIT; waited += LOOK_EVERY) await sleep(LOOK_EVERY);
  };
}
