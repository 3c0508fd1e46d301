/** Errors of a database: their meaning for the connection, and their words for users. */
import { CodeindexError } from "../../base/errors.js";

function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

/** Whether the server ended the statement because it was asked to. */
export function isCancelled(error: unknown): boolean {
  return codeOf(error) === "57014";
}

const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);

/** Whether the connection cannot be used again: lost, or closed by the server. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  // Class 08: connection exceptions; 57P: the server stops or is not up yet, or has ended the session; 53300: no connection is free; 25P03: idle too long.
  if (/^(08|57P0|53300|25P03)/.test(code) || NETWORK_CODES.has(code)) return true;
  if (error instanceof CodeindexError) return error.code === "engine_unavailable";
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|stream is destroyed)/.test(
      error.message,
    )
  );
}

/** The error of a database that only reads: a replica, or one that an operator has made read-only. */
export function readOnly(): CodeindexError {
  return new CodeindexError("engine_unavailable", "The database takes no writes.", {}, [
    "DATABASE_URL must lead to the primary; a replica is for DATABASE_READ_URL.",
    "Where it is read-only for a while, answers go on, and changes are indexed when it takes writes again.",
  ]);
}

/** A database's error as users may see it where they can do something about it; otherwise itself. */
export function publicError(error: unknown): unknown {
  if (error instanceof CodeindexError) return error;
  let mapped: CodeindexError | undefined;
  const code = codeOf(error);
  if (error instanceof Error && error.message.startsWith("unsupported startup parameter"))
    mapped = new CodeindexError("engine_unavailable", "DATABASE_URL leads to a connection pooler.", {}, [
      "Set DATABASE_DIRECT_URL to the database itself: it is used for what a pooler cannot do.",
    ]);
  else if (isConnectionError(error))
    mapped = new CodeindexError("engine_unavailable", "The database cannot be reached.");
  // Class 28: the user or the password is wrong; 3D: no such database. SASL: a password is wanted, and there is none.
  else if (/^(28|3D)/.test(code) || (error instanceof Error && error.message.startsWith("SASL: ")))
    mapped = new CodeindexError("engine_unavailable", "The database server does not let us in.", {}, [
      "Look at the user, password and database of DATABASE_URL; codeindex doctor says what the server says.",
    ]);
  // Class 53: out of disk, memory or connections. 58030: an I/O error.
  else if (code === "53100")
    mapped = new CodeindexError("engine_unavailable", "The database's disk is full.", {}, [
      "Make room on the disk of the database; the service goes on by itself.",
    ]);
  // Damaged pages or indexes, and a file of the database that is gone.
  else if (/^(XX00[12]|58P01)$/.test(code))
    mapped = new CodeindexError("engine_unavailable", "The database has damaged pages.", {}, [
      "Look whether the database's disk is sound, and restore a backup.",
      "Without one, give codeindex an empty database (embedded: move the folder db of the data folder away): everything is indexed anew.",
    ]);
  else if (/^(53|58)/.test(code))
    mapped = new CodeindexError("engine_unavailable", "The database is out of resources, or its disk gave an error.");
  // A server that became a replica, or that an operator has made read-only.
  else if (code === "25006") mapped = readOnly();
  // Class 40: a deadlock, or a transaction that the server gave up for another; 55P03: a lock that was not free in time.
  else if (/^(40|55P03)/.test(code))
    mapped = new CodeindexError("engine_unavailable", "The database gave the transaction up for another one.");
  else if (isCancelled(error)) mapped = new CodeindexError("index_timeout", "The database took too long.");
  if (!mapped) return error;
  mapped.cause = error;
  return mapped;
}
