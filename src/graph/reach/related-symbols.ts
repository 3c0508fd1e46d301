/** Symbols through which a test may run another one: makers of its class, keepers of its key, and the members that it overrides or implements. */
import { need } from "../../base/need.js";
import type { Db } from "../../store/db/db.js";
import { incomingEdges } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { hasFlag, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { keepersOf } from "../calls/keepers.js";
import {
  constructorsOf,
  isCallable,
  isConstructible,
  isOverridable,
  keyOf,
  readParents,
  readSymbols,
  sourceKeyOf,
} from "../symbol.js";
import { sendersOf } from "./senders.js";
import { add, lessSure, link, MOST_STEP, type ReachingWalk, type WalkNode } from "./test-walk.js";

/** The most levels of overridden members that are followed. */
const MOST_BASES = 5;
/** The most members that are looked at for implementing those asked about. */
const MOST_IMPLEMENTERS = 200;

/** The nodes of a level, and those through which they may be used: the classes of constructors, the keepers of keys, and overridden members. */
export async function withRelated(walk: ReachingWalk, level: readonly WalkNode[]): Promise<WalkNode[]> {
  const all = [...level, ...(await madeBy(walk, level)), ...(await keeping(walk, level))];
  const overriders = all.filter(({ head }) => isOverridable(head.nodeType));
  const sentTo = await sentToAmong(walk, overriders);
  let members = overriders.filter(({ head }) => !sentTo.has(head.nodeId));
  for (let round = 0; round < MOST_BASES && members.length > 0; round++) {
    members = await overriddenBy(walk, members);
    all.push(...members);
  }
  return all;
}

/**
 * The members that take messages of a type which something sends. A member that they implement, `IHandle<T>.Handle`, is called for messages of all
 * types: a sender of any message would seem to run them.
 */
async function sentToAmong(walk: ReachingWalk, members: readonly WalkNode[]): Promise<Set<string>> {
  const senders = await sendersOf(
    walk,
    members.map(({ head }) => head),
  );
  return new Set(senders.flatMap(({ taker, tier }) => (tier === "unique" ? [taker.nodeId] : [])));
}

/** Adds the members that implement abstract members asked about, at any depth: a call of an abstract member runs nothing else. */
export async function addImplementers(walk: ReachingWalk): Promise<void> {
  const { db, view, tiers } = walk;
  const asked = [...walk.nodes.values()].filter(({ head }) => isOverridable(head.nodeType));
  let above = await abstractAmong(
    db,
    view,
    asked.map(({ head }) => head),
  );
  for (let round = 0; round < MOST_BASES && above.length > 0; round++) {
    const targets = above.map(({ nodeId }) => nodeId);
    const kinds = ["overrides"] as const;
    const { edges } = await incomingEdges(db, view, targets, { kinds, tiers, limit: MOST_IMPLEMENTERS });
    const below: SymbolHead[] = [];
    for (const { source, target, tier } of edges) {
      const node = { head: source, hops: 0, tier, isAsked: false, isImplementer: true };
      if (add(walk, node)) below.push(source);
      if (walk.nodes.has(source.nodeId)) link(walk, target, source.nodeId);
    }
    above = below;
  }
}

/** The members without code of their own. Where interfaces are marked as abstract, so are such members of them. */
async function abstractAmong(db: Db, view: View, members: readonly SymbolHead[]): Promise<SymbolHead[]> {
  const ownerOf = await readParents(db, view, members);
  return members.filter((head) => {
    const owner = ownerOf(head);
    return hasFlag(head, "isAbstract") || (owner?.nodeType === "interface" && !hasFlag(owner, "isAbstract"));
  });
}

/** A node for a symbol through which another one may be used: as far away, and met in the same way. */
const besideOf = ({ hops, tier, message, through, isRegistered, isHandedOn }: WalkNode, head: SymbolHead): WalkNode => {
  return { head, hops, tier, isAsked: false, message, through, isRegistered, isHandedOn };
};

/** The keepers of the keys of the level. */
async function keeping(walk: ReachingWalk, level: readonly WalkNode[]): Promise<WalkNode[]> {
  const pairs = await keepersOf(
    walk.db,
    walk.view,
    level.map(({ head }) => head),
  );
  const met: WalkNode[] = [];
  for (const { key, keeper } of pairs) {
    const node = besideOf(need(walk.nodes, key.nodeId), keeper);
    if (add(walk, node)) met.push(node);
    if (!walk.nodes.has(keeper.nodeId)) break;
    link(walk, key.nodeId, keeper.nodeId);
  }
  return met;
}

/**
 * The constants whose values keep functions that nothing is known to call: `tool` of `const tool = defineTool({ run() {} })`. Code that is given the
 * constant may call them, as a registry may call the members of a class.
 */
export async function keepingUncalled(walk: ReachingWalk): Promise<WalkNode[]> {
  const uncalled = [...walk.nodes.values()].filter(
    ({ head }) => isCallable(head.nodeType) && !walk.next.has(head.nodeId) && !walk.paths.has(head.nodeId),
  );
  const keeperOf = await readParents(
    walk.db,
    walk.view,
    uncalled.map(({ head }) => head),
  );
  const met: WalkNode[] = [];
  for (const part of uncalled) {
    const keeper = keeperOf(part.head);
    if (!keeper || !HANDED_ON.has(keeper.nodeType)) continue;
    const tier = lessSure(part.tier, "unique");
    const node: WalkNode = { ...besideOf(part, keeper), tier, isRegistered: true, isHandedOn: true };
    if (add(walk, node)) met.push(node);
    if (!walk.nodes.has(keeper.nodeId)) break;
    walk.registrars.set(keeper.nodeId, keeper);
    link(walk, part.head.nodeId, keeper.nodeId);
  }
  return met;
}

const HANDED_ON: ReadonlySet<string> = new Set(["constant", "variable"]);

/** The classes whose constructors, or declarations of fields, are in the level: making an object runs them. For a field the other constructors as well. */
async function madeBy(walk: ReachingWalk, level: readonly WalkNode[]): Promise<WalkNode[]> {
  const { db, view } = walk;
  const parts = level.filter(({ head }) => isMaking(head));
  const ownerOf = await readParents(
    db,
    view,
    parts.map(({ head }) => head),
  );
  const made: WalkNode[] = [];
  const withFields: WalkNode[] = [];
  for (const part of parts) {
    const { head } = part;
    const owner = ownerOf(head);
    if (!owner || !isConstructible(owner.nodeType)) continue;
    const node = besideOf(part, owner);
    if (add(walk, node)) {
      made.push(node);
      if (head.nodeType === "field") withFields.push(node);
    }
    link(walk, head.nodeId, owner.nodeId);
  }
  const derived = level.filter(({ head, isAsked }) => !isAsked && isConstructible(head.nodeType));
  const classesMet = await constructorsByClass(walk, [...withFields, ...derived]);
  for (const met of classesMet) {
    for (const own of met.constructors) {
      const node = besideOf(met, own);
      if (add(walk, node)) made.push(node);
      link(walk, met.head.nodeId, own.nodeId);
    }
  }
  return made;
}

/** Whether a member runs when an object of its class is made. A field with parameters keeps a function. */
const isMaking = ({ nodeType, parameterSignature }: SymbolHead) =>
  nodeType === "constructor" || (nodeType === "field" && parameterSignature === null);

async function constructorsByClass(walk: ReachingWalk, classes: readonly WalkNode[]) {
  if (classes.length === 0) return [];
  const { db, view } = walk;
  const symbols = await readSymbols(
    db,
    view,
    classes.map(({ head }) => head.nodeId),
  );
  const owners = await constructorsOf(db, view, symbols);
  const heads = new Map(
    (await readSymbols(db, view, [...owners.keys()])).map(({ primary }) => [primary.nodeId, primary]),
  );
  return classes.map((node) => ({
    ...node,
    constructors: [...owners].flatMap(([id, owner]) => (owner === node.head.nodeId ? (heads.get(id) ?? []) : [])),
  }));
}

/** New members that some members override or implement: a call of the former may run the latter. */
async function overriddenBy(walk: ReachingWalk, members: readonly WalkNode[]): Promise<WalkNode[]> {
  const { db, view, tiers } = walk;
  const bySymbol = new Map(members.map((node) => [keyOf(node.head), node]));
  const heads = members.map(({ head }) => head);
  const edges = await outgoingEdges(db, view, heads, { kinds: ["overrides"], tiers, limit: MOST_STEP });
  const targets = edges.map(({ target }) => target);
  const bases = new Map(
    (await readSymbols(db, view, [...new Set(targets)])).map(({ primary }) => [primary.nodeId, primary]),
  );
  const met: WalkNode[] = [];
  for (const edge of edges) {
    const base = bases.get(edge.target);
    const member = bySymbol.get(sourceKeyOf(edge));
    if (!base || !member) continue;
    const through = member.through ?? { member: member.head, base };
    const node = { ...besideOf(member, base), through, overrider: member.overrider ?? member.head };
    if (add(walk, node)) met.push(node);
    link(walk, member.head.nodeId, base.nodeId);
  }
  return met;
}
