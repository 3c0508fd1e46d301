/** How alike two pieces of code are, by their words, by runs of the same tokens, and by shape, which names and values do not change. Pure. */
import { identifierTerms } from "../../postings/terms.js";

/** A piece of code as it is compared. Comments and white space are not part of it, nor are imports before code. */
export interface Comparable {
  /** How often each term of its identifiers stands in it. */
  terms: ReadonlyMap<string, number>;
  /** Its tokens. */
  size: number;
  /** Runs of RUN tokens as they are written, and with every name and every value as one. */
  runs: ReadonlySet<string>;
  shapes: ReadonlySet<string>;
}

/**
 * identical: token by token. near_duplicate: nearly so, or one holds most of the other. same_shape: nearly so but for names and values. similar:
 * shares words.
 */
export const LIKENESSES = ["identical", "near_duplicate", "same_shape", "similar"] as const;
export type Likeness = (typeof LIKENESSES)[number];

/** Tokens of a run. */
const RUN = 5;
/** Fewer runs than these say nothing about duplicates. */
const LEAST_RUNS = 6;
const LEAST_SHAPES = 20;
const NEAR = { alike: 0.6, held: 0.85 };
const SAME_SHAPE = 0.75;
const SHARE = { words: 0.5, runs: 0.25, shapes: 0.25 };
/** Weight of a piece that holds all of the other, squared. */
const HELD = 0.9;
/** Longer pieces are compared by their beginnings. */
const MOST_TOKENS = 20_000;

/** Imports of a file are much the same in its neighbours, and say nothing about its code. */
const IMPORTS =
  /^[ \t]*(?:import\b[^;"'()]{0,2000}["'][^"'\n]*["'];?|(?:global[ \t]+)?using[ \t]+(?!var\b)[\w.:<>=, \t]+;)/gm;
const COMMENTS = /\/\*[\s\S]*?(\*\/|$)|(?<![:\\])\/\/[^\n]*/g;
const TOKENS =
  /[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[^\s\p{L}\p{N}_$]/gu;

/** Words of the languages' own, which belong to the shape of code. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "abstract as async await base break case catch class const continue default delete do else enum export extends false finally for foreach from " +
    "function get if implements import in instanceof interface internal is let lock namespace new null of out override params private protected " +
    "public readonly record ref return sealed set static struct super switch this throw true try type typeof undefined using var virtual void " +
    "where while with yield def elif except lambda pass raise fn func impl match mut pub trait"
  ).split(" "),
);

/** Reads a piece of code; any text will do. */
export function comparable(text: string): Comparable {
  const tokens: string[] = [];
  const said = text.replaceAll(COMMENTS, " ");
  const code = said.replaceAll(IMPORTS, " ");
  for (const [token] of (/\w/.test(code) ? code : said).matchAll(TOKENS)) {
    tokens.push(token);
    if (tokens.length === MOST_TOKENS) break;
  }
  const terms = new Map<string, number>();
  for (const token of tokens) {
    if (KEYWORDS.has(token)) continue;
    for (const term of isName(token) ? identifierTerms(token) : []) terms.set(term, (terms.get(term) ?? 0) + 1);
  }
  return { terms, size: tokens.length, runs: runsOf(tokens), shapes: runsOf(tokens.map(shapeOf)) };
}

/** The likeness and how far it goes, 0 to 1. `weightOf` says what a term is worth: the rarer, the more. */
export function likenessOf(
  one: Comparable,
  other: Comparable,
  weightOf: (term: string) => number,
): { likeness: Likeness; similarity: number } {
  const words = cosine(one.terms, other.terms, weightOf);
  const runs = shared(one.runs, other.runs);
  const shapes = shared(one.shapes, other.shapes);
  const isSame = one.size === other.size && one.runs.size > 0 && runs.alike === 1;
  // A piece that the other holds is as good as found.
  const holds = runs.least >= LEAST_RUNS ? HELD * runs.held : 0;
  const alike = SHARE.words * words + SHARE.runs * runs.alike + SHARE.shapes * shapes.alike;
  const similarity = isSame ? 1 : Math.max(alike, holds * holds);
  return { likeness: isSame ? "identical" : nameOf(runs, shapes), similarity };
}

function nameOf(runs: Shared, shapes: Shared): Likeness {
  if (runs.least >= LEAST_RUNS && (runs.alike >= NEAR.alike || runs.held >= NEAR.held)) return "near_duplicate";
  return shapes.least >= LEAST_SHAPES && shapes.alike >= SAME_SHAPE ? "same_shape" : "similar";
}

const isName = (token: string) => /^[\p{L}_$]/u.test(token);

function shapeOf(token: string): string {
  if (isName(token)) return KEYWORDS.has(token) ? token : "a";
  return /^[\d"'`]/.test(token) ? "1" : token;
}

/** The runs of a list of tokens; a shorter list is one run. */
function runsOf(tokens: readonly string[]): Set<string> {
  const runs = new Set<string>();
  if (tokens.length > 0 && tokens.length < RUN) runs.add(tokens.join(" "));
  for (let index = 0; index + RUN <= tokens.length; index++) runs.add(tokens.slice(index, index + RUN).join(" "));
  return runs;
}

interface Shared {
  /** Share of both, of all that either has. */
  alike: number;
  /** Share of both, of all that the smaller one has. */
  held: number;
  /** How many the smaller one has. */
  least: number;
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): Shared {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let both = 0;
  for (const run of small) if (large.has(run)) both++;
  const either = one.size + other.size - both;
  return {
    alike: either === 0 ? 0 : both / either,
    held: small.size === 0 ? 0 : both / small.size,
    least: small.size,
  };
}

function cosine(one: Comparable["terms"], other: Comparable["terms"], weightOf: (term: string) => number): number {
  const worth = (term: string, times: number) => weightOf(term) * (1 + Math.log(times));
  let product = 0;
  let [own, theirs] = [0, 0];
  for (const [term, times] of one) {
    const value = worth(term, times);
    own += value * value;
    const there = other.get(term);
    if (there !== undefined) product += value * worth(term, there);
  }
  for (const [term, times] of other) theirs += worth(term, times) ** 2;
  return own === 0 || theirs === 0 ? 0 : Math.min(1, product / Math.sqrt(own * theirs));
}
