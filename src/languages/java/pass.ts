/** The walk over the syntax tree of a Java file in which its references are found. */
import type { Reference } from "../../model/parse-result.js";
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
  /** The reference of each call by its node. Calls come first among the references, so that others can speak of them before they are read. */
  readonly callAt: ReadonlyMap<number, number>;
  readonly locals: Locals;
  /** The innermost symbol around the current node. */
  from: number;
  /** Names that are read with the node around them. */
  readonly claimed: Uint8Array;
  /** The value that each `switch` of the way to the current node decides by, the innermost last. */
  readonly subjects: Chain[];
}

/** The innermost type around the symbol that the walk is in; 0 outside of types. */
export function typeAround({ declarations, from }: Pass): number {
  for (let current = from; current > 0; current = symbolOf(declarations, current).parent)
    if (/^(?:class|interface|enum|record)$/.test(symbolOf(declarations, current).kind)) return current;
  return 0;
}
