/** Format of the stored rows, as a word: rows of another format are not used, and a view of another is built anew. */
import { createHash } from "node:crypto";
import { languages } from "../languages/index.js";
import { maskingVersion } from "../masking/secrets.js";
import { PARSE_RESULT_FORMAT } from "../model/parse-result-bytes.js";

/** Raised when rows of the same source would look different for another reason than a language's extractor: chunks, terms, node_ids, edges. */
const INDEX_FORMAT = 24;

const OF_THIS_VERSION: string = digest([
  INDEX_FORMAT,
  PARSE_RESULT_FORMAT,
  ...languages.map(({ name, extractorVersion }) => `${name} ${extractorVersion}`),
]);

/** The format of this version's rows under these settings. */
export function rowFormat({ chunkSize }: { chunkSize: number }): string {
  return digest([OF_THIS_VERSION, chunkSize, maskingVersion()]);
}

/** A short word for values that decide what is in an index. */
export function digest(values: unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}
