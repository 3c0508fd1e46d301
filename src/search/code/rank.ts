/**
 * The order of chunks: a weighted sum of named signals, times a few named factors. Pure; `explain` spells it out. Signals are shares from 0 to 1,
 * so that scores mean the same from query to query.
 */
import { PATH_CLASSES, type PathClass, pathClassOf } from "../../model/paths.js";
import { wordsOf } from "../../postings/terms.js";
import type { Chunk } from "../../store/chunks.js";
import { isQuestion } from "./concepts.js";
import { screenFiles } from "./screen.js";
import type { SoughtTerm, WordSignals } from "./words.js";

/** Weight of each signal where it is 1. docs/search.md shows what each brings. */
export const WEIGHTS = {
  /** The query's words in the chunk's text (BM25). */
  text: 0.26,
  /** Of the query, the words that are written as code, in the chunk's text. */
  code: 3,
  /** The query's words in all of the file (BM25): what a function does is often said around it. */
  file: 1.06,
  /** The query's words in the file's name, and in the names around the chunk. */
  fileName: 0.85,
  scope: 0.2,
  /** Of the query, what the best fitting name of the chunk holds; and of that name, what the query holds. */
  name: 1.05,
  nameCovered: 0.27,
  /** One name of the chunk holds all of some words that stand side by side (`isKeywords`). */
  wholeName: 1.5,
  /** Declares a name that the query gives whole, begins, or gives with typing errors. */
  declared: 3.4,
  /** Of a question: stands in a file that declares a name as the question writes it (`writtenNames`). */
  namedFile: 1,
  /** Has a line that the query names: `src/cart.ts:12`, a frame of a stack trace. It comes before whatever else fits, and no factor changes that. */
  located: 8,
  /** The cosine of the query's vector and the chunk's; more for a sentence, less for a word (`balanceOf`). */
  meaning: 2.1,
};
/** Factors of the sum. */
export const FACTORS = {
  /** A function or method. A constructor, which is called as its type is and mostly keeps what it is given, is none. */
  callable: 1.13,
  /** Lines of comment, as far as the chunk consists of such: a neighbour's words about it say less than code that does what was asked. */
  comment: 0.8,
  /** The less code, the less can be what was asked for: this much where there is none. */
  slight: 0.88,
  /** A test, sample or benchmark, when the query does not speak of such. */
  test: 0.6,
  /** Prose and data, next to code. So are the texts of a translation, in whatever form: `l10n/fr.js`, `locales/en/cart.ts`. */
  prose: 0.65,
  /** Generated, vendored, or a declaration file. */
  generated: 0.7,
  /** Of a question that names nothing and is no report: draws a screen, next to code that does not (`screen.ts`). */
  screen: 0.75,
  /**
   * Of a question that names nothing: what the next two pieces of a file (`COMPANY`) score is so far added to its best. A file that speaks of it in
   * several places is what was asked for sooner than one that does so in one.
   */
  company: 0.15,
  /** Of a question that names nothing and is no report: what the best pieces of other files of a folder (`FOLDER`) score is so far added to each piece. */
  folder: 0.05,
  /** Of a question: a further piece of a file that has better ones, once for each of these; never less than `LEAST.again`. */
  again: 0.98,
  /**
   * In place of it, of a question that names nothing and is no report, where the file is not that of the best piece of all: the best file may hold the
   * whole answer, and of the next ones each stands for itself.
   */
  elsewhere: 0.88,
};
/** The least of these. */
const LEAST = { again: 0.9, elsewhere: 0.7 };
/** How many pieces of a file `company` counts beside its best; of what it adds to a piece, the share that the next one gets. */
const COMPANY = { pieces: 2, next: 0.5 };
/** How many other files of a folder `folder` counts: the best ones. Subjects are put into folders, so that where several fit, each fits more surely. */
const FOLDER = { files: 2 };
/** Factors that are others for a question. */
const FACTORS_OF_QUESTION: Partial<typeof FACTORS> = {
  callable: 1.2,
  comment: 0.9,
  slight: 0.8,
  test: 0.45,
  prose: 0.5,
};
export type Signal = keyof typeof WEIGHTS;
export type Factor = keyof typeof FACTORS;
export const RULES: readonly (Signal | Factor)[] = [
  ...(Object.keys(WEIGHTS) as Signal[]),
  ...(Object.keys(FACTORS) as Factor[]),
];
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

