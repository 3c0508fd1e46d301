/** More words for a query: from the chat model if there is one, or else from the index and the built-in embedder's similar words. */
import { CodeindexError } from "../../base/errors.js";
import { identifierTerms } from "../../postings/terms.js";
import type { ChatModel } from "./chat.js";

const MOST_WORDS = 10;
const LONGEST_WORD = 40;
/** The most words in an entry of a list. */
const MOST_OF_ENTRY = 3;

const SYSTEM =
  "You help to search a code base by words. Given a question, list up to 10 other words or identifiers that code which answers it is likely to contain: synonyms, names of functions and types, terms of the field. One a line, no explanations, none of the words of the question.";

export interface Expansion {
  words: string[];
  /** The reason why the chat model did not answer; null where it did. */
  problem: string | null;
}

/** Words to add to a query, without its own. `fallback` supplies them where no chat model does. Throws the reason of `signal`. */
export async function expandQuery(
  chat: ChatModel | null,
  query: string,
  fallback: () => Promise<string[]>,
  signal: AbortSignal,
): Promise<Expansion> {
  if (chat === null) return { words: newWords(query, await fallback()), problem: "no chat model is configured" };
  try {
    const said = await chat.ask(SYSTEM, query, signal);
    const words = newWords(query, wordsListed(said));
    if (words.length > 0) return { words, problem: null };
    return { words: newWords(query, await fallback()), problem: `${chat.name} gave no words` };
  } catch (error) {
    if (!(error instanceof CodeindexError)) throw error;
    return { words: newWords(query, await fallback()), problem: error.message };
  }
}

/** The words of a list. Sentences, with which some models begin and end, are skipped. */
function wordsListed(said: string): string[] {
  const entries = said.split(/[\n,;]/).map((entry) => entry.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  return entries.filter((words) => words.length <= MOST_OF_ENTRY).flat();
}

/** The first few words that the query lacks. */
function newWords(query: string, words: readonly string[]): string[] {
  const known = new Set((query.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap((word) => identifierTerms(word)));
  const added: string[] = [];
  for (const word of words) {
    const [whole] = identifierTerms(word);
    if (whole === undefined || whole.length < 2 || word.length > LONGEST_WORD || known.has(whole)) continue;
    known.add(whole);
    if (added.push(word) === MOST_WORDS) break;
  }
  return added;
}
