/**
 * Begins a statement that has one good plan, whatever its values are, as those that look rows up by keys in arrays. PGlite then plans it once, not for each
 * call: planning takes it longer than most of our statements run. A server that is no PGlite takes it for a comment.
 */
export const ONE_PLAN = "/* one plan */";
