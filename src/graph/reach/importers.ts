/** Test files that only import what was asked about. */
import { need, nth } from "../../base/need.js";
import { languageNamed } from "../../languages/index.js";
import { pathClassOf } from "../../model/paths.js";
import { incomingEdges } from "../../store/incoming.js";
import { headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { CodeSymbol } from "../symbol.js";
import { MOST_STEP, metFrom, type ReachingWalk, TESTS_FIRST } from "./test-walk.js";

/** At most this many imports are followed, from file to file. */
const MOST_IMPORTS = 4;

/**
 * Test files that import a symbol's file, or a file with code at the top level that leads to it, by the shortest chain of imports. Nothing more is
 * known where no test refers to the symbol.
 */
export async function importersOf(
  walk: ReachingWalk,
  symbol: CodeSymbol,
  starts: readonly string[],
): Promise<Set<string>> {
  const { db, view, tiers } = walk;
  const own = symbol.spans.map(({ versionId }) => ({ versionId, ordinal: 0 }));
  const topLevel = [...metFrom(walk, starts)].flatMap((id) => [...(walk.topLevel.get(id) ?? [])]);
  let frontier = new Map(
    [...(await headsAt(db, view, own)), ...topLevel]
      .filter(({ language }) => languageNamed(language)?.opensNamespaces !== true)
      .map((head) => [head.nodeId, head]),
  );
  const met = new Set(frontier.keys());
  const paths = new Set<string>();
  for (let hops = 1; hops <= MOST_IMPORTS && frontier.size > 0 && paths.size === 0; hops++) {
    const options = { kinds: ["imports" as const], tiers, limit: MOST_STEP, places: TESTS_FIRST };
    const { edges, leftOut } = await incomingEdges(db, view, [...frontier.keys()], options);
    if (leftOut) walk.isCapped = true;
    const next = new Map<string, SymbolHead>();
    for (const { source, target, kind, tier, lines } of edges) {
      if (pathClassOf(source.path) !== "test") {
        if (!met.has(source.nodeId)) next.set(source.nodeId, source);
        continue;
      }
      paths.add(source.path);
      const line = nth(lines, 0);
      const key = `${source.path}:${line}`;
      const use = {
        path: source.path,
        line,
        source,
        hops,
        kind,
        tier,
        via: need(frontier, target),
        how: "names" as const,
        isRegistered: false,
      };
      if (!walk.uses.has(key)) walk.uses.set(key, use);
    }
    for (const id of next.keys()) met.add(id);
    frontier = next;
  }
  return paths;
}