/** The score that counts as 63% of what is asked: about half of a query's words in a chunk, in its file and its name, and near to it in meaning. */
const RELEVANT = 2;
/** Tokens of code that are no longer slight. */
const WHOLE = 250;

/** Fields of a chunk that its order depends on. */
export type Rankable = Pick<Chunk, "path" | "kind" | "startLine" | "tokenCount" | "codeTokens" | "symbolNames">;

/** A chunk that was found, and what is known of it. */
export interface Candidate<Ranked extends Rankable> {
  chunk: Ranked;
  /** By `namePartsOf`. */
  nameParts: readonly (readonly string[])[];
  /**
   * `declared`: how well it declares a name of the query, `located`: how early the query names one of its lines; 0 to 1. `meaning`: a cosine; 0 where there
   * is no vector.
   */
  signals: Omit<WordSignals, "names"> & { declared: number; located: number; meaning: number };
}

export interface RankedChunk<Ranked extends Rankable = Rankable> {
  chunk: Ranked;
  score: number;
  /** How much of what the query asks for is here, 0 to 1. How likely it is right says `relevance.ts`. */
  strength: number;
  /** The sum: what each signal adds. */
  sum: Partial<Record<Signal, number>>;
  /** Factors that the sum is multiplied by. */
  factors: Partial<Record<Factor, number>>;
}

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

/**
 * Factors of kinds of signals, for a query: words of the chunk; names, of its declarations and of its file; names that hold all of some keywords; its
 * file's words; other words; meaning.
 */
export interface Balance {
  words: number;
  text: number;
  names: number;
  keywords: number;
  file: number;
  meaning: number;
  /** How far the query is a question, 0 to 1: so far the rules of questions hold. */
  question: number;
  /** The same, but 0 for a report: its words are of many subjects. */
  subject: number;
}

/** The form of a query. */
export interface QueryForm {
  /** Words that carry it. */
  wordCount: number;
  /** It asks how or where something is done, in a sentence (`isQuestion`). */
  isQuestion: boolean;
  /** It is some words side by side, too few for a sentence. */
  isKeywords: boolean;
  /** It tells of something that is wrong, in several lines (`bug-report.ts`). */
  isReport?: boolean;
}

/** The form of a query of these words: `count` in all; `carrying` of them carry it. */
export function formOf(text: string, { count, carrying }: { count: number; carrying: number }): QueryForm {
  const asks = isQuestion(text);
  const isKeywords = !asks && count >= KEYWORDS.fewest && count <= KEYWORDS.most;
  return { wordCount: carrying, isQuestion: asks, isKeywords };
}

/** The share of meaning that the weights are made for. */
export const SEMANTIC_WEIGHT = 0.7;

/** Weight of meaning in a query of one word, and how much more with each doubling. */
const OF_ONE_WORD = 0.4;
const OF_TWICE_THE_WORDS = 0.35;
/**
 * Other weights of a question. Its nouns are the names of much that is not asked for (the type of a job, its table, its page). The code that answers
 * it has other names; it stands where the file as a whole speaks of them.
 */
const OF_QUESTION = { text: 3, names: 0.2, file: 2.9, meaning: 1.35 };
/** How far a report is a question. */
const OF_REPORT = 0.75;
/** How many words make no sentence, and what else those of a chunk's own text count for: what is searched for with a few holds them all. */
const KEYWORDS = { fewest: 2, most: 4, text: 8 };
/** A question of `fewest` words is about a name, and one of `enough` words is not. */
const QUESTION_WORDS = { fewest: 1, enough: 3 };

