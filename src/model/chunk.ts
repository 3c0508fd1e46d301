/** A chunk: the unit that search finds and shows. */
export type ChunkKind =
  | "function"
  | "method"
  | "constructor"
  | "class"
  | "interface"
  | "struct"
  | "record"
  | "enum"
  | "type"
  | "component"
  | "namespace"
  | "test"
  | "members"
  | "constants"
  | "block"
  | "comment"
  | "section"
  | "text";

/** The place of a chunk in its file, its size and its heading. */
export interface ChunkSpan {
  /** From 1, inclusive. */
  startLine: number;
  endLine: number;
  /** UTF-16 units of the file's text, end exclusive: from the start of the first line to the end of the last. */
  start: number;
  end: number;
  tokenCount: number;
  /** Of these, the tokens outside of lines of comment. */
  codeTokens: number;
  /** The declarations around it: `AuthService › authenticate`, or a document's headings; null at top level. */
  breadcrumb: string | null;
  signature: string | null;
  doc: string | null;
}

export interface Chunk extends ChunkSpan {
  kind: ChunkKind;
  /** Names of `symbols`, each once. */
  symbolNames: string[];
  /** Positions in `ParseResult.symbols` of the declarations that start in this chunk. */
  symbols: number[];
  /** Sentences of doc comments around it; see surroundings.ts. */
  around: string | null;
}
