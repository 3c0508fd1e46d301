/** Lists of words, written as a text. */

/** The words of a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