/**
 * The balance that a share of meaning, 0 to 1, stands for in a query of some form. A word may be a name, which is there or is not; what a sentence asks
 * for is mostly said in other words.
 */
export function balanceOf(form: QueryForm, semanticWeight: number = SEMANTIC_WEIGHT): Balance {
  const words = Math.min(1, (1 - semanticWeight) / (1 - SEMANTIC_WEIGHT));
  const ofLength = OF_ONE_WORD + OF_TWICE_THE_WORDS * Math.log2(Math.max(1, form.wordCount));
  const { text, names, file, meaning, question } = ofForm(form);
  return {
    words,
    text: words * text,
    names: words * names,
    keywords: form.isKeywords ? words : 0,
    file: words * file,
    // Alone, it is compared with nothing.
    meaning: (ofLength * meaning) ** words * Math.min(1, semanticWeight / SEMANTIC_WEIGHT),
    question: question * words,
    subject: form.isReport === true ? 0 : question * words,
  };
}

/** Weights by which the best chunks are chosen, before their names are read. */
export function choiceOf(form: QueryForm) {
  const { text, names, file } = ofForm(form);
  return {
    text: WEIGHTS.text * text,
    code: WEIGHTS.code,
    names: WEIGHTS.name * names,
    scope: WEIGHTS.scope,
    fileName: WEIGHTS.fileName * names,
    file: WEIGHTS.file * file,
  };
}

/** Factors of a question, from 1 for one of few words to OF_QUESTION; and those of keywords. */
function ofForm({
  wordCount,
  isQuestion,
  isKeywords,
  isReport = false,
}: QueryForm): typeof OF_QUESTION & { question: number } {
  const { fewest, enough } = QUESTION_WORDS;
  const asks = isQuestion ? Math.min(1, Math.max(0, (wordCount - fewest) / (enough - fewest))) : 0;
  const share = isReport ? OF_REPORT : asks;
  const of = (value: number) => 1 + (value - 1) * share;
  return {
    question: share,
    text: isKeywords ? KEYWORDS.text : of(OF_QUESTION.text),
    names: of(OF_QUESTION.names),
    file: of(OF_QUESTION.file),
    meaning: of(OF_QUESTION.meaning),
  };
}

/** Puts candidates in order, best first. */
export function rankChunks<Ranked extends Rankable>(
  found: readonly Candidate<Ranked>[],
  { words, terms, balance, named = new Map(), without = new Set() }: RankedQuery,
): RankedChunk<Ranked>[] {
  const factorOfPlace = placeFactor(words);
  const ofFile = namedFiles(found, named);
  const unnamed = 1 - Math.max(0, ...ofFile.values());
  const subject = balance.subject * unnamed;
  const ofScreen = screenFiles(subject > 0 ? found.map(({ chunk }) => chunk.path) : [], words);
  const ranked = found.map(({ chunk, nameParts, signals }): RankedChunk<Ranked> => {
    const { text, code, file, fileName, scope, declared, located } = signals;
    const { name, nameCovered, wholeName } = bestName(nameParts, terms);
    const values: Record<Exclude<Signal, "located">, number> = {
      text,
      code,
      file,
      fileName,
      scope,
      name,
      nameCovered,
      wholeName,
      declared,
      namedFile: ofFile.get(chunk.path) ?? 0,
      meaning: Math.max(0, signals.meaning),
    };
    const sum: RankedChunk["sum"] = {};
    let score = 0;
    for (const signal of SIGNALS) {
      const counted = WEIGHTS[signal] * values[signal] * balance[PART_OF[signal]];
      if (counted === 0 || without.has(signal)) continue;
      sum[signal] = counted;
      score += counted;
    }
    const factors: RankedChunk["factors"] = {};
    for (const [factor, value] of factorsOf(chunk, factorOfPlace(placeOf(chunk)), {
      question: balance.question,
      screen: ofScreen.has(chunk.path) ? subject : 0,
    })) {
      if (without.has(factor)) continue;
      factors[factor] = value;
      score *= value;
    }
    if (located > 0 && !without.has("located")) {
      sum.located = WEIGHTS.located * located;
      score += sum.located;
    }
    return { chunk, score, strength: strengthOf(score), sum, factors };
  });
  ranked.sort(inOrder);
  const isOneFile = ranked.every(({ chunk }) => chunk.path === ranked[0]?.chunk.path);
  if (balance.question === 0 || isOneFile) return ranked;
  if (subject > 0 && !without.has("folder")) addFolders(ranked, subject);
  if (unnamed > 0 && !without.has("company")) addCompany(ranked, balance.question * unnamed);
  const shares = {
    again: without.has("again") ? 0 : balance.question,
    elsewhere: without.has("elsewhere") ? 0 : subject,
  };
  spread(ranked, shares);
  return ranked;
}

