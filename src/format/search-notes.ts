/** What an answer says about the query itself. */
import type { CodeHits } from "../search/code.js";

/** That it has no words, which words are nowhere, and why meaning could not be asked. */
export function searchNotes({ words, unknown, meaning }: Pick<CodeHits, "words" | "unknown" | "meaning">): string[] {
  const notes: string[] = [];
  if (typeof meaning === "object") notes.push(`${meaning.problem} This is a search by words.`);
  if (words.length === 0) notes.push("The query has no words to search for; search_text finds punctuation.");
  if (unknown.length > 0) notes.push(`Not found anywhere: ${unknown.join(", ")}.`);
  return notes;
}
