/**
 * Lines of tests that reach code over HTTP, by themselves or by methods of a client: from what a walk has met to the routes that it handles, and from
 * these to the requests of tests.
 *
 * All of it is found when it is asked for, from texts. Facts of the parser would change the stored format and have all projects indexed again, for
 * something that few questions need; and the texts are few: a handler is named in its registration, which is a reference that the walk has seen, so the
 * files that the walk came through declare the routes. Of the tests, those are read that have the longest word of a route's path.
 *
 * A request is never a fact as a reference is: `likely` where the path is the same, but for such a prefix as `/api/v1`, and no method differs,
 * `possible` where the path ends the same.
 */
import { nth, present } from "../../base/need.js";
import { languageNamed } from "../../languages/index.js";
import type { DeclaredRoute, DeclaredRoutes, RouteRequest } from "../../languages/routing.js";
import { joinRoute } from "../../languages/routing.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import { incomingEdges } from "../../store/incoming.js";
import { headsAround, headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { Reached } from "../reaching-tests.js";
import { readTexts } from "../source-lines.js";
import { isCallable } from "../symbol.js";
import type { ReachedSite, ReachedSymbol, RequestUse } from "../test-walk.js";
import { type Match, matchPaths, type RoutePath, routePath, wordIn } from "./route-path.js";

/** Files that the walk came through, of which routes are read; and so much of them. */
const MOST_FILES = 60;
const MOST_BYTES = 4_000_000;
/** Routes whose requests are looked for, and files of tests that are read for them. */
const MOST_ROUTES = 40;
const MOST_TESTS = 40;
/** Files outside of tests that are read for requests. */
const MOST_CLIENTS = 80;
/** Routes of a file, and requests of one, that are looked at. */
const MOST_OF_FILE = 1000;
const MOST_TEST_BYTES = 4_000_000;
/** At most this many routers lie below one another. */
const MOST_MOUNTS = 3;
const MOST_IMPORTS = 200;

/** Finds the paths of the files, of tests or others, that have one of some texts; `isCut`: there may be more. */
export type FindFiles = (texts: readonly string[], limit: number) => Promise<{ paths: string[]; isCut: boolean }>;

/** Requests, and whether a limit left some out. */
export interface FoundRequests {
  requests: RequestUse[];
  /** Requests of tests that are less sure than was asked for. */
  lessSure: LessSureRequest[];
  isCut: boolean;
}

/** A line of a test that may request a route: `PATCH /orders/:id/close`. */
export interface LessSureRequest {
  path: string;
  line: number;
  request: string;
}

const NONE: FoundRequests = { requests: [], lessSure: [], isCut: false };

/** A route of a file, with the paths by which it is reached as far as they are known; the longest last. */
export interface Placed {
  route: DeclaredRoute;
  /** The file that declares it. */
  path: string;
  paths: RoutePath[];
}

/** A route that a symbol of the walk handles. */
interface Handled extends Placed {
  handler: SymbolHead;
  hops: number;
  tier: EdgeTier;
}

/**
 * The lines of tests that request what the walk has met, and those of clients: methods outside of tests that request it, which tests may call. A limit
 * on clients is no cut of the requests of tests.
 */
export async function requestsOf(
  {
    db,
    view,
    findTests,
    findClients,
    tiers,
  }: { db: Db; view: View; findTests: FindFiles; findClients?: FindFiles; tiers: readonly EdgeTier[] },
  reached: Reached,
): Promise<FoundRequests> {
  if (!tiers.includes(TIERS.likely)) return NONE;
  const { declared, isCut } = await declaredIn(db, view, reached);
  const handled = [...declared].flatMap(([path, { routes }]) =>
    handledOf(path, routes.slice(0, MOST_OF_FILE), reached),
  );
  if (handled.length === 0) return { ...NONE, isCut };
  handled.sort((a, b) => a.hops - b.hops);
  const wanted = handled.slice(0, MOST_ROUTES);
  const others = [...new Set(wanted.map(({ path }) => path))].flatMap((path) =>
    (declared.get(path)?.routes ?? []).map((route) => ({ route, path, paths: [routePath(route.path)] })),
  );
  await placeUnderMounts({ db, view, findClients }, declared, [...wanted, ...others]);
  const words = new Set(wanted.flatMap(({ paths }) => wordIn(nth(paths, paths.length - 1)) ?? []));
  if (words.size === 0 && wanted.every(({ route }) => route.name === undefined)) return { ...NONE, isCut };
  const texts = [...words].flatMap((word) => [`/${word}`, `"${word}`, `'${word}`, `\`${word}`]);
  const names = [...new Set(wanted.flatMap(({ route }) => route.name ?? []))].flatMap((name) => [
    `${name}"`,
    `${name}'`,
  ]);
  const tests = await findTests([...texts, ...names], MOST_TESTS);
  const clients = (await findClients?.(texts, MOST_CLIENTS))?.paths ?? [];
  // Files that have the words may declare the route that is meant.
  const rivals = [...tests.paths, ...clients].filter((path) => pathClassOf(path) !== "test" && !declared.has(path));
  for (const [path, { routes }] of (await readDeclared(db, view, rivals)).declared)
    others.push(...routes.slice(0, MOST_OF_FILE).map((route) => ({ route, path, paths: [routePath(route.path)] })));
  const ofTests = await matched(db, view, tests.paths, { wanted, others, tiers });
  const ofClients = await matched(db, view, clients, { wanted, others, tiers });
  return {
    requests: [
      ...ofTests.requests,
      // A request at the top level of a file is called by nobody.
      ...ofClients.requests
        .filter(({ source }) => source.ordinal > 0)
        .map((request) => ({ ...request, isOfClient: true })),
    ],
    lessSure: ofTests.lessSure,
    isCut: isCut || tests.isCut || ofTests.isCut || wanted.length < handled.length,
  };
}

/** The tier by which a request counts. */
const TIERS = { likely: "unique", possible: "candidate" } as const satisfies Record<Match["sureness"], EdgeTier>;

/** The routes and prefixes in the files that the walk came through, the nearest first. */
async function declaredIn(
  db: Db,
  view: View,
  { symbols, sites }: Reached,
): Promise<{ declared: Map<string, DeclaredRoutes>; isCut: boolean }> {
  const nearness = new Map<string, number>();
  const near = (path: string, hops: number) => nearness.set(path, Math.min(hops, nearness.get(path) ?? hops));
  for (const [path, all] of sites) for (const { hops } of all) near(path, hops);
  for (const { head, hops } of symbols) near(head.path, hops);
  const paths = [...nearness].filter(([path]) => pathClassOf(path) !== "test").sort(([, a], [, b]) => a - b);
  const { declared, isCut } = await readDeclared(
    db,
    view,
    paths.slice(0, MOST_FILES).map(([path]) => path),
  );
  return { declared, isCut: isCut || paths.length > MOST_FILES };
}

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
  const texts = await readTexts(db, view, readable, MOST_BYTES, "given");
  const declared = new Map<string, DeclaredRoutes>();
  for (const path of paths) {
    const text = texts.get(path);
    const found = text === undefined ? undefined : forms.get(path)?.declared(path, text);
    if (found && found.routes.length + found.mounts.length > 0) declared.set(path, found);
  }
  return { declared, isCut: texts.size < readable.length };
}

