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
 * The code that a change may break. users: all that refers to it; values: what refers to it without a call; derived: what implements, extends or overrides;
 * importers: files that import one of the names, any of them where there are no names; passed: files that import what a module passed on from another
 * one by `export *` on that line; calls: those whose number of arguments none of the arities allows; arguments: those with more than so many, in
 * calls that one arity allows; tags: those of components with these props that do not give one of them.
 */
export type BreakRule = {
  sureness: Sureness;
  why: string /** Default: the declaration that changed. */;
  on?: Declared;
} & (
  | { who: "users" | "values" | "derived" }
  | { who: "importers"; names: readonly string[] }
  | { who: "passed"; line: number }
  | { who: "tags"; prop: string }
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
