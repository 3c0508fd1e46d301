/**
 * Which tests reach some symbols: a walk against the edges, breadth first, from the symbols to the test files that refer to them, to what calls
 * them, and so on. It goes on from
 *
 *   a function to what calls it or passes it on; a member also to callers of those that it overrides or implements;
 *   a key of an object in the arguments of a call to what uses the constant that keeps the result;
 *   a constructor, or a field that is set where it is declared, to what makes, extends or is given its class;
 *   a class, interface or other type that was asked about, and its members, to whatever uses it.
 *
 * Code at the top level of a file runs where the file is imported. Only symbols that no test was found for are followed by imports.
 */

import { need, nth } from "../base/need.js";
import { languageNamed } from "../languages/index.js";
import { EDGE_TIERS, type EdgeKind, type EdgeTier } from "../model/edge.js";
import { PATH_CLASSES, type PathClass, pathClassOf } from "../model/paths.js";
import type { Db } from "../store/db/db.js";
import { decidedEdges, type Incoming, incomingEdges } from "../store/incoming.js";
import { outgoingEdges } from "../store/outgoing.js";
import { headsAt, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { keepersOf } from "./keepers.js";
import {
  type CodeSymbol,
  constructorsOf,
  isCallable,
  isContainer,
  isShared,
  readSymbols,
  withMembers,
} from "./symbol.js";

/** So many symbols a walk meets. */
export const MAX_REACHED = 3000;
/** So many references one step of it looks at. */
const MAX_STEP = 5000;
/** So many imports are followed, from file to file. */
const MAX_IMPORTS = 4;
/** So many overridden members lie above one another. */
const MAX_BASES = 5;
/** So many helpers of tests lie between a test and a request. */
const MAX_HELPERS = 2;

const KINDS: readonly EdgeKind[] = ["calls", "references", "accepts", "inherits", "implements", "extends", "overrides"];
const DERIVES: ReadonlySet<EdgeKind> = new Set(["inherits", "implements", "extends"]);
const TESTS_FIRST: readonly PathClass[] = ["test", ...PATH_CLASSES.filter((place) => place !== "test")];

/** A line of a test file that leads to what was asked about. */
export interface TestUse {
  path: string;
  line: number;
  /** The declaration around the line: a helper, a method; the file itself for a call in `it("…", () => …)`. */
  source: SymbolHead;
  /** 1: it refers to a symbol that was asked about; 0: it is one. */
  hops: number;
  kind: EdgeKind;
  /** The least sure of the chain. */
  tier: EdgeTier;
  /** The symbol that it refers to, where that was not asked about; of imports the file. */
  via: SymbolHead | null;
  /** The route that it, or what it refers to, asks a server for. */
  request?: string | undefined;
  /** How it uses the symbol that it refers to: calls it or a member of it, makes one of it, or names it without a call. */
  how: UseForm;
}

/** From the one that says most to the one that says least. */
export const USE_FORMS = ["runs", "constructs", "names"] as const;
export type UseForm = (typeof USE_FORMS)[number];

/** The form that says most. */
export const bestForm = (forms: readonly UseForm[]): UseForm =>
  USE_FORMS.find((form) => forms.includes(form)) ?? "runs";

/** A reference outside of tests, to a symbol that the walk has met. */
export interface ReachedSite {
  line: number;
  target: SymbolHead;
  hops: number;
  tier: EdgeTier;
}

/** A symbol that the walk has met. */
export interface ReachedSymbol {
  head: SymbolHead;
  hops: number;
  tier: EdgeTier;
  isAsked: boolean;
}

/** A line of a test that asks a server for a route whose handler the walk has met. */
export interface RequestUse {
  path: string;
  line: number;
  /** The function around the line, or the file. */
  source: SymbolHead;
  handler: SymbolHead;
  hops: number;
  tier: EdgeTier;
  request: string;
  /** Whether it stands in no test, but in a client that tests may call. */
  isOfClient?: boolean;
}

export interface TestReach {
  /** The nearest first, of equals the surest, by path and line; one for each line. */
  uses: TestUse[];
  /** Whether the limits left something out. */
  capped: boolean;
  /** Whether a limit left out routes or requests. */
  isRequestCut: boolean;
  /** Of each symbol asked about, the test files that reach it, and where its chains end where there are none. */
  subjects: { symbol: CodeSymbol; paths: Set<string>; ends: SymbolHead[] }[];
  /** The symbols asked about and what stands in them. */
  asked: SymbolHead[];
  /** The files that the walk came through, and how far they are from what was asked about. */
  files: Map<string, number>;
}

/** `isAsked`: whether it was asked about, itself or what it stands in. */
interface Node extends ReachedSymbol {
  /** The route by which a test came to it. */
  request?: string | undefined;
}

/** The state of a walk. */
interface ReachingWalk {
  db: Db;
  view: View;
  tiers: readonly EdgeTier[];
  nodes: Map<string, Node>;
  /** The next symbols of the walk from each symbol. */
  next: Map<string, Set<string>>;
  /** The test files that refer to each symbol. */
  paths: Map<string, Set<string>>;
  /** By path and line. */
  uses: Map<string, TestUse>;
  /** Reached files whose code at the top level leads on, by the symbols that it refers to. */
  topLevel: Map<string, Set<SymbolHead>>;
  /** References outside of tests, by path. */
  sites: Map<string, ReachedSite[]>;
  capped: boolean;
  isRequestCut: boolean;
}

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
  /** Follows the imports of symbols that no test was found for; whether that found any. */
  followImports(): Promise<boolean>;
  found(): TestReach;
}

