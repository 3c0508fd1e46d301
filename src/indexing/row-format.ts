/** Format of the stored rows, as a word: rows of another format are not used, and a view of another is built anew. */
import { createHash } from "node:crypto";
import { languages, SHAPES_VERSION } from "../languages/index.js";
import { maskingVersion } from "../masking/secrets.js";
import { PARSE_RESULT_FORMAT } from "../model/parse-result-bytes.js";

/** Raised when rows of the same source would look different for another reason than a language's extractor: chunks, terms, node_ids, edges. */
const INDEX_FORMAT = 25;

/** The format of the rows of a version of this program. */
export interface RowFormat {
  /** Differs where rows would look different. */
  word: string;
  /**
   * Tells which of two formats is newer. It is the sum of the versions that decide how rows look: each only rises, so a version whose rows look different
   * has a larger one. A language that is taken out would lower it: INDEX_FORMAT is raised by as much then.
   */
  number: number;
}

/** The format of this version's rows. */
export const ROW_FORMAT: RowFormat = {
  word: digest([
    INDEX_FORMAT,
    PARSE_RESULT_FORMAT,
    ...languages.map(({ name, extractorVersion }) => `${name} ${extractorVersion}`),
    SHAPES_VERSION,
  ]),
  number: languages.reduce(
    (sum, { extractorVersion }) => sum + extractorVersion,
    INDEX_FORMAT + PARSE_RESULT_FORMAT + SHAPES_VERSION,
  ),
};

/** The format of a version's rows under these settings. */
export function rowFormat({ chunkSize, format = ROW_FORMAT }: { chunkSize: number; format?: RowFormat }): string {
  return digest([format.word, chunkSize, maskingVersion()]);
}

/** A short word for values that decide what is in an index. */
export function digest(values: unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}
