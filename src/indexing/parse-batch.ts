/**
 * What a parse thread does: files of a repository to everything that can be known of each alone. A call takes a batch, so that the batch's
 * posting segments are built here too, where the terms are, and only columns and packed buffers travel back.
 */
import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { createThreadClock, threadNumber } from "../base/thread-time.js";
import { type Chunk, chunk } from "../chunking/chunk.js";
import { languageOf } from "../languages/index.js";
import type { LineRange, ParsedSymbol, ParseResult } from "../languages/language.js";
import { createParser, failedResult } from "../languages/parse.js";
import { decodeParseResult, encodeParseResult } from "../languages/parse-result.js";
import { maskSecrets } from "../masking/secrets.js";
import { nodeIds } from "../model/node-id.js";
import { createSegmentBuilder, createTrigramSegmentBuilder, type SegmentRows } from "../postings/postings.js";
import { symbolTerms } from "../postings/symbol-terms.js";
import { fileTerms } from "../postings/terms.js";
import { trigrams } from "../postings/trigrams.js";
import { decodeText, judgeContent, type Skip } from "../repository/decode.js";
import type { SkipReason } from "../repository/file-event.js";
import { isDying, readDespiteErrors } from "../repository/read-despite.js";
import { type FileStatus, type ReadFailure, readFileSnapshot } from "../repository/read-file.js";
import { outerNames } from "../resolution/outer-names.js";
import { packBytes } from "./batch-bytes.js";
import { beginFile, type FileProgress, inNative } from "./file-watch.js";

export interface ParseRequest {
  root: string;
  maxFileSize: number;
  /** About how many tokens a chunk has. */
  chunkSize: number;
  /** Whether secrets are left out of what files are found by. */
  masksSecrets: boolean;
  /** Shared memory: not 0 once the batch is of no more use. It ends before its next file then, with what it has. */
  stop?: Int32Array | undefined;
  /** How long a thread may work for one file, in milliseconds, before it is stopped. */
  fileTime: number;
  /** How long the batch has a thread to itself, in milliseconds of work; absent: until its end. */
  slice?: number;
  /** Where the thread tells which file it is at. */
  progress?: FileProgress;
  files: {
    path: string;
    /** The packed parse result of the content that is expected there, where one is known; used if the content is that one still. */
    known?: { hash: Uint8Array; parse: Uint8Array };
  }[];
}

export interface HashedFile {
  path: string;
  /** null: it could not be read. */
  hash: Buffer | null;
  size: number;
  modifiedNs: bigint;
  inode: bigint;
  /** Why its text is not searched, where no person wrote it. */
  made: Skip | null;
}

/** What became of a file; the paths are those of the request, in its order. */
export type FileOutcome =
  | ParsedFile
  | {
      kind: "skipped";
      path: string;
      size: number;
      modifiedNs: bigint;
      inode: bigint;
      hash: Buffer;
      reason: SkipReason;
      detail: string;
    }
  | {
      kind: "failed";
      path: string;
      reason: ReadFailure["code"] | "parser_failed" | "too_complex" | "index_error";
      message: string;
      /** The file as it was given up: it is not tried again until it changes. */
      status?: FileStatus | null;
    };

export interface ParsedFile {
  kind: "parsed";
  path: string;
  size: number;
  modifiedNs: bigint;
  inode: bigint;
  /** SHA-256 of the bytes. */
  hash: Buffer;
  /** Family name; null for text without a language. */
  language: string | null;
  lineCount: number;
  status: ParseResult["status"];
  errorRanges: LineRange[];
  /** Why its text is not searched, where no person wrote it: it has no chunks and no terms but the names of its symbols. */
  made: Skip | null;
  /** The text as UTF-8, deflated. */
  content: Buffer;
  /** The packed parse result; null for text without a language. */
  parse: Buffer | null;
  symbols: ParsedSymbol[];
  /** node_id of each symbol. */
  nodeIds: string[];
  chunks: (Chunk & { textHash: Buffer })[];
}

export interface ParsedBatch {
  outcomes: FileOutcome[];
  /** Documents are numbered from 0 through the batch's parsed files: chunks ('word'), symbols ('name') and files ('trigram'). */
  segments: SegmentRows[];
  /** Milliseconds that the thread has worked for it. */
  worked: number;
  /** The number of the file that the thread was stopped at; then nothing came of the others either. */
  stuckAt?: number;
  /** The number of the file that it ended before, as it had the thread for long enough. Nothing came of that one and those after it. */
  rest?: number;
}

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
  return files.map(({ path }) => {
    const snapshot = isStopped(stop) ? STOPPED : readFileSnapshot(root, path, maxFileSize);
    if ("code" in snapshot) return { path, hash: null, size: 0, modifiedNs: 0n, inode: 0n, made: null };
    const { bytes, modifiedNs, inode } = snapshot;
    const { made } = judgeContent(path, bytes);
    return { path, hash: sha256(bytes), size: bytes.length, modifiedNs, inode, made };
  });
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

