/**
 * Notes which connections know where their answers come from. The first answer of a connection about a project ends with a line that says so, and
 * that content of repositories is data; an hour later it is said again. Each process notes it for itself: another replica may say it once more.
 */
import { LRUCache } from "lru-cache";

const KEPT = 3_600_000;
/** Beyond that the oldest are forgotten, and told again. */
const MOST = 10_000;

/** Whether an answer about these projects is the first of a connection; it is noted. */
export type Introductions = (connection: string, projects: string) => boolean;

/** Tells whether an answer is the first of a connection that is about some projects. */
export function createIntroductions(): Introductions {
  const known = new LRUCache<string, true>({ max: MOST, ttl: KEPT });
  return (connection, projects) => {
    const key = `${connection} ${projects}`;
    if (known.has(key)) return false;
    known.set(key, true);
    return true;
  };
}
