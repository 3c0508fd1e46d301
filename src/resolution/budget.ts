/**
 * How much work the edges of one file may cost. Steps are counted, not timed, so that a file has the same edges on every machine. Looking at a type's
 * members for a name is a step, as are following a base and comparing an overload with a call. Of eighteen repositories the file that takes the most
 * takes a fourteenth of the budget (docs/security.md); a file beyond it is made to be slow, or generated.
 */
import type { Program } from "./program.js";

/** At most this many steps are taken for one file. */
export const MOST_STEPS = 300_000;

/** Begins the count for a file. */
export function beginSteps({ caches }: Program): void {
  caches.spent = 0;
}

/** Whether the file that is being resolved has taken its steps: the rest of it is not looked at. */
export function isSpent({ caches }: Program): boolean {
  return caches.spent > MOST_STEPS;
}

/** Whether a build from nothing, which has no cached look-ups of other files yet, might pass the limit. */
export function mayDiffer({ caches }: Program): boolean {
  return caches.spent > MOST_STEPS / 4;
}
