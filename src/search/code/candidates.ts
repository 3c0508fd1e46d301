/** Candidates for an answer: chunks that a question's words, names, lines and meaning lead to. They come from memory or from the database; ranking is one. */
import type { VectorState } from "../../store/vectors.js";
import type { FileFilters } from "../filters.js";
import type { Concept } from "./concepts.js";
import type { Locations } from "./locations.js";
import type { WordHits, WordOptions, WordQuery, WordSignals } from "./words.js";

/** A chunk that words found, or that is a hit anyhow, and its file. */
export interface CandidateHit {
  chunkId: number;
  path: string;
  contentHash: Buffer;
  signals: WordSignals;
}

export interface CandidateOptions extends Omit<WordOptions, "factorOf" | "scratches"> {
  /** Factors of the scores of a file's chunks, by the position of its class in PATH_CLASSES. */
  factors: readonly number[];
}

/** The chunks nearest to each of some vectors by their signs, in order. */
export type FindNearest = (state: VectorState, vectors: readonly Float32Array[], limit: number) => Promise<number[][]>;

/** A chunk that declares more names than these says little of each: those that more chunks declare are not looked for. */
export const MOST_DECLARING = 100;

/** How near nonsense comes to a view, kept with the view for all processes. */
export interface KeptFloor {
  /** The floor by this model, measured when the view had about this number of chunks; null: it is not known. */
  known(modelId: number, chunkCount: number): number | null;
  keep(modelId: number, chunkCount: number, floor: number): Promise<void>;
}

/** Where the candidates of one view come from, as of one generation of it. */
export interface Candidates {
  readonly from: "memory" | "database";
  /** The published generation that they are of; those of the database may be of a later one. */
  readonly generation: number;
  /** The lines that a text names. */
  locate(text: string): Promise<Locations>;
  /** Whether any chunk has each of some terms. */
  known(terms: readonly string[]): Promise<boolean[]>;
  /** The chunks that declare each of some terms as a whole name; those of a term that more than MOST_DECLARING declare may be left out. */
  declaring(terms: readonly string[]): Promise<number[][]>;
  /** The same for terms that begin so, by term: of about `most` of them. */
  declaringBegun(prefix: string, most: number): Promise<Map<string, number[]>>;
  /** In how many chunks each of some terms stands, about. */
  documents(terms: readonly string[]): Promise<number[]>;
  /** Chunks of the view. */
  readonly total: number;
  /** The best chunks for the words of a query. */
  words(
    concepts: readonly Concept[],
    query: WordQuery,
    options: CandidateOptions,
  ): Promise<Omit<WordHits, "hits"> & { hits: CandidateHit[] }>;
  /** The nearest chunks of the files that pass. Throws `invalid_parameter` for filters that cannot be read. */
  nearest(filters: FileFilters): FindNearest;
  /** null: each process measures it. */
  readonly floor: KeptFloor | null;
  /** Whether no file passes. */
  isFiltered(filters: FileFilters): Promise<boolean>;
}
