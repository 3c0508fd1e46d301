/**
 * Tells a file's own errors from faults of the machinery below it. A file gets a `failed` row only for errors that its own content or permissions
 * cause. Errors of the database, the queue, the network, the disk or the memory say nothing about a file: the build that meets one fails as a whole,
 * and the published generation stays. One exception: a disk error belongs to the file where it comes again and again for that file while its
 * neighbours can be read (repository/read-despite.ts).
 */
import { CodeindexError, type ErrorCode } from "./errors.js";
import { systemCode } from "./system-code.js";

/** Codes of errors.ts after which the same work may succeed once the failing system answers again. */
const FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "engine_unavailable",
  "filesystem_unavailable",
  "index_timeout",
  "daemon_unavailable",
]);

/**
 * Error codes of a file system that is broken, away or out of resources, with their texts for users. Missing rights (EACCES, EPERM) and missing files
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

/** The SQLSTATE classes about the values of a statement: a data exception, a violated constraint, a limit that was exceeded. */
const REFUSED = /^(22|23|54)[0-9A-Z]{3}$/;
/** A violated foreign key: the row that it must lead to is gone, because the project was removed meanwhile. */
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

/** Whether a database refuses the values of a statement. The fault is then with the file that the rows came from. */
export function isRefusal(error: unknown): boolean {
  const code = systemCode(error) ?? "";
  return REFUSED.test(code) && code !== FOREIGN_KEY;
}

/** The system's code of a file system fault; null for any other error. An error from another thread has its code in the message alone. */
function fileSystemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = systemCode(error) ?? /^(E[A-Z0-9]+): /.exec(error.message)?.[1] ?? "";
  return isFileSystemFault(code) ? code : null;
}
