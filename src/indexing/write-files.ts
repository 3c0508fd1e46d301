/** Reads, parses and stores the files of a change set, in batches; what comes back is what a publish needs to know of each. */
import { fileSystemFault, isFault, isRefusal, publicFault } from "../base/faults.js";
import { lastOf, need, nth, present } from "../base/need.js";
import { anySignal } from "../base/signals.js";
import { codeLanguageOf } from "../languages/index.js";
import { isMaskingSecrets } from "../masking/secrets.js";
import { nodeIds } from "../model/node-id.js";
import { decodeParseResult, storedVersion } from "../model/parse-result-bytes.js";
import type { SegmentRows } from "../postings/segment.js";
import { isDying } from "../repository/read-despite.js";
import { type FileSnapshot, type ReadFailure, readFileStatus } from "../repository/read-file.js";
import type { SkipSettings } from "../repository/skip/settings.js";
import type { LedgerRow } from "../store/files.js";
import { readParses } from "../store/parse-results.js";
import type { Project } from "../store/projects.js";
import type { NewVersion, VersionIds } from "../store/version-rows.js";
import { findVersions, readParseResults, type Version, writeBatch } from "../store/versions.js";
import type { View } from "../store/views.js";
import { batchesOf, FIRST_BATCH, ONE_THREAD } from "./batches.js";
import { fileTime, type ParseBudget } from "./build-budget.js";
import type { BuildTools } from "./build-tools.js";
import { indexedRow, notIndexedRow } from "./ledger-row.js";
import type { HashedFile, ParsedBatch, ParsedFile, ParseRequest } from "./parsed-batch.js";
import { contentsPlace, type NotWritten, type Part, type PartFile, type PartResult } from "./part.js";
import { rowFormat } from "./row-format.js";
import type { WrittenFile } from "./written-file.js";

/** How long a batch has a thread to itself, in milliseconds of work: those of other builds wait for it. An ordinary one takes a quarter of that. */
const SLICE = 4000;

export interface WriteRequest {
  project: Project;
  view: View;
  files: readonly PartFile[];
  /** The files as another process has read them, by path; absent: they are read from the folder. */
  carried?: ReadonlyMap<string, FileSnapshot | ReadFailure> | undefined;
  skip: SkipSettings & { maxFileSize: number };
  force: boolean;
  ledger: ReadonlyMap<string, LedgerRow>;
  signal: AbortSignal;
  /** Told how many files are done, and which is the last of them. */
  onParsed: (filesDone: number, path: string) => void;
  /** Whether the store may know contents of this project already. */
  hasStored: boolean;
  /** Rest of the cost that the parsing of the whole build may have; it is counted down. */
  budget: ParseBudget;
  /** The build's share of a number of batches. */
  share: (batches: number) => number;
  /** Milliseconds that the threads may work before the files that are left come back as `rest`, counted down; absent: until all is done. */
  turn?: { left: number } | undefined;
  /** Called, and waited for, when a batch is stored and its files are told. */
  onBatch?: (() => Promise<void>) | undefined;
  /** Called for each file when it is stored, in path order. */
  onWritten: (file: WrittenFile) => void;
  /** Where batches are done by whichever process is free; absent: here. */
  spread?: Spreading | undefined;
}

/** Has a batch done by another process. null: the workers that took it died, one after the other. Throws what kept it from being done. */
export type Spreading = (part: Pick<Part, "files" | "contents">, budget: ParseBudget) => Promise<PartResult | null>;

/** How the batches of a build are done elsewhere. */
interface Elsewhere {
  spread: Spreading;
  /** Whether they carry their contents: once a process has taken one that does not see the folder. */
  carries: boolean;
}

/** Batches under way beyond what this process can do itself: enough for many workers, and no more than the queue and the memory should hold. */
const SPREAD_BATCHES = 16;

/** Rest of the work for a batch when its turn has come: storing it, telling of its files. */
type InTurn = () => Promise<void>;

