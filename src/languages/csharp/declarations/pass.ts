/** The state of the pass that reads declarations, and the pass's results. */
import type { Import, ParsedSymbol, SymbolKind } from "../../../model/parse-result.js";
import type { SyntaxTree } from "../../syntax.js";

/** A symbol's place in the tree. The reference pass reads it. */
export interface DeclarationNode {
  node: number;
  /** The first node behind the symbol, in preorder. */
  end: number;
  /** The node of its declared type, or -1. */
  typeNode: number;
}

export interface Declarations {
  symbols: ParsedSymbol[];
  /** One for each symbol, in preorder. */
  nodes: DeclarationNode[];
  imports: Import[];
  /** The node of the namespace or type that each import names. */
  importNodes: number[];
}

/** The facts about a declaration that `add` does not find by itself. */
export interface Details {
  kind: SymbolKind;
  name: string;
  nameNode: number;
  qualified?: string;
  parameters?: number;
  /** The receiver of a method in an `extension` block, as the block writes it. It becomes the method's first parameter. */
  receiver?: string;
  typeNode?: number;
  typeParameters?: string[];
  /** The first node behind the declaration, where that is not the end of the node's subtree. */
  end?: number;
  /** The node with the modifiers, attributes and doc comment, where that is another node. */
  headNode?: number;
  hasBody?: boolean;
  isEnumMember?: boolean;
  isPublic?: boolean;
}

/** The state of the pass over a file. */
export interface Pass {
  tree: SyntaxTree;
  symbols: ParsedSymbol[];
  nodes: DeclarationNode[];
  imports: Import[];
  importNodes: number[];
  /** Open symbols, outermost first. */
  open: number[];
  /** How many types that did not parse have been recovered. */
  recovered: number;
}

/** The place of a symbol in the tree. Throws where there is no such symbol. */
export function nodeOf({ nodes }: { readonly nodes: readonly DeclarationNode[] }, symbol: number): DeclarationNode {
  const node = nodes[symbol];
  if (node === undefined) throw new RangeError(`no symbol ${symbol} of ${nodes.length}`);
  return node;
}

/** The innermost open symbol. The symbol of the file is never closed. */
export function innermost({ open }: Pass): number {
  const symbol = open[open.length - 1];
  if (symbol === undefined) throw new Error("the symbol of the file was closed");
  return symbol;
}
