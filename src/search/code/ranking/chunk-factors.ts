/** The factors of a chunk's score: for its kind, its share of comment, its size, and the place of its file. */
import { PATH_CLASSES, type PathClass, pathClassOf } from "../../../model/paths.js";
import type { Rankable } from "./ranked-chunk.js";
import { FACTORS, type Factor } from "./weights.js";

/** Factors that are others for a question. */
const FACTORS_OF_QUESTION: Partial<typeof FACTORS> = {
  callable: 1.2,
  comment: 0.9,
  slight: 0.8,
  test: 0.45,
  prose: 0.5,
};
/** Tokens of code that are no longer slight. */
const WHOLE = 250;

/** Factors of the scores of chunks for the place of their file, by position in PLACES. */
export function placeFactors(words: readonly string[]): number[] {
  const factorOfPlace = placeFactor(words);
  return PATH_CLASSES.map((place) => {
    const factor = factorOfPlace(place);
    return factor === null ? 1 : FACTORS[factor];
  });
}

/** A test among the code ranks as one in a file of tests. */
export const pathClassOfChunk = ({ kind, path }: Rankable): PathClass => (kind === "test" ? "test" : pathClassOf(path));

/** The factor of a place; null if the place changes nothing, as tests do for a query about tests. */
export function placeFactor(words: readonly string[]): (place: PathClass) => Factor | null {
  const speaksOfTests = words.some((word) => /^(tests?|specs?|testing|mocks?|fixtures?|bench)/i.test(word));
  return (place) => {
    if (place === "test" || place === "example") return speaksOfTests ? null : "test";
    return place === "generated" ? "generated" : null;
  };
}

/** The factors of a chunk. `question` and `screen`: how far the rules of questions, and that of screens, hold for the chunk. */
export function factorsOf(
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
