/**
 * Leads that are guessed, each to a symbol:
 *
 *   from a function that sends under a name, where the symbol takes under it (../topics.ts);
 *   where nothing known leads to the symbol, from code that gives its class to something that may run it, `app.Use<Audit>()`, `services.Add<Cart>()`,
 *   and from code that makes an object of a type that the symbol takes, as a sender of a message does.
 */
import { need, nth } from "../../base/need.js";
import type { Db } from "../../store/db/db.js";
import { type Incoming, incomingEdges, useCounts } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { childHeads, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { readLines } from "../source-lines.js";
import { groupBy, isConstructible, keyOf, parentOf, readParents, readSymbols, sourceKeyOf } from "../symbol.js";
import { topicLeads } from "../topics.js";
import { type Lead, type LeadFilter, MAX_ROWS } from "./lead.js";
import type { LeadSearch } from "./search.js";

/** At most this many references are looked at. */
const MAX_LOOKED_AT = 300;
/** A type that more functions take, or more places make, is not a message. */
const MOST_TAKERS = 8;
const MOST_MAKERS = 30;
const MOST_USES = 100;

/** Adds what may lead to the symbols: of messages and classes that are given away to those alone that nothing known leads to. */
export async function addGuesses(search: LeadSearch, heads: readonly SymbolHead[]): Promise<void> {
  const { db, view, filter, found } = search;
  const led = found.led();
  const uncalled = heads.filter(({ nodeId, ordinal }) => ordinal > 0 && !led.has(nodeId));
  await addGiven(search, uncalled);
  await addMessages(search, uncalled);
  const topics = await topicLeads(db, view, heads, { tiers: filter.tiers, near: "to" });
  for (const lead of topics.leads) found.add(lead, need(topics.heads, lead.from));
}

function guess(relation: "given" | "message", { source, rule }: Incoming, to: string, line: number): Lead {
  return { from: source.nodeId, to, relation, tier: "candidate", rule, path: source.path, line };
}

async function addGiven(
  { db, view, filter: { tiers }, found }: LeadSearch,
  uncalled: readonly SymbolHead[],
): Promise<void> {
  const wholeOf = await readParents(db, view, uncalled);
  const classes = new Map<string, { owner: SymbolHead; members: SymbolHead[] }>();
  for (const head of uncalled) {
    const owner = isConstructible(head.nodeType) ? head : wholeOf(head);
    if (!owner || !isConstructible(owner.nodeType)) continue;
    const known = classes.get(owner.nodeId);
    if (known) known.members.push(head);
    else classes.set(owner.nodeId, { owner, members: [head] });
  }
  const filter = { kinds: ["references"] as const, tiers, limit: MAX_LOOKED_AT };
  const { edges } = await incomingEdges(db, view, [...classes.keys()], filter);
  const places = edges.flatMap((edge) => edge.lines.slice(0, MOST_GIVEN_LINES).map((line) => ({ edge, line })));
  const texts = await readLines(
    db,
    view,
    places.map(({ edge, line }) => ({ path: edge.source.path, line })),
  );
  for (const [index, { edge, line }] of places.entries()) {
    const { owner, members } = need(classes, edge.target);
    if (edge.source.path === owner.path || !isGiven(texts[index] ?? "", owner.name)) continue;
    for (const { nodeId } of members) found.add(guess("given", edge, nodeId, line), edge.source);
  }
}

async function addMessages(
  { db, view, filter: { tiers }, found }: LeadSearch,
  uncalled: readonly SymbolHead[],
): Promise<void> {
  const methods = uncalled.filter(({ nodeType }) => nodeType === "method");
  const taken = await outgoingEdges(db, view, methods, { kinds: ["accepts"], tiers, limit: MAX_ROWS });
  const messages = await fewTake(db, view, [...new Set(taken.map(({ target }) => target))], tiers);
  const made = new Map(messages.map((head) => [head.nodeId, head.nodeId]));
  const constructors = await childHeads(db, view, messages, { nodeType: "constructor", limit: MAX_ROWS });
  const owners = new Map(messages.map((head) => [keyOf(head), head.nodeId]));
  for (const head of constructors) made.set(head.nodeId, need(owners, keyOf(parentOf(head))));
  const makers = await incomingEdges(db, view, [...made.keys()], { kinds: ["calls"], tiers, limit: MAX_LOOKED_AT });
  const byMessage = new Map<string, Incoming[]>();
  for (const edge of makers.edges) {
    const message = need(made, edge.target);
    byMessage.set(message, [...(byMessage.get(message) ?? []), edge]);
  }
  const takers = new Map(methods.map((head) => [keyOf(head), head]));
  for (const accepted of taken) {
    const edges = byMessage.get(accepted.target) ?? [];
    if (edges.length > MOST_MAKERS) continue;
    const taker = need(takers, sourceKeyOf(accepted));
    for (const edge of edges)
      if (keyOf(parentOf(edge.source)) !== keyOf(parentOf(taker)))
        found.add(guess("message", edge, taker.nodeId, nth(edge.lines, 0)), edge.source);
  }
}

/** The classes among the types that few functions take. Types that are used more often are not asked about: thousands of functions take a key or a flag. */
async function fewTake(
  db: Db,
  view: View,
  types: readonly string[],
  tiers: LeadFilter["tiers"],
): Promise<SymbolHead[]> {
  const uses = await useCounts(db, view.projectId, types, MOST_USES);
  const rare = types.filter((type) => need(uses, type) < MOST_USES);
  const classes = (await readSymbols(db, view, rare))
    .map(({ primary }) => primary)
    .filter(({ nodeType }) => isConstructible(nodeType));
  const ids = classes.map(({ nodeId }) => nodeId);
  const { edges } = await incomingEdges(db, view, ids, { kinds: ["accepts"], tiers, limit: MAX_ROWS });
  const takers = groupBy(edges, ({ target }) => target);
  return classes.filter(({ nodeId }) => (takers.get(nodeId)?.length ?? 0) <= MOST_TAKERS);
}

/** At most this many lines of one symbol that names a class are looked at. */
const MOST_GIVEN_LINES = 3;

/**
 * Whether a line such as `app.Use<Cart>()`, `typeof(Cart)`, `add(Cart)` or `[Cart, Shop]` gives the class away. A line that uses the result of a generic
 * call asks for an object instead: `return scope.Get<Cart>()`.
 */
export function isGiven(text: string, name: string): boolean {
  const word = `\\b${name.replace(/[^\w]/g, "\\$&")}\\b(?:<[^<>]*>)?`;
  const generic = new RegExp(
    `^(?:[^=]|=>\\s*\\w+\\.)*(?<!new\\s+[\\w.]+)<(?:[^<>()]*[\\s,])?${word}\\s*(?:,[^<>()]*)?>\\s*\\(`,
  );
  const argument = new RegExp(`(?:[(,[]|typeof\\s*\\(|\\buseClass:)\\s*${word}\\s*[),\\]]`);
  return (generic.test(text) && !/^\s*(?:return|await)\b/.test(text)) || argument.test(text);
}
