/**
 * Scores of places. A place that the question finds has the score of its hit; along each edge a share of a score goes on to the place at the other
 * end: more of it the more words of the question that place has in its name, less of it the more edges lead the same way. Shares from several places
 * add up as independent evidence does. Pure.
 */
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { Link } from "./follow.js";
import type { Weights } from "./weights.js";

export interface ScoredPlace {
  head: SymbolHead;
  /** 0 to 1. */
  score: number;
  /** 0: the question finds it; else the hop that does. */
  hop: number;
  /** Why the question finds it; null where an edge alone leads to it. */
  reason: string | null;
  /** The edge with the largest share; null where there is none. */
  by: Link | null;
  /** Lines of the piece that the question finds. */
  lines: { start: number; end: number } | null;
}

/** A name that has no word of the question gets this share of what one with them gets. */
const STRANGE = 0.4;
/** A share is undiminished up to this many edges of a place in one direction. */
const FEW_EDGES = 6;
/** A function that this many calls lead to is a helper of everything: with twice as many it counts half. */
const HUB = 12;
const MOST_SCORE = 0.97;

export interface Spreading {
  links: readonly Link[];
  heads: ReadonlyMap<string, SymbolHead>;
  weights: Weights;
  hop: number;
  /** 0 to 1: how many words of the question a symbol has in its names. */
  fitOf(head: SymbolHead): number;
  /** How many calls lead to a symbol, counted up to some number. */
  callsOf(nodeId: string): number;
  isWanted(head: SymbolHead): boolean;
}

/** Passes scores of `from` along the links, into `places`. */
export function spread(places: Map<string, ScoredPlace>, from: ReadonlySet<string>, spreading: Spreading): void {
  const { links, heads, weights, hop } = spreading;
  // Callers are counted apart from callees: a function that does much may have a single caller.
  const outgoing = countBy(distinct(links), ({ source }) => source);
  const incoming = countBy(distinct(links), ({ target }) => target);
  const before = new Map([...from].map((key) => [key, places.get(key)?.score ?? 0]));
  const missing = new Map<string, { rest: number; best: number; by: Link }>();
  for (const link of distinct(links))
    for (const [near, far, weight, degrees] of [
      [link.source, link.target, weights.out[link.kind] ?? 0, outgoing],
      [link.target, link.source, weights.in[link.kind] ?? 0, incoming],
    ] as const) {
      const head = heads.get(far);
      const score = before.get(near) ?? scoreOfFile(places, heads.get(near));
      if (score === 0 || weight === 0 || head === undefined || !spreading.isWanted(head)) continue;
      const share = score * weight * shareOf(head, degrees.get(near) ?? 1, spreading);
      const known = missing.get(far);
      if (known === undefined) missing.set(far, { rest: 1 - share, best: share, by: link });
      else {
        known.rest *= 1 - share;
        if (share > known.best) {
          known.best = share;
          known.by = link;
        }
      }
    }
  for (const [key, { rest, by }] of missing) {
    const gained = Math.min(MOST_SCORE, 1 - rest);
    const place = places.get(key);
    const head = heads.get(key);
    if (place !== undefined) {
      place.score = Math.min(MOST_SCORE, 1 - (1 - place.score) * (1 - gained * 0.5));
      place.by ??= by;
    } else if (head !== undefined) places.set(key, { head, score: gained, hop, reason: null, by, lines: null });
  }
}

function countBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

/** A file counts as its best place does. */
function scoreOfFile(places: ReadonlyMap<string, ScoredPlace>, head: SymbolHead | undefined): number {
  if (head === undefined || head.ordinal > 0) return 0;
  let best = 0;
  for (const place of places.values()) if (place.head.path === head.path) best = Math.max(best, place.score);
  return best;
}

function shareOf(head: SymbolHead, degree: number, { fitOf, callsOf }: Spreading): number {
  const fit = STRANGE + (1 - STRANGE) * fitOf(head);
  const few = 1 / Math.sqrt(Math.max(1, degree / FEW_EDGES));
  const hub = 1 / Math.max(1, callsOf(head.nodeId) / HUB);
  return fit * few * hub;
}

/** The links, those between the same two symbols of one kind once: the first. */
export function distinct(links: readonly Link[]): Link[] {
  const seen = new Map<string, Link>();
  for (const link of links) {
    const key = `${link.source} ${link.target} ${link.kind}`;
    if (!seen.has(key)) seen.set(key, link);
  }
  return [...seen.values()];
}
