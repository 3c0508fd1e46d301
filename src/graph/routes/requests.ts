/**
 * Lines of tests that reach code over HTTP, by themselves or by methods of a client: from the symbols that a walk met to their routes, and from these
 * to the requests of tests.
 *
 * A question reads texts for it. Facts of the parser would change the stored format and have all projects indexed again, and few questions need them.
 * The texts are few. A registration names its handler, and the walk has seen that reference, so the files on its way declare the routes. Of the tests,
 * only those are read that have the longest word of a route's path.
 *
 * A field of GraphQL is a route with the kind of operation as its method; its texts are the operations that have its name. Of a call of gRPC the name of
 * the method is looked for, behind a dot.
 *
 * A request is never a fact as a reference is: `likely` where the path is the same, but for such a prefix as `/api/v1`, and no method differs,
 * `possible` where the path ends the same.
 */
import { nth } from "../../base/need.js";
import { isFieldRequest, isOperation } from "../../languages/graphql.js";
import { codeLanguageOf } from "../../languages/index.js";
import {
  type DeclaredRoute,
  type DeclaredRoutes,
  type KeptPath,
  PROCEDURE,
  REMOTE_CALL,
  type RouteRequest,
} from "../../languages/routing.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import { headsAround, headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { Reached } from "../reach/reaching-tests.js";
import type { ReachedSite, ReachedSymbol, RequestUse } from "../reach/test-walk.js";
import { readTexts } from "../source-lines.js";
import { isCallable } from "../symbol.js";
import { readAsked } from "./asked.js";
import { type FindFiles, MOST_FILES, type Placed, placedOf, readDeclared } from "./declared.js";
import { sitesOfClasses, textsOfField } from "./fields.js";
import { requestsBy, usesOfKeptPaths } from "./kept-paths.js";
import { agree, bestFor, outOf } from "./match-requests.js";
import { placeUnderMounts } from "./mounts.js";
import { type Match, matchPaths, type RoutePath, routePath, textsOfWord, wordIn } from "./route-path.js";

/** Routes whose requests are looked for, and files of tests that are read for them. */
const MOST_ROUTES = 40;
const MOST_TESTS = 40;
/** Files outside of tests that are read for requests. */
const MOST_CLIENTS = 80;
/** Files of tests with the name of a field, which may be a common word; and texts that are looked for in them: of more all files would be read. */
const MOST_WITH_FIELDS = 200;
const MOST_TEXTS = 60;
/** Routes of a file, and requests of one, that are looked at. */
const MOST_OF_FILE = 1000;
const MOST_TEST_BYTES = 8_000_000;
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

/** A route that a symbol of the walk handles. */
interface Handled extends Placed {
  handler: SymbolHead;
  hops: number;
  tier: EdgeTier;
}

/**
 * The lines of tests that request a route of the walk, and such lines of clients, which are outside of tests. A limit on clients does not cut the requests of
 * tests.
 */
export async function requestsOf(
  {
    db,
    view,
    findTests,
    findClients,
    tiers,
  }: { db: Db; view: View; findTests?: FindFiles; findClients?: FindFiles; tiers: readonly EdgeTier[] },
  reached: Reached,
): Promise<FoundRequests> {
  if (!tiers.includes(TIERS.likely)) return NONE;
  const named = await sitesOfClasses(db, view, reached.symbols, tiers);
  const { declared, isCut } = await declaredIn(db, view, reached, named);
  const handled = [...declared].flatMap(([path, { routes }]) =>
    handledOf(path, routes.slice(0, MOST_OF_FILE), reached, named.get(path) ?? []),
  );
  if (handled.length === 0) return { ...NONE, isCut };
  handled.sort((a, b) => a.hops - b.hops);
  const wanted = handled.slice(0, MOST_ROUTES);
  const others = [...new Set(wanted.map(({ path }) => path))].flatMap((path) =>
    placedOf(path, declared.get(path)?.routes ?? []),
  );
  await placeUnderMounts({ db, view, findClients }, declared, [...wanted, ...others]);
  const texts = textsOf(wanted);
  const tests = await filesWith(findTests, texts, MOST_TESTS);
  const { paths: clients } = await filesWith(findClients, texts, MOST_CLIENTS);
  // Files that have the words may declare the route that is meant.
  const rivals = [...tests.paths, ...clients].filter((path) => pathClassOf(path) !== "test" && !declared.has(path));
  for (const [path, { routes }] of (await readDeclared(db, view, rivals)).declared)
    others.push(...placedOf(path, routes.slice(0, MOST_OF_FILE)));
  const kept = await usesOfKeptPaths(db, view, [...tests.paths, ...clients], wanted);
  const [using, calling] = [true, false].map((isTest) =>
    [...kept.keys()].filter((path) => (pathClassOf(path) === "test") === isTest),
  ) as [string[], string[]];
  const candidates = { wanted, others, tiers, kept };
  const ofTests = await matched(db, view, [...new Set([...tests.paths, ...using])], candidates);
  const ofClients = await matched(db, view, [...new Set([...clients, ...calling])], candidates);
  return {
    requests: [...ofTests.requests, ...ofClients.requests.map((request) => ({ ...request, isOfClient: true }))],
    lessSure: ofTests.lessSure,
    isCut: isCut || tests.isCut || ofTests.isCut || wanted.length < handled.length,
  };
}

