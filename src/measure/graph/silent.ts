/**
 * Silent misses: calls that the compiler sees and that an answer about their target would not reveal. A call without an edge is revealed in three
 * ways. It is counted as unresolved under the target's name or without a name, or as a library's member of that name. Or its line did not parse, or
 * names a symbol that is not in the index. Or it is listed as a call of a member that the target overrides or that overrides it. Pure.
 */
import { addToSet, groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { lastName } from "../../base/words.js";
import { type Cause, createCauses, describe, type LineAt } from "./causes.js";
import type { OurEdge, OurIndex } from "./fact.js";
import type { Judgement, Wanted } from "./judge.js";

export interface SilentMisses {
  /** Calls of the project's own declarations, by the compiler. */
  calls: number;
  /** The calls that no part of an answer reveals. */
  silent: number;
  causes: Cause[];
}

/** The misses of which no answer of the index gives a hint. */
export function silentMisses({ wanted, locator }: Judgement, index: OurIndex, lineAt: LineAt): SilentMisses {
  const edgesAt = groupBy(index.edges, ({ path, line }) => `${path}:${line}`);
  const related = relatives(index.edges);
  const calls = wanted.filter(({ group }) => group.startsWith("calls"));
  const causes = createCauses();
  const silent = calls.filter(({ use, accepted, found }) => {
    if (found.length > 0) return false;
    const here = edgesAt.get(`${use.path}:${use.line}`) ?? [];
    const names = new Set(accepted.map(calledName));
    const isTold = (edge: OurEdge) =>
      (edge.tier === "unresolved" && (edge.target === "?" || names.has(edge.target.slice(1)))) ||
      (edge.kind === "calls" && edge.outside?.includes(".") && names.has(lastName(edge.outside))) ||
      edge.rule === "not-indexed" ||
      accepted.some((nodeId) => related.get(nodeId)?.has(edge.target));
    return !here.some(isTold) && !isUnparsed(index, use);
  });
  for (const { group, use, accepted } of silent) {
    const here = (edgesAt.get(`${use.path}:${use.line}`) ?? []).filter(({ kind }) => kind === "calls");
    const said = here.map((edge) => `${edge.tier}, ${edge.rule}: ${describe(locator, edge.target)}`);
    causes.add(`${group}: ${use.shape} — ${here[0] ? `${here[0].tier}, ${here[0].rule}` : "nothing"}`, {
      place: `${use.path}:${use.line}`,
      text: `${use.name}: ${lineAt(use.path, use.line)}`,
      expected: describe(locator, nth(accepted, 0)),
      said: said.join("; ") || "nothing",
    });
  }
  return { calls: calls.length, silent: silent.length, causes: causes.list() };

  /** The name under which an answer about a symbol counts unresolved calls: for a constructor, that of its class. */
  function calledName(nodeId: string): string {
    const symbol = locator.symbol(nodeId);
    const owner = symbol?.kind === "constructor" && symbol.parent ? locator.symbol(symbol.parent) : symbol;
    return owner?.name ?? "";
  }
}

function isUnparsed({ errorRanges }: OurIndex, { path, line }: Wanted["use"]): boolean {
  return errorRanges.get(path)?.some(([start, end]) => start <= line && line <= end) ?? false;
}

/** The members one step above and below a member: the ones that it overrides, and the ones that override it. */
function relatives(edges: readonly OurEdge[]): Map<string, Set<string>> {
  const related = new Map<string, Set<string>>();
  for (const { kind, source, target } of edges) {
    if (kind !== "overrides") continue;
    for (const [one, other] of [
      [source, target],
      [target, source],
    ] as const)
      addToSet(related, one, other);
  }
  return related;
}

/** `12 of 21000 calls (5.7 in 10,000)` */
export function silentText({ silent, calls }: Pick<SilentMisses, "silent" | "calls">): string {
  const share = calls === 0 ? 0 : (10_000 * silent) / calls;
  return `${silent} of ${calls} calls (${share.toFixed(1)} in 10,000)`;
}
