/**
 * Makes a set of queries from a folder of sources. The first sentence of a function's doc comment becomes a query for the function, without the function's
 * name where it begins with that, and the comment is then removed; half-remembered names become queries for symbols. Pure except for reading the folder;
 * the same seed gives the same set.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../../base/groups.js";
import { need, present } from "../../base/need.js";
import { languageOf } from "../../languages/index.js";
import type { Language } from "../../languages/language.js";
import { createParser } from "../../languages/parse.js";
import type { ParsedSymbol } from "../../model/parse-result.js";
import { pathClassOf } from "../../model/paths.js";
import { humpsOf } from "../../postings/symbol-terms.js";
import { createRandom, type Random } from "../bench/random.js";
import type { EvalQuery } from "./query-set.js";

/** The least and the most words of a sentence that is a question. */
const WORDS = { least: 6, most: 40 };
const FEWEST_HUMPS = { split: 2, subset: 3, prefix: 2, typo: 2 };
/** A name in more places cannot be an answer. */
const MOST_PLACES = 3;

export interface MadeSet {
  docstrings: EvalQuery[];
  symbols: EvalQuery[];
  removeLines: Record<string, [number, number][]>;
}

interface Declared {
  file: string;
  symbol: ParsedSymbol;
  sentence: string | null;
  isByShape: boolean;
  /** The doc comment's lines, from 1. */
  comment: [number, number] | null;
}

/**
 * Makes at most `count` queries of each of the two kinds from the files below `folder` of `root`. `languageAt`: the language of a path; null for a file that
 * is no source of queries.
 */
export async function makeSet(
  root: string,
  folder: string,
  count: number,
  seed: number,
  languageAt: (path: string) => Language | null = languageOf,
): Promise<MadeSet> {
  const random = createRandom(seed);
  const declared: Declared[] = [];
  const texts: string[] = [];
  for (const file of filesBelow(root, folder)) {
    const language = languageAt(file);
    if (language === null || pathClassOf(file) !== "source") continue;
    const text = readFileSync(join(root, file), "utf8");
    texts.push(text);
    declared.push(...(await declarationsOf(file, language, text)));
  }
  const all = texts.join("\n").replace(/[\s*/]+/g, " ");
  const times = countBy(declared, ({ file, symbol }) => `${file} ${symbol.qualifiedName}`);
  const sentences = countBy(declared, ({ sentence }) => sentence ?? "");
  const isAsked = ({ file, symbol, sentence }: Declared) =>
    sentence !== null &&
    (symbol.kind === "function" || symbol.kind === "method") &&
    times.get(`${file} ${symbol.qualifiedName}`) === 1 &&
    sentences.get(sentence) === 1 &&
    all.indexOf(sentence) === all.lastIndexOf(sentence);
  const asked = draw(declared.filter(isAsked), count, random);
  const removeLines: MadeSet["removeLines"] = {};
  for (const { file } of asked)
    removeLines[file] = asked
      .filter((one) => one.file === file)
      .map(({ comment }) => present(comment))
      .sort((a, b) => a[0] - b[0]);
  const goldOf = ({ file, symbol, comment }: Declared) => {
    const removed = removeLines[file] ?? [];
    const linesOf = (ranges: [number, number][]) => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const before = linesOf(removed.filter(([first]) => first <= symbol.startLine));
    const inside = linesOf(removed.filter((range) => range === comment && range[0] > symbol.startLine));
    return {
      file,
      start_line: symbol.startLine - before,
      end_line: symbol.endLine - before - inside,
      name: symbol.name,
    };
  };
  const docstrings = asked.map((one) => {
    const same = one.isByShape ? declared.filter((other) => isSame(one, other)).slice(0, MOST_PLACES) : [one];
    return {
      query: present(one.sentence),
      gold: same.map(goldOf),
      level: "function",
      ...(same.length > 1 && { match: "any" as const }),
    };
  });
  return { docstrings, symbols: symbolQueries(declared, goldOf, count, random), removeLines };
}

/** Whether one declares what the other defines, as a header does. */
const isSame = (one: Declared, other: Declared): boolean =>
  other === one || (other.file !== one.file && other.symbol.qualifiedName === one.symbol.qualifiedName);

