/** Stores batches that are parsed: a file that the database refuses fails alone. */
import { isRefusal } from "../base/faults.js";
import { nth } from "../base/need.js";
import { codeLanguageOf } from "../languages/index.js";
import { storedVersion } from "../model/parse-result-bytes.js";
import type { SegmentRows } from "../postings/segment.js";
import type { NewVersion, VersionIds } from "../store/version-rows.js";
import { writeBatch } from "../store/versions.js";
import type { BuildContext } from "./build-context.js";
import type { NotWritten } from "./build-part.js";
import { indexedRow, notIndexedRow } from "./ledger-row.js";
import { parseSafely } from "./parse-safely.js";
import type { ParsedBatch, ParsedFile } from "./parsed-batch.js";
import { rowFormat } from "./row-format.js";
import { parseRequest, type WriteRequest } from "./write-request.js";

/** Stores a batch. One that the database refuses is parsed again in halves until the file that it refuses stands alone, and fails alone. */
export async function storeSafely(
  context: BuildContext,
  request: WriteRequest,
  batch: ParsedBatch,
  result: NotWritten,
): Promise<void> {
  try {
    return await storeBatch(context, request, batch, result);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const paths = batch.outcomes.map(({ path }) => path);
    if (paths.length === 1) {
      context.log.error({ err: error, path: paths[0] }, "failed to store a file");
      const failure = {
        kind: "failed",
        path: nth(paths, 0),
        reason: "index_error",
        message: "It could not be stored.",
      } as const;
      result.leftOut.push(notIndexedRow(failure, request.ledger.get(failure.path)));
      return;
    }
    const middle = paths.length >> 1;
    for (const half of [paths.slice(0, middle), paths.slice(middle)]) {
      for (const each of await parseSafely(context, request, parseRequest(context, request, half), result.rest))
        await storeSafely(context, request, each, result);
    }
  }
}

/** Stores what a thread gave and tells of each file; `result` gets those that are not in the index. */
async function storeBatch(
  context: BuildContext,
  request: WriteRequest,
  { outcomes, segments }: ParsedBatch,
  result: NotWritten,
): Promise<void> {
  const { view, ledger, onWritten } = request;
  const parsed = outcomes.filter((outcome) => outcome.kind === "parsed");
  const ids = await writeBatch(
    context.db,
    view.projectId,
    parsed.map((file) => newVersion(context, file)),
    (assigned) => segments.map((segment) => rebased(segment, nth(assigned, 0))),
  );
  for (const [index, file] of parsed.entries()) {
    onWritten({ row: indexedRow(file, nth(ids, index).versionId), parse: file.parse, nodeIds: file.nodeIds });
  }
  for (const outcome of outcomes) {
    if (outcome.kind === "parsed") continue;
    if (outcome.kind === "failed" && outcome.reason === "vanished") result.vanished.push(outcome.path);
    else result.leftOut.push(notIndexedRow(outcome, ledger.get(outcome.path)));
  }
}

/** A segment whose documents were numbered from 0, with the ids they got. */
function rebased(segment: SegmentRows, first: VersionIds): SegmentRows {
  const base = { word: first.firstChunk, name: first.firstSymbol, trigram: first.versionId }[segment.field];
  return { ...segment, firstDocument: segment.firstDocument + base, lastDocument: segment.lastDocument + base };
}

function newVersion(context: BuildContext, file: ParsedFile): NewVersion {
  const language = codeLanguageOf(file.path);
  return {
    path: file.path,
    contentHash: file.hash,
    language: file.language,
    format: rowFormat(context),
    size: file.size,
    lineCount: file.lineCount,
    content: file.content,
    parseResult: file.parse &&
      language && { language: language.name, extractorVersion: storedVersion(language), data: file.parse },
    symbols: file.symbols,
    nodeIds: file.nodeIds,
    chunks: file.chunks,
  };
}
