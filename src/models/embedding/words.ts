/**
 * Splits a text into words for the built-in embedder: identifiers split at case, digits and punctuation, in lower case.
 *
 * Latin letters with accents count as their base letters (`größe` is `grosse`). Other scripts have few words in a vocabulary made of code, so they
 * become hashed n-grams: characters and their pairs for scripts without spaces between words, otherwise whole words and their trigrams.
 *
 * The input is 45 MB of text a second, so words are passed by position and hash and no string is made of them.
 */
import { uint8At } from "../../base/numbers.js";

/** Longer words are data, such as base64. */
export const LONGEST_WORD = 24;
/** Longer numbers are data. */
const MOST_DIGITS = 4;
/** A larger buffer is released after use. */
const MOST_SCRATCH = 1 << 20;

/** Receives the words of a text. */
export interface WordVisitor {
  /** A word of ASCII letters or digits, by its position in `bytes`; `hash` is that of the lower-cased word. */
  word(bytes: Uint8Array, start: number, end: number, hash: number): void;
  /** A word, a character or a part of either in another script. */
  gram(hash: number): void;
}

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

const UPPER = 1;
const LOWER = 2;
const DIGIT = 3;
const FOREIGN = 4;
/** Classes of UTF-8 bytes. Reading these is three times as fast as reading characters of a string. */
const BYTE_CLASS = byteClasses();

let scratch = Buffer.allocUnsafe(1 << 16);

/** Passes every word of `text` to `visitor`. */
export function eachWord(text: string, visitor: WordVisitor): void {
  if (scratch.length < text.length * 3) scratch = Buffer.allocUnsafe(text.length * 4);
  eachWordOf(scratch, scratch.write(text), visitor);
  if (scratch.length > MOST_SCRATCH) scratch = Buffer.allocUnsafe(1 << 16);
}

/** The word of ASCII letters or digits at a position, in lower case. */
export function lowerCased(bytes: Uint8Array, start: number, end: number): string {
  let word = "";
  for (let index = start; index < end; index++) word += String.fromCharCode(uint8At(bytes, index) | 32);
  return word;
}

function eachWordOf(bytes: Buffer, length: number, visitor: WordVisitor): void {
  let index = 0;
  while (index < length) {
    const kind = uint8At(BYTE_CLASS, uint8At(bytes, index));
    if (kind === 0) {
      index++;
      continue;
    }
    if (kind === FOREIGN) {
      index = foreignRun(bytes, index, length, visitor);
      continue;
    }
    const start = index;
    let hash = Math.imul(FNV_OFFSET ^ (uint8At(bytes, index) | 32), FNV_PRIME);
    index++;
    if (kind === DIGIT) {
      while (index < length && BYTE_CLASS[uint8At(bytes, index)] === DIGIT)
        hash = Math.imul(hash ^ uint8At(bytes, index++), FNV_PRIME);
      if (index - start <= MOST_DIGITS) visitor.word(bytes, start, index, hash);
      continue;
    }
    if (kind === UPPER && index < length && BYTE_CLASS[uint8At(bytes, index)] === UPPER) {
      // `HTTPServer` is http and server: the last capital before a small letter begins a word.
      let end = index + 1;
      while (end < length && BYTE_CLASS[uint8At(bytes, end)] === UPPER) end++;
      if (end < length && BYTE_CLASS[uint8At(bytes, end)] === LOWER) end--;
      for (; index < end; index++) hash = Math.imul(hash ^ (uint8At(bytes, index) | 32), FNV_PRIME);
    } else {
      while (index < length && BYTE_CLASS[uint8At(bytes, index)] === LOWER)
        hash = Math.imul(hash ^ uint8At(bytes, index++), FNV_PRIME);
    }
    if (index < length && uint8At(bytes, index) > 127 && classOf(characterAt(bytes, index)) === ACCENTED) {
      index = accentedRun(bytes, start, length, visitor);
    } else if (index - start <= LONGEST_WORD) {
      visitor.word(bytes, start, index, hash);
    }
  }
}

/** The hash of a lower-case word of the vocabulary. */
export function hashOf(word: string): number {
  let hash = FNV_OFFSET;
  for (let offset = 0; offset < word.length; offset++) hash = Math.imul(hash ^ word.charCodeAt(offset), FNV_PRIME);
  return hash;
}

