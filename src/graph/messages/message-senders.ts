/**
 * Functions that send messages to takers by the type alone: `mediator.Send(new Order())` to `OrderHandler.Handle(Order)`. No call leads from one to the
 * other. A sender is likely where the taker is declared for the type and the sender sends one. It is possible where it makes an object that an uncalled
 * function takes.
 */
import { groupBy } from "../../base/groups.js";
import { need, nth } from "../../base/need.js";
import type { EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { type Incoming, incomingEdges, useCounts } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { childHeads, headsAt, headsByName, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { GraphReader } from "../graph-reader.js";
import { MOST_ROWS } from "../leads/lead.js";
import { readTexts } from "../source-lines.js";
import { isCallable, isConstructible, keyOf, parentOf, readSymbols } from "../symbol.js";
import { firstTakers } from "./message-takers.js";
import {
  isClassFor,
  isMadeByType,
  isMethodFor,
  isTypeSent,
  mayBeForMessage,
  type Sending,
  sendingOfGiven,
  sendingOfMade,
} from "./message-use.js";
import { withConstructors } from "./types.js";

/** Takers and references that are looked at, and files that are read. */
const MOST_LOOKED_AT = 400;
const MOST_EDGES = 1000;
const MOST_FILES = 150;
const MOST_BYTES = 4_000_000;
/** A type that more functions take, or more places use, is not a message; of one that is named as a message many functions may hear. */
const MOST_TAKERS = 8;
const MOST_HEARING = 60;
const IS_NAMED_AS_MESSAGE = /(?:Event|Command|Message|Notification)$/;
const MOST_USES = 200;
/** Of a type that more places make nothing is guessed. */
const MOST_MAKERS = 30;
/** Lines before and behind a place at the top level of a file that belong to it. */
const LINES_AROUND = 20;
/** Messages that nothing makes whose namesakes are looked for. */
const MOST_NAMESAKES = 10;

/** A function that may send a message, its line, and what takes it. */
export interface MessageSender {
  source: SymbolHead;
  edge: Incoming;
  line: number;
  taker: SymbolHead;
  message: SymbolHead;
  /** unique: it is sent, and the taker declared for it. */
  tier: "unique" | "candidate";
  /** Whether it is only kept, by what may send it later. */
  isKept: boolean;
  /** Whether another type of the same name is sent, as services do that share no code. */
  isNamesake: boolean;
}

/** The senders of what some functions take. `isUncalled`: whether nothing known leads to one. */
export async function messageSenders(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
  { tiers, isUncalled }: { tiers: readonly EdgeTier[]; isUncalled: (head: SymbolHead) => boolean },
): Promise<MessageSender[]> {
  const reader = { db, view, tiers };
  const methods = heads.filter(({ nodeType }) => nodeType === "method").slice(0, MOST_LOOKED_AT);
  const taken = await messagesOf(reader, await mayTakeMessages(reader, methods, isUncalled));
  if (taken.length === 0) return [];
  return sendersOf(reader, taken, await declaredFor(reader, taken), isUncalled);
}

/** A function that is declared for messages of a type, or of another one of its name. */
export interface MessageTaker {
  taker: SymbolHead;
  isNamesake: boolean;
}

/**
 * The functions that are declared for messages of a type, and the senders of it; none where the type is not a message. A type without such functions has
 * those of its namesakes, as services do that share no code.
 */
export async function partsOfMessage(
  db: Db,
  view: View,
  type: SymbolHead,
  tiers: readonly EdgeTier[],
): Promise<{ takers: MessageTaker[]; senders: MessageSender[] }> {
  const none = { takers: [], senders: [] };
  if (!isConstructible(type.nodeType) && type.nodeType !== "interface") return none;
  const reader = { db, view, tiers };
  const own = await takingsOf(reader, [type]);
  const isNamesake = own.size === 0;
  const declared = isNamesake ? await takingsOf(reader, await namesakesOf(reader, type)) : own;
  if (declared.size === 0) return none;
  const senders = await sendersOf(reader, [...declared], declared, () => false);
  const takers = [...declared].map(({ taker }) => ({ taker, isNamesake }));
  if (!isNamesake) return { takers, senders };
  const ids = await withConstructors(reader, [type]);
  const ofType = senders.filter(({ edge }) => ids.has(edge.target)).map((each) => ({ ...each, isNamesake: false }));
  return ofType.length > 0 ? { takers, senders: ofType } : none;
}

/** The functions that are declared for messages of some types. */
async function takingsOf(reader: GraphReader, types: readonly SymbolHead[]): Promise<Set<Taking>> {
  const { db, view, tiers } = reader;
  const ids = new Set(types.map(({ nodeId }) => nodeId));
  const { edges } = await incomingEdges(db, view, [...ids], { kinds: ["accepts"], tiers, limit: MOST_ROWS });
  const methods = edges.flatMap(({ source }) => (source.nodeType === "method" ? [source] : []));
  const taken = methods.length > 0 ? await messagesOf(reader, methods.slice(0, MOST_LOOKED_AT)) : [];
  return declaredFor(
    reader,
    taken.filter(({ message }) => ids.has(message.nodeId)),
  );
}

/** Other types of the name. */
async function namesakesOf({ db, view }: GraphReader, { name, nodeId }: SymbolHead): Promise<SymbolHead[]> {
  const named = await headsByName(db, view, name, { suffix: name, limit: MOST_TAKERS });
  return named.filter((head) => head.name === name && isConstructible(head.nodeType) && head.nodeId !== nodeId);
}

/** The senders of the messages that some functions take. A function that is not declared for a message counts only where nothing calls it. */
async function sendersOf(
  reader: GraphReader,
  taken: readonly Taking[],
  declared: ReadonlySet<Taking>,
  isUncalled: (head: SymbolHead) => boolean,
): Promise<MessageSender[]> {
  const uses = await usesOf(reader, taken, declared);
  const sources = [...uses.values()].flat().map(({ edge }) => edge.source.path);
  const lines = await linesOf(reader, sources);
  return taken.flatMap((taking) => {
    const { taker, message } = taking;
    const others = (uses.get(message.nodeId) ?? []).filter(
      ({ edge }) => keyOf(parentOf(edge.source)) !== keyOf(parentOf(taker)),
    );
    const makers = others.filter(({ edge }) => edge.kind === "calls");
    const isGuessed = isUncalled(taker) && makers.length <= MOST_MAKERS;
    return others.flatMap(({ edge, isNamesake }): MessageSender[] => {
      const own = lines.get(edge.source.path);
      const sent = declared.has(taking) && own ? sendingIn(own, edge, message.name) : null;
      const found = { source: edge.source, edge, taker, message, isNamesake };
      const isKept = sent?.how === "kept";
      if (sent) return [{ ...found, line: sent.line, tier: isNamesake ? "candidate" : "unique", isKept }];
      const isMade = isGuessed && edge.kind === "calls" && !isNamesake;
      return isMade ? [{ ...found, line: nth(edge.lines, 0), tier: "candidate", isKept }] : [];
    });
  });
}

/** The methods that may take messages: the text declares them for a type, or nothing calls them, so that their type is a guess. */
async function mayTakeMessages(
  reader: GraphReader,
  methods: readonly SymbolHead[],
  isUncalled: (head: SymbolHead) => boolean,
): Promise<SymbolHead[]> {
  const called = methods.filter((head) => !isUncalled(head));
  if (called.length === 0) return [...methods];
  const lines = await linesOf(
    reader,
    called.map(({ path }) => path),
  );
  const owners = new Map(
    (await headsAt(reader.db, reader.view, called.map(parentOf))).map((head) => [keyOf(head), head]),
  );
  return methods.filter((method) => {
    const [own, owner] = [lines.get(method.path), owners.get(keyOf(parentOf(method)))];
    if (own === undefined || owner === undefined) return isUncalled(method);
    return isUncalled(method) || mayBeForMessage({ lines: own, line: owner.lineStart }, method.lineStart);
  });
}

interface Taking {
  taker: SymbolHead;
  message: SymbolHead;
}

/** The types among the parameters of methods that may be messages. Types that are used more often are not asked about: thousands of functions take a key or a flag. */
async function messagesOf({ db, view, tiers }: GraphReader, methods: readonly SymbolHead[]): Promise<Taking[]> {
  const taken = await outgoingEdges(db, view, methods, { kinds: ["accepts"], tiers, limit: MOST_ROWS });
  const types = [...new Set(taken.map(({ target }) => target))];
  const counts = await useCounts(db, view.projectId, types, MOST_USES);
  const rare = types.filter((type) => need(counts, type) < MOST_USES);
  const classes = (await readSymbols(db, view, rare))
    .map(({ primary }) => primary)
    .filter(({ nodeType }) => isConstructible(nodeType) || nodeType === "interface");
  const ids = classes.map(({ nodeId }) => nodeId);
  const { edges } = await incomingEdges(db, view, ids, { kinds: ["accepts"], tiers, limit: MOST_ROWS });
  const all = edges.filter(({ source }) => source.nodeType === "method");
  const takers = groupBy(await firstTakers(db, view, all, tiers), ({ target }) => target);
  const messages = new Map(
    classes.flatMap((head) => {
      const most = IS_NAMED_AS_MESSAGE.test(head.name) ? MOST_HEARING : MOST_TAKERS;
      return (takers.get(head.nodeId)?.length ?? 0) <= most ? [[head.nodeId, head]] : [];
    }),
  );
  const byKey = new Map(methods.map((head) => [keyOf(head), head]));
  return taken.flatMap(({ sourceVersion, sourceOrdinal, target }) => {
    const message = messages.get(target);
    return message ? [{ taker: need(byKey, `${sourceVersion}:${sourceOrdinal}`), message }] : [];
  });
}

interface Use {
  edge: Incoming;
  isNamesake: boolean;
}

/**
 * Functions that make objects of messages, are given them, or name their types, by the message. A message that nothing makes has the uses of its namesakes as
 * well.
 */
async function usesOf(
  reader: GraphReader,
  taken: readonly Taking[],
  declared: ReadonlySet<Taking>,
): Promise<Map<string, Use[]>> {
  const messages = new Map(taken.map(({ message }) => [message.nodeId, message]));
  const own = await usesOfTypes(reader, [...messages.values()]);
  const uses = new Map([...own].map(([id, edges]) => [id, edges.map((edge) => ({ edge, isNamesake: false }))]));
  const isMade = ({ nodeId }: SymbolHead) => (own.get(nodeId) ?? []).some(({ kind }) => kind === "calls");
  const alone = [...new Set([...declared].map(({ message }) => message))].filter((message) => !isMade(message));
  for (const message of alone.slice(0, MOST_NAMESAKES)) {
    const others = await namesakesOf(reader, message);
    const edges = [...(await usesOfTypes(reader, others)).values()].flat();
    uses.set(message.nodeId, [
      ...(uses.get(message.nodeId) ?? []),
      ...edges.map((edge) => ({ edge, isNamesake: true })),
    ]);
  }
  return uses;
}

async function usesOfTypes(
  { db, view, tiers }: GraphReader,
  types: readonly SymbolHead[],
): Promise<Map<string, Incoming[]>> {
  const ofType = new Map(types.map(({ nodeId }) => [nodeId, nodeId]));
  const owners = new Map(types.map((head) => [keyOf(head), head.nodeId]));
  for (const head of await childHeads(db, view, types, { nodeType: "constructor", limit: MOST_ROWS }))
    ofType.set(head.nodeId, need(owners, keyOf(parentOf(head))));
  const kinds = ["calls", "accepts", "references"] as const;
  const { edges } = await incomingEdges(db, view, [...ofType.keys()], { kinds, tiers, limit: MOST_EDGES });
  const uses = edges.filter(({ source }) => isCallable(source.nodeType) || source.ordinal === 0);
  return groupBy(uses, ({ target }) => need(ofType, target));
}

/** The methods that are declared for their message, by themselves or by their class. Parts of another such method are left out. */
async function declaredFor(reader: GraphReader, taken: readonly Taking[]): Promise<Set<Taking>> {
  const { db, view, tiers } = reader;
  const paths = taken.map(({ taker }) => taker.path);
  const lines = await linesOf(reader, paths);
  const classes = new Map(
    (
      await headsAt(
        db,
        view,
        taken.map(({ taker }) => parentOf(taker)),
      )
    ).map((head) => [keyOf(head), head]),
  );
  const declared = taken.filter(({ taker, message }) => {
    const own = lines.get(taker.path);
    const owner = classes.get(keyOf(parentOf(taker)));
    if (own === undefined || owner === undefined || !isConstructible(owner.nodeType)) return false;
    return (
      isClassFor({ lines: own, line: owner.lineStart }, message.name) ||
      isMethodFor({ lines: own, line: taker.lineStart }, message.name)
    );
  });
  const ids = declared.map(({ taker }) => taker.nodeId);
  const { edges } = await incomingEdges(db, view, ids, { kinds: ["calls"], tiers, limit: MOST_ROWS });
  const parentOfTaker = new Map(declared.map(({ taker }) => [taker.nodeId, keyOf(parentOf(taker))]));
  const parts = new Set(
    edges.flatMap(({ source, target }) => (keyOf(parentOf(source)) === need(parentOfTaker, target) ? [target] : [])),
  );
  return new Set(declared.filter(({ taker }) => !parts.has(taker.nodeId)));
}

/** How the lines of a use of a message send it: the surest. */
function sendingIn(
  lines: readonly string[],
  { source, kind, lines: places }: Incoming,
  message: string,
): Sending | null {
  const sendings = places.flatMap((line): Sending[] => {
    const isTop = source.ordinal === 0;
    const from = isTop ? Math.max(1, line - LINES_AROUND) : source.lineStart;
    const body = { lines, from, to: isTop ? line + LINES_AROUND : source.lineEnd };
    const own = lines[line - 1] ?? "";
    if (kind === "references" && isTypeSent(own, message)) return [{ how: "sent", line }];
    if (kind === "references" && !isMadeByType(own, message)) return [];
    const sent = kind === "accepts" ? sendingOfGiven(body, message) : sendingOfMade(body, line, message);
    return sent ? [sent] : [];
  });
  return sendings.find(({ how }) => how === "sent") ?? sendings[0] ?? null;
}

async function linesOf({ db, view }: GraphReader, paths: readonly string[]): Promise<Map<string, string[]>> {
  const texts = await readTexts(db, view, [...new Set(paths)].slice(0, MOST_FILES), MOST_BYTES, "given");
  return new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
}