function symbolQueries(
  declared: readonly Declared[],
  goldOf: (one: Declared) => EvalQuery["gold"][number],
  count: number,
  random: Random,
): EvalQuery[] {
  const byName = groupBy(declared, (one) => one.symbol.name);
  const names = [...byName.keys()].filter((name) => name.length >= 6 && need(byName, name).length <= MOST_PLACES);
  const queries: EvalQuery[] = [];
  for (const [kind, least] of Object.entries(FEWEST_HUMPS)) {
    const fit = names.filter((name) => /^[\w$]+$/.test(name) && humpsOf(name).length >= least);
    for (const name of draw(fit, Math.ceil(count / 4), random)) {
      const query = halfRemembered(name, kind as keyof typeof FEWEST_HUMPS, random);
      // This fragment could stand for any name that it fits.
      const meant = [...byName.keys()].filter((other) => other === name || fits(query, other, kind));
      const gold = meant.flatMap((each) => need(byName, each).map(goldOf));
      if (gold.length <= MOST_PLACES) queries.push({ query, gold, level: "symbol", match: "any", kind });
    }
  }
  return queries;
}

/** A distorted name: taken apart, without one of its words, cut off, or with a wrong letter. */
export function halfRemembered(name: string, kind: keyof typeof FEWEST_HUMPS, random: Random): string {
  const humps = humpsOf(name).map((hump) => hump.toLowerCase());
  if (kind === "split") return humps.join(" ");
  if (kind === "subset") return humps.toSpliced(random.below(humps.length), 1).join(" ");
  if (kind === "prefix") return name.slice(0, Math.ceil(name.length * (0.55 + 0.1 * random.below(4))));
  const offset = 1 + random.below(name.length - 2);
  const letter = String.fromCharCode(97 + random.below(26));
  const ways = [
    name.slice(0, offset) + name.slice(offset + 1),
    name.slice(0, offset) + letter + name.slice(offset),
    name.slice(0, offset) + name.charAt(offset + 1) + name.charAt(offset) + name.slice(offset + 2),
  ];
  const wrong = random.pick(ways);
  return random.below(2) === 0 ? wrong.toLowerCase() : wrong;
}

/** Whether a fragment of one name fits another name too. */
function fits(query: string, name: string, kind: string): boolean {
  if (kind === "typo") return false;
  if (kind === "prefix") return name.toLowerCase().startsWith(query.toLowerCase());
  const asked = query.split(" ");
  const humps = humpsOf(name).map((hump) => hump.toLowerCase());
  const missing = kind === "subset" ? 1 : 0;
  if (humps.length - missing > asked.length || humps.length < asked.length) return false;
  let index = 0;
  for (const hump of humps) if (hump === asked[index]) index++;
  return index === asked.length;
}

async function declarationsOf(file: string, language: Language, text: string): Promise<Declared[]> {
  const parser = createParser();
  await parser.load(language);
  const { symbols } = parser.parse(language, text);
  const lines = text.split("\n");
  return symbols.slice(1).map((symbol) => {
    const comment = language.shape
      ? markedAbove(lines, symbol.startLine, language)
      : commentOf(lines, symbol, language);
    const written = comment === null ? null : lines.slice(comment[0] - 1, comment[1]).join("\n");
    const sentence =
      written === null ? null : firstSentence(written, hasPinnedSets(language) ? undefined : symbol.name);
    return { file, symbol, comment, sentence, isByShape: language.shape !== undefined };
  });
}

/** Whether pinned sets ask about a language (packages.json). These are drawn as they always were, so that their figures can be compared. */
const hasPinnedSets = ({ name }: Language) => /^(?:typescript|tsx|javascript|jsx|csharp)$/.test(name);

/** The lines of a declaration's doc comment, above it or, as in Python, first in its body. */
function commentOf(
  lines: readonly string[],
  { startLine, endLine, doc }: ParsedSymbol,
  language: Language,
): [number, number] | null {
  if (doc === null || hasPinnedSets(language)) return commentAbove(lines, startLine, false);
  return commentAbove(lines, startLine, true) ?? docstringIn(lines, startLine, endLine);
}

