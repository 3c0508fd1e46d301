/** The state of the pass that reads declarations, and the pass's results. */
import type { Import, ParsedSymbol, SymbolKind } from "../../../model/parse-result.js";
import type { SyntaxTree } from "../../syntax.js";

/** Where a symbol stands in the tree, and what the reference pass wants to know of it. */
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
  /** What each of the imports names. */
  importNodes: number[];
}

/** What a declaration adds to the defaults. */
export interface Details {
  kind: SymbolKind;
  name: string;
  nameNode: number;
  qualified?: string;
  parameters?: number;
  /** The first parameter of an extension method that stands in an `extension` block, where its receiver is written. */
  receiver?: string;
  typeNode?: number;
  typeParameters?: string[];
  /** The first node behind it, where that is not the end of the node's subtree. */
  end?: number;
  /** The node that carries modifiers, attributes and doc comment, where it is another. */
  headNode?: number;
  hasBody?: boolean;
  isEnumMember?: boolean;
  isPublic?: boolean;
}

/** What the pass over a file knows. */
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
