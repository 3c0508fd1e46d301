/** What the compiler knows about one place in a source, as plain data; and the same once its declarations are symbols of ours. */
import type { LineRange } from "../../model/parse-result.js";

/** What is done with a name. */
export type UseKind = "call" | "reference" | "import" | "heritage" | "override";

/** Where the compiler says that something is declared. */
export interface Declaration {
  path: string;
  /** "" for a file itself. */
  name: string;
  /** Of the name. */
  line: number;
  /** Of the name, from the start of the file. */
  offset: number;
  /** As TypeScript names the kind of node: "MethodDeclaration". */
  syntax: string;
}

/** A use of a name. Uses of one kind, line and target are one: an edge has no column. */
export interface Use {
  kind: UseKind;
  path: string;
  line: number;
  /** From the start of the file. */
  offset: number;
  /** The name as written there. */
  name: string;
  /** How it is written, in words: `this.f.m()`. */
  shape: string;
  /**
   * inside: declared in the sources, at `declarations`. outside: in the runtime or a dependency. undecided: the compiler does not know, mostly
   * because the declarations of a dependency are missing.
   */
  where: "inside" | "outside" | "undecided";
  declarations: Declaration[];
  /** What it may be said to mean as well, and need not: a call of a variable calls the function that the variable holds. */
  also: Declaration[];
}

/** A symbol of the index. */
export interface OurSymbol {
  nodeId: string;
  path: string;
  name: string;
  qualifiedName: string;
  kind: string;
  nameLine: number;
  start: number;
  end: number;
  /** The node id of what it is declared in. */
  parent: string | null;
}

/** An edge of the index. */
export interface OurEdge {
  path: string;
  line: number;
  /** The node id of what it leaves from. */
  source: string;
  kind: string;
  tier: string;
  rule: string;
  target: string;
  /** The name of what lies outside the project; null of other targets. */
  outside?: string | null;
}

export interface OurIndex {
  /** Of all files, in the order of the files and of the sources. */
  symbols: OurSymbol[];
  edges: OurEdge[];
  /** The indexed files that have a language. */
  paths: string[];
  /** Lines that did not parse, by path. */
  errorRanges: Map<string, LineRange[]>;
}
