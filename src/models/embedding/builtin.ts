/**
 * The embedder shipped with codeindex: a table of word vectors, trained by training/ and read from models/. It needs neither a network nor a key.
 *
 * A vector is the weighted sum of its words' rows: (1 + ln count) × the word's weight, which differs between queries and chunks. A chunk counts the
 * names of its symbols and its path several times. The comments around a chunk have a vector of their own, and a share of it is added. Of a question only
 * its gist counts: the weights come from doc comments, in which *how* and *does* say something.
 */
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { keptWhileUsed } from "../../base/kept-while-used.js";
import { nth } from "../../base/need.js";
import { float32At, int32At } from "../../base/numbers.js";
import { packageFile } from "../../base/package.js";
import type { Embedder, EmbedInput } from "./embedder.js";
import { createRowSums, type RowSums } from "./row-sums.js";
import { Vocabulary } from "./vocabulary.js";
import { eachWord, hashOf, lowerCased } from "./words.js";

/** How many times a chunk's symbol names and its path count, in addition to its text. */
export const FIELD_COUNT = { symbol: 4, path: 3 };
/** The share of the surroundings' vector that is added to the chunk's own. */
const AROUND = 0.5;
const MODEL_FILE = packageFile("models/words.bin");
const MAGIC = "CIWV";
const ALIGNMENT = 16;
/** Texts embedded in one go; between two goes, other work of the process runs. */
const AT_A_TIME = 256;
/** Words with a lower cosine are unrelated. */
const MIN_SIMILARITY = 0.3;
/** How long the model is kept in memory without a text to embed, in milliseconds: it takes 16 MB there, and 40 ms to read. */
const KEPT_MS = 30_000;

interface Model {
  name: string;
  dimensions: number;
  vocabulary: Vocabulary;
  weights: Record<EmbedInput["kind"], Float32Array>;
  sums: RowSums;
}

/** An embedder that also knows similar words. */
export interface WordEmbedder extends Embedder {
  /** Words of nearly the same meaning as `word` (in lower case), its inflections included, nearest first; none where the word is unknown. */
  similarWords(word: string, limit: number): Promise<SimilarWord[]>;
}

export interface SimilarWord {
  word: string;
  /** A cosine. */
  similarity: number;
}

const readEmbedder = keptWhileUsed(async () => createWordEmbedder(await readModel(MODEL_FILE)), KEPT_MS);
let opened: Promise<WordEmbedder> | undefined;

/** The built-in embedder. A thread reads its table on first use, and again where it was not used for a while. */
export function openBuiltinEmbedder(): Promise<WordEmbedder> {
  opened ??= readHeader(MODEL_FILE).then(({ name, dimensions }) => ({
    model: identityOf(name),
    dimensions,
    embed: async (inputs, signal) => (await readEmbedder()).embed(inputs, signal),
    similarWords: async (word, limit) => (await readEmbedder()).similarWords(word, limit),
  }));
  return opened;
}

/**
 * Reads a model file as train.py writes it: a JSON header after its length, the words one per line, the weights for queries and chunks, the table. The
 * table goes straight to where its rows are summed: to touch its 11 MB twice is a tenth of a second of CPU.
 */
export async function readModel(path: string | URL): Promise<Model> {
  const file = await open(path);
  try {
    const { name, dimensions, hashedRows, vocabularyBytes, end: wordsAt } = await headerOf(file);
    const words = await readBytes(file, Buffer.alloc(vocabularyBytes), wordsAt);
    const vocabulary = new Vocabulary(words.toString("latin1").split("\n"), hashedRows);
    const { rows } = vocabulary;
    const weightsAt = Math.ceil((wordsAt + words.length) / ALIGNMENT) * ALIGNMENT;
    const weights = await readBytes(file, new Float32Array(2 * rows), weightsAt);
    const sums = createRowSums(rows, dimensions);
    await readBytes(file, sums.table, weightsAt + weights.byteLength);
    return {
      name,
      dimensions,
      vocabulary,
      weights: { query: weights.subarray(0, rows), chunk: weights.subarray(rows) },
      sums,
    };
  } finally {
    await file.close();
  }
}

/** The header of a model file. */
interface ModelHeader {
  name: string;
  dimensions: number;
  /** Rows of words that the vocabulary lacks. */
  hashedRows: number;
  vocabularyBytes: number;
  /** The offset behind it. */
  end: number;
}

async function readHeader(path: string | URL): Promise<ModelHeader> {
  const file = await open(path);
  try {
    return await headerOf(file);
  } finally {
    await file.close();
  }
}

async function headerOf(file: FileHandle): Promise<ModelHeader> {
  const start = await readBytes(file, Buffer.alloc(8), 0);
  if (start.toString("latin1", 0, 4) !== MAGIC) throw new Error("This is not a model of codeindex");
  const header = await readBytes(file, Buffer.alloc(start.readUInt32LE(4)), start.length);
  return { ...JSON.parse(header.toString()), end: start.length + header.length };
}

/** Fills `into` with the bytes of a file that begin at `position`, and gives it. */
async function readBytes<T extends NodeJS.TypedArray>(file: FileHandle, into: T, position: number): Promise<T> {
  for (let done = 0; done < into.byteLength; ) {
    const rest = new Uint8Array(into.buffer, into.byteOffset + done, into.byteLength - done);
    const { bytesRead } = await file.read(rest, 0, rest.length, position + done);
    if (bytesRead === 0) throw new Error("The model file is not whole");
    done += bytesRead;
  }
  return into;
}

