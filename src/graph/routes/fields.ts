/** Fields of GraphQL among routes: the lines that name their handling classes, the lines that request them, and the choice between two servers. */
import { languageNamed } from "../../languages/index.js";
import { foldersAbove } from "../../languages/testing.js";
import { EDGE_TIERS, type EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { incomingEdges } from "../../store/incoming.js";
import { headsAt } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { ReachedSite, ReachedSymbol } from "../reach/test-walk.js";
import { parentOf } from "../symbol.js";

/** Methods whose classes are looked at, and references to these. */
const MOST_METHODS = 200;
const MOST_REFERENCES = 1000;

/**
 * The lines outside of tests that name the class of a method on the way, by path, in languages with fields that name classes: `token_create =
 * CreateToken.Field()` runs the methods of CreateToken. The methods stand for their class.
 */
export async function sitesOfClasses(
  db: Db,
  view: View,
  symbols: readonly ReachedSymbol[],
  tiers: readonly EdgeTier[],
): Promise<Map<string, ReachedSite[]>> {
  const methods = symbols
    .filter(
      ({ head, overrider }) =>
        head.nodeType === "method" &&
        // A field that names the base runs the base's own member.
        overrider === undefined &&
        head.parentOrdinal > 0 &&
        languageNamed(head.language)?.routes?.namesClasses === true,
    )
    .sort((a, b) => a.hops - b.hops)
    .slice(0, MOST_METHODS);
  const sites = new Map<string, ReachedSite[]>();
  if (methods.length === 0) return sites;
  const classes = await headsAt(
    db,
    view,
    methods.map(({ head }) => parentOf(head)),
  );
  const byPlace = new Map(classes.map((head) => [`${head.versionId}:${head.ordinal}`, head.nodeId]));
  const methodOf = new Map<string, ReachedSymbol>();
  for (const method of methods) {
    const { versionId, ordinal } = parentOf(method.head);
    const nodeId = byPlace.get(`${versionId}:${ordinal}`);
    if (nodeId !== undefined && !methodOf.has(nodeId)) methodOf.set(nodeId, method);
  }
  const options = { kinds: ["references" as const, "calls" as const], tiers, limit: MOST_REFERENCES };
  const { edges } = await incomingEdges(db, view, [...methodOf.keys()], options);
  for (const { source, target, lines, tier } of edges) {
    const method = methodOf.get(target);
    if (!method || pathClassOf(source.path) === "test") continue;
    const least = EDGE_TIERS.indexOf(tier) > EDGE_TIERS.indexOf(method.tier) ? tier : method.tier;
    const own = sites.get(source.path) ?? [];
    own.push(...lines.map((line) => ({ line, target: method.head, hops: method.hops + 1, tier: least })));
    sites.set(source.path, own);
  }
  return sites;
}

/** The texts by which files that may request a field are found: its name; for a common word, the name before arguments or fields. */
export const textsOfField = (name: string): string[] =>
  /[a-z0-9_][A-Z]|_/.test(name) ? [name] : ["(", " {", "{", " }"].map((after) => `${name}${after}`);

/** How many folders two files share, from the root on. */
export function foldersShared(one: string, other: string): number {
  const above = new Set(foldersAbove(one));
  return foldersAbove(other).filter((folder) => above.has(folder)).length;
}
