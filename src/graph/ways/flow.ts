/**
 * The flow from some symbols: the functions that running them runs, with the calls in the order of the source. Members of interfaces, classes and fields
 * are passed through to what runs behind them, and count as no call of their own.
 */
import { groupBy } from "../../base/groups.js";
import { need, nth } from "../../base/need.js";
import type { EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { countCallersUpTo } from "../../store/edge-counts.js";
import { outgoingEdges } from "../../store/outgoing.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { givenObjectLeads } from "../leads/given-objects.js";
import { type Lead, type LeadFilter, MOST_OVERRIDERS, requestLead, runs } from "../leads/lead.js";
import { leadsFrom, passable } from "../leads/leads.js";
import { messageLeads } from "../messages/flow-messages.js";
import { topicLeads } from "../messages/topics.js";
import type { FindFiles } from "../routes/declared.js";
import { requestedBy } from "../routes/requested-by.js";
import { keyOf, readParents } from "../symbol.js";

/** A function of a flow. */
export interface FlowStep {
  head: SymbolHead;
  /** Calls between the start and it, from 1. */
  depth: number;
  /** The function that runs it, and the place there. */
  caller: SymbolHead;
  path: string;
  line: number;
  tier: EdgeTier;
  /** Whether it is one of several that the call may come to. */
  isOneOfMany: boolean;
  /** The calls to it in the project, up to SHARED. */
  callers: number;
}

/** A call through an interface that may come to more functions than a flow shows. */
export interface OpenStep {
  /** The member that is called, and those that override it. */
  member: SymbolHead;
  overriding: SymbolHead[];
}

/** A function with this many callers serves everything, and says little of one flow. */
export const SHARED = 25;
/** At most this many functions are met. */
const MOST_MET = 600;
/** Of more at most this many whose types the flow names. */
const MOST_NAMED_TARGETS = 8;
const MOST_USES = 5000;
/** At most this many members and fields in a row are passed through. */
const MOST_PASSED = 3;

/** A symbol that the walk has met. */
interface Met {
  head: SymbolHead;
  depth: number;
  /** Symbols passed through since the last function. */
  passed: number;
  /** Whether it stands within the one that it was met from. */
  isInner: boolean;
  /** The calls of a function, up to SHARED. */
  callers: number;
  lead: Lead | null;
}

/**
 * The functions that running `starts` runs, `depth` calls deep, each once, in the order of the source: after a function come its callees; and the calls that
 * may come to too many others. `find` finds files
 * outside of tests, among them the files that declare requested routes.
 */
export async function flowFrom(
  db: Db,
  view: View,
  starts: readonly SymbolHead[],
  {
    depth,
    tiers,
    withTests,
    find,
    signal,
  }: { depth: number; tiers: readonly EdgeTier[]; withTests: boolean; find: FindFiles; signal: AbortSignal },
): Promise<{ steps: FlowStep[]; open: OpenStep[] }> {
  const met = new Map<string, Met>();
  const open = new Map<string, OpenStep>();
  for (const head of starts)
    met.set(head.nodeId, { head, depth: 0, passed: 0, isInner: false, callers: 0, lead: null });
  const next = new Map<string, Lead[]>();
  let frontier = [...met.keys()];
  const called = new Set(frontier);
  while (frontier.length > 0 && met.size < MOST_MET) {
    signal.throwIfAborted();
    const from = frontier.map((id) => need(met, id).head);
    const { leads, heads } = await leadsOfStep(db, view, from, {
      tiers,
      isPassable: passable(withTests),
      called,
      find,
    });
    for (const lead of leads) if (lead.relation === "calls") called.add(lead.to);
    const ofNamed = await ofNamedTypes(db, view, leads, { heads, met, tiers });
    const followed = leads.filter((lead) => {
      const source = need(met, lead.from);
      return isFollowed(lead, heads.get(lead.to), source) && isRunBy(source, lead);
    });
    const reached: string[] = [];
    for (const [from, own] of groupBy(followed, (lead) => lead.from)) {
      const kept = inOrder(fewTargets(own, ofNamed));
      const overriding = own.flatMap(({ relation, to }) => (relation === "overridden" ? need(heads, to) : []));
      if (overriding.length > kept.filter(({ relation }) => relation === "overridden").length)
        open.set(from, { member: need(met, from).head, overriding });
      next.set(from, kept);
      for (const lead of kept) {
        const added = step(need(met, from), lead, need(heads, lead.to), depth);
        if (added === null || met.has(lead.to)) continue;
        met.set(lead.to, added);
        reached.push(lead.to);
      }
    }
    const added = reached.map((id) => need(met, id));
    await countCallers(db, view, added, tiers);
    frontier = reached.filter((id) => goesOn(need(met, id), depth));
  }
  const found = steps(starts, met, next, await membersOfInterfaces(db, view, [...met.values()]));
  return { steps: found, open: [...open.values()] };
}

/** All leads from some symbols, and the heads at their ends: by edges, messages, topics, requests and objects that are given away. */
async function leadsOfStep(
  db: Db,
  view: View,
  from: readonly SymbolHead[],
  {
    tiers,
    isPassable,
    called,
    find,
  }: Pick<LeadFilter, "tiers" | "isPassable"> & { called: ReadonlySet<string>; find: FindFiles },
): Promise<{ leads: Lead[]; heads: Map<string, SymbolHead> }> {
  const filter = { tiers, kinds: ["calls", "references"] as const, isPassable, ends: NONE, called };
  const ids = from.map(({ nodeId }) => nodeId);
  const { leads: known, heads } = await leadsFrom(db, view, ids, filter);
  const messages = await messageLeads(db, view, known, heads, tiers);
  const topics = await topicLeads(db, view, from, { tiers, near: "from" });
  const given = await givenObjectLeads({ db, view, tiers }, known, heads);
  const requests = await requestLeads(db, view, from, find);
  for (const [nodeId, head] of [...messages.heads, ...topics.heads, ...requests.heads, ...given.heads])
    if (isPassable(head)) heads.set(nodeId, head);
  return { leads: [...known, ...messages.leads, ...topics.leads, ...requests.leads, ...given.leads], heads };
}

/** Leads from functions that request a route to its handlers, and the handlers' heads. */
async function requestLeads(db: Db, view: View, heads: readonly SymbolHead[], find: FindFiles) {
  const requests = await requestedBy(db, view, heads, find);
  return { leads: requests.map(requestLead), heads: new Map(requests.map(({ handler }) => [handler.nodeId, handler])) };
}

/** The functions that interfaces declare, which have no body however many lines they take. */
async function membersOfInterfaces(db: Db, view: View, all: readonly Met[]): Promise<Set<string>> {
  const heads = all.map(({ head }) => head).filter(runs);
  const parentOf = await readParents(db, view, heads);
  return new Set(heads.filter((head) => parentOf(head)?.nodeType === "interface").map(keyOf));
}

/** Code above the function does not run, and where the base itself was called its overriders do not. */
const isRunBy = ({ head, lead: by }: Met, lead: Lead): boolean =>
  !isAbove(lead, head) && !(by?.isOfBase && lead.relation === "overridden");

async function countCallers(db: Db, view: View, some: readonly Met[], tiers: readonly EdgeTier[]): Promise<void> {
  const functions = some.filter(({ head }) => runs(head));
  const ids = functions.map(({ head }) => head.nodeId);
  const counts = await countCallersUpTo(db, view, ids, { tiers, most: SHARED });
  for (const [index, one] of functions.entries()) one.callers = nth(counts, index);
}

/** Whether the walk goes on from a symbol: not from the last functions, and not from those that serve everything, but for the nearest. */
function goesOn({ head, depth, isInner, callers }: Met, most: number): boolean {
  const mayBePassed = !runs(head) || isInner || isShort(head);
  return mayBePassed || (depth < most && (depth <= 1 || callers < SHARED));
}

const NONE: ReadonlySet<string> = new Set();

/** Whether a symbol is a step of its own: a function, or a taker of a request or a message, such as a key with a value that a library made of functions. */
const isStep = (head: SymbolHead, by: Lead | null): boolean =>
  runs(head) || by?.relation === "requests" || by?.relation === "topic";

/** Leads to code that runs, not to mere names of types and reads of values. */
function isFollowed({ relation }: Lead, to: SymbolHead | undefined, from: Met): boolean {
  if (!to) return false;
  if (relation === "references") return runs(to);
  // `export const POST = withErrors({ handler() {} })`: running the constant runs what it was made of.
  if (relation === "holds") return runs(to) && (from.lead === null || from.lead.relation !== "references");
  return (
    relation === "calls" ||
    relation === "message" ||
    relation === "given" ||
    relation === "topic" ||
    relation === "requests" ||
    relation === "overridden" ||
    relation === "makes" ||
    relation === "sets"
  );
}

/** Whether a function's decorator makes the call, which is above it: it runs where the function is declared. */
const isAbove = ({ relation, path, line }: Lead, from: SymbolHead) =>
  runs(from) && (relation === "calls" || relation === "references") && path === from.path && line < from.lineStart;

/** Of many overriders of a member, the one that runs is not known; except for those whose types the flow names. */
function fewTargets(leads: readonly Lead[], ofNamed: ReadonlySet<string>): Lead[] {
  const overriding = leads.filter(({ relation }) => relation === "overridden");
  if (overriding.length <= MOST_OVERRIDERS) return [...leads];
  const named = overriding.filter(({ to }) => ofNamed.has(to));
  const kept = new Set(named.length <= MOST_NAMED_TARGETS ? named : []);
  return leads.filter((lead) => lead.relation !== "overridden" || kept.has(lead));
}

/** The overriding members of types that functions of the flow name, as in a list of plugins, or make by a call. */
async function ofNamedTypes(
  db: Db,
  view: View,
  leads: readonly Lead[],
  {
    heads,
    met,
    tiers,
  }: { heads: ReadonlyMap<string, SymbolHead>; met: ReadonlyMap<string, Met>; tiers: readonly EdgeTier[] },
): Promise<Set<string>> {
  const overriding = leads.flatMap((lead) => (lead.relation === "overridden" ? (heads.get(lead.to) ?? []) : []));
  if (overriding.length <= MOST_OVERRIDERS) return new Set();
  const functions = [...met.values()].map(({ head }) => head).filter(runs);
  const uses = await outgoingEdges(db, view, functions, { kinds: ["references", "calls"], tiers, limit: MOST_USES });
  const named = new Set(uses.map(({ target }) => target));
  const parentOf = await readParents(db, view, overriding);
  return new Set(overriding.flatMap((head) => (named.has(parentOf(head)?.nodeId ?? "") ? [head.nodeId] : [])));
}

/** By place; in one line calls before functions that are given to them. */
const inOrder = (leads: readonly Lead[]) =>
  leads.toSorted(
    (a, b) =>
      Number(a.path > b.path) - Number(a.path < b.path) ||
      a.line - b.line ||
      Number(a.relation === "references") - Number(b.relation === "references"),
  );

/** A symbol one lead further; null where that is too far. */
function step(from: Met, lead: Lead, head: SymbolHead, most: number): Met | null {
  // Functions within functions and members without a body are read where they stand.
  const isPassed =
    from.lead !== null && (!isStep(from.head, from.lead) || from.isInner || lead.relation === "overridden");
  const depth = isPassed ? from.depth : from.depth + 1;
  const passed = isPassed ? from.passed + 1 : 0;
  const isInner = isWithin(head, from.head);
  return depth > most || passed > MOST_PASSED ? null : { head, depth, passed, isInner, callers: 0, lead };
}

const isWithin = (inner: SymbolHead, outer: SymbolHead) =>
  outer.path === inner.path && outer.lineStart <= inner.lineStart && inner.lineEnd <= outer.lineEnd;

/** The functions that were met, but for members without a body, in the order of the calls. */
function steps(
  starts: readonly SymbolHead[],
  met: ReadonlyMap<string, Met>,
  next: ReadonlyMap<string, readonly Lead[]>,
  ofInterfaces: ReadonlySet<string>,
): FlowStep[] {
  const found: FlowStep[] = [];
  const told = new Set(starts.map(({ nodeId }) => nodeId));
  const isShown = (head: SymbolHead) =>
    starts.some((start) => isWithin(head, start)) || found.some((one) => isWithin(head, one.head));
  const goOn = (from: string, caller: SymbolHead, via: Lead | null): void => {
    const own = next.get(from) ?? [];
    const overriding = own.filter(({ relation }) => relation === "overridden").length;
    for (const lead of own) {
      const to = met.get(lead.to);
      // Each function stands below the one that it was met from first.
      if (!to || told.has(lead.to) || to.lead !== lead) continue;
      told.add(lead.to);
      const site = via ?? lead;
      const ahead = next.get(lead.to) ?? [];
      const isBodiless =
        (isShort(to.head) && ahead.some(({ relation }) => relation === "overridden")) ||
        (ofInterfaces.has(keyOf(to.head)) && !callsAny(ahead));
      if (!isStep(to.head, lead) || isBodiless || isShown(to.head)) {
        // The lines of a function within the caller are lines of the caller.
        goOn(lead.to, caller, isWithin(to.head, caller) ? null : site);
        continue;
      }
      const { path, line, tier } = site;
      const isOneOfMany = lead.relation === "overridden" && overriding > 1;
      found.push({ head: to.head, depth: to.depth, caller, path, line, tier, isOneOfMany, callers: to.callers });
      goOn(lead.to, to.head, null);
    }
  };
  for (const head of starts) goOn(head.nodeId, head, null);
  return found;
}

/** Whether a member that an interface declares has a body after all. */
const callsAny = (leads: readonly Lead[]): boolean => leads.some(({ relation }) => relation === "calls");

/** Whether there is no room for a body. */
const isShort = ({ lineStart, lineEnd }: SymbolHead) => lineEnd - lineStart < 2;
