/** Why the embedded database could not be made or opened, in words that say what to do: a full disk, too little space, or damaged files. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { CodeindexError } from "../../base/errors.js";
import { systemCode } from "../../base/system-code.js";

/** A new database takes about 40 MB, and its log as much again. */
const LEAST_FOR_NEW = 96_000_000;
/** With less space an existing database may fail to recover from its log. */
const LEAST_FOR_OLD = 16_000_000;

/** Throws `engine_unavailable` where the disk has too little space for a new database in `directory`. */
export function expectSpace(directory: string): void {
  const free = freeBytes(directory);
  if (free !== null && free < LEAST_FOR_NEW) throw tooLittle(directory, free, LEAST_FOR_NEW);
}

/** The error that users see. `isNew`: nothing was there before, so nothing can be damaged. An error with words of its own stays as it is. */
export function startError(error: unknown, directory: string, isNew: boolean): unknown {
  const reason = error instanceof Error ? error.message : String(error);
  const code = systemCode(error) ?? "";
  const free = freeBytes(directory);
  const isFull = code === "ENOSPC" || code === "EDQUOT" || /No space left|ENOSPC|disk quota/i.test(reason);
  if (isFull || (free !== null && free < LEAST_FOR_OLD && isEngineError(error)))
    return withCause(tooLittle(directory, free ?? 0, isNew ? LEAST_FOR_NEW : LEAST_FOR_OLD), error);
  if (isNew || !isEngineError(error)) return error;
  return withCause(
    new CodeindexError(
      "engine_unavailable",
      `The database in ${directory} cannot be opened: its files are damaged.`,
      {},
      [
        "Look whether the disk is sound, and restore the folder from a backup if you have one.",
        `Otherwise move ${directory} away and start again: everything is indexed anew. Tokens and projects that were added by hand have to be made again.`,
      ],
    ),
    error,
  );
}

/** Whether the database itself gave up, and not our own code around it. */
const isEngineError = (error: unknown): boolean =>
  error instanceof CodeindexError ? error.code === "engine_unavailable" : !(error instanceof Error && "code" in error);

function tooLittle(directory: string, free: number, least: number): CodeindexError {
  const left = free < 1_000_000 ? "The disk is full" : `The disk has ${Math.floor(free / 1e6)} MB left`;
  return new CodeindexError(
    "engine_unavailable",
    `${left}, and the database in ${directory} needs at least ${least / 1e6} MB to start.`,
    {},
    ["Make room on that disk, or choose another folder: --data-dir DIR (CODEINDEX_DATA_DIR)."],
  );
}

function withCause(error: CodeindexError, cause: unknown): CodeindexError {
  return Object.assign(error, { cause });
}

/** The free bytes of the disk that a folder is on, or will be on; null where the system does not tell. */
function freeBytes(directory: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    // The folder is not there yet.
    return dirname(directory) === directory ? null : freeBytes(dirname(directory));
  }
}
