/** The known name nearest to an unknown one, for messages about typing errors. */
import { nth } from "../base/need.js";

/** Pairs of neighbouring characters in a name, ignoring case and the separators between its words. */
function pairsOf(name: string): string[] {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return Array.from({ length: Math.max(letters.length - 1, 0) }, (_, index) => letters.slice(index, index + 2));
}

/** The share of pairs that two names have in common, 0 to 1: the Dice coefficient. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const left = [...other];
  let shared = 0;
  for (const pair of one) {
    const index = left.indexOf(pair);
    if (index < 0) continue;
    left.splice(index, 1);
    shared++;
  }
  return one.length + other.length === 0 ? 0 : (2 * shared) / (one.length + other.length);
}

/** The name in `known` nearest to `name`; the first of several that are equally near. `known` has at least one. */
export function nearestName(name: string, known: readonly string[]): string {
  const pairs = pairsOf(name);
  const likenesses = known.map((each) => likeness(pairs, pairsOf(each)));
  return nth(known, likenesses.indexOf(Math.max(...likenesses)));
}
