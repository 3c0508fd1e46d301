/** Files by parts of their paths, as one types a name that one half remembers. */
import { createTurns } from "../base/turns.js";
import { nameOf } from "../model/paths.js";
import { globTest } from "./filters.js";
import type { ViewSnapshot } from "./snapshot.js";

export interface FileQuery {
  /** Parts of the path, apart by spaces: all must be in it, in any case. */
  text: string;
  /** See `pathFilter` of FileFilters. */
  pathFilter?: string | undefined;
  /** Only files of this language. */
  language?: string | undefined;
  limit: number;
}

export interface FileHit {
  path: string;
  language: string | null;
  lines: number;
}

/** Files that are looked at between two looks at the clock. */
const AT_ONCE = 4096;

/** How a path has the parts, the best first: its name is the text, begins with it, has all parts; the path has them; the name has their letters in order. */
const RANKS = 5;

/**
 * The files of a snapshot whose path has all parts of a text: those with the best name first, then the shortest path. Gives how many there are, too. Throws
 * `invalid_parameter` for a malformed filter.
 */
export async function findFiles(
  snapshot: ViewSnapshot,
  { text, pathFilter, language: wanted, limit }: FileQuery,
): Promise<{ hits: FileHit[]; total: number }> {
  const turns = createTurns();
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
  const passes = pathFilter === undefined ? null : globTest(pathFilter);
  const byRank: number[][] = Array.from({ length: RANKS }, () => []);
  for (const [index, { path, language }] of snapshot.files.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1 && turns.isOver()) await turns.next();
    if ((passes && !passes(path, language)) || (wanted !== undefined && language !== wanted)) continue;
    const rank = rankOf(path.toLowerCase(), parts);
    if (rank !== null) byRank[rank]?.push(index);
  }
  const named = byRank.slice(0, -1).flat();
  // Letters in order fit much by chance: they count where nothing else fits.
  const found = named.length > 0 ? byRank.slice(0, -1) : byRank;
  const hits: FileHit[] = [];
  for (const rank of found) {
    if (hits.length >= limit) break;
    const files = rank.flatMap((index) => snapshot.files[index] ?? []);
    files.sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
    for (const { path, language, lineCount } of files.slice(0, limit - hits.length))
      hits.push({ path, language, lines: lineCount });
  }
  return { hits, total: found.reduce((sum, rank) => sum + rank.length, 0) };
}

/** The place among the ranks of a path, in lower case; null: it does not fit. */
function rankOf(path: string, parts: readonly string[]): number | null {
  const name = nameOf(path);
  const [first = ""] = parts;
  if (parts.length === 1 && name === first) return 0;
  if (parts.every((part) => name.includes(part))) return name.startsWith(first) ? 1 : 2;
  if (parts.every((part) => path.includes(part))) return 3;
  return hasInOrder(name, parts.join("")) ? 4 : null;
}

/** Whether the letters are in the text in their order: `usrsvc` in `user-service.ts`. */
function hasInOrder(text: string, letters: string): boolean {
  let offset = 0;
  for (const letter of letters) {
    offset = text.indexOf(letter, offset) + 1;
    if (offset === 0) return false;
  }
  return true;
}
