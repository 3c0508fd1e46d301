/**
 * Which tests reach some symbols: a walk against the edges, breadth first, from the symbols to the test files that refer to them, to what calls
 * them, and so on. It goes on from
 *
 *   a function to what calls it or passes it on; a member also to callers of those that it overrides or implements;
 *   an abstract member that was asked about to what calls those that implement it, as if these had been asked about;
 *   a key of an object in the arguments of a call to what uses the constant that keeps the result;
 *   a constructor, or a field that is set where it is declared, to what makes, extends or is given its class;
 *   a class, interface or other type that was asked about, and its members, to whatever uses it;
 *   a function that nothing calls, of an object that a constant keeps, to what uses the constant, where no test was found otherwise;
 *   a function that is declared for a type of messages, or for a name of a queue, to what sends these.
 *
 * Code at the top level of a file runs where the file is imported. Only symbols that no test was found for are followed by imports.
 */
import { addToSet } from "../base/groups.js";
import { need, nth } from "../base/need.js";
import { languageNamed } from "../languages/index.js";
import { EDGE_TIERS, type EdgeKind, type EdgeTier } from "../model/edge.js";
import { PATH_CLASSES, type PathClass, pathClassOf } from "../model/paths.js";
import type { Db } from "../store/db/db.js";
import { decidedEdges, type Incoming, incomingEdges } from "../store/incoming.js";
import { headsAt, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { messageSenders } from "./message-senders.js";
import { callsToOverriders } from "./own-calls.js";
import { registersType } from "./registration.js";
import { addImplementers, keepingUncalled, withRelated } from "./related-symbols.js";
import { signalSenders } from "./signals.js";
import { readTextsOf } from "./source-lines.js";
import {
  type CodeSymbol,
  isCallable,
  isConstructible,
  isContainer,
  isShared,
  keyOf,
  parentOf,
  withMembers,
} from "./symbol.js";
import {
  add,
  bestForm,
  lessSure,
  link,
  MAX_STEP,
  type ReachedSite,
  type ReachedSymbol,
  type ReachingWalk,
  type RequestUse,
  type TestReach,
  type TestUse,
  type UseForm,
  type WalkNode,
} from "./test-walk.js";
import type { FindText } from "./topic-texts.js";
import { topicLeads } from "./topics.js";

/** At most this many imports are followed, from file to file. */
const MAX_IMPORTS = 4;
/** At most this many helpers of tests lie between a test and a request. */
const MAX_HELPERS = 2;

const KINDS: readonly EdgeKind[] = ["calls", "references", "accepts", "inherits", "implements", "extends", "overrides"];
const DERIVES: ReadonlySet<EdgeKind> = new Set(["inherits", "implements", "extends"]);
const TESTS_FIRST: readonly PathClass[] = ["test", ...PATH_CLASSES.filter((place) => place !== "test")];

/** Symbols and references outside of tests that the walk has met so far. */
export interface Reached {
  symbols: readonly ReachedSymbol[];
  sites: ReadonlyMap<string, readonly ReachedSite[]>;
}

/** A walk that goes on as far as it is told. */
export interface TestWalk {
  /** Goes on to so many steps from the symbols. */
  goTo(depth: number): Promise<void>;
  /** Whether there is anything beyond the steps that were taken. */
  isOpen(): boolean;
  /** Adds lines of tests that `find` says to ask for what was met, and the tests that call helpers with such lines. */
  followRequests(find: (reached: Reached) => Promise<{ requests: RequestUse[]; isCut: boolean }>): Promise<void>;
  /** Follows the constants that keep functions which nothing is known to call: what is handed these may call them. */
  followKeepers(): Promise<void>;
  /** Follows the imports of symbols that no test was found for; whether that found any. */
  followImports(): Promise<boolean>;
  found(): TestReach;
}

/** Begins a walk from `symbols` to the tests that reach them, over references of the given tiers. `find`: looks for names of topics that are texts. */
export async function walkToTests(
  db: Db,
  view: View,
  symbols: readonly CodeSymbol[],
  tiers: readonly EdgeTier[],
  find?: FindText,
): Promise<TestWalk> {
  const walk: ReachingWalk = {
    find,
    db,
    view,
    tiers,
    nodes: new Map(),
    next: new Map(),
    paths: new Map(),
    uses: new Map(),
    topLevel: new Map(),
    sites: new Map(),
    registrars: new Map(),
    capped: false,
    isRequestCut: false,
  };
  const starts = await startsOf(walk, symbols);
  let level = [...walk.nodes.values()];
  const asked = level.map(({ head }) => head);
  const imported = new Map<CodeSymbol, Set<string>>();
  let steps = 0;
  const subjects = () =>
    symbols.map((symbol, index) => {
      const { paths, ends } = reachedFrom(walk, nth(starts, index), steps);
      return { symbol, paths: imported.get(symbol) ?? paths, ends };
    });
  return {
    async goTo(depth) {
      for (; steps < depth && level.length > 0; steps++)
        level = await step(walk, await withRelated(walk, level), steps + 1);
    },
    isOpen: () => level.length > 0,
    async followRequests(find) {
      const { requests, isCut } = await find({ symbols: metIn(walk), sites: walk.sites });
      walk.isRequestCut = isCut;
      let helpers = addRequests(walk, requests);
      const clients = new Set(requests.flatMap(({ path, isOfClient }) => (isOfClient ? [path] : [])));
      for (let more = 0; more < MAX_HELPERS && helpers.length > 0; more++)
        helpers = (await step(walk, helpers, Math.max(...helpers.map(({ hops }) => hops)) + 1)).filter(
          ({ head }) => pathClassOf(head.path) === "test" || clients.has(head.path),
        );
    },
    async followKeepers() {
      let more = tiers.includes("unique") ? await keepingUncalled(walk) : [];
      for (let round = 0; round < MAX_HELPERS && more.length > 0; round++)
        more = await step(walk, await withRelated(walk, more), Math.max(...more.map(({ hops }) => hops)) + 1);
    },
    async followImports() {
      const before = walk.uses.size;
      for (const [index, { symbol, paths }] of subjects().entries())
        if (paths.size === 0) imported.set(symbol, await importersOf(walk, symbol, nth(starts, index)));
      return walk.uses.size > before;
    },
    found: () => ({
      uses: nearestFirst([...walk.uses.values()]),
      capped: walk.capped,
      isRequestCut: walk.isRequestCut,
      subjects: subjects(),
      asked,
      sites: walk.sites,
      met: metIn(walk),
      registrars: [...walk.registrars.values()],
      files: filesOf(walk),
    }),
  };
}

/** Adds what each symbol stands for, itself and everything in it, to the walk; their ids, by symbol. */
async function startsOf(walk: ReachingWalk, symbols: readonly CodeSymbol[]): Promise<string[][]> {
  const starts: string[][] = [];
  for (const symbol of symbols) {
    const isAlone = !isContainer(symbol.primary.nodeType) && symbol.primary.nodeType !== "constant";
    const heads = isAlone ? symbol.spans : await withMembers(walk.db, walk.view, symbol);
    const own = heads.filter((head) => !isShared(head) || head.nodeId === symbol.primary.nodeId);
    for (const head of own) add(walk, { head, hops: 0, tier: "exact", isAsked: true });
    starts.push([...new Set(own.map(({ nodeId }) => nodeId))]);
    noteItself(walk, symbol.primary);
  }
  await addImplementers(walk);
  return starts;
}

/** A test that was asked about is run itself. */
function noteItself(walk: ReachingWalk, head: SymbolHead): void {
  const { path, lineStart: line } = head;
  if (pathClassOf(path) !== "test") return;
  addToSet(walk.paths, head.nodeId, path);
  walk.uses.set(`${path}:${line}`, {
    path,
    line,
    source: head,
    hops: 0,
    kind: "contains",
    tier: "exact",
    via: null,
    how: "runs",
    isRegistered: false,
  });
}

/** One level of the walk: notes the lines of tests that refer to its symbols; other new symbols are the next level. */
async function step(walk: ReachingWalk, frontier: readonly WalkNode[], hops: number): Promise<WalkNode[]> {
  const targets = frontier.map(({ head }) => head.nodeId);
  const { db, view, tiers } = walk;
  const found = await incomingEdges(db, view, targets, { kinds: KINDS, tiers, limit: MAX_STEP, places: TESTS_FIRST });
  if (found.leftOut) walk.capped = true;
  const edges = await withoutSiblings(walk, found.edges);
  const decided = tiers.includes("import")
    ? await decidedEdges(db, view, targets, { kinds: ["calls"], limit: MAX_STEP })
    : [];
  // Code that calls a function by its name leaves nothing to guess.
  const called = new Set(
    edges.flatMap(({ kind, source, target }) =>
      kind === "calls" && pathClassOf(source.path) !== "test" ? [target] : [],
    ),
  );
  const sent = await sendersTo(
    walk,
    frontier.filter(({ head }) => !called.has(head.nodeId)),
  );
  const registering = await registeringIn(walk, edges);
  const isRegisteredBy = (edge: Incoming) =>
    registering.has(edge) || (need(walk.nodes, edge.target).isRegistered ?? false);
  const chains = [...edges, ...decided.map(({ edge }) => edge), ...sent.keys()]
    .filter((edge) => edge.source.nodeId !== edge.target && leadsOn(need(walk.nodes, edge.target), edge))
    .map((edge) => ({
      edge,
      tier: lessSure(edge.tier, need(walk.nodes, edge.target).tier),
      isRegistered: isRegisteredBy(edge),
    }))
    .sort(
      (a, b) =>
        Number(a.isRegistered) - Number(b.isRegistered) || EDGE_TIERS.indexOf(a.tier) - EDGE_TIERS.indexOf(b.tier),
    );
  const met: WalkNode[] = [];
  for (const { edge, tier, isRegistered } of chains) {
    const { source, target } = edge;
    if (walk.nodes.get(source.nodeId)?.isAsked) continue;
    const { message: known, request, isHandedOn } = need(walk.nodes, target);
    const message = sent.get(edge) ?? known;
    if (pathClassOf(source.path) === "test") noteUse(walk, edge, { hops, tier, message, isRegistered });
    else noteSites(walk, edge, hops, tier);
    if (source.ordinal === 0) {
      if (pathClassOf(source.path) !== "test") addToSet(walk.topLevel, target, source);
      continue;
    }
    const overrider = overriderAbove(need(walk.nodes, target), edge);
    const way = { request, message, isRegistered, isHandedOn, overrider };
    const node = { head: source, hops, tier, isAsked: false, ...way };
    if (add(walk, node)) met.push(node);
    if (walk.nodes.has(source.nodeId)) link(walk, target, source.nodeId);
  }
  return met;
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

/** References outside of tests that do no more than register a class that was asked about. */
async function registeringIn(walk: ReachingWalk, edges: readonly Incoming[]): Promise<Set<Incoming>> {
  const naming = edges.filter(({ kind, source, target }) => {
    const { head, isAsked } = need(walk.nodes, target);
    return kind === "references" && isAsked && isContainer(head.nodeType) && pathClassOf(source.path) !== "test";
  });
  const places = naming.flatMap(({ source, lines }) => lines.map((line) => ({ path: source.path, line })));
  const texts = await readTextsOf(walk.db, walk.view, places);
  const lines = new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
  const registering = naming.filter(({ source, target, lines: own }) => {
    const { name } = need(walk.nodes, target).head;
    return own.every((line) => registersType(lines.get(source.path)?.[line - 1] ?? "", name));
  });
  for (const { source } of registering) walk.registrars.set(source.nodeId, source);
  return new Set(registering);
}

/** Calls that stand for messages, or names, which are sent to symbols of a level; by each the type or the name. */
async function sendersTo(walk: ReachingWalk, level: readonly WalkNode[]): Promise<Map<Incoming, string>> {
  const { db, view, tiers } = walk;
  const heads = level.map(({ head }) => head);
  const sent = new Map<Incoming, string>();
  const call = { kind: "calls" as const, rule: "unique-name" as const, linesLeftOut: 0 };
  const messages = await messageSenders(db, view, heads, { tiers, isUncalled: () => tiers.includes("candidate") });
  // A message that a unit keeps is sent by what runs around it, which its tests leave out.
  for (const { source, line, taker, tier, message, isKept } of messages)
    if (tiers.includes(isKept ? "candidate" : tier))
      sent.set({ ...call, source, target: taker.nodeId, tier, lines: [line] }, message.name);
  if (!tiers.includes("unique")) return sent;
  const topics = await topicLeads(db, view, heads, { tiers, near: "to", find: walk.find });
  for (const { from, to, line, topic = "" } of topics.leads)
    sent.set({ ...call, source: need(topics.heads, from), target: to, tier: "unique", lines: [line] }, topic);
  for (const { source, line, taker, signal } of await signalSenders(db, view, heads, tiers))
    sent.set({ ...call, source, target: taker.nodeId, tier: "unique", lines: [line] }, signal);
  return sent;
}

/** Whether whoever reaches the source of a reference may run what it refers to. */
function leadsOn({ head, isAsked }: WalkNode, { kind, source }: Incoming): boolean {
  if (kind === "calls") return true;
  // Of a member that was asked about, tests of what implements it.
  if (kind === "overrides") return isAsked;
  if (isAsked || !isContainer(head.nodeType)) return true;
  // A class that was reached is made, extended, or given to a constructor; a test may have it made by a container.
  if (kind === "accepts") return source.nodeType === "constructor";
  return kind === "references" ? pathClassOf(source.path) === "test" : DERIVES.has(kind);
}

function noteUse(
  walk: ReachingWalk,
  { source, target, kind, lines }: Incoming,
  { hops, tier, message, isRegistered }: Pick<TestUse, "hops" | "tier" | "message" | "isRegistered">,
): void {
  const { head, isAsked, request, isImplementer, isHandedOn } = need(walk.nodes, target);
  addToSet(walk.paths, target, source.path);
  for (const line of lines) {
    const key = `${source.path}:${line}`;
    const known = walk.uses.get(key);
    const how = formOf(kind, head);
    // `new Cart()` calls the constructor and names the class.
    if (known?.hops === hops) known.how = bestForm([known.how, how]);
    const via = isAsked ? null : head;
    const way = { hops, kind, tier, via, request, message, how, isRegistered, isImplementer, isHandedOn };
    const use = { path: source.path, line, source, ...way };
    if (!known) walk.uses.set(key, use);
  }
}

function formOf(kind: EdgeKind, { nodeType }: SymbolHead): UseForm {
  if (kind !== "calls") return "names";
  return nodeType === "constructor" || isConstructible(nodeType) ? "constructs" : "runs";
}

function noteSites(walk: ReachingWalk, { source, target, lines }: Incoming, hops: number, tier: EdgeTier): void {
  const { head } = need(walk.nodes, target);
  const known = walk.sites.get(source.path) ?? [];
  for (const line of lines) known.push({ line, target: head, hops, tier });
  walk.sites.set(source.path, known);
}

/** Notes requests as uses of the handlers; the functions around them, which tests may call, as nodes. */
function addRequests(walk: ReachingWalk, requests: readonly RequestUse[]): WalkNode[] {
  const helpers: WalkNode[] = [];
  for (const { path, line, source, handler, hops, tier, request, isOfClient = false } of requests) {
    if (!isOfClient) addToSet(walk.paths, handler.nodeId, path);
    const key = `${path}:${line}`;
    const via = walk.nodes.get(handler.nodeId)?.isAsked ? null : handler;
    const isRegistered = walk.nodes.get(handler.nodeId)?.isRegistered ?? false;
    if (!isOfClient && !walk.uses.has(key))
      walk.uses.set(key, { path, line, source, hops, kind: "calls", tier, via, request, how: "runs", isRegistered });
    const node = { head: source, hops, tier, isAsked: false, request, isRegistered };
    if (source.ordinal > 0 && add(walk, node)) helpers.push(node);
    if (source.ordinal > 0) link(walk, handler.nodeId, source.nodeId);
  }
  return helpers;
}

/** The ids of all that the walk met from some symbols, themselves included. */
function metFrom(walk: ReachingWalk, starts: readonly string[]): Set<string> {
  const met = new Set(starts);
  // A set is walked to its end though it grows meanwhile.
  for (const id of met) for (const far of walk.next.get(id) ?? []) met.add(far);
  return met;
}

/** The test files that the walk met from some symbols in its steps, and the functions where their chains end. */
function reachedFrom(
  walk: ReachingWalk,
  starts: readonly string[],
  steps: number,
): { paths: Set<string>; ends: SymbolHead[] } {
  const paths = new Set<string>();
  const ends: SymbolHead[] = [];
  for (const id of metFrom(walk, starts)) {
    for (const path of walk.paths.get(id) ?? []) paths.add(path);
    const node = walk.nodes.get(id);
    if (!node || node.hops >= steps || node.isAsked || walk.next.has(id)) continue;
    if (isCallable(node.head.nodeType)) ends.push(node.head);
  }
  return { paths, ends };
}

/**
 * Test files that import a symbol's file, or one whose code at the top level leads to it, by the shortest chain of imports: all that is known where
 * nothing of a test refers to the symbol.
 */
async function importersOf(walk: ReachingWalk, symbol: CodeSymbol, starts: readonly string[]): Promise<Set<string>> {
  const { db, view, tiers } = walk;
  const own = symbol.spans.map(({ versionId }) => ({ versionId, ordinal: 0 }));
  const topLevel = [...metFrom(walk, starts)].flatMap((id) => [...(walk.topLevel.get(id) ?? [])]);
  let frontier = new Map(
    [...(await headsAt(db, view, own)), ...topLevel]
      .filter(({ language }) => languageNamed(language)?.opensNamespaces !== true)
      .map((head) => [head.nodeId, head]),
  );
  const met = new Set(frontier.keys());
  const paths = new Set<string>();
  for (let hops = 1; hops <= MAX_IMPORTS && frontier.size > 0 && paths.size === 0; hops++) {
    const options = { kinds: ["imports" as const], tiers, limit: MAX_STEP, places: TESTS_FIRST };
    const { edges, leftOut } = await incomingEdges(db, view, [...frontier.keys()], options);
    if (leftOut) walk.capped = true;
    const next = new Map<string, SymbolHead>();
    for (const { source, target, kind, tier, lines } of edges) {
      if (pathClassOf(source.path) !== "test") {
        if (!met.has(source.nodeId)) next.set(source.nodeId, source);
        continue;
      }
      paths.add(source.path);
      const line = nth(lines, 0);
      const key = `${source.path}:${line}`;
      const use = {
        path: source.path,
        line,
        source,
        hops,
        kind,
        tier,
        via: need(frontier, target),
        how: "names" as const,
        isRegistered: false,
      };
      if (!walk.uses.has(key)) walk.uses.set(key, use);
    }
    for (const id of next.keys()) met.add(id);
    frontier = next;
  }
  return paths;
}

/** The symbols outside of tests. */
const metIn = ({ nodes }: ReachingWalk): WalkNode[] =>
  [...nodes.values()].filter(({ head }) => pathClassOf(head.path) !== "test");

function filesOf({ nodes }: ReachingWalk): Map<string, number> {
  const files = new Map<string, number>();
  for (const { head, hops } of nodes.values())
    if (pathClassOf(head.path) !== "test") files.set(head.path, Math.min(hops, files.get(head.path) ?? hops));
  return files;
}

/** The uses that stand in no order yet: direct ones first, the surer first, imports last. */
function nearestFirst(uses: TestUse[]): TestUse[] {
  const rank = ({ hops, tier, kind }: TestUse) =>
    (kind === "imports" ? 1000 : 0) + hops * EDGE_TIERS.length + EDGE_TIERS.indexOf(tier);
  return uses.sort((a, b) => rank(a) - rank(b) || (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}
