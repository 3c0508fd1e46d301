/**
 * The terms a symbol is found by ('name' postings).
 *
 *     =getusername   the whole name
 *     ^gun           the initials of its humps, for queries such as gUN
 *     get user name  the parts of its name, counted IN_NAME times
 *     auth service   the parts of the names around it, counted at most IN_NAME - 1 times
 *
 * So one list tells whether a term stands in the name itself. The file symbol is named by its base name, and lies in its folders.
 */
import { nth, present } from "../base/need.js";
import { uint32At } from "../base/numbers.js";
import type { ParsedSymbol } from "../model/parse-result.js";
import { nameOf } from "../model/paths.js";
import type { PackedTerms } from "./file-terms.js";
import { LONGEST_TERM, wordsOf } from "./terms.js";

/** A count of at least this says that the term is part of the name, not of the qualified name alone. */
export const IN_NAME = 4;
export const WHOLE = "=";
export const HUMPS = "^";

/** Fields of a symbol that its terms are made of. */
export type NamedSymbol = Pick<ParsedSymbol, "name" | "qualifiedName">;

/** The terms of all symbols of a file, packed; a symbol's number is its ordinal. */
export function symbolTerms(path: string, symbols: readonly NamedSymbol[]): PackedTerms {
  const numbers = new Map<string, number>();
  const terms: string[] = [];
  const postings: { document: number; count: number }[][] = [];
  const lengths = new Uint32Array(symbols.length);
  for (const [document, symbol] of symbols.entries()) {
    const name = document === 0 ? nameOf(path) : symbol.name;
    const around = document === 0 ? path : symbol.qualifiedName;
    const counts = new Map<string, number>();
    for (const part of partsOf(around)) counts.set(part, Math.min((counts.get(part) ?? 0) + 1, IN_NAME - 1));
    for (const part of partsOf(name)) counts.set(part, IN_NAME);
    if (name !== "") counts.set(WHOLE + wholeName(name), 1);
    const humps = humpsOf(name);
    if (humps.length >= 2) counts.set(HUMPS + initials(humps), 1);
    lengths[document] = counts.size;
    for (const [term, count] of counts) {
      let number = numbers.get(term);
      if (number === undefined) {
        number = terms.length;
        numbers.set(term, number);
        terms.push(term);
        postings.push([]);
      }
      nth(postings, number).push({ document, count });
    }
  }
  const starts = new Uint32Array(terms.length + 1);
  for (const [number, list] of postings.entries()) starts[number + 1] = uint32At(starts, number) + list.length;
  const all = postings.flat();
  return {
    terms,
    starts,
    documents: Uint32Array.from(all, ({ document }) => document),
    counts: Uint16Array.from(all, ({ count }) => count),
    lengths,
  };
}

/** The name as a whole-name term holds it, without its mark: in lower case, cut, without what UTF-8 or the database cannot hold. */
export function wholeName(name: string): string {
  return name
    .toLowerCase()
    .slice(0, LONGEST_TERM)
    .replace(/[\0\p{Cs}]/gu, "");
}

/** The terms of a name without marks: its words, and the parts of those that have several. */
export function partsOf(name: string): Set<string> {
  const parts = new Set<string>();
  for (const { terms } of wordsOf(name)) {
    if (terms.length === 1) parts.add(nth(terms, 0));
    else for (const term of terms) parts.add(term);
  }
  return parts;
}

/** The humps of a name as written: `getHTTPUserName` → get, HTTP, User, Name. Digits belong to the hump before them. */
export function humpsOf(name: string): string[] {
  return (
    name.match(/\p{Lu}+(?![\p{Ll}])[\p{N}]*|[\p{Lu}\p{Lt}]?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+[\p{N}]*|[\p{Lu}\p{N}]+/gu) ?? []
  );
}

/** The first characters of humps in lower case, at most 24. */
export function initials(humps: readonly string[]): string {
  return humps
    .slice(0, 24)
    .map((hump) => String.fromCodePoint(present(hump.codePointAt(0))).toLowerCase())
    .join("");
}
