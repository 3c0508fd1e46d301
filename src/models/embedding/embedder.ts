/** What turns queries and chunks of code into vectors whose dot product says how near they are in meaning. */

/**
 * A text to embed. A chunk brings what a reader would see around it: the names of its symbols, the path of its file, and in `around` what doc
 * comments nearby say of it, as chunking/surroundings.ts gives it.
 */
export type EmbedInput =
  | { kind: "query"; text: string }
  | { kind: "chunk"; text: string; symbols: readonly string[]; path: string; around?: string };

/** Takes vectors that were made, by the place of their inputs, before all are. */
export type KeepVectors = (made: ReadonlyMap<number, Float32Array>) => Promise<void>;

/** Gives vectors; those of one `model` may be compared with each other and with no others. */
export interface Embedder {
  /** Name and version of what made the vectors. */
  readonly model: string;
  readonly dimensions: number;
  /**
   * A vector of length 1 for each input, in order, or of zeros where the input says nothing. Where the vectors cost something, `keep` is given them
   * as they come, so that an error loses none. Throws `provider_unavailable`.
   */
  embed(inputs: readonly EmbedInput[], signal?: AbortSignal, keep?: KeepVectors): Promise<Float32Array[]>;
}
