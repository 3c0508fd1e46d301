/** A search for the leads of some symbols, as the kinds of leads share it. */
import type { EdgeKind } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { type Outgoing, outgoingEdges } from "../../store/outgoing.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { readSymbols } from "../symbol.js";
import { type Gathered, type LeadFilter, MOST_ROWS } from "./lead.js";

export interface LeadSearch {
  db: Db;
  view: View;
  filter: LeadFilter;
  /** Where each kind adds its leads. */
  found: Gathered;
}

/** A query asks for the edges of at most this many spans. */
const MOST_SPANS_ASKED = 400;

/** The edges from some spans, in several queries where they are many. */
export async function edgesFrom(
  { db, view, filter, found }: LeadSearch,
  spans: readonly SymbolHead[],
  kinds: readonly EdgeKind[],
): Promise<Outgoing[]> {
  const edges: Outgoing[] = [];
  for (let index = 0; index < spans.length; index += MOST_SPANS_ASKED) {
    const asked = spans.slice(index, index + MOST_SPANS_ASKED);
    const some = await outgoingEdges(db, view, asked, { kinds, tiers: filter.tiers, limit: MOST_ROWS });
    found.cut(some.length === MOST_ROWS);
    edges.push(...some);
  }
  return edges;
}

/** The symbols that edges lead to, by node_id. */
export async function targetHeads(
  { db, view }: LeadSearch,
  edges: readonly { target: string }[],
): Promise<Map<string, SymbolHead>> {
  const symbols = await readSymbols(db, view, [...new Set(edges.map(({ target }) => target))]);
  return new Map(symbols.map(({ primary }) => [primary.nodeId, primary]));
}
