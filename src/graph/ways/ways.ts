/**
 * The ways from some symbols to others. Two walks, one with the leads from the first symbols and one against those into the others, take turns, the
 * smaller first, until they meet. The answer has the cheapest of the ways they saw, and others that differ from it.
 */
import { groupBy } from "../../base/groups.js";
import { need, nth, present } from "../../base/need.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { apartFromOverriding, symbolAt } from "../calls/super-calls.js";
import { isOneOfMany, type Lead, type LeadFilter, type LeadRelation, type Leads } from "../leads/lead.js";
import { leadsFrom, leadsTo } from "../leads/leads.js";

/** The most symbols that one walk meets. */
export const MOST_MET = 3000;
/** An answer lists at most this many ways. */
const MOST_WAYS = 3;
/** A walk that met more goes no further once there is a way. */
const MOST_MET_FOR_OTHERS = 800;
/** A walk that has nothing to meet any more goes so far, to tell where it ends. */
const STEPS_FOR_ENDS = 3;

/** Why a search ended before it had seen everything. */
export type Cut = "steps" | "symbols" | "time";

export interface Way {
  start: SymbolHead;
  steps: { lead: Lead; to: SymbolHead }[];
}

export interface WalkedSide {
  /** Steps from the end that it began at, by node_id. */
  depths: Map<string, number>;
  heads: Map<string, SymbolHead>;
  leads: Lead[];
}

export interface Search {
  ways: Way[];
  cut: Cut | null;
  from: WalkedSide;
  to: WalkedSide;
}

export interface WayOptions {
  tiers: readonly EdgeTier[];
  kinds: LeadFilter["kinds"];
  isPassable: LeadFilter["isPassable"];
  maxSteps: number;
  /** When to stop, by `performance.now()`. */
  until: number;
  signal: AbortSignal;
  /** Whether to guess leads to symbols without known ones: see leads/guesses.ts. */
  withGuesses?: boolean;
  find?: LeadFilter["find"];
  findClients?: LeadFilter["findClients"];
}

interface WayWalk extends WalkedSide {
  frontier: string[];
  level: number;
  /** Whether a limit left something out. */
  isCut: boolean;
  /** Symbols that a call leads to, or that were asked about. */
  called: Set<string>;
}

/** The ways from any of `starts` to any of `ends`, best first, at most three. */
export async function findWays(
  db: Db,
  view: View,
  starts: readonly SymbolHead[],
  ends: readonly SymbolHead[],
  options: WayOptions,
): Promise<Search> {
  const from = startWalk(starts);
  const to = startWalk(ends);
  const filter = { ...options, ends: new Set([...from.depths.keys(), ...to.depths.keys()]) };
  const forward = () => goOn(from, (ids) => leadsFrom(db, view, ids, { ...filter, called: from.called }), "to");
  const backward = () => goOn(to, (ids) => leadsTo(db, view, headsIn(to, ids), filter), "from");
  const cut = await meet(from, to, { forward, backward }, options);
  const ways = hasMet(from, to) ? waysIn([...from.leads, ...to.leads], from, to) : [];
  return { ways, cut, from, to };
}

/** All that leads to any of `ends`, as far as the limits allow. */
export async function searchBack(
  db: Db,
  view: View,
  ends: readonly SymbolHead[],
  options: WayOptions,
): Promise<{ walked: WalkedSide; cut: Cut | null }> {
  const to = startWalk(ends);
  const filter = { ...options, ends: new Set(to.depths.keys()) };
  while (to.frontier.length > 0) {
    if (to.level >= options.maxSteps) return { walked: to, cut: "steps" };
    if (performance.now() > options.until) return { walked: to, cut: "time" };
    options.signal.throwIfAborted();
    await goOn(to, (ids) => leadsTo(db, view, headsIn(to, ids), filter), "from");
  }
  return { walked: to, cut: to.isCut ? "symbols" : null };
}

function startWalk(heads: readonly SymbolHead[]): WayWalk {
  const byId = new Map(heads.map((head) => [head.nodeId, head]));
  const ids = [...byId.keys()];
  const depths = new Map(ids.map((id) => [id, 0]));
  return { depths, heads: byId, leads: [], frontier: ids, level: 0, isCut: false, called: new Set(ids) };
}

const headsIn = ({ heads }: WalkedSide, ids: readonly string[]) => ids.map((id) => need(heads, id));

