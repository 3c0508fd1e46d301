/** Requests among places: from code that asks a server for a route to what answers it. */
import type { FindFiles } from "../../graph/routes/declared.js";
import { type KnownRoutes, requestedRoutes } from "../../graph/routes/requested-by.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { Hop, Link } from "./follow.js";
import { statementsAt } from "./top-level.js";

/** Places whose texts are read for requests. */
const MOST_ASKING = 12;

/** Makes the function that gives the links from some places to what answers their requests. All its calls together look for ten routes. */
export function createRequestFinder(db: Db, view: View, find: FindFiles) {
  const known: KnownRoutes = new Map();
  return async (from: readonly SymbolHead[]): Promise<Pick<Hop, "links" | "heads">> => {
    const found = await requestedRoutes(db, view, from.slice(0, MOST_ASKING), { find, known });
    const registrations = await statementsAt(
      db,
      view,
      found.map(({ route }) => route),
    );
    const heads = new Map<string, SymbolHead>();
    const links = found.flatMap(({ source, path, line, route }, index): Link[] => {
      const target = answering(route.handler, registrations[index] ?? null);
      if (target === null || target.nodeId === source.nodeId) return [];
      heads.set(source.nodeId, source).set(target.nodeId, target);
      const ends = { source: source.nodeId, target: target.nodeId };
      return [{ ...ends, kind: "calls", tier: "unique", path, line, by: "request" }];
    });
    return { links, heads };
  };
}

/** Lines of a registration that has its handler in it: it has no name, so the statement stands for it. */
const LEAST_WITH_HANDLER = 4;

function answering(handler: SymbolHead | null, registration: SymbolHead | null): SymbolHead | null {
  const lines = registration === null ? 0 : registration.lineEnd - registration.lineStart + 1;
  return lines >= LEAST_WITH_HANDLER || handler === null ? registration : handler;
}
