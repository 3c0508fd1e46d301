/** The user's view of errors. */
import { randomUUID } from "node:crypto";
import { CodeindexError } from "./errors.js";
import type { Logger } from "./log.js";

/** Turns anything thrown into an error for users. Other errors are logged whole, and the user gets the reference number of that log line. */
export function toUserError(error: unknown, log: Logger, context: Record<string, unknown> = {}): CodeindexError {
  if (error instanceof CodeindexError) return error;
  if (isDatabaseDown(error)) {
    log.error({ err: error, ...context }, "failed to reach the database");
    return new CodeindexError("engine_unavailable", "The database does not answer.");
  }
  const reference = randomUUID().slice(0, 8);
  log.error({ err: error, reference, ...context }, "unexpected error");
  return new CodeindexError("internal", `Something went wrong on our side (reference ${reference}).`, { reference });
}

const DOWN_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ENOTFOUND", "ETIMEDOUT", "ENOSPC"]);

/** Whether a database error means that the database is away or cannot write. Such a request may be retried. */
function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  const syscall = "syscall" in error ? String(error.syscall) : "";
  if (/^(08|57P0|53)/.test(code)) return true;
  if (DOWN_CODES.has(code)) return syscall === "connect" || syscall === "read" || syscall === "write";
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  );
}
