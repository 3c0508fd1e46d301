/** The walk over the syntax tree of a Kotlin file in which its references are found. */
import type { LambdaPlace, Reference, ReferenceKind, TypeExpr } from "../../model/parse-result.js";
import type { Chain } from "../chain.js";
import type { Locals } from "../locals.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import type { Declarations } from "./declarations.js";

/** The state of the walk. */
export interface Pass {
  readonly tree: SyntaxTree;
  readonly declarations: Declarations;
  readonly references: Reference[];
  /** The reference of each call by its node. */
  readonly callAt: ReadonlyMap<number, number>;
  /** The references that stand for expressions with branches, by their nodes: values without a name, whose arguments are those of the branches. */
  readonly choiceAt: ReadonlyMap<number, number>;
  /** The choice that each branch is of, and its number there. */
  readonly branchAt: ReadonlyMap<number, LambdaPlace>;
  readonly locals: Locals;
  /** The values of names that are not variables of a function, where a condition tells their type. */
  readonly narrowed: Set<Chain>;
  /** The facts that hold where the condition of an `if` does not, by its node. */
  readonly refuted: Map<number, Fact>;
  from: number;
  /** The innermost lambda around the node that a call takes; null for none. */
  lambda: LambdaPlace | null;
  readonly claimed: Uint8Array;
  /** The names that each `when` of the way to the current node decides by, the innermost last; "" for other values. */
  readonly subjects: string[];
  /** The variables whose declarations the walk is in, the innermost last. */
  readonly pending: ({ end: number } & Local)[];
  /** The parameters of the primary constructor of the type around, as far as the walk sees them. */
  parameters: readonly Local[];
}

/** A name and the type that a condition tells of it. */
export interface Fact {
  name: string;
  type: TypeExpr;
}

/** A local name and the value that it stands for. */
export interface Local {
  name: string;
  value: Chain;
}

/** The innermost type around the symbol that the walk is in; 0 outside of types. */
export function typeAround({ declarations, from }: Pass): number {
  for (let current = from; current > 0; current = symbolOf(declarations, current).parent)
    if (/^(?:class|interface|enum)$/.test(symbolOf(declarations, current).kind)) return current;
  return 0;
}

/** Whether a name is one of a variable in the function around. */
export function isLocal({ locals, narrowed }: Pass, name: string): boolean {
  const value = locals.find(name);
  return value !== undefined && value !== null && !narrowed.has(value);
}

/** Adds a use of a name. `node`: that of the last name. */
export function emit(p: Pass, kind: ReferenceKind, node: number, { root, path }: Chain, from = p.from): Reference {
  const reference: Reference = { kind, from, line: p.tree.startLine(node), root, path, argumentCount: null };
  if (p.lambda !== null) reference.lambda = p.lambda;
  p.references.push(reference);
  return reference;
}

/** Keeps a node from being read as a use of a name. */
export function claim(p: Pass, node: number): void {
  if (node !== -1) p.claimed[node] = 1;
}

/** The first node of a type below a node; -1 for none. */
export function descendant({ tree }: Pass, node: number, type: string): number {
  for (let inner = node + 1; inner < tree.subtreeEnd(node); inner++) if (tree.type(inner) === type) return inner;
  return -1;
}
