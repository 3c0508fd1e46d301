/** Parse results of files: those of texts, with the names that a path tells. */
import type { ParseResult } from "../model/parse-result.js";
import { decodeParseResult } from "../model/parse-result-bytes.js";
import { codeLanguageOf } from "./index.js";

/** The parse result of a file by that of its text. */
export function resultInFile(result: ParseResult, path: string): ParseResult {
  return codeLanguageOf(path)?.nameByPath?.(result, path) ?? result;
}

/** The parse result of a file by what is stored of its text. */
export function storedResult(bytes: Buffer, path: string): ParseResult {
  return resultInFile(decodeParseResult(bytes), path);
}