/** The texts that a request of one of some routes has: a word of its path, its name, or the name of a field. */
function textsOf(wanted: readonly Placed[]): { texts: string[]; named: string[]; fields: string[] } {
  const [routes, fields] = [false, true].map((isField) =>
    wanted.filter(({ route }) => isOperation(route.method) === isField),
  ) as [Placed[], Placed[]];
  const called = routes
    .filter(({ route }) => route.method === PROCEDURE)
    .map(({ paths }) => nth(paths, paths.length - 1));
  const remote = routes.filter(({ route }) => route.method === REMOTE_CALL);
  const http = routes.filter(({ route }) => route.method !== PROCEDURE && route.method !== REMOTE_CALL);
  const words = new Set(http.flatMap(({ paths }) => wordIn(nth(paths, paths.length - 1)) ?? []));
  const members = new Set(remote.map(({ route }) => route.path.replace(/.*\//, ".")));
  const names = new Set(routes.flatMap(({ route }) => route.name ?? []));
  return {
    texts: [...[...words].flatMap(textsOfWord), ...new Set(called.flatMap(textsOfProcedure)), ...members],
    named: [...names].flatMap((name) => [`${name}"`, `${name}'`]),
    fields: [...new Set(fields.map(({ route }) => route.path))].flatMap(textsOfField).slice(0, MOST_TEXTS),
  };
}

/** `tags.list` stands before the method of a client, or is called itself; or the last name alone, where a line ends between the two. */
function textsOfProcedure({ segments }: RoutePath): string[] {
  const [last, before] = segments.map(({ text }) => text).reverse();
  return [...(before === undefined ? [] : [`${before}.${last}`]), `.${last}.`, `.${last}(`];
}

/** The files that may request routes and fields. */
async function filesWith(
  find: FindFiles | undefined,
  { texts, named, fields }: ReturnType<typeof textsOf>,
  most: number,
): Promise<{ paths: string[]; isCut: boolean }> {
  const none = { paths: [], isCut: false };
  if (!find) return none;
  const ofRoutes = texts.length + named.length > 0 ? await find([...texts, ...named], most) : none;
  const ofFields = fields.length > 0 ? await find(fields, MOST_WITH_FIELDS) : none;
  return {
    paths: [...new Set([...ofRoutes.paths, ...ofFields.paths])],
    isCut: ofRoutes.isCut || ofFields.isCut,
  };
}

/** The tier by which a request counts. */
const TIERS = { likely: "unique", possible: "candidate" } as const satisfies Record<Match["sureness"], EdgeTier>;

/** The routes and prefixes in the files that the walk came through, the nearest first. */
async function declaredIn(
  db: Db,
  view: View,
  { symbols, sites }: Reached,
  named: ReadonlyMap<string, readonly ReachedSite[]>,
): Promise<{ declared: Map<string, DeclaredRoutes>; isCut: boolean }> {
  const nearness = new Map<string, number>();
  const near = (path: string, hops: number) => nearness.set(path, Math.min(hops, nearness.get(path) ?? hops));
  for (const [path, all] of [...sites, ...named]) for (const { hops } of all) near(path, hops);
  for (const { head, hops } of symbols) near(head.path, hops);
  const paths = [...nearness].filter(([path]) => pathClassOf(path) !== "test").sort(([, a], [, b]) => a - b);
  const { declared, isCut } = await readDeclared(
    db,
    view,
    paths.slice(0, MOST_FILES).map(([path]) => path),
  );
  return { declared, isCut: isCut || paths.length > MOST_FILES };
}

/**
 * The routes of a file that something of the walk handles: it is declared to, is named in the registration, or is asked about and has it within. `named`:
 * the lines of the file that name the class of a method.
 */
function handledOf(
  path: string,
  routes: readonly DeclaredRoute[],
  { symbols, sites }: Reached,
  named: readonly ReachedSite[],
): Handled[] {
  const own = symbols.filter(({ head }) => head.path === path);
  const used = sites.get(path) ?? [];
  const forms = codeLanguageOf(path)?.routes;
  return routes.flatMap((route): Handled[] => {
    const paths = [routePath(route.path)];
    const lines = isOperation(route.method) ? [...used, ...named] : used;
    const by = route.handler === null ? registered(route, own, lines) : declaredAt(route.handler, own);
    if (by) {
      const [handler, hops] = "head" in by ? [by.head, by.hops + 1] : [by.target, by.hops];
      return [{ route, path, paths, handler, hops, tier: by.tier }];
    }
    if (route.handler !== null || isOperation(route.method)) return [];
    // The class is registered, of which each member handles the requests of one method.
    return named.flatMap(({ line, target: handler, hops, tier }) => {
      const method = forms?.verbOf?.(handler.name, route.path) ?? null;
      const isHere = route.lineStart <= line && line <= route.lineEnd && method !== null;
      return isHere && agree(route.method, method)
        ? [{ route: { ...route, method }, path, paths, handler, hops, tier }]
        : [];
    });
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
  { method, lineStart, lineEnd }: DeclaredRoute,
  own: readonly ReachedSymbol[],
  sites: readonly ReachedSite[],
): ReachedSite | ReachedSymbol | undefined {
  // A router that has the handlers of all its routes within handles none of them.
  const within = own.filter(
    ({ head, isAsked }) =>
      isAsked &&
      head.ordinal > 0 &&
      (method === PROCEDURE || head.nodeType !== "constant") &&
      head.lineStart <= lineStart &&
      lineEnd <= head.lineEnd,
  );
  const inside = own.filter(({ head }) => head.ordinal > 0 && lineStart <= head.lineStart && head.lineEnd <= lineEnd);
  const used = sites.filter(({ line }) => lineStart <= line && line <= lineEnd);
  return [...used, ...inside, ...within].sort((a, b) => a.hops - b.hops)[0];
}

interface Candidates {
  wanted: readonly Handled[];
  /** All routes of the files that declare these, and of others with their words: a request goes to the one with most words. */
  others: readonly Placed[];
  tiers: readonly EdgeTier[];
  /** By file, the lines that use a name which keeps a path. */
  kept: ReadonlyMap<string, readonly KeptPath[]>;
}

/** The requests of files that come to the routes that are wanted. */
async function matched(db: Db, view: View, paths: readonly string[], candidates: Candidates): Promise<FoundRequests> {
  const { asked, isCut } = await readAsked(db, view, paths, MOST_TEST_BYTES);
  const using = paths.filter((path) => candidates.kept.has(path));
  const texts = await readTexts(db, view, using, MOST_TEST_BYTES, "given");
  const wanted = new Set(candidates.wanted.map(({ route }) => route));
  const competing = candidates.others.filter(({ route }) => !wanted.has(route));
  const fitting = [...asked].flatMap(([path, { requests }]) => {
    const byName = requestsBy(candidates.kept.get(path) ?? [], texts.get(path) ?? "");
    return [...requests, ...byName].slice(0, MOST_OF_FILE).flatMap((request) => {
      const to = routePath(request.path);
      const best = bestFor(candidates.wanted, request, to);
      const match = best && outOf(best, bestFor(competing, request, to), path);
      return match ? [{ path, request, to, handled: best.handled, match }] : [];
    });
  });
  const files = [...new Set(fitting.map(({ path }) => path))];
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, files);
  const versions = new Map(rows.map(({ path, versionId }) => [path, versionId]));
  // A test that declares the route itself asks its own server.
  const { declared } = await readDeclared(db, view, files);
  const found: (Omit<RequestUse, "source"> & { versionId: number })[] = [];
  const lessSure: LessSureRequest[] = [];
  for (const { path, request, to, handled, match } of fitting) {
    const versionId = versions.get(path) ?? null;
    if (versionId === null || isOwn(placedOf(path, declared.get(path)?.routes ?? []), request, to)) continue;
    const { line } = request;
    const tier = handled.tier === "candidate" ? "candidate" : TIERS[match.sureness];
    const words = [request.method ?? handled.route.method, match.path].filter(Boolean).join(" ");
    if (candidates.tiers.includes(TIERS[match.sureness]))
      found.push({ path, line, versionId, handler: handled.handler, hops: handled.hops, tier, request: words });
    else lessSure.push({ path, line, request: words });
  }
  return { requests: await withSources(db, view, found), lessSure, isCut };
}

const isOwn = (own: readonly Placed[], { method }: RouteRequest, asked: RoutePath) =>
  own.some(
    ({ route, paths }) =>
      isOperation(route.method) === isOperation(method) &&
      paths.some((path) => matchPaths(path, asked, false)?.sureness === "likely"),
  );

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
  const callables = await headsAround(db, view, found, CALLABLES);
  const kept = await headsAround(db, view, found, KEEPERS);
  // The constant that keeps an operation is what code sends.
  const around = found.map(({ request }, index) => callables[index] ?? (isFieldRequest(request) ? kept[index] : null));
  return found.flatMap(({ versionId: _, ...use }, index) => {
    const source = around[index] ?? files.get(use.path);
    return source ? [{ ...use, source }] : [];
  });
}

const KEEPERS = ["constant", "variable", "field"];
const CALLABLES = ["function", "method", "constructor", "component"];
