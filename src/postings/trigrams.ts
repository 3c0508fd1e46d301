/**
 * Trigrams of contents, and the trigrams that a literal or a regular expression needs.
 *
 * A trigram is three folded UTF-16 units of 8 bits each, one number. Folding takes case away and maps every unit beyond ASCII into 127
 * classes, so a trigram of a content says "may match", never "does match". The needs of an expression are worked out as in Russ Cox,
 * "Regular Expression Matching with a Trigram Index" (2012): from the exact, first and last strings of each part. A part that is not
 * understood needs nothing.
 */
import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { nth } from "../base/need.js";

/** Folded unit (1 to 255) by UTF-16 unit; 0: its page is not made yet. Few texts have more than two pages, and each thread that starts would make all. */
const FOLD = new Uint8Array(65536);
for (let unit = 0; unit < 128; unit++) FOLD[unit] = foldedUnit(unit, true);

/** Makes the page of 256 units that a unit is in, and gives the folded unit. */
function foldPageOf(unit: number): number {
  const page = unit & 0xff00;
  const units = String.fromCharCode(...Array.from({ length: 256 }, (_, index) => page + index));
  // Units are asked for their case only where a page has any.
  const hasCase = units !== units.toLowerCase() || units !== units.toUpperCase();
  for (let each = page; each < page + 256; each++) FOLD[each] = foldedUnit(each, hasCase);
  return FOLD[unit] ?? 0;
}

/** The folded unit. */
const foldOf = (unit: number): number => FOLD[unit] || foldPageOf(unit);

/** All low surrogates are one class, because case changes them alone: 𐐀 and 𐐨. */
function foldedUnit(unit: number, hasCase: boolean): number {
  if (unit < 128) return unit === 0 ? 1 : unit >= 65 && unit <= 90 ? unit + 32 : unit;
  if (unit >= 0xd800 && unit <= 0xdfff) return unit >= 0xdc00 ? 255 : 128 + (unit % 127);
  const folded = hasCase ? lowerUnit(unit) : unit;
  return folded < 128 ? folded : 128 + (folded % 127);
}

