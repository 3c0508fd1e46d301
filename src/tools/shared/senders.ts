/**
 * Messages and requests that may come to a function without a call, in words: by its declared type of message, by the name that it listens to, or by its
 * route.
 */
import { need } from "../../base/need.js";
import { firstFew } from "../../format/counts.js";
import { givenObjects } from "../../graph/leads/given-objects.js";
import { messageSenders, partsOfMessage } from "../../graph/messages/message-senders.js";
import { signalSenders } from "../../graph/messages/signals.js";
import { topicLeads } from "../../graph/messages/topics.js";
import type { RequestUse } from "../../graph/reach/test-walk.js";
import type { IsListed } from "../../graph/relations.js";
import { requestsTo } from "../../graph/routes/requests-to.js";
import { readLines } from "../../graph/source-lines.js";
import { type CodeSymbol, isCallable, nameBesidePath } from "../../graph/symbol.js";
import type { EdgeTier } from "../../model/edge.js";
import { comparePaths, pathClassOf } from "../../model/paths.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";
import { cutToShares } from "./source-shares.js";
import { findCode, findTopics } from "./tests-reaching.js";

/** The most senders that an answer lists with their lines, and without; of tests fewer. */
const MOST_TOLD = 30;
const MOST_OF_TESTS = 10;
const MOST_NAMED = 20;

interface Sender {
  source: SymbolHead;
  path: string;
  line: number;
  by: string;
}

interface SenderOptions {
  tiers: readonly EdgeTier[];
  isListed?: IsListed | undefined;
  /** Callers of the function that are followed: requests of routes that these handle are told as well. */
  callers?: readonly SymbolHead[];
}

/** `src/shop.ts:6  Shop.order  likely, by Ship: mediator.send(new Ship(id));`, and how many more there are. */
export async function sendersInWords(
  { db, view, searcher }: Pick<ToolContext, "db" | "view" | "searcher">,
  { primary }: CodeSymbol,
  { tiers, isListed, callers = [] }: SenderOptions,
): Promise<string[]> {
  if (!isCallable(primary.nodeType)) return [];
  const [messages, topics, signals, given, requests] = await Promise.all([
    messageSenders(db, view, [primary], { tiers, isUncalled: () => false }),
    topicLeads(db, view, [primary], { tiers, near: "to", find: findTopics({ searcher, view }) }),
    signalSenders(db, view, [primary], tiers),
    tiers.includes("unique") ? givenObjects({ db, view, tiers }, [primary]) : [],
    requestsFor({ db, view, searcher }, [primary, ...callers], tiers),
  ]);
  const senders: Sender[] = [
    ...messages.map(({ source, line, message, isNamesake }) => {
      const by = isNamesake ? `maybe, by a type of the name ${message.name}` : `likely, by ${message.name}`;
      return { source, path: source.path, line, by };
    }),
    ...topics.leads.map(({ from, path, line, topic, sentAt = { path, line } }) => {
      return { source: need(topics.heads, from), ...sentAt, by: `likely, under ${topic}` };
    }),
    ...signals.map(({ source, line, signal }) => ({ source, path: source.path, line, by: `likely, under ${signal}` })),
    ...given.map(({ source, line, owner }) => ({
      source,
      path: source.path,
      line,
      by: `likely, gives a ${owner.name} away`,
    })),
    ...requests.map((use) => requester(use, primary)),
  ];
  return inWords(
    { db, view },
    senders.filter(({ path }) => isListed?.(path) ?? true),
  );
}

/** The same of requests alone, of a constant that keeps a procedure. */
export async function requestsInWords(
  context: Pick<ToolContext, "db" | "view" | "searcher">,
  handler: SymbolHead,
  { tiers, isListed }: Pick<SenderOptions, "tiers" | "isListed">,
): Promise<string[]> {
  const requests = await requestsFor(context, [handler], tiers);
  const listed = requests.filter(({ path }) => isListed?.(path) ?? true);
  return inWords(
    context,
    listed.map((use) => requester(use, handler)),
  );
}

function requester({ source, path, line, tier, request, handler }: RequestUse, asked: SymbolHead): Sender {
  const by = `${tier === "unique" ? "likely" : "maybe"}, requests ${request}`;
  return { source, path, line, by: handler.nodeId === asked.nodeId ? by : `${by} of ${nameOf(handler)}` };
}

/** Senders by their places, those of tests last, with their lines of code. */
async function inWords({ db, view }: Pick<ToolContext, "db" | "view">, senders: Sender[]): Promise<string[]> {
  const isTest = ({ path }: Sender) => pathClassOf(path) === "test";
  senders.sort((a, b) => Number(isTest(a)) - Number(isTest(b)) || comparePaths(a.path, b.path) || a.line - b.line);
  const ofTests = senders.filter(isTest).slice(0, MOST_OF_TESTS);
  const shown = [...senders.filter((sender) => !isTest(sender)), ...ofTests].slice(0, MOST_TOLD);
  const texts = await readLines(db, view, shown);
  const cut = cutToShares(texts.map((text) => text ?? ""));
  const lines = shown.map(({ source, path, line, by }, index) => {
    const text = texts[index];
    const code = text === undefined ? "" : `: ${cut(text)}`;
    return `${path}:${line}  ${nameOf(source)}  ${by}${code}`;
  });
  const more = senders.length - shown.length;
  return more > 0 ? [...lines, `… ${more} more`] : lines;
}

/** The requests of routes that functions handle; less sure ones where there are no others. */
async function requestsFor(
  { db, view, searcher }: Pick<ToolContext, "db" | "view" | "searcher">,
  handlers: readonly SymbolHead[],
  tiers: readonly EdgeTier[],
) {
  const findClients = findCode({ searcher, view });
  const all = await requestsTo(db, view, handlers, {
    tiers: [...new Set([...tiers, "candidate" as const])],
    findClients,
  });
  const likely = all.filter(({ tier }) => tiers.includes(tier));
  return likely.length > 0 ? likely : all;
}

const nameOf = (head: SymbolHead): string =>
  head.ordinal === 0 ? "(top level)" : nameBesidePath(head.qualifiedName, head.path, head.nodeType);

/** Of a sender or taker of another type of the name. */
const OF_NAMESAKE = ", maybe: a type of this name";

/** The takers of messages of a type, and the senders, each as `Shop.order (src/shop.ts:6)`. Undefined where nothing is declared for the type. */
export async function messageInWords(
  { db, view }: Pick<ToolContext, "db" | "view">,
  { primary }: CodeSymbol,
  { tiers, isListed = () => true }: { tiers: readonly EdgeTier[]; isListed?: IsListed | undefined },
): Promise<{ taken_by: string[]; sent_by: string[] } | undefined> {
  const { takers, senders } = await partsOfMessage(db, view, primary, tiers);
  if (takers.length === 0) return undefined;
  const taken = takers.map(({ taker, isNamesake }) => ({
    head: taker,
    line: taker.lineStart,
    how: isNamesake ? OF_NAMESAKE : "",
  }));
  const sent = senders.map(({ source, line, isKept, isNamesake }) => {
    const how = isNamesake ? OF_NAMESAKE : isKept ? ", kept to be sent" : "";
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
