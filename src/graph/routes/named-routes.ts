/** Routes and fields of GraphQL that a question names, `POST /orders/{id}/close`, `mutation tokenCreate`, and the functions that handle them. All is read from texts when it is asked for. */
import { nth } from "../../base/need.js";
import { camelCase, isOperation, snakeCase } from "../../languages/graphql.js";
import { languageOf } from "../../languages/index.js";
import { type DeclaredRoutes, PROCEDURE, REMOTE_CALL } from "../../languages/routing.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { childHeads, headsAround, headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { readTexts } from "../source-lines.js";
import { isCallable, isConstructible, readSymbols } from "../symbol.js";
import { type FindFiles, MOST_BYTES, type Placed, placedOf, readDeclared } from "./declared.js";
import { agree } from "./match-requests.js";
import { placeUnderMounts } from "./mounts.js";
import { matchPaths, type RoutePath, routeInWords, routePath, textsOfWord, wordIn } from "./route-path.js";

const METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS";
const PART = "[\\w{}<>:$*.-]{1,80}";
const NAMED = new RegExp(`(?:\\b(${METHODS})\\s{1,3})?(?<![\\w/.:])((?:/${PART}){1,20})/?`, "g");
/** `mutation tokenCreate`, "the `me` query": a name with an inner capital, or between quotes. */
const FIELD =
  /\b(query|mutation|subscription)\s{1,3}(?:[`"'](\w{1,80})|([a-z]\w{0,80}[A-Z_]\w{0,80}))|(?:[`"'](\w{1,80})[`"']|\b([a-z]\w{0,80}[A-Z_]\w{0,80}))\s{1,3}(query|mutation|subscription)\b/g;
/** Limits of a question: routes looked for, files with a word of one, files read, and routes told. */
const MOST_NAMED = 3;
const MOST_FOUND = 400;
const MOST_FILES = 100;
const MOST_TOLD = 4;
const MOST_EDGES = 500;
const MOST_MEMBERS = 200;

/** A route, or a field of GraphQL by the kind of its operation and its name. */
export interface NamedRoute {
  method: string | null;
  path: string;
}

/** A route, what handles it, and where it is registered. */
export interface RouteHandler {
  /** The route that was asked for, and the one that was found, `POST /orders/:id/close`. */
  asked: string;
  route: string;
  /** Whether its path is the same, but for such a prefix as `/api`. */
  isLikely: boolean;
  handler: SymbolHead | null;
  path: string;
  line: number;
  lineEnd: number;
  /** Whether the registration has the handler itself, a function without a name, or names none that is known. */
  isInPlace: boolean;
}

/** The routes that a text names, a path behind a method or one of several parts, and the fields of GraphQL. Pure. */
export function routesNamedIn(text: string): NamedRoute[] {
  const found = [...text.matchAll(NAMED)].flatMap(([, method, path = ""]): NamedRoute[] => {
    const isRoute = method !== undefined || (path.split("/").length > 2 && !/\.\w{1,5}$/.test(path));
    return isRoute ? [{ method: method ?? null, path: path.replace(/[.:]+$/, "") }] : [];
  });
  const fields = [...text.matchAll(FIELD)].map((match): NamedRoute => {
    const [, before, quoted, plain, quotedFirst, plainFirst, after] = match;
    return { method: before ?? after ?? null, path: camelCase(quoted ?? plain ?? quotedFirst ?? plainFirst ?? "") };
  });
  return [...found, ...fields].slice(0, MOST_NAMED);
}

/** A question without the methods of the routes that it names: `POST` is the name of many functions. Pure. */
export const withoutMethods = (text: string): string =>
  text.replace(new RegExp(`\\b(?:${METHODS})\\s{1,3}(?=/\\w)`, "g"), "");

/** The handlers of the routes that a question names, the surest first. `find`: finds files outside of tests. */
export async function handlersNamed(db: Db, view: View, text: string, find: FindFiles): Promise<RouteHandler[]> {
  const found: RouteHandler[] = [];
  for (const named of routesNamedIn(text)) found.push(...(await handlersOf(db, view, named, find)));
  return found;
}

/** The handlers of a route that fit it best, several where they fit the same, each once. */
export async function handlersOf(db: Db, view: View, named: NamedRoute, find: FindFiles): Promise<RouteHandler[]> {
  const handlers = await routesFitting(db, view, named, { find, most: MOST_TOLD });
  return [...new Map(handlers.map((each) => [each.handler?.nodeId ?? `${each.path}:${each.line}`, each])).values()];
}

/** The routes outside of tests in files with one of some texts that `isMeant` by their own paths, with the prefixes that other files give them. */
async function placedWith(
  db: Db,
  view: View,
  texts: readonly string[],
  { find, isMeant, withMounted }: { find: FindFiles; isMeant: (route: Placed) => boolean; withMounted: boolean },
): Promise<Placed[]> {
  if (texts.length === 0) return [];
  const { paths } = await find(texts, MOST_FOUND);
  const files = paths
    .filter((path) => pathClassOf(path) !== "test" && languageOf(path)?.routes !== undefined)
    .slice(0, MOST_FILES);
  const { declared } = await readDeclared(db, view, files);
  for (const [path, found] of withMounted ? await mountedIn(db, view, declared) : []) declared.set(path, found);
  const placed = [...declared].flatMap(([path, { routes }]) => placedOf(path, routes)).filter(isMeant);
  await placeUnderMounts({ db, view, findClients: find }, declared, placed);
  return placed;
}

/** The declarations of further files that are imported where a router is put below a prefix. */
async function mountedIn(
  db: Db,
  view: View,
  declared: ReadonlyMap<string, DeclaredRoutes>,
): Promise<Map<string, DeclaredRoutes>> {
  const mounting = [...declared].flatMap(([path, { mounts }]) => (mounts.length > 0 ? [path] : []));
  const heads = (await Promise.all(mounting.map((path) => fileOf(db, view, path)))).flat();
  const filter = { kinds: ["imports"], tiers: ["exact", "import", "unique"], limit: MOST_EDGES } as const;
  const edges = await outgoingEdges(db, view, heads, filter);
  const imported = await readSymbols(db, view, [...new Set(edges.map(({ target }) => target))]);
  const paths = [...new Set(imported.map(({ primary }) => primary.path))].filter((path) => !declared.has(path));
  return (await readDeclared(db, view, paths.slice(0, MOST_FILES))).declared;
}

/** At most this many routes are looked at for one that is near. */
const MOST_COMPARED = 1000;

/** The routes with most words of a path that no route has, `GET /orders/:id (src/app.ts:12)`; at most three. */
export async function routesNear(db: Db, view: View, named: NamedRoute, find: FindFiles): Promise<string[]> {
  const wordsOf = ({ segments }: RoutePath) => segments.flatMap(({ before, hasHole }) => (hasHole ? [] : [before]));
  const words = new Set(wordsOf(routePath(named.path)));
  const texts = [...words].flatMap(textsOfWord);
  const placed = (await placedWith(db, view, texts, { find, isMeant: () => true, withMounted: false })).slice(
    0,
    MOST_COMPARED,
  );
  const near = placed.map(({ route, path, paths }) => {
    const own = paths.map(wordsOf).map((each) => each.filter((word) => words.has(word)).length);
    const told = `${routeInWords(route.method, paths)} (${path}:${route.lineStart})`;
    return { told, shared: Math.max(...own), others: nth(paths, paths.length - 1).segments.length };
  });
  const ranked = near.filter(({ shared }) => shared > 0).sort((a, b) => b.shared - a.shared || a.others - b.others);
  return ranked.slice(0, MOST_NAMED).map(({ told }) => told);
}

/** The routes that fit a named one best, each with its handler. `withBare`: also those whose own path has no word, `/:id` below a prefix of another file. */
export async function routesFitting(
  db: Db,
  view: View,
  named: NamedRoute,
  { find, most, withBare = false }: { find: FindFiles; most: number; withBare?: boolean },
): Promise<RouteHandler[]> {
  const wanted = routePath(named.path);
  const isBare = ({ paths }: Placed) => paths.every(({ segments }) => segments.every(({ hasHole }) => hasHole));
  const isMeant = (each: Placed) =>
    agree(each.route.method, named.method) && (endsSo(each, wanted) || (withBare && isBare(each)));
  const ends = await placedWith(db, view, textsOf(named, wordIn(wanted)), { find, isMeant, withMounted: withBare });
  const placed = ends.filter((each) => surenessOf(each, wanted) > 0);
  const best = Math.max(0, ...placed.map((each) => surenessOf(each, wanted)));
  const chosen = placed.filter((each) => surenessOf(each, wanted) === best).slice(0, most);
  // A value before the path holds what is missing, where no other route is like it.
  const isLikely = best >= LIKELY || (wanted.isBased && placed.length === 1);
  const asked = `${named.method === null ? "" : `${named.method} `}${named.path}`;
  const handlers: RouteHandler[] = [];
  const isField = isOperation(named.method);
  const isProcedure = named.method === PROCEDURE;
  const texts = await readTexts(db, view, [...new Set(chosen.map(({ path }) => path))], MOST_BYTES);
  for (const { route, path, paths } of chosen) {
    const handler =
      route.handler === null
        ? await registeredIn(db, view, { path, from: route.lineStart, to: route.lineEnd, isField, isProcedure })
        : ((await headsAround(db, view, [{ path, line: route.handler }], isProcedure ? KEEPERS : HANDLERS))[0] ?? null);
    const member = handler && (await memberFor(db, view, handler, { method: named.method, path: route.path }));
    const told = routeInWords(route.method ?? (member === null ? null : named.method), paths);
    const { lineStart: line, lineEnd } = route;
    const isWritten = !isField && !isProcedure && route.handler === null && endsInBody(texts.get(path), line, lineEnd);
    const isInPlace = handler === null || isWritten;
    handlers.push({ asked, route: told, isLikely, handler: member ?? handler, path, line, lineEnd, isInPlace });
  }
  return handlers;
}

/** Whether a registration of several lines ends with the body of a function, behind which only brackets are closed. */
function endsInBody(text: string | undefined, first: number, last: number): boolean {
  const lines = text?.split("\n").slice(first - 1, last) ?? [];
  return lines.length > 1 && /\}[\s),;]*$/.test(lines.join("\n"));
}

