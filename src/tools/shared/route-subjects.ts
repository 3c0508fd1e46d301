/** Routes as callers name them, in place of the symbols that handle them: `POST /auth/login`, `get /cats/:id`, `/cats/{id}`, `mutation catCreate`. */
import { partOf } from "../../graph/parts.js";
import { type NamedRoute, type RouteHandler, routesFitting, routesNear } from "../../graph/routes/named-routes.js";
import { type CodeSymbol, printable, readSymbols } from "../../graph/symbol.js";
import { camelCase } from "../../languages/graphql.js";
import { readLedgerPaths } from "../../store/files.js";
import { headsOfFile, type SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";
import { findCode } from "./tests-reaching.js";

type Context = Pick<ToolContext, "db" | "view" | "searcher">;

const ROUTE = /^(?:(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ALL)\s+)?(\/(?:[^\s/]\S*)?)$/i;
const FIELD = /^(query|mutation|subscription)\s+(\w+)$/;
/** Routes of one path that are answered or named. */
const MOST_ROUTES = 12;

/** The route that a caller names; null for any other word. */
export function routeGiven(given: string): NamedRoute | null {
  const [, operation, field] = FIELD.exec(given) ?? [];
  if (operation !== undefined && field !== undefined) return { method: operation, path: camelCase(field) };
  const [, method, path] = ROUTE.exec(given) ?? [];
  if (path === undefined) return null;
  const verb = method?.toUpperCase();
  return { method: verb === undefined || verb === "ALL" ? null : verb, path };
}

/** A handler of a route, and the route in words: `POST /orders/:id`. */
export interface Handling {
  symbol: CodeSymbol;
  route: string;
}

/** The handlers of the routes that fit it best, each once; of a handler without a name the lines of its registration. */
export async function handlersOfRoute(context: Context, route: NamedRoute): Promise<Handling[]> {
  const { db, view, searcher } = context;
  const fitting = await routesFitting(db, view, route, {
    find: findCode({ searcher, view }),
    most: MOST_ROUTES,
    withBare: true,
  });
  const found = new Map<string, Handling>();
  const add = (symbol: CodeSymbol, { route: told }: RouteHandler) => {
    const { nodeId } = symbol.primary;
    if (!found.has(nodeId)) found.set(nodeId, { symbol, route: told });
  };
  for (const each of fitting) {
    const part = each.isInPlace ? await partOfRoute(context, each) : null;
    if (part !== null) add({ primary: part, spans: [part] }, each);
    else if (each.handler !== null)
      for (const symbol of await readSymbols(db, view, [each.handler.nodeId])) add(symbol, each);
  }
  return [...found.values()];
}

/** The lines of a registration, as part of the innermost symbol around them. */
async function partOfRoute(
  { db, view }: Context,
  { route, path, line, lineEnd }: RouteHandler,
): Promise<SymbolHead | null> {
  const [row] = await readLedgerPaths(db, view.projectId, view.viewId, [path]);
  if (row === undefined || row.versionId === null) return null;
  const around = (await headsOfFile(db, view, row.versionId)).filter(
    (head) => head.lineStart <= line && lineEnd <= head.lineEnd,
  );
  const [within] = around.toSorted((a, b) => a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart));
  return within === undefined ? null : partOf(within, [line, lineEnd], { name: route, nodeType: "function" });
}

/** The routes that are near one that does not fit any, each with its place. */
export const nearOf = ({ db, view, searcher }: Context, route: NamedRoute): Promise<string[]> =>
  routesNear(db, view, route, findCode({ searcher, view }));

/** That no route fits, and those that are near. */
export const noRoute = (given: string, near: readonly string[]): string =>
  `No route here is '${printable(given)}'.${near.length > 0 ? ` Near it: ${near.join(", ")}.` : ""}`;
