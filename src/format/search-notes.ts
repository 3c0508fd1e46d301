/** What an answer says about the query itself. */
import type { CodeHits } from "../search/code.js";

/** What of a long query, or of a long word, is repeated. */
const LONGEST = 120;
/** Of scripts without spaces two letters each are looked for: クエ, エリ of クエリ. */
const PAIR = /^[^\p{ASCII}]{2}$/u;

export const NO_FILE = "No file of the index passes these filters.";

/** The first line of an answer: what was found, if anything, and for what. */
export function headOf(query: string, found: string | null): string {
  return `${found ?? "Nothing found"} for: ${short(query.trim().replaceAll(/\s+/g, " "))}`;
}

type About = Pick<CodeHits, "words" | "unknown" | "meaning" | "isFiltered" | "nearMiss">;

/** That it has no words, which words are nowhere, why nothing is left of what was found, and why meaning could not be asked. */
export function searchNotes({ words, unknown, meaning, isFiltered, nearMiss }: About): string[] {
  const notes: string[] = [];
  if (typeof meaning === "object") notes.push(`${meaning.problem} This is a search by words.`);
  if (words.length === 0) notes.push("The query has no words to search for; search_text finds punctuation.");
  if (isFiltered) notes.push(NO_FILE);
  else if (unknown.length > 0) notes.push(`Not found anywhere: ${joined(unknown).map(short).join(", ")}.`);
  if (nearMiss !== null)
    notes.push(`No result is as relevant as was asked for; the best one has ${nearMiss.toFixed(3)}.`);
  return notes;
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function joined(words: readonly string[]): string[] {
  const whole: string[] = [];
  for (const word of words) {
    const last = whole.at(-1);
    if (last !== undefined && PAIR.test(word) && PAIR.test(last.slice(-2)) && last.endsWith(word[0]!))
      whole[whole.length - 1] = last + word.slice(1);
    else whole.push(word);
  }
  return whole;
}
