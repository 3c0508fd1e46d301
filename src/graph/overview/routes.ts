/** Where requests come in: the routes that files declare, as far as they are read. */
import { languageNamed } from "../../languages/index.js";
import { folderOf, nameOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import type { View } from "../../store/views.js";
import { readTexts } from "../source-lines.js";

export interface RouteFile {
  path: string;
  routes: number;
  /** Some of them, `GET /users/:id`, as the file has them. */
  examples: string[];
}

/** The most files that are read, and the most bytes of them. */
const MOST_FILES = 2000;
const MOST_BYTES = 8_000_000;
const MOST_EXAMPLES = 3;
/** Words of paths that speak of requests. */
const SPEAKS =
  /\b(?:rout(?:es?|er|ers|ing)|controllers?|handlers?|endpoints?|apis?|servers?|views?|resources?|urls?|app|https?)\b/i;

/** The files that declare routes, most first, and the number of likely files that were not read. */
export async function routesOf(
  db: Db,
  view: View,
  files: readonly { path: string; language: string | null }[],
): Promise<{ files: RouteFile[]; unread: number }> {
  const able = files.filter(({ language }) => language !== null && languageNamed(language)?.routes !== undefined);
  const chosen = byLikelyRoutes(able).slice(0, MOST_FILES);
  const texts = await readTexts(
    db,
    view,
    chosen.map(({ path }) => path),
    MOST_BYTES,
  );
  const found = chosen.flatMap(({ path, language }) => {
    const text = texts.get(path);
    const forms = languageNamed(language ?? "")?.routes;
    const routes = text === undefined ? [] : (forms?.declared(path, text).routes ?? []);
    if (routes.length === 0) return [];
    const told = routes.slice(0, MOST_EXAMPLES).map((route) => `${route.method ?? "any"} ${route.path || '""'}`);
    return [{ path, routes: routes.length, examples: told }];
  });
  return { files: found.sort((a, b) => b.routes - a.routes), unread: able.length - texts.size };
}

/** Files with a name that speaks of requests first, then files in a folder with such a name. */
export function byLikelyRoutes<File extends { path: string }>(files: readonly File[]): File[] {
  const speaks = (part: string) => SPEAKS.test(part.replace(/([a-z0-9])([A-Z])|_/g, "$1 $2"));
  const rank = ({ path }: File) => (speaks(nameOf(path)) ? 0 : speaks(folderOf(path)) ? 1 : 2);
  const ranked = files.map((file) => ({ file, rank: rank(file) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ file }) => file);
}
