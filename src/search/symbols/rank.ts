/** Order of the symbols that match: by place, kind, reach and use. */
import TinyQueue from "tinyqueue";
import { need, nth } from "../../base/need.js";
import { int32At, uint8At } from "../../base/numbers.js";
import { mergeSpans } from "../../graph/symbol.js";
import { comparePaths, PATH_CLASSES, type PathClass, pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { useCounts } from "../../store/incoming.js";
import { hasFlag, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { placesOf } from "../places.js";
import { rangeOfDense, type ViewSnapshot } from "../snapshot.js";
import type { Matches } from "./matches.js";
import { type Way, wayBonus } from "./ways.js";

/** Bonus for each doubling of a symbol's uses, the number of first symbols whose uses are counted, and the limit of the count. */
const USE_BONUS = 0.5;

const MOST_COUNTED = 25;

const MOST_USES = 127;

/** Bonus for a symbol's place. */
const PLACE_BONUS: Record<PathClass, number> = { source: 0, generated: -9, test: -12, example: -12, prose: -6 };

/** Bonuses for a symbol that other files can use, and for one that no function hides. */
const REACH_BONUS = { exported: 1.5, topLevel: 1 };

/** Bonus for a kind of symbol, to order equals. */
const KIND_BONUS: Record<string, number> = {
  class: 3,
  interface: 3,
  struct: 3,
  record: 3,
  component: 3,
  enum: 2.7,
  type: 2.7,
  extension: 1.8,
  function: 2.4,
  method: 2.1,
  namespace: 1.8,
  module: 1.8,
  property: 1.2,
  constant: 1.2,
  event: 1.2,
  field: 0.9,
  constructor: 0.6,
  variable: 0.6,
  file: 0.3,
};

export interface Candidate {
  symbolId: number;
  score: number;
  isUncertain: boolean;
}

/** The matches by what postings and places tell, best first. Only as many are put in order as are taken: a beginning of a letter has most of them. */
export function* inOrder(
  snapshot: ViewSnapshot,
  matches: Matches,
  ways: ReadonlyMap<number, Way>,
): Generator<Candidate, undefined> {
  const { files, starts, bases } = snapshot.ranges.name;
  const places = placesOf(snapshot);
  const candidates: (Candidate & { order: number })[] = [];
  for (const [dense, score] of matches) {
    const range = rangeOfDense(snapshot.ranges.name, dense);
    const way = ways.get(dense);
    const bonus = (way?.bonus ?? 0) + PLACE_BONUS[nth(PATH_CLASSES, uint8At(places, int32At(files, range)))];
    const symbolId = int32At(starts, range) + dense - int32At(bases, range);
    candidates.push({ symbolId, score, isUncertain: way?.isUncertain ?? false, order: score + bonus });
  }
  const queue = new TinyQueue(candidates, (a, b) => b.order - a.order || a.symbolId - b.symbolId);
  let uncertain = 0;
  for (let best = queue.pop(); best !== undefined; best = queue.pop())
    if (!best.isUncertain || ++uncertain <= MOST_UNCERTAIN) yield best;
}

/** Bonus of a symbol for its kind, its place and its reach. */
export function standing(symbol: SymbolHead): number {
  const isTopLevel = symbol.parentOrdinal <= 0;
  return (
    (KIND_BONUS[symbol.nodeType] ?? 0) +
    PLACE_BONUS[pathClassOf(symbol.path)] +
    (hasFlag(symbol, "isExported") ? REACH_BONUS.exported : 0) +
    (isTopLevel ? REACH_BONUS.topLevel : 0)
  );
}

/** Adds what the way of matching and the symbol's standing are worth, best first. A symbol with several spans is one hit, at the one that stands for it. */
export function ranked(hits: readonly SymbolHit[], names: readonly string[]): SymbolHit[] {
  const scores = new Map<string, number>();
  for (const { symbol, score } of hits) {
    // One more than any match with typing errors.
    const way = Math.max(0, ...names.map((name) => wayBonus(symbol, name)));
    const whole = 1 + score + way + standing(symbol);
    scores.set(symbol.nodeId, Math.max(whole, scores.get(symbol.nodeId) ?? 0));
  }
  return mergeSpans(hits.map(({ symbol }) => symbol).sort(byPlace))
    .map(({ primary }) => ({ symbol: primary, score: need(scores, primary.nodeId) }))
    .sort(byScore);
}

const byPlace = (a: SymbolHead, b: SymbolHead) => comparePaths(a.path, b.path) || a.lineStart - b.lineStart;

const byScore = (a: SymbolHit, b: SymbolHit) =>
  b.score - a.score || a.symbol.qualifiedName.length - b.symbol.qualifiedName.length || byPlace(a.symbol, b.symbol);

/** Puts the first hits in order by how often they are used, too, save those in tests. Always the same number of them, so that pages fit together. */
export async function byUse(db: Db, view: View, hits: SymbolHit[]): Promise<SymbolHit[]> {
  const first = hits.slice(0, MOST_COUNTED);
  if (first.length < 2) return hits;
  const ids = first.flatMap(({ symbol }) =>
    ["test", "example"].includes(pathClassOf(symbol.path)) ? [] : symbol.nodeId,
  );
  const uses = await useCounts(db, view.projectId, ids, MOST_USES);
  const counted = first.map(({ symbol, score }) => ({
    symbol,
    score: score + USE_BONUS * Math.log2(1 + (uses.get(symbol.nodeId) ?? 0)),
  }));
  return [...counted.sort(byScore), ...hits.slice(MOST_COUNTED)];
}

/** Rows that are read only to see whether the name is like the query after all. */
export const MOST_UNCERTAIN = 50;

export interface SymbolHit {
  symbol: SymbolHead;
  /** Higher is better. */
  score: number;
}
