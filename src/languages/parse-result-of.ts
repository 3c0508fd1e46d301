/** The parse result of a file with a syntax tree, put together. */
import type { ParseResult } from "../model/parse-result.js";
import { errorRanges } from "./error-ranges.js";
import type { SyntaxTree } from "./syntax.js";

/** The result that has the symbols, references and imports that were read. Lines that did not parse make it partial, or failed where nothing was read. */
export function parseResultOf(
  tree: SyntaxTree,
  language: string,
  {
    symbols,
    references,
    imports,
    exports = [],
  }: Pick<ParseResult, "symbols" | "references" | "imports"> & Partial<Pick<ParseResult, "exports">>,
): ParseResult {
  const errors = errorRanges(tree);
  const isEmpty = symbols.length === 1 && references.length === 0 && imports.length === 0;
  return {
    language,
    lineCount: tree.lineCount,
    status: errors.length === 0 ? "full" : isEmpty ? "failed" : "partial",
    errorRanges: errors,
    symbols,
    references,
    imports,
    exports,
    isScript: false,
  };
}
