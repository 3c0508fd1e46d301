/**
 * Handlers of the messages of a flow. Each has the name of a handler, takes an object of a type that the flow makes, and has no known caller outside of
 * tests. `CreateOrderHandler.Handle(CreateOrder)` is one for `mediator.Send(new CreateOrder())`.
 */
import { groupBy } from "../../base/groups.js";
import { need } from "../../base/need.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { type Incoming, incomingEdges } from "../../store/incoming.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { Lead } from "../leads/lead.js";
import { isCallable, isConstructible, readParents } from "../symbol.js";
import { firstTakers } from "./message-takers.js";

/** A type that more handlers take is not a message. One step looks at no more types than these. */
const MOST_TAKERS = 4;
const MOST_TYPES = 60;
/** A type is handed on, and is not a message, where more than twice as many others take it, and these more. */
const SPARE_TAKERS = 2;
const MOST_ROWS = 500;
/** Objects of these are the handlers and services themselves. */
const IS_HANDLER = /^(?:handle|execute|consume|process|receive|on[A-Z_]|when[A-Z_]|apply)/i;

/** Leads from the places that make messages to the handlers of these, and the handlers' heads. */
export async function messageLeads(
  db: Db,
  view: View,
  leads: readonly Lead[],
  heads: ReadonlyMap<string, SymbolHead>,
  tiers: readonly EdgeTier[],
): Promise<{ leads: Lead[]; heads: Map<string, SymbolHead> }> {
  const making = leads.filter(({ relation, to }) => relation === "calls" && isMade(need(heads, to)));
  const constructors = making.map(({ to }) => need(heads, to)).filter(({ nodeType }) => nodeType === "constructor");
  const ownerOf = await readParents(db, view, constructors);
  const typeOf = (to: string): string | undefined => {
    const head = need(heads, to);
    return head.nodeType === "constructor" ? ownerOf(head)?.nodeId : head.nodeId;
  };
  const types = [...new Set(making.flatMap(({ to }) => typeOf(to) ?? []))].slice(0, MOST_TYPES);
  const { edges } = await incomingEdges(db, view, types, { kinds: ["accepts"], tiers, limit: MOST_ROWS });
  const callable = edges.filter(({ source }) => isCallable(source.nodeType));
  const taking = await firstTakers(db, view, callable, tiers);
  const takers = taking.filter(({ source }) => IS_HANDLER.test(source.name));
  const counted = groupBy(taking, ({ target }) => target);
  const called = await calledByCode(db, view, takers, tiers);
  const handlers = groupBy(
    takers.filter(({ source }) => !called.has(source.nodeId)),
    ({ target }) => target,
  );
  const found = making.flatMap((lead) => {
    const own = handlers.get(typeOf(lead.to) ?? "") ?? [];
    // An object that many others take as well is handed on, such as the context of a database.
    const others = (counted.get(typeOf(lead.to) ?? "")?.length ?? 0) - own.length;
    if (own.length > MOST_TAKERS || others > 2 * own.length + SPARE_TAKERS) return [];
    return own.map(({ source }): Lead => ({ ...lead, to: source.nodeId, relation: "message", tier: "candidate" }));
  });
  return { leads: found, heads: new Map(takers.map(({ source }) => [source.nodeId, source])) };
}

/** Of some functions those that code calls, by node_id. Tests call a handler themselves, and say nothing of what else does. */
async function calledByCode(
  db: Db,
  view: View,
  takers: readonly Incoming[],
  tiers: readonly EdgeTier[],
): Promise<Set<string>> {
  const ids = [...new Set(takers.map(({ source }) => source.nodeId))];
  const isListed = (path: string) => pathClassOf(path) !== "test";
  const { edges } = await incomingEdges(db, view, ids, { kinds: ["calls"], tiers, limit: MOST_ROWS, isListed });
  return new Set(edges.map(({ target }) => target));
}

const isMade = ({ nodeType }: SymbolHead) => nodeType === "constructor" || isConstructible(nodeType);
