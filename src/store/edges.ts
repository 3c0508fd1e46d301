/** Writing edge sets: the outgoing edges of one file, resolved once and immutable. outgoing.ts and incoming.ts read them. */
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS, type Edge } from "../model/edge.js";
import type { Columns } from "./db/columns.js";
import type { Db } from "./db/db.js";
import { readHistory, refuseOtherHistory } from "./db/history.js";
import type { ExternalSymbol } from "./unresolved.js";
import { allocateIds } from "./version-rows.js";

const KIND_NUMBERS = new Map(EDGE_KINDS.map((kind, number) => [kind, number]));
const TIER_NUMBERS = new Map(EDGE_TIERS.map((tier, number) => [tier, number]));
const RULE_NUMBERS = new Map(EDGE_RULES.map((rule, number) => [rule, number]));

/** Writes edge sets and the external symbols that they lead to, in one transaction; gives the sets' ids in their order. */
export async function writeEdgeSets(
  db: Db,
  projectId: string,
  sets: readonly { edges: readonly Edge[] }[],
  externals: readonly ExternalSymbol[],
): Promise<number[]> {
  if (sets.length === 0) return [];
  // As of versions: another server that takes over gives the ids a second time.
  const history = await readHistory(db);
  const { edgeSet: first } = await allocateIds(db, projectId, { edgeSets: sets.length });
  const ids = sets.map((_, index) => first + index);
  await db.transaction(async (tx) => {
    await refuseOtherHistory(tx, history);
    await tx.insertRows("edges", edgeColumns(projectId, sets, ids));
    if (externals.length > 0) {
      await tx.insertRows("external_symbols", externalColumns(projectId, externals), { ignoreConflicts: true });
    }
  });
  return ids;
}

function edgeColumns(projectId: string, sets: readonly { edges: readonly Edge[] }[], ids: readonly number[]): Columns {
  const rows = sets.flatMap(({ edges }) => edges);
  return {
    project_id: { type: "text", values: rows.map(() => projectId) },
    edge_set_id: { type: "int4", values: sets.flatMap(({ edges }, index) => edges.map(() => ids[index])) },
    source_ordinal: { type: "int4", values: rows.map((edge) => edge.source) },
    kind: { type: "int2", values: rows.map((edge) => KIND_NUMBERS.get(edge.kind)) },
    tier: { type: "int2", values: rows.map((edge) => TIER_NUMBERS.get(edge.tier)) },
    rule: { type: "int2", values: rows.map((edge) => RULE_NUMBERS.get(edge.rule)) },
    line: { type: "int4", values: rows.map((edge) => edge.line) },
    target: { type: "text", values: rows.map((edge) => edge.target) },
  };
}

function externalColumns(projectId: string, externals: readonly ExternalSymbol[]): Columns {
  return {
    project_id: { type: "text", values: externals.map(() => projectId) },
    node_id: { type: "text", values: externals.map((external) => external.nodeId) },
    name: { type: "text", values: externals.map((external) => external.name) },
    module: { type: "text", values: externals.map((external) => external.module) },
  };
}
