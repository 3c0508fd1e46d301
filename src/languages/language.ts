/** A programming language, as one folder of this room defines it. */

import type { LineRange, ParseResult } from "../model/parse-result.js";
import type { SyntaxTree } from "./syntax.js";

/** A programming language: everything that differs between languages is a field here. */
export interface Language {
  /** "typescript", "tsx", "javascript", "jsx", "csharp": the grammar. */
  name: string;
  /** The name users filter by: tsx is "typescript", jsx is "javascript". */
  family: string;
  /** With the dot, lower case. */
  extensions: string[];
  /** Raised when the extraction changes, so that stored parse results of older versions are not used. */
  extractorVersion: number;
  /** Loads the tree-sitter grammar: only parse workers call it. */
  grammar: () => Promise<unknown>;
  /**
   * The text that the grammar is given instead of the source where it cannot read valid code of the language: of the same length, so that
   * all offsets are the source's. `extract` sees the source itself in `tree.source`.
   */
  maskForGrammar?: (source: string) => string;
  /** A bolder mask of the masked text, for a source that leaves errors; its tree is taken where fewer lines of that did not parse. */
  maskBroken?: (masked: string) => string;
  /**
   * Another reading of a source that leaves errors, as of JavaScript with types: its tree is taken where fewer lines did not parse. `maskLines` masks
   * lines that did not parse even so. The grammar is loaded when a source needs it.
   */
  otherwise?: {
    grammar: () => unknown;
    mask: (source: string) => string;
    maskLines: (masked: string, lines: readonly LineRange[]) => string;
  };
  /** Pure: a syntax tree to what stands in it. Never throws on any input tree. */
  extract: (tree: SyntaxTree) => ParseResult;
  /** Method names of the runtime library that say nothing about the receiver (`map`, `toString`, `Select`): never bound by name alone. */
  runtimeMembers: ReadonlySet<string>;
  /** Other methods of it: of such a name the only member of a project is no more than a candidate. */
  runtimeMethods?: ReadonlySet<string>;
  /** Global names of the runtime (`console`, `Promise`, `System`): external when free. */
  runtimeGlobals: ReadonlySet<string>;
  /** Sticky, for text without comments: a statement that declares nothing of its own, such as an import. Text of such alone answers no question. */
  linkage: RegExp;
  /** An import opens a whole namespace, so that any name of the file may come from it. */
  opensNamespaces?: true;
}

/** Declares a language. */
export function defineLanguage(language: Language): Language {
  return language;
}
