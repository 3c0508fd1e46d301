/**
 * Where the candidates of a question come from: memory, or a PostgreSQL server that searches by itself (CODEINDEX_SEARCH).
 *
 * A view in memory answers faster than the database does, and is read whole first. So `auto` asks the database about large views that are not in memory,
 * and reads those into memory, if they fit, that are asked again and again. docs/scale.md has the figures behind it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../base/log.js";
import type { MemoryBudget } from "../base/memory-budget.js";
import type { SearchMode } from "../config/keys.js";
import { hasPgvector } from "../store/chunk-signs.js";
import type { Db } from "../store/db/db.js";
import { readViewSearch, type ViewSearch } from "../store/view-search.js";
import type { View } from "../store/views.js";
import type { Candidates } from "./code/candidates.js";
import { databaseCandidates } from "./code/database-candidates.js";
import type { MeaningSearch } from "./code/meaning.js";
import { memoryCandidates } from "./code/memory-candidates.js";
import type { Scratches } from "./code/scratch.js";
import type { PostingLists } from "./posting-lists.js";
import { BYTES_PER_CHUNK, leastFilled, whyNotDatabase } from "./search-mode.js";
import type { Snapshots } from "./snapshot.js";

/** After this many questions to the database a view is read into memory, if it fits. */
const WARMED_AFTER = 3;
/** Rows of an edit come moments after it: a question waits at most this long for them, in milliseconds, and looks at this interval. */
const PATIENCE = 1_500;
const LOOK_EVERY = 100;
/** Bytes that a file of a view takes. */
const BYTES_PER_FILE = 250;

export interface CandidateSource {
  /** The candidates of a view. In `database` and of large views of `auto` those of the database, as soon as it has all words of the view. */
  of(view: View): Promise<Candidates>;
  /** The same from memory, whatever is set. */
  inMemory(view: View): Promise<Candidates>;
  /** Has a view read into memory by `work`, where it is asked often enough and fits. */
  warm(view: View, work: () => Promise<unknown>): void;
  /** The source of the next answer about a view, and a note on it. */
  describe(view: View): Promise<{ mode: SearchMode; from: Candidates["from"]; note: string | null }>;
  forget(projectId: string): void;
}

interface SourceParts {
  mode: SearchMode;
  memory: MemoryBudget;
  snapshots: Snapshots;
  lists: PostingLists;
  meaning: MeaningSearch;
  scratches: Scratches;
  log: Logger | null;
}

/** Decides for each view where its candidates are drawn. */
export function createCandidateSource(db: Db, parts: SourceParts): CandidateSource {
  const { mode, memory, snapshots, lists, meaning, scratches, log } = parts;
  const least = whyNotDatabase(db) === null ? leastFilled(mode, memory.limit) : null;
  const asked = new Map<string, number>();
  const warming = new Set<string>();
  let pgvector: Promise<boolean> | undefined;
  const keyOf = ({ projectId, viewId }: View) => `${viewId}:${projectId}`;

  /** Whether the extension is there; asked once, and what its lack means is said once. */
  function knownPgvector(): Promise<boolean> {
    pgvector ??= hasPgvector(db).then((has) => {
      if (!has)
        log?.warn(
          "the database has no pgvector: questions look at all vectors of a project, and no index finds the nearest",
        );
      return has;
    });
    pgvector.catch(() => {
      pgvector = undefined;
    });
    return pgvector;
  }

  async function inMemory(view: View): Promise<Candidates> {
    return memoryCandidates(await snapshots.get(view), lists, meaning, scratches);
  }

  /** Whether the database is asked about a view, where it can. */
  function isForDatabase(view: View): boolean {
    if (least === null || view.generation === 0) return false;
    if (mode === "database") return true;
    if (view.totals.chunks < least) return false;
    return warming.has(keyOf(view)) || !snapshots.has(view);
  }

  /** The state of a view in the database; null where it lacks words even after some patience. */
  async function ready(view: View): Promise<ViewSearch | null> {
    const until = performance.now() + PATIENCE;
    for (;;) {
      const search = await readViewSearch(db, view);
      // One that never was whole takes minutes.
      if (search === undefined || search.generation === 0) return null;
      if (search.generation >= view.generation) return search;
      if (performance.now() > until) return null;
      await sleep(LOOK_EVERY);
    }
  }

  return {
    inMemory,
    async of(view) {
      if (!isForDatabase(view)) return inMemory(view);
      const search = await ready(view);
      if (search === null) return inMemory(view);
      return databaseCandidates({
        db,
        view,
        search,
        hasPgvector: await knownPgvector(),
        memory: () => inMemory(view),
      });
    },
    warm(view, work) {
      if (mode !== "auto") return;
      const key = keyOf(view);
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      const fits = memory.hasRoom(view.totals.files * BYTES_PER_FILE + view.totals.chunks * BYTES_PER_CHUNK);
      if (times < WARMED_AFTER || !fits || warming.has(key)) return;
      asked.delete(key);
      warming.add(key);
      work()
        .catch((error: unknown) => log?.warn({ error, project: view.projectId }, "failed to read a view into memory"))
        .finally(() => warming.delete(key));
    },
    async describe(view) {
      const reason = mode === "memory" ? null : whyNotDatabase(db);
      if (!isForDatabase(view)) {
        const note = mode === "auto" || reason === null ? null : `Searched in memory: ${reason}.`;
        return { mode, from: "memory", note };
      }
      const search = await readViewSearch(db, view);
      if (search === undefined || search.generation < view.generation) {
        const share = Math.floor((100 * (search?.chunkCount ?? 0)) / Math.max(1, view.totals.chunks));
        const done = search !== undefined && search.generation > 0 ? "the last changes" : `${share}% of its words`;
        return { mode, from: "memory", note: `Searched in memory until the database has it whole: it has ${done}.` };
      }
      const note = (await knownPgvector())
        ? null
        : "The database has no pgvector: questions look at all vectors of the project.";
      return { mode, from: "database", note };
    },
    forget(projectId) {
      for (const key of asked.keys()) if (key.endsWith(`:${projectId}`)) asked.delete(key);
    },
  };
}
