/** Conditions on files of a view, as data: search tests paths by functions, a database by SQL that is made of these. */

/** A regular expression of PostgreSQL. */
interface Matches {
  kind: "matches";
  /** The path whole, or its last part. */
  of: "path" | "name";
  source: string;
  ignoresCase: boolean;
}

export type PathCondition =
  | Matches
  /** A path, and all below it. */
  | { kind: "below"; path: string }
  /** One of some endings, in lower case; the path may have any. */
  | { kind: "ends"; endings: readonly string[] }
  | { kind: "language"; languages: readonly string[] }
  | { kind: "not"; condition: PathCondition }
  | { kind: "all" | "any"; conditions: readonly PathCondition[] };

/** The condition of a regular expression, or of the source of one that PostgreSQL alone reads. */
export function matching(expression: RegExp | string, of: Matches["of"] = "path"): PathCondition {
  if (typeof expression === "string") return { kind: "matches", of, source: expression, ignoresCase: false };
  return { kind: "matches", of, source: expression.source, ignoresCase: expression.ignoreCase };
}

/** The files that a condition leaves out. */
export const not = (condition: PathCondition): PathCondition => ({ kind: "not", condition });
/** The files that meet all conditions; with none, every file. */
export const all = (...conditions: readonly PathCondition[]): PathCondition => ({ kind: "all", conditions });
/** The files that meet any condition; with none, no file. */
export const any = (...conditions: readonly PathCondition[]): PathCondition => ({ kind: "any", conditions });