const isStopped = (stop: Int32Array | undefined): boolean => stop !== undefined && Atomics.load(stop, 0) !== 0;
const STOPPED = { code: "stopped" } as const;

async function parseFiles(request: ParseRequest): Promise<ParsedBatch> {
  const { root, maxFileSize, chunkSize, masksSecrets, stop, slice = Number.POSITIVE_INFINITY, files } = request;
  progress = request.progress;
  const outcomes: FileOutcome[] = [];
  const words = createSegmentBuilder("word");
  const names = createSegmentBuilder("name");
  const grams = createTrigramSegmentBuilder();
  let chunkCount = 0;
  let symbolCount = 0;
  let fileCount = 0;
  let parsedSize = 0;
  let rest: number | undefined;
  const began = performance.now();
  const worked = createThreadClock(threadNumber());
  for (const [number, { path, known }] of files.entries()) {
    if (isStopped(stop)) break;
    // The time that passes is looked at first: it costs nothing to ask for.
    if (number > 0 && performance.now() - began > slice && worked() > slice) {
      rest = number;
      break;
    }
    beginFile(progress, number);
    const snapshot = readDespiteErrors(root, path, maxFileSize);
    if ("code" in snapshot) {
      outcomes.push({ kind: "failed", path, reason: snapshot.code, message: snapshot.message });
      // A disk that is broken or away fails the build: the files that are left need not be tried.
      if (snapshot.code === "fault" || isDying(outcomes)) break;
      continue;
    }
    const { bytes, modifiedNs, inode } = snapshot;
    const status = { path, size: bytes.length, modifiedNs, inode, hash: sha256(bytes) };
    const { skip, made, isMinified } = judgeContent(path, bytes);
    const decoded = skip ?? decodeText(bytes);
    if (!("text" in decoded)) {
      outcomes.push({ kind: "skipped", ...status, reason: decoded.reason, detail: decoded.detail });
      continue;
    }
    const { text } = decoded;
    const language = languageOf(path);
    let result: ParseResult;
    let parse: Buffer | null = null;
    if (language === null) {
      result = { ...failedResult({ name: "text" }, text), status: "full", errorRanges: [] };
    } else if (known && Buffer.compare(known.hash, status.hash) === 0) {
      parse = Buffer.from(known.parse);
      result = decodeParseResult(parse);
    } else {
      await parser.load(language);
      const whole = parser.parse(language, text);
      result = isMinified ? outerNames(whole) : whole;
      parsedSize += text.length;
      if (parsedSize > TREES_KEPT) {
        parsedSize = 0;
        await setImmediate();
      }
      parse = encodeParseResult(result);
    }
    const family = language?.family ?? null;
    const chunks = made ? [] : chunk(text, language === null ? null : result, path, chunkSize);
    // Whoever tries words and letters must not find out by what is found. Masks are as long as what they hide, so chunks are where they were.
    const shown = masksSecrets && !made ? maskSecrets(text) : text;
    if (!made) words.add(chunkCount, fileTerms(shown, path, chunks));
    names.add(symbolCount, symbolTerms(path, result.symbols));
    grams.add(fileCount, made ? NO_TRIGRAMS : trigrams(shown));
    chunkCount += chunks.length;
    symbolCount += result.symbols.length;
    fileCount++;
    outcomes.push({
      kind: "parsed",
      ...status,
      language: family,
      lineCount: result.lineCount,
      status: result.status,
      errorRanges: result.errorRanges,
      made,
      content: deflateRawSync(text, { level: 1 }),
      parse,
      symbols: result.symbols,
      nodeIds: nodeIds(family ?? "text", path, result),
      chunks: chunks.map((each) => ({ ...each, textHash: textHash(path, each, text) })),
    });
  }
  beginFile(progress, null);
  const segments = [words.build(), names.build(), grams.build()].filter((segment) => segment !== null);
  return { outcomes, segments, worked: worked(), ...(rest !== undefined && { rest }) };
}

/** Hash of what an embedder would be shown of a chunk. */
function textHash(path: string, { symbolNames, start, end, around }: Chunk, text: string): Buffer {
  const shown = `${path}\n${symbolNames.join()}\n${around ?? ""}\n${text.slice(start, end)}`;
  return hash("sha256", shown, "buffer").subarray(0, 16);
}

function sha256(bytes: Buffer): Buffer {
  return hash("sha256", bytes, "buffer");
}
