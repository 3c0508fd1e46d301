/** Why a chunk was found, in words: which words of the query, in which symbol, how near to each other, and which are missing. Pure. */
import { placeOf } from "../files/paths.js";
import { identifierTerms, wordsOf } from "./terms.js";
import { conceptsOf } from "./words.js";

/** A ranked chunk with its text, as far as a reason is told from it. */
export interface Found {
  chunk: {
    path: string;
    kind: string;
    startLine: number;
    symbolNames: readonly string[];
    breadcrumb: string | null;
  };
  text: string;
  /** What each signal added to the score. */
  sum: Readonly<Partial<Record<string, number>>>;
  /** What the sum was multiplied by. */
  factors: Readonly<Partial<Record<string, number>>>;
}

const MOST_WORDS = 6;
/** So many signals are told, the strongest first. */
const MOST_PARTS = 3;
/** What stands further apart is not said to be near. */
const NEAR_LINES = 8;

interface Sought {
  word: string;
  /** Those that stand for the word, the nearest first. */
  terms: readonly string[];
}

/**
 * Tells for what a query found why it did, the strongest signal first: `declares rotateToken (rotate, token); refresh, expired in its text within 3
 * lines (14-16)`.
 */
export function reasonsFor(query: string): (found: Found) => string {
  const sought = soughtIn(query);
  return (found) => reasonOf(found, sought);
}

function reasonOf({ chunk, text, sum, factors }: Found, sought: readonly Sought[]): string {
  const of = (...signals: string[]) => signals.reduce((total, signal) => total + (sum[signal] ?? 0), 0);
  const parts: { weight: number; words: string }[] = [];
  const say = (weight: number, words: string): void => {
    if (words !== "") parts.push({ weight, words });
  };

  const names = nameParts(chunk.symbolNames, sought);
  const declares = (sum.declared ?? 0) > 0;
  say(of("name", "nameCovered", "verb", "declared"), inNames(names, chunk.symbolNames, declares));
  const inText = placesOf(text, chunk.startLine, sought);
  say(of("text", "code"), inTextWords(inText, names[0]?.words ?? []));
  const around = (chunk.breadcrumb ?? "").split(" › ").filter((name) => !chunk.symbolNames.includes(name));
  const scope = chunk.kind === "section" ? around.reverse() : around;
  say(
    of("scope"),
    held(
      sought,
      scope,
      (words, name) => `${words} in ${chunk.kind === "section" ? `its heading ${name}` : `${name}, around it`}`,
    ),
  );
  const file = chunk.path.slice(chunk.path.lastIndexOf("/") + 1);
  say(
    of("fileName"),
    held(sought, [file], (words) => `${words} in the file's name`),
  );
  const meaning = sum.meaning ?? 0;
  if (meaning > 0) say(meaning, `near in meaning (${Math.round((100 * meaning) / total(sum))}% of its score)`);
  if (parts.length === 0 && of("file") > 0) say(of("file"), "the rest of its file has the words");

  const reasons = parts
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_PARTS)
    .map(({ words }) => words);
  const known = new Set([...names.flatMap(({ words }) => words), ...inText.map(({ word }) => word)]);
  for (const one of sought) if (held([one], [...scope, file], (words) => words) !== "") known.add(one.word);
  const missing = sought.filter(({ word }) => !known.has(word)).map(({ word }) => word);
  if (missing.length > 0 && known.size > 0) reasons.push(`not here: ${listed(missing)}`);
  if ((factors.test ?? 1) < 1)
    reasons.push(`ranked lower as ${placeOf(chunk.path) === "test" ? "a test" : "an example"}`);
  if ((factors.generated ?? 1) < 1) reasons.push("ranked lower as generated");
  return reasons.join("; ") || "in a file that fits";
}

/** The words of a query that carry it, with the terms that stand for each. */
function soughtIn(query: string): Sought[] {
  const concepts = conceptsOf(query);
  const most = Math.max(0, ...concepts.map(({ weight }) => weight));
  return concepts
    .filter(({ word, weight }) => weight === most && (word.length > 1 || concepts.length === 1))
    .map(({ word, terms }) => ({ word, terms: terms.map(({ term }) => term) }));
}

/** For each name, the words of the query that it holds; names that hold none are left out. The fullest first. */
function nameParts(names: readonly string[], sought: readonly Sought[]) {
  return names
    .map((name) => ({ name, words: wordsIn(identifierTerms(name), sought) }))
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => b.words.length - a.words.length || a.name.length - b.name.length);
}

function wordsIn(terms: readonly string[], sought: readonly Sought[]): string[] {
  return sought.filter((one) => terms.some((term) => one.terms.includes(term))).map(({ word }) => word);
}

