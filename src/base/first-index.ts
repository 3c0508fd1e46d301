/** Search in what is in order, by halving. */

/** The first index from `from` on, below `to`, that passes; `to` where none does. Behind one that passes all must pass. */
export function firstIndex(from: number, to: number, passes: (index: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
