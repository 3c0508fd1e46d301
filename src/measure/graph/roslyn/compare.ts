/** Compares the edges of a folder with the facts of Roslyn, line by line. */
import { addToList, addToSet } from "../../../base/groups.js";
import type { Edge } from "../../../model/edge.js";
import type { FolderEdges } from "../in-memory.js";
import { reachable } from "../reachable.js";
import type { Fact } from "./run.js";

/** The counts of one kind of edge. */
export interface Score {
  kind: string;
  right: number;
  wrong: number;
  /** Uses with an edge, and uses without one. */
  found: number;
  missed: number;
  /** Edges to declarations of the sources where Roslyn binds to nothing, as a library is missing. They count neither as right nor as wrong. */
  unbound: number;
  /** The likely edges among them that lead to a symbol that Roslyn considered. */
  likely: number;
  /** Wrong edges, and uses without an edge, in words, by their common cause. */
  causes: Map<string, string[]>;
}

type Tiers = ReadonlySet<Edge["tier"]>;

/** The default tiers: answers hold them without being asked for more. */
export const SURE: Tiers = new Set(["exact", "import"]);
/** Those, and the one that answers hold as likely. */
export const SHOWN: Tiers = new Set([...SURE, "unique"]);

/** Facts of uses that an edge of calls may stand for, and facts of uses that must have one. */
const CALLS: ReadonlySet<Fact["fact"]> = new Set(["call", "new"]);
const USES: ReadonlySet<Fact["fact"]> = new Set(["reference", "group"]);

/** The facts and edges of one line. */
interface Line {
  facts: Fact[];
  edges: { edge: Edge; place: string | undefined; name: string }[];
}

/** Facts and edges side by side. */
export interface Comparison {
  lines: Map<string, Line>;
  pairs: Fact[];
  ours: FolderEdges;
}

/** Puts facts and edges of the judged files side by side. Lines that an `#if` leaves out do not count. */
export function sideBySide(facts: readonly Fact[], all: FolderEdges, judged: ReadonlySet<string>): Comparison {
  const ours = { ...all, edges: all.edges.filter(({ file }) => judged.has(file)) };
  const lines = new Map<string, Line>();
  const disabled = new Set<string>();
  const lineOf = (key: string) => {
    const line = lines.get(key) ?? { facts: [], edges: [] };
    lines.set(key, line);
    return line;
  };
  for (const fact of facts) {
    if (fact.fact === "disabled")
      for (let line = fact.line; line <= (fact.toLine ?? 0); line++) disabled.add(`${fact.file}:${line}`);
    else if (fact.from === undefined) lineOf(`${fact.file}:${fact.line}`).facts.push(fact);
  }
  for (const { edge, file } of ours.edges) {
    const key = `${file}:${edge.line}`;
    const place = ours.places.get(edge.target);
    if (!disabled.has(key) && (place === undefined || !disabled.has(place)))
      lineOf(key).edges.push({ edge, place, name: ours.names.get(edge.target) ?? edge.target.replace(/^\?/, "") });
  }
  const isJudged = (place: string) => judged.has(place.slice(0, place.lastIndexOf(":")));
  return { lines, pairs: facts.filter(({ from }) => from?.some(isJudged)), ours };
}

function emptyScore(kind: string): Score {
  return { kind, right: 0, wrong: 0, found: 0, missed: 0, unbound: 0, likely: 0, causes: new Map() };
}

/** Calls: `new`, `this(…)` and `base(…)` among them. Edges of delegates, operators and method groups are right, and none must be. */
export function compareCalls({ lines }: Comparison, tiers: Tiers): Score {
  return compareUses("calls", lines, CALLS, (edge) => edge.kind === "calls" && tiers.has(edge.tier));
}

/** References to fields, properties, events and methods that are not called. */
export function compareReferences({ lines }: Comparison, tiers: Tiers): Score {
  return compareUses("references", lines, USES, (edge) => edge.kind === "references" && tiers.has(edge.tier));
}

function compareUses(
  kind: string,
  lines: ReadonlyMap<string, Line>,
  expected: ReadonlySet<Fact["fact"]>,
  isOurs: (edge: Edge) => boolean,
): Score {
  const score = emptyScore(kind);
  for (const [key, line] of lines) {
    const judged = new Set<string>();
    for (const { edge, place, name } of line.edges) {
      if (place === undefined || !isOurs(edge) || judged.has(place)) continue;
      judged.add(place);
      judge(score, line.facts, key, { edge, place, name });
    }
    const wanted = new Map<string, Fact>();
    for (const fact of line.facts)
      if (expected.has(fact.fact) && fact.state === "source") wanted.set((fact.to ?? []).join(), fact);
    for (const [, fact] of wanted) {
      const isFound = line.edges.some(
        ({ edge, place }) =>
          place !== undefined && SHOWN.has(edge.tier) && isFor(edge, fact, isOurs) && fact.to?.includes(place),
      );
      if (isFound) {
        score.found++;
        continue;
      }
      score.missed++;
      note(
        score,
        `missed ${fact.fact} of a ${fact.kind}: ${saidOf(line, fact)}`,
        `${key} ${fact.name} -> ${fact.to?.join(" ")}`,
      );
    }
  }
  return score;
}

