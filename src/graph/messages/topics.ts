/**
 * Ways that a name alone ties together: jobs and messages that go under a constant or a member of an enumeration to a queue, `queue.add(EMAIL, job)`,
 * and are taken under the same name elsewhere, `new Worker(EMAIL, send)`, `@Processor(EMAIL)`, or `super(EMAIL)` in a class of workers. Nothing
 * proves that sender and receiver share a broker, so these leads are likely, and are not edges. The name may be a text in both places (texts.ts). A
 * table or a `switch` that has the name as a key or a case takes as well: `[EMAIL]: send` (choice.ts).
 */
import { need, nth } from "../../base/need.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { incomingEdges, useCounts } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { childHeads, headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { GraphReader } from "../graph-reader.js";
import { type Lead, MOST_ROWS } from "../leads/lead.js";
import {
  isCallable,
  isConstructible,
  keepsValue,
  keyOf,
  nameBesidePath,
  parentOf,
  readSymbols,
  sourceKeyOf,
} from "../symbol.js";
import { withAliases } from "./aliases.js";
import { choosingNames } from "./choosers.js";
import { commandLeads } from "./commands.js";
import { type End, sendersOf, takersOf } from "./ends.js";
import { linesOf, type PlacedUse, placedUses } from "./reader.js";
import { type FindText, placesOfTexts, topicTextsIn } from "./texts.js";
import { mayHaveTopic, type TopicUse } from "./topic-use.js";
import { typesSent, typesTaken, withConstructors } from "./types.js";

/** Symbols of one step that are looked at, and constants that they refer to. */
const MOST_HEADS = 400;
const MOST_CONSTANTS = 300;
/** A constant that is used more often is not a name of a queue. */
const MOST_USES = 60;
const MOST_TOPICS = 20;
/** A name with more senders and takers ties nothing together. */
const MOST_ENDS = 12;
/** Lines above a declaration in which its decorators stand. */
const LINES_ABOVE = 8;
/** Lines above a declaration that a call around the names in its decorators may begin in. */
const FAR_ABOVE = LINES_ABOVE + 12;
/** Classes between the one that runs and the one whose constructor has the name. */
const MOST_BASES = 2;

const NONE: ReadonlySet<string> = new Set();

/**
 * Leads from senders of a name to its takers, with one of `heads` at the end `near`, and the heads at the other end. `find` looks for names that are texts.
 * Commands that code runs by name are among them.
 */
export async function topicLeads(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
  options: TopicOptions,
): Promise<{ leads: Lead[]; heads: Map<string, SymbolHead> }> {
  const queues = await queueLeads(db, view, heads, options);
  const commands = await commandLeads(db, view, heads, options.near);
  return { leads: [...queues.leads, ...commands.leads], heads: new Map([...queues.heads, ...commands.heads]) };
}

interface TopicOptions {
  tiers: readonly EdgeTier[];
  near: "from" | "to";
  find?: FindText | undefined;
}

async function queueLeads(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
  { tiers, near, find }: TopicOptions,
): Promise<{ leads: Lead[]; heads: Map<string, SymbolHead> }> {
  const reader = { db, view, tiers };
  const asked = new Set(heads.map(({ nodeId }) => nodeId));
  const leads: Lead[] = [];
  const met = new Map<string, SymbolHead>();
  const part = near === "from" ? "sends" : "takes";
  const around = await spansAround(reader, heads.slice(0, MOST_HEADS));
  const lines = await linesOf(reader, [...around.functions, ...around.classes]);
  const isNear = mayHaveTopicAround(around, lines, part);
  const chosen =
    near === "to"
      ? [...(await choosingNames(reader, around.functions)), ...(await typesTaken(reader, around.functions, lines))]
      : [];
  if (!isNear && chosen.length === 0) return { leads, heads: met };
  const makers = isNear && near === "from" ? await makersOfQueues(reader, around.functions) : [];
  const own = isNear ? await topicsAround(reader, { ...around, parts: [...around.parts, ...makers] }, part) : [];
  const sent = isNear && near === "from" ? await typesSent(reader, around.functions) : [];
  const named = new Map([...own, ...sent, ...chosen].map((head) => [head.nodeId, head]));
  const topics = [...named.values()].slice(0, MOST_TOPICS).map((head) => ({
    name: nameBesidePath(head.qualifiedName, head.path, head.nodeType),
    uses: () => usesOf(reader, head),
  }));
  const texts = find === undefined ? [] : await textTopics(reader, around, { lines, part, find });
  for (const { name, uses } of [...topics, ...texts]) {
    for (const { from, to } of await endsOf(reader, await uses(), near === "to" ? asked : NONE)) {
      const [here, there] = near === "from" ? [from.head, to.head] : [to.head, from.head];
      if (!asked.has(here.nodeId) || here.nodeId === there.nodeId) continue;
      met.set(there.nodeId, there);
      leads.push({
        from: from.head.nodeId,
        to: to.head.nodeId,
        relation: "topic",
        tier: "unique",
        rule: "unique-name",
        path: to.path,
        line: to.line,
        topic: name,
        sentAt: { path: from.path, line: from.line },
      });
    }
  }
  return { leads, heads: met };
}

