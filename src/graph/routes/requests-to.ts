/** Code outside of tests that requests the routes of some functions, over HTTP or GraphQL: no call leads there. */
import { groupBy } from "../../base/groups.js";
import { codeLanguageOf } from "../../languages/index.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { incomingEdges } from "../../store/incoming.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { ReachedSite, RequestUse } from "../reach/test-walk.js";
import { isCallable } from "../symbol.js";
import type { FindFiles } from "./declared.js";
import { requestsOf } from "./requests.js";

/** Functions that are looked at, and references to them, which may register them. */
const MOST_HANDLERS = 100;
const MOST_REFERENCES = 500;
/** A function that stands before the handlers of more routes, such as one that checks a session, handles none of them. */
const MOST_ROUTES = 6;

/**
 * The requests, each with the function around it and the one that handles it, as sure as `tiers` allow. `findClients`: finds files outside of tests. Functions that
 * handle no route, or guard many, have none; of more than a hundred the first are looked at.
 */
export async function requestsTo(
  db: Db,
  view: View,
  functions: readonly SymbolHead[],
  { tiers, findClients }: { tiers: readonly EdgeTier[]; findClients: FindFiles },
): Promise<RequestUse[]> {
  const heads = functions.filter(mayHandle).slice(0, MOST_HANDLERS);
  if (heads.length === 0) return [];
  const symbols = heads.map((head) => ({ head, hops: 0, tier: "exact" as const, isAsked: true }));
  const sites = await registrationsOf(db, view, heads, tiers);
  const { requests } = await requestsOf({ db, view, findClients, tiers }, { symbols, sites });
  const byHandler = groupBy(requests, ({ handler }) => handler.nodeId);
  const isGuard = (own: readonly RequestUse[]) => new Set(own.map(({ request }) => request)).size > MOST_ROUTES;
  return [...byHandler.values()].flatMap((own) =>
    isGuard(own) ? [] : own.filter(({ source, handler }) => source.nodeId !== handler.nodeId),
  );
}

/** Functions, and constants, which keep procedures. */
const mayHandle = ({ nodeType, path }: SymbolHead): boolean =>
  (isCallable(nodeType) || nodeType === "constant") &&
  pathClassOf(path) !== "test" &&
  codeLanguageOf(path)?.routes !== undefined;

/** The lines outside of tests that name the functions without calling them, or call them outside of any function, as a handler without a name does; by file. */
async function registrationsOf(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
  tiers: readonly EdgeTier[],
): Promise<Map<string, ReachedSite[]>> {
  const byId = new Map(heads.map((head) => [head.nodeId, head]));
  const options = { kinds: ["references" as const, "calls" as const], tiers, limit: MOST_REFERENCES };
  const { edges } = await incomingEdges(db, view, [...byId.keys()], options);
  const sites = new Map<string, ReachedSite[]>();
  for (const { source, target, lines, tier, kind } of edges) {
    const head = byId.get(target);
    if (head === undefined || pathClassOf(source.path) === "test") continue;
    if (kind === "calls" && source.ordinal > 0 && source.nodeType !== "constant") continue;
    const own = sites.get(source.path) ?? [];
    own.push(...lines.map((line) => ({ line, target: head, hops: 1, tier })));
    sites.set(source.path, own);
  }
  return sites;
}