/** How a word is held by what has these terms: the word, or of one of several parts those that are there. */
function heldAs(word: string, terms: readonly string[]): string {
  const [whole, ...parts] = identifierTerms(word);
  if (parts.length === 0 || terms.includes(whole!)) return word;
  return `${parts.filter((part) => terms.includes(part)).join(", ")} of ${word}`;
}

function inNames(
  names: readonly { name: string; words: string[] }[],
  all: readonly string[],
  declares: boolean,
): string {
  const [best] = names;
  // A name that is like a word of the query, with typing errors, has none of its terms.
  if (best === undefined) return declares && all.length > 0 ? `declares ${listed(all, 2)}, nearly as asked` : "";
  const verb = declares ? "declares " : "";
  const others = names.slice(1).filter(({ words }) => words.some((word) => !best.words.includes(word)));
  const more = others.length === 0 ? "" : ` and ${others[0]!.name}`;
  const words = [...new Set([...best.words, ...(others[0]?.words ?? [])])];
  const isSaid = words.length === 1 && words[0]!.toLowerCase() === best.name.toLowerCase();
  const terms = [best, ...others.slice(0, 1)].flatMap(({ name }) => identifierTerms(name));
  return isSaid
    ? `${verb || "has the name "}${best.name}`
    : `${verb || (more === "" ? "its name " : "its names ")}${best.name}${more} (${listed(words.map((word) => heldAs(word, terms)))})`;
}

interface Place {
  word: string;
  /** The term that stands for it there. */
  term: string;
  lines: number[];
}

/** Where each word of the query stands in the text, by its lines in the file. */
function placesOf(text: string, startLine: number, sought: readonly Sought[]): Place[] {
  const places = new Map<string, Place>();
  const known = new Set(sought.flatMap(({ terms }) => terms));
  for (const [index, line] of text.split("\n").entries()) {
    const here = new Set<string>();
    for (const { terms } of wordsOf(line)) for (const term of terms) if (known.has(term)) here.add(term);
    if (here.size === 0) continue;
    for (const { word, terms } of sought) {
      const term = terms.find((one) => here.has(one));
      if (term === undefined) continue;
      const place = places.get(word);
      if (place === undefined) places.set(word, { word, term, lines: [startLine + index] });
      else {
        place.lines.push(startLine + index);
        if (terms.indexOf(term) < terms.indexOf(place.term)) place.term = term;
      }
    }
  }
  return [...places.values()];
}

function inTextWords(places: readonly Place[], inName: readonly string[]): string {
  // The words of a name stand where it is declared, which says no more.
  if (places.every(({ word }) => inName.includes(word))) return "";
  const words = listed(places.map(({ word, term }) => (word.toLowerCase() === term ? word : `${word} (${term})`)));
  const near = nearest(places);
  if (places.length === 1) return `${words} ${linesInWords(places[0]!.lines)}`;
  if (near === null) return `${words} in its text`;
  const where = near.first === near.last ? `in line ${near.first}` : `in lines ${near.first}-${near.last}`;
  return near.words === places.length
    ? `${words} together ${where}`
    : `${words} in its text, ${near.words} of them ${where}`;
}

function linesInWords(lines: readonly number[]): string {
  if (lines.length === 1) return `in line ${lines[0]}`;
  return `${lines.length} times in its text, first in line ${lines[0]}`;
}

/** The shortest run of lines that holds the most different words, two at least; null where none is near. */
function nearest(places: readonly Place[]): { first: number; last: number; words: number } | null {
  const points = places
    .flatMap(({ lines }, word) => lines.map((line) => ({ line, word })))
    .sort((a, b) => a.line - b.line);
  let best: { first: number; last: number; words: number } | null = null;
  for (let from = 0; from < points.length; from++) {
    const words = new Set<number>();
    for (let to = from; to < points.length && points[to]!.line - points[from]!.line < NEAR_LINES; to++) {
      words.add(points[to]!.word);
      const run = { first: points[from]!.line, last: points[to]!.line, words: words.size };
      const isBetter =
        best === null ||
        run.words > best.words ||
        (run.words === best.words && run.last - run.first < best.last - best.first);
      if (run.words > 1 && isBetter) best = run;
    }
  }
  return best;
}

/** What is said of the first of the texts that hold a word of the query; nothing where none does. */
function held(
  sought: readonly Sought[],
  texts: readonly string[],
  say: (words: string, text: string) => string,
): string {
  for (const text of texts) {
    const words = wordsIn(
      wordsOf(text).flatMap(({ terms }) => terms),
      sought,
    );
    if (words.length > 0) return say(listed(words), text);
  }
  return "";
}

function listed(words: readonly string[], most = MOST_WORDS): string {
  return words.length <= most ? words.join(", ") : `${words.slice(0, most).join(", ")} and ${words.length - most} more`;
}

function total(sum: Found["sum"]): number {
  return Object.values(sum).reduce<number>((all, value) => all + (value ?? 0), 0);
}
