/** Paths of routes that stand under a name, `api_routes.items`, `itemPath(id)`, and the lines that use these names: a test sends a request by one. */
import { need } from "../../base/need.js";
import type { KeptPath, RouteRequest } from "../../languages/routing.js";
import { type EdgeTier, REFERENCE_KINDS } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { incomingEdges } from "../../store/incoming.js";
import { headsAround, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { isCallable } from "../symbol.js";
import { readAsked } from "./asked.js";
import type { Placed } from "./declared.js";
import { bestFor } from "./match-requests.js";
import { routePath } from "./route-path.js";

/** Bytes that are read for such names, names whose uses are looked for, and references of them. */
const MOST_BYTES = 8_000_000;
const MOST_NAMES = 200;
const MOST_USES = 2000;
/** A function that gives a path has at most this many lines. */
const MOST_LINES = 12;
const KEEPERS = ["constant", "variable", "field", "property", "function", "method"];
const SURE: readonly EdgeTier[] = ["exact", "import", "unique"];

/** By file, the lines that use a name which keeps the path of a route, with the path. Files without a word of the routes are passed over. */
export async function usesOfKeptPaths(
  db: Db,
  view: View,
  paths: readonly string[],
  wanted: readonly Placed[],
): Promise<Map<string, KeptPath[]>> {
  const { asked } = await readAsked(db, view, paths, MOST_BYTES);
  const kept = [...asked].flatMap(([file, { kept: all }]) => {
    const meant = all.filter(({ path, line }) => bestFor(wanted, { method: null, path, line }, routePath(path)));
    return meant.map(({ path, line }) => ({ path: file, line, route: path }));
  });
  const heads = await headsAround(db, view, kept, KEEPERS);
  /** Whether a function sends the request itself, so that its callers send none. */
  const asks = ({ path, nodeType, lineStart, lineEnd }: SymbolHead) =>
    isCallable(nodeType) && need(asked, path).requests.some(({ line }) => lineStart <= line && line <= lineEnd);
  const routes = new Map<string, string>();
  for (const [index, { route }] of kept.entries()) {
    const head = heads[index];
    const isKeeper = head && head.lineEnd - head.lineStart < MOST_LINES && !asks(head);
    if (isKeeper && routes.size < MOST_NAMES) routes.set(head.nodeId, route);
  }
  const { edges } = await incomingEdges(db, view, [...routes.keys()], {
    kinds: REFERENCE_KINDS,
    tiers: SURE,
    limit: MOST_USES,
  });
  const uses = new Map<string, KeptPath[]>();
  for (const { source, target, lines } of edges) {
    const path = routes.get(target);
    if (path === undefined) continue;
    const ofFile = uses.get(source.path) ?? [];
    ofFile.push(...lines.map((line) => ({ path, line })));
    uses.set(source.path, ofFile);
  }
  return uses;
}

/** A call of a client, or of what makes a request: `.get(`, `perform(post(`, `PutAsync<Item>(`. */
const VERB =
  /(?:[.(]|\b)(get|post|put|patch|delete|head|options)(?:[A-Z]\w{0,40})?\s{0,4}(?:<[^<>()\n]{0,80}>)?\s{0,4}\(/gi;
/** The most lines between the call and the path below it. */
const LINES_BEFORE = 2;
const MOST_OF_LINE = 400;

/** The requests among uses of such names: those in a call by the name of a method. Pure. */
export function requestsBy(uses: readonly KeptPath[], text: string): RouteRequest[] {
  if (uses.length === 0) return [];
  const lines = text.split("\n");
  return uses.flatMap(({ path, line }) => {
    const around = lines.slice(Math.max(0, line - 1 - LINES_BEFORE), line).map((each) => each.slice(0, MOST_OF_LINE));
    const method = [...around.join("\n").matchAll(VERB)].at(-1)?.[1]?.toUpperCase();
    return method === undefined ? [] : [{ method, path, line }];
  });
}
