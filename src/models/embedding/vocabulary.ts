/**
 * Maps a word to rows of the model's table.
 *
 * A known word has its own row. An unknown one has the rows of the known words that it most probably consists of (`keyvaluepair` is key, value and
 * pair) and two rows of a bank that all unknown words share by hash: two different words hardly ever share both, so even a word never seen before is
 * near to itself.
 */
import { need } from "../../base/need.js";
import { float64At, int32At } from "../../base/numbers.js";
import { hashOf, LONGEST_WORD } from "./words.js";

const LONGEST_PART = 16;
const MIN_PART_LENGTH = 2;
/** Log probabilities: of the most frequent word, of skipping a letter, and the penalty for a part of two letters. */
const MOST_FREQUENT = -4.7;
const SKIPPED_LETTER = -15;
const TWO_LETTERS = -4;

/** Words in order of frequency, followed by `hashedRows` rows for all others. */
export class Vocabulary {
  readonly rows: number;
  private readonly known = new Map<string, number>();

  constructor(
    readonly words: readonly string[],
    private readonly hashedRows: number,
  ) {
    this.rows = words.length + hashedRows;
    for (const [row, word] of words.entries()) this.known.set(word, row);
  }

  /** The row of a known word. */
  rowOf(word: string): number | undefined {
    return this.known.get(word);
  }

  /** The rows of a lower-case word of ASCII letters or digits. */
  rowsOfWord(word: string): number[] {
    const row = this.known.get(word);
    return row === undefined ? [...this.parts(word), ...this.rowsOfGram(hashOf(word))] : [row];
  }

  /** The rows of an n-gram that words.ts hashed. */
  rowsOfGram(hash: number): number[] {
    const first = mix(hash, 0x85ebca6b);
    const second = mix(hash, 0x9e3779b1);
    return [this.words.length + (first % this.hashedRows), this.words.length + (second % this.hashedRows)];
  }

  /** The most probable split of a word into known words; single letters may be skipped. */
  private parts(word: string): number[] {
    if (word.length > LONGEST_WORD || word.charCodeAt(0) < 58) return [];
    const best = new Float64Array(word.length + 1);
    const from = new Int32Array(word.length + 1);
    for (let end = 1; end <= word.length; end++) {
      best[end] = float64At(best, end - 1) + SKIPPED_LETTER;
      from[end] = -1;
      for (let start = Math.max(0, end - LONGEST_PART); start <= end - MIN_PART_LENGTH; start++) {
        const row = this.known.get(word.slice(start, end));
        if (row === undefined) continue;
        const score = float64At(best, start) + logProbability(row) + (end - start === 2 ? TWO_LETTERS : 0);
        if (score > float64At(best, end)) {
          best[end] = score;
          from[end] = start;
        }
      }
    }
    const rows = [];
    for (let end = word.length; end > 0; ) {
      const start = int32At(from, end);
      if (start >= 0) rows.push(need(this.known, word.slice(start, end)));
      end = start >= 0 ? start : end - 1;
    }
    return rows;
  }
}

/** By Zipf's law, from the rank alone. */
function logProbability(rank: number): number {
  return MOST_FREQUENT - Math.log(1 + rank / 10);
}

/** Spreads a hash over all bits, differently by seed (the end of MurmurHash3). */
function mix(hash: number, seed: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), seed);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
