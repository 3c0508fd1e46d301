/**
 * A part of a build, which another process may do: its request and its result, and their form in the queue.
 *
 * Both are JSON, as processes of several versions of this program and of Node read them; bytes and 64-bit numbers stand in objects of one key. Fields
 * that a version does not know are passed by. `version` tells what it must know: a part of another version is left to the processes that know it
 * (`parsePartHead`). So is one whose rows would be of another format than those of the process.
 */
import { CodeindexError } from "../base/errors.js";
import type { SealedPlace } from "../store/db/seal.js";
import type { LedgerRow } from "../store/files.js";
import type { ParseBudget } from "./build-budget.js";

/** Raised when a process that does not know the change would do a part wrongly. */
const PART_VERSION = 2;

/** Result of a batch that another process read, parsed and stored. */
export interface PartResult extends NotWritten {
  written: LedgerRow[];
  /** Its cost: milliseconds of parse threads, and files that took too long. */
  cost: ParseBudget;
  /** Files that the process does not see, or not as they were scanned: nothing was done of them. */
  unseen: string[];
}

/** Files that were to be read but are not in the index, by the reason. */
export interface NotWritten {
  /** Ledger rows of files that are skipped for their content, or could not be read. */
  leftOut: LedgerRow[];
  /** Gone between the scan and the reading. */
  vanished: string[];
  /** Not begun when the turn was over. */
  rest: string[];
}

/** Where a part is from: what each version of a part tells. */
export interface PartHead {
  version: number;
  /** The format of the builder's rows. */
  format: string;
  projectId: string;
  ref: string;
  /** The build's; a part of a build that was replaced is not done. */
  token: string;
}

/** A file of a part as the scan saw it. */
export interface PartFile {
  path: string;
  size: number;
  modifiedNs: bigint;
  inode: bigint;
}

/** Input of the worker. */
export interface BuildPart extends Omit<PartHead, "version"> {
  files: PartFile[];
  /** The contents of the files, packed (carried-files.ts), for whoever does not see the folder; absent: they are read there. */
  contents?: Buffer;
  /** Whether contents are parsed again that are stored. */
  force: boolean;
  /** The build's chunk size: the setting may have changed since the build began. */
  chunkSize: number;
  /** Rest of the cost that the build's parsing may have. */
  budget: ParseBudget;
}

/** A part as text for the queue. */
export function partText(part: BuildPart): string {
  return encode({ version: PART_VERSION, ...part });
}

/** The head of a part, whatever its version. Throws `index_error` where the text is not a part. */
export function parsePartHead(text: string): PartHead {
  const { version, format, projectId, ref, token } = decode<Partial<PartHead>>(text);
  if (version === undefined || format === undefined || projectId === undefined || ref === undefined || !token)
    throw new CodeindexError("index_error", "A part of a build in the queue is not to be read.");
  return { version, format, projectId, ref, token };
}

/** Whether this version can read a part. */
export function isKnownPart({ version }: PartHead): boolean {
  return version === PART_VERSION;
}

/** The part of a text whose version this process knows. */
export function parsePart(text: string): BuildPart {
  return decode(text);
}

/** The result of a part as text for the queue. */
export function partResultText(result: PartResult): string {
  return encode(result);
}

/** The result that a process of this version has given. */
export function parsePartResult(text: string): PartResult {
  return decode(text);
}

/** Where the contents of a part stand, for their encryption. */
export const contentsPlace = ({ projectId, ref }: { projectId: string; ref: string }): SealedPlace => ({
  table: "messages",
  column: "part",
  projectId,
  row: [ref],
});

function encode(value: object): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, plain: unknown) {
    // `plain` is what a Buffer makes of itself: its numbers.
    const own = this[key];
    if (Buffer.isBuffer(own)) return { $bytes: own.toString("base64") };
    return typeof plain === "bigint" ? { $number: plain.toString() } : plain;
  });
}

function decode<Value>(text: string): Value {
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      if (typeof value !== "object" || value === null) return value;
      if ("$bytes" in value && typeof value.$bytes === "string") return Buffer.from(value.$bytes, "base64");
      if ("$number" in value && typeof value.$number === "string") return BigInt(value.$number);
      return value;
    }) as Value;
  } catch {
    throw new CodeindexError("index_error", "A part of a build in the queue is not to be read.");
  }
}
