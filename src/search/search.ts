/** The read line: a query to hits. A searcher keeps what makes that quick: snapshots of views, blocks of postings and a thread for expressions. */
import type { Db } from "../store/db.js";
import type { View } from "../store/views.js";
import { createPostingLists } from "./posting-lists.js";
import { createSnapshots, type ViewSnapshot } from "./snapshot.js";
import { type SymbolHit, type SymbolNameQuery, searchSymbolNames } from "./symbol-names.js";
import { createTextSearch, type TextMatches, type TextQuery } from "./text.js";
import { searchWords, type WordHits, type WordQuery } from "./words.js";

export interface Searcher {
  /** Which documents a reader of the view sees, of its generation or one published since. */
  snapshot(view: View): Promise<ViewSnapshot>;
  /** Chunks by words. */
  searchWords(view: View, query: WordQuery): Promise<WordHits>;
  /** Symbols by name, best first. Throws `invalid_parameter` for a malformed query. */
  searchSymbols(view: View, query: SymbolNameQuery): Promise<SymbolHit[]>;
  /** Lines by literal or regular expression, by path and line. Throws `invalid_parameter` for an expression that does not compile. */
  searchText(view: View, query: TextQuery): Promise<TextMatches>;
  close(): Promise<void>;
}

/** A searcher over one database with caches of about `cacheBytes`. Close it to end its thread. */
export function createSearcher(db: Db, { cacheBytes }: { cacheBytes: number }): Searcher {
  const snapshots = createSnapshots(db, cacheBytes / 2);
  const lists = createPostingLists(db, cacheBytes / 2);
  const texts = createTextSearch(db);
  return {
    snapshot: (view) => snapshots.get(view),
    async searchWords(view, query) {
      return searchWords(await snapshots.get(view), lists, query);
    },
    async searchSymbols(view, query) {
      return searchSymbolNames(db, view, await snapshots.get(view), lists, query);
    },
    async searchText(view, query) {
      return texts.search(await snapshots.get(view), lists, query);
    },
    close: () => texts.close(),
  };
}
