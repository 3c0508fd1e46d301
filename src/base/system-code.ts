/** The codes of errors that the system gives: `ENOENT` and its like. */

/** The code of an error; undefined where it has none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Whether the system says that nothing is at a path. */
export function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
