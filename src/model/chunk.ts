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

export interface Chunk {
  kind: ChunkKind;
  /** From 1, inclusive. */
  startLine: number;
  endLine: number;
  /** UTF-16 units of the file's text, end exclusive: from the start of the first line to the end of the last. */
  start: number;
  end: number;
  tokenCount: number;
  /** Of these, what is not in lines of comment. */
  codeTokens: number;
  /** Names of `symbols`, each once. */
  symbolNames: string[];
  /** Positions in `ParseResult.symbols` of the declarations that start in this chunk. */
  symbols: number[];
  /** Where it stands: `AuthService › authenticate`, or a document's headings; null at top level. */
  breadcrumb: string | null;
  signature: string | null;
  doc: string | null;
  /** Sentences of doc comments around it; see surroundings.ts. */
  around: string | null;
}