/** Takes a step from the frontier. */
async function goOn(
  walk: WayWalk,
  look: (ids: readonly string[]) => Promise<Leads>,
  far: "from" | "to",
): Promise<void> {
  const found = await look(walk.frontier);
  walk.isCut ||= found.isCapped;
  const next: string[] = [];
  walk.level++;
  for (const lead of found.leads) {
    const id = lead[far];
    if (!walk.depths.has(id)) {
      if (walk.depths.size >= MOST_MET) {
        walk.isCut = true;
        continue;
      }
      walk.depths.set(id, walk.level);
      walk.heads.set(id, need(found.heads, id));
      next.push(id);
    }
    if (lead.relation === "calls") walk.called.add(lead.to);
    walk.leads.push(lead);
  }
  walk.frontier = next;
}

type Step = () => Promise<void>;

/** Takes steps until the walks have met, or until there is no use in more; what cut it short. */
async function meet(
  from: WayWalk,
  to: WayWalk,
  { forward, backward }: { forward: Step; backward: Step },
  { maxSteps, until, signal, withGuesses = false }: WayOptions,
): Promise<Cut | null> {
  for (let isLast = false; ; ) {
    const isMet = hasMet(from, to) && waysIn([...from.leads, ...to.leads], from, to).length > 0;
    if (isMet && (isLast || Math.min(from.depths.size, to.depths.size) > MOST_MET_FOR_OTHERS)) return null;
    // One step more has ways that are as short, or surer.
    isLast = isMet;
    const next = nextOf(from, to, withGuesses);
    if (!next) return !isMet && (from.isCut || to.isCut) ? "symbols" : null;
    if (from.level + to.level >= maxSteps) return isMet ? null : "steps";
    if (performance.now() > until) return isMet ? null : "time";
    signal.throwIfAborted();
    await (next === from ? forward() : backward());
  }
}

/** Which of the walks goes on; null where neither can meet the other any more. Guesses only the walk against the leads makes. */
function nextOf(from: WayWalk, to: WayWalk, withGuesses: boolean): WayWalk | null {
  // Only the walk against the leads sees all that names a type.
  if (to.level === 0) return to;
  const isOpen = (walk: WayWalk, other: WayWalk) =>
    walk.frontier.length > 0 &&
    (other.frontier.length > 0 || other.isCut || withGuesses || walk.level < STEPS_FOR_ENDS);
  if (!isOpen(from, to)) return isOpen(to, from) ? to : null;
  return isOpen(to, from) && to.frontier.length < from.frontier.length ? to : from;
}

function hasMet(from: WalkedSide, to: WalkedSide): boolean {
  const [small, large] = from.depths.size < to.depths.size ? [from, to] : [to, from];
  for (const id of small.depths.keys()) if (large.depths.has(id)) return true;
  return false;
}

/** The symbols of a side that others of it stand for: a class for its constructors, a field for the lines that make its class. */
export function standIns({ leads, heads }: Pick<WalkedSide, "leads" | "heads">): string[] {
  const called = new Set(leads.flatMap(({ to, relation }) => (relation === "makes" ? [] : [to])));
  const classes = leads.flatMap(({ from, to, relation }) => (relation === "makes" && called.has(to) ? [from] : []));
  const isField = ({ from }: Lead) => need(heads, from).nodeType === "field";
  const placeIn = ({ to, path, line }: Lead) => `${to} ${path}:${line}`;
  const made = new Set(leads.flatMap((lead) => (isField(lead) ? [] : [placeIn(lead)])));
  return [...classes, ...leads.flatMap((lead) => (isField(lead) && made.has(placeIn(lead)) ? [lead.from] : []))];
}

/** Costs of a step: of ways of equal length the one of calls is shown, and a surer one before a shorter one that is in doubt. */
const COSTS: Partial<Record<LeadRelation, number>> = {
  calls: 2,
  overridden: 1,
  makes: 1,
  holds: 1,
  sets: 2,
  imports: 4,
  inherits: 1,
};
const COST_OF_NAMING = 3;
const DOUBT: Partial<Record<EdgeTier, number>> = { unique: 2, candidate: 6 };
/** A step into an example, or into what a program wrote. */
const COST_ASIDE = 2;
/** A step that another way has already. */
const COST_OF_REPEATING = 8;

function costOf(lead: Lead, to: SymbolHead): number {
  const aside = pathClassOf(to.path) === "source" ? 0 : COST_ASIDE;
  const doubt = DOUBT[isOneOfMany(lead) ? "candidate" : lead.tier] ?? 0;
  return (COSTS[lead.relation] ?? COST_OF_NAMING) + doubt + aside;
}

