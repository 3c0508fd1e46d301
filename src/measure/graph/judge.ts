/** Judges which edges are right, and finds the uses without one. Pure. */
import { groupBy } from "../../base/groups.js";
import { nth, present } from "../../base/need.js";
import type { Declaration, OurEdge, OurIndex, OurSymbol, Use } from "./fact.js";
import { createLocator, type Locator } from "./locate.js";

export const GROUPS = [
  "calls of functions",
  "calls of methods",
  "calls of constructors",
  "references",
  "imports",
  "implementations",
] as const;
export type Group = (typeof GROUPS)[number];

/** A use with one of our symbols as its target. It should have an edge. */
export interface Wanted {
  group: Group;
  use: Use;
  /** The right targets: the parts of a union, the constant and the function that it holds. */
  accepted: string[];
  /** The edges to these targets. */
  found: OurEdge[];
}

/** An edge of ours, with the compiler's verdict. */
export interface Judged {
  group: Group;
  edge: OurEdge;
  verdict: "right" | "wrong" | "undecided";
  /** The use that a wrong edge may have been made for. */
  use: Use | null;
}

export interface Judgement {
  wanted: Wanted[];
  judged: Judged[];
  /** Uses that are not judged, by the reason: outside, undecided, or the kind of a target that is not one of our symbols. */
  leftOut: Map<string, number>;
  locator: Locator;
}

/** Edges of these tiers make claims about the project; the others lead outside, or mark an unknown target. */
const CLAIMS: ReadonlySet<string> = new Set(["exact", "import", "unique", "candidate"]);
/** The tiers that answers use by default. */
export const DEFAULT_TIERS: ReadonlySet<string> = new Set(["exact", "import", "unique"]);
const IMPLEMENTS: ReadonlySet<string> = new Set(["inherits", "implements", "extends", "overrides"]);

/** Compares edges with the compiler's facts about the files `paths`. */
export function judge(index: OurIndex, uses: readonly Use[], paths: ReadonlySet<string>): Judgement {
  const locator = createLocator(index.symbols);
  const isClaim = ({ path, tier, target }: OurEdge) =>
    paths.has(path) && CLAIMS.has(tier) && !isFile(locator.symbol(target));
  const edges = index.edges.filter(isClaim);
  const edgesAt = groupBy(edges, lineOf);
  const wanted: Wanted[] = [];
  const wantedAt = new Map<string, { use: Use; accepted: string[] }[]>();
  const leftOut = new Map<string, number>();
  const seen = new Set<string>();
  for (const use of uses) {
    const demanded = acceptedOf(locator, use.declarations);
    const accepted = [...new Set([...demanded, ...acceptedOf(locator, use.also)])];
    const place = lineOf(use);
    if (accepted.some((nodeId) => isFile(locator.symbol(nodeId)))) {
      leftOut.set("a module as a whole", (leftOut.get("a module as a whole") ?? 0) + 1);
      continue;
    }
    if (accepted.length > 0) {
      const here = wantedAt.get(place) ?? [];
      here.push({ use, accepted });
      wantedAt.set(place, here);
    } else {
      const why = use.where === "inside" ? `no symbol of ours: ${use.declarations[0]?.syntax ?? "?"}` : use.where;
      leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
      continue;
    }
    if (demanded.length === 0) continue;
    const group = groupOfUse(use, present(locator.symbol(nth(accepted, 0))));
    const key = `${place} ${group} ${accepted}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const fits = (edge: OurEdge) => accepted.includes(edge.target) && isFor(group, edge.kind);
    wanted.push({ group, use, accepted, found: (edgesAt.get(place) ?? []).filter(fits) });
  }
  const usesAt = groupBy(uses, lineOf);
  const judged = edges.map((edge): Judged => {
    const target = locator.symbol(edge.target);
    const group = groupOfEdge(edge, target);
    const here = wantedAt.get(lineOf(edge)) ?? [];
    if (here.some(({ use, accepted }) => isRight(locator, edge, use, accepted)))
      return { group, edge, verdict: "right", use: null };
    const { verdict, use } = doubt(edge, target, usesAt.get(lineOf(edge)) ?? []);
    return { group, edge, verdict, use };
  });
  return { wanted, judged, leftOut, locator };
}

function acceptedOf(locator: Locator, declarations: readonly Declaration[]): string[] {
  return [...new Set(declarations.flatMap((one) => locator.symbolsAt(one)).map(({ nodeId }) => nodeId))];
}

/** Which module another one imports is not a question of types, so it is left out. */
function isFile(symbol: OurSymbol | undefined): boolean {
  return symbol?.parent === null;
}

/** A reference counts as found by any edge: imports, calls and heritage are uses as well. */
function isFor(group: Group, kind: string): boolean {
  if (group === "implementations") return IMPLEMENTS.has(kind);
  return group.startsWith("calls") ? kind === "calls" : true;
}

function isRight(locator: Locator, edge: OurEdge, use: Use, accepted: readonly string[]): boolean {
  if (edge.kind === "calls") {
    const isCaller = locator.isIn(edge.source, edge.path, use.offset);
    return use.kind === "call" && accepted.includes(edge.target) && isCaller;
  }
  if (edge.kind === "overrides") return use.kind === "override" && accepted.includes(edge.target);
  if (IMPLEMENTS.has(edge.kind)) return use.kind === "heritage" && accepted.includes(edge.target);
  if (accepted.includes(edge.target)) return true;
  // Constructing an object uses its type.
  return accepted.some((nodeId) => {
    const symbol = locator.symbol(nodeId);
    return symbol?.kind === "constructor" && symbol.parent === edge.target;
  });
}

/** For an edge that no use confirms: whether the compiler denies it, or does not know. */
function doubt(
  edge: OurEdge,
  target: OurSymbol | undefined,
  uses: readonly Use[],
): { verdict: "wrong" | "undecided"; use: Use | null } {
  const isKind = (use: Use) => (edge.kind === "calls") === (use.kind === "call");
  const named = uses.filter(
    (use) => use.name === target?.name || (target?.kind === "constructor" && use.kind === "call"),
  );
  // The compiler reads `this.name = …` in a script's constructor as a field of its own, even if its base has one.
  const isAssigned = (use: Use) => edge.kind === "overrides" && use.declarations[0]?.syntax === "BinaryExpression";
  const unknown = named.find((use) => use.where === "undecided" || isAssigned(use));
  if (unknown) return { verdict: "undecided", use: unknown };
  if (named.length === 0 && uses.some((use) => use.where === "undecided" && isKind(use)))
    return { verdict: "undecided", use: null };
  return { verdict: "wrong", use: named.find(isKind) ?? named[0] ?? null };
}

function groupOfUse(use: Use, target: OurSymbol): Group {
  if (use.kind === "heritage" || use.kind === "override") return "implementations";
  if (use.kind === "import") return "imports";
  return use.kind === "call" ? callGroup(target) : "references";
}

function groupOfEdge({ kind }: OurEdge, target: OurSymbol | undefined): Group {
  if (IMPLEMENTS.has(kind)) return "implementations";
  if (kind === "imports") return "imports";
  return kind === "calls" ? callGroup(target) : "references";
}

const MEMBERS: ReadonlySet<string> = new Set(["method", "property", "field"]);

function callGroup(target: OurSymbol | undefined): Group {
  if (target?.kind === "constructor" || target?.kind === "class") return "calls of constructors";
  return MEMBERS.has(target?.kind ?? "") ? "calls of methods" : "calls of functions";
}

function lineOf({ path, line }: { path: string; line: number }): string {
  return `${path}:${line}`;
}
