/** The memory that this process may use. */
import { totalmem } from "node:os";

/** The bytes of memory that the process may use: the container's limit, if it runs in one. */
export function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}
