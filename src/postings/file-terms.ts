/** The terms of a file, chunk by chunk, as postings: how often each stands in the text, and where else. */
import { nth } from "../base/need.js";
import { enlarged, int32At } from "../base/numbers.js";
import { eachWord, identifierTerms } from "./terms.js";

/**
 * Bits of a posting's count: the low ones say how often the term stands in the chunk's text, those above where else it stands. Most postings
 * have the low bits alone, and most of those a one, which takes no space.
 */
export const IN_TEXT = 127;
export const FIELD = {
  /** A part of the name of a symbol that the chunk declares. */
  name: 128,
  /** Such a name whole. */
  wholeName: 256,
  /** The name of something around the chunk: its class, its namespace. */
  scope: 512,
  fileName: 1024,
  folder: 2048,
};

/** The terms of several documents of one file, packed; documents are numbered from 0. */
export interface PackedTerms {
  /** Distinct, in no order. */
  terms: string[];
  /** The postings of `terms[i]` are those from `starts[i]` to `starts[i + 1]`. */
  starts: Uint32Array;
  /** Ascending within a term. */
  documents: Uint32Array;
  counts: Uint16Array;
  /** Terms in the text, each as often as it stands there, by document. */
  lengths: Uint32Array;
}

/** Fields of a chunk that `fileTerms` reads. */
export interface ChunkSpan {
  start: number;
  end: number;
  symbolNames: readonly string[];
  breadcrumb?: string | null;
}

/**
 * The terms of all chunks of a file, packed: those of a chunk's text, of the names it declares and stands in, and of the file's path. Counts say
 * which (`FIELD`). Takes the file's text, its path in the repository and the chunks' spans; never fails.
 */
export function fileTerms(source: string, path: string, chunks: readonly ChunkSpan[]): PackedTerms {
  const vocabulary = new Vocabulary();
  const nameStart = path.lastIndexOf("/") + 1;
  const folders = vocabulary.numbersIn(path.slice(0, nameStart));
  const fileName = vocabulary.numbersIn(path.slice(nameStart));
  const inText = new WordCounts();
  const found = new TermCounts();
  const postings: Postings[] = [];
  const lengths = new Uint32Array(chunks.length);
  const addAll = (words: readonly number[], field: number) => {
    for (const word of words) for (const term of vocabulary.termsOf(word)) found.add(term, 0, field);
  };
  for (const [document, chunk] of chunks.entries()) {
    eachWord(source, chunk.start, chunk.end, (word) => inText.add(vocabulary.numberOf(word)));
    let length = 0;
    inText.take((word, times) => {
      for (const term of vocabulary.termsOf(word)) {
        found.add(term, times, 0);
        length += times;
      }
    });
    lengths[document] = length;
    for (const word of chunk.symbolNames.flatMap((name) => vocabulary.numbersIn(name))) {
      // The first term of a word is all of it.
      const [whole, ...parts] = vocabulary.termsOf(word);
      if (whole !== undefined) found.add(whole, 0, FIELD.name | FIELD.wholeName);
      for (const part of parts) found.add(part, 0, FIELD.name);
    }
    for (const name of scopeOf(chunk)) addAll(vocabulary.numbersIn(name), FIELD.scope);
    addAll(folders, FIELD.folder);
    addAll(fileName, FIELD.fileName);
    postings.push(found.take());
  }
  return packed(vocabulary.terms, postings, lengths);
}

/** The names around a chunk: its breadcrumb without what it declares itself. */
function scopeOf({ breadcrumb, symbolNames }: ChunkSpan): string[] {
  return (breadcrumb ?? "").split(" › ").filter((name) => !symbolNames.includes(name));
}

/** The terms of one document by number, and the count of each with its fields. */
interface Postings {
  term: Int32Array;
  count: Int32Array;
}

/** The distinct words of a file, and their terms, numbered as they are met. */
class Vocabulary {
  readonly terms: string[] = [];
  readonly #words = new Map<string, number>();
  readonly #termsOfWord: number[][] = [];
  readonly #termNumbers = new Map<string, number>();

  /** The number of a word, as written. */
  numberOf(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const number = this.#words.size;
    this.#words.set(word, number);
    this.#termsOfWord.push(identifierTerms(word).map((term) => this.#numberOfTerm(term)));
    return number;
  }

  numbersIn(text: string): number[] {
    const numbers: number[] = [];
    eachWord(text, 0, text.length, (word) => numbers.push(this.numberOf(word)));
    return numbers;
  }

  /** The numbers of a word's terms, the whole word first. */
  termsOf(word: number): readonly number[] {
    return nth(this.#termsOfWord, word);
  }

  #numberOfTerm(term: string): number {
    const known = this.#termNumbers.get(term);
    if (known !== undefined) return known;
    this.#termNumbers.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  }
}

/** Counts words until they are taken. One array serves all chunks of a file. */
class WordCounts {
  #counts = new Int32Array(1024);
  #met: number[] = [];

  add(word: number): void {
    if (word >= this.#counts.length) this.#counts = enlarged(this.#counts, Math.max(word + 1, this.#counts.length * 2));
    const count = int32At(this.#counts, word);
    if (count === 0) this.#met.push(word);
    this.#counts[word] = count + 1;
  }

  /** Gives each word that was met, in their order, with its count, and begins anew. */
  take(each: (word: number, count: number) => void): void {
    for (const word of this.#met) {
      each(word, int32At(this.#counts, word));
      this.#counts[word] = 0;
    }
    this.#met = [];
  }
}

/** Counts the terms of a document, and gathers their fields, until they are taken. Its arrays serve all chunks of a file, too. */
class TermCounts {
  #counts = new Int32Array(1024);
  #fields = new Int32Array(1024);
  #met: number[] = [];

  /** Notes a term: how often it stands in the text, or 0, and the fields that it stands in otherwise, or 0. */
  add(term: number, times: number, field: number): void {
    if (term >= this.#counts.length) {
      const size = Math.max(term + 1, this.#counts.length * 2);
      this.#counts = enlarged(this.#counts, size);
      this.#fields = enlarged(this.#fields, size);
    }
    const count = int32At(this.#counts, term);
    const fields = int32At(this.#fields, term);
    if (count === 0 && fields === 0) this.#met.push(term);
    this.#counts[term] = count + times;
    this.#fields[term] = fields | field;
  }

  /** The terms that were met, in their order. Begins anew. */
  take(): Postings {
    const term = Int32Array.from(this.#met);
    const count = term.map((number) => {
      const packedCount = Math.min(int32At(this.#counts, number), IN_TEXT) | int32At(this.#fields, number);
      this.#counts[number] = 0;
      this.#fields[number] = 0;
      return packedCount;
    });
    this.#met = [];
    return { term, count };
  }
}

/** Turns postings by document into postings by term. */
function packed(terms: string[], postings: readonly Postings[], lengths: Uint32Array): PackedTerms {
  const total = postings.reduce((sum, { term }) => sum + term.length, 0);
  const starts = new Uint32Array(terms.length + 1);
  for (const { term } of postings) for (const number of term) starts[number + 1] = (starts[number + 1] ?? 0) + 1;
  for (let number = 0; number < terms.length; number++)
    starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0);
  const next = starts.slice();
  const documents = new Uint32Array(total);
  const counts = new Uint16Array(total);
  for (const [document, { term, count }] of postings.entries()) {
    for (let index = 0; index < term.length; index++) {
      const number = term[index] ?? 0;
      const position = next[number] ?? 0;
      next[number] = position + 1;
      documents[position] = document;
      counts[position] = count[index] ?? 0;
    }
  }
  return { terms, starts, documents, counts, lengths };
}
