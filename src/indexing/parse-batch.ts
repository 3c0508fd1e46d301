/**
 * The work of a parse thread: files of a repository to everything that can be known of each alone. A call takes a batch, so that the batch's
 * posting segments are built here too, where the terms are, and only columns and packed buffers travel back.
 */
import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { createThreadClock, threadNumber } from "../base/thread-time.js";
import { chunk } from "../chunking/chunk.js";
import { resultInFile, storedResult } from "../languages/in-file.js";
import { codeLanguageOf } from "../languages/index.js";
import type { Language } from "../languages/language.js";
import { createParser, failedResult } from "../languages/parse.js";
import { maskSecrets } from "../masking/secrets.js";
import type { Chunk } from "../model/chunk.js";
import { nodeIds } from "../model/node-id.js";
import type { ParseResult } from "../model/parse-result.js";
import { encodeParseResult } from "../model/parse-result-bytes.js";
import { SegmentBuilder, TrigramSegmentBuilder } from "../postings/build.js";
import { fileTerms } from "../postings/file-terms.js";
import { symbolTerms } from "../postings/symbol-terms.js";
import { trigrams } from "../postings/trigrams.js";
import { headOfData } from "../repository/data-files.js";
import { decodeText, judgeContent } from "../repository/decode.js";
import { isDying, readDespiteErrors } from "../repository/read-despite.js";
import { type FileSnapshot, type ReadFailure, readFileSnapshot } from "../repository/read-file.js";
import { outerNames } from "../resolution/outer-names.js";
import { packBytes } from "./batch-bytes.js";
import { type CarriedFiles, carryFiles } from "./carried-files.js";
import { beginFile, type FileProgress, inNative } from "./file-watch.js";
import type { FileOutcome, HashedFile, ParsedBatch, ParseRequest } from "./parsed-batch.js";

/** Of the batch that this thread is at: a thread does one at a time. */
let progress: FileProgress | undefined;
const parser = createParser({ inNative: (work) => inNative(progress, work) });
/**
 * Native syntax trees are freed by finalizers, which run only when the thread comes back to its event loop; a tree is some twenty times its
 * source. So after this much source, in UTF-16 units, it goes there. (efcore: 470 MB of trees without, 100 MB with.)
 */
const TREES_KEPT = 300_000;
const NO_TRIGRAMS = new Uint32Array();

/** Reads and hashes the files of a batch. */
export function hashBatch({ root, maxFileSize, stop, files }: ParseRequest): HashedFile[] {
  return files.map(({ path, snapshot: given }) => {
    const snapshot = isStopped(stop) ? STOPPED : (revived(given) ?? readFileSnapshot(root, path, maxFileSize));
    if ("code" in snapshot) return { path, hash: null, size: 0, modifiedNs: 0n, inode: 0n, note: null };
    const { bytes, modifiedNs, inode } = snapshot;
    const { made, data } = judgeContent(path, bytes);
    return { path, hash: sha256(bytes), size: bytes.length, modifiedNs, inode, note: made ?? data };
  });
}

/** Reads and packs the files of a batch, for a process that does not see their folder. */
export function carryBatch({ root, maxFileSize, files }: ParseRequest): CarriedFiles {
  return carryFiles({ root, maxFileSize, paths: files.map(({ path }) => path) });
}

/** Reads, parses, chunks and counts the files of a batch; the answer as the pool hands it over. */
export async function parseBatch(request: ParseRequest): Promise<unknown> {
  const batch = await parseFiles(request);
  const block = packBytes(batch);
  return move({
    get [transferableSymbol]() {
      return [block];
    },
    get [valueSymbol]() {
      return batch;
    },
  });
}

/** A file that another process has read, as it arrives in a thread: a plain array is a Buffer again. */
function revived(given: FileSnapshot | ReadFailure | undefined): FileSnapshot | ReadFailure | undefined {
  if (given === undefined || "code" in given) return given;
  const { buffer, byteOffset, length } = given.bytes;
  return { ...given, bytes: Buffer.from(buffer, byteOffset, length) };
}

const isStopped = (stop: Int32Array | undefined): boolean => stop !== undefined && Atomics.load(stop, 0) !== 0;
const STOPPED = { code: "stopped" } as const;

/** The segments of a batch so far, and how many documents each has. */
interface Segments {
  words: SegmentBuilder;
  names: SegmentBuilder;
  grams: TrigramSegmentBuilder;
  chunkCount: number;
  symbolCount: number;
  fileCount: number;
}

