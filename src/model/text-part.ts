/** The parts of a program's text that a search of text can be limited to. */

/**
 * Each place of a program is in one part. `imports` are whole statements and re-exports; `types` are types that are gone when the program runs, or
 * only declare.
 */
export const TEXT_PARTS = ["code", "comments", "strings", "imports", "types"] as const;
export type TextPart = (typeof TEXT_PARTS)[number];
