/** The state of reading one Swift file, and the questions that all steps of it ask. */
import type { Import, ParsedSymbol, Reference } from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";

/** A Swift file while it is read. */
export interface Reading {
  readonly tree: SyntaxTree;
  readonly symbols: ParsedSymbol[];
  readonly imports: Import[];
  readonly references: Reference[];
  /** The symbol that each declaring node became. The names of `let a = 1, b = 2` and the cases of an enum are nodes of their own. */
  readonly symbolAt: Map<number, number>;
}

/** The text of a name without the backticks that make a keyword a name. */
export function nameText(tree: SyntaxTree, node: number): string {
  const text = tree.text(node);
  return text.startsWith("`") && text.endsWith("`") ? text.slice(1, -1) : text;
}

/** All children that fill a field, in order. */
export function childrenIn(tree: SyntaxTree, node: number, field: string): number[] {
  return tree.children(node).filter((child) => tree.field(child) === field);
}

/** The kinds of symbols that hold members. */
const HOLDERS: ReadonlySet<string> = new Set(["class", "struct", "enum", "interface", "extension"]);

/** Whether a symbol is a type, or an extension of one. */
export function isHolder({ kind }: ParsedSymbol): boolean {
  return HOLDERS.has(kind);
}

/** The innermost type or extension around a symbol, itself included; 0 for none. */
export function typeAround(symbols: readonly ParsedSymbol[], from: number): number {
  for (let index = from; index > 0; index = symbols[index]?.parent ?? 0) {
    const symbol = symbols[index];
    if (symbol !== undefined && isHolder(symbol)) return index;
  }
  return 0;
}
