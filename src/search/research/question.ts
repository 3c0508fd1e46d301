/** Reads a question about a code base: which names of code stand in it, and whether it asks for callers or implementations of one of them. Pure. */
import { identifierTerms } from "../../postings/terms.js";
import { isName } from "../code/concepts.js";

export const FOCUSES = ["architecture", "dependencies", "patterns", "flow"] as const;
export type Focus = (typeof FOCUSES)[number];

/** Relations that a question asks for, of a symbol that it names. */
export type Toward = "callers" | "implementations";

export interface Question {
  /** The question, or its beginning. */
  text: string;
  /** Whether the question was longer than what is searched for. */
  isCut: boolean;
  /** Words that may be names of symbols, the surest first. */
  names: NamedWord[];
  toward: Toward | null;
  /** Whether it is about tests, which are left out otherwise. */
  isAboutTests: boolean;
}

export interface NamedWord {
  name: string;
  /** Written as code is: `a_b`, aB, a.b, a(), or between backticks. Other words are names only where a symbol is called exactly so. */
  isCode: boolean;
}

/** Of longer questions only the beginning is read, in characters. */
const LONGEST = 2000;
const MOST_NAMES = 8;

/**
 * Words before the symbol whose callers are asked for, as in "callers of X", or around it: "where is X called from". A question for code that X calls
 * ("is called by X") asks for the other end.
 */
const CALLERS =
  /\b(?:(?:what|who|which \w+|everything that|all (?:that|places that)) (?:calls?|invokes?)|call(?:ers|s|ed from)?(?: (?:hierarchy|graph|chain))? (?:of|to))\b|\bis(?= \S+ (?:ever )?called\b)/gi;
/** Words before the symbol whose implementations are asked for: "implementations of X", "conforms to X", "subclasses of X". */
const IMPLEMENTATIONS =
  /\b(?:implement(?:s|ing|ations? of|ers? of|ors? of)|conform(?:s|ers|ances?|ing)(?: to)?|subclass(?:es)?(?: of)?|inherits? from|extends|deriv(?:es|ed) from|adopts)\b/gi;
/** Nouns behind the symbol: `Carrier implementations`. */
const OF_CALLERS = /^(?:\(\))?\s+(?:callers|call (?:hierarchy|graph|chain))\b/i;
const OF_IMPLEMENTATIONS = /^\s+(?:implement(?:ations|ers|ors)|conform(?:ers|ances)|subclass(?:es)?)\b/i;
/** Words between those and the symbol: `callers of the method X`. */
const BETWEEN =
  /^(?:\s|\b(?:the|a|an|all|any|this|class|interface|type|trait|protocol|struct|function|method|constructor)\b)*/i;

const WORD = /`([^`\n]{1,200})`|([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*)(\()?/gu;

/** Reads a question; the end of a long one is cut off. */
export function readQuestion(asked: string): Question {
  const text = asked.slice(0, LONGEST);
  const names = namesIn(text);
  const toward = asksFor(IMPLEMENTATIONS, OF_IMPLEMENTATIONS, text, names)
    ? "implementations"
    : asksFor(CALLERS, OF_CALLERS, text, names)
      ? "callers"
      : null;
  return {
    text,
    isCut: asked.length > LONGEST,
    names,
    toward,
    isAboutTests: /\btest(s|ed|ing)?\b|\bspecs?\b/i.test(text),
  };
}

/**
 * Whether a name follows one of some words, or stands before a noun: `How does OrderClient retry calls to the server` has both a name and such words, and
 * asks for no callers.
 */
function asksFor(words: RegExp, noun: RegExp, text: string, names: readonly NamedWord[]): boolean {
  const plain = text.replaceAll("`", "");
  const behind = [...plain.matchAll(words)].map(({ 0: matched, index }) =>
    plain.slice(index + matched.length).replace(BETWEEN, ""),
  );
  const isBefore = (name: string) =>
    plain
      .split(name)
      .slice(1)
      .some((rest) => noun.test(rest));
  return names.some(({ name }) => behind.some((rest) => rest.startsWith(name)) || isBefore(name));
}

/** A word that a sentence begins with is written large without being a name; behind these words a small one may be a name as well. */
const BEFORE_NAME = new Set(["of", "calls", "call", "to", "invokes", "invoke", "implements", "extends", "from"]);

function namesIn(text: string): NamedWord[] {
  const found = new Map<string, NamedWord>();
  let before = "";
  for (const match of text.matchAll(WORD)) {
    const [, quoted, word, bracket] = match;
    const name = (quoted ?? word ?? "").replace(/\(.*\)$/, "").trim();
    const last = before;
    before = name.toLowerCase();
    if (name.length < 2) continue;
    const terms = identifierTerms(name);
    const isCode = quoted !== undefined || bracket !== undefined || /\w[.#:]+\w/.test(name) || isName(name, terms);
    const isLarge = /^\p{Lu}/u.test(name) && match.index > 0;
    if (!isCode && !isLarge && !BEFORE_NAME.has(last)) continue;
    if (!found.has(name)) found.set(name, { name, isCode });
  }
  const named = [...found.values()];
  return [...named.filter(({ isCode }) => isCode), ...named.filter(({ isCode }) => !isCode)].slice(0, MOST_NAMES);
}
