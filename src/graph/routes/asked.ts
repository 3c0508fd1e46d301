/** The requests that files make and the paths that they keep, as their texts have them. */
import { LRUCache } from "lru-cache";
import { present } from "../../base/need.js";
import { codeLanguageOf } from "../../languages/index.js";
import type { AskedRoutes } from "../../languages/routing.js";
import type { Db } from "../../store/db/db.js";
import type { View } from "../../store/views.js";
import { readMade } from "../source-lines.js";

/** Files, requests and paths that are kept, some 200 bytes each. */
const MOST_KNOWN = 40_000;
const known = new LRUCache<string, AskedRoutes>({
  maxSize: MOST_KNOWN,
  sizeCalculation: ({ requests, kept }) => 1 + requests.length + kept.length,
});

/** Reads the requests and kept paths of the first of `paths`, up to `mostBytes`, where their language has routes. `isCut`: not all files were read. */
export async function readAsked(
  db: Db,
  view: View,
  paths: readonly string[],
  mostBytes: number,
): Promise<{ asked: Map<string, AskedRoutes>; isCut: boolean }> {
  const formsOf = (path: string) => codeLanguageOf(path)?.routes;
  const readable = paths.filter(formsOf);
  const read = (path: string, text: string) => present(formsOf(path)).asked(text);
  const asked = await readMade(db, view, readable, mostBytes, { read, known });
  return { asked, isCut: asked.size < readable.length };
}
