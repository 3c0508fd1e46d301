/** Chance that comes out the same each time: a test that fails says its seed, and the seed brings the failure back. */

export interface Random {
  /** A whole number from 0 to `below` - 1. */
  int(below: number): number;
  /** One of `items`, which must not be empty. */
  of<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return { int, of: (items) => items[int(items.length)]!, chance: (probability) => next() < probability };
}
