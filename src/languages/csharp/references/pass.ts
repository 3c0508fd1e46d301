/** The state of the pass that reads uses of names. */
import type { Argument, Reference, TypeName } from "../../../model/parse-result.js";
import type { SyntaxTree } from "../../syntax.js";
import type { DeclarationNode, Declarations } from "../declarations/pass.js";
import { type Chain, type Standpoint, UNKNOWN } from "../expressions/standpoint.js";
import { createLocals } from "../locals.js";
import type { Names } from "../names/names.js";

/** Where the search for the target type of `new()` ends. */
export const FUNCTIONS: ReadonlySet<string> = new Set(["lambda_expression", "anonymous_method_expression"]);

/** What the pass over a file knows; `from` of the standpoint is the innermost open symbol. */
export interface Pass extends Standpoint {
  nodes: readonly DeclarationNode[];
  references: Reference[];
  /** 1 for nodes that have been read by what stands around them, and are no expressions of their own. */
  claimed: Uint8Array;
  /** Open symbols, outermost first. */
  open: number[];
  /** The next symbol that the pass comes to. */
  next: number;
  /** The reference that the call at a node gave, or the function that an initializer adds. */
  calls: Map<number, number>;
  /** The members that initializers set, by their assignments. */
  setMembers: Map<number, Chain>;
  /** Functions that are arguments, by their own nodes. */
  functions: Map<number, Argument>;
  /** The same functions by the expressions that are their bodies. */
  bodies: Map<number, Argument>;
}

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

export function valueOfType(type: TypeName | null): Chain {
  return type === null ? UNKNOWN : { root: { in: "instance", type }, path: [] };
}

export function isPredefined(type: TypeName): boolean {
  return type.path.length === 0 && type.root.in === "free" && /^(?:[a-z]|Array$)/.test(type.root.name);
}