/** The cheapest way in what two walks saw, and others that cost little more and go by other symbols. */
export function waysIn(leads: readonly Lead[], from: WalkedSide, to: WalkedSide): Way[] {
  const met = new Map(leads.map((lead) => [`${lead.from} ${lead.to} ${lead.relation}`, lead]));
  const next = groupBy(apartFromOverriding([...met.values()]), (lead) => lead.from);
  const starts = idsAt(from, 0);
  const ends = new Set(idsAt(to, 0));
  const headOf = (id: string) => present(from.heads.get(symbolAt(id)) ?? to.heads.get(symbolAt(id)));
  const repeated = new Map<Lead, number>();
  const seen = new Set<string>();
  const places = new Set<string>();
  const lineKey = ({ path, line }: Lead) => `${path}:${line}`;
  const fullCost = (lead: Lead) => costOf(lead, headOf(lead.to));
  const ways: Lead[][] = [];
  let most = Number.POSITIVE_INFINITY;
  // A way that is found again is dearer the next time.
  for (let round = 0; round < 2 * MOST_WAYS && ways.length < MOST_WAYS; round++) {
    const met = cheapest(
      starts,
      (id) => ends.has(symbolAt(id)),
      (id) => next.get(id),
      { far: "to", cost: (lead) => fullCost(lead) + (repeated.get(lead) ?? 0) },
    );
    const way = met.end === null ? null : chainTo(met.end, met.cameBy);
    if (!way) break;
    const cost = way.reduce((sum, lead) => sum + fullCost(lead), 0);
    // A new way must also stand in another line: `Jwt.verify()` refers to Jwt and calls verify.
    const isNew =
      ways.length === 0 || way.slice(0, -1).some((lead) => !seen.has(lead.to) && !places.has(lineKey(lead)));
    if (isNew && cost <= most) ways.push(way);
    most = Math.min(most, cost * 1.5 + 3);
    for (const lead of way) {
      seen.add(lead.to);
      places.add(lineKey(lead));
    }
    for (const lead of way) repeated.set(lead, (repeated.get(lead) ?? 0) + COST_OF_REPEATING);
  }
  return ways.map((way) => ({
    start: headOf(nth(way, 0).from),
    steps: way.map((lead) => ({ lead, to: headOf(lead.to) })),
  }));
}

const idsAt = ({ depths }: WalkedSide, wanted: number) =>
  [...depths].flatMap(([id, depth]) => (depth === wanted ? [id] : []));

/** Of a walk against the leads, the cheapest way to where it began from each of some symbols. */
export function waysFrom(starts: readonly SymbolHead[], { depths, heads, leads }: WalkedSide): Way[] {
  const before = groupBy(leads, (lead) => lead.to);
  const ends = idsAt({ depths, heads, leads }, 0);
  const isEnd = new Set(ends);
  const { cameBy } = cheapest(
    ends,
    () => false,
    (id) => before.get(id),
    {
      far: "from",
      cost: (lead) => costOf(lead, need(heads, lead.to)),
    },
  );
  return starts.map((start) => {
    const steps: Way["steps"] = [];
    for (let lead = cameBy.get(start.nodeId); lead; lead = isEnd.has(lead.to) ? undefined : cameBy.get(lead.to))
      steps.push({ lead, to: need(heads, lead.to) });
    return { start, steps };
  });
}

/** By what symbols are reached most cheaply from the starts, as far as the first end; `far`: the end of a lead that it leads on to. */
function cheapest(
  starts: readonly string[],
  isEnd: (id: string) => boolean,
  leadsAt: (id: string) => readonly Lead[] | undefined,
  { far, cost }: { far: "from" | "to"; cost: (lead: Lead) => number },
): { end: string | null; cameBy: Map<string, Lead> } {
  const best = new Map(starts.map((id) => [id, 0]));
  const cameBy = new Map<string, Lead>();
  // Costs are small whole numbers: a list of symbols for each stands for a heap.
  const byCost: string[][] = [[...starts]];
  for (let spent = 0; spent < byCost.length; spent++) {
    for (const id of byCost[spent] ?? []) {
      if (best.get(id) !== spent) continue;
      if (isEnd(id)) return { end: id, cameBy };
      for (const lead of leadsAt(id) ?? []) {
        const total = spent + cost(lead);
        if (total >= (best.get(lead[far]) ?? Number.POSITIVE_INFINITY)) continue;
        best.set(lead[far], total);
        cameBy.set(lead[far], lead);
        byCost[total] ??= [];
        nth(byCost, total).push(lead[far]);
      }
    }
  }
  return { end: null, cameBy };
}

function chainTo(end: string, cameBy: ReadonlyMap<string, Lead>): Lead[] {
  const way: Lead[] = [];
  for (let lead = cameBy.get(end); lead; lead = cameBy.get(lead.from)) way.unshift(lead);
  return way;
}
