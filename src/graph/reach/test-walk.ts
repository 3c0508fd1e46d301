/** The state of a walk from symbols to the tests that reach them (reaching-tests.ts), and all that it tells. */
import { addToSet } from "../../base/groups.js";
import { EDGE_TIERS, type EdgeKind, type EdgeTier } from "../../model/edge.js";
import { PATH_CLASSES, type PathClass } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { MessageSender } from "../messages/message-senders.js";
import type { FindText } from "../messages/texts.js";
import type { CodeSymbol } from "../symbol.js";

/** The most symbols that a walk meets. */
export const MOST_REACHED = 3000;
/** The most references that one step of it looks at. */
export const MOST_STEP = 5000;

/** The order of places in which references are read: those of tests first. */
export const TESTS_FIRST: readonly PathClass[] = ["test", ...PATH_CLASSES.filter((place) => place !== "test")];

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
  /** The target, unless it was asked about; of imports the file. */
  via: SymbolHead | null;
  /** The use of a base by which it may run the member, of the first one on the way. */
  through?: ThroughBase | undefined;
  /** The condition of its calls, if each has one. */
  onlyIf?: string;
  /** Whether it implements an abstract member in question. */
  isImplementer?: boolean | undefined;
  /** The route that it, or what it refers to, asks a server for. */
  request?: string | undefined;
  /** The message or topic by which the way goes on to its taker. */
  message?: string | undefined;
  /** How it uses the symbol that it refers to: calls it or a member of it, makes one of it, or names it without a call. */
  how: UseForm;
  /** Whether it only reaches code that registers the symbol in question. The symbol may then never be made. */
  isRegistered: boolean;
  /** Whether it hands on a constant with uncalled functions (`keepingUncalled`), or reaches code that does. */
  isHandedOn?: boolean | undefined;
}

/** A member, and the one of a base that it overrides: a call of the base's runs the member on objects of its class. */
export interface ThroughBase {
  member: SymbolHead;
  base: SymbolHead;
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
  /**
   * The overrider of it, or of a member of its own class that it calls, where the walk came from there: siblings of that class run their own members.
   */
  overrider?: SymbolHead | undefined;
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
  isCapped: boolean;
  /** Whether a limit left out routes or requests. */
  isRequestCut: boolean;
  /** By symbol in question: the test files that reach it, or else the ends of its chains. */
  subjects: { symbol: CodeSymbol; paths: Set<string>; ends: SymbolHead[] }[];
  /** The symbols asked about and what stands in them. */
  asked: SymbolHead[];
  /** References outside of tests to what was met, by path. */
  sites: ReadonlyMap<string, readonly ReachedSite[]>;
  /** All symbols that the walk has met outside of tests. */
  met: ReachedSymbol[];
  /** Functions outside of tests that register them in a container. */
  registrars: SymbolHead[];
  /** The files that the walk came through, and how far they are from what was asked about. */
  files: Map<string, number>;
  /** The ids of all that the walk met, without what it met through some other files alone. */
  metWithout: (files: ReadonlySet<string>) => ReadonlySet<string>;
}

/** `isAsked`: whether it was asked about, itself or what it stands in. */
export interface WalkNode extends ReachedSymbol {
  /** The route that a test requested on the way here, and the message that goes on from here. */
  request?: string | undefined;
  message?: string | undefined;
  /** The use of a base by which it may run the symbols in question. */
  through?: ThroughBase | undefined;
  /** Whether it registers the symbol in question, or reaches code that does. */
  isRegistered?: boolean | undefined;
  /** Whether it keeps an uncalled function, or reaches code that does. */
  isHandedOn?: boolean | undefined;
  /** Whether it implements an abstract member in question. Code that runs it runs the member's work. */
  isImplementer?: boolean | undefined;
}

/** The state of a walk. */
export interface ReachingWalk {
  /** Looks for names of topics that are texts. */
  find: FindText | undefined;
  db: Db;
  view: View;
  tiers: readonly EdgeTier[];
  nodes: Map<string, WalkNode>;
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
  /** Functions that register what was asked about, by node_id. */
  registrars: Map<string, SymbolHead>;
  /** The senders to each symbol, as far as they were looked at. */
  senders: Map<string, readonly MessageSender[]>;
  isCapped: boolean;
  isRequestCut: boolean;
}

/** The less sure of two tiers. */
export const lessSure = (a: EdgeTier, b: EdgeTier): EdgeTier => (EDGE_TIERS.indexOf(a) > EDGE_TIERS.indexOf(b) ? a : b);

/** Adds a symbol that was not met before; whether it was added. */
export function add(walk: ReachingWalk, node: WalkNode): boolean {
  if (walk.nodes.has(node.head.nodeId)) return false;
  if (walk.nodes.size >= MOST_REACHED) {
    walk.isCapped = true;
    return false;
  }
  walk.nodes.set(node.head.nodeId, node);
  return true;
}

/** Says that the walk goes from one symbol to another. */
export function link(walk: ReachingWalk, from: string, to: string): void {
  addToSet(walk.next, from, to);
}

/** The ids of all that the walk met from some symbols, themselves included; without what it met through some files alone. */
export function metFrom(
  walk: ReachingWalk,
  starts: readonly string[],
  without: ReadonlySet<string> = new Set(),
): Set<string> {
  const met = new Set(starts);
  // A set is walked to its end though it grows meanwhile.
  for (const id of met)
    for (const far of walk.next.get(id) ?? []) if (!without.has(walk.nodes.get(far)?.head.path ?? "")) met.add(far);
  return met;
}
