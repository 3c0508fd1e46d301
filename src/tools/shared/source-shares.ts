/** How long the source of a list's places may be: all of it is bounded, and places share it. */

/** All of it, in characters: an answer has room for the numbers of other lines. */
export const MOST_CODE = 2400;
/** The least length of a share: the first words of a call tell most. */
const LEAST_CODE = 72;

/**
 * Cuts the lines of a list to what each may have: short ones leave the rest of their share to the others. `beside`: characters that something else takes in
 * each share.
 */
export function cutToShares(lines: Iterable<string>, beside = 0): (text: string) => string {
  const most = Math.max(LEAST_CODE, largestShare([...lines].map(({ length }) => length + beside)) - beside);
  return (text) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
}

/** The length to which longer ones must be cut so that all of them have room. */
function largestShare(lengths: number[]): number {
  let room = MOST_CODE;
  const ascending = lengths.sort((a, b) => a - b);
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(room / (ascending.length - index));
    if (length > share) return share;
    room -= length;
  }
  return MOST_CODE;
}
