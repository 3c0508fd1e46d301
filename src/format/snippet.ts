/** The lines of a text that a reader should see first. */
import { nth } from "../base/need.js";

const MOST_LINES = 12;
const MOST_CHARACTERS = 2_000;

/**
 * The stretch of at most twelve lines, or `mostLines`, with the most words of a query; the whole of a shorter text, and its beginning if no line
 * holds any. Lines that are left out are marked by `…`.
 */
export function snippet(text: string, words: readonly string[], mostLines = MOST_LINES): string {
  const lines = text.split("\n");
  if (lines.length <= mostLines) return cut(text);
  const first = bestStretch(lines, words, mostLines);
  const before = first > 0 ? "…\n" : "";
  const after = first + mostLines < lines.length ? "\n…" : "";
  return cut(`${before}${lines.slice(first, first + mostLines).join("\n")}${after}`);
}

/** The beginning of the stretch of lines that holds the most words; 0 when no line holds any. */
export function bestStretch(lines: readonly string[], words: readonly string[], mostLines: number): number {
  const wanted = [...new Set(words.map((word) => word.toLowerCase()))];
  const held = lines.map((line) => positionsIn(line.slice(0, MOST_CHARACTERS).toLowerCase(), wanted));
  // How many lines of a stretch hold each word; how many words, and lines with one, that makes.
  const times = new Array<number>(wanted.length).fill(0);
  let different = 0;
  let holding = 0;
  let best = 0;
  let most = -1;
  for (let line = 0; line < lines.length; line++) {
    for (const index of nth(held, line)) {
      const before = nth(times, index);
      if (before === 0) different++;
      times[index] = before + 1;
    }
    if (nth(held, line).length > 0) holding++;
    const from = line - mostLines + 1;
    if (from < 0) continue;
    // Different words count most, then how many lines hold one.
    const value = different * 100 + holding;
    if (value > most) {
      most = value;
      best = from;
    }
    for (const index of nth(held, from)) {
      const left = nth(times, index) - 1;
      if (left === 0) different--;
      times[index] = left;
    }
    if (nth(held, from).length > 0) holding--;
  }
  return best;
}

/** Which of the words stand in a line, by their positions. */
function positionsIn(line: string, words: readonly string[]): readonly number[] {
  let found: number[] | undefined;
  for (let index = 0; index < words.length; index++)
    if (line.includes(nth(words, index))) {
      found ??= [];
      found.push(index);
    }
  return found ?? NONE;
}

const NONE: readonly number[] = [];

/** The results of an answer with `mostLines` of their content. */
export function withSnippets<Result extends { content: string }>(
  { results, words }: { results: readonly Result[]; words: readonly string[] },
  mostLines: number,
): Result[] {
  return results.map((one) => ({ ...one, content: snippet(one.content, words, mostLines) }));
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
}

/** A text as one line of at most `longest` characters. */
export function oneLine(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
