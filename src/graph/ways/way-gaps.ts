/**
 * Where no way is known: how far two walks got, and what may join them. Calls without a known target, by the name of a symbol on the other side;
 * state and messages that both sides use; the nearest files of the sides; and the end of each.
 */
import { addToList } from "../../base/groups.js";
import { need } from "../../base/need.js";
import { type EdgeRule, UNRESOLVED_REASONS, type UnresolvedReason, unresolvedTarget } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { useCounts } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { CONFIDENCES } from "../relations.js";
import { isCallable, isShared, keyOf, parentOf, readSymbols, sourceKeyOf } from "../symbol.js";
import { standIns, type WalkedSide } from "./ways.js";

/** At most this many symbols of a side, the nearest to its end, are looked at. */
const MOST_LOOKED_AT = 400;
const MOST_ROWS = 5000;
/** A name that more places use says little. */
const MOST_USES = 15;
const MOST_SHARED = 3;
const MOST_CALLS = 5;
const MOST_NEAR = 3;
const MOST_PASSED = 3;
const MOST_STEPS_PASSED = 2;
const MOST_ENDS = 3;

/** A call whose target is not known, in a symbol that was reached. */
export interface OpenCall {
  source: SymbolHead;
  path: string;
  line: number;
  /** "" of a value without a name. */
  name: string;
  reason: UnresolvedReason;
  /** Symbols of this name on the other side. */
  may: SymbolHead[];
}

interface GapUse {
  source: SymbolHead;
  path: string;
  line: number;
}

/** A symbol that both sides refer to, and a line of each. */
export interface SharedUse {
  symbol: SymbolHead;
  from: GapUse;
  to: GapUse;
}

/** Where an object is made, and a member of it. */
export interface Made extends GapUse {
  symbol: SymbolHead;
  member: SymbolHead;
}

/** A function that is referred to and not called there. */
export interface PassedOn extends GapUse {
  symbol: SymbolHead;
}

export interface WayGaps {
  /** Calls on the side of the start that may lead to the other side, by their names. */
  joining: OpenCall[];
  /** Other calls there of which is not known where they lead, the nearest to the start first. */
  open: OpenCall[];
  shared: SharedUse[];
  /** Classes that are made on the side of the start, and a member of each that leads to the end: any holder of the object may call it. */
  made: Made[];
  /** Functions that lead to the end and are passed on or kept: one of the open calls may be of them. */
  passed: PassedOn[];
  /** Symbols of both sides that stand in one class, or in one file. */
  near: { from: SymbolHead; to: SymbolHead }[];
  /** Where the chains of callers of the other side end. */
  ends: SymbolHead[];
}

/** Calls and symbols that may join two walks that did not meet. */
export async function gapsBetween(db: Db, view: View, from: WalkedSide, to: WalkedSide): Promise<WayGaps> {
  const ofFrom = nearestOf(from);
  const ofTo = nearestOf(to);
  const calls = await openCalls(db, view, ofFrom, to);
  const joining = calls.filter(({ may }) => may.length > 0);
  const isJoining = new Set(joining.map(({ name }) => name));
  const made = madeMembers(from, ofFrom, ofTo);
  const isMade = new Set(made.map(({ member }) => classOf(member)));
  const isOwn = ({ symbol }: SharedUse) => isMade.has(classOf(symbol));
  return {
    joining: onePerName(joining.sort(byDepth(to))).slice(0, MOST_CALLS),
    open: onePerName(calls.filter(({ name }) => !isJoining.has(name)).sort(valuesFirst)).slice(0, MOST_CALLS),
    shared: (await sharedUses(db, view, ofFrom, ofTo)).filter((use) => !isOwn(use)).slice(0, MOST_SHARED),
    made,
    passed: passedOn(to),
    near: nearPairs(ofFrom, ofTo).filter(
      ({ from: a, to: b }) => need(from.depths, a.nodeId) + need(to.depths, b.nodeId) > 0,
    ),
    ends: endsOf(to),
  };
}

/** The symbols of a walk, the nearest to where it began first. */
function nearestOf({ depths, heads }: WalkedSide): SymbolHead[] {
  return [...depths.keys()]
    .map((id) => need(heads, id))
    .filter((head) => !isShared(head))
    .slice(0, MOST_LOOKED_AT);
}

