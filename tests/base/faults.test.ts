/** Faults of a file and faults of what it stands on: the one makes a row, the other fails the build as a whole. */
import { expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import { isFault, isRefusal, publicFault } from "../../src/base/faults.js";
import { publicError } from "../../src/store/db/db-errors.js";

const coded = (code: string, message = "words of the system") => Object.assign(new Error(message), { code });

test.each([
  { name: "a disk that gives an error", error: coded("EIO") },
  { name: "too many open files", error: coded("EMFILE") },
  {
    name: "too many open files, told by another thread",
    error: new Error("EMFILE: too many open files, open '/srv/a.ts'"),
  },
  { name: "a network drive that is gone", error: coded("ESTALE") },
  { name: "a full disk", error: coded("ENOSPC") },
  { name: "a database that cannot be reached", error: publicError(coded("ECONNREFUSED")) },
  { name: "a connection that broke", error: publicError(new Error("Connection terminated unexpectedly")) },
  { name: "a database that an administrator stops", error: publicError(coded("57P01")) },
  { name: "a database that starts", error: publicError(coded("57P03")) },
  { name: "a database whose disk is full", error: publicError(coded("53100")) },
  { name: "a database out of memory", error: publicError(coded("53200")) },
  { name: "a database whose disk gives an error", error: publicError(coded("58030")) },
  { name: "a statement that took too long", error: publicError(coded("57014")) },
  { name: "a deadlock", error: publicError(coded("40P01")) },
  { name: "a database that became a replica", error: publicError(coded("25006")) },
  {
    name: "a queue that does not answer",
    error: new CodeindexError("daemon_unavailable", "The queue does not answer."),
  },
])("$name is never a file's fault", ({ error }) => {
  expect(isFault(error)).toBe(true);
  expect(isRefusal(error)).toBe(false);
  expect(publicFault(error)).toBeInstanceOf(CodeindexError);
});

test.each([
  { name: "a value that a column cannot take", error: coded("22P05"), refused: true },
  { name: "a violated constraint", error: coded("23514"), refused: true },
  { name: "a row that is too large for an index", error: coded("54000"), refused: true },
  { name: "a project that was removed", error: coded("23503"), refused: false },
  { name: "no permission", error: coded("EACCES"), refused: false },
  { name: "a file that is gone", error: coded("ENOENT"), refused: false },
  { name: "a fault of ours", error: new TypeError("x is not a function"), refused: false },
])("$name is none of what the service stands on", ({ error, refused }) => {
  expect(isFault(error)).toBe(false);
  expect(isRefusal(error)).toBe(refused);
  expect(publicFault(error)).toBe(error);
});

test("a fault of the file system is told without a path", () => {
  const fault = publicFault(new Error("EMFILE: too many open files, open '/srv/secret/a.ts'")) as CodeindexError;
  expect(fault.message).toBe("The repository cannot be read now: the process has too many open files (EMFILE).");
  expect(fault.toEnvelope().error).toMatchObject({ code: "filesystem_unavailable", retryable: true });
});
