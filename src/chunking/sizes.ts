/** Sizes of chunks, in tokens, and limits on their parts. */

/** The size that chunks aim at. */
export const TARGET = 250;

/** No chunk is larger, unless one line is. */
export const MAX = 500;

/** A smaller unit joins its neighbours. */
export const SMALL = 100;

/** A namespace's head of at most this many tokens says nothing alone: it stands with the code that follows. */
export const LEAD = 40;

/** Deeper nesting is not followed: only generated code has it. */
export const MOST_DEPTH = 64;

/** How far above a declaration its comment and decorators may begin. */
export const MOST_LEADING_LINES = 200;
