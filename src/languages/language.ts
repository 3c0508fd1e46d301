/** The definition of a programming language, which each folder here gives once. */
import type { IdentityRules } from "../model/node-id.js";
import type { LineRange, ParseResult } from "../model/parse-result.js";
import type { CommandConventions } from "./commands.js";
import type { RewrittenSource } from "./rewritten.js";
import type { RouteConventions } from "./routing.js";
import type { SignalConventions } from "./signals.js";
import type { SyntaxTree } from "./syntax.js";
import type { TestConventions } from "./testing.js";
import type { PartOf } from "./text-parts.js";
import type { UsageConventions } from "./usage.js";

/** The marks of comments: of those that end with their line, and of one over several lines. */
export interface CommentMarks {
  line: readonly string[];
  block: readonly [open: string, close: string] | null;
  /** Other texts over several lines that say what stands below them: `@doc """` of Elixir, POD of Perl. */
  docs?: readonly (readonly [open: string, close: string])[];
}

/** How files of a language are read. This is most of its code: only a thread that parses a file of the language loads it. */
export interface Reader {
  /** Loads the tree-sitter grammar. */
  grammar: () => Promise<unknown>;
  /** Makes a program of a source in which code is one part among others, as a component's is. All that follows reads this program. */
  rewrite?: (source: string) => RewrittenSource;
  /**
   * Rewrites valid code that the grammar cannot read. The masked text has the same length, so that all offsets are those of the source. `extract` sees
   * the source itself in `tree.source`.
   */
  maskForGrammar?: (source: string) => string;
  /** Masks the masked text further, for a source with errors. The tree of this text is used if fewer of its lines have errors. */
  maskBroken?: (masked: string) => string;
  /**
   * Another grammar for a source with errors, such as JavaScript with types. Its tree is used if fewer lines have errors. `maskLines` masks the lines that
   * still have errors. The grammar is loaded when a source needs it.
   */
  otherwise?: {
    grammar: () => unknown;
    mask: (source: string) => string;
    maskLines: (masked: string, lines: readonly LineRange[]) => string;
  };
  /** Reads a syntax tree. It is pure and never throws, whatever the tree. */
  extract: (tree: SyntaxTree) => ParseResult;
  /** Which nodes are comments, strings, imports and types. */
  partOf: PartOf;
}

/** A programming language. Everything that differs between languages when a file is parsed is a field here, or of its reader. */
export interface Language {
  /** The grammar: "typescript", "tsx", "javascript", "jsx", "csharp". */
  name: string;
  /** The name users filter by: tsx is "typescript", jsx is "javascript". */
  family: string;
  /** The world of its code: families of one world call each other's symbols by name. Absent: the family is alone. */
  world?: string;
  /** How declarations become symbols. */
  identity: IdentityRules;
  /** The file extensions, with the dot, in lower case. */
  extensions: string[];
  /** The version of the extraction. It is raised when the extraction changes, so that stored parse results of older versions are not used. */
  extractorVersion: number;
  /** Loads how its files are read; null: by their shape. */
  reader: (() => Promise<Reader>) | null;
  /**
   * Reads a source by the shape of its declarations: of a language without a grammar, which has no reader. Its symbols have no references. It is pure and
   * never throws.
   */
  shape?: (source: string) => ParseResult;
  /** Of such a language: a source with spaces in place of comments, and of strings too where they are not asked for. Offsets stay. */
  codeOf?: (source: string, options: { withStrings: boolean }) => string;
  /** Of a schema that is read by its shape: see Shape. */
  inCode?: (name: string) => string | null;
  /** A function is called by its name alone. It tells calls among imported facts, in a language without a grammar. */
  callsWithoutBrackets?: true;
  /** Gives symbols of a parse result the names that the path of their file tells. The text alone does not: two files may have the same. */
  nameByPath?: (result: ParseResult, path: string) => ParseResult;
  /**
   * A qualified name beside the path of its file: without the package or namespace, which repeats the folders. Absent: qualified names have none.
   * `isContainer`: it is the name of a type.
   */
  nameBesidePath?: (qualifiedName: string, isContainer: boolean) => string;
  /** The marks of its comments, by which chunks keep a comment with its declaration; absent: those of C++. */
  comments?: CommentMarks;
  /** Matches a line that begins a test among the code, or marks one: `#[cfg(test)]`, `test "…" {`. Such chunks rank as files of tests do. */
  testMark?: RegExp;
  /** Method names of the runtime library that tell nothing about the receiver (`map`, `toString`, `Select`). A call is never bound by such a name alone. */
  runtimeMembers: ReadonlySet<string>;
  /** Other method names of the runtime library. The only member of a project with such a name is only a candidate for a call. */
  runtimeMethods?: ReadonlySet<string>;
  /** Global names of the runtime (`console`, `Promise`, `System`). A free name among these is external. */
  runtimeGlobals: ReadonlySet<string>;
  /** Packages that SCIP indexes name for the runtime's own symbols. */
  runtimePackages?: ReadonlySet<string>;
  /**
   * A sticky expression for a statement that declares nothing of its own, such as an import. It reads text without comments. Text that consists of such
   * statements does not answer questions.
   */
  linkage: RegExp;
  tests: TestConventions;
  /** How it declares and requests HTTP routes; absent where that is not known. */
  routes?: RouteConventions;
  /** How functions take signals of a framework, and what sends them; absent where there are none. */
  signals?: SignalConventions;
  /** How a framework runs commands by their names; absent where there are none. */
  commands?: CommandConventions;
  /** How its declarations are used without a reference. Absent if that is not known: then nothing of the language is said to be dead. */
  usage?: UsageConventions;
  /** An export may give a declaration another name: `export { a as b }`. */
  renamesExports?: true;
  /** No compiler refuses a name that is not there: the program fails when it comes to the line. */
  failsAtRunTime?: true;
  /** A function with fewer parameters stands in for one with more: what it is not interested in it leaves out. */
  mayIgnoreArguments?: true;
  /** A call may have more or fewer arguments than the function has parameters. */
  takesAnyNumber?: true;
  /** A compiler refuses a tag that leaves out a prop which its component asks for. */
  checksTags?: true;
  /** An import opens a whole namespace: any name in the file may come from it. */
  opensNamespaces?: true;
}

/** Declares a language. */
export function defineLanguage(language: Language): Language {
  return language;
}
