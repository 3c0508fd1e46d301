/** One step of the walk to tests: the references to the symbols of a level, and those of them that lead on. */
import { addToSet } from "../../base/groups.js";
import { need } from "../../base/need.js";
import { EDGE_TIERS, type EdgeKind } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import { decidedEdges, type Incoming, incomingEdges } from "../../store/incoming.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { callsToOverriders } from "../calls/own-calls.js";
import { isEntryOf, registersType } from "../calls/registration.js";
import { givenObjects } from "../leads/given-objects.js";
import { signalSenders } from "../messages/signals.js";
import { topicLeads } from "../messages/topics.js";
import { readTextsOf } from "../source-lines.js";
import { isContainer, keepsValue, keyOf, parentOf } from "../symbol.js";
import { sendersOf } from "./senders.js";
import {
  add,
  lessSure,
  link,
  MOST_STEP,
  type ReachingWalk,
  TESTS_FIRST,
  type TestUse,
  type WalkNode,
} from "./test-walk.js";
import { noteSites, noteUse } from "./uses.js";

const KINDS: readonly EdgeKind[] = ["calls", "references", "accepts", "inherits", "implements", "extends", "overrides"];
const DERIVES: ReadonlySet<EdgeKind> = new Set(["inherits", "implements", "extends"]);

/** One level of the walk: notes the lines of tests that refer to its symbols; other new symbols are the next level. */
export async function step(walk: ReachingWalk, level: readonly WalkNode[], hops: number): Promise<WalkNode[]> {
  const met: WalkNode[] = [];
  for (const { edge, tier, isRegistered, message, isHandedOn } of await leadsTo(walk, level)) {
    const { source, target } = edge;
    if (walk.nodes.get(source.nodeId)?.isAsked) continue;
    const isTest = pathClassOf(source.path) === "test";
    if (isTest) noteUse(walk, edge, { hops, tier, message, isRegistered, isHandedOn });
    else noteSites(walk, edge, hops, tier);
    if (source.ordinal === 0) {
      if (!isTest) addToSet(walk.topLevel, target, source);
      continue;
    }
    const { request, through } = need(walk.nodes, target);
    const overrider = overriderAbove(need(walk.nodes, target), edge);
    const way = { request, message, through, isRegistered, isHandedOn, overrider };
    const node = { head: source, hops, tier, isAsked: false, ...way };
    if (add(walk, node)) met.push(node);
    if (walk.nodes.has(source.nodeId)) link(walk, target, source.nodeId);
  }
  return met;
}

/** A reference by which the walk goes on to its source, as sure as the least sure one so far. */
interface LeadingEdge extends Pick<TestUse, "tier" | "message" | "isRegistered" | "isHandedOn"> {
  edge: Incoming;
}

/** The references to the symbols of a level that lead on: those that do more than register it first, of these the surest. */
async function leadsTo(walk: ReachingWalk, level: readonly WalkNode[]): Promise<LeadingEdge[]> {
  const { db, view, tiers } = walk;
  const targets = level.map(({ head }) => head.nodeId);
  const found = await incomingEdges(db, view, targets, { kinds: KINDS, tiers, limit: MOST_STEP, places: TESTS_FIRST });
  if (found.leftOut) walk.isCapped = true;
  const edges = await withoutSiblings(walk, found.edges);
  const decided = tiers.includes("import")
    ? await decidedEdges(db, view, targets, { kinds: ["calls"], limit: MOST_STEP })
    : [];
  const called = calledByName(edges);
  const sent = await sendersTo(
    walk,
    level.filter(({ head }) => !called.has(head.nodeId)),
  );
  const registering = await registeringIn(walk, edges);
  return [...edges, ...decided.map(({ edge }) => edge), ...sent.keys()]
    .filter((edge) => edge.source.nodeId !== edge.target && leadsOn(need(walk.nodes, edge.target), edge))
    .map((edge) => {
      const { tier, message, isRegistered = false, isHandedOn = false } = need(walk.nodes, edge.target);
      return {
        edge,
        tier: lessSure(edge.tier, tier),
        message: sent.get(edge) ?? message,
        // Of what is sent an object that is given away has no name.
        isHandedOn: isHandedOn || (sent.has(edge) && sent.get(edge) === undefined),
        isRegistered: isRegistered || registering.has(edge),
      };
    })
    .sort(
      (a, b) =>
        Number(a.isRegistered) - Number(b.isRegistered) || EDGE_TIERS.indexOf(a.tier) - EDGE_TIERS.indexOf(b.tier),
    );
}

