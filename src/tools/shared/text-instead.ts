/** Other readings of a pattern that matches nothing: as an expression, in any case, in parts of words, in all files. */
import { nth } from "../../base/need.js";
import { spreadOf } from "../../format/spread.js";
import type { FileFilters } from "../../search/filters.js";
import type { TextMatches, TextPattern } from "../../search/text/search.js";
import { asExpression, patternInWords } from "./text-patterns.js";

/** The most places of hidden lines that an answer lists. */
const MOST_PLACES = 3;

/** Searches for one pattern; without filters in all files. */
export type Search = (pattern: TextPattern, filters?: FileFilters) => Promise<TextMatches>;

export interface Instead {
  /** The answer in place of nothing. */
  found: TextMatches | null;
  pattern: TextPattern;
  note: string;
}

/**
 * Reads the pattern as an expression if it looks like one, and in any case where only a capital in it says otherwise: that is answered. Of what the caller has
 * asked for in so many words it is only said how much it hides.
 */
export async function insteadOf(
  pattern: TextPattern,
  { isCaseGiven, isNarrowed }: { isCaseGiven: boolean; isNarrowed: boolean },
  search: Search,
): Promise<Instead> {
  const expression = asExpression(pattern);
  const readings: { pattern: TextPattern; how: string }[] = [];
  if (expression) readings.push({ pattern: expression, how: "as an expression (regex: true)" });
  if (pattern.isCaseSensitive && !isCaseGiven) {
    readings.push({ pattern: anyCase(pattern), how: "without regard to case (case_sensitive: false)" });
    if (expression) readings.push({ pattern: anyCase(expression), how: "as an expression (regex: true), in any case" });
  }
  for (const { pattern: reading, how } of readings) {
    const found = await search(reading);
    if (found.matches.length === 0) continue;
    const note = `${patternInWords(pattern)} is nowhere as it is written; these lines match it ${how}.`;
    return { found, pattern: reading, note };
  }
  const hidden = await hiddenBy(pattern, { isCaseGiven, isNarrowed }, search);
  const read = expression
    ? `${patternInWords(pattern)} was looked for as text, and as an expression (regex: true).`
    : "";
  return { found: null, pattern, note: [read, ...hidden].filter(Boolean).join(" ") };
}

const anyCase = (pattern: TextPattern): TextPattern => ({ ...pattern, isCaseSensitive: false });

/** How many lines the options of the caller hide, one option after the other. */
async function hiddenBy(
  pattern: TextPattern,
  { isCaseGiven, isNarrowed }: { isCaseGiven: boolean; isNarrowed: boolean },
  search: Search,
): Promise<string[]> {
  const tries: { pattern: TextPattern; filters?: FileFilters; how: string }[] = [];
  if (pattern.isCaseSensitive && isCaseGiven) tries.push({ pattern: anyCase(pattern), how: "without case_sensitive" });
  if (pattern.isWholeWord) tries.push({ pattern: { ...pattern, isWholeWord: false }, how: "without whole_word" });
  if (isNarrowed) tries.push({ pattern, filters: {}, how: "in other files, without the filters" });
  const said: string[] = [];
  for (const { pattern, filters, how } of tries) {
    const { counts, isCounted: areCounted } = await search(pattern, filters);
    const isCounted = nth(areCounted, 0);
    const lines = counts.reduce((sum, count) => sum + count.lines, 0);
    const isOne = lines === 1 && isCounted;
    const where = filters === undefined ? "" : `: ${placesInWords(counts)}`;
    if (lines > 0)
      said.push(
        `${lines}${isCounted ? "" : " or more"} ${isOne ? "line matches" : "lines match"} ${patternInWords(pattern)} ${how}${where}.`,
      );
  }
  return said;
}

/** `src/cart.ts 12, src/shop/ 3`: the places with the most lines. */
function placesInWords(counts: TextMatches["counts"]): string {
  const places = spreadOf(counts);
  const told = places.slice(0, MOST_PLACES).map(({ path, lines }) => `${path} ${lines}`);
  return [...told, ...(places.length > MOST_PLACES ? ["…"] : [])].join(", ");
}
