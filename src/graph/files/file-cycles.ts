/** Cycles of imports: files, or the folders that they are in, that need each other. Pure. */
import { groupBy } from "../../base/groups.js";
import { need, nth } from "../../base/need.js";
import { folderOf } from "../../model/paths.js";
import { shortestCycle, stronglyConnected } from "./cycles.js";

/** An import of one part by another, at the first line that has it; `imports` counts the files' imports that make it. */
export interface PartImport {
  from: string;
  to: string;
  path: string;
  line: number;
  imports: number;
  /** Whether all of them are of types alone, which no program waits for. */
  isTypeOnly: boolean;
}

export interface Cycle {
  /** In order. */
  parts: string[];
  /** A shortest way round. */
  shortest: PartImport[];
  /** Of its imports those without which the fewest parts are left in cycles, the best first. */
  cuts: { edge: PartImport; left: number }[];
}

/** Components of more parts are not tried edge by edge. */
const MOST_TRIED = 400;
/** Starts of the search for a shortest way. */
const MOST_STARTS = 300;
const MOST_CUTS = 3;

/** The imports between folders of at most `depth` levels, made of those between files. */
export function byFolder(imports: readonly PartImport[], depth: number): PartImport[] {
  const partOf = (path: string) => folderOf(path).split("/").slice(0, depth).join("/") || ".";
  const parts = new Map<string, PartImport>();
  for (const each of imports) {
    const [from, to] = [partOf(each.from), partOf(each.to)];
    if (from === to) continue;
    const known = parts.get(`${from}\0${to}`);
    if (!known) parts.set(`${from}\0${to}`, { ...each, from, to });
    else {
      known.imports += each.imports;
      known.isTypeOnly &&= each.isTypeOnly;
    }
  }
  return [...parts.values()];
}

/** The cycles of some imports, the largest first. */
export function cyclesOf(imports: readonly PartImport[]): Cycle[] {
  const out = groupBy(imports, (each) => each.from);
  for (const { to } of imports) if (!out.has(to)) out.set(to, []);
  const next = (part: string) => need(out, part).map(({ to }) => to);
  const components = stronglyConnected([...out.keys()].sort(), next).filter(({ length }) => length > 1);
  const cycles = components.map((parts): Cycle => {
    const within = new Set(parts);
    const inside = parts.flatMap((part) => need(out, part).filter(({ to }) => within.has(to)));
    const way =
      shortestCycle(parts, (part) => next(part).filter((to) => within.has(to)), { maxStarts: MOST_STARTS }) ?? [];
    const shortest = way.flatMap((part, index) => {
      const to = nth(way, (index + 1) % way.length);
      return inside.find((edge) => edge.from === part && edge.to === to) ?? [];
    });
    return { parts, shortest, cuts: cutsOf(parts, inside) };
  });
  return cycles.sort((a, b) => b.parts.length - a.parts.length || (nth(a.parts, 0) < nth(b.parts, 0) ? -1 : 1));
}

/** How many parts are left in cycles without each of the imports. */
function cutsOf(parts: readonly string[], inside: readonly PartImport[]): Cycle["cuts"] {
  if (inside.length > MOST_TRIED) return [];
  const tried = inside.map((edge) => {
    const rest = new Map(parts.map((part) => [part, [] as string[]]));
    for (const other of inside) if (other !== edge) need(rest, other.from).push(other.to);
    const left = stronglyConnected(parts, (part) => need(rest, part)).filter(({ length }) => length > 1);
    return { edge, left: left.reduce((sum, { length }) => sum + length, 0) };
  });
  return tried
    .filter(({ left }) => left < parts.length)
    .sort((a, b) => a.left - b.left || a.edge.imports - b.edge.imports)
    .slice(0, MOST_CUTS);
}
