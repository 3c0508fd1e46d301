/**
 * Hits as they are shown: pieces of one file that follow on each other are one passage, in the place of the best of them, and overloads stand
 * with the best. Pieces of imports, re-exports or
 * unions of types alone are left out, unless the query names them. Pure.
 */
import { nth } from "../../base/need.js";
import { codeLanguageOf } from "../../languages/index.js";
import { isBare } from "./bare.js";
import { namesOf } from "./reason.js";
import type { CodeHit } from "./search.js";

export interface Piece {
  startLine: number;
  endLine: number;
  symbolNames: readonly string[];
}

export interface Passage {
  startLine: number;
  endLine: number;
  text: string;
  /** The best of its hits, which it is called and ranked by. */
  best: CodeHit;
  /** Its pieces, in the order of the file, and what each declares. */
  parts: readonly Piece[];
  copies: CodeHit["copies"];
  /** Where its file declares the same name again. */
  overloads: readonly Pick<CodeHit["chunk"], "startLine" | "endLine">[];
  /** Further pieces of its file that fit and are not shown, best first: of the best passage of each file. */
  more: readonly Pick<CodeHit["chunk"], "startLine" | "endLine">[];
}

/** Further pieces that a passage names, at most. */
const MOST_MORE = 3;

/** A passage that is longer is not joined with more: who finds a line does not ask for its whole file. */
const LONGEST = { lines: 120, tokens: 600 };

interface Joined extends Passage {
  tokens: number;
  /** Positions of its first and last chunk in the file. */
  first: number;
  last: number;
}

/** The first passages of the hits, best first, at most `most`; how many bare pieces were passed over; and the best hit of each file behind them. */
export function passagesOf(
  hits: readonly CodeHit[],
  { query, most }: { query: string; most: number },
): { passages: Passage[]; bare: number; further: CodeHit[] } {
  const isNamed = namesOf(query);
  const passages: Joined[] = [];
  const further = new Map<string, CodeHit>();
  let bare = 0;
  for (const hit of hits) {
    const isFull = passages.length === most;
    if (isBareHit(hit) && !hit.sum.declared && !hit.sum.located && !isNamed(hit.chunk.symbolNames))
      bare += isFull ? 0 : 1;
    else if (!isFull) add(passages, passageOf(hit));
    else if (!addMore(passages, hit) && !further.has(hit.chunk.path)) further.set(hit.chunk.path, hit);
  }
  return { passages, bare, further: [...further.values()] };
}

/** Names a hit with the best passage of its file; false where there is none. */
function addMore(passages: readonly Joined[], { chunk: { path, startLine, endLine } }: CodeHit): boolean {
  const first = passages.find(({ best }) => best.chunk.path === path);
  if (first !== undefined && first.more.length < MOST_MORE) first.more = [...first.more, { startLine, endLine }];
  return first !== undefined;
}

function isBareHit({ chunk, text }: CodeHit): boolean {
  const language = codeLanguageOf(chunk.path);
  return language !== null && isBare(text, language);
}

function passageOf(hit: CodeHit): Joined {
  const { startLine, endLine, ordinal, tokenCount } = hit.chunk;
  const { text, copies } = hit;
  return {
    startLine,
    endLine,
    text,
    best: hit,
    parts: [hit.chunk],
    copies,
    overloads: [],
    more: [],
    tokens: tokenCount,
    first: ordinal,
    last: ordinal,
  };
}

/** Joins a passage with those before and behind it in its file, or names it with one that declares the same, or puts it at the end. */
function add(passages: Joined[], passage: Joined): void {
  const index = passages.findIndex((one) => mayJoin(one, passage));
  const same = index < 0 && passages.find((one) => isOverload(one, passage));
  if (same) {
    same.overloads = [...same.overloads, { startLine: passage.startLine, endLine: passage.endLine }];
    return;
  }
  if (index < 0) {
    passages.push(passage);
    return;
  }
  passages[index] = join(nth(passages, index), passage);
  const next = passages.findIndex((one, other) => other !== index && mayJoin(one, nth(passages, index)));
  if (next < 0) return;
  const first = Math.min(index, next);
  passages[first] = join(nth(passages, first), nth(passages, Math.max(index, next)));
  passages.splice(Math.max(index, next), 1);
}

function isOverload({ best: { chunk: a } }: Passage, { best: { chunk: b } }: Passage): boolean {
  return a.path === b.path && a.signature !== null && b.signature !== null && a.breadcrumb === b.breadcrumb;
}

/** Each line but a blank one is in one chunk, so chunks with consecutive numbers are consecutive in the file. */
function mayJoin(a: Joined, b: Joined): boolean {
  const [above, below] = a.first < b.first ? [a, b] : [b, a];
  return (
    a.best.chunk.versionId === b.best.chunk.versionId &&
    a.best.chunk.path === b.best.chunk.path &&
    above.last + 1 === below.first &&
    below.endLine - above.startLine < LONGEST.lines &&
    a.tokens + b.tokens <= LONGEST.tokens
  );
}

/** Two passages as one, ranked as the first. */
function join(a: Joined, b: Joined): Joined {
  const [above, below] = a.first < b.first ? [a, b] : [b, a];
  return {
    startLine: above.startLine,
    endLine: below.endLine,
    text: above.text + "\n".repeat(below.startLine - above.endLine) + below.text,
    best: a.best,
    parts: [...above.parts, ...below.parts],
    copies: [...a.copies, ...b.copies],
    overloads: [...a.overloads, ...b.overloads],
    more: [],
    tokens: a.tokens + b.tokens,
    first: above.first,
    last: below.last,
  };
}