/** The model as vectors name it: those that were made with other counts cannot be compared with these. */
const identityOf = (name: string): string => `${name},${FIELD_COUNT.symbol},${FIELD_COUNT.path},${AROUND}`;

/** Makes an embedder from a model. */
export function createWordEmbedder({ name, dimensions, vocabulary, weights, sums }: Model): WordEmbedder {
  const bag = new WordBag(vocabulary);
  return {
    model: identityOf(name),
    dimensions,
    async embed(inputs, signal) {
      const vectors = [];
      for (const [index, input] of inputs.entries()) {
        if (index % AT_A_TIME === AT_A_TIME - 1) await setImmediate();
        signal?.throwIfAborted();
        vectors.push(embedOne(input, weights[input.kind], bag, sums));
      }
      return vectors;
    },
    async similarWords(word, limit) {
      const row = vocabulary.rowOf(word);
      if (row === undefined) return [];
      const found: SimilarWord[] = [];
      for (const [other, similarity] of sums.cosines(row).subarray(0, vocabulary.words.length).entries()) {
        if (similarity >= MIN_SIMILARITY && other !== row)
          found.push({ word: nth(vocabulary.words, other), similarity });
      }
      return found.sort((a, b) => b.similarity - a.similarity).slice(0, limit);
    },
  };
}

function embedOne(input: EmbedInput, weights: Float32Array, bag: WordBag, sums: RowSums): Float32Array {
  bag.add(input.kind === "query" ? (input.gist ?? input.text) : input.text, 1);
  if (input.kind === "chunk") {
    for (const symbol of input.symbols) bag.add(symbol, FIELD_COUNT.symbol);
    bag.add(input.path, FIELD_COUNT.path);
  }
  const vector = sums.sum(bag.rows, bag.weights, bag.weigh(weights));
  if (input.kind === "query" || !input.around) return vector;
  bag.add(input.around, 1);
  add(vector, sums.sum(bag.rows, bag.weights, bag.weigh(weights)), AROUND);
  return vector;
}

/** Adds `share` of another vector to one, and scales it to length 1; zeros stay where they cancel out. */
function add(vector: Float32Array, other: Float32Array, share: number): void {
  let square = 0;
  for (let index = 0; index < vector.length; index++) {
    const value = float32At(vector, index) + share * float32At(other, index);
    vector[index] = value;
    square += value * value;
  }
  const factor = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let index = 0; index < vector.length; index++) vector[index] = float32At(vector, index) * factor;
}

const SLOTS = 1 << 18;
/** Unknown words are cached with their rows up to this number. */
const MOST_UNKNOWN = 1 << 16;
const EMPTY = -1;
const DAMPED = Float32Array.from({ length: 256 }, (_, count) => (count > 0 ? 1 + Math.log(count) : 0));

/** Counts rows of the table over texts, without making a string for a word that was seen before. */
class WordBag {
  readonly rows: Int32Array;
  readonly weights: Float32Array;
  private readonly counts: Float32Array;
  private distinct = 0;
  private times = 1;
  /** Open addressing by the words' hashes: a row, or −2 − an index into `several` for a word of several rows. */
  private readonly hashes = new Int32Array(SLOTS);
  private readonly found = new Int32Array(SLOTS);
  private several: number[][] = [];

  constructor(private readonly vocabulary: Vocabulary) {
    this.rows = new Int32Array(vocabulary.rows);
    this.weights = new Float32Array(vocabulary.rows);
    this.counts = new Float32Array(vocabulary.rows);
    this.forget();
  }

  /** Counts the words of `text`, each `times` times. */
  add(text: string, times: number): void {
    this.times = times;
    eachWord(text, this);
  }

  word(bytes: Uint8Array, start: number, end: number, hash: number): void {
    let slot = slotOf(hash);
    while (this.found[slot] !== EMPTY && this.hashes[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
    let found = int32At(this.found, slot);
    if (found === EMPTY) {
      if (this.several.length === MOST_UNKNOWN) this.forget();
      found = -2 - this.several.push(this.vocabulary.rowsOfWord(lowerCased(bytes, start, end))) + 1;
      this.keep(hash, found);
    }
    if (found >= 0) this.count(found);
    else for (const row of nth(this.several, -2 - found)) this.count(row);
  }

  gram(hash: number): void {
    for (const row of this.vocabulary.rowsOfGram(hash)) this.count(row);
  }

  /** Fills `weights` for the counted `rows` and resets the counts; returns the number of rows. */
  weigh(weights: Float32Array): number {
    const { distinct, rows, counts } = this;
    for (let index = 0; index < distinct; index++) {
      const row = int32At(rows, index);
      const count = float32At(counts, row);
      counts[row] = 0;
      this.weights[index] =
        float32At(weights, row) * (count < DAMPED.length ? float32At(DAMPED, count) : 1 + Math.log(count));
    }
    this.distinct = 0;
    return distinct;
  }

  private count(row: number): void {
    if (this.counts[row] === 0) this.rows[this.distinct++] = row;
    this.counts[row] = float32At(this.counts, row) + this.times;
  }

  /** Keeps only the vocabulary. */
  private forget(): void {
    this.found.fill(EMPTY);
    this.several = [];
    for (const [row, word] of this.vocabulary.words.entries()) this.keep(hashOf(word), row);
  }

  private keep(hash: number, found: number): void {
    let slot = slotOf(hash);
    while (this.found[slot] !== EMPTY) slot = (slot + 1) & (SLOTS - 1);
    this.hashes[slot] = hash;
    this.found[slot] = found;
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}