/** Begins a walk from `symbols` to the tests that reach them, over references of the given tiers. */
export async function walkToTests(
  db: Db,
  view: View,
  symbols: readonly CodeSymbol[],
  tiers: readonly EdgeTier[],
): Promise<TestWalk> {
  const walk: ReachingWalk = {
    db,
    view,
    tiers,
    nodes: new Map(),
    next: new Map(),
    paths: new Map(),
    uses: new Map(),
    topLevel: new Map(),
    sites: new Map(),
    capped: false,
    isRequestCut: false,
  };
  const starts = await startsOf(walk, symbols);
  let level = [...walk.nodes.values()];
  const asked = level.map(({ head }) => head);
  const imported = new Map<CodeSymbol, Set<string>>();
  let steps = 0;
  const subjects = () =>
    symbols.map((symbol, at) => {
      const { paths, ends } = reachedFrom(walk, nth(starts, at), steps);
      return { symbol, paths: imported.get(symbol) ?? paths, ends };
    });
  return {
    async goTo(depth) {
      for (; steps < depth && level.length > 0; steps++)
        level = await step(walk, await withRelated(walk, level), steps + 1);
    },
    isOpen: () => level.length > 0,
    async followRequests(find) {
      const symbols = [...walk.nodes.values()].filter(({ head }) => pathClassOf(head.path) !== "test");
      const { requests, isCut } = await find({ symbols, sites: walk.sites });
      walk.isRequestCut = isCut;
      let helpers = addRequests(walk, requests);
      const clients = new Set(requests.flatMap(({ path, isOfClient }) => (isOfClient ? [path] : [])));
      for (let more = 0; more < MAX_HELPERS && helpers.length > 0; more++)
        helpers = (await step(walk, helpers, Math.max(...helpers.map(({ hops }) => hops)) + 1)).filter(
          ({ head }) => pathClassOf(head.path) === "test" || clients.has(head.path),
        );
    },
    async followImports() {
      const before = walk.uses.size;
      for (const [at, { symbol, paths }] of subjects().entries())
        if (paths.size === 0) imported.set(symbol, await importersOf(walk, symbol, nth(starts, at)));
      return walk.uses.size > before;
    },
    found: () => ({
      uses: nearestFirst([...walk.uses.values()]),
      capped: walk.capped,
      isRequestCut: walk.isRequestCut,
      subjects: subjects(),
      asked,
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
  return starts;
}

/** A test that was asked about is run itself. */
function noteItself(walk: ReachingWalk, head: SymbolHead): void {
  const { path, lineStart: line } = head;
  if (pathClassOf(path) !== "test") return;
  note(walk.paths, head.nodeId, path);
  walk.uses.set(`${path}:${line}`, {
    path,
    line,
    source: head,
    hops: 0,
    kind: "contains",
    tier: "exact",
    via: null,
    how: "runs",
  });
}

/** Adds a symbol that was not met before; whether it was added. */
function add(walk: ReachingWalk, node: Node): boolean {
  if (walk.nodes.has(node.head.nodeId)) return false;
  if (walk.nodes.size >= MAX_REACHED) {
    walk.capped = true;
    return false;
  }
  walk.nodes.set(node.head.nodeId, node);
  return true;
}

function link(walk: ReachingWalk, from: string, to: string): void {
  const known = walk.next.get(from);
  if (known) known.add(to);
  else walk.next.set(from, new Set([to]));
}

/** One level of the walk: notes the lines of tests that refer to its symbols; other new symbols are the next level. */
async function step(walk: ReachingWalk, frontier: readonly Node[], hops: number): Promise<Node[]> {
  const targets = frontier.map(({ head }) => head.nodeId);
  const { db, view, tiers } = walk;
  const found = await incomingEdges(db, view, targets, { kinds: KINDS, tiers, limit: MAX_STEP, places: TESTS_FIRST });
  if (found.leftOut) walk.capped = true;
  const decided = tiers.includes("import")
    ? await decidedEdges(db, view, targets, { kinds: ["calls"], limit: MAX_STEP })
    : [];
  const chains = [...found.edges, ...decided.map(({ edge }) => edge)]
    .filter((edge) => edge.source.nodeId !== edge.target && leadsOn(need(walk.nodes, edge.target), edge))
    .map((edge) => ({ edge, tier: lessSure(edge.tier, need(walk.nodes, edge.target).tier) }))
    .sort((a, b) => EDGE_TIERS.indexOf(a.tier) - EDGE_TIERS.indexOf(b.tier));
  const met: Node[] = [];
  for (const { edge, tier } of chains) {
    const { source, target } = edge;
    if (walk.nodes.get(source.nodeId)?.isAsked) continue;
    if (pathClassOf(source.path) === "test") noteUse(walk, edge, hops, tier);
    else noteSites(walk, edge, hops, tier);
    if (source.ordinal === 0) {
      if (pathClassOf(source.path) !== "test") note(walk.topLevel, target, source);
      continue;
    }
    const node = { head: source, hops, tier, isAsked: false, request: need(walk.nodes, target).request };
    if (add(walk, node)) met.push(node);
    if (walk.nodes.has(source.nodeId)) link(walk, target, source.nodeId);
  }
  return met;
}

/** Whether whoever reaches the source of a reference may run what it refers to. */
function leadsOn({ head, isAsked }: Node, { kind, source }: Incoming): boolean {
  if (kind === "calls") return true;
  // Of a member that was asked about, tests of what implements it.
  if (kind === "overrides") return isAsked;
  if (isAsked || !isContainer(head.nodeType)) return true;
  // A class that was reached is made, extended, or given to a constructor; a test may have it made by a container.
  if (kind === "accepts") return source.nodeType === "constructor";
  return kind === "references" ? pathClassOf(source.path) === "test" : DERIVES.has(kind);
}

function noteUse(walk: ReachingWalk, { source, target, kind, lines }: Incoming, hops: number, tier: EdgeTier): void {
  const { head, isAsked, request } = need(walk.nodes, target);
  note(walk.paths, target, source.path);
  for (const line of lines) {
    const key = `${source.path}:${line}`;
    const known = walk.uses.get(key);
    const how = formOf(kind, head);
    // `new Cart()` calls the constructor and names the class.
    if (known?.hops === hops) known.how = bestForm([known.how, how]);
    const use = { path: source.path, line, source, hops, kind, tier, via: isAsked ? null : head, request, how };
    if (!known) walk.uses.set(key, use);
  }
}

function formOf(kind: EdgeKind, { nodeType }: SymbolHead): UseForm {
  if (kind !== "calls") return "names";
  return nodeType === "constructor" || MADE.has(nodeType) ? "constructs" : "runs";
}

function noteSites(walk: ReachingWalk, { source, target, lines }: Incoming, hops: number, tier: EdgeTier): void {
  const { head } = need(walk.nodes, target);
  const known = walk.sites.get(source.path) ?? [];
  for (const line of lines) known.push({ line, target: head, hops, tier });
  walk.sites.set(source.path, known);
}

/** Notes requests as uses of the handlers; the functions around them, which tests may call, as nodes. */
function addRequests(walk: ReachingWalk, requests: readonly RequestUse[]): Node[] {
  const helpers: Node[] = [];
  for (const { path, line, source, handler, hops, tier, request, isOfClient = false } of requests) {
    if (!isOfClient) note(walk.paths, handler.nodeId, path);
    const key = `${path}:${line}`;
    const via = walk.nodes.get(handler.nodeId)?.isAsked ? null : handler;
    if (!isOfClient && !walk.uses.has(key))
      walk.uses.set(key, { path, line, source, hops, kind: "calls", tier, via, request, how: "runs" });
    const node = { head: source, hops, tier, isAsked: false, request };
    if (source.ordinal > 0 && add(walk, node)) helpers.push(node);
    if (source.ordinal > 0) link(walk, handler.nodeId, source.nodeId);
  }
  return helpers;
}

function note<Value>(sets: Map<string, Set<Value>>, key: string, value: Value): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}

/** The nodes of a level with those that a use of them may go by: the classes of constructors, the keepers of keys, and what their members override. */
async function withRelated(walk: ReachingWalk, level: readonly Node[]): Promise<Node[]> {
  const all = [...level, ...(await madeBy(walk, level)), ...(await keeping(walk, level))];
  let members = all.filter(({ head }) => OVERRIDING.has(head.nodeType));
  for (let round = 0; round < MAX_BASES && members.length > 0; round++) {
    members = await overriddenBy(walk, members);
    all.push(...members);
  }
  return all;
}

/** The keepers of the keys of the level. */
async function keeping(walk: ReachingWalk, level: readonly Node[]): Promise<Node[]> {
  const pairs = await keepersOf(
    walk.db,
    walk.view,
    level.map(({ head }) => head),
  );
  const met: Node[] = [];
  for (const { key, keeper } of pairs) {
    const { hops, tier } = need(walk.nodes, key.nodeId);
    const node = { head: keeper, hops, tier, isAsked: false };
    if (add(walk, node)) met.push(node);
    if (!walk.nodes.has(keeper.nodeId)) break;
    link(walk, key.nodeId, keeper.nodeId);
  }
  return met;
}

const OVERRIDING: ReadonlySet<string> = new Set(["method", "property", "field", "event", "function"]);

/** The classes whose making runs a constructor, or the declaration of a field, of the level; with their other constructors for fields. */
async function madeBy(walk: ReachingWalk, level: readonly Node[]): Promise<Node[]> {
  const { db, view } = walk;
  const parts = level.filter(({ head }) => isMaking(head));
  const parents = parts.map(({ head }) => ({ versionId: head.versionId, ordinal: head.parentOrdinal }));
  const classes = new Map(
    (await headsAt(db, view, parents)).map((head) => [`${head.versionId}:${head.ordinal}`, head]),
  );
  const made: Node[] = [];
  const withFields: Node[] = [];
  for (const { head, hops, tier } of parts) {
    const owner = classes.get(`${head.versionId}:${head.parentOrdinal}`);
    if (!owner || !MADE.has(owner.nodeType)) continue;
    const node = { head: owner, hops, tier, isAsked: false };
    if (add(walk, node)) {
      made.push(node);
      if (head.nodeType === "field") withFields.push(node);
    }
    link(walk, head.nodeId, owner.nodeId);
  }
  const derived = level.filter(({ head, isAsked }) => !isAsked && MADE.has(head.nodeType));
  for (const { hops, tier, head, constructors } of await constructorsByClass(walk, [...withFields, ...derived])) {
    for (const own of constructors) {
      const node = { head: own, hops, tier, isAsked: false };
      if (add(walk, node)) made.push(node);
      link(walk, head.nodeId, own.nodeId);
    }
  }
  return made;
}

const MADE: ReadonlySet<string> = new Set(["class", "struct", "record"]);
/** Whether a member runs when its class is made. A field with parameters is a function that is kept there. */
const isMaking = ({ nodeType, parameterSignature }: SymbolHead) =>
  nodeType === "constructor" || (nodeType === "field" && parameterSignature === null);

async function constructorsByClass(walk: ReachingWalk, classes: readonly Node[]) {
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

/** Members that some members override or implement and that were not met before: a call of these may come to them. */
async function overriddenBy(walk: ReachingWalk, members: readonly Node[]): Promise<Node[]> {
  const { db, view, tiers } = walk;
  const at = new Map(members.map((node) => [`${node.head.versionId}:${node.head.ordinal}`, node]));
  const heads = members.map(({ head }) => head);
  const edges = await outgoingEdges(db, view, heads, { kinds: ["overrides"], tiers, limit: MAX_STEP });
  const targets = edges.map(({ target }) => target);
  const bases = new Map(
    (await readSymbols(db, view, [...new Set(targets)])).map(({ primary }) => [primary.nodeId, primary]),
  );
  const met: Node[] = [];
  for (const { target, sourceVersion, sourceOrdinal } of edges) {
    const base = bases.get(target);
    const member = at.get(`${sourceVersion}:${sourceOrdinal}`);
    if (!base || !member) continue;
    const node = { head: base, hops: member.hops, tier: member.tier, isAsked: false };
    if (add(walk, node)) met.push(node);
    link(walk, member.head.nodeId, target);
  }
  return met;
}

const lessSure = (a: EdgeTier, b: EdgeTier): EdgeTier => (EDGE_TIERS.indexOf(a) > EDGE_TIERS.indexOf(b) ? a : b);

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
      };
      if (!walk.uses.has(key)) walk.uses.set(key, use);
    }
    for (const id of next.keys()) met.add(id);
    frontier = next;
  }
  return paths;
}

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
