/**
 * Lines of a symbol that stand for one themselves: the function without a name that handles a route, or a statement at the top level of a file. The index
 * has no row of a part; its id tells the symbol and the lines, and it keeps the edges of these.
 */
import type { Db } from "../store/db/db.js";
import { readHeads, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { placedOf, readDeclared } from "./routes/declared.js";
import { placeUnderMounts } from "./routes/mounts.js";
import { routeInWords } from "./routes/route-path.js";

/** Ordinals from this one on are those of parts: no file has as many symbols. */
const FIRST_OF_PARTS = 1 << 24;
const PART_ID = /^([\w-]+)~(\d{1,7})-(\d{1,7})$/;
/** Spans of a symbol among which the one with the lines is looked for. */
const MOST_SPANS = 64;

/** A part: the head of its lines. */
export interface Part extends SymbolHead {
  part: NonNullable<SymbolHead["part"]>;
}

/** Whether a head is that of a part. */
export const isPart = (head: SymbolHead): head is Part => head.part !== undefined;

/** Whether an id is that of a part. */
export const isPartId = (nodeId: string): boolean => PART_ID.test(nodeId);

/** Some lines of a symbol as one of their own. Without a name, a part is called as the symbol is. */
export function partOf(
  within: SymbolHead,
  [first, last]: readonly [number, number],
  { name, nodeType }: { name: string | null; nodeType: string },
): Part {
  return {
    ...within,
    nodeId: `${within.nodeId}~${first}-${last}`,
    ordinal: FIRST_OF_PARTS + first,
    parentOrdinal: within.ordinal,
    name: name ?? within.name,
    qualifiedName: name ?? within.qualifiedName,
    nodeType,
    lineStart: first,
    lineEnd: last,
    flags: 0,
    hasDoc: false,
    parameterSignature: null,
    parameterCount: null,
    returnType: null,
    part: { of: within.ordinal, first, last },
  };
}

/** Reads parts by their ids, named by the route that they register; parts of symbols that the view does not have are left out. */
export async function readParts(db: Db, view: View, nodeIds: readonly string[]): Promise<SymbolHead[]> {
  const asked = nodeIds.flatMap((nodeId) => {
    const [, of, first, last] = PART_ID.exec(nodeId) ?? [];
    return of === undefined ? [] : [{ of, first: Number(first), last: Number(last) }];
  });
  if (asked.length === 0) return [];
  const heads = await readHeads(db, view, [...new Set(asked.map(({ of }) => of))], { spans: MOST_SPANS });
  const named = await routesIn(db, view, [...new Set(heads.map(({ path }) => path))]);
  return asked.flatMap(({ of, first, last }) => {
    const has = ({ nodeId, lineStart, lineEnd }: SymbolHead) => nodeId === of && lineStart <= first && last <= lineEnd;
    const within = heads.find(has);
    if (!within) return [];
    const place = `${within.path}:${first}-${last}`;
    return [partOf(within, [first, last], { name: named.get(place) ?? place, nodeType: "function" })];
  });
}

/** The routes that files declare by the places of their registrations, `src/app.ts:12-30`. */
async function routesIn(db: Db, view: View, paths: readonly string[]): Promise<Map<string, string>> {
  const { declared } = await readDeclared(db, view, paths);
  const placed = [...declared].flatMap(([path, { routes }]) => placedOf(path, routes));
  await placeUnderMounts({ db, view, findClients: undefined }, declared, placed);
  return new Map(
    placed.map(({ path, route: { method, lineStart, lineEnd }, paths: own }) => [
      `${path}:${lineStart}-${lineEnd}`,
      routeInWords(method, own),
    ]),
  );
}
