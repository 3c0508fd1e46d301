/** The prefixes of routes: their own file, and the files that import it, give them to their routers. */
import { addToList } from "../../base/groups.js";
import { present } from "../../base/need.js";
import { isOperation } from "../../languages/graphql.js";
import { languageNamed } from "../../languages/index.js";
import { type DeclaredRoute, type DeclaredRoutes, joinRoute, PROCEDURE } from "../../languages/routing.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import { incomingEdges } from "../../store/incoming.js";
import { headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { readTexts } from "../source-lines.js";
import { type FindFiles, MOST_BYTES, MOST_FILES, type Placed, readDeclared } from "./declared.js";
import { routePath } from "./route-path.js";

/** At most this many routers lie below one another. */
const MOST_MOUNTS = 3;
const MOST_IMPORTS = 200;

/** Files that include others by a text. */
const MOST_INCLUDERS = 80;

/** Puts prefixes before routes: the ones that their own file, and the files that import it, give to their routers. */
export async function placeUnderMounts(
  lookup: Lookup,
  declared: Map<string, DeclaredRoutes>,
  handled: readonly Placed[],
): Promise<void> {
  const files = [...new Set(handled.flatMap(({ path, route }) => (isMounted(route) ? [path] : [])))];
  const above = await importersOf(lookup, files, declared);
  for (const each of handled) {
    if (!isMounted(each.route)) continue;
    const isProcedure = each.route.method === PROCEDURE;
    const prefixes = prefixesOf(each.path, each.route.owner, { declared, importers: above, isProcedure }, 0);
    each.paths.push(...prefixes.map((prefix) => routePath(joinRoute(prefix, each.route.path))));
  }
}

/** Whether its router may be reached below a prefix. Controllers have theirs in their own file. */
const isMounted = ({ method, handler, owner }: DeclaredRoute) =>
  !isOperation(method) && (handler === null || owner !== null);

/** Where importers and includers of a file are looked up. */
interface Lookup {
  db: Db;
  view: View;
  findClients: FindFiles | undefined;
}

interface Importer {
  path: string;
  /** The names in the lines of the imports. */
  names: ReadonlySet<string>;
}

/** The files that import some files, and the files that import these; the declarations of both are added to `declared`. */
async function importersOf(
  { db, view, findClients }: Lookup,
  files: readonly string[],
  declared: Map<string, DeclaredRoutes>,
): Promise<Map<string, Importer[]>> {
  const importers = new Map<string, Importer[]>();
  let frontier = files;
  for (let round = 0; round < MOST_MOUNTS && frontier.length > 0; round++) {
    const heads = await fileHeads(db, view, frontier);
    const targets = new Map(heads.map((head) => [head.nodeId, head.path]));
    const options = { kinds: ["imports" as const], tiers: IMPORT_TIERS, limit: MOST_IMPORTS };
    const { edges } = await incomingEdges(db, view, [...targets.keys()], options);
    const outside = edges.filter(({ source }) => pathClassOf(source.path) !== "test");
    const paths = [...new Set(outside.map(({ source }) => source.path))].slice(0, MOST_FILES);
    const texts = await readTexts(db, view, paths, MOST_BYTES);
    const { declared: more } = await readDeclared(db, view, paths);
    for (const [path, found] of more) if (!declared.has(path)) declared.set(path, found);
    const includers = await includersOf(db, view, findClients, frontier);
    const { declared: including } = await readDeclared(db, view, [...new Set(includers.map(({ path }) => path))]);
    for (const [path, found] of including) if (!declared.has(path)) declared.set(path, found);
    for (const { of, path, names } of includers) addToList(importers, of, { path, names });
    for (const { source, target, lines } of outside) {
      const written = texts.get(source.path)?.split("\n");
      if (!written) continue;
      const names = new Set(lines.flatMap((line) => importedAt(written, line)));
      const path = present(targets.get(target));
      addToList(importers, path, { path: source.path, names });
    }
    frontier = paths.filter((path) => !importers.has(path) && (declared.get(path)?.mounts.length ?? 0) > 0);
  }
  return importers;
}

/** Files outside of tests that name a file's routes by a text: `include("shop.urls")`. */
async function includersOf(
  db: Db,
  view: View,
  findFiles: FindFiles | undefined,
  files: readonly string[],
): Promise<(Importer & { of: string })[]> {
  if (!findFiles) return [];
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, files);
  const found: (Importer & { of: string })[] = [];
  for (const { path: of, language } of rows) {
    const name = language ? languageNamed(language)?.routes?.includedAs?.(of) : null;
    if (!name) continue;
    const { paths } = await findFiles([`${name}"`, `${name}'`], MOST_INCLUDERS);
    found.push(...paths.filter((path) => path !== of).map((path) => ({ of, path, names: new Set([name]) })));
  }
  return found;
}

const IMPORT_TIERS: readonly EdgeTier[] = ["exact", "import", "unique"];
/** Lines above that of a module's name in which an import may begin. */
const IMPORT_LINES = 15;

/** The names in the statement that ends at a line. */
function importedAt(lines: readonly string[], line: number): string[] {
  let first = line - 1;
  while (
    first > 0 &&
    line - first < IMPORT_LINES &&
    !/^\s*(?:import|export|const|let|var)\b|\(/.test(lines[first] ?? "")
  )
    first--;
  return (
    lines
      .slice(first, line)
      .join(" ")
      .match(/[A-Za-z_$][\w$]*/g) ?? []
  );
}

async function fileHeads(db: Db, view: View, paths: readonly string[]): Promise<SymbolHead[]> {
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, paths);
  const positions = rows.flatMap(({ versionId }) => (versionId === null ? [] : [{ versionId, ordinal: 0 }]));
  return headsAt(db, view, positions);
}

/** The known mounts, by kind: in declaring files, and in files that import others. */
interface Known {
  declared: ReadonlyMap<string, DeclaredRoutes>;
  importers: ReadonlyMap<string, readonly Importer[]>;
  isProcedure: boolean;
}

/** All prefixes that are known of a variable of a file. */
function prefixesOf(path: string, owner: string | null, known: Known, depth: number): string[] {
  if (depth >= MOST_MOUNTS) return [];
  const mountsIn = (file: string) =>
    (known.declared.get(file)?.mounts ?? []).filter((mount) => (mount.isOfProcedures ?? false) === known.isProcedure);
  const own = mountsIn(path).filter(({ names }) => owner !== null && names.has(owner));
  const imported = (known.importers.get(path) ?? []).flatMap((importer) =>
    mountsIn(importer.path)
      .filter(({ names }) => [...names].some((name) => importer.names.has(name)))
      .map((mount) => ({ mount, path: importer.path })),
  );
  // Of several routers that are imported together, the one itself.
  const named = imported.filter(({ mount }) => owner !== null && mount.names.has(owner));
  const others = named.length > 0 ? named : imported;
  const mounts = [...own.map((mount) => ({ mount, path })), ...others].filter(
    ({ mount }) => mount.owner !== owner || mount.prefix !== "",
  );
  return mounts.flatMap(({ mount, path: file }) => {
    if (file === path && mount.owner === owner) return [mount.prefix];
    const above = prefixesOf(file, mount.owner, known, depth + 1);
    return above.length === 0 ? [mount.prefix] : above.map((prefix) => joinRoute(prefix, mount.prefix));
  });
}
