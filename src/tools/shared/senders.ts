/** Messages that may come to a function without a call, in words: by the type that it is declared for, or by the name that it takes them under. */
import { need } from "../../base/need.js";
import { messageSenders, partsOfMessage } from "../../graph/message-senders.js";
import type { IsListed } from "../../graph/relations.js";
import { readLines } from "../../graph/source-lines.js";
import { type CodeSymbol, isCallable, nameBesidePath } from "../../graph/symbol.js";
import { topicLeads } from "../../graph/topics.js";
import type { EdgeTier } from "../../model/edge.js";
import { comparePaths } from "../../model/paths.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";
import { firstFew } from "./source-drafts.js";
import { findTopics } from "./tests-reaching.js";

/** So many senders are told, with their lines, and without. */
const MOST_TOLD = 30;
const MOST_NAMED = 20;

interface Sender {
  source: SymbolHead;
  path: string;
  line: number;
  by: string;
}

/** `src/shop.ts:6  Shop.order  likely, by Ship: mediator.send(new Ship(id));`, and how many more there are. */
export async function sendersInWords(
  { db, view, searcher }: Pick<ToolContext, "db" | "view" | "searcher">,
  { primary }: CodeSymbol,
  { tiers, isListed }: { tiers: readonly EdgeTier[]; isListed?: IsListed | undefined },
): Promise<string[]> {
  if (!isCallable(primary.nodeType)) return [];
  const messages = await messageSenders(db, view, [primary], { tiers, isUncalled: () => false });
  const topics = await topicLeads(db, view, [primary], { tiers, near: "to", find: findTopics({ searcher, view }) });
  const senders: Sender[] = [
    ...messages.map(({ source, line, message, isNamesake }) => {
      const by = isNamesake ? `maybe, by a type of the name ${message.name}` : `likely, by ${message.name}`;
      return { source, path: source.path, line, by };
    }),
    ...topics.leads.map(({ from, path, line, topic }) => {
      return { source: need(topics.heads, from), path, line, by: `likely, under ${topic}` };
    }),
  ].filter(({ path }) => isListed?.(path) ?? true);
  senders.sort((a, b) => comparePaths(a.path, b.path) || a.line - b.line);
  const shown = senders.slice(0, MOST_TOLD);
  const texts = await readLines(db, view, shown);
  const lines = shown.map(
    ({ source, path, line, by }, index) => `${path}:${line}  ${nameOf(source)}  ${by}: ${texts[index] ?? ""}`,
  );
  const more = senders.length - shown.length;
  return more > 0 ? [...lines, `… ${more} more`] : lines;
}

const nameOf = (head: SymbolHead): string =>
  head.ordinal === 0 ? "(top level)" : nameBesidePath(head.qualifiedName, head.path, head.nodeType);

/** The functions that take the messages of a type, and those that send them, each as `Shop.order (src/shop.ts:6)`. Undefined where nothing is declared for the type. */
export async function messageInWords(
  { db, view }: Pick<ToolContext, "db" | "view">,
  { primary }: CodeSymbol,
  { tiers, isListed = () => true }: { tiers: readonly EdgeTier[]; isListed?: IsListed | undefined },
): Promise<{ taken_by: string[]; sent_by: string[] } | undefined> {
  const { takers, senders } = await partsOfMessage(db, view, primary, tiers);
  if (takers.length === 0) return undefined;
  const taken = takers.map((head) => ({ head, line: head.lineStart, how: "" }));
  const sent = senders.map(({ source, line, isKept, isNamesake }) => {
    const how = isNamesake ? ", maybe: a type of this name" : isKept ? ", kept to be sent" : "";
    return { head: source, line, how };
  });
  const inWords = (places: typeof sent): string[] => {
    const listed = places.filter(({ head }) => isListed(head.path));
    listed.sort((a, b) => comparePaths(a.head.path, b.head.path) || a.line - b.line);
    const words = listed.map(({ head, line, how }) => `${nameOf(head)} (${head.path}:${line}${how})`);
    return firstFew([...new Set(words)], MOST_NAMED);
  };
  return { taken_by: inWords(taken), sent_by: inWords(sent) };
}
