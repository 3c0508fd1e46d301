/** What the tools that answer with relations share: who calls, refers to, implements, depends on. */
import { type RelationFields, relationFields } from "../format/symbols.js";
import type { Relation } from "../graph/relations.js";
import type { SymbolHead } from "../store/symbol-heads.js";

/** Relations as an answer has them, with the name of the symbol that each goes by way of. `near`: symbols that relations may go by way of. `own`: ids that are the symbol asked about itself, which need no mention. */
export function describeRelations(
  relations: readonly Relation[],
  options: { near: readonly SymbolHead[]; own: readonly string[] },
): RelationFields[] {
  const near = new Map(options.near.map((head) => [head.nodeId, head]));
  const own = new Set(options.own);
  return relations.map((relation) => {
    const via = own.has(relation.at) ? undefined : near.get(relation.at);
    return relationFields(relation, via ? { via } : {});
  });
}
