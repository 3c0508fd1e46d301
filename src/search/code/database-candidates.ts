/**
 * Candidates from a PostgreSQL server: chunks by their terms under a GIN index, and the nearest by the signs of their vectors. Nothing of the view is
 * kept in memory.
 */
import { need, nth } from "../../base/need.js";
import { writeSigns } from "../../models/embedding/packed.js";
import { createLexemes } from "../../postings/lexemes.js";
import { identifierTerms } from "../../postings/terms.js";
import { nearestSigns } from "../../store/chunk-signs.js";
import { anyFile, declaringChunks, filesByName, lexemeCounts } from "../../store/chunk-words.js";
import type { Db } from "../../store/db/db.js";
import { namesBeginning } from "../../store/symbols.js";
import { recordFloor, type ViewSearch } from "../../store/view-search.js";
import type { View } from "../../store/views.js";
import { type FileFilters, fileCondition } from "../filters.js";
import { type Candidates, MOST_DECLARING } from "./candidates.js";
import { drawWords } from "./database-words.js";
import { locationsIn, namesIn } from "./locations.js";
import { isNoChange } from "./noise.js";

export interface DatabaseView {
  db: Db;
  view: View;
  search: ViewSearch;
  hasPgvector: boolean;
  /** The same view from memory, for what the database does not have yet. */
  memory: () => Promise<Candidates>;
}

/** Vectors that came since the signs were written: this share may still be missing, as it is for some seconds after each edit. */
const SIGNS_BEHIND = 0.02;

/** The candidates of a view whose words are all in the database. */
export function databaseCandidates(source: DatabaseView): Candidates {
  const { db, view, search, hasPgvector, memory } = source;
  const { projectId } = view;
  const lexemes = createLexemes(projectId);
  const kept = new Map<string, number>();
  // One question asks for the same words several times.
  const countsOf = async (asked: readonly string[]): Promise<number[]> => {
    const missing = [...new Set(asked)].filter((lexeme) => !kept.has(lexeme));
    const counted = await lexemeCounts(db, projectId, missing);
    for (const [index, lexeme] of missing.entries()) kept.set(lexeme, nth(counted, index));
    return asked.map((lexeme) => need(kept, lexeme));
  };
  const documents = (terms: readonly string[]) => countsOf(terms.map(lexemes.of));
  const declaring = async (terms: readonly string[]): Promise<number[][]> => {
    const names = terms.map(lexemes.ofName);
    const counts = await countsOf(names);
    const few = names.filter((_, index) => nth(counts, index) > 0 && nth(counts, index) <= MOST_DECLARING);
    const found = await declaringChunks(db, view, few);
    return names.map((name) => found.get(name) ?? []);
  };
  return {
    from: "database",
    generation: view.generation,
    total: view.totals.chunks,
    floor: {
      known(modelId, chunkCount) {
        const isSame = search.modelId === modelId && isNoChange(chunkCount, search.floorCount);
        return isSame ? search.floor : null;
      },
      keep: (modelId, chunkCount, floor) => recordFloor(db, view, modelId, floor, chunkCount),
    },
    async locate(text) {
      return locationsIn(text, { files: await filesByName(db, view, namesIn(text)) });
    },
    known: async (terms) => (await documents(terms)).map((count) => count > 0),
    declaring,
    async declaringBegun(prefix, most) {
      const names = await namesBeginning(db, projectId, prefix, most);
      const terms = [...new Set(names.flatMap((name) => identifierTerms(name).slice(0, 1)))].filter((term) =>
        term.startsWith(prefix),
      );
      const found = await declaring(terms);
      return new Map(terms.map((term, index) => [term, nth(found, index)]));
    },
    documents,
    words: (concepts, query, options) =>
      drawWords(
        { db, view, search, lexemes, countsOf },
        concepts,
        { ...query, condition: fileCondition(query) },
        options,
      ),
    nearest(filters: FileFilters) {
      const condition = fileCondition(filters);
      return async (state, vectors, limit) => {
        const isThere = search.modelId === state.modelId && search.signCount >= (1 - SIGNS_BEHIND) * state.chunkCount;
        if (!isThere) return (await memory()).nearest(filters)(state, vectors, limit);
        const { isIndexed } = search;
        const found: number[][] = [];
        for (const vector of vectors) {
          const signs = writeSigns(vector);
          const { modelId } = state;
          found.push(await nearestSigns(db, view, { modelId, signs, condition, limit, hasPgvector, isIndexed }));
        }
        return found;
      };
    },
    async isFiltered(filters) {
      const condition = fileCondition(filters);
      return condition !== null && !(await anyFile(db, view, condition));
    },
  };
}
