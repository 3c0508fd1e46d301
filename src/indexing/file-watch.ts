/**
 * Watches a parse thread from outside, so that a file that keeps it busy without end is found out and the thread is stopped.
 *
 *     thread   beginFile(3) ── native ┤ parser ├ extraction, chunks, terms … ── beginFile(4)
 *     watcher      tick        tick       tick        tick: file 3 has had its time ─▶ stop
 *
 * A thread that is in native code must not be stopped, as that would end the process; the parser has a limit of its own there. So each side announces
 * its step before it looks at the other: the thread that it enters native code, the watcher that it stops the thread.
 */
import { int32At } from "../base/numbers.js";
import { createThreadClock, threadNumber } from "../base/thread-time.js";

/** Places in the shared array: the file at work, from 1; whether native code runs; whether the thread is being stopped; the thread's number. */
const FILE = 0;
const NATIVE = 1;
const STOPPED = 2;
const THREAD = 3;
const PLACES = 4;

/** How often a thread is looked at, in milliseconds. */
const LOOK_EVERY = 100;

/** A thread's account of its work; shared with the one that watches it. */
export type FileProgress = Int32Array<SharedArrayBuffer>;

/** The account of a thread that has not begun. */
export function createProgress(): FileProgress {
  return new Int32Array(new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT));
}

/** The thread's side: says that it works at the file of that number, from 0, or with null at no file. */
export function beginFile(progress: FileProgress | undefined, file: number | null): void {
  if (progress === undefined) return;
  if (progress[THREAD] === 0) progress[THREAD] = threadNumber();
  Atomics.store(progress, FILE, file === null ? 0 : file + 1);
}

/** The thread's side: runs native code. A thread that is being stopped does not begin it, and waits for its end. */
export function inNative<T>(progress: FileProgress | undefined, work: () => T): T {
  if (progress === undefined) return work();
  for (;;) {
    Atomics.store(progress, NATIVE, 1);
    if (Atomics.load(progress, STOPPED) === 0) break;
    Atomics.store(progress, NATIVE, 0);
    Atomics.wait(progress, STOPPED, 1);
  }
  try {
    return work();
  } finally {
    Atomics.store(progress, NATIVE, 0);
  }
}

/**
 * The watcher's side: calls `stop`, once, with the number of a file for which the thread has worked longer than `fileTime` milliseconds. Gives what
 * ends the watch.
 */
export function watchFiles(progress: FileProgress, fileTime: number, stop: (file: number) => void): () => void {
  let file = 0;
  let clock = createThreadClock(0);
  const timer = setInterval(() => {
    const now = Atomics.load(progress, FILE);
    if (now !== file || now === 0) {
      file = now;
      clock = createThreadClock(int32At(progress, THREAD));
      return;
    }
    if (clock() < fileTime || Atomics.load(progress, NATIVE) === 1) return;
    Atomics.store(progress, STOPPED, 1);
    if (Atomics.load(progress, NATIVE) === 1 || Atomics.load(progress, FILE) !== now) {
      Atomics.store(progress, STOPPED, 0);
      Atomics.notify(progress, STOPPED);
      return;
    }
    clearInterval(timer);
    stop(now - 1);
  }, LOOK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