async function openCalls(db: Db, view: View, heads: readonly SymbolHead[], to: WalkedSide): Promise<OpenCall[]> {
  const sources = new Map(heads.map((head, rank) => [keyOf(head), { head, rank }]));
  const names = new Map<string, SymbolHead[]>();
  for (const head of to.heads.values()) if (head.ordinal > 0) addToList(names, head.name, head);
  const filter = { kinds: ["calls"] as const, tiers: ["unresolved"] as const, limit: MOST_ROWS };
  const edges = await outgoingEdges(db, view, heads, filter);
  return edges
    .filter(({ rule }) => rule !== "undeclared-name")
    .map((edge) => {
      const { target, path, line, rule } = edge;
      const { head, rank } = need(sources, sourceKeyOf(edge));
      const name = target.slice(unresolvedTarget("").length);
      return { source: head, path, line, name, reason: reasonOf(rule), may: names.get(name) ?? [], rank };
    })
    .sort((a, b) => a.rank - b.rank);
}

const reasonOf = (rule: EdgeRule): UnresolvedReason =>
  UNRESOLVED_REASONS.find((reason) => reason === rule) ?? "unknown-value";

/** By how far the symbols that may be meant are from the end; equals as they stood. */
function byDepth({ depths }: WalkedSide) {
  const depthOf = ({ may }: OpenCall) => Math.min(...may.map(({ nodeId }) => need(depths, nodeId)));
  return (a: OpenCall, b: OpenCall) => depthOf(a) - depthOf(b);
}

/** Values may hold any function; what is called on values of unknown type is often a library's. */
const valuesFirst = (a: OpenCall, b: OpenCall) =>
  Number(b.reason === "unknown-value") - Number(a.reason === "unknown-value");

