/**
 * Edit distance of two names.
 *
 * It gives up at a bound, and an exchange of neighbours is one edit. (fastest-levenshtein has neither: it counts to the end, and two for an exchange.)
 */
import { nth } from "../../base/need.js";

/** Insertions, deletions, replacements and exchanges of neighbours between two texts; `most` + 1 when there are more than `most`. */
export function editDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      let edits = Math.min(
        nth(last, column) + 1,
        nth(current, column - 1) + 1,
        nth(last, column - 1) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        edits = Math.min(edits, nth(beforeLast, column - 2) + 1);
      current.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(nth(last, right.length), most + 1);
}
