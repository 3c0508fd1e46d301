/** The parse result of a Swift file is made here, from its syntax tree. */
import type { ParseResult } from "../../model/parse-result.js";
import { fileSymbol } from "../file-symbol.js";
import { parseResultOf } from "../parse-result-of.js";
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
  return parseResultOf(tree, "swift", { symbols, references, imports });
}
