/** How long the source of a list's places may be: all of it is bounded, and each place has its share. */

/** All of it, in characters: an answer has room for the numbers of other lines. */
export const MOST_CODE = 2400;
/** A share is at least so long: the first words of a call tell most. */
const LEAST_CODE = 72;

/** Cuts a line to the share that one of so many has. `beside`: characters of the share that something else takes. */
export function cutToShare(count: number, beside = 0): (text: string) => string {
  const most = Math.max(LEAST_CODE, Math.floor(MOST_CODE / Math.max(1, count)) - beside);
  return (text) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
}
