/** The parse result of a Kotlin file is made here, from its syntax tree. */
import type { ParseResult } from "../../model/parse-result.js";
import { errorRanges } from "../error-ranges.js";
import type { SyntaxTree } from "../syntax.js";
import { declare } from "./declarations.js";
import { refer } from "./references.js";

/** Reads symbols, imports and references. Any tree gives a result. */
export function extract(tree: SyntaxTree): ParseResult {
  const declarations = declare(tree);
  const references = refer(declarations);
  const { symbols, imports } = declarations;
  const errors = errorRanges(tree);
  const isEmpty = symbols.length === 1 && references.length === 0 && imports.length === 0;
  return {
    language: "kotlin",
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