/** The texts of files that may declare a route: the word of its path, or the name of a field as programs have it. */
function textsOf({ method, path }: NamedRoute, word: string | null): string[] {
  if (isOperation(method)) return [...new Set([path, snakeCase(path)])];
  if (method === PROCEDURE) return ["outer({", "outers("];
  if (method === REMOTE_CALL)
    return ["Base", "ImplBase", "CoroutineImplBase"].map((end) => `${path.split("/")[1]}${end}`);
  // The name of a controller, `[Route("api/[controller]")]`, or of an action may be the word.
  return word === null ? [] : [...textsOfWord(word), `${word}Controller`, `def ${word}`];
}

const HANDLERS = ["method", "function", "class"];
/** Declarations at the top level that keep routes: `urlpatterns = [path("cats/", cats)]`. */
const KEEPERS = ["constant", "variable", "field"];

/** The member of a registered class that handles the requests of a method; null where it is not known. */
async function memberFor(
  db: Db,
  view: View,
  handler: SymbolHead,
  { method, path }: NamedRoute,
): Promise<SymbolHead | null> {
  const verbOf = languageOf(handler.path)?.routes?.verbOf;
  if (!verbOf || method === null || !isConstructible(handler.nodeType)) return null;
  const members = await childHeads(db, view, [handler], { limit: MOST_MEMBERS });
  return members.find(({ nodeType, name }) => isCallable(nodeType) && verbOf(name, path) === method) ?? null;
}

