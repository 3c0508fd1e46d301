/**
 * A text to the terms it is found by, aware of identifiers.
 *
 * `getUserName` gives the whole name `getusername` and its parts `get`, `user`, `name`; snake_case and digits part names too. Words of any
 * script count; a run of ideographs, which have no spaces between words, gives its pairs. Nothing is stemmed and no word is left out: in
 * code `for` and `not` are names as well.
 *
 * 60 MB of sources pass through here in a build, so text is read by character codes and every distinct identifier is split once.
 */

/** The longest term, in UTF-16 units; longer ones are cut. */
export const LONGEST_TERM = 64;
/** Longer words are data (base64, hashes in lock files), kept only by their cut beginning. */
const LONGEST_SPLIT = 128;
const SPLIT_CACHE_SIZE = 30_000;

const NONE = 0;
const WORD = 1;
const IDEOGRAPH = 2;

const IDEOGRAPHS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const WORDS = /[\p{L}\p{M}\p{N}]/u;

/** Class of every UTF-16 unit, once its page of 256 units is made; surrogates are decided by the pair. */
const CLASS_OF = new Uint8Array(65536);
// Of ASCII, letters, digits, _ and $ alone are in words.
fillRuns(WORD, /[\w$]+/g, 0, 128);

/** 1: the classes of the page are known. Few texts have more than two pages, and each thread that starts would make all 256. */
const isMade = new Uint8Array(256);
let wordRuns: RegExp | undefined;
let ideographRuns: RegExp | undefined;

function makePage(page: number): void {
  isMade[page] = 1;
  const first = Math.max(page << 8, 128);
  const end = (page + 1) << 8;
  wordRuns ??= new RegExp(`${WORDS.source}+`, "gu");
  // Signs of these scripts that are in no word have no class.
  ideographRuns ??= new RegExp(`(?:(?=${WORDS.source})${IDEOGRAPHS.source})+`, "gu");
  fillRuns(WORD, wordRuns, first, end);
  fillRuns(IDEOGRAPH, ideographRuns, first, end);
}

/** Sets the units between two whose characters match: a search for runs takes a tenth of the time of a test for each unit. */
function fillRuns(value: number, runs: RegExp, first: number, end: number): void {
  const units = String.fromCharCode(...Array.from({ length: end - first }, (_, offset) => first + offset));
  for (const { 0: run, index } of units.matchAll(runs)) CLASS_OF.fill(value, first + index, first + index + run.length);
}

/** Class and width in units of the character at `offset`. A lone surrogate is not a word: it has no UTF-8 form. */
function classAt(text: string, offset: number, end: number): { kind: number; width: number } {
  const code = text.charCodeAt(offset);
  if (code < 0xd800 || code > 0xdfff) {
    if (code >= 128 && isMade[code >> 8] === 0) makePage(code >> 8);
    return { kind: CLASS_OF[code] ?? 0, width: 1 };
  }
  if (code > 0xdbff || offset + 1 >= end) return { kind: NONE, width: 1 };
  const low = text.charCodeAt(offset + 1);
  if (low < 0xdc00 || low > 0xdfff) return { kind: NONE, width: 1 };
  const character = text.slice(offset, offset + 2);
  return { kind: !WORDS.test(character) ? NONE : IDEOGRAPHS.test(character) ? IDEOGRAPH : WORD, width: 2 };
}

/** Calls `found` with each word of `text` between two offsets, as written; `filter` leaves out words of ASCII alone. */
export function eachWord(
  text: string,
  start: number,
  end: number,
  found: (word: string) => void,
  filter: TermFilter | null = null,
): void {
  let offset = start;
  while (offset < end) {
    const code = text.charCodeAt(offset);
    if (code < 128) {
      if (CLASS_OF[code] === NONE) {
        offset++;
        continue;
      }
      const from = offset++;
      let next = NONE;
      while (offset < end) {
        next = text.charCodeAt(offset);
        if (next >= 128 || CLASS_OF[next] === NONE) break;
        offset++;
      }
      if (offset === end || next < 128) {
        if (filter === null || mayHold(filter, text, from, offset)) found(text.slice(from, offset));
        continue;
      }
      offset = wordEnd(text, offset, end);
      found(text.slice(from, offset));
      continue;
    }
    const { kind, width } = classAt(text, offset, end);
    if (kind === NONE) {
      offset += width;
    } else if (kind === WORD) {
      const from = offset;
      offset = wordEnd(text, offset, end);
      found(text.slice(from, offset));
    } else {
      const from = offset;
      let previous = offset;
      offset += width;
      for (;;) {
        if (offset >= end) break;
        const next = classAt(text, offset, end);
        if (next.kind !== IDEOGRAPH) break;
        found(text.slice(previous, offset + next.width));
        previous = offset;
        offset += next.width;
      }
      if (previous === from) found(text.slice(from, offset));
    }
  }
}

/** A filter that tells that a word holds none of some terms without taking it apart: the first letters of these, hashed. */
export interface TermFilter {
  /** 1: a term begins with three letters of this hash. */
  three: Uint8Array;
  /** 1: a term is two letters of this hash. */
  two: Uint8Array;
  /** One of the terms is a single letter, which any word may hold. */
  letsAllPass: boolean;
}

const HASH_BITS = 5;
/** Letters of either case are the same. Others may be alike too: what passes is looked at. */
const hashOf = (before: number, code: number, letters: number): number =>
  ((before << HASH_BITS) ^ (code | 32)) & ((1 << (HASH_BITS * letters)) - 1);

