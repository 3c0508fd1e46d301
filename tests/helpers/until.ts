/** Waiting for what other threads, processes or the system bring about. */
import { setTimeout as sleep } from "node:timers/promises";

interface Patience {
  /** Milliseconds after which it is given up, at least. A test that hangs is ended by its own limit too. */
  within?: number;
  /** Milliseconds between two looks. */
  every?: number;
  /** Words for the error when it is given up. */
  but?: () => string;
}

/** Waits until a condition holds. Throws when it does not in time. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { within = 30_000, every = 20, but = () => "" }: Patience = {},
): Promise<void> {
  for (const start = performance.now(); !(await isSo()); await sleep(every)) {
    if (performance.now() - start > within) throw new Error(`it did not come about in ${within} ms ${but()}`.trim());
  }
}