/** Parses several batches side by side, in threads here or in other processes, and tells of their files in path order. */
export async function writeFiles(tools: BuildTools, request: WriteRequest): Promise<NotWritten> {
  const { signal, onParsed, spread } = request;
  const result: NotWritten = { leftOut: [], vanished: [], rest: [] };
  const elsewhere = spread && { spread, carries: false };
  const begin = elsewhere
    ? (files: PartFile[]) => beginElsewhere(tools, request, files, elsewhere, result)
    : (files: PartFile[]) => beginHere(tools, request, files, result);
  const isSmall = !spread && request.files.reduce((bytes, { size }) => bytes + size, 0) < ONE_THREAD;
  const atOnce = spread ? SPREAD_BATCHES : isSmall ? 1 : tools.pool.threads;
  const underWay: { size: number; last: string; batch: Promise<InTurn> }[] = [];
  let done = 0;
  const finishFirst = async (): Promise<void> => {
    const { size, last, batch } = present(underWay.shift());
    await (await batch)();
    if (isDying(result.leftOut)) throw fileSystemFault("EIO");
    done += size;
    onParsed(done, last);
    await request.onBatch?.();
  };
  try {
    for (const files of batchesOf(request.files, request.onBatch && FIRST_BATCH)) {
      // The pool would start a thread for a batch that waits. So one is parsed, while the one before it is stored.
      if (isSmall) await underWay.at(-1)?.batch.catch(() => undefined);
      signal.throwIfAborted();
      const batch = begin(files);
      // A failure is met where the batch is awaited, in its turn.
      batch.catch(() => undefined);
      underWay.push({ size: files.length, last: lastOf(files).path, batch });
      while (underWay.length > request.share(atOnce)) await finishFirst();
    }
    while (underWay.length > 0) await finishFirst();
    return result;
  } finally {
    await Promise.allSettled(underWay.map(({ batch }) => batch));
  }
}

/** Parses a batch in this process's threads. It is stored in its turn, so that two builds of one tree give the same rows. */
async function beginHere(
  tools: BuildTools,
  request: WriteRequest,
  files: readonly PartFile[],
  result: NotWritten,
): Promise<InTurn> {
  const { reused, request: toParse } = await prepare(
    tools,
    request,
    files.map(({ path }) => path),
  );
  const parsed = await parseSafely(tools, request, toParse, result.rest);
  return async () => {
    for (const file of reused) request.onWritten(reusedFile(file));
    for (const each of parsed) await storeSafely(tools, request, each, result);
  };
}

/**
 * Has a batch done in another process. One whose workers die is halved until the file that kills them stands alone, and fails alone. One that a process
 * takes which does not see the folder is sent again with its contents, and so are all after it. Any other error of a part is none of its files': it ends
 * the build, and the published generation stays.
 */
async function beginElsewhere(
  tools: BuildTools,
  request: WriteRequest,
  files: readonly PartFile[],
  elsewhere: Elsewhere,
  result: NotWritten,
  { carries } = { carries: elsewhere.carries },
): Promise<InTurn> {
  const { contents, sent, left } = carries ? await carry(tools, request, files) : { sent: files, left: [] };
  const more: InTurn[] = left.length > 0 ? [await beginHere(tools, request, left, result)] : [];
  const part = sent.length > 0 ? await elsewhere.spread({ files: [...sent], contents }, request.budget) : NO_PART;
  if (part === null) more.unshift(await beginHalves(tools, request, sent, elsewhere, result));
  const { written, leftOut, vanished, rest, unseen, cost } = part ?? NO_PART;
  request.budget.time -= cost.time;
  request.budget.tooComplex += cost.tooComplex;
  if (unseen.length > 0 && unseen.length === sent.length) elsewhere.carries = true;
  for (const [paths, isSentWhole] of [
    [rest, carries],
    [unseen, true],
  ] as const) {
    const again = new Set(paths);
    const some = files.filter(({ path }) => again.has(path));
    if (some.length > 0)
      more.push(await beginElsewhere(tools, request, some, elsewhere, result, { carries: isSentWhole }));
  }
  return async () => {
    const parses = await readParses(
      tools.db,
      request.view.projectId,
      written.map(({ path, contentHash }) => ({ path, contentHash: present(contentHash) })),
    );
    for (const row of written) request.onWritten(writtenFile(row, parses.get(row.path) ?? null));
    result.leftOut.push(...leftOut);
    result.vanished.push(...vanished);
    for (const each of more) await each();
  };
}

const NO_PART: PartResult = {
  written: [],
  leftOut: [],
  vanished: [],
  rest: [],
  unseen: [],
  cost: { time: 0, tooComplex: 0 },
};

/** The contents of a batch, packed and, where there is a key, sealed; with the files that have no room in a part. */
async function carry(
  tools: BuildTools,
  request: WriteRequest,
  files: readonly PartFile[],
): Promise<{ contents: Buffer; sent: PartFile[]; left: PartFile[] }> {
  const paths = files.map(({ path }) => path);
  // As many listen as batches are under way, which is more than the build's signal is made for.
  const { contents, left, fault } = await tools.pool.carry(
    parseRequest(tools, request, paths),
    anySignal(request.signal),
  );
  if (fault !== undefined) throw fileSystemFault(fault);
  const isLeft = new Set(left);
  return {
    contents: tools.db.seal.bytes(contentsPlace(request.view), Buffer.from(contents)),
    sent: files.filter(({ path }) => !isLeft.has(path)),
    left: files.filter(({ path }) => isLeft.has(path)),
  };
}