/** How much of a query a score stands for, 0 to 1. */
export const strengthOf = (score: number): number => 1 - Math.exp(-score / RELEVANT);

function inOrder(a: RankedChunk, b: RankedChunk): number {
  return (
    (b.sum.located ?? 0) - (a.sum.located ?? 0) ||
    b.score - a.score ||
    (a.chunk.path < b.chunk.path ? -1 : a.chunk.path > b.chunk.path ? 1 : a.chunk.startLine - b.chunk.startLine)
  );
}

/** Multiplies a score by one more factor, which it names. */
function multiply(one: RankedChunk, factor: Factor, by: number): void {
  one.factors[factor] = by;
  one.score *= by;
  one.strength = strengthOf(one.score);
}

/** Raises pieces by the best of other files of their folder, in place; `share`: how far the rule holds. Pieces whose line the query names stay. */
function addFolders(ranked: RankedChunk[], share: number): void {
  // The best files of each folder, one more than count; and of each file, those of its folder. The first piece of a file is its best, as `ranked` goes.
  const folders = new Map<string, { path: string; score: number }[]>();
  const ofFile = new Map<string, { path: string; score: number }[]>();
  for (const { chunk, score, sum } of ranked) {
    if (sum.located !== undefined || ofFile.has(chunk.path)) continue;
    const folder = chunk.path.slice(0, chunk.path.lastIndexOf("/") + 1);
    const best = folders.get(folder) ?? [];
    if (best.length <= FOLDER.files) best.push({ path: chunk.path, score });
    folders.set(folder, best);
    ofFile.set(chunk.path, best);
  }
  for (const one of ranked) {
    if (one.sum.located !== undefined || one.score <= 0) continue;
    const others = (ofFile.get(one.chunk.path) ?? []).filter(({ path }) => path !== one.chunk.path);
    const beside = others.slice(0, FOLDER.files).reduce((sum, { score }) => sum + score, 0);
    const added = FACTORS.folder * share * beside;
    if (added >= LEAST_ADDED * one.score) multiply(one, "folder", 1 + added / one.score);
  }
  ranked.sort(inOrder);
}

/** Raises the best pieces of files by what stands beside them, in place; `share`: how far the rule holds. Pieces whose line the query names stay. */
function addCompany(ranked: RankedChunk[], share: number): void {
  const files = new Map<string, RankedChunk[]>();
  for (const one of ranked) {
    if (one.sum.located !== undefined) continue;
    const pieces = files.get(one.chunk.path);
    if (pieces === undefined) files.set(one.chunk.path, [one]);
    else pieces.push(one);
  }
  for (const pieces of files.values()) {
    const beside = pieces.slice(1, 1 + COMPANY.pieces).reduce((sum, { score }) => sum + score, 0);
    if (beside === 0) continue;
    for (const [index, one] of pieces.entries()) {
      const added = FACTORS.company * share * beside * COMPANY.next ** index;
      if (one.score > 0 && added >= LEAST_ADDED * one.score) multiply(one, "company", 1 + added / one.score);
    }
  }
  ranked.sort(inOrder);
}

/** Less is not worth telling. */
const LEAST_ADDED = 0.001;

