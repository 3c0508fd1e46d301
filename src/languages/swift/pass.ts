/** The state of the pass that finds the references of a file. */
import type { Reference, ReferenceKind, TypeExpr } from "../../model/parse-result.js";
import type { Reading } from "./reading.js";
import { type Expression, type Scope, UNKNOWN_EXPRESSION } from "./scope.js";

/** The pass over the bodies of a file. */
export interface Pass extends Reading {
  /** The symbol that references stand in. */
  from: number;
  scope: Scope | null;
  /** The reference of each call. */
  readonly calls: Map<number, number>;
  /** The values that are expected where an expression begins with a dot, by its node. */
  readonly expected: Map<number, Expression>;
  /** The value that `return` gives: a value of the result type. */
  result: Expression;
  /** Whether `self` is the type itself, as in a static member. */
  isStatic: boolean;
  depth: number;
}

/** Expressions nested deeper than this are left out. */
export const DEEPEST = 700;

/** Begins the pass over a file. */
export function createPass(reading: Reading): Pass {
  return {
    ...reading,
    from: 0,
    scope: null,
    calls: new Map(),
    expected: new Map(),
    result: UNKNOWN_EXPRESSION,
    isStatic: false,
    depth: 0,
  };
}

/** Adds a reference, and answers its number. */
export function refer(
  pass: Pass,
  kind: ReferenceKind,
  line: number,
  { root, path }: Expression,
  more: Partial<Reference> = {},
): number {
  const { from, references } = pass;
  references.push({ kind, from, line, root, path: [...path], argumentCount: null, ...more });
  return references.length - 1;
}

/** A value of a type that is written. */
export function instanceOf(type: TypeExpr): Expression {
  return { root: { in: "instance", type }, path: [] };
}