/** Whether an edge may stand for a fact: one of calls must have the right tier; a method that is not called may have an edge of any kind. */
function isFor(edge: Edge, fact: Fact, isOurs: (edge: Edge) => boolean): boolean {
  return isOurs(edge) || (USES.has(fact.fact) && edge.kind !== "contains");
}

function judge(
  score: Score,
  facts: readonly Fact[],
  key: string,
  { edge, place, name }: { edge: Edge; place: string; name: string },
): void {
  const bound = facts.filter(({ state }) => state === "source");
  if (bound.some(({ to }) => to?.includes(place))) {
    score.right++;
    return;
  }
  const open = facts.filter(({ state }) => state === "candidate" || state === "unknown");
  if (open.some(({ to }) => to?.includes(place))) score.likely++;
  if (
    open.some(
      (fact) =>
        fact.name === name ||
        fact.name === "this" ||
        fact.name === "base" ||
        (fact.fact === "new" && fact.name === "new"),
    )
  ) {
    score.unbound++;
    return;
  }
  score.wrong++;
  const meant = facts.filter((fact) => fact.name === name);
  const said =
    meant.length === 0
      ? "names nothing like it"
      : meant.some(({ state }) => state === "source")
        ? "another declaration"
        : "a library's";
  const targets = meant.flatMap(({ to, state, fact }) => to ?? [`${fact} ${state}`]).join(" ");
  note(score, `wrong ${edge.tier} ${edge.rule}: Roslyn says ${said}`, `${key} ${name} -> ${place}; Roslyn: ${targets}`);
}

/** The word of the index on the line of a use that has no edge. */
function saidOf({ edges }: Line, { name }: Fact): string {
  const named = edges.filter((edge) => edge.name === name || edge.name.endsWith(`.${name}`));
  const unresolved = named.find(({ edge }) => edge.tier === "unresolved");
  if (unresolved !== undefined) return unresolved.edge.rule;
  if (named.some(({ edge }) => edge.tier === "candidate")) return "candidates";
  if (named.some(({ edge }) => edge.tier === "external")) return "taken for a library's";
  return named.length > 0 ? "another declaration" : "nothing";
}

function note(score: Score, cause: string, what: string): void {
  addToList(score.causes, cause, what);
}

/** Bases of types. */
export function compareBases({ pairs, ours }: Comparison): Score {
  const score = emptyScore("bases");
  const found = ours.edges.flatMap(({ edge, source }) => {
    const target = ours.places.get(edge.target);
    return /^(?:inherits|implements|extends)$/.test(edge.kind) && SHOWN.has(edge.tier) && target !== undefined
      ? [[source, target] as const]
      : [];
  });
  return comparePairs(score, found, pairs, ["base"], []);
}

/** Overrides and implementations of members: the pairs that a walk along the edges reaches. */
export function compareOverrides({ pairs, ours }: Comparison): Score {
  const score = emptyScore("overrides");
  const next = new Map<string, Set<string>>();
  for (const { edge, source } of ours.edges) {
    const target = ours.places.get(edge.target);
    if (edge.kind === "overrides" && SHOWN.has(edge.tier) && target !== undefined) addToSet(next, source, target);
  }
  const found: [string, string][] = [];
  for (const source of next.keys()) for (const target of reachable(next, source)) found.push([source, target]);
  return comparePairs(score, found, pairs, ["overrides"], ["lent"]);
}

/** Compares pairs of declarations. Pairs of the facts `also` are right, and none must be found; nor must a pair that others lead to. */
function comparePairs(
  score: Score,
  found: readonly (readonly [string, string])[],
  pairs: readonly Fact[],
  expected: Fact["fact"][],
  also: Fact["fact"][],
): Score {
  const isRight = new Set<string>();
  const told = pairs.filter(({ fact }) => expected.includes(fact) || also.includes(fact));
  const combined = new Map<string, Set<string>>();
  for (const { from = [], to = [] } of told)
    for (const source of from) for (const target of to) addToSet(combined, source, target);
  for (const source of combined.keys())
    for (const target of reachable(combined, source)) isRight.add(`${source} -> ${target}`);
  const ours = new Set(found.map(([source, target]) => `${source} -> ${target}`));
  for (const pair of ours)
    if (isRight.has(pair)) score.right++;
    else {
      score.wrong++;
      note(score, `wrong ${score.kind}`, pair);
    }
  for (const { fact, from = [], to = [] } of told) {
    if (!expected.includes(fact)) continue;
    if (from.some((source) => to.some((target) => ours.has(`${source} -> ${target}`)))) {
      score.found++;
      continue;
    }
    score.missed++;
    note(score, `missed ${score.kind}`, `${from.join(" ")} -> ${to.join(" ")}`);
  }
  return score;
}
