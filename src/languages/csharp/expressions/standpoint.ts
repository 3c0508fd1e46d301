/** The place in a file that an expression is read from. */
import type { ParsedSymbol } from "../../../model/parse-result.js";
import { THROWN as THROWN_TYPE } from "../../../model/type-forms.js";
import type { Chain } from "../../chain.js";
import { symbolOf } from "../../symbol-of.js";
import type { SyntaxTree } from "../../syntax.js";
import type { Locals } from "../locals.js";
import type { Names } from "../names/names.js";

/** At most this many members of a chain are followed. The root of a longer chain is unknown. */
export const LONGEST_CHAIN = 48;

/** The place of an expression in a file, and the meaning of names there. */
export interface Standpoint {
  tree: SyntaxTree;
  symbols: readonly ParsedSymbol[];
  names: Names;
  /** The locals that are in scope. */
  locals: Locals;
  /** The innermost symbol around. */
  from: number;
}

/** The chain of an expression that throws. */
export const THROWN: Chain = {
  root: { in: "instance", type: THROWN_TYPE },
  path: [],
};

/** Whether a chain belongs to an expression that throws. */
export function isThrown({ root }: Chain): boolean {
  return root === THROWN.root;
}

/** The innermost type around; -1 for none. */
export function enclosingType(p: Standpoint): number {
  for (let symbol = p.from; symbol > 0; symbol = symbolOf(p, symbol).parent) {
    const { kind } = symbolOf(p, symbol);
    if (kind === "class" || kind === "struct" || kind === "record" || kind === "interface") return symbol;
  }
  return -1;
}