/**
 * Lowers further pieces of a file, in place: the answers to a question mostly stand in several files. Pieces whose line the query names stay where
 * they are. `shares`: how far each rule holds.
 */
function spread(ranked: RankedChunk[], shares: { again: number; elsewhere: number }): void {
  const best = ranked[0]?.chunk.path;
  const pieces = new Map<string, number>();
  for (const one of ranked) {
    const before = pieces.get(one.chunk.path) ?? 0;
    pieces.set(one.chunk.path, before + 1);
    if (before === 0 || one.sum.located !== undefined) continue;
    const lowered = (factor: keyof typeof shares) =>
      1 - (1 - Math.max(LEAST[factor], FACTORS[factor] ** before)) * shares[factor];
    const factor = one.chunk.path !== best && lowered("elsewhere") < lowered("again") ? "elsewhere" : "again";
    if (lowered(factor) < 1) multiply(one, factor, lowered(factor));
  }
  ranked.sort(inOrder);
}

/** The files of the chunks that declare names as they are written, and how surely. */
function namedFiles(
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

/** Factors of the scores of chunks for the place of their file, by position in PLACES. */
export function placeFactors(words: readonly string[]): number[] {
  const factorOfPlace = placeFactor(words);
  return PATH_CLASSES.map((place) => {
    const factor = factorOfPlace(place);
    return factor === null ? 1 : FACTORS[factor];
  });
}

/** A test among the code ranks as one in a file of tests. */
const placeOf = ({ kind, path }: Rankable): PathClass => (kind === "test" ? "test" : pathClassOf(path));

function placeFactor(words: readonly string[]): (place: PathClass) => Factor | null {
  const speaksOfTests = words.some((word) => /^(tests?|specs?|testing|mocks?|fixtures?|bench)/i.test(word));
  return (place) => {
    if (place === "test" || place === "example") return speaksOfTests ? null : "test";
    return place === "generated" ? "generated" : null;
  };
}

/** `question` and `screen`: how far the rules of questions, and that of screens, hold for the chunk. */
function factorsOf(
  chunk: Rankable,
  ofPlace: Factor | null,
  { question, screen }: { question: number; screen: number },
): [Factor, number][] {
  const factors: [Factor, number][] = [];
  const factorFor = (factor: Factor) =>
    FACTORS[factor] + ((FACTORS_OF_QUESTION[factor] ?? FACTORS[factor]) - FACTORS[factor]) * question;
  if (chunk.kind === "function" || chunk.kind === "method" || chunk.kind === "component")
    factors.push(["callable", factorFor("callable")]);
  const comment = 1 - chunk.codeTokens / Math.max(1, chunk.tokenCount);
  if (comment > 0) factors.push(["comment", 1 - (1 - factorFor("comment")) * comment]);
  const slight = 1 - Math.log1p(chunk.codeTokens) / Math.log1p(WHOLE);
  if (slight > 0) factors.push(["slight", 1 - (1 - factorFor("slight")) * slight]);
  if (ofPlace !== null) factors.push([ofPlace, factorFor(ofPlace)]);
  if (screen > 0) factors.push(["screen", 1 - (1 - factorFor("screen")) * screen]);
  if (chunk.kind === "text" || chunk.kind === "section" || chunk.kind === "comment" || TRANSLATION.test(chunk.path))
    factors.push(["prose", factorFor("prose")]);
  return factors;
}

/** A file or folder that is called by the code of a language that people speak, below one of translations: `fr`, `pt-BR`, `ast_ES`. */
const TRANSLATION =
  /(?:^|\/)(?:l10n|i18n|locales?|translations?)\/(?:[^/]+\/){0,3}(?!(?:db|js|py|rb|ts|ui)[./])(?:[a-z]{2}|[a-z]{2,3}(?:[-_][A-Za-z]{2,4}){1,2})(?:\/[^/]+)?\.\w+$/;

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
function bestName(names: readonly (readonly string[])[], terms: ReadonlyMap<string, SoughtTerm>) {
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
