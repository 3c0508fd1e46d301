/** The state of the pass that reads uses of names. */
import type { Argument, Reference, TypeExpr } from "../../../model/parse-result.js";
import type { Chain } from "../../chain.js";
import type { SyntaxTree } from "../../syntax.js";
import type { DeclarationNode, Declarations } from "../declarations/pass.js";
import type { Standpoint } from "../expressions/standpoint.js";
import { createLocals } from "../locals.js";
import type { Names } from "../names/names.js";

/** Functions in expressions, where searches through the nodes around a node end. */
export const FUNCTIONS: ReadonlySet<string> = new Set(["lambda_expression", "anonymous_method_expression"]);

/** The state of the pass over a file. `from` is the innermost open symbol. */
export interface Pass extends Standpoint {
  nodes: readonly DeclarationNode[];
  references: Reference[];
  /** 1 for nodes that a node around them has read; they are not expressions of their own. */
  claimed: Uint8Array;
  /** Open symbols, outermost first. */
  open: number[];
  /** The number of the next symbol. */
  next: number;
  /** The numbers of references, by the nodes of the calls that gave them, and of functions that initializers add. */
  calls: Map<number, number>;
  /** The members that initializers set, by the nodes of their assignments. */
  setMembers: Map<number, Chain>;
  /** Functions that are arguments, by their own nodes. */
  functions: Map<number, Argument>;
  /** The same functions by the expressions that are their bodies. */
  bodies: Map<number, Argument>;
}

/** The pass before the first node. */
export function createPass(tree: SyntaxTree, { symbols, nodes }: Declarations, names: Names): Pass {
  return {
    tree,
    symbols,
    nodes,
    names,
    locals: createLocals(),
    references: [],
    claimed: new Uint8Array(tree.size),
    open: [0],
    next: 1,
    from: 0,
    calls: new Map(),
    setMembers: new Map(),
    functions: new Map(),
    bodies: new Map(),
  };
}

/** Whether a type is a word of the language or an array: it has no symbol. */
export function isPredefined(type: TypeExpr): boolean {
  return (
    type.kind === "named" &&
    type.path.length === 0 &&
    type.root.in === "free" &&
    /^(?:[a-z]|Array$)/.test(type.root.name)
  );
}
