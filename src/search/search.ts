/** The read line: a query to hits. A searcher keeps what makes that quick: snapshots of views, blocks of postings and a thread for expressions. */
import type { Embedder } from "../embedding/embedder.js";
import type { Db } from "../store/db.js";
import type { View } from "../store/views.js";
import { type CodeHits, type CodeQuery, searchCode } from "./code.js";
import { createMeaning, type Meaning } from "./meaning.js";
import { createPostingLists } from "./posting-lists.js";
import { createSnapshots, type ViewSnapshot } from "./snapshot.js";
import { type SymbolHit, type SymbolNameQuery, searchSymbolNames } from "./symbol-names.js";
import { createTextSearch, type TextMatches, type TextQuery } from "./text.js";

export interface Searcher {
  /** Which documents a reader of the view sees, of its generation or one published since. */
  snapshot(view: View): Promise<ViewSnapshot>;
  /** What vectors there are. */
  readonly meaning: Meaning;
  /** Chunks by words and meaning, ranked, with their text. Throws `invalid_parameter` for a path that leads outside. */
  searchCode(view: View, query: CodeQuery): Promise<CodeHits>;
  /** Symbols by name, best first. Throws `invalid_parameter` for a malformed query. */
  searchSymbols(view: View, query: SymbolNameQuery): Promise<SymbolHit[]>;
  /** Lines by literal or regular expression, by path and line. Throws `invalid_parameter` for an expression that does not compile. */
  searchText(view: View, query: TextQuery): Promise<TextMatches>;
  close(): Promise<void>;
}

/** A searcher over one database with caches of about `cacheBytes`. `embedder` makes the vectors of queries; null: none. Close it to end its thread. */
export function createSearcher(
  db: Db,
  { cacheBytes, embedder = null }: { cacheBytes: number; embedder?: Embedder | null },
): Searcher {
  const snapshots = createSnapshots(db, cacheBytes / 2);
  const lists = createPostingLists(db, cacheBytes / 2);
  const texts = createTextSearch(db);
  const meaning = createMeaning(db, embedder, cacheBytes);
  return {
    meaning,
    snapshot: (view) => snapshots.get(view),
    async searchCode(view, query) {
      return searchCode(view, { db, snapshot: await snapshots.get(view), lists, meaning }, query);
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
