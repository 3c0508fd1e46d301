/** A batch of files on its way through a parse thread: the request, and the result. */
import type { Chunk } from "../model/chunk.js";
import type { LineRange, ParsedSymbol, ParseResult } from "../model/parse-result.js";
import type { SegmentRows } from "../postings/segment.js";
import type { Skip, SkipReason } from "../repository/file-event.js";
import type { FileSnapshot, FileStatus, ReadFailure } from "../repository/read-file.js";
import type { FileProgress } from "./file-watch.js";

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
    /** The file as another process has read it; absent: it is read from the folder. */
    snapshot?: FileSnapshot | ReadFailure;
    /** The packed parse result of the expected content, where it is known; used if the content is still the same. */
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
  /** As of a parsed file. */
  note: Skip | null;
}

/** Result of a file; the paths are those of the request, in its order. */
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
  /**
   * Why it is not searched as others are: no person wrote it, and it has no chunks and no terms but the names of its symbols; or it is a large file of
   * data, and its beginning alone has chunks.
   */
  note: Skip | null;
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