async function parseFiles(request: ParseRequest): Promise<ParsedBatch> {
  const { root, maxFileSize, stop, slice = Number.POSITIVE_INFINITY, files } = request;
  progress = request.progress;
  const outcomes: FileOutcome[] = [];
  const segments: Segments = {
    words: new SegmentBuilder("word"),
    names: new SegmentBuilder("name"),
    grams: new TrigramSegmentBuilder(),
    chunkCount: 0,
    symbolCount: 0,
    fileCount: 0,
  };
  let parsedSize = 0;
  let rest: number | undefined;
  const began = performance.now();
  const worked = createThreadClock(threadNumber());
  for (const [number, { path, known, snapshot: given }] of files.entries()) {
    if (isStopped(stop)) break;
    // The time that passes is looked at first: it costs nothing to ask for.
    if (number > 0 && performance.now() - began > slice && worked() > slice) {
      rest = number;
      break;
    }
    beginFile(progress, number);
    const snapshot = revived(given) ?? readDespiteErrors(root, path, maxFileSize);
    if ("code" in snapshot) {
      outcomes.push({ kind: "failed", path, reason: snapshot.code, message: snapshot.message });
      // A disk that is broken or away fails the build: the files that are left need not be tried.
      if (snapshot.code === "fault" || isDying(outcomes)) break;
      continue;
    }
    const { outcome, parsed } = await parseFile(request, segments, { number, path, known, snapshot });
    outcomes.push(outcome);
    parsedSize += parsed;
    if (parsedSize > TREES_KEPT) {
      parsedSize = 0;
      await setImmediate();
    }
  }
  beginFile(progress, null);
  const { words, names, grams } = segments;
  const built = [words.build(), names.build(), grams.build()].filter((segment) => segment !== null);
  return { outcomes, segments: built, worked: worked(), ...(rest !== undefined && { rest }) };
}

/** A file that was read, by its number in the batch. */
interface ReadFile extends Pick<ParseRequest["files"][number], "path" | "known"> {
  number: number;
  snapshot: FileSnapshot;
}

/** Parses a file, and adds its terms to the segments; `parsed` is the length of the source, where a syntax tree of it was made. */
async function parseFile(
  { chunkSize, masksSecrets }: ParseRequest,
  segments: Segments,
  { number, path, known, snapshot }: ReadFile,
): Promise<{ outcome: FileOutcome; parsed: number }> {
  const { bytes, modifiedNs, inode } = snapshot;
  const status = { path, size: bytes.length, modifiedNs, inode, hash: sha256(bytes) };
  const { skip, made, data, isMinified } = judgeContent(path, bytes);
  const decoded = skip ?? decodeText(bytes);
  if (!("text" in decoded)) {
    const { reason, detail } = decoded;
    return { outcome: { kind: "skipped", ...status, reason, detail }, parsed: 0 };
  }
  const { text } = decoded;
  const language = codeLanguageOf(path);
  const isKnown = known !== undefined && Buffer.compare(known.hash, status.hash) === 0;
  const { result, parse, parsed }: FileResult =
    language === null
      ? { result: textResult(text), parse: null, parsed: 0 }
      : isKnown
        ? knownResult(known.parse, path)
        : await parseText(language, text, { number, path, isMinified });
  const cut = data ? headOfData(text) : text;
  const chunks = made ? [] : chunk(cut, language === null ? null : result, path, chunkSize, language ?? {});
  // A caller who tries words and letters must not find a secret by its hits. Masks are as long as the secrets, so chunks stay where they were.
  const shown = masksSecrets && !made ? maskSecrets(text) : text;
  if (!made) segments.words.add(segments.chunkCount, fileTerms(shown, path, chunks));
  segments.names.add(segments.symbolCount, symbolTerms(path, result.symbols));
  segments.grams.add(segments.fileCount, made ? NO_TRIGRAMS : trigrams(shown));
  segments.chunkCount += chunks.length;
  segments.symbolCount += result.symbols.length;
  segments.fileCount++;
  return {
    outcome: {
      kind: "parsed",
      ...status,
      language: language?.family ?? null,
      lineCount: result.lineCount,
      status: result.status,
      errorRanges: result.errorRanges,
      note: made ?? data,
      content: deflateRawSync(text, { level: 1 }),
      parse,
      symbols: result.symbols,
      nodeIds: nodeIds(language ?? { family: "text" }, path, result),
      chunks: chunks.map((each) => ({ ...each, textHash: textHash(path, each, text) })),
    },
    parsed,
  };
}

/** A parse result, its bytes if it is of code, and the length of the source, if it was parsed for that. */
interface FileResult {
  result: ParseResult;
  parse: Buffer | null;
  parsed: number;
}

/** The result of a text that is not code. */
const textResult = (text: string): ParseResult => ({
  ...failedResult({ name: "text" }, text),
  status: "full",
  errorRanges: [],
});

function knownResult(bytes: Uint8Array, path: string): FileResult {
  const parse = Buffer.from(bytes);
  return { result: storedResult(parse, path), parse, parsed: 0 };
}

async function parseText(
  language: Language,
  text: string,
  { number, path, isMinified }: { number: number; path: string; isMinified: boolean },
): Promise<FileResult> {
  if (!parser.isLoaded(language)) {
    // The grammar's time is not the file's, and a thread that loads one must not be stopped.
    beginFile(progress, null);
    await parser.load(language);
    beginFile(progress, number);
  }
  const whole = parser.parse(language, text);
  const kept = isMinified ? outerNames(whole) : whole;
  return { result: resultInFile(kept, path), parse: encodeParseResult(kept), parsed: text.length };
}

/** Hash of what an embedder would be shown of a chunk. */
function textHash(path: string, { symbolNames, start, end, around }: Chunk, text: string): Buffer {
  const shown = `${path}\n${symbolNames.join()}\n${around ?? ""}\n${text.slice(start, end)}`;
  return hash("sha256", shown, "buffer").subarray(0, 16);
}

function sha256(bytes: Buffer): Buffer {
  return hash("sha256", bytes, "buffer");
}
