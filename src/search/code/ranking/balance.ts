/** How the form of a query (a name, some keywords, a question, a report) shifts the weights of the signals. */
import { isQuestion } from "../concepts.js";
import { WEIGHTS } from "./weights.js";

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
