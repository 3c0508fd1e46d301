/** Sets of matching symbols, with their scores. */

/** Scores of matching symbols by dense number. */
export type Matches = Map<number, number>;

/** The symbols in both sets, with the sum of their scores. */
export function intersected(left: Matches, right: Matches): Matches {
  const both: Matches = new Map();
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  for (const [dense, score] of small) {
    const other = large.get(dense);
    if (other !== undefined) both.set(dense, score + other);
  }
  return both;
}

/** A symbol in both has the better of its scores. */
export function united(left: Matches, right: Matches): Matches {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  for (const [dense, score] of small) large.set(dense, Math.max(score, large.get(dense) ?? 0));
  return large;
}
