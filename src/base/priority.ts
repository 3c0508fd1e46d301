/** The priority of what may take long: it takes what quick answers leave of the processor. */
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** How far they stand back from answers where both want a core, on nice's scale of 20. */
const NICENESS = { builds: 10, textSearch: 5 };

/** Lowers the priority of this thread, and of those it starts after that. Only Linux has priorities of threads. */
export function standBack(work: keyof typeof NICENESS): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), NICENESS[work]);
  } catch {
    // It then has the priority of all else.
  }
}
