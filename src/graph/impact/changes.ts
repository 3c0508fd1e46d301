/** The changes of declarations, and the code that each may break. */
import type { Declared } from "./declared.js";
import type { Arity } from "./parameters.js";

/** In the order in which answers list them. */
export const CHANGE_KINDS = ["removed", "renamed", "signature", "type", "body", "added"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** certain: a compiler refuses each such place; likely: that depends on types which are not compared. */
export const SURENESSES = ["certain", "likely"] as const;
export type Sureness = (typeof SURENESSES)[number];

/**
 * The code that a change may break:
 *
 *   users       each reference to it
 *   values      each reference that is not a call
 *   derived     code that implements, extends or overrides it; where it has to have a `member`, that which does not declare it
 *   importers   files that import one of the names; any name, where none is given
 *   passed      files that import a name which the module passes on by the `export *` of that line
 *   calls       calls with a number of arguments that no arity allows
 *   arguments   calls with at least `from` arguments, of a number that the arity allows
 *   tags        tags of the component without that prop; with `isGone`, those that give it
 */
export type BreakRule = {
  sureness: Sureness;
  why: string /** Default: the declaration that changed. */;
  on?: Declared;
} & (
  | { who: "users" | "values" }
  | { who: "derived"; member?: string }
  | { who: "importers"; names: readonly string[] }
  | { who: "passed"; line: number }
  | { who: "tags"; prop: string; isGone?: boolean }
  | { who: "calls"; arities: readonly Arity[] }
  | { who: "arguments"; from: number; within?: Arity }
);

export interface SymbolChange {
  kind: ChangeKind;
  /** Null: it is not there on this side. */
  before: Declared | null;
  after: Declared | null;
  /** A change of no declaration: a file, the code at its top level, a name that it exports from elsewhere. */
  alone: { name: string; nodeType: string; path: string; oldPath: string; language: string; line: number } | null;
  /** The differences, in words. */
  details: string[];
  rules: BreakRule[];
}
