/** Sizes of chunks, in tokens, and limits on their parts. */

/** Tokens of a chunk: the target, the limit (only one longer line exceeds it), and the size below which a unit joins its neighbours. */
export const TARGET = 250;

export const MAX = 500;

export const SMALL = 100;

/** A namespace's head of at most this many tokens says nothing alone: it stands with the code that follows. */
export const LEAD = 40;

/** Deeper nesting is not followed: only generated code has it. */
export const MAX_DEPTH = 64;

/** How far above a declaration its comment and decorators may begin. */
export const MAX_LEADING_LINES = 200;
