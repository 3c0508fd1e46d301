/** Notes of an answer on the query itself. */
import { isOfQuestion } from "../search/code/concepts.js";
import { type MissedLine, MOST_FILES } from "../search/code/locations.js";
import type { CodeHits } from "../search/code/search.js";
import { countOf } from "./counts.js";

/** Characters of a long query or word that a note repeats. */
const LONGEST = 120;
/** Of scripts without spaces two letters each are looked for: クエ, エリ of クエリ. */
const PAIR = /^[^\p{ASCII}]{2}$/u;

/** Below this relevance of the best result an answer says that there is probably none: of ten such, one is right. */
const UNLIKELY = 0.15;

/** The beginning of the note that says so. */
export const PROBABLY_NOTHING = "Probably nothing here answers this";

/** Lines that the query names and the index does not have, as far as each is told. */
const MOST_MISSED = 3;

export const NO_FILE = "No file of the index passes these filters.";

/** The first line of an answer: the findings, if any, and the query. */
export function headOf(query: string, found: string | null): string {
  return `${found ?? "Nothing found"} for: ${short(query.trim().replaceAll(/\s+/g, " "))}`;
}

type About = Pick<CodeHits, "words" | "unknown" | "missed" | "meaning" | "isFiltered" | "nearMiss" | "isNoise"> &
  Partial<Pick<CodeHits, "report" | "bestRelevance">>;

/** The notes on a search: no words, words and lines that are nowhere, filters that left nothing, and why meaning took no part. */
export function searchNotes({
  words,
  unknown,
  missed,
  meaning,
  isFiltered,
  nearMiss,
  isNoise,
  report,
  bestRelevance = null,
}: About): string[] {
  const notes: string[] = [];
  if (report && report.left > 0)
    notes.push(
      `Read as a report: ${countOf(report.used, "line")} looked for; forms, logs and repeats left out (${report.left}).`,
    );
  // Of a query that has others, words such as "how does" are not what was looked for.
  const nowhere = words.every(isOfQuestion) ? unknown : unknown.filter((word) => !isOfQuestion(word));
  if (typeof meaning === "object") notes.push(`${meaning.problem} This is a search by words.`);
  if (words.length === 0) notes.push("The query has no words to search for; search_text finds punctuation.");
  if (isFiltered) notes.push(NO_FILE);
  else if (nowhere.length > 0) notes.push(`Not found anywhere: ${joined(nowhere).map(short).join(", ")}.`);
  if (bestRelevance !== null && nearMiss === null && bestRelevance < UNLIKELY && isSentence(words))
    notes.push(
      `${PROBABLY_NOTHING}: the best result is ${Math.round(bestRelevance * 100)}% likely to. Ask in other words, or in the code's own.`,
    );
  if (isNoise && meaning === "used") notes.push("Nothing is nearer to it in meaning than to a text without meaning.");
  notes.push(...missed.slice(0, MOST_MISSED).map(missedNote));
  if (missed.length > MOST_MISSED) notes.push(`${missed.length - MOST_MISSED} more lines of the query are not found.`);
  if (nearMiss !== null) notes.push(nearMissNote(nearMiss));
  return notes;
}

/** That all that was found is less than was asked for; `best`: that of the best, 0 to 1. */
export const nearMissNote = (best: number): string =>
  `No result is as relevant as was asked for; the best one has ${best.toFixed(3)}.`;

/** A name or some keywords are there or are not: what is found of them tells. */
const isSentence = (words: readonly string[]) =>
  words.filter((word) => !isOfQuestion(word)).length >= FEWEST_OF_SENTENCE;
const FEWEST_OF_SENTENCE = 3;

function missedNote({ path, line, fileCount, lineCount }: MissedLine): string {
  const file = short(path);
  if (fileCount === 0) return `No file of the index ends in ${file}.`;
  if (fileCount > MOST_FILES) return `${file}:${line} may be any of ${fileCount} files: name its folder.`;
  const most = `${fileCount > 1 ? "at most " : ""}${countOf(lineCount, "line")}`;
  return `${file} has ${most}, so line ${line} is of another version.`;
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function joined(words: readonly string[]): string[] {
  const whole: string[] = [];
  for (const word of words) {
    const last = whole.at(-1);
    if (last !== undefined && PAIR.test(word) && PAIR.test(last.slice(-2)) && last.endsWith(word.charAt(0)))
      whole[whole.length - 1] = last + word.slice(1);
    else whole.push(word);
  }
  return whole;
}