/** A route whose path is the same is before all that only end the same. */
const LIKELY = 100;

/** Whether a path ends as a route does, before which its router may have more. */
function endsSo({ route, paths }: Placed, wanted: RoutePath): boolean {
  return paths.some((own) => {
    const tail = { ...wanted, segments: wanted.segments.slice(-own.segments.length) };
    return matchPaths(own, wanted, route.isPartial) !== null || matchPaths(own, tail, true) !== null;
  });
}

/** How surely a route is the one: by its whole path with the prefixes that are known, then by the end of it. */
function surenessOf({ route, paths }: Placed, wanted: RoutePath): number {
  // Paths behind the first have the prefixes that other files tell.
  const matches = paths.flatMap((each, index) => matchPaths(each, wanted, index === 0 && route.isPartial) ?? []);
  return Math.max(0, ...matches.map(({ sureness, words }) => words + (sureness === "likely" ? LIKELY : 0)));
}

/** The function or class that the lines of a registration refer to last: what stands before it may be a guard. A field that names a class is of that. */
async function registeredIn(
  db: Db,
  view: View,
  {
    path,
    from,
    to,
    isField,
    isProcedure,
  }: { path: string; from: number; to: number; isField: boolean; isProcedure: boolean },
): Promise<SymbolHead | null> {
  const around = (await headsAround(db, view, [{ path, line: from }], HANDLERS))[0] ?? null;
  const kept = (await headsAround(db, view, [{ path, line: from }], KEEPERS))[0] ?? null;
  const sources =
    around === null || isField || isProcedure
      ? [...(await fileOf(db, view, path)), ...(kept === null ? [] : [kept])]
      : [around];
  const edges = await outgoingEdges(db, view, sources, {
    kinds: ["references", "calls"],
    tiers: ["exact", "import", "unique"],
    limit: MOST_EDGES,
  });
  const targets = edges.filter(({ line }) => from <= line && line <= to).map(({ target }) => target);
  const heads = (await readSymbols(db, view, [...new Set(targets)])).map(({ primary }) => primary);
  const may = heads.filter(
    ({ nodeType }) => isCallable(nodeType) || isConstructible(nodeType) || (isProcedure && nodeType === "constant"),
  );
  const own = isField ? may.find(({ nodeType }) => isConstructible(nodeType)) : undefined;
  if (own) return own;
  const text = (await readTexts(db, view, [path], MOST_BYTES)).get(path) ?? "";
  const written = text
    .split("\n")
    .slice(from - 1, to)
    .join("\n");
  const inOrder = may.toSorted((a, b) => written.lastIndexOf(a.name) - written.lastIndexOf(b.name));
  return inOrder.findLast(({ nodeType }) => nodeType !== "constructor") ?? null;
}

async function fileOf(db: Db, view: View, path: string): Promise<SymbolHead[]> {
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, [path]);
  const versions = rows.flatMap(({ versionId }) => (versionId === null ? [] : [{ versionId, ordinal: 0 }]));
  return headsAt(db, view, versions);
}
