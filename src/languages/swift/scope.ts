/** The local names of a body, and the values that they hold as far as the file tells. */
import type { Root, Step } from "../../model/parse-result.js";

/** A value: the first name of an expression and the steps from it. `items`: the values of a tuple's elements. */
export interface Expression {
  root: Root;
  path: readonly Step[];
  items?: readonly Expression[];
}

export const UNKNOWN_EXPRESSION: Expression = { root: { in: "unknown" }, path: [] };

/** A longer chain is cut: each of its parts is a reference with the whole path before it. */
const LONGEST = 120;

/** The value that some steps lead to from another one. */
export function follow({ root, path }: Expression, ...steps: Step[]): Expression {
  if (root.in === "unknown" && path.length === 0 && typeof steps[0] !== "string") return UNKNOWN_EXPRESSION;
  return path.length + steps.length > LONGEST ? UNKNOWN_EXPRESSION : { root, path: [...path, ...steps] };
}

/** Whether nothing is known of a value. */
export function isUnknown({ root, path }: Expression): boolean {
  return root.in === "unknown" && path.length === 0;
}

/** A block: its names hide those of the blocks around it. */
export interface Scope {
  readonly outer: Scope | null;
  readonly names: Map<string, Expression>;
  /** The values of `$0`, `$1`, … in a closure: the closure itself as a function. */
  readonly closure: Expression | null;
  /** The number of parameters that the body of a closure names as `$0`, `$1`, …. */
  numbered: number;
}

/** Opens a block. */
export function openScope(outer: Scope | null, closure: Expression | null = null): Scope {
  return { outer, names: new Map(), closure, numbered: 0 };
}

/** The value of a local name; undefined for a name that no block declares. */
export function lookUp(scope: Scope | null, name: string): Expression | undefined {
  for (let current = scope; current !== null; current = current.outer) {
    const found = current.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The scope of the innermost closure; null outside of closures. */
export function closureAround(scope: Scope | null): (Scope & { readonly closure: Expression }) | null {
  for (let current = scope; current !== null; current = current.outer) if (isOfClosure(current)) return current;
  return null;
}

const isOfClosure = (scope: Scope): scope is Scope & { readonly closure: Expression } => scope.closure !== null;
