/** A file of a build whose rows are stored. */
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