/** The routes of a file that something of the walk handles: it is declared to, is named in the registration, or is asked about and has it within. */
function handledOf(path: string, routes: readonly DeclaredRoute[], { symbols, sites }: Reached): Handled[] {
  const own = symbols.filter(({ head }) => head.path === path);
  return routes.flatMap((route) => {
    const by = route.handler === null ? registered(route, own, sites.get(path) ?? []) : declaredAt(route.handler, own);
    if (!by) return [];
    const [handler, hops] = "head" in by ? [by.head, by.hops + 1] : [by.target, by.hops];
    return [{ route, path, paths: [routePath(route.path)], handler, hops, tier: by.tier }];
  });
}

function declaredAt(line: number, own: readonly ReachedSymbol[]): ReachedSymbol | undefined {
  return own
    .filter(({ head, isAsked }) => {
      const isHere = head.lineStart <= line && line <= head.lineEnd;
      // Lines of a class that was reached, and not asked about, say nothing of its members.
      return isHere && (isCallable(head.nodeType) || head.lineStart === line || isAsked);
    })
    .reduce<ReachedSymbol | undefined>(
      (best, each) => (best && lengthOf(best) <= lengthOf(each) ? best : each),
      undefined,
    );
}

const lengthOf = ({ head }: ReachedSymbol) => head.lineEnd - head.lineStart;

