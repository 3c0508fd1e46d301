/** The form in which a language without a grammar is described: its comments and strings, and the shapes of its declarations. */
import type { Access, SymbolKind } from "../../model/parse-result.js";
import type { RouteConventions } from "../routing.js";

/** The text that is not code in a language. */
export interface TextSyntax {
  /** Marks of comments that end with their line. One of letters or `#` counts at the beginning of a word alone. */
  line?: readonly string[];
  /** The beginnings and ends of comments over several lines. */
  block?: readonly (readonly [open: string, close: string])[];
  /** Comments of several lines stand in each other. */
  nests?: true;
  /** Marks at the beginning of a line, from which whole lines are comment up to a line that begins with the second mark. */
  pods?: readonly (readonly [open: string, close: string])[];
  /** Marks of strings that end on their line, with backslashes as escapes. */
  strings?: string;
  /** Marks of strings over several lines, each with its end. */
  long?: readonly (readonly [open: string, close: string])[];
  /** The beginnings and ends of strings that say what the declaration below them does. */
  docs?: readonly (readonly [open: string, close: string])[];
  /** `<<NAME`, with the text up to a line that is NAME alone. */
  heredocs?: true;
  /** Rust: `'a` is a lifetime, and `r#"…"#` a string. C++: `R"x(…)x"` is one. */
  raw?: "rust" | "cpp";
}

/** A declaration that takes the line it begins on, by a pattern. */
export interface LinePattern {
  kind: SymbolKind;
  /**
   * Matches the beginning of a line without the white space before it. The group `name` is the name, and the group `owner`, where there is one, the type
   * that it is a member of, and `space` a namespace. A line is cut before it is matched, so that no expression runs away.
   */
  matches: RegExp;
  /** The next line of code begins so, as well. */
  next?: RegExp;
  /** Matches the source instead of the source without comments and strings: for names that stand in quotes. */
  inSource?: true;
  /** It declares nothing by itself: what stands in it is a member of `name`. It is one symbol with the type of that name. */
  extends?: true;
  /** All that follows in its scope belongs to it: `package a;`. It is not a symbol, and its name stands before other names. */
  leads?: true;
  /** Its members are as public as it is: an implementation of an interface. */
  opens?: true;
  isPrivate?: true;
  /** Lines that begin with its name belong to it: a type in one line, and equations. */
  repeatsName?: true;
  /** It ends with its line. */
  isLine?: true;
  /** It ends with a line that this matches; absent: by braces or indentation. */
  close?: RegExp;
}

/** Declarations that are found a line at a time. */
export interface LineShape {
  by: "lines";
  patterns: readonly LinePattern[];
  /** The end of a declaration: that of its braces, or the last line that is indented further. */
  ends: "braces" | "indent";
  /** Functions in functions are symbols as well. */
  nestsFunctions?: true;
  /** Matches a line that says who sees the members below it; its first group is `public`, `protected` or `private`. */
  access?: RegExp;
}

/** Declarations of the family of C: a statement is read up to its brace or semicolon. */
export interface StatementShape {
  by: "statements";
  /** Lines that begin with `#` are for the preprocessor. */
  hasPreprocessor?: true;
  /** A declaration without a body counts at the top level as well: a header. */
  isHeader?: true;
  /** The members of a class are private up to the first word about it. */
  hidesMembers?: true;
}

/** A language without a grammar. */
export interface Shape {
  name: string;
  /** Tells rows of one language apart: headers of C. */
  form?: string;
  /** The extensions of its files, with the dot, in lower case. */
  extensions: string[];
  /** The names of its files that tell by themselves, in lower case. */
  fileNames?: string[];
  text: TextSyntax;
  declares: LineShape | StatementShape;
  /** The members of a type are reached by this: `::`. */
  separator?: string;
  /** Names of a namespace are joined by this; absent: as members are. */
  spaceSeparator?: string;
  /** Matches a line that begins a test among the code, or marks one. */
  testMark?: RegExp;
  /** Its files request routes or fields of GraphQL. */
  routes?: RouteConventions;
  /** Words before a declaration that make it public; absent: all is public that is not said to be private. */
  publicWord?: RegExp;
  /**
   * A schema: the form that one of its names has in code of other languages, as the source of an expression; null for one that code has for other things
   * just as well.
   */
  inCode?: (name: string) => string | null;
  /** A function is called by its name alone. */
  callsWithoutBrackets?: true;
  /** Matches a statement that imports. */
  linkage?: RegExp;
}

/** A declaration as it was found. */
export interface FoundDeclaration {
  kind: SymbolKind;
  name: string;
  /** The names before its own in the source: `Cart` of `Cart::total`. */
  owner: string | null;
  /** The namespace that a statement before it has opened. */
  space: string | null;
  /** Offsets of the declaration and of its name. */
  start: number;
  end: number;
  nameAt: number;
  /** The index of the declaration around it; -1 at the top level. */
  parent: number;
  access: Access | null;
  isMergeable: boolean;
}
