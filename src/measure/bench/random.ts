/** Pseudo-random numbers, repeatable by seed, so that two runs ask the same. */
import { type Defined, nth } from "../../base/need.js";

export interface Random {
  /** A number from 0 to below `end`. */
  below(end: number): number;
  /** One item of a list that is not empty. */
  pick<T extends Defined>(items: readonly T[]): T;
}

/** mulberry32: good enough for drawing samples. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { below, pick: (items) => nth(items, below(items.length)) };
}
