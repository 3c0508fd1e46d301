/**
 * The order of chunks: a weighted sum of named signals, times a few named factors. Pure; `explain` spells it out. Signals are shares from 0 to 1,
 * so that scores mean the same from query to query.
 */
import { screenFiles } from "../screen.js";
import type { SoughtTerm } from "../words.js";
import type { Balance } from "./balance.js";
import { factorsOf, pathClassOfChunk, placeFactor } from "./chunk-factors.js";
import { bestName, namedFiles } from "./names.js";
import { addCompany, addFolders, lowerFurtherPieces, orderPieces } from "./near-pieces.js";
import { type Candidate, inOrder, type Rankable, type RankedChunk, strengthOf } from "./ranked-chunk.js";
import { type Factor, type Signal, WEIGHTS } from "./weights.js";

/** The query, as ranking knows it. */
export interface RankedQuery {
  words: readonly string[];
  terms: ReadonlyMap<string, SoughtTerm>;
  balance: Balance;
  /** Names as a question writes them, and how surely each is one, 0 to 1. */
  named?: ReadonlyMap<string, number>;
  /** Rules that are left out, to see what they bring. */
  without?: ReadonlySet<Signal | Factor>;
}

/** Those that the factors multiply. */
const SIGNALS = (Object.keys(WEIGHTS) as Signal[]).filter((signal) => signal !== "located") as Exclude<
  Signal,
  "located"
>[];

/** The part of a balance that multiplies each signal. */
const PART_OF: Record<(typeof SIGNALS)[number], keyof Balance> = {
  text: "text",
  code: "words",
  file: "file",
  fileName: "names",
  scope: "words",
  name: "names",
  nameCovered: "names",
  wholeName: "keywords",
  declared: "words",
  namedFile: "question",
  meaning: "meaning",
};

/** Puts candidates in order, best first. */
export function rankChunks<Ranked extends Rankable>(
  found: readonly Candidate<Ranked>[],
  { words, terms, balance, named = new Map(), without = new Set() }: RankedQuery,
): RankedChunk<Ranked>[] {
  const namedIn = namedFiles(found, named);
  const unnamed = 1 - Math.max(0, ...namedIn.values());
  const subject = balance.subject * unnamed;
  const screens = screenFiles(subject > 0 ? found.map(({ chunk }) => chunk.path) : [], words);
  const scoring = { terms, balance, without, subject, namedIn, screens, factorOfPlace: placeFactor(words) };
  const ranked = found.map((candidate) => score(candidate, scoring)).sort(inOrder);
  if (subject > 0 && !without.has("piece")) orderPieces(ranked, subject);
  const isOneFile = ranked.every(({ chunk }) => chunk.path === ranked[0]?.chunk.path);
  if (balance.question === 0 || isOneFile) return ranked;
  if (subject > 0 && !without.has("folder")) addFolders(ranked, subject);
  if (unnamed > 0 && !without.has("company")) addCompany(ranked, balance.question * unnamed);
  lowerFurtherPieces(ranked, {
    again: without.has("again") ? 0 : balance.question,
    elsewhere: without.has("elsewhere") ? 0 : subject,
  });
  return ranked;
}

/** The parts of a query, and of all that was found, by which each candidate is scored. */
interface Scoring extends Pick<Required<RankedQuery>, "terms" | "balance" | "without"> {
  /** How far the query is about a subject and names nothing, 0 to 1. */
  subject: number;
  /** How surely a file declares a name of the query, by path. */
  namedIn: ReadonlyMap<string, number>;
  /** The paths of files that draw a screen. */
  screens: ReadonlySet<string>;
  factorOfPlace: ReturnType<typeof placeFactor>;
}

/** The score of one candidate by itself, with what each signal and factor adds to it. */
function score<Ranked extends Rankable>(
  { chunk, nameParts, signals }: Candidate<Ranked>,
  { terms, balance, without, subject, namedIn, screens, factorOfPlace }: Scoring,
): RankedChunk<Ranked> {
  const { text, code, file, fileName, scope, declared, located } = signals;
  const values: Record<(typeof SIGNALS)[number], number> = {
    text,
    code,
    file,
    fileName,
    scope,
    ...bestName(nameParts, terms),
    declared,
    namedFile: namedIn.get(chunk.path) ?? 0,
    meaning: Math.max(0, signals.meaning),
  };
  const sum: RankedChunk["sum"] = {};
  let total = 0;
  for (const signal of SIGNALS) {
    const counted = WEIGHTS[signal] * values[signal] * balance[PART_OF[signal]];
    if (counted === 0 || without.has(signal)) continue;
    sum[signal] = counted;
    total += counted;
  }
  const factors: RankedChunk["factors"] = {};
  for (const [factor, value] of factorsOf(chunk, factorOfPlace(pathClassOfChunk(chunk)), {
    question: balance.question,
    screen: screens.has(chunk.path) ? subject : 0,
  })) {
    if (without.has(factor)) continue;
    factors[factor] = value;
    total *= value;
  }
  if (located > 0 && !without.has("located")) {
    sum.located = WEIGHTS.located * located;
    total += sum.located;
  }
  return { chunk, score: total, strength: strengthOf(total), sum, factors };
}
