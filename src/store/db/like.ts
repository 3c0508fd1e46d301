/** Patterns of `like`. */

/** A text that stands for itself in a pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