function byteClasses(): Uint8Array {
  const classes = new Uint8Array(256);
  classes.fill(UPPER, 65, 91);
  classes.fill(LOWER, 97, 123);
  classes.fill(DIGIT, 48, 58);
  classes.fill(FOREIGN, 128);
  return classes;
}

const SEPARATOR = 1;
/** Latin letters with accents, accents that stand alone, and full-width Latin letters. */
const ACCENTED = 2;
/** Scripts without spaces between words, and Korean, whose words take endings. */
const UNSPACED = 3;
const SPACED = 4;

/** Class by code point, filled as characters are met. */
const characterClass = new Uint8Array(0x110000);
const ACCENTED_LETTER = /[\u0300-\u036f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]|\p{Script=Latin}/u;
const UNSPACED_LETTER =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

function classOf(point: number): number {
  let found = uint8At(characterClass, point);
  if (found === 0) characterClass[point] = found = classify(String.fromCodePoint(point));
  return found;
}

function classify(character: string): number {
  if (!LETTER.test(character)) return SEPARATOR;
  if (ACCENTED_LETTER.test(character)) return ACCENTED;
  return UNSPACED_LETTER.test(character) ? UNSPACED : SPACED;
}

/** The code point whose UTF-8 begins at `index`. The bytes were written from a string, so they are whole. */
function characterAt(bytes: Uint8Array, index: number): number {
  const first = uint8At(bytes, index);
  if (first < 0xe0) return ((first & 31) << 6) | (uint8At(bytes, index + 1) & 63);
  const middle = ((uint8At(bytes, index + 1) & 63) << 6) | (uint8At(bytes, index + 2) & 63);
  if (first < 0xf0) return ((first & 15) << 12) | middle;
  return ((first & 7) << 18) | (middle << 6) | (uint8At(bytes, index + 3) & 63);
}

/** The number of bytes of a character, by its first byte. */
function widthOf(first: number): number {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** Passes on the words in the run of one class at `start`, which is not ASCII; returns the run's end. */
function foreignRun(bytes: Buffer, start: number, length: number, visitor: WordVisitor): number {
  const kind = classOf(characterAt(bytes, start));
  if (kind === ACCENTED) return accentedRun(bytes, start, length, visitor);
  let end = start;
  while (end < length && uint8At(bytes, end) > 127 && classOf(characterAt(bytes, end)) === kind)
    end += widthOf(uint8At(bytes, end));
  if (kind === UNSPACED) unspacedGrams(bytes, start, end, visitor);
  if (kind === SPACED) spacedGrams(bytes.toString("utf8", start, end).toLowerCase(), visitor);
  return end;
}

/** Passes on the word that holds an accented letter, without its accents; returns its end. */
function accentedRun(bytes: Buffer, start: number, length: number, visitor: WordVisitor): number {
  let end = start;
  while (end < length) {
    const first = uint8At(bytes, end);
    if (first < 128 ? BYTE_CLASS[first] === 0 : classOf(characterAt(bytes, end)) !== ACCENTED) break;
    end += widthOf(first);
  }
  const plain = Buffer.from(withoutAccents(bytes.toString("utf8", start, end)));
  eachWordOf(plain, plain.length, visitor);
  return end;
}

const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
};

function withoutAccents(run: string): string {
  return run.normalize("NFKD").replace(/[^\0-\x7f]/g, (character) => PLAIN_LETTERS[character] ?? "");
}

function unspacedGrams(bytes: Buffer, start: number, end: number, visitor: WordVisitor): void {
  let last = 0;
  for (let index = start; index < end; index += widthOf(uint8At(bytes, index))) {
    const point = characterAt(bytes, index);
    visitor.gram(Math.imul(FNV_OFFSET ^ point, FNV_PRIME));
    if (last > 0) visitor.gram(Math.imul(Math.imul(FNV_OFFSET ^ last, FNV_PRIME) ^ point, FNV_PRIME));
    last = point;
  }
}

function spacedGrams(word: string, visitor: WordVisitor): void {
  if (word.length > LONGEST_WORD) return;
  visitor.gram(hashOf(word));
  if (word.length < 4) return;
  const marked = `^${word}$`;
  for (let index = 0; index + 3 <= marked.length; index++) visitor.gram(hashOf(marked.slice(index, index + 3)));
}
