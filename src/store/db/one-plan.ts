/**
 * Begins a statement that has one good plan for all its values, such as a look-up of rows by keys in arrays. PGlite then plans it once, not for each call: it
 * takes longer to plan than to run most of our statements. Other servers take it for a comment.
 */
export const ONE_PLAN = "/* one plan */";
