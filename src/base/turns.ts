/** Long work on the main thread in pieces: between two of them other requests have their turn. */
import { setImmediate } from "node:timers/promises";

/** How long a piece may take, in milliseconds. Others wait for it, and for the step in which it ends: less than 20 ms together. */
const PIECE = 8;

export interface Turns {
  /** Whether the piece at hand has taken long enough. */
  isOver(): boolean;
  /** Lets others have their turn; the next piece begins then. */
  next(): Promise<void>;
}

/** Begins a piece of at most `most` milliseconds. Ask `isOver` between steps of about a millisecond, and wait for `next` where it is. */
export function createTurns(most = PIECE): Turns {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began > most,
    async next() {
      await setImmediate();
      began = performance.now();
    },
  };
}
