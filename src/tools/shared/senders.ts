/** Messages that may come to a function without a call, in words: by the type that it is declared for, or by the name that it takes them under. */
import { need } from "../../base/need.js";
import { messageSenders } from "../../graph/message-senders.js";
import type { IsListed } from "../../graph/relations.js";
import { readLines } from "../../graph/source-lines.js";
import { type CodeSymbol, isCallable, nameBesidePath } from "../../graph/symbol.js";
import { topicLeads } from "../../graph/topics.js";
import type { EdgeTier } from "../../model/edge.js";
import { comparePaths } from "../../model/paths.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";
import { findTopics } from "./tests-reaching.js";

/** So many senders are told. */
const MOST_TOLD = 30;

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
  const lines = shown.map(({ source, path, line, by }, index) => {
    const name =
      source.ordinal === 0 ? "(top level)" : nameBesidePath(source.qualifiedName, source.path, source.nodeType);
    return `${path}:${line}  ${name}  ${by}: ${texts[index] ?? ""}`;
  });
  const more = senders.length - shown.length;
  return more > 0 ? [...lines, `… ${more} more`] : lines;
}
