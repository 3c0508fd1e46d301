/** The priority of long work: it takes the processor time that quick answers leave. */
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** Steps on nice's scale of 20 by which long work yields to answers when both want a core. */
const NICENESS = { builds: 10, textSearch: 5 };

/** Lowers the priority of this thread, and of threads that it starts later. Only Linux has priorities of threads. */
export function lowerPriority(work: keyof typeof NICENESS): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), NICENESS[work]);
  } catch {
    // The thread then keeps the normal priority.
  }
}