/** Each sender of a name with each taker of it; none of a name with too many of either. */
async function endsOf(
  reader: GraphReader,
  uses: readonly PlacedUse[],
  asked: ReadonlySet<string>,
): Promise<{ from: End; to: End }[]> {
  const ofPart = (part: TopicUse["part"]) => uses.filter((use) => use.part === part);
  const senders = await sendersOf(reader, ofPart("sends"));
  const takers = await takersOf(reader, ofPart("takes"), asked);
  if (senders.length > MOST_ENDS || takers.length > MOST_ENDS) return [];
  return senders.flatMap((from) => takers.map((to) => ({ from, to })));
}

/** Names that are texts under which symbols send or take, and the uses of each. */
async function textTopics(
  reader: GraphReader,
  { functions, classes, parts }: NearTopics,
  { lines, part, find }: { lines: Lines; part: TopicUse["part"]; find: FindText },
) {
  const { db, view } = reader;
  const owners = new Map([...classes].map((head) => [keyOf(head), head.name]));
  const spans = [...functions.filter(({ nodeType }) => !isConstructible(nodeType)), ...classes, ...parts];
  const written = spans.flatMap((head) => {
    const { path, ordinal, nodeType, name, lineStart, lineEnd } = head;
    const owner = owners.get(keyOf(parentOf(head))) ?? name;
    const from = ordinal === 0 ? 1 : lineStart - LINES_ABOVE;
    // The members of a class are spans of their own.
    const to = ordinal === 0 ? Number.POSITIVE_INFINITY : isConstructible(nodeType) ? lineStart : lineEnd;
    return topicTextsIn(lines.get(path) ?? [], { from, to, owner }, part);
  });
  const places = await placesOfTexts(db, view, [...new Set(written)].slice(0, MOST_TOPICS), find);
  return [...places].map(([name, found]) => ({
    name: JSON.stringify(name),
    uses: async (): Promise<PlacedUse[]> => {
      const uses = found.slice(0, MOST_USES).map(({ source, line }) => ({ head: { name }, source, line }));
      return (await placedUses(reader, uses)).filter((use) => use !== null);
    },
  }));
}

/** The names that symbols send or take under: those that they, their classes, or the constructors and fields of these and of their bases refer to. */
async function topicsAround(
  reader: GraphReader,
  { functions, classes, parts }: NearTopics,
  part: TopicUse["part"],
): Promise<SymbolHead[]> {
  const { db, view, tiers } = reader;
  // Decorators of a class are references of its file.
  const files = await headsAt(
    db,
    view,
    functions.map(({ versionId }) => ({ versionId, ordinal: 0 })),
  );
  const spans = [
    ...new Map([...functions, ...classes, ...parts, ...files].map((head) => [keyOf(head), head])).values(),
  ];
  const edges = await outgoingEdges(db, view, spans, { kinds: ["references"], tiers, limit: MOST_ROWS });
  const targets = [...new Set(edges.map(({ target }) => target))];
  const named = (await readSymbols(db, view, targets))
    .map(({ primary }) => primary)
    .filter(({ nodeType }) => keepsValue(nodeType))
    .slice(0, MOST_CONSTANTS);
  const counts = await useCounts(
    db,
    view.projectId,
    named.map(({ nodeId }) => nodeId),
    MOST_USES,
  );
  const rare = new Map(
    named.filter(({ nodeId }) => need(counts, nodeId) < MOST_USES).map((head) => [head.nodeId, head]),
  );
  const sources = new Map(spans.map((head) => [keyOf(head), head]));
  const uses = edges.flatMap((edge) => {
    const head = rare.get(edge.target);
    return head ? [{ head, line: edge.line, source: need(sources, sourceKeyOf(edge)) }] : [];
  });
  const placed = await placedUses(reader, uses);
  const topics = placed.flatMap((use, index) => (use?.part === part ? [nth(uses, index).head] : []));
  return [...new Map(topics.map((head) => [head.nodeId, head])).values()];
}