function registered(
  { lineStart, lineEnd }: DeclaredRoute,
  own: readonly ReachedSymbol[],
  sites: readonly ReachedSite[],
): ReachedSite | ReachedSymbol | undefined {
  const within = own.filter(
    ({ head, isAsked }) => isAsked && head.ordinal > 0 && head.lineStart <= lineStart && lineEnd <= head.lineEnd,
  );
  const inside = own.filter(({ head }) => head.ordinal > 0 && lineStart <= head.lineStart && head.lineEnd <= lineEnd);
  const used = sites.filter(({ line }) => lineStart <= line && line <= lineEnd);
  return [...used, ...inside, ...within].sort((a, b) => a.hops - b.hops)[0];
}

/** Puts the prefixes before routes under which their routers are reached, in their file and in those that import it. */
export async function placeUnderMounts(
  lookup: Lookup,
  declared: Map<string, DeclaredRoutes>,
  handled: readonly Placed[],
): Promise<void> {
  const files = [...new Set(handled.flatMap(({ path, route }) => (isMounted(route) ? [path] : [])))];
  const above = await importersOf(lookup, files, declared);
  for (const each of handled) {
    if (!isMounted(each.route)) continue;
    const prefixes = prefixesOf(each.path, each.route.owner, declared, above, 0);
    each.paths.push(...prefixes.map((prefix) => routePath(joinRoute(prefix, each.route.path))));
  }
}

/** Whether its router may be reached below a prefix. Controllers have theirs in their own file. */
const isMounted = ({ handler, owner }: DeclaredRoute) => handler === null || owner !== null;

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

/** The files that import some files, and those that import these; what they declare is added to `declared`. */
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
    for (const { of, path, names } of includers) importers.set(of, [...(importers.get(of) ?? []), { path, names }]);
    for (const { source, target, lines } of outside) {
      const written = texts.get(source.path)?.split("\n");
      if (!written) continue;
      const names = new Set(lines.flatMap((line) => importedAt(written, line)));
      const path = present(targets.get(target));
      importers.set(path, [...(importers.get(path) ?? []), { path: source.path, names }]);
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
    const { paths } = await findFiles([`${name}"`, `${name}'`], MOST_CLIENTS);
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

/** All prefixes that are known of a variable of a file. */
function prefixesOf(
  path: string,
  owner: string | null,
  declared: ReadonlyMap<string, DeclaredRoutes>,
  importers: ReadonlyMap<string, readonly Importer[]>,
  depth: number,
): string[] {
  if (depth >= MOST_MOUNTS) return [];
  const own = (declared.get(path)?.mounts ?? []).filter(({ names }) => owner !== null && names.has(owner));
  const others = (importers.get(path) ?? []).flatMap((importer) =>
    (declared.get(importer.path)?.mounts ?? [])
      .filter(({ names }) => [...names].some((name) => importer.names.has(name)))
      .map((mount) => ({ mount, path: importer.path })),
  );
  const mounts = [...own.map((mount) => ({ mount, path })), ...others].filter(
    ({ mount }) => mount.owner !== owner || mount.prefix !== "",
  );
  return mounts.flatMap(({ mount, path: file }) => {
    if (file === path && mount.owner === owner) return [mount.prefix];
    const above = prefixesOf(file, mount.owner, declared, importers, depth + 1);
    return above.length === 0 ? [mount.prefix] : above.map((prefix) => joinRoute(prefix, mount.prefix));
  });
}

interface Candidates {
  wanted: readonly Handled[];
  /** All routes of the files that declare these, and of others with their words: a request goes to the one with most words. */
  others: readonly Placed[];
  tiers: readonly EdgeTier[];
}

/** The requests of files that come to the routes that are wanted. */
async function matched(db: Db, view: View, paths: readonly string[], candidates: Candidates): Promise<FoundRequests> {
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, paths);
  const texts = await readTexts(db, view, paths, MOST_TEST_BYTES, "given");
  const wanted = new Set(candidates.wanted.map(({ route }) => route));
  const competing = candidates.others.filter(({ route }) => !wanted.has(route));
  const found: (Omit<RequestUse, "source"> & { versionId: number })[] = [];
  const lessSure: LessSureRequest[] = [];
  for (const { path, language, versionId } of rows) {
    const forms = language ? languageNamed(language)?.routes : undefined;
    const text = texts.get(path);
    if (!forms || text === undefined || versionId === null) continue;
    let own: RoutePath[] | null = null;
    for (const request of forms.requested(text).slice(0, MOST_OF_FILE)) {
      const asked = routePath(request.path);
      const best = bestFor(candidates.wanted, request, asked);
      if (!best) continue;
      const { match, handled } = best;
      const other = bestFor(competing, request, asked);
      if (other && rankOf(other.match) > rankOf(match)) continue;
      // A test that declares the route itself asks its own server.
      own ??= forms.declared(path, text).routes.map((route) => routePath(route.path));
      if (own.some((route) => matchPaths(route, asked, false)?.sureness === "likely")) continue;
      const tier = handled.tier === "candidate" ? "candidate" : TIERS[match.sureness];
      const method = request.method ?? handled.route.method;
      const words = [method, match.path].filter(Boolean).join(" ");
      if (!candidates.tiers.includes(TIERS[match.sureness])) {
        lessSure.push({ path, line: request.line, request: words });
        continue;
      }
      found.push({
        path,
        line: request.line,
        versionId,
        handler: handled.handler,
        hops: handled.hops,
        tier,
        request: words,
      });
    }
  }
  const isCut = rows.some(({ path, contentHash }) => contentHash !== null && !texts.has(path));
  return { requests: await withSources(db, view, found), lessSure, isCut };
}

