/** The priority of builds: they take what answers leave of the processor. */
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** How far builds stand back from answers where both want a core: half of nice's scale. */
const NICENESS = 10;

/** Lowers the priority of this thread, and of those it starts after that. Only Linux has priorities of threads. */
export function standBack(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), NICENESS);
  } catch {
    // Builds then have the priority of all else.
  }
}
