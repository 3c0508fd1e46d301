/** Words in texts: lists of them, and names of several parts. */

/** The words of a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** A text with single spaces in place of all white space. */
export const foldSpace = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The name after the last dot. */
export const lastName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
