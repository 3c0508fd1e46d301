/** Why a chunk was found, in a few words that a person would use: `declares rotateToken; calls expiryOf; words: refresh, expired; meaning`. Pure. */
import { nth } from "../../base/need.js";
import { nameOf, pathClassOf } from "../../model/paths.js";
import { eachWordWith, identifierTerms, type TermFilter, termFilter, wordsOf } from "../../postings/terms.js";
import { conceptsOf } from "./concepts.js";

/** The parts of a ranked chunk, and its text, from which a reason is made. */
export interface RankedText {
  chunk: {
    path: string;
    kind: string;
    symbolNames: readonly string[];
    breadcrumb: string | null;
  };
  text: string;
  /** The amount that each signal added to the score. */
  sum: Readonly<Partial<Record<string, number>>>;
  /** Factors that the sum was multiplied by. */
  factors: Readonly<Partial<Record<string, number>>>;
}

const MOST_WORDS = 4;
const MOST_NAMES = 2;
/** The most signals that a reason names: visible ones before those near or around the chunk. */
const MOST_PARTS = 3;
/** Signals of a chunk's surroundings, or of its meaning, are told where they add at least this share of the score. */
const LEAST_SHARE = 0.1;

/** The words of a query that carry it. */
interface Sought {
  words: readonly string[];
  /** The words that a term stands for, by their place. */
  byTerm: ReadonlyMap<string, readonly number[]>;
  /** Lets words of a text pass that may hold one of the terms. */
  filter: TermFilter;
}

/** Tells for what a query found why it did. */
export function reasonsFor(query: string): (found: RankedText) => string {
  const sought = soughtIn(query);
  return (found) => reasonOf(found, sought);
}

/** Tells whether a query has all parts of one of some names among its words, as `content type` has of ContentType. */
export function namesOf(query: string): (names: readonly string[]) => boolean {
  const { byTerm } = soughtIn(query);
  return (names) =>
    names.some((name) => {
      const [whole, ...parts] = identifierTerms(name);
      return byTerm.has(whole ?? "") || (parts.length > 0 && parts.every((part) => byTerm.has(part)));
    });
}

/** How well a name fits a query: by the query's words in it, then by the fewest other words. */
export function fitOf(query: string): (name: string) => number {
  const sought = soughtIn(query);
  return (name) => nameFit(name, sought).fit;
}

function nameFit(name: string, sought: Sought): { held: Set<number>; fit: number } {
  const terms = identifierTerms(name);
  const held = new Set(wordsIn(withPairs(terms), sought));
  const share = terms.filter((term) => sought.byTerm.has(term)).length / (terms.length + 1);
  return { held, fit: held.size + share };
}

function reasonOf({ chunk, text, sum, factors }: RankedText, sought: Sought): string {
  const of = (signal: string) => sum[signal] ?? 0;
  const much = LEAST_SHARE * Object.values(sum).reduce<number>((all, value) => all + (value ?? 0), 0);
  const isMuch = (signal: string) => of(signal) > 0 && of(signal) >= much;
  const reasons: string[] = [];
  if (of("located") > 0) reasons.push("has the line");
  const declares = heldByNames(chunk.symbolNames, sought);
  if (declares.names.length > 0) reasons.push(`declares ${listed(declares.names, MOST_NAMES)}`);
  // A name that is like a word of the query, with typing errors, has none of its terms.
  else if (of("declared") > 0) reasons.push(`declares ${listed(chunk.symbolNames, MOST_NAMES)}, nearly as asked`);
  const isCode = chunk.kind !== "section" && chunk.kind !== "text";
  const own = { names: new Set(chunk.symbolNames), words: declares.words, isCode };
  const { calls, words } = heldByText(text, own, sought);
  const inText = [
    ...(calls.length > 0 ? [`calls ${calls.join(", ")}`] : []),
    ...(words.length > 0 ? [`words: ${listed(words, MOST_WORDS)}`] : []),
  ];
  if (inText.length > 0) reasons.push(inText.join("; "));
  const around = (chunk.breadcrumb ?? "").split(" › ").filter((name) => !chunk.symbolNames.includes(name));
  const scope = (chunk.kind === "section" ? around.reverse() : around).find((name) => holds(name, sought));
  if (scope !== undefined && isMuch("scope")) reasons.push(`${chunk.kind === "section" ? "heading" : "in"} ${scope}`);
  const file = nameOf(chunk.path);
  if (isMuch("fileName") && holdsWhole(file, sought)) reasons.push("file name");
  if (isMuch("meaning")) reasons.push("meaning");
  if (reasons.length === 0 && of("file") > 0) reasons.push("words around it");
  reasons.splice(MOST_PARTS);
  if ((factors.test ?? 1) < 1) reasons.push(pathClassOf(chunk.path) === "test" ? "a test" : "an example");
  if ((factors.generated ?? 1) < 1) reasons.push("generated");
  return reasons.join("; ") || "in a file that fits";
}

