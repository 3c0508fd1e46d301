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
  /** The error that `throw` gives, where the function names its type. */
  thrown: Expression;
  /** Whether `self` is the type itself, as in a static member. */
  isStatic: boolean;
  /** The offsets of expressions behind `await`. */
  readonly awaited: ReadonlySet<number>;
  /** Whether an `await` covers the expression. */
  isAwaited: boolean;
  /** Whether something in the closure waits, what is in closures of it left out. */
  waits: boolean;
  /** Whether the closure returns a value by `return`. */
  returnsValue: boolean;
  /** The first known value among the ones that the closure returns by `return`. */
  returned: Expression;
  /** The expected results of closures that are called on the spot: `{ … }()`. */
  readonly expectedResults: Map<number, Expression>;
  /** The results of such closures, by the call. */
  readonly madeValues: Map<number, Expression>;
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
    thrown: UNKNOWN_EXPRESSION,
    isStatic: false,
    awaited: awaitedIn(reading.tree.source),
    isAwaited: false,
    waits: false,
    returnsValue: false,
    returned: UNKNOWN_EXPRESSION,
    expectedResults: new Map(),
    madeValues: new Map(),
    depth: 0,
  };
}

/** The offsets behind each `await`, and behind `async let x =`, which awaits later. The grammar reads no `await`. */
function awaitedIn(source: string): Set<number> {
  const found = new Set<number>();
  for (const { index, 0: text } of source.matchAll(/\bawait\s+|\basync\s+let\s[^=\n]*=\s*/g))
    found.add(index + text.length);
  return found;
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
