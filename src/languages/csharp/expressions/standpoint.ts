/** Chains, and the place in a file that an expression is read from. */
import { type ParsedSymbol, type Root, THROWS, type TypeName } from "../../../model/parse-result.js";
import type { SyntaxTree } from "../../syntax.js";
import type { Locals } from "../locals.js";
import type { Names } from "../names/names.js";

/** Longer chains of members are cut: their first name is not known. */
export const MAX_CHAIN = 48;

export interface Chain {
  root: Root;
  path: string[];
}

/** Where an expression stands, and what names mean there. */
export interface Standpoint {
  tree: SyntaxTree;
  symbols: readonly ParsedSymbol[];
  names: Names;
  /** The locals that are in scope. */
  locals: Locals;
  /** The innermost symbol around. */
  from: number;
}

/** An expression of which nothing is known. */
export const UNKNOWN: Chain = { root: { in: "unknown" }, path: [] };

/** The result of an expression that throws. */
export const THROWN: Chain = {
  root: { in: "instance", type: { root: { in: "free", name: THROWS }, path: [] } },
  path: [],
};

export function isThrown({ root }: Chain): boolean {
  return root === THROWN.root;
}

/** The innermost type around; -1 for none. */
export function enclosingType(p: Standpoint): number {
  const { symbols } = p;
  for (let symbol = p.from; symbol > 0; symbol = symbols[symbol]!.parent) {
    const { kind } = symbols[symbol]!;
    if (kind === "class" || kind === "struct" || kind === "record" || kind === "interface") return symbol;
  }
  return -1;
}

export function instance(type: TypeName | null): Chain {
  return type === null ? UNKNOWN : { root: { in: "instance", type }, path: [] };
}
