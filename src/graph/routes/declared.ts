/** The routes and prefixes that files declare, as their texts have them. */
import { LRUCache } from "lru-cache";
import { present } from "../../base/need.js";
import { languageNamed } from "../../languages/index.js";
import type { DeclaredRoute, DeclaredRoutes } from "../../languages/routing.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import type { View } from "../../store/views.js";
import { readMade } from "../source-lines.js";
import { type RoutePath, routePath } from "./route-path.js";

/** The most files that are read for routes, and the most bytes of them. */
export const MOST_FILES = 60;
export const MOST_BYTES = 4_000_000;

/** Files, routes and prefixes that are kept, some 300 bytes each. */
const MOST_KNOWN = 20_000;
const known = new LRUCache<string, DeclaredRoutes>({
  maxSize: MOST_KNOWN,
  sizeCalculation: ({ routes, mounts }) => 1 + routes.length + mounts.length,
});

/** Finds the paths of the files, of tests or others, that have one of some texts; `isCut`: there may be more. */
export type FindFiles = (texts: readonly string[], limit: number) => Promise<{ paths: string[]; isCut: boolean }>;

/** A route of a file, with the paths by which it is reached as far as they are known; the longest last. */
export interface Placed {
  route: DeclaredRoute;
  /** The file that declares it. */
  path: string;
  paths: RoutePath[];
}

/** Routes of a file by their own paths. */
export const placedOf = (path: string, routes: readonly DeclaredRoute[]): Placed[] =>
  routes.map((route) => ({ route, path, paths: [routePath(route.path)] }));

/** The routes and prefixes of files, as far as the first of them have room. */
export async function readDeclared(
  db: Db,
  view: View,
  paths: readonly string[],
): Promise<{ declared: Map<string, DeclaredRoutes>; isCut: boolean }> {
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, paths);
  const forms = new Map(
    rows.map(({ path, language }) => [path, language ? languageNamed(language)?.routes : undefined]),
  );
  const readable = paths.filter((path) => forms.get(path));
  const read = (path: string, text: string) => present(forms.get(path)).declared(path, text);
  const all = await readMade(db, view, readable, MOST_BYTES, { read, known });
  const declared = new Map([...all].filter(([, { routes, mounts }]) => routes.length + mounts.length > 0));
  return { declared, isCut: all.size < readable.length };
}