/** A function that gives a queue, by its name. */
const GIVES_QUEUE = /^(?:get)?[iI]nstance$|[qQ]ueue|[pP]roducer|[pP]ublisher/;

/** The functions that some call for a queue to send by: `MailQueue.getInstance()`. The name that it is made under stands there. */
async function makersOfQueues(
  { db, view, tiers }: GraphReader,
  functions: readonly SymbolHead[],
): Promise<SymbolHead[]> {
  const calls = await outgoingEdges(db, view, functions, { kinds: ["calls"], tiers, limit: MOST_ROWS });
  const called = await readSymbols(db, view, [...new Set(calls.map(({ target }) => target))]);
  return called
    .map(({ primary }) => primary)
    .filter(({ name, nodeType }) => isCallable(nodeType) && nodeType !== "constructor" && GIVES_QUEUE.test(name));
}

/** Functions, their classes with the bases of these, and the constructors and fields of all of them. */
interface NearTopics {
  functions: SymbolHead[];
  classes: SymbolHead[];
  parts: SymbolHead[];
}

/** The lines of files, by path. */
type Lines = ReadonlyMap<string, readonly string[]>;

/** Whether the text of functions, or of the classes around them, has anything that sends or takes. */
function mayHaveTopicAround({ functions, classes, parts }: NearTopics, lines: Lines, part: TopicUse["part"]): boolean {
  const spans = [
    ...[...functions.filter(({ nodeType }) => !isConstructible(nodeType)), ...parts].map((head) => ({
      ...head,
      end: head.ordinal === 0 ? Number.POSITIVE_INFINITY : head.lineEnd,
    })),
    ...classes.map((head) => ({ ...head, end: head.lineStart + LINES_ABOVE })),
  ];
  return spans.some(({ path, lineStart, end }) => {
    const own = lines.get(path);
    // The text of a file that was not read may have anything.
    return own === undefined || mayHaveTopic(own.slice(Math.max(0, lineStart - 1 - FAR_ABOVE), end).join("\n"), part);
  });
}

/** Those of some symbols that run, with what is around them. */
async function spansAround(reader: GraphReader, heads: readonly SymbolHead[]): Promise<NearTopics> {
  const { db, view } = reader;
  const functions = heads.filter(
    ({ ordinal, nodeType, lineStart, lineEnd }) =>
      ordinal === 0 ||
      isCallable(nodeType) ||
      isConstructible(nodeType) ||
      (keepsValue(nodeType) && lineEnd > lineStart),
  );
  const parents = await headsAt(db, view, functions.map(parentOf));
  const own = [...functions, ...parents].filter(({ nodeType }) => isConstructible(nodeType));
  const classes = await withBases(reader, own);
  const children = await childHeads(db, view, classes, { limit: MOST_ROWS });
  const parts = children.filter(({ nodeType }) => nodeType === "constructor" || nodeType === "field");
  return { functions, classes, parts };
}

/** Classes and those that they extend. */
async function withBases({ db, view, tiers }: GraphReader, classes: readonly SymbolHead[]): Promise<SymbolHead[]> {
  const met = new Map(classes.map((head) => [keyOf(head), head]));
  let level = [...met.values()];
  for (let step = 0; step < MOST_BASES && level.length > 0; step++) {
    const edges = await outgoingEdges(db, view, level, { kinds: ["inherits"], tiers, limit: MOST_ROWS });
    const bases = await readSymbols(db, view, [...new Set(edges.map(({ target }) => target))]);
    level = bases.map(({ primary }) => primary).filter((head) => !met.has(keyOf(head)));
    for (const head of level) met.set(keyOf(head), head);
  }
  return [...met.values()];
}

/** The uses of a name, and of those that stand for it, outside of tests that send or take. */
async function usesOf(reader: GraphReader, head: SymbolHead): Promise<PlacedUse[]> {
  const { db, view, tiers } = reader;
  const isType = isConstructible(head.nodeType);
  const names = isType ? await withConstructors(reader, [head]) : await withAliases(reader, head);
  const kinds = isType ? (["references", "calls"] as const) : (["references"] as const);
  const { edges } = await incomingEdges(db, view, [...names.keys()], { kinds, tiers, limit: MOST_USES });
  const uses = edges
    .filter(({ source }) => pathClassOf(source.path) === "source")
    .flatMap(({ source, target, lines }) => lines.map((line) => ({ head: need(names, target), source, line })));
  return (await placedUses(reader, uses)).filter((use) => use !== null);
}
