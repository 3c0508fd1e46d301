/** The parse result of a Swift file is made here, from its syntax tree. */
import type { ParseResult } from "../../model/parse-result.js";
import { errorRanges } from "../error-ranges.js";
import { fileSymbol } from "../file-symbol.js";
import type { SyntaxTree } from "../syntax.js";
import { declare } from "./declarations.js";
import type { Reading } from "./reading.js";
import { referAll } from "./references.js";

/** Reads symbols, imports and references. Any tree gives a result. */
export function extract(tree: SyntaxTree): ParseResult {
  const reading: Reading = {
    tree,
    symbols: [fileSymbol(tree.source, tree.lineCount)],
    imports: [],
    references: [],
    symbolAt: new Map(),
  };
  declare(reading);
  referAll(reading);
  const { symbols, imports, references } = reading;
  const errors = errorRanges(tree);
  const isEmpty = symbols.length === 1 && references.length === 0 && imports.length === 0;
  return {
    language: "swift",
    lineCount: tree.lineCount,
    status: errors.length === 0 ? "full" : isEmpty ? "failed" : "partial",
    errorRanges: errors,
    symbols,
    references,
    imports,
    exports: [],
    isScript: false,
  };
}
