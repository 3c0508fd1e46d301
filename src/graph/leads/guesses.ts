/**
/**
 * Leads that are guessed, each to a symbol:
 *
 *   from a sender to a receiver under the same name (../messages/topics.ts);
 *   from a sender to a receiver of a framework's signal (../messages/signals.ts);
 *   from the sender of a message to a function that is declared for its type (../messages/message-senders.ts);
 *   from a request of a route to its handler, where nothing calls that (../routes/requests-to.ts);
 *   to a symbol without a known lead: from code that makes and gives away an object of its class (given-objects.ts); from code that gives its class to
 *   something that may run it, `app.Use<Audit>()`, `services.Add<Cart>()`; and from code that makes an object of a type that it takes.
 */
import escapeStringRegexp from "escape-string-regexp";
import { need } from "../../base/need.js";
import { type Incoming, incomingEdges } from "../../store/incoming.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { messageSenders } from "../messages/message-senders.js";
import { signalSenders } from "../messages/signals.js";
import { topicLeads } from "../messages/topics.js";
import { requestsTo } from "../routes/requests-to.js";
import { readLines } from "../source-lines.js";
import { isConstructible, readParents } from "../symbol.js";
import { givenLead, givenObjects } from "./given-objects.js";
import { type Lead, requestLead } from "./lead.js";
import type { LeadSearch } from "./search.js";

/** At most this many references are looked at. */
const MOST_LOOKED_AT = 300;

/** Adds guessed leads to the symbols. Classes that are given away, and messages that are only made, lead to symbols without a known lead alone. */
export async function addGuesses(search: LeadSearch, heads: readonly SymbolHead[]): Promise<void> {
  const { db, view, filter, found } = search;
  const led = found.led();
  const uncalled = heads.filter(({ nodeId, ordinal }) => ordinal > 0 && !led.has(nodeId));
  await addGiven(search, uncalled);
  for (const { source, line, member } of await givenObjects({ db, view, tiers: filter.tiers }, uncalled))
    found.add(givenLead({ source: source.nodeId, path: source.path, line, member }), source);
  const isUncalled = ({ nodeId }: SymbolHead) => !led.has(nodeId);
  const senders = await messageSenders(db, view, heads, { tiers: filter.tiers, isUncalled });
  for (const { source, edge, line, taker, tier, isNamesake } of senders) {
    const isSent = tier === "unique" || isNamesake;
    found.add({ ...guess("message", edge, taker.nodeId, line), tier, ...(isSent && { isSent }) }, source);
  }
  const topics = await topicLeads(db, view, heads, { tiers: filter.tiers, near: "to", find: filter.find });
  for (const lead of topics.leads) found.add(lead, need(topics.heads, lead.from));
  for (const { source, line, taker, signal: topic } of await signalSenders(db, view, heads, filter.tiers)) {
    const ends = { from: source.nodeId, to: taker.nodeId };
    found.add(
      { ...ends, relation: "topic", tier: "unique", rule: "unique-name", path: source.path, line, topic },
      source,
    );
  }
  await addRequests(search, heads);
}

async function addRequests({ db, view, filter, found }: LeadSearch, heads: readonly SymbolHead[]): Promise<void> {
  const { tiers, findClients } = filter;
  if (!findClients) return;
  const called = found.led("calls");
  const uncalled = heads.filter(({ nodeId }) => !called.has(nodeId));
  const requests = await requestsTo(db, view, uncalled, { tiers, findClients });
  for (const request of requests) found.add(requestLead(request), request.source);
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
  const filter = { kinds: ["references"] as const, tiers, limit: MOST_LOOKED_AT };
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

/** At most this many lines of one symbol that names a class are looked at. */
const MOST_GIVEN_LINES = 3;

/**
 * Whether a line such as `app.Use<Cart>()`, `typeof(Cart)`, `add(Cart)` or `[Cart, Shop]` gives the class away. A line that uses the result of a generic
 * call asks for an object instead: `return scope.Get<Cart>()`.
 */
export function isGiven(text: string, name: string): boolean {
  const word = `\\b${escapeStringRegexp(name)}\\b(?:<[^<>]*>)?`;
  const generic = new RegExp(
    `^(?:[^=]|=>\\s*\\w+\\.)*(?<!new\\s+[\\w.]+)<(?:[^<>()]*[\\s,])?${word}\\s*(?:,[^<>()]*)?>\\s*\\(`,
  );
  const argument = new RegExp(`(?:[(,[]|typeof\\s*\\(|\\buseClass:)\\s*${word}\\s*[),\\]]`);
  return (generic.test(text) && !/^\s*(?:return|await)\b/.test(text)) || argument.test(text);
}
