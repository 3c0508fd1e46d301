/** A batch that is read, parsed and stored by this process, but for what is stored of its contents already. */
import { storedResult } from "../languages/in-file.js";
import { codeLanguageOf } from "../languages/index.js";
import { storedVersion } from "../model/parse-result-bytes.js";
import { findVersions, readParseResults, type Version } from "../store/versions.js";
import type { BuildContext } from "./build-context.js";
import type { NotWritten, PartFile } from "./build-part.js";
import { indexedRow } from "./ledger-row.js";
import { parseSafely } from "./parse-safely.js";
import type { HashedFile, ParseRequest } from "./parsed-batch.js";
import { rowFormat } from "./row-format.js";
import { storeSafely } from "./store-safely.js";
import { type InTurn, parseRequest, type WriteRequest } from "./write-request.js";
import { type WrittenFile, writtenFile } from "./written-file.js";

/** Parses a batch in this process's threads. It is stored in its turn, so that two builds of one tree give the same rows. */
export async function beginHere(
  context: BuildContext,
  request: WriteRequest,
  files: readonly PartFile[],
  result: NotWritten,
): Promise<InTurn> {
  const { reused, request: toParse } = await prepare(
    context,
    request,
    files.map(({ path }) => path),
  );
  const parsed = await parseSafely(context, request, toParse, result.rest);
  return async () => {
    for (const file of reused) request.onWritten(reusedFile(file));
    for (const each of parsed) await storeSafely(context, request, each, result);
  };
}

/** A batch with what is stored of its contents already. */
interface Prepared {
  request: ParseRequest;
  /** Files with a stored version: from a build that died, or from before a change that was taken back. */
  reused: { file: HashedFile & { hash: Buffer }; version: Version; parse: Buffer | null }[];
}

/** Looks up what is stored of a batch's contents. A first build has nothing to look up, and hashes nothing twice. */
async function prepare(context: BuildContext, request: WriteRequest, paths: string[]): Promise<Prepared> {
  const { view, force, signal, hasStored } = request;
  const fresh = parseRequest(context, request, paths);
  if (force || !hasStored) return { request: fresh, reused: [] };
  const hashed = (await context.pool.hash(fresh, signal)).filter((file) => file.hash !== null) as (HashedFile & {
    hash: Buffer;
  })[];
  const results = await readParseResults(
    context.db,
    view.projectId,
    hashed.map(({ hash }) => hash),
  );
  const parses = new Map(
    results.map((stored) => [parseKey(stored.contentHash, stored.language, stored.extractorVersion), stored.data]),
  );
  const found = await findVersions(
    context.db,
    view.projectId,
    rowFormat(context),
    hashed.map(({ path, hash }) => [path, hash]),
  );
  const versions = new Map(found.map((version) => [version.path, version]));
  const prepared: Prepared = { request: { ...fresh, files: [] }, reused: [] };
  const byPath = new Map(hashed.map((file) => [file.path, file]));
  for (const each of fresh.files) {
    const { path } = each;
    const file = byPath.get(path);
    const language = codeLanguageOf(path);
    const parse =
      file && language ? parses.get(parseKey(file.hash, language.name, storedVersion(language))) : undefined;
    const version = versions.get(path);
    if (file && version && (parse || !language)) prepared.reused.push({ file, version, parse: parse ?? null });
    else prepared.request.files.push(file && parse ? { ...each, known: { hash: file.hash, parse } } : each);
  }
  return prepared;
}

function parseKey(hash: Buffer, language: string, extractorVersion: number): string {
  return `${hash.toString("base64")} ${language} ${extractorVersion}`;
}

/** A stored version of an earlier build, as if it had been written now. */
function reusedFile({ file, version, parse }: Prepared["reused"][number]): WrittenFile {
  const result = parse && storedResult(parse, file.path);
  const row = indexedRow(
    {
      ...file,
      language: version.language,
      status: result?.status ?? "full",
      errorRanges: result?.errorRanges ?? [],
    },
    version.versionId,
  );
  return writtenFile(row, parse, result);
}
