/** The compiler's facts about one place in a source, as plain data; and the same with its declarations mapped to our symbols. */
import type { LineRange } from "../../model/parse-result.js";

/** The kind of a use. */
export type UseKind = "call" | "reference" | "import" | "heritage" | "override";

/** The place of a declaration, by the compiler. */
export interface Declaration {
  path: string;
  /** "" for a file itself. */
  name: string;
  /** Of the name. */
  line: number;
  /** Of the name, from the start of the file. */
  offset: number;
  /** TypeScript's name for the kind of node: "MethodDeclaration". */
  syntax: string;
}

/** A use of a name. Uses of one kind, line and target count as one, because an edge has no column. */
export interface Use {
  kind: UseKind;
  path: string;
  line: number;
  /** From the start of the file. */
  offset: number;
  /** The name as written there. */
  name: string;
  /** Its form in words: `this.f.m()`. */
  shape: string;
  /**
   * inside: declared in the sources, at `declarations`. outside: in the runtime or a dependency. undecided: unknown to the compiler, mostly because
   * the declarations of a dependency are missing.
   */
  where: "inside" | "outside" | "undecided";
  declarations: Declaration[];
  /** Targets that are also acceptable but not required: a call of a variable calls the function that the variable holds. */
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
  /** The node id of the symbol that contains it. */
  parent: string | null;
}

/** An edge of the index. */
export interface OurEdge {
  path: string;
  line: number;
  /** The node id of its source. */
  source: string;
  kind: string;
  tier: string;
  rule: string;
  target: string;
  /** The name of a target outside the project; null for other targets. */
  outside?: string | null;
}

export interface OurIndex {
  /** The symbols of all files, in the order of the files and of the sources. */
  symbols: OurSymbol[];
  edges: OurEdge[];
  /** The indexed files that have a language. */
  paths: string[];
  /** Lines that did not parse, by path. */
  errorRanges: Map<string, LineRange[]>;
}
