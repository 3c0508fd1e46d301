/** A searcher that the tests of a file share. */
import { createSearcher, type Searcher } from "../../src/search/search.js";
import type { Db } from "../../src/store/db/db.js";
import { atEnd } from "./at-end.js";

const SETTINGS = { cacheBytes: 1_000_000 };
const shared = new Map<Db, Searcher>();

/**
 * Gives the searcher of a database, with empty caches. It ends behind the tests of the file. Its threads stay: to start one for each question that reads
 * texts took 0.2 s of CPU each, a third of the work of some files of tests.
 */
export function emptySearcher(db: Db): Searcher {
  const known = shared.get(db);
  if (known) {
    known.reconfigure(SETTINGS);
    return known;
  }
  const searcher = createSearcher(db, SETTINGS);
  shared.set(db, searcher);
  atEnd(() => {
    shared.delete(db);
    return searcher.close();
  });
  return searcher;
}
