/**
 * Which tests reach some symbols: a walk against the edges, breadth first, from the symbols to the code and tests that use them, to the users of that
 * code, and so on. It goes on from
 *
 *   a function to the code that calls it or passes it on; a member also to the callers of its base members;
 *   an abstract member of the question to the callers of its implementers, as if the question were about these;
 *   a key of an object in the arguments of a call to the users of the constant that keeps the result;
 *   a constructor, or a field with an initial value, to the code that makes, extends or is given its class;
 *   a type of the question, and its members, to all users of the type;
 *   an uncalled function of an object that a constant keeps to the users of the constant, where no test was found otherwise;
 *   a function for a type of messages, or for a name of a queue, to the senders of these.
 *
 * Code at the top level of a file runs where the file is imported. Imports are followed only from symbols without a test so far.
 */
import { nth } from "../../base/need.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { FindText } from "../messages/texts.js";
import { type CodeSymbol, isCallable, isContainer, isShared, withMembers } from "../symbol.js";
import { importersOf } from "./importers.js";
import { addImplementers, keepingUncalled, withRelated } from "./related-symbols.js";
import { step } from "./step.js";
import {
  add,
  metFrom,
  type ReachedSite,
  type ReachedSymbol,
  type ReachingWalk,
  type RequestUse,
  type TestReach,
  type WalkNode,
} from "./test-walk.js";
import { addRequests, nearestFirst, noteItself } from "./uses.js";

/** At most this many helpers of tests lie between a test and a request. */
const MOST_HELPERS = 2;

/** Symbols and references outside of tests that the walk has met so far. */
export interface Reached {
  symbols: readonly ReachedSymbol[];
  sites: ReadonlyMap<string, readonly ReachedSite[]>;
}

/** A walk that goes on as far as it is told. */
export interface TestWalk {
  /** Goes on up to a number of steps from the symbols. */
  goTo(depth: number): Promise<void>;
  /** Whether there is anything beyond the steps that were taken. */
  isOpen(): boolean;
  /** Adds the lines of tests that `find` gives for the symbols so far, and the tests that call helpers with such lines. */
  followRequests(find: (reached: Reached) => Promise<{ requests: RequestUse[]; isCut: boolean }>): Promise<void>;
  /** Follows the constants that keep functions without a known caller: code that is handed the constant may call them. */
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
    senders: new Map(),
    isCapped: false,
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
      for (let more = 0; more < MOST_HELPERS && helpers.length > 0; more++)
        helpers = (await step(walk, helpers, Math.max(...helpers.map(({ hops }) => hops)) + 1)).filter(
          ({ head }) => pathClassOf(head.path) === "test" || clients.has(head.path),
        );
    },
    async followKeepers() {
      let more = tiers.includes("unique") ? await keepingUncalled(walk) : [];
      for (let round = 0; round < MOST_HELPERS && more.length > 0; round++)
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
      isCapped: walk.isCapped,
      isRequestCut: walk.isRequestCut,
      subjects: subjects(),
      asked,
      sites: walk.sites,
      met: metIn(walk),
      registrars: [...walk.registrars.values()],
      files: filesOf(walk),
      metWithout: (files) => metFrom(walk, starts.flat(), files),
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

/** The symbols outside of tests. */
const metIn = ({ nodes }: ReachingWalk): WalkNode[] =>
  [...nodes.values()].filter(({ head }) => pathClassOf(head.path) !== "test");

function filesOf({ nodes }: ReachingWalk): Map<string, number> {
  const files = new Map<string, number>();
  for (const { head, hops } of nodes.values())
    if (pathClassOf(head.path) !== "test") files.set(head.path, Math.min(hops, files.get(head.path) ?? hops));
  return files;
}
