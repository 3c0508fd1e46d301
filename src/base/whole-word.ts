/** Names in texts, in regular expressions. */
import escapeStringRegexp from "escape-string-regexp";

/** The source of an expression that a name matches where it is not a part of a longer one. */
export const wholeWord = (name: string): string => `(?<![\\w$])${escapeStringRegexp(name)}(?![\\w$])`;