/** The targets that code outside of tests calls by their names: this leaves nothing to guess. */
function calledByName(edges: readonly Incoming[]): Set<string> {
  const calls = edges.filter(({ kind, source }) => kind === "calls" && pathClassOf(source.path) !== "test");
  return new Set(calls.map(({ target }) => target));
}

/** A method of a base that calls an overridden one of its own class runs the member of the class that it was called on. */
const overriderAbove = ({ head, overrider }: WalkNode, { kind, source }: Incoming): SymbolHead | undefined =>
  kind === "calls" && keyOf(parentOf(source)) === keyOf(parentOf(head)) ? overrider : undefined;

/** Edges without calls by which siblings of a class that was met run their own members. */
function withoutSiblings({ db, view, nodes }: ReachingWalk, edges: readonly Incoming[]): Promise<Incoming[]> {
  const overridden = [...new Set(edges.map(({ target }) => target))].flatMap((target) => {
    const { head: base, overrider } = need(nodes, target);
    return overrider ? [{ base, overrider }] : [];
  });
  const asCall = ({ kind, source, target }: Incoming) => (kind === "calls" ? { source, targets: [target] } : null);
  return callsToOverriders(db, view, edges, asCall, overridden);
}

/**
 * References outside of tests that only register a class in question, or put a value of the walk beside its like: a test of a router of all routers may
 * never come to this one.
 */
async function registeringIn(walk: ReachingWalk, edges: readonly Incoming[]): Promise<Set<Incoming>> {
  const naming = edges.filter(({ kind, source, target }) => {
    if (kind !== "references" || pathClassOf(source.path) === "test") return false;
    const { head, isAsked } = need(walk.nodes, target);
    return isAsked ? isContainer(head.nodeType) : keepsValue(head.nodeType) && keepsValue(source.nodeType);
  });
  const places = naming.flatMap(({ source, lines }) => lines.map((line) => ({ path: source.path, line })));
  const texts = await readTextsOf(walk.db, walk.view, places);
  const lines = new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
  const registering = naming.filter(({ source, target, lines: own }) => {
    const { head, isAsked } = need(walk.nodes, target);
    const registers = isAsked ? registersType : isEntryOf;
    return own.every((line) => registers(lines.get(source.path)?.[line - 1] ?? "", head.name));
  });
  for (const { source } of registering) walk.registrars.set(source.nodeId, source);
  return new Set(registering);
}

/** Calls that stand for messages, names or objects on their way to symbols of a level, each with the type or name of the message. */
async function sendersTo(walk: ReachingWalk, level: readonly WalkNode[]): Promise<Map<Incoming, string | undefined>> {
  const { db, view, tiers } = walk;
  const heads = level.map(({ head }) => head);
  const sent = new Map<Incoming, string | undefined>();
  const call = { kind: "calls" as const, rule: "unique-name" as const, linesLeftOut: 0 };
  const messages = await sendersOf(walk, heads);
  // A kept message is sent by the code around its unit, which the unit's tests leave out.
  for (const { source, line, taker, tier, message, isKept } of messages)
    if (tiers.includes(isKept ? "candidate" : tier))
      sent.set({ ...call, source, target: taker.nodeId, tier, lines: [line] }, message.name);
  if (!tiers.includes("unique")) return sent;
  const topics = await topicLeads(db, view, heads, { tiers, near: "to", find: walk.find });
  for (const { from, to, line, topic = "" } of topics.leads)
    sent.set({ ...call, source: need(topics.heads, from), target: to, tier: "unique", lines: [line] }, topic);
  for (const { source, line, taker, signal } of await signalSenders(db, view, heads, tiers))
    sent.set({ ...call, source, target: taker.nodeId, tier: "unique", lines: [line] }, signal);
  for (const { source, line, member } of await givenObjects({ db, view, tiers }, heads))
    sent.set({ ...call, source, target: member.nodeId, tier: "unique", lines: [line] }, undefined);
  return sent;
}

/** Whether code that runs the source of a reference may run its target. */
function leadsOn({ head, isAsked }: WalkNode, { kind, source }: Incoming): boolean {
  if (kind === "calls") return true;
  // Of a member that was asked about, tests of what implements it.
  if (kind === "overrides") return isAsked;
  if (isAsked || !isContainer(head.nodeType)) return true;
  // A class that was reached is made, extended, or given to a constructor; a test may have it made by a container.
  if (kind === "accepts") return source.nodeType === "constructor";
  return kind === "references" ? pathClassOf(source.path) === "test" : DERIVES.has(kind);
}
