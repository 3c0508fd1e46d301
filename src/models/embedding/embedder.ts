/** The interface of embedders: they turn queries and chunks of code into vectors whose dot product measures how near they are in meaning. */

/**
 * A text to embed. A chunk comes with its surroundings: the names of its symbols, the path of its file, and in `around` the doc comments nearby, from
 * chunking/surroundings.ts. A question comes with its `gist`, the words that do not only carry it, for embedders that add up words.
 */
export type EmbedInput =
  | { kind: "query"; text: string; gist?: string }
  | { kind: "chunk"; text: string; symbols: readonly string[]; path: string; around?: string };

/** Receives finished vectors, by the index of their inputs, before all are done. */
export type KeepVectors = (made: ReadonlyMap<number, Float32Array>) => Promise<void>;

/** Makes vectors. Those of one `model` may be compared with each other only. */
export interface Embedder {
  /** Name and version of the model that makes the vectors. */
  readonly model: string;
  readonly dimensions: number;
  /**
   * A vector of length 1 for each input, in order, or of zeros for an input without known words. Where vectors cost something, `keep` receives them
   * as they come, so that an error loses none. Throws `provider_unavailable`.
   */
  embed(inputs: readonly EmbedInput[], signal?: AbortSignal, keep?: KeepVectors): Promise<Float32Array[]>;
}