/** Has the halves of a batch done whose workers died; a file that stands alone has failed. */
async function beginHalves(
  tools: BuildTools,
  request: WriteRequest,
  files: readonly PartFile[],
  elsewhere: Elsewhere,
  result: NotWritten,
): Promise<InTurn> {
  tools.log.warn({ files: files.length }, "failed to index a part of a build: the workers that took it died");
  if (files.length === 1) {
    const message = "It could not be indexed: the workers that tried it died.";
    const failure = { kind: "failed", path: nth(files, 0).path, reason: "index_error", message } as const;
    return async () => void result.leftOut.push(notIndexedRow(failure, request.ledger.get(failure.path)));
  }
  const middle = files.length >> 1;
  const halves = [files.slice(0, middle), files.slice(middle)];
  const inTurn = await Promise.all(halves.map((half) => beginElsewhere(tools, request, half, elsewhere, result)));
  return async () => {
    for (const each of inTurn) await each();
  };
}

/** A batch with what is stored of its contents already. */
interface Prepared {
  request: ParseRequest;
  /** Files whose version is stored: by a build that died, or before a change that was taken back. */
  reused: { file: HashedFile & { hash: Buffer }; version: Version; parse: Buffer | null }[];
}

/** Looks up what is stored of a batch's contents. A first build has nothing to look up, and hashes nothing twice. */
async function prepare(tools: BuildTools, request: WriteRequest, paths: string[]): Promise<Prepared> {
  const { view, force, signal, hasStored } = request;
  const fresh = parseRequest(tools, request, paths);
  if (force || !hasStored) return { request: fresh, reused: [] };
  const hashed = (await tools.pool.hash(fresh, signal)).filter((file) => file.hash !== null) as (HashedFile & {
    hash: Buffer;
  })[];
  const results = await readParseResults(
    tools.db,
    view.projectId,
    hashed.map(({ hash }) => hash),
  );
  const parses = new Map(
    results.map((stored) => [parseKey(stored.contentHash, stored.language, stored.extractorVersion), stored.data]),
  );
  const found = await findVersions(
    tools.db,
    view.projectId,
    rowFormat(tools),
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

function parseRequest(
  { chunkSize }: BuildTools,
  { project, skip, budget, carried }: WriteRequest,
  paths: readonly string[],
): ParseRequest {
  return {
    root: project.root,
    maxFileSize: skip.maxFileSize,
    chunkSize,
    masksSecrets: isMaskingSecrets(),
    fileTime: fileTime(budget),
    files: paths.map((path) => ({ path, ...(carried && { snapshot: need(carried, path) }) })),
  };
}

function parseKey(hash: Buffer, language: string, extractorVersion: number): string {
  return `${hash.toString("base64")} ${language} ${extractorVersion}`;
}

/**
 * Parses a batch. One that brings its thread down (out of memory) is halved until the file that does it stands alone, and fails alone. `rest` gets the
 * files that were not begun when the request's turn was over.
 */
async function parseSafely(
  tools: BuildTools,
  build: WriteRequest,
  request: ParseRequest,
  rest: string[],
): Promise<ParsedBatch[]> {
  const { budget, turn, signal } = build;
  const { files } = request;
  if (files.length === 0) return [];
  if (turn && turn.left <= 0) {
    rest.push(...files.map(({ path }) => path));
    return [];
  }
  const allowed = fileTime(budget);
  if (allowed === 0) return [notParsed(request)];
  // Less than what was asked for, where other files took too long meanwhile.
  const bounded = {
    ...request,
    fileTime: Math.min(request.fileTime || allowed, allowed),
    slice: Math.min(SLICE, turn?.left ?? SLICE),
  };
  const parsePart = (from: number, to?: number) =>
    parseSafely(tools, build, { ...bounded, files: files.slice(from, to) }, rest);
  let batch: ParsedBatch;
  try {
    batch = withoutFaults(await tools.pool.parse(bounded, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (isFault(error)) throw publicFault(error);
    if (files.length === 1) return [await parserFailed(tools, bounded, error, signal)];
    const middle = files.length >> 1;
    const first = await parsePart(0, middle);
    return [...first, ...(await parsePart(middle))];
  }
  budget.time -= batch.worked;
  if (turn) turn.left -= batch.worked;
  const { stuckAt } = batch;
  if (stuckAt !== undefined) {
    budget.tooComplex++;
    const before = await parsePart(0, stuckAt);
    const after = await parsePart(stuckAt + 1);
    return [...before, tookTooLong(tools, bounded, stuckAt), ...after];
  }
  // Behind the batches that wait for a thread: so builds take turns.
  return batch.rest === undefined ? [batch] : [batch, ...(await parsePart(batch.rest))];
}

/** A file that brings its thread down alone. Throws where threads cannot do even nothing: that is no fault of the file. */
async function parserFailed(
  tools: BuildTools,
  request: ParseRequest,
  error: unknown,
  signal: AbortSignal,
): Promise<ParsedBatch> {
  const { path } = nth(request.files, 0);
  await tools.pool.parse({ ...request, files: [] }, signal);
  tools.log.warn({ err: error, path }, "failed to parse a file");
  const failure = { kind: "failed", path, reason: "parser_failed", message: "The parser gave up on it." } as const;
  return { outcomes: [failure], segments: [], worked: 0 };
}

/** The file that a thread was stopped at. */
function tookTooLong(tools: BuildTools, { root, files, fileTime }: ParseRequest, stuckAt: number): ParsedBatch {
  const { path, snapshot } = nth(files, stuckAt);
  const seconds = fileTime / 1000;
  tools.log.warn({ path, seconds }, "failed to parse a file in its time");
  const message = `Its analysis took more than ${seconds} s, so it was given up.`;
  const status =
    snapshot && "bytes" in snapshot ? { ...snapshot, size: snapshot.bytes.length } : readFileStatus(root, path);
  return {
    outcomes: [{ kind: "failed", path, reason: "too_complex", message, status }],
    segments: [],
    worked: 0,
  };
}

/** The files of a batch, as the build has used up what it may cost. They are tried again with the next. */
function notParsed({ files }: ParseRequest): ParsedBatch {
  const message = "The files before it took all the time that a build may take, so it was not looked into.";
  return {
    outcomes: files.map(({ path }) => ({ kind: "failed", path, reason: "too_complex", message })),
    segments: [],
    worked: 0,
  };
}

/** The batch. Throws `filesystem_unavailable` where a file could not be read because the file system is broken or away. */
function withoutFaults(batch: ParsedBatch): ParsedBatch {
  for (const outcome of batch.outcomes)
    if (outcome.kind === "failed" && outcome.reason === "fault") throw fileSystemFault(outcome.message);
  if (isDying(batch.outcomes)) throw fileSystemFault("EIO");
  return batch;
}

/** Stores a batch. One that the database refuses is parsed again in halves until the file that it refuses stands alone, and fails alone. */
async function storeSafely(
  tools: BuildTools,
  request: WriteRequest,
  batch: ParsedBatch,
  result: NotWritten,
): Promise<void> {
  try {
    return await storeBatch(tools, request, batch, result);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const paths = batch.outcomes.map(({ path }) => path);
    if (paths.length === 1) {
      tools.log.error({ err: error, path: paths[0] }, "failed to store a file");
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
      for (const each of await parseSafely(tools, request, parseRequest(tools, request, half), result.rest))
        await storeSafely(tools, request, each, result);
    }
  }
}

/** Stores what a thread gave and tells of each file; `result` gets those that are not in the index. */
async function storeBatch(
  tools: BuildTools,
  request: WriteRequest,
  { outcomes, segments }: ParsedBatch,
  result: NotWritten,
): Promise<void> {
  const { view, ledger, onWritten } = request;
  const parsed = outcomes.filter((outcome) => outcome.kind === "parsed");
  const ids = await writeBatch(
    tools.db,
    view.projectId,
    parsed.map((file) => newVersion(tools, file)),
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

function newVersion(tools: BuildTools, file: ParsedFile): NewVersion {
  const language = codeLanguageOf(file.path);
  return {
    path: file.path,
    contentHash: file.hash,
    language: file.language,
    format: rowFormat(tools),
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

/** A stored version of an earlier build, as if it had been written now. */
function reusedFile({ file, version, parse }: Prepared["reused"][number]): WrittenFile {
  const result = parse && decodeParseResult(parse);
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

function writtenFile(row: LedgerRow, parse: Buffer | null, result = parse && decodeParseResult(parse)): WrittenFile {
  const language = codeLanguageOf(row.path);
  return { row, parse, result, nodeIds: result && language ? nodeIds(language, row.path, result) : [] };
}
