/**
 * Leads, a step at a time: the symbols that running one symbol may lead to, and those that may lead to it. Each kind of lead has a file, and in it a
 * function for either direction. From
 *
 *   a function to its callees, and to the functions and values that it refers to: it may pass a callback on (uses.ts);
 *   a member to its overriders and implementers (overrides.ts);
 *   a class that is made to its constructors, and to the initial values of its fields (made-classes.ts);
 *   a constant, field or property to the functions in its object (made-classes.ts), and to the functions that are put into it: `this.onEnd = flush`
 *   (set-fields.ts).
 *
 * The name of a type alone leads nowhere. A search backwards from a type of the question follows each mention of it (`ends`).
 */
import { addToList } from "../../base/groups.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { withSuperCalls } from "../calls/super-calls.js";
import { isShared, keyOf, readSymbols } from "../symbol.js";
import { addGuesses } from "./guesses.js";
import { gather, type LeadFilter, type Leads } from "./lead.js";
import { addDerivedMakers, addParts, addWholes } from "./made-classes.js";
import { addOverridden, addOverriding } from "./overrides.js";
import type { LeadSearch } from "./search.js";
import { addSetValues } from "./set-fields.js";
import { addUsed, addUsers } from "./uses.js";

/** Passes over the code of tests only where `withTests`. */
export function passable(withTests: boolean, kinds?: readonly string[]): LeadFilter["isPassable"] {
  return (head) => (withTests || pathClassOf(head.path) !== "test") && (!kinds || kinds.includes(head.nodeType));
}

const isDispatched = ({ kinds }: LeadFilter) => kinds.includes("calls") || kinds.includes("overrides");

/** All that the symbols may lead to. `called`: the symbols that a call leads to; functions put into these are looked for. */
export async function leadsFrom(
  db: Db,
  view: View,
  nodeIds: readonly string[],
  filter: LeadFilter & { called: ReadonlySet<string> },
): Promise<Leads> {
  const found = gather(filter);
  const search: LeadSearch = { db, view, filter, found };
  const symbols = (await readSymbols(db, view, nodeIds)).filter(({ primary }) => !isShared(primary));
  const spans = symbols.flatMap((symbol) => symbol.spans);
  const heads = symbols.map(({ primary }) => primary);
  const sources = new Map(spans.map((span) => [keyOf(span), [span.nodeId]]));
  const fields = filter.kinds.includes("calls") ? await addParts(search, spans) : [];
  for (const { field, maker } of fields) addToList(sources, keyOf(field), maker.nodeId);
  await addUsed(search, [...spans, ...fields.map(({ field }) => field)], sources);
  if (isDispatched(filter)) await addOverriding(search, heads);
  if (filter.kinds.includes("calls"))
    await addSetValues(
      search,
      heads.filter(({ nodeId }) => filter.called.has(nodeId)),
    );
  return withSuperCalls(db, view, found.done(), heads);
}

/** All that may lead to the symbols. */
export async function leadsTo(db: Db, view: View, heads: readonly SymbolHead[], filter: LeadFilter): Promise<Leads> {
  const found = gather(filter);
  const search: LeadSearch = { db, view, filter, found };
  const asked = heads.filter((head) => !isShared(head));
  await addUsers(search, asked);
  if (isDispatched(filter)) await addOverridden(search, asked);
  if (filter.kinds.includes("calls")) {
    await addWholes(search, asked);
    await addDerivedMakers(search, asked);
  }
  if (filter.withGuesses) await addGuesses(search, asked);
  return withSuperCalls(db, view, found.done(), asked);
}
