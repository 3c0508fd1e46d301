/** The rules of the ranking, each with a name and a number: signals are added up, and factors multiply the sum. docs/search/rules.md has what each brings. */

/** Weight of each signal where it is 1. */
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
  /** Of a question that names nothing and is not a report: draws a screen, next to code that does not (`screen.ts`). */
  screen: 0.75,
  /**
   * The order of a file's pieces, for a question that names nothing and is not a report. Each counts by this power of its code, and a part of a long
   * function somewhat more; the pieces then share out the scores of their file, so no file moves (`orderPieces`).
   */
  piece: 0.1,
  /**
   * In a question without a name, the share of the next two pieces of a file (`COMPANY`) that its best piece gains. A file with the subject in several places
   * is a likelier answer than a file with it in one.
   */
  company: 0.15,
  /** Of a question that names nothing and is not a report: what the best pieces of other files of a folder (`FOLDER`) score is so far added to each piece. */
  folder: 0.05,
  /** Of a question: a further piece of a file that has better ones, once for each of these; never less than `LEAST.again` (`near-pieces.ts`). */
  again: 0.98,
  /**
   * In place of `again`, in a question without a name that is not a report, for files other than the best piece's. The best file may hold the whole answer;
   * each of the next stands for itself.
   */
  elsewhere: 0.88,
};

export type Signal = keyof typeof WEIGHTS;
export type Factor = keyof typeof FACTORS;
export const RULES: readonly (Signal | Factor)[] = [
  ...(Object.keys(WEIGHTS) as Signal[]),
  ...(Object.keys(FACTORS) as Factor[]),
];
