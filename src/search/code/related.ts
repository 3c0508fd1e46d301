/** Words to search for in addition to those of a query, by the index itself: words of the code that the query finds, and words of like meaning. */
import { need, nth } from "../../base/need.js";
import { systemCode } from "../../base/system-code.js";
import { openBuiltinEmbedder } from "../../models/embedding/builtin.js";
import { wordsOf } from "../../postings/terms.js";
import type { Candidates } from "./candidates.js";
import { conceptsOf } from "./concepts.js";
import { KEYWORDS } from "./likeness.js";
import type { CodeHit } from "./search.js";

/** Best hits that are read for their words. */
export const READ_FOR_WORDS = 10;
/** A word must stand in at least this many of them. */
const LEAST_HITS = 3;
/** Words of like meaning, and words that stand in hits: the latter lead astray where the hits do. */
const MOST = { like: 6, together: 3 };
const CANDIDATES = 150;
/** A word in more than this share of all chunks says nothing. */
const COMMON = 0.05;
const LIKE = { least: 0.36, ofWord: 12 };
/** Words that share at least this part of their beginning are forms of each other, which a search looks for anyhow. */
const SAME_BEGINNING = 0.6;

/** Words of like meaning, nearest first; none where the model that is shipped is not there. */
export type SimilarWords = (word: string) => Promise<{ word: string; similarity: number }[]>;

/** Words of like meaning by the built-in model; none where its file is not there. */
export const builtinSimilarWords: SimilarWords = async (word) => {
  try {
    return (await openBuiltinEmbedder()).similarWords(word, LIKE.ofWord);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
};

/** Words that the index knows, the best first. `hits` are the best for the query. */
export async function relatedWords(
  { candidates: from }: { candidates: Pick<Candidates, "documents" | "total"> },
  query: string,
  hits: readonly CodeHit[],
  similarWords: SimilarWords = builtinSimilarWords,
): Promise<string[]> {
  const concepts = conceptsOf(query);
  const most = Math.max(0, ...concepts.map(({ weight }) => weight));
  const words = concepts.filter(({ weight }) => weight === most).map(({ word }) => word.toLowerCase());
  const isNew = (word: string) =>
    word.length > 2 &&
    !words.some((known) => isFormOf(known, word)) &&
    !concepts.some(({ terms }) => terms.some(({ term }) => term === word));

  const like = new Map<string, number>();
  for (const one of words)
    for (const { word, similarity } of await similarWords(one))
      if (similarity >= LIKE.least && isNew(word)) like.set(word, Math.max(like.get(word) ?? 0, similarity));
  const inHits = new Map<string, number>();
  for (const { text } of hits)
    for (const term of partsIn(text)) if (isNew(term)) inHits.set(term, (inHits.get(term) ?? 0) + 1);
  const often = [...inHits].filter(([, count]) => count >= LEAST_HITS).sort((a, b) => b[1] - a[1]);

  const candidates = [...new Set([...like.keys(), ...often.slice(0, CANDIDATES).map(([term]) => term)])];
  const found = await from.documents(candidates);
  const { total } = from;
  const documents = new Map(candidates.map((term, index) => [term, nth(found, index)]));
  const isTelling = (term: string) => {
    const count = need(documents, term);
    return count > 0 && count <= Math.max(2 * hits.length, total * COMMON);
  };
  const rarity = (term: string) => Math.log(1 + total / need(documents, term));
  const best = (scored: [string, number][], most: number) =>
    scored
      .filter(([term]) => isTelling(term))
      .sort((a, b) => b[1] - a[1])
      .slice(0, most);
  const synonyms = best([...like], MOST.like);
  const together = best(
    often.slice(0, CANDIDATES).map(([term, count]) => [term, count * rarity(term)]),
    MOST.together,
  );
  return [...new Set([...synonyms, ...together].map(([term]) => term))];
}

/** The words that a text's identifiers are made of. */
function partsIn(text: string): Set<string> {
  const words = wordsOf(text).filter(({ word }) => !KEYWORDS.has(word));
  return new Set(words.flatMap(({ terms }) => (terms.length > 1 ? terms.slice(1) : terms)));
}

function isFormOf(one: string, other: string): boolean {
  const least = Math.min(one.length, other.length);
  let same = 0;
  while (same < least && one[same] === other[same]) same++;
  return same >= 3 && same >= SAME_BEGINNING * least;
}
