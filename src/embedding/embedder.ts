/** What turns queries and chunks of code into vectors whose dot product says how near they are in meaning. */

/** A text to embed. A chunk brings what a reader would see around it: the names of its symbols and the path of its file. */
export type EmbedInput =
  | { kind: "query"; text: string }
  | { kind: "chunk"; text: string; symbols: readonly string[]; path: string };

/** Gives vectors; those of one `model` may be compared with each other and with no others. */
export interface Embedder {
  /** Name and version of what made the vectors. */
  readonly model: string;
  readonly dimensions: number;
  /** A vector of length 1 for each input, in order, or of zeros where the input says nothing. */
  embed(inputs: readonly EmbedInput[], signal?: AbortSignal): Promise<Float32Array[]>;
}
