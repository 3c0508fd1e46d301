/** The processor time of a thread: it measures work done, independent of how busy the machine is. Only Linux reports it. */
import { readFileSync, readlinkSync } from "node:fs";

/** Milliseconds in a clock tick: /proc counts 100 a second on every architecture. */
const TICK = 10;

/** The number of this thread, by which any thread of the process can read its time; 0 where the system does not report it. */
export function threadNumber(): number {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return 0;
  }
}

/** The milliseconds of processor time that a thread of this process has used; null where the system does not report it, or the thread has ended. */
export function threadTime(thread: number): number | null {
  if (thread === 0) return null;
  try {
    // The thread's name, in parentheses, may hold any character. The 12th and 13th fields after it are the ticks in user and in system mode.
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return null;
  }
}

/** Measures a thread's processor time from now on, in milliseconds. Where the system does not report it, a third of the elapsed time stands in. */
export function createThreadClock(thread: number): () => number {
  const worked = threadTime(thread);
  const started = performance.now();
  const shareOfElapsed = () => (performance.now() - started) / 3;
  if (worked === null) return shareOfElapsed;
  return () => {
    const now = threadTime(thread);
    return now === null ? shareOfElapsed() : now - worked;
  };
}