function onePerName(calls: readonly OpenCall[]): OpenCall[] {
  const seen = new Set<string>();
  return calls.filter(({ name, source }) => {
    const key = name === "" ? source.nodeId : name;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}

/** Symbols that both sides refer to and few others do: a field, a queue, the type of a message. */
async function sharedUses(
  db: Db,
  view: View,
  from: readonly SymbolHead[],
  to: readonly SymbolHead[],
): Promise<SharedUse[]> {
  const [ofFrom, ofTo] = [await usesOf(db, view, from), await usesOf(db, view, to)];
  const both = [...ofFrom.keys()].filter((target) => {
    const other = ofTo.get(target);
    return other && other.source.nodeId !== need(ofFrom, target).source.nodeId;
  });
  const counts = await useCounts(db, view.projectId, both, MOST_USES);
  const symbols = (await readSymbols(db, view, both)).map(({ primary }) => primary);
  const sharedOnes = symbols
    .map((symbol) => ({ symbol, from: need(ofFrom, symbol.nodeId), to: need(ofTo, symbol.nodeId) }))
    .filter((each) => isJoining(each) && need(counts, each.symbol.nodeId) < MOST_USES);
  const cost = ({ symbol, from: a, to: b }: (typeof sharedOnes)[number]) =>
    a.rank + b.rank + (STATE.has(symbol.nodeType) ? 0 : 20) + need(counts, symbol.nodeId);
  const lines = new Set<string>();
  return sharedOnes
    .sort((a, b) => cost(a) - cost(b))
    .filter((each) => {
      const key = `${each.from.path}:${each.from.line} ${each.to.path}:${each.to.line}`;
      return !lines.has(key) && Boolean(lines.add(key));
    });
}

const STATE: ReadonlySet<string> = new Set(["field", "property", "event", "variable", "constant"]);
const MESSAGES: ReadonlySet<string> = new Set(["class", "record", "struct"]);

/** Whether both sides may meet in it: state, or a message that the one makes and the other takes. */
function isJoining({ symbol, from }: { symbol: SymbolHead; from: { kind: string } }): boolean {
  return STATE.has(symbol.nodeType) || (MESSAGES.has(symbol.nodeType) && from.kind === "calls");
}

/** The first use of each symbol that some symbols refer to, by node_id. */
async function usesOf(db: Db, view: View, heads: readonly SymbolHead[]) {
  const ranks = new Map(heads.map((head, rank) => [keyOf(head), { head, rank }]));
  const edges = await outgoingEdges(db, view, heads, {
    kinds: ["references", "calls", "accepts"],
    tiers: CONFIDENCES.slice(0, 3),
    limit: MOST_ROWS,
  });
  const uses = new Map<string, { source: SymbolHead; path: string; line: number; kind: string; rank: number }>();
  for (const edge of edges) {
    const { target, path, line, kind } = edge;
    const { head, rank } = need(ranks, sourceKeyOf(edge));
    const known = uses.get(target);
    if (!known || rank < known.rank || (rank === known.rank && kind === "calls"))
      uses.set(target, { source: head, path, line, kind, rank });
  }
  return uses;
}

/** Members of classes that were seen to be made, a member of each class. */
function madeMembers(walked: WalkedSide, from: readonly SymbolHead[], to: readonly SymbolHead[]): Made[] {
  const made = new Map<string, SymbolHead>();
  for (const head of from) {
    const key = head.nodeType === "constructor" ? classOf(head) : MESSAGES.has(head.nodeType) ? keyOf(head) : null;
    if (key !== null && !made.has(key)) made.set(key, head);
  }
  const calls = new Map(walked.leads.filter(({ relation }) => relation === "calls").map((lead) => [lead.to, lead]));
  const found = new Map<string, Made>();
  for (const member of to) {
    const key = classOf(member);
    const symbol = key === null ? undefined : made.get(key);
    const call = symbol && calls.get(symbol.nodeId);
    if (key === null || !call || member.nodeType !== "method" || found.has(key)) continue;
    const { path, line } = call;
    found.set(key, { symbol, member, source: need(walked.heads, call.from), path, line });
  }
  return [...found.values()].slice(0, MOST_NEAR);
}

/** The functions of a walk that something refers to without calling them, the nearest to its beginning first. */
function passedOn({ depths, heads, leads }: WalkedSide): PassedOn[] {
  const found = new Map<string, PassedOn>();
  for (const { from, to, relation, path, line } of leads) {
    const symbol = need(heads, to);
    if (relation !== "references" || !isCallable(symbol.nodeType) || found.has(to)) continue;
    if (need(depths, to) > MOST_STEPS_PASSED) continue;
    found.set(to, { symbol, source: need(heads, from), path, line });
  }
  const depthOf = ({ symbol }: PassedOn) => need(depths, symbol.nodeId);
  return [...found.values()].sort((a, b) => depthOf(a) - depthOf(b)).slice(0, MOST_PASSED);
}

/** Pairs of the two sides that stand nearest, each symbol once; those in one class first, then in one file. */
function nearPairs(from: readonly SymbolHead[], to: readonly SymbolHead[]): WayGaps["near"] {
  const pairs: WayGaps["near"] = [];
  const used = new Set<string>();
  for (const placeIn of [classOf, fileOf]) {
    const places = new Map<string, SymbolHead>();
    for (const head of from) {
      const place = placeIn(head);
      if (place !== null && !places.has(place)) places.set(place, head);
    }
    for (const head of to) {
      const place = placeIn(head);
      const near = place === null ? undefined : places.get(place);
      if (!near || near.nodeId === head.nodeId || used.has(near.nodeId) || used.has(head.nodeId)) continue;
      used.add(near.nodeId).add(head.nodeId);
      pairs.push({ from: near, to: head });
    }
    if (pairs.length > 0) return pairs.slice(0, MOST_NEAR);
  }
  return pairs;
}

const classOf = (head: SymbolHead) => (head.parentOrdinal > 0 ? keyOf(parentOf(head)) : null);
const fileOf = ({ path }: SymbolHead) => path;

/** The symbols of a walk against the leads that nothing known leads to, the farthest from its beginning first. */
export function endsOf({ depths, heads, leads }: WalkedSide): SymbolHead[] {
  const led = new Set(leads.map(({ to }) => to));
  for (const id of standIns({ leads, heads })) led.add(id);
  return [...depths]
    .filter(([id, depth]) => depth > 0 && !led.has(id))
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => need(heads, id))
    .filter(({ path }) => pathClassOf(path) !== "test")
    .slice(0, MOST_ENDS);
}
