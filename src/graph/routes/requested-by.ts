/** The handlers of requests that code sends to a server: the way on from a request, where no call leads. */
import { need } from "../../base/need.js";
import { codeLanguageOf } from "../../languages/index.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { isCallable } from "../symbol.js";
import { readAsked } from "./asked.js";
import type { FindFiles } from "./declared.js";
import { handlersOf, type RouteHandler } from "./named-routes.js";

/** Functions whose texts are read for requests, bytes of these, and routes that are looked for. */
const MOST_FUNCTIONS = 50;
const MOST_BYTES = 2_000_000;
const MOST_ROUTES = 10;

/** A request of a function, and what handles its route. */
export interface RequestedHandler {
  source: SymbolHead;
  /** Where the request stands. */
  path: string;
  line: number;
  /** `POST /orders/:id/close`. */
  request: string;
  handler: SymbolHead;
  /** unique: its path is the same, but for such a prefix as `/api`; candidate: it ends the same. */
  tier: EdgeTier;
}

/** A request of a function, and a route that alone fits it. */
interface RequestedRoute extends Omit<RequestedHandler, "request" | "handler" | "tier"> {
  route: RouteHandler;
}

/**
 * The handlers of what some functions request, where the index has them and one alone fits. `find`: finds files outside of tests.
 */
export async function requestedBy(
  db: Db,
  view: View,
  functions: readonly SymbolHead[],
  find: FindFiles,
): Promise<RequestedHandler[]> {
  const found = await requestedRoutes(db, view, functions, { find, known: new Map() });
  return found.flatMap(({ source, path, line, route: { handler, route: request, isLikely } }) =>
    handler === null || handler.nodeId === source.nodeId
      ? []
      : [{ source, path, line, request, handler, tier: isLikely ? "unique" : "candidate" }],
  );
}

/** The handlers that were found for a request, by its method and path. */
export type KnownRoutes = Map<string, RouteHandler[]>;

/** The routes that some functions request, where one alone fits. A request stands in the innermost function around it. `known`: from earlier calls. */
export async function requestedRoutes(
  db: Db,
  view: View,
  functions: readonly SymbolHead[],
  { find, known }: { find: FindFiles; known: KnownRoutes },
): Promise<RequestedRoute[]> {
  const asking = functions.filter(mayRequest).slice(0, MOST_FUNCTIONS);
  const { asked } = await readAsked(db, view, [...new Set(asking.map(({ path }) => path))], MOST_BYTES);
  const found: RequestedRoute[] = [];
  for (const [path, { requests }] of asked) {
    const own = asking.filter((head) => head.path === path);
    for (const { method, path: wanted, line, name } of requests) {
      const source = innermost(own, line);
      if (!source || name !== undefined) continue;
      const key = `${method} ${wanted}`;
      if (!known.has(key)) {
        if (known.size === MOST_ROUTES) continue;
        known.set(key, await handlersOf(db, view, { method, path: wanted }, find));
      }
      const [route, ...others] = need(known, key);
      if (!route || others.length > 0) continue;
      // `new Hono().post("/orders", …)` declares, though it reads as a chain of a client.
      if (route.path === path && route.line === line) continue;
      found.push({ source, path, line, route });
    }
  }
  return found;
}

const mayRequest = ({ nodeType, path }: SymbolHead): boolean =>
  (isCallable(nodeType) || nodeType === "component") &&
  pathClassOf(path) !== "test" &&
  codeLanguageOf(path)?.routes !== undefined;

/** The shortest of some functions that a line is in. */
function innermost(functions: readonly SymbolHead[], line: number): SymbolHead | undefined {
  const around = functions.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
  return around.toSorted((a, b) => a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart))[0];
}
