/** Reads the symbols, imports, exports and references of a Python file. */
import type { ParseResult } from "../../model/parse-result.js";
import { errorRanges } from "../error-ranges.js";
import { fileSymbol } from "../file-symbol.js";
import type { SyntaxTree } from "../syntax.js";
import type { Analysis } from "./analysis.js";
import { settleExports } from "./branches.js";
import { declare } from "./declare.js";
import { docstringOf } from "./docstrings.js";
import { refer } from "./references.js";
import { createScope } from "./scopes.js";
import { declareTypes } from "./types.js";
import { typeOf, walkAt } from "./values.js";

/** The parse result of a file. */
export function extract(tree: SyntaxTree): ParseResult {
  const a: Analysis = {
    tree,
    symbols: [{ ...fileSymbol(tree.source, tree.lineCount), doc: docstringOf(tree, 0) }],
    imports: [],
    exports: [],
    references: [],
    module: createScope("module", 0, tree.size, null, 0),
    scopes: new Map(),
    symbolAt: new Map(),
    values: new Map(),
    functions: new Map(),
    classes: new Map(),
    narrowings: new Map(),
    fills: new Map(),
    typeVariables: new Map(),
    dotted: new Map(),
    eithers: new Map(),
    known: new Map(),
    pending: new Set(),
    all: null,
    isAllMade: false,
    depth: 0,
    resolve: { walkAt, typeOf },
  };
  declare(a);
  settleExports(a);
  exportListed(a);
  declareTypes(a);
  refer(a);
  const ranges = errorRanges(tree);
  return {
    language: "python",
    lineCount: tree.lineCount,
    status: ranges.length === 0 ? "full" : "partial",
    errorRanges: ranges,
    symbols: a.symbols,
    references: a.references,
    imports: a.imports,
    exports: a.exports,
    isScript: false,
  };
}

/** Where a module lists its names in `__all__`, it exports these. Of a list that code makes, nothing is known: the module exports what it declares. */
function exportListed({ symbols, all, isAllMade }: Analysis): void {
  if (all === null || isAllMade) return;
  for (const symbol of symbols) if (symbol.parent === 0) symbol.isExported = all.has(symbol.name);
}
