/** Which of some routes a request is for, by its method and path or by its name. Pure. */
import { nth } from "../../base/need.js";
import { isOperation } from "../../languages/graphql.js";
import { PROCEDURE, REMOTE_CALL, type RouteRequest } from "../../languages/routing.js";
import type { Placed } from "./declared.js";
import { foldersShared } from "./fields.js";
import { type Match, matchPaths, pathInWords, type RoutePath } from "./route-path.js";

/** A route, and how a request matches it. */
export interface Best {
  handled: Placed;
  match: Match & { path: string };
}

/**
 * The match of a request in a file with a route; null where another route fits better. Fields of one name are those of several servers: the nearest
 * by its folder is meant.
 */
export function outOf({ handled, match }: Best, other: Best | null, path: string): Best["match"] | null {
  if (other === null) return match;
  if (!isOperation(handled.route.method)) return rankOf(other.match) > rankOf(match) ? null : match;
  const nearer = foldersShared(handled.path, path) - foldersShared(other.handled.path, path);
  if (nearer < 0) return null;
  return nearer > 0 ? match : { ...match, sureness: "possible" };
}

/** Whether a request of method `b` may be for a route of method `a`. */
export const agree = (a: string | null, b: string | null) =>
  a === b || (isHttp(a) && isHttp(b) && (a === null || b === null || (a === "GET" && b === "HEAD")));

const isHttp = (method: string | null) => !isOperation(method) && method !== PROCEDURE && method !== REMOTE_CALL;

/** The route that a request is for, by its name or its path. */
export const bestFor = <Route extends Placed>(
  wanted: readonly Route[],
  { method, name }: RouteRequest,
  asked: RoutePath,
) => (name === undefined ? bestOf(wanted, method, asked) : namedAs(wanted, name));

/** The route with a name: likely where the whole name is the same, possible where the namespace before it is not known. */
function namedAs<Route extends Placed>(wanted: readonly Route[], name: string) {
  const last = name.slice(name.lastIndexOf(":") + 1);
  const handled = wanted.find(({ route }) => route.name === name) ?? wanted.find(({ route }) => route.name === last);
  if (!handled) return null;
  const sureness: Match["sureness"] = handled.route.name === name ? "likely" : "possible";
  const path = pathInWords(null, nth(handled.paths, handled.paths.length - 1));
  return { handled, match: { sureness, words: 1, path } };
}

/** The handled route that a request is for. */
function bestOf<Route extends Placed>(wanted: readonly Route[], method: string | null, asked: RoutePath) {
  let best: { handled: Route; match: Match & { path: string } } | null = null;
  for (const handled of wanted) {
    if (!agree(handled.route.method, method)) continue;
    for (const [index, path] of handled.paths.entries()) {
      // `/` of a router that stands below a prefix is the prefix.
      if (index === 0 && path.segments.length === 0 && handled.paths.length > 1) continue;
      // Paths behind the first have the prefixes that other files tell.
      const match = matchPaths(path, asked, index === 0 && handled.route.isPartial);
      if (!match) continue;
      const isBetter = !best || rankOf(match) > rankOf(best.match);
      if (isBetter) best = { handled, match: { ...match, path: pathInWords(method, path) } };
    }
  }
  return best;
}

const rankOf = ({ sureness, words }: Match) => words * 2 + (sureness === "likely" ? 1 : 0);