/**
 * The lines of the doc comment that ends right above a line. `hasDoc`: the language has read one, so that it may also be of plain line comments, as in
 * Go, and annotations may stand between.
 */
function commentAbove(lines: readonly string[], startLine: number, hasDoc: boolean): [number, number] | null {
  const text = (line: number) => lines[line - 1]?.trim() ?? "";
  let last = startLine - 1;
  while (hasDoc && /^@\w[\w.]*(\(.*\))?$/.test(text(last))) last--;
  const mark = hasDoc && !text(last).startsWith("///") ? "//" : "///";
  let first = last;
  if (text(last).endsWith("*/")) while (first > 0 && !text(first).includes("/*")) first--;
  else if (text(last).startsWith(mark)) while (text(first - 1).startsWith(mark)) first--;
  else return null;
  return first > 0 && (text(first).startsWith("/**") || text(first).startsWith(mark)) ? [first, last] : null;
}

/** The lines of the docstring of a body that has more than that. */
function docstringIn(lines: readonly string[], startLine: number, endLine: number): [number, number] | null {
  const text = (line: number) => lines[line - 1]?.trim() ?? "";
  for (let first = startLine + 1; first < endLine; first++) {
    const quotes = /^[rR]?("""|''')/.exec(text(first));
    if (quotes === null) continue;
    const [opening, mark = ""] = quotes;
    let last = first;
    if (!text(first).slice(opening.length).includes(mark)) while (last < endLine && !text(++last).includes(mark));
    return last < endLine && text(last).endsWith(mark) ? [first, last] : null;
  }
  return null;
}

/** The same in a language without a grammar, by the marks of its comments; attributes may stand between. */
function markedAbove(lines: readonly string[], startLine: number, { comments }: Language): [number, number] | null {
  const text = (line: number) => lines[line - 1]?.trim() ?? "";
  let last = startLine - 1;
  while (last > 0 && /^(#\[|@\w)/.test(text(last))) last--;
  const isMarked = (line: number) => comments?.line.some((mark) => text(line).startsWith(mark)) === true;
  const [open, close] = comments?.block ?? ["", ""];
  let first = last;
  if (close !== "" && text(last).endsWith(close)) while (first > 0 && !text(first).includes(open)) first--;
  else if (isMarked(last)) while (isMarked(first - 1)) first--;
  else return null;
  return first > 0 ? [first, last] : null;
}

/** The first sentence of a doc comment without its marks, if it can be a question. A `name` that it begins with, as in Go, is left out. */
export function firstSentence(comment: string, name?: string): string | null {
  const plain = comment
    .replace(/^\s*[rR]?("""|''')|("""|''')\s*$/g, "")
    .replace(/^\s*(\/\*+!?|\*+\/|\*|\/\/[/!]*|#+|--+\s?\|?|;+|%+)/gm, "")
    .replace(/\*\/\s*$/, "")
    .replace(/\{@\w+\s+([^}|]*)[^}]*\}/g, "$1")
    .replace(/<see\w* cref="([^"]*)"\s*\/>|<\w+ref name="([^"]*)"\s*\/>/g, "$1$2")
    .replace(/<[^>]*>/g, " ");
  const [head = ""] = plain.split(/^\s*@/m, 1);
  const [paragraph = ""] = head.trim().split(/\n\s*\n/, 1);
  const [written = ""] = paragraph.replace(/\s+/g, " ").split(/(?<=[a-z)`"']\.)\s/i, 1);
  const sentence = name !== undefined && written.startsWith(`${name} `) ? written.slice(name.length) : written;
  const words = sentence.match(/\p{L}+/gu)?.length ?? 0;
  return words >= WORDS.least && words <= WORDS.most ? sentence.trim() : null;
}

function filesBelow(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const base = root.endsWith("/") ? root.length : root.length + 1;
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(base).replaceAll("\\", "/"))
    .sort();
}

function draw<T>(from: readonly T[], count: number, random: Random): T[] {
  const rest = [...from];
  const drawn: T[] = [];
  while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(random.below(rest.length), 1));
  return drawn;
}

function countBy<T>(list: readonly T[], key: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
}
