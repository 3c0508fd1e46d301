/** What the tools that answer with relations share: who calls, refers to, implements, depends on. */
import { type RelationFields, relationFields } from "../format/symbols.js";
import type { Relation } from "../graph/relations.js";
import { readLines } from "../graph/source-lines.js";
import type { Db } from "../store/db.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";

interface Names {
  /** Symbols that relations may go by way of. */
  near: readonly SymbolHead[];
  /** Ids that are the symbol asked about itself, which need no mention. */
  own: readonly string[];
}

/** Relations as an answer has them, with the name of the symbol that each goes by way of, if it is one. */
export function describeRelations(relations: readonly Relation[], names: Names): RelationFields[] {
  const near = new Map(names.near.map((head) => [head.nodeId, head]));
  const own = new Set(names.own);
  return relations.map((relation) => {
    const via = relation.at === null || own.has(relation.at) ? undefined : near.get(relation.at);
    return relationFields(relation, via ? { via } : {});
  });
}

/** The same with the source of the first line of each: for relations from other files, which a reader has not before their eyes. */
export async function describeWithText(
  db: Db,
  view: View,
  relations: readonly Relation[],
  names: Names,
): Promise<RelationFields[]> {
  const places = relations.map((relation) => ({ path: relation.path, line: relation.lines[0]! }));
  const texts = await readLines(db, view, places);
  return describeRelations(relations, names).map((fields, at) => {
    const text = texts[at];
    return text === undefined ? fields : { ...fields, text };
  });
}