/** Makes the filter for words that may hold one of the terms. */
export function termFilter(terms: readonly string[]): TermFilter {
  const filter: TermFilter = {
    three: new Uint8Array(1 << (3 * HASH_BITS)),
    two: new Uint8Array(1 << (2 * HASH_BITS)),
    letsAllPass: false,
  };
  for (const term of terms) {
    let hash = 0;
    const letters = Math.min(3, term.length);
    for (let offset = 0; offset < letters; offset++) hash = hashOf(hash, term.charCodeAt(offset), 3);
    if (letters < 2) filter.letsAllPass = true;
    else if (letters === 2) filter.two[hash & ((1 << (2 * HASH_BITS)) - 1)] = 1;
    else filter.three[hash] = 1;
  }
  return filter;
}

/** Whether a word of ASCII may hold a term of the filter: each stands in it as a whole. */
function mayHold({ three, two, letsAllPass }: TermFilter, text: string, from: number, to: number): boolean {
  if (letsAllPass) return true;
  let ofThree = 0;
  let ofTwo = 0;
  for (let offset = from; offset < to; offset++) {
    const code = text.charCodeAt(offset);
    ofThree = hashOf(ofThree, code, 3);
    ofTwo = hashOf(ofTwo, code, 2);
    if (three[ofThree] === 1 || two[ofTwo] === 1) return true;
  }
  return false;
}

/** Calls `found` with the words of `text` between two offsets, as written, that the filter lets pass. */
export function eachWordWith(
  text: string,
  start: number,
  end: number,
  filter: TermFilter,
  found: (word: string) => void,
): void {
  eachWord(text, start, end, found, filter);
}

function wordEnd(text: string, from: number, end: number): number {
  let offset = from;
  while (offset < end) {
    const { kind, width } = classAt(text, offset, end);
    if (kind !== WORD) break;
    offset += width;
  }
  return offset;
}

const splits = new Map<string, readonly string[]>();

/**
 * The terms of one word as written: the whole in lower case first, then its parts.
 * `parseHTTP2Response` gives parsehttp2response, parse, http2, http, response.
 */
export function identifierTerms(word: string): readonly string[] {
  const known = splits.get(word);
  if (known !== undefined) return known;
  const terms = splitIdentifier(word);
  if (splits.size >= SPLIT_CACHE_SIZE) splits.clear();
  // A slice keeps its whole source alive; a copy does not.
  splits.set(Buffer.from(word, "utf8").toString("utf8"), terms);
  return terms;
}

function splitIdentifier(word: string): string[] {
  let from = 0;
  let to = word.length;
  while (from < to && isPunctuation(word.charCodeAt(from))) from++;
  while (to > from && isPunctuation(word.charCodeAt(to - 1))) to--;
  if (from === to) return [];
  const whole = fold(word.slice(from, to));
  if (to - from > LONGEST_SPLIT) return [whole];
  const terms = [whole];
  const add = (start: number, end: number): void => {
    if (end - start < 2 && word.charCodeAt(start) < 128) return;
    const part = fold(word.slice(start, end));
    if (!terms.includes(part)) terms.push(part);
  };
  let start = from;
  // The start of letters that digits follow, so that `sha256` in `getSha256` is a part too.
  let lettersStart = -1;
  for (let offset = from; offset < to; offset++) {
    const code = word.charCodeAt(offset);
    if (isPunctuation(code)) {
      if (offset > start) closePart(offset);
      start = offset + 1;
      lettersStart = -1;
      continue;
    }
    if (offset === start) continue;
    const before = word.charCodeAt(offset - 1);
    if (isDigit(code) !== isDigit(before)) {
      if (isDigit(code)) {
        add(start, offset);
        lettersStart = start;
        start = offset;
      } else {
        closePart(offset);
        start = offset;
      }
    } else if (isUpper(code, word, offset)) {
      const next = offset + 1 < to ? word.charCodeAt(offset + 1) : 0;
      if (!isUpper(before, word, offset - 1) || (next !== 0 && isLower(next, word, offset + 1))) {
        closePart(offset);
        start = offset;
      }
    }
  }
  if (to > start) closePart(to);
  return terms;

  function closePart(end: number): void {
    if (lettersStart >= 0) {
      add(lettersStart, end);
      lettersStart = -1;
    }
    add(start, end);
  }
}

function isPunctuation(code: number): boolean {
  return code === 95 || code === 36;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isUpper(code: number, word: string, offset: number): boolean {
  if (code < 128) return code >= 65 && code <= 90;
  const letter = word.charAt(offset);
  return letter !== letter.toLowerCase();
}

function isLower(code: number, word: string, offset: number): boolean {
  if (code < 128) return code >= 97 && code <= 122;
  const letter = word.charAt(offset);
  return letter !== letter.toUpperCase();
}

/** Lower case, composed, at most LONGEST_TERM units, never ending within a surrogate pair. */
function fold(word: string): string {
  let folded = word.toLowerCase();
  for (let offset = 0; offset < folded.length; offset++) {
    if (folded.charCodeAt(offset) >= 128) {
      folded = folded.normalize("NFC");
      break;
    }
  }
  if (folded.length <= LONGEST_TERM) return folded;
  const last = folded.charCodeAt(LONGEST_TERM - 1);
  return folded.slice(0, last >= 0xd800 && last <= 0xdbff ? LONGEST_TERM - 1 : LONGEST_TERM);
}

/** The words of a text as written, each with its terms, in order: what a query is made of. */
export function wordsOf(text: string): { word: string; terms: readonly string[] }[] {
  const words: { word: string; terms: readonly string[] }[] = [];
  eachWord(text, 0, text.length, (word) => {
    const terms = identifierTerms(word);
    if (terms.length > 0) words.push({ word, terms });
  });
  return words;
}
