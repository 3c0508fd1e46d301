/** The view whose names of topics are looked for, and the lines of its files. */
import type { EdgeTier } from "../model/edge.js";
import type { Db } from "../store/db/db.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { readTexts } from "./source-lines.js";

const MOST_FILES = 60;
const MOST_BYTES = 3_000_000;

/** The view that is read, and the tiers of the edges that are followed in it. */
export interface Reader {
  db: Db;
  view: View;
  tiers: readonly EdgeTier[];
}

/** The lines of the files of some symbols, by path; without those that are too many or too long. */
export async function linesOf({ db, view }: Reader, heads: readonly SymbolHead[]): Promise<Map<string, string[]>> {
  const paths = [...new Set(heads.map(({ path }) => path))].slice(0, MOST_FILES);
  const texts = await readTexts(db, view, paths, MOST_BYTES);
  return new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
}
