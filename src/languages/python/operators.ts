/** The methods that operators of Python call, and the keys that indexes name. */

/** Those of two operands. */
export const OPERATORS: ReadonlyMap<string, string> = new Map([
  ["+", "__add__"],
  ["-", "__sub__"],
  ["*", "__mul__"],
  ["/", "__truediv__"],
  ["|", "__or__"],
  ["&", "__and__"],
  ["@", "__matmul__"],
]);

/** Those of one. */
export const UNARY: ReadonlyMap<string, string> = new Map([
  ["-", "__neg__"],
  ["+", "__pos__"],
  ["~", "__invert__"],
]);

/** A key that may be one of a `TypedDict`. The step before the index names it. */
export const KEY = /^["']([\p{L}_][\p{L}\p{N}_]{0,63})["']$/u;