const agree = (a: string | null, b: string | null) =>
  a === null || b === null || a === b || (a === "GET" && b === "HEAD");

/** The route that a request is for, by its name or its path. */
const bestFor = <Route extends Placed>(wanted: readonly Route[], { method, name }: RouteRequest, asked: RoutePath) =>
  name === undefined ? bestOf(wanted, method, asked) : namedAs(wanted, name);

/** The route with a name: likely where the whole name is the same, possible where the namespace before it is not known. */
function namedAs<Route extends Placed>(wanted: readonly Route[], name: string) {
  const last = name.slice(name.lastIndexOf(":") + 1);
  const handled = wanted.find(({ route }) => route.name === name) ?? wanted.find(({ route }) => route.name === last);
  if (!handled) return null;
  const sureness: Match["sureness"] = handled.route.name === name ? "likely" : "possible";
  const path = `/${nth(handled.paths, handled.paths.length - 1)
    .segments.map(shown)
    .join("/")}`;
  return { handled, match: { sureness, words: 1, path } };
}

/** The route that a request is for, of those that are handled. */
function bestOf<Route extends Placed>(wanted: readonly Route[], method: string | null, asked: RoutePath) {
  let best: { handled: Route; match: Match & { path: string } } | null = null;
  for (const handled of wanted) {
    if (!agree(handled.route.method, method)) continue;
    for (const [index, path] of handled.paths.entries()) {
      // Paths behind the first have the prefixes that other files tell.
      const match = matchPaths(path, asked, index === 0 && handled.route.isPartial);
      if (!match) continue;
      const isBetter = !best || rankOf(match) > rankOf(best.match);
      if (isBetter) best = { handled, match: { ...match, path: `/${path.segments.map(shown).join("/")}` } };
    }
  }
  return best;
}

const rankOf = ({ sureness, words }: Match) => words * 2 + (sureness === "likely" ? 1 : 0);

const shown = ({ text }: { text: string }) => text;

async function withSources(
  db: Db,
  view: View,
  found: readonly (Omit<RequestUse, "source"> & { versionId: number })[],
): Promise<RequestUse[]> {
  const positions = [...new Set(found.map(({ versionId }) => versionId))].map((versionId) => ({
    versionId,
    ordinal: 0,
  }));
  const files = new Map((await headsAt(db, view, positions)).map((head) => [head.path, head]));
  const around = await headsAround(db, view, found, CALLABLES);
  return found.flatMap(({ versionId: _, ...use }, index) => {
    const source = around[index] ?? files.get(use.path);
    return source ? [{ ...use, source }] : [];
  });
}

const CALLABLES = ["function", "method", "constructor"];
