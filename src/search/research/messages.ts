/**
 * Messages among places: from code that sends under a name, makes an object that a handler takes, or gives one away that a library runs, to what runs
 * then. No reference tells so, and all of these links are likely.
 */
import type { GraphReader } from "../../graph/graph-reader.js";
import { givenObjectLeads } from "../../graph/leads/given-objects.js";
import type { Lead } from "../../graph/leads/lead.js";
import { messageLeads } from "../../graph/messages/flow-messages.js";
import type { FindText } from "../../graph/messages/texts.js";
import { topicLeads } from "../../graph/messages/topics.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { Hop, Link } from "./follow.js";

/** Places whose messages are looked for. */
const MOST_SENDING = 12;

/** The links of messages from some places, and to them. `step`: the edges of the places. `find` looks for names that are texts, which reads many files. */
export async function followMessages(
  reader: GraphReader,
  from: readonly SymbolHead[],
  { links, heads }: Pick<Hop, "links" | "heads">,
  find: FindText | undefined,
): Promise<Pick<Hop, "links" | "heads">> {
  const { db, view, tiers } = reader;
  const near = from.slice(0, MOST_SENDING);
  const asked = new Set(near.map(({ nodeId }) => nodeId));
  const calls = links.flatMap(({ source, target, kind, tier, path, line, by }): Lead[] => {
    const isCall = kind === "calls" && by === undefined && asked.has(source);
    return isCall ? [{ from: source, to: target, relation: "calls", tier, rule: "scope", path, line }] : [];
  });
  const found = [
    await messageLeads(db, view, calls, heads, tiers),
    await givenObjectLeads(reader, calls, heads),
    await topicLeads(db, view, near, { tiers, near: "from", find }),
    await topicLeads(db, view, near, { tiers, near: "to" }),
  ];
  const ends = new Map(from.map((head) => [head.nodeId, head]));
  for (const each of found) for (const [key, head] of each.heads) ends.set(key, head);
  return {
    heads: ends,
    links: found
      .flatMap(({ leads }) => leads.map(linkOf))
      .filter((link) => ends.has(link.source) && ends.has(link.target)),
  };
}

function linkOf({ from, to, path, line, sentAt }: Lead): Link {
  const place = sentAt ?? { path, line };
  return { source: from, target: to, kind: "calls", tier: "unique", ...place, by: "message" };
}
