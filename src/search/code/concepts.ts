/** The words of a query as concepts, each with the forms that stand for it, and whether a text is a question. */
import { nth } from "../../base/need.js";
import { wordsOf } from "../../postings/terms.js";

/** Weights of a form of a word other than the one asked for, of a word that only carries a question, and of one that was added to a query. */
export const WEIGHT = { part: 0.6, form: 0.8, filler: 0.15, added: 0.3 };
/** Words of a query beyond these are not looked up. */
const MOST_CONCEPTS = 30;
/** English words that carry a question and say little about code. */
const FILLERS = new Set(
  (
    "a an and are as at be by can could do does find for from get give have how i in into is it its me of on or our show so that the their there " +
    "these they this to us was we were what when where which who why will with would you your"
  ).split(" "),
);

/** More words of questions: that they are nowhere is not news, though where they are they count as others do. */
const OF_QUESTIONS = new Set(
  (
    "about after all also am any anybody anyone anything been before being between both but did doing done each else every everybody everyone everything " +
    "had happen happened happens has having he her here his if just know let like make makes many may might more most much must my need needs no nobody " +
    "not off once only other ought out over own please same she should some somebody someone something such tell than them then those too under until up " +
    "use used uses using very vs want whether while whom whose work working works yes you"
  ).split(" "),
);

/** Whether a word only carries a question. */
export const isOfQuestion = (word: string): boolean =>
  FILLERS.has(word.toLowerCase()) || OF_QUESTIONS.has(word.toLowerCase());

const QUESTION =
  /^\W*(?:(?:please|can you|could you) )*(?:(?:explain|show|tell|find|understand|know|see)(?: \w+){0,2} )?(?:how|where|what|why|which|whose?|when (?:do|does|did|is|are|will))\b|, (?:how|where|what|why) (?:do|does|is|are|happens|decides)\b|[?？]\s*$/i;

/** Whether a text is a question, by its first words in English or by its mark. */
export function isQuestion(text: string): boolean {
  return QUESTION.test(text);
}

/** A question without the words that only carry it (FILLERS); all of it where no others are left. */
export function gistOf(text: string): string {
  const isFiller = (word: string) => FILLERS.has(word.replace(/[^\p{L}\p{N}_]/gu, "").toLowerCase());
  return (
    text
      .split(/\s+/)
      .filter((word) => !isFiller(word))
      .join(" ") || text
  );
}

export interface Concept {
  word: string;
  weight: number;
  /** The word whole first. */
  terms: { term: string; weight: number }[];
  /** Was not asked for: what lacks it lacks nothing. */
  isAdded?: true;
  /** Is written as a name in code is, or between backticks. */
  isCode?: true;
}

/** The concepts of a query. Filler words count little next to others. */
export function conceptsOf(text: string): Concept[] {
  const concepts: Concept[] = [];
  const seen = new Set<string>();
  const quoted = new Set((text.match(/`[^`]+`/g) ?? []).flatMap((code) => wordsOf(code)).map(({ word }) => word));
  for (const { word, terms } of wordsOf(text)) {
    const whole = nth(terms, 0);
    if (seen.has(whole) || concepts.length === MOST_CONCEPTS) continue;
    seen.add(whole);
    const all = [{ term: whole, weight: 1 }];
    if (terms.length > 1) for (const part of terms.slice(1)) all.push({ term: part, weight: WEIGHT.part });
    else for (const form of formsOf(whole)) all.push({ term: form, weight: WEIGHT.form });
    const weight = FILLERS.has(word.toLowerCase()) ? WEIGHT.filler : 1;
    concepts.push({ word, weight, terms: all, ...(quoted.has(word) || isName(word, terms) ? { isCode: true } : {}) });
  }
  if (concepts.every((concept) => concept.weight < 1)) for (const concept of concepts) concept.weight = 1;
  return concepts;
}

/** Whether a word is written as names are: of several parts. */
export function isName(word: string, terms: readonly unknown[]): boolean {
  return terms.length > 1 && /[_$\p{Lu}]/u.test(word.slice(1));
}

/** A word with a capital inside a sentence, or behind the dot of a name. */
const CAPITALIZED = /(?<=[\p{L}\p{N},)"'’`] ["'`(]?|[\p{L}\p{N}_]\.)\p{Lu}[\p{L}\p{N}]*\p{Ll}[\p{L}\p{N}]*/gu;
/** How surely such a word is a name in code: it may be that of a product, or of a month. */
const MAYBE_NAME = 0.3;

/** The names in a text as they are written (`SchemaController`, `foo_bar`, `parseURL`), and how surely each is one, 0 to 1. */
export function writtenNames(text: string): Map<string, number> {
  const names = new Map<string, number>();
  for (const [word] of text.matchAll(CAPITALIZED)) names.set(word, MAYBE_NAME);
  for (const { word, terms } of wordsOf(text)) if (isName(word, terms)) names.set(word, 1);
  return names;
}

/** Concepts of words that are added to those of a query, at reduced weight. */
export function addedConcepts(words: readonly string[]): Concept[] {
  return conceptsOf(words.join(" ")).map((concept) => ({ ...concept, weight: WEIGHT.added, isAdded: true }));
}

/** The words that an adverb is made of: automatically of automatic and automated, temporarily of temporary. */
function formsOfAdverb(word: string): string[] {
  const stem = word.slice(0, -2);
  if (stem.length < 4) return [];
  const [long] = /^.{3,}(?=ical$)/.exec(stem) ?? [];
  if (long !== undefined) return ["ic", "ical", "ed", "e", "es", "ion", "ions", "or", ""].map((end) => long + end);
  return [stem, stem.replace(/i$/, "y"), `${word.slice(0, -1)}e`];
}

/** Other forms of an English word, by its ending alone: those that exist in no chunk cost nothing. */
function formsOf(word: string): string[] {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return [];
  const stem = word.replace(/(ations?|ators?|ates?|ated|ating|ions?|ings?|ers?|ors?|ed|es|s|e)$/, "");
  if (stem.length < 3) return word.endsWith("s") ? [word.slice(0, -1)] : [`${word}s`];
  const endings = ["", "s", "e", "es", "ed", "er", "ers", "ing", "ion", "or", "ate", "ates", "ation", "ator"];
  const forms = endings.map((ending) => stem + ending);
  if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith("y")) forms.push(`${word.slice(0, -1)}ies`);
  if (word.endsWith("ly")) forms.push(...formsOfAdverb(word));
  return [...new Set(forms)].filter((form) => form !== word);
}