/** The words of a query that carry it, with the terms that stand for each. */
function soughtIn(query: string): Sought {
  const concepts = conceptsOf(query);
  const most = Math.max(0, ...concepts.map(({ weight }) => weight));
  const carrying = concepts.filter(({ word, weight }) => weight === most && (word.length > 1 || concepts.length === 1));
  const byTerm = new Map<string, number[]>();
  for (const [index, { terms }] of carrying.entries())
    for (const { term } of terms) {
      const known = byTerm.get(term);
      if (known === undefined) byTerm.set(term, [index]);
      else if (known.at(-1) !== index) known.push(index);
    }
  return { words: carrying.map(({ word }) => word), byTerm, filter: termFilter([...byTerm.keys()]) };
}

/** The places of the query's words that some terms stand for. */
function wordsIn(terms: readonly string[], { byTerm }: Sought): number[] {
  return terms.flatMap((term) => byTerm.get(term) ?? NONE);
}

const NONE: readonly never[] = [];

/** Whether a text holds a word of the query. */
const holds = (text: string, sought: Sought): boolean =>
  wordsOf(text).some(({ terms }) => wordsIn(terms, sought).length > 0);

/** Whether a text holds a word of the query; of one that is a name of several parts, all of it: a half of it is another name. */
function holdsWhole(text: string, sought: Sought): boolean {
  const held = new Set(wordsOf(text).flatMap(({ terms }) => terms));
  const places = new Set(wordsIn([...held], sought));
  return sought.words.some((word, index) => {
    const [whole = "", ...parts] = identifierTerms(word);
    return places.has(index) && (parts.length < 2 || held.has(whole) || parts.every((part) => held.has(part)));
  });
}

/** The terms of an identifier, and those that its parts make with the next: `websocket` of WebSocketClient. */
function withPairs(terms: readonly string[]): string[] {
  const parts = terms.slice(1);
  return [...terms, ...parts.slice(1).map((part, index) => nth(parts, index) + part)];
}

/** The names with words of the query, best fit first, and the words. A name that adds no word to the ones before it is left out. */
function heldByNames(names: readonly string[], sought: Sought): { names: string[]; words: Set<number> } {
  const words = new Set<number>();
  const holding = names
    .map((name) => ({ name, ...nameFit(name, sought) }))
    .filter(({ held }) => held.size > 0)
    .sort((a, b) => b.fit - a.fit || a.name.length - b.name.length)
    .filter(({ held }) => {
      const before = words.size;
      for (const word of held) words.add(word);
      return words.size > before;
    });
  return { names: holding.map(({ name }) => name), words };
}

/** How a call goes on behind its name. */
const CALL = /\s*(?:<[^<>()]*>)?\(/y;
/** Words that a bracket follows without their being called. */
const KEYWORDS = new Set([
  "if",
  "for",
  "foreach",
  "while",
  "switch",
  "catch",
  "return",
  "using",
  "lock",
  "when",
  "await",
]);

/** Calls of a text with words of the query that its own name lacks, and the other words of the query in it. */
function heldByText(
  text: string,
  own: { names: ReadonlySet<string>; words: ReadonlySet<number>; isCode: boolean },
  sought: Sought,
): { calls: string[]; words: string[] } {
  const holding = new Set<string>();
  const held = new Set<number>();
  eachWordWith(text, 0, text.length, sought.filter, (word) => {
    const words = wordsIn(identifierTerms(word), sought).filter((term) => !own.words.has(term));
    for (const term of words) held.add(term);
    if (words.length > 0) holding.add(word);
  });
  const called = [...holding].filter(
    (word) => own.isCode && identifierTerms(word).length > 1 && !own.names.has(word) && isCalledIn(text, word),
  );
  const calls = heldByNames(called, sought);
  const names = calls.names.slice(0, MOST_NAMES);
  const words = [...held].filter((term) => !calls.words.has(term)).sort((a, b) => a - b);
  return { calls: names, words: words.map((index) => nth(sought.words, index)) };
}

function isCalledIn(text: string, name: string): boolean {
  if (KEYWORDS.has(name)) return false;
  for (let offset = text.indexOf(name); offset !== -1; offset = text.indexOf(name, offset + name.length)) {
    CALL.lastIndex = offset + name.length;
    if (CALL.test(text) && !/[\p{L}\p{N}_$]/u.test(text[offset - 1] ?? " ")) return true;
  }
  return false;
}

function listed(words: readonly string[], most: number): string {
  return words.length <= most ? words.join(", ") : `${words.slice(0, most).join(", ")}, …`;
}
