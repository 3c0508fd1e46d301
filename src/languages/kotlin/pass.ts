/** The walk over the syntax tree of a Kotlin file in which its references are found. */
import type { LambdaPlace, Reference, ReferenceKind } from "../../model/parse-result.js";
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
  readonly locals: Locals;
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

/** A local name and the value that it stands for. */
export interface Local {
  name: string;
  value: Chain;
}

/** The innermost type around the symbol that the walk is in; 0 outside of types. */
export function typeAround({ declarations, from }: Pass): number {
  for (let at = from; at > 0; at = symbolOf(declarations, at).parent)
    if (/^(?:class|interface|enum)$/.test(symbolOf(declarations, at).kind)) return at;
  return 0;
}

/** Adds a use of a name. `node`: that of the last name. */
export function emit(p: Pass, kind: ReferenceKind, node: number, { root, path }: Chain, from = p.from): Reference {
  const reference: Reference = { kind, from, line: p.tree.startLine(node), root, path, argumentCount: null };
  if (p.lambda !== null) reference.lambda = p.lambda;
  p.references.push(reference);
  return reference;
}
