/** A file of a build whose rows are stored. */
import { storedResult } from "../languages/in-file.js";
import { codeLanguageOf } from "../languages/index.js";
import { nodeIds } from "../model/node-id.js";
import type { ParseResult } from "../model/parse-result.js";
import type { LedgerRow } from "../store/files.js";

/** A file whose version is stored. */
export interface WrittenFile {
  row: LedgerRow;
  /** The packed parse result, as long as the build keeps it; null for text without a language. */
  parse: Buffer | null;
  /** The same unpacked, where that was done already. */
  result?: ParseResult | null;
  nodeIds: string[];
}

/** The file of a row that is stored; a parse result that is unpacked already may be given. */
export function writtenFile(
  row: LedgerRow,
  parse: Buffer | null,
  result = parse && storedResult(parse, row.path),
): WrittenFile {
  const language = codeLanguageOf(row.path);
  return { row, parse, result, nodeIds: result && language ? nodeIds(language, row.path, result) : [] };
}
