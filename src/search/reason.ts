/** Why a chunk was found, in words: which words of the query, in which symbol, how near to each other, and which are missing. Pure. */
import { placeOf } from "../files/paths.js";
import { eachWordWith, identifierTerms, type TermFilter, termFilter, wordsOf } from "./terms.js";
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

/** The words of a query that carry it. */
interface Sought {
  words: readonly string[];
  /** The words that a term stands for, by their place, and how near it is to each: 0 is the word itself. */
  byTerm: ReadonlyMap<string, readonly { at: number; distance: number }[]>;
  /** Lets words of a text pass that may hold one of the terms. */
  filter: TermFilter;
}

/**
 * Tells for what a query found why it did, the strongest signal first: `declares rotateToken (rotate, token); refresh, expired in its text within 3
 * lines (14-16)`.
 */
export function reasonsFor(query: string): (found: Found) => string {
  const sought = soughtIn(query);
  return (found) => reasonOf(found, sought);
}

function reasonOf({ chunk, text, sum, factors }: Found, sought: Sought): string {
  const of = (...signals: string[]) => signals.reduce((total, signal) => total + (sum[signal] ?? 0), 0);
  const parts: { weight: number; words: string }[] = [];
  const say = (weight: number, words: string): void => {
    if (words !== "") parts.push({ weight, words });
  };

  const names = nameParts(chunk.symbolNames, sought);
  const declares = (sum.declared ?? 0) > 0;
  say(of("name", "nameCovered", "wholeName", "declared"), inNames(names, chunk.symbolNames, declares));
  if (of("located") > 0) say(of("located"), "has a line that the query names");
  const inText = placesOf(text, chunk.startLine, sought);
  say(of("text", "code"), inTextWords(inText, names[0]?.words ?? []));
  const around = (chunk.breadcrumb ?? "").split(" › ").filter((name) => !chunk.symbolNames.includes(name));
  const scope = (chunk.kind === "section" ? around.reverse() : around).map((name) => heldIn(name, sought));
  const named = scope.find(({ words }) => words.length > 0);
  if (named !== undefined) {
    const where = chunk.kind === "section" ? `its heading ${named.text}` : `${named.text}, around it`;
    say(of("scope"), `${listed(named.words)} in ${where}`);
  }
  const file = heldIn(chunk.path.slice(chunk.path.lastIndexOf("/") + 1), sought);
  if (file.words.length > 0) say(of("fileName"), `${listed(file.words)} in the file's name`);
  const meaning = sum.meaning ?? 0;
  if (meaning > 0) say(meaning, `near in meaning (${Math.round((100 * meaning) / total(sum))}% of its score)`);
  if (parts.length === 0 && of("file") > 0) say(of("file"), "the rest of its file has the words");

  const reasons = parts
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_PARTS)
    .map(({ words }) => words);
  const known = new Set(inText.map(({ word }) => word));
  for (const { words } of [...names, ...scope, file]) for (const word of words) known.add(word);
  const missing = sought.words.filter((word) => !known.has(word));
  if (missing.length > 0 && known.size > 0) reasons.push(`not here: ${listed(missing)}`);
  if ((factors.test ?? 1) < 1)
    reasons.push(`ranked lower as ${placeOf(chunk.path) === "test" ? "a test" : "an example"}`);
  if ((factors.generated ?? 1) < 1) reasons.push("ranked lower as generated");
  return reasons.join("; ") || "in a file that fits";
}

/** The words of a query that carry it, with the terms that stand for each. */
function soughtIn(query: string): Sought {
  const concepts = conceptsOf(query);
  const most = Math.max(0, ...concepts.map(({ weight }) => weight));
  const carrying = concepts.filter(({ word, weight }) => weight === most && (word.length > 1 || concepts.length === 1));
  const byTerm = new Map<string, { at: number; distance: number }[]>();
  for (const [at, { terms }] of carrying.entries())
    for (const [distance, { term }] of terms.entries()) {
      const known = byTerm.get(term);
      if (known === undefined) byTerm.set(term, [{ at, distance }]);
      else if (known.at(-1)!.at !== at) known.push({ at, distance });
    }
  return { words: carrying.map(({ word }) => word), byTerm, filter: termFilter([...byTerm.keys()]) };
}

/** For each name, the words of the query that it holds; names that hold none are left out. The fullest first. */
function nameParts(names: readonly string[], sought: Sought) {
  return names
    .map((name) => ({ name, words: wordsIn(withPairs(identifierTerms(name)), sought) }))
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => b.words.length - a.words.length || a.name.length - b.name.length);
}

/** The words of the query that some terms stand for, in the query's order. */
function wordsIn(terms: readonly string[], { words, byTerm }: Sought): string[] {
  const found = new Set<number>();
  for (const term of terms) for (const { at } of byTerm.get(term) ?? NONE) found.add(at);
  return [...found].sort((a, b) => a - b).map((at) => words[at]!);
}

/** The terms of an identifier, and those that its parts make with the next: `websocket` of WebSocketClient. */
function withPairs(terms: readonly string[]): string[] {
  const parts = terms.slice(1);
  return [...terms, ...parts.slice(1).map((part, at) => parts[at]! + part)];
}

const NONE: readonly never[] = [];

/** A text, and the words of the query that it holds. */
function heldIn(text: string, sought: Sought): { text: string; words: string[] } {
  const terms = wordsOf(text).flatMap((word) => word.terms);
  return { text, words: wordsIn(terms, sought) };
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
function placesOf(text: string, startLine: number, { words, byTerm, filter }: Sought): Place[] {
  const places = new Map<number, { distance: number; place: Place }>();
  let here = new Map<number, { distance: number; term: string }>();
  const note = (word: string): void => {
    for (const term of identifierTerms(word))
      for (const { at, distance } of byTerm.get(term) ?? NONE)
        if (distance < (here.get(at)?.distance ?? Number.POSITIVE_INFINITY)) here.set(at, { distance, term });
  };
  for (let start = 0, line = startLine; start <= text.length; line++) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    eachWordWith(text, start, end, filter, note);
    start = end + 1;
    if (here.size === 0) continue;
    for (const [at, { distance, term }] of [...here].sort(([one], [other]) => one - other)) {
      const known = places.get(at);
      if (known === undefined) {
        places.set(at, { distance, place: { word: words[at]!, term, lines: [line] } });
        continue;
      }
      known.place.lines.push(line);
      if (distance >= known.distance) continue;
      known.distance = distance;
      known.place.term = term;
    }
    here = new Map();
  }
  return [...places.values()].map(({ place }) => place);
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

function listed(words: readonly string[], most = MOST_WORDS): string {
  return words.length <= most ? words.join(", ") : `${words.slice(0, most).join(", ")} and ${words.length - most} more`;
}

function total(sum: Found["sum"]): number {
  return Object.values(sum).reduce<number>((all, value) => all + (value ?? 0), 0);
}