/** The unit in lower case, by way of upper case; itself where that is more than one unit. */
function lowerUnit(unit: number): number {
  const upper = String.fromCharCode(unit).toUpperCase();
  const lower = (upper.length === 1 ? upper : String.fromCharCode(unit)).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

const seen = new Uint32Array(1 << 19);

/** The distinct trigrams of a text, ascending. */
export function trigrams(text: string): Uint32Array {
  let found = new Uint32Array(Math.max(64, Math.min(text.length, 4096)));
  let size = 0;
  if (text.length >= 3) {
    let code = (foldOf(text.charCodeAt(0)) << 8) | foldOf(text.charCodeAt(1));
    for (let offset = 2; offset < text.length; offset++) {
      const unit = text.charCodeAt(offset);
      // Not by a call: before this loop is optimised, one for each unit would double its time.
      code = ((code << 8) | (FOLD[unit] || foldPageOf(unit))) & 0xffffff;
      const bit = 1 << (code & 31);
      const word = seen[code >>> 5] ?? 0;
      if ((word & bit) !== 0) continue;
      seen[code >>> 5] = word | bit;
      if (size === found.length) {
        const larger = new Uint32Array(size * 2);
        larger.set(found);
        found = larger;
      }
      found[size++] = code;
    }
  }
  const distinct = found.slice(0, size);
  for (const code of distinct) seen[code >>> 5] = 0;
  return distinct.sort();
}

/** A trigram as a term of a segment. */
export function trigramTerm(code: number): string {
  return String.fromCharCode(code >>> 16, (code >>> 8) & 255, code & 255);
}

/** Trigrams that a content must have to match: none (everything may match), one trigram, all of some needs, or one of some needs. */
export type Need = "any" | { trigram: number } | { all: Need[] } | { one: Need[] };

/** The need of any text that contains `literal`, in any case. */
export function needOfLiteral(literal: string): Need {
  return needOfString(foldText(literal));
}

/** The need of any text with a match of the JavaScript regular expression `source` with these flags; "any" where it cannot be read. */
export function needOfRegExp(source: string, flags = ""): Need {
  const pattern = parsed(source, flags.includes("u"));
  return pattern === null ? "any" : simplified(closed(stringsOfAlternatives(pattern.alternatives)).need);
}

/** Folded text: characters below 256. */
function foldText(text: string): string {
  let all = "";
  for (let offset = 0; offset < text.length; offset++) all += String.fromCharCode(foldOf(text.charCodeAt(offset)));
  return all;
}

function needOfString(folded: string): Need {
  const needs: Need[] = [];
  for (let offset = 0; offset + 3 <= folded.length; offset++) {
    needs.push({
      trigram: (folded.charCodeAt(offset) << 16) | (folded.charCodeAt(offset + 1) << 8) | folded.charCodeAt(offset + 2),
    });
  }
  return all(needs);
}

function needOfStrings(strings: Set<string>): Need {
  return one([...strings].map(needOfString));
}

function all(needs: Need[]): Need {
  const real = needs.filter((need) => need !== "any");
  return real.length === 0 ? "any" : real.length === 1 ? nth(real, 0) : { all: real };
}

function one(needs: Need[]): Need {
  if (needs.length === 0 || needs.includes("any")) return "any";
  return needs.length === 1 ? nth(needs, 0) : { one: needs };
}

/** Flattens nested needs of one kind and drops repeated trigrams. */
function simplified(need: Need): Need {
  if (need === "any" || "trigram" in need) return need;
  const isAll = "all" in need;
  const parts: Need[] = [];
  const codes = new Set<number>();
  const visit = (part: Need): void => {
    const simple = simplified(part);
    if (simple !== "any" && "trigram" in simple) {
      if (!codes.has(simple.trigram)) parts.push(simple);
      codes.add(simple.trigram);
    } else if (simple !== "any" && (isAll ? "all" in simple : "one" in simple)) {
      for (const inner of "all" in simple ? simple.all : (simple as { one: Need[] }).one) visit(inner);
    } else {
      parts.push(simple);
    }
  };
  for (const part of isAll ? need.all : need.one) visit(part);
  return isAll ? all(parts) : one(parts);
}

/** Knowledge of the strings that a part of an expression matches. Strings are folded. */
interface Strings {
  /** All of them, if they are few. */
  exact: Set<string> | null;
  /** Each begins (ends) with one of these; meant only where `exact` is null. */
  first: Set<string>;
  last: Set<string>;
  need: Need;
}

const MOST_STRINGS = 16;
const EMPTY = new Set([""]);

const nothing = (): Strings => ({ exact: new Set(EMPTY), first: EMPTY, last: EMPTY, need: "any" });
const anything = (): Strings => ({ exact: null, first: EMPTY, last: EMPTY, need: "any" });
const strings = (exact: Set<string>): Strings =>
  exact.size > MOST_STRINGS ? anything() : { exact, first: EMPTY, last: EMPTY, need: "any" };

function cross(left: Set<string>, right: Set<string>): Set<string> {
  const product = new Set<string>();
  for (const a of left) for (const b of right) product.add(a + b);
  return product;
}

/** A part whose exact strings, if any, became its first and last strings and its need. */
function closed(part: Strings): Strings {
  if (part.exact === null) return part;
  return { exact: null, first: part.exact, last: part.exact, need: all([part.need, needOfStrings(part.exact)]) };
}

/** Keeps the sets small: long first and last strings are cut to two characters once their trigrams are in the need. */
function bounded(part: Strings): Strings {
  let { first, last, need } = part;
  if (part.exact !== null) {
    const longest = Math.max(...[...part.exact].map((text) => text.length));
    if (part.exact.size <= MOST_STRINGS && longest <= 24) return part;
    return bounded(closed(part));
  }
  need = all([need, needOfStrings(first), needOfStrings(last)]);
  first = cut(first, (text) => text.slice(0, 2));
  last = cut(last, (text) => text.slice(-2));
  return { exact: null, first, last, need };
}

function cut(set: Set<string>, keep: (text: string) => string): Set<string> {
  const short = new Set([...set].map(keep));
  return short.size > MOST_STRINGS ? EMPTY : short;
}

function concatenated(left: Strings, right: Strings): Strings {
  const need = all([left.need, right.need]);
  if (left.exact !== null && right.exact !== null) {
    if (left.exact.size * right.exact.size <= 64)
      return bounded({ exact: cross(left.exact, right.exact), first: EMPTY, last: EMPTY, need });
    return concatenated(closed(left), right);
  }
  if (left.exact !== null) {
    if (left.exact.size * right.first.size > 64) return concatenated(closed(left), right);
    return bounded({ exact: null, first: cross(left.exact, right.first), last: right.last, need });
  }
  if (right.exact !== null) {
    if (left.last.size * right.exact.size > 64) return concatenated(left, closed(right));
    return bounded({ exact: null, first: left.first, last: cross(left.last, right.exact), need });
  }
  return {
    exact: null,
    first: left.first,
    last: right.last,
    need: all([need, needOfStrings(cross(left.last, right.first))]),
  };
}

function alternated(left: Strings, right: Strings): Strings {
  if (left.exact !== null && right.exact !== null && left.need === "any" && right.need === "any") {
    const exact = new Set([...left.exact, ...right.exact]);
    if (exact.size <= MOST_STRINGS) return { exact, first: EMPTY, last: EMPTY, need: "any" };
  }
  const a = closed(left);
  const b = closed(right);
  return bounded({
    exact: null,
    first: new Set([...a.first, ...b.first]),
    last: new Set([...a.last, ...b.last]),
    need: one([a.need, b.need]),
  });
}

function repeated(part: Strings, min: number, max: number): Strings {
  if (max === 0) return nothing();
  if (min === 0) return max === 1 ? alternated(part, nothing()) : anything();
  let repeatedPart = part;
  const times = Math.min(min, 4);
  for (let time = 1; time < times; time++) repeatedPart = concatenated(repeatedPart, part);
  if (min === times && max === min) return repeatedPart;
  // The rest may be anything, but ends as the part ends.
  const ends = closed(part);
  return bounded({ ...concatenated(closed(repeatedPart), anything()), last: ends.last });
}

type Element = AST.Alternative["elements"][number];

/** The parsed expression; null where it cannot be read. */
function parsed(source: string, unicode: boolean): AST.Pattern | null {
  try {
    return new RegExpParser().parsePattern(source, 0, source.length, { unicode });
  } catch {
    return null;
  }
}

function stringsOfAlternatives(alternatives: readonly AST.Alternative[]): Strings {
  const parts = alternatives.map(({ elements }) => elements.map(stringsOf).reduce(concatenated, nothing()));
  return parts.reduce(alternated);
}

function stringsOf(element: Element): Strings {
  switch (element.type) {
    case "Character":
      return strings(new Set([foldText(String.fromCodePoint(element.value))]));
    case "CharacterClass":
      return stringsOfClass(element);
    case "Quantifier":
      return repeated(stringsOf(element.element), element.min, element.max);
    case "Group":
    case "CapturingGroup":
      return stringsOfAlternatives(element.alternatives);
    case "Assertion":
      return nothing();
    default:
      return anything();
  }
}

/** A range of more characters may stand for anything. */
const WIDEST_RANGE = 64;

function stringsOfClass({ negate, elements }: AST.CharacterClass): Strings {
  const members = new Set<string>();
  if (negate || elements.length === 0) return anything();
  for (const element of elements) {
    if (element.type !== "Character" && element.type !== "CharacterClassRange") return anything();
    const [min, max] =
      element.type === "Character" ? [element.value, element.value] : [element.min.value, element.max.value];
    // Characters beyond the first plane are two units.
    if (max > 0xffff || max - min > WIDEST_RANGE) return anything();
    for (let code = min; code <= max; code++) members.add(foldText(String.fromCharCode(code)));
  }
  // A class with surrogates may mean pairs of them.
  return [...members].some((member) => member.charCodeAt(0) >= 128) ? anything() : strings(members);
}
