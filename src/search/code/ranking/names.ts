/** How well the names that a chunk declares fit a query. */
import { wordsOf } from "../../../postings/terms.js";
import type { SoughtTerm } from "../words.js";
import type { Rankable } from "./ranked-chunk.js";

/** The parts of names, each: get, user, name. */
export function namePartsOf(names: readonly string[]): string[][] {
  return names.map((name) => wordsOf(name).flatMap(({ terms }) => (terms.length > 1 ? terms.slice(1) : terms)));
}

/** All of a query, but for rounding. */
const ALL = 0.99;

/**
 * Of the names of a chunk, how well the best fits the query, by its parts: the share of the query that it holds, and the share of it that the query
 * holds; and whether any holds all of the query.
 */
export function bestName(names: readonly (readonly string[])[], terms: ReadonlyMap<string, SoughtTerm>) {
  let best = { name: 0, nameCovered: 0 };
  let wholeName = 0;
  for (const parts of names) {
    let held = 0;
    let covered = 0;
    for (const part of parts) {
      const sought = terms.get(part);
      if (sought === undefined) continue;
      held += sought.share;
      covered += sought.weight;
    }
    if (covered === 0) continue;
    if (held >= ALL) wholeName = 1;
    const one = { name: Math.min(1, held), nameCovered: covered / parts.length };
    if (one.nameCovered * Math.sqrt(one.name) > best.nameCovered * Math.sqrt(best.name)) best = one;
  }
  return { ...best, wholeName };
}

/** The files of the chunks that declare names as they are written, and how surely. */
export function namedFiles(
  found: readonly { chunk: Rankable }[],
  named: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const files = new Map<string, number>();
  if (named.size === 0) return files;
  for (const { chunk } of found)
    for (const name of chunk.symbolNames) {
      const sure = named.get(name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":")) + 1)) ?? 0;
      if (sure > (files.get(chunk.path) ?? 0)) files.set(chunk.path, sure);
    }
  return files;
}
