/** Scores an answer to a query with known gold. Pure. */
import { nth } from "../../base/need.js";
import type { EvalQuery, Gold } from "./query-set.js";

/** A result of the ranked answer. */
export interface Result {
  path: string;
  startLine: number;
  endLine: number;
  /** The tokens that it takes to show it. */
  tokens: number;
}

export const BUDGETS = [500, 1000, 2000, 4000, 8000] as const;

export interface Scores {
  queries: number;
  recall1: number;
  recall5: number;
  recall10: number;
  mrr10: number;
  ndcg10: number;
  /** Gold found within a budget of tokens of results, by position in BUDGETS. */
  within: number[];
}

/** By file, and by lines; the latter null where the gold has no lines. */
export interface QueryScore {
  file: Scores;
  span: Scores | null;
}

/** A result with the start of a longer unit is a hit up to this number of lines, or twice the unit's. */
const LARGEST_SPAN = 120;
/** Lines by which a result may begin above a unit, for its comment or decorators. */
const LEADING_LINES = 3;

/** Scores one answer: by file (the first result of each counts) and by lines. */
export function scoreQuery({ gold, match }: EvalQuery, results: readonly Result[]): QueryScore {
  const isAny = match === "any";
  const goldFiles = [...new Set(gold.map(({ file }) => file))];
  // A file is worth what the best of its answers is.
  const ofFile = goldFiles.map((file) => Math.max(...gold.flatMap((one) => (one.file === file ? [gradeOf(one)] : []))));
  const files = results.filter(({ path }, index) => results.findIndex((other) => other.path === path) === index);
  const ofFiles = goldFiles.map((file) => files.findIndex(({ path }) => path === file));
  const spans = gold.filter(({ start_line }) => start_line !== undefined);
  return {
    file: scoresOf(
      ofFiles,
      isAny,
      tokensAt(
        results,
        goldFiles.map((file) => results.findIndex(({ path }) => path === file)),
      ),
      ofFile,
    ),
    span:
      spans.length === 0
        ? null
        : (() => {
            const places = spans.map((one) => results.findIndex((result) => isHit(result, one)));
            return scoresOf(places, isAny, tokensAt(results, places), spans.map(gradeOf));
          })(),
  };
}

/** Whether a result shows the unit: it begins within it, or holds its beginning without being much longer. */
export function isHit(result: Result, { file, start_line: start = 1, end_line: end = start }: Gold): boolean {
  if (result.path !== file) return false;
  if (result.startLine >= start - LEADING_LINES && result.startLine <= end) return true;
  const lines = result.endLine - result.startLine + 1;
  const most = Math.max(LARGEST_SPAN, 2 * (end - start + 1));
  return result.startLine <= start && start <= result.endLine && lines <= most;
}

/** For each gold, the tokens of all results up to and including the one that shows it; infinite where none does. */
function tokensAt(results: readonly Result[], places: readonly number[]): number[] {
  return places.map((place) =>
    place < 0 ? Number.POSITIVE_INFINITY : results.slice(0, place + 1).reduce((sum, { tokens }) => sum + tokens, 0),
  );
}

const gradeOf = ({ grade = 1 }: Gold): number => grade;

/**
 * `places`: the rank of each gold, from 0; -1 where it was not found. `grades`: what each is worth. NDCG is that of Järvelin and Kekäläinen
 * ("Cumulated gain-based evaluation of IR techniques", 2002), with a gain of 2^grade − 1; of several answers that will do, the best that was found counts.
 */
function scoresOf(
  places: readonly number[],
  isAny: boolean,
  tokens: readonly number[],
  grades: readonly number[],
): Scores {
  const share = (isFound: (index: number) => boolean): number => {
    const found = places.filter((_, index) => isFound(index)).length;
    return isAny ? Math.min(1, found) : found / places.length;
  };
  const within = (count: number) => share((index) => nth(places, index) >= 0 && nth(places, index) < count);
  const found = places.filter((place) => place >= 0 && place < 10).sort((a, b) => a - b);
  const gain = (place: number, grade: number) => (2 ** grade - 1) / Math.log2(place + 2);
  const gains = places.map((place, index) => (place >= 0 && place < 10 ? gain(place, nth(grades, index)) : 0));
  const ideal = grades.toSorted((a, b) => b - a).slice(0, isAny ? 1 : 10);
  const best = ideal.reduce((sum, grade, place) => sum + gain(place, grade), 0);
  return {
    queries: 1,
    recall1: within(1),
    recall5: within(5),
    recall10: within(10),
    mrr10: found.length === 0 ? 0 : 1 / (nth(found, 0) + 1),
    // A result that shows two answers is one place for both.
    ndcg10: Math.min(1, (isAny ? Math.max(0, ...gains) : gains.reduce((sum, one) => sum + one, 0)) / best),
    within: BUDGETS.map((budget) => share((index) => nth(tokens, index) <= budget)),
  };
}

/** The mean over queries; null for an empty list. */
export function mean(scores: readonly Scores[]): Scores | null {
  if (scores.length === 0) return null;
  const of = (pick: (one: Scores) => number) => scores.reduce((sum, one) => sum + pick(one), 0) / scores.length;
  return {
    queries: scores.length,
    recall1: of((one) => one.recall1),
    recall5: of((one) => one.recall5),
    recall10: of((one) => one.recall10),
    mrr10: of((one) => one.mrr10),
    ndcg10: of((one) => one.ndcg10),
    within: BUDGETS.map((_, index) => of((one) => nth(one.within, index))),
  };
}
