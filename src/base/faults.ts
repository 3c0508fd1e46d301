/**
 * Tells a file's own errors from those of what it stands on. A file gets a `failed` row only for what its own content or permissions cause. Errors of the database, the queue, the network,
 * the disk or the memory say nothing about a file: the build that meets one fails as a whole, and the published generation stays. Only where the disk gives an
 * error for one file, again and again, and the files beside it can be read, is it that file's (repository/read-despite.ts).
 */
import { CodeindexError, type ErrorCode } from "./errors.js";

/** Codes of errors.ts that mean: the same work may succeed once what is below it answers again. */
const FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "engine_unavailable",
  "filesystem_unavailable",
  "index_timeout",
  "daemon_unavailable",
]);

/**
 * Error codes of a file system that is broken, away or out of resources, with the words for people. Missing rights (EACCES, EPERM) and missing files
 * (ENOENT, ENOTDIR, ELOOP) are not among them: those are the file's own.
 */
const FILE_SYSTEM: Record<string, string> = {
  EIO: "the disk gave an error",
  EREMOTEIO: "the disk gave an error",
  EUCLEAN: "the file system is damaged",
  ESTALE: "the network drive was replaced or unmounted",
  ENOTCONN: "the network drive is not connected",
  ENODEV: "the drive is not there",
  EMFILE: "the process has too many open files",
  ENFILE: "the system has too many open files",
  ENOMEM: "the system is out of memory",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EAGAIN: "the system is out of resources",
  ETIMEDOUT: "the network drive does not answer",
  EHOSTDOWN: "the network drive does not answer",
  EHOSTUNREACH: "the network drive cannot be reached",
  ENETDOWN: "the network is down",
  ENETUNREACH: "the network drive cannot be reached",
};

/** The classes of SQLSTATE that are about the values of a statement: a data exception, a violated constraint, a limit that was exceeded. */
const REFUSED = /^(22|23|54)[0-9A-Z]{3}$/;
/** A row that another row must lead to is gone: the project was removed meanwhile. */
const FOREIGN_KEY = "23503";

/** Whether an error says nothing about the file at hand, and the work may succeed later. */
export function isFault(error: unknown): boolean {
  return error instanceof CodeindexError ? FAULTS.has(error.code) : fileSystemCode(error) !== null;
}

/** An error of the file system as users may see it; any other error as it is. */
export function publicFault(error: unknown): unknown {
  const code = error instanceof CodeindexError ? null : fileSystemCode(error);
  return code === null ? error : Object.assign(fileSystemFault(code), { cause: error });
}

/** The error for a file system that is broken or away. `code` is one of `isFileSystemFault`. */
export function fileSystemFault(code: string): CodeindexError {
  const message = `The repository cannot be read now: ${FILE_SYSTEM[code] ?? "the file system gave an error"} (${code}).`;
  return new CodeindexError("filesystem_unavailable", message, { code });
}

/** Whether a system's error code says that the file system is broken, away or out of resources. */
export function isFileSystemFault(code: string): boolean {
  return Object.hasOwn(FILE_SYSTEM, code);
}

/** Whether a database refuses the values that it was given: the file's fault whose rows they are. */
export function isRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return REFUSED.test(code) && code !== FOREIGN_KEY;
}

/** The system's code of a file system fault; null for anything else. An error that came from another thread has its code in the message alone. */
function fileSystemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error) || (/^(E[A-Z0-9]+): /.exec(error.message)?.[1] ?? "");
  return isFileSystemFault(code) ? code : null;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
