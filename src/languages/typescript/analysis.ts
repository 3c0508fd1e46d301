/** What is known of a file while it is read, shared by the steps of the extraction. */

import type { Export, Import, ParsedSymbol, Reference, Root, TypeName } from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";
import type { Comment } from "./doc.js";
import type { HeldObject } from "./held-objects.js";
import type { Resolved } from "./names.js";
import type { Fact } from "./narrow.js";
import type { Binding, Scope } from "./scope.js";

/**
 * A stretch of nodes, [start, end) in preorder, in which names are looked up in one scope and uses belong to one symbol. Regions nest; the
 * first pass makes them in the order of their start, the second walks through them again.
 */
export interface Region {
  start: number;
  end: number;
  scope: Scope;
  symbol: number;
  /** The region around whose `self` is `this` here, as in arrow functions and blocks; null if that is this one. */
  thisHolder: Region | null;
  /** What `this` is where this region is the holder; null where nothing is known of it. */
  self: Root | null;
  /** The innermost class around, whose base is `super`; -1 for none. */
  classSymbol: number;
  /** A file or a namespace: what is declared here directly is a symbol. */
  isContainer: boolean;
  /** What is declared here is visible without `export`: `declare module`, `declare global`. */
  isAmbient: boolean;
}

/** An export whose name is looked up when all declarations are known. */
export interface PendingExport {
  exported: string;
  local: string;
  scope: Scope;
  /** The module, 0, or the namespace that exports it. */
  from: number;
  isTypeOnly: boolean;
  line: number;
}

/** Where a symbol's declared type stands: nodes, -1 for none. */
export interface TypeSource {
  scope: Scope;
  /** A type annotation. */
  type: number;
  /** The call signatures of an interface after the first, which is its type. */
  overloads?: number[];
  /** The first value, or what a function returns. */
  value: number;
  /** What a function returns in several places. */
  returned?: number[];
  /** What calling a value of the type gives: that of a function whose constant has a type. */
  isCalled?: boolean;
  /** The type that a JSDoc comment gives, as it is written there; it goes before the value. */
  doc?: string | null;
  /** What a pattern takes from the value. */
  steps?: string[];
  /** The value is wrapped in a promise. */
  isAsync?: boolean;
  /** The class around. */
  classSymbol: number;
}

export type Memo<T> = Map<number, { answer: T; depth: number }>;

export interface Analysis {
  tree: SyntaxTree;
  source: string;
  /** The grammar also reads JSX. */
  hasJsx: boolean;
  symbols: ParsedSymbol[];
  /** The scope each symbol was declared in. */
  scopes: Scope[];
  references: Reference[];
  imports: Import[];
  exports: Export[];
  /** The names of declarations that were exported where they stand: overloads are exported once. */
  exportedNames: Set<string>;
  pendingExports: PendingExport[];
  regions: Region[];
  /** The innermost region of the first pass. */
  current: Region;
  topScope: Scope;
  /** The comments met so far. */
  comments: Comment[];
  /** The last run of decorators that stand before a class member, as offsets. */
  decorators: { start: number; end: number };
  /** 1 for nodes that are the name of a declaration or an import, and so no use. */
  isName: Uint8Array;
  /** The symbol a node declares. */
  symbolAt: Map<number, number>;
  /** The symbol a function expression or an object literal is the value of. */
  valueOf: Map<number, number>;
  typeSources: Map<number, TypeSource>;
  /** The object literals whose functions are symbols of the function around, by node. */
  heldObjects: Map<number, HeldObject>;
  /** The types of functions' parameters, and that of `this`; -1 for none. */
  parameterSources: Map<
    number,
    { scope: Scope; types: number[]; self: number; docs?: (string | null)[]; classSymbol: number }
  >;
  /** The result types of the construct signatures of interfaces: the first of each. */
  madeSources: Map<number, { scope: Scope; type: number }>;
  /** Functions whose `this` may be told by where they stand, and those that `this` is written in, by their nodes. */
  contextualSelves: { self: Root; function: number; outer: Root | null; scope: Scope; classSymbol: number }[];
  usingThis: Set<number>;
  /** The defaults of symbols' type parameters that have a constraint beside; -1 for others. */
  defaultSources: Map<number, { scope: Scope; types: number[] }>;
  /** The members of symbols that assignments to `this` made, and the others' names. */
  membersOf: Map<number, Map<string, number>>;
  /** The scope that a function-like node or type opens. */
  scopeAt: Map<number, Scope>;
  /** What locals were found to be. */
  locals: Map<Binding, Resolved>;
  /** What was asked of expressions before, by node, and how deep inside of other questions that was. */
  known: {
    values: Memo<TypeName | null>;
    contexts: Memo<TypeName | null>;
    calls: Memo<Root | null>;
    /** Calls, how many calls they are made on, and what those give where a chain of them is cut. */
    links: Map<number, { depth: number; root: Root | null }>;
  };
  /** How many types a type is made of. */
  sizes: WeakMap<TypeName, number>;
  /** What conditions say of names from a node on, and where that ends. */
  narrowings: Map<number, { facts: Fact[]; end: number }>;
  /** The names that are given another value than where they are declared, the scopes that this is done in, and the value; -1 for none that is plain. */
  assignments: { scope: Scope; name: string; value: number }[];
  /** Symbols whose body had JSX in it. */
  withJsx: Set<number>;
  /** What `this` is by a `this` parameter, filled in when all types are known: the nodes of the types. */
  declaredSelves: { self: Root; type: number; scope: Scope; classSymbol: number }[];
  /** Functions with members on their prototype: `this` in them is an instance. */
  constructors: Set<number>;
  /** What the file puts under a global name, as in `global.X ??= X`: the node of the value by the text of the access. */
  globals: Map<string, number>;
  /** Nodes of `require(...)` and `import(...)` calls, with their import. */
  importAt: Map<number, number>;
  /** The tree has errors, so declarations may be hidden among its tokens. */
  hasErrors: boolean;
  /** How many more nodes may be looked at ahead of the walk; ends what errors in a large file could cost. */
  lookahead: number;
  /** The regions that the first pass is in, outermost first. */
  open: Region[];
  isModule: boolean;
  /** How many values of locals are being looked up in each other, and types and values inside of types and values. */
  nesting: number;
  typeDepth: number;
  /** How many constraints of type parameters are being read in each other. */
  openBounds: number;
  valueDepth: number;
  isJavaScript: boolean;
}

/** What `this` is in a region; null where nothing is known of it. */
export function selfOf(region: Region): Root | null {
  return (region.thisHolder ?? region).self;
}

export const PARENTHESES = new Set(["parenthesized_expression", "non_null_expression"]);
const TYPED = new Set(["as_expression", "satisfies_expression"]);

/** The expression inside parentheses and `!`; with `typed`, also inside `as` and `satisfies`. */
export function unwrapped(tree: SyntaxTree, node: number, typed = false): number {
  let at = node;
  while (at !== -1 && (PARENTHESES.has(tree.type(at)) || (typed && TYPED.has(tree.type(at))))) {
    const inner = firstNamed(tree, at);
    if (inner === -1) return at;
    at = inner;
  }
  return at;
}

/** The object given to a call that a function is a member of; undefined where it is none. */
export function givenAround({ tree, heldObjects }: Analysis, node: number): HeldObject | undefined {
  const above = tree.parent(node);
  const held = heldObjects.get(tree.type(above) === "pair" ? tree.parent(above) : above);
  return held?.isGiven ? held : undefined;
}

/** The first named child that is no comment, or -1. */
export function firstNamed(tree: SyntaxTree, node: number): number {
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    if (tree.isNamed(child) && tree.type(child) !== "comment") return child;
  }
  return -1;
}

/** How many arguments an `arguments` node has; for a template string, its substitutions and the text itself. */
export function argumentCount(tree: SyntaxTree, args: number): number {
  if (args === -1) return 0;
  const isTemplate = tree.type(args) === "template_string";
  let count = isTemplate ? 1 : 0;
  for (let child = tree.firstChild(args); child !== -1; child = tree.nextSibling(child)) {
    if (
      isTemplate ? tree.type(child) === "template_substitution" : tree.isNamed(child) && tree.type(child) !== "comment"
    )
      count++;
  }
  return count;
}

/**
 * The answer to a question about a node: what was answered before, unless that was asked deeper inside of other questions, which are followed
 * only so far. A question that leads back to itself has no answer.
 */
export function asked<T>(a: Analysis, memo: Memo<T | null>, node: number, answer: () => T | null): T | null {
  const depth = a.valueDepth + a.nesting + a.typeDepth;
  const before = memo.get(node);
  if (before !== undefined && (before.answer !== null || before.depth <= depth)) return before.answer;
  memo.set(node, { answer: null, depth: 0 });
  const found = answer();
  memo.set(node, { answer: found, depth });
  return found;
}

/** The text of a string literal without its quotes; null for anything else. */
export function stringText(tree: SyntaxTree, node: number): string | null {
  if (node === -1) return null;
  const type = tree.type(node);
  if (type === "string")
    return tree.source.slice(tree.start(node) + 1, Math.max(tree.end(node) - 1, tree.start(node) + 1));
  if (type === "template_string" && !tree.hasChildOfType(node, "template_substitution")) {
    return tree.source.slice(tree.start(node) + 1, Math.max(tree.end(node) - 1, tree.start(node) + 1));
  }
  return null;
}

/** The name of a member: `foo`, `'foo'` and `["foo"]` are foo, `[Symbol.iterator]` and `#x` stay as written. */
export function memberName(tree: SyntaxTree, node: number): string {
  const type = tree.type(node);
  if (type === "string") return stringText(tree, node)!;
  if (type === "computed_property_name") {
    const text = stringText(tree, firstNamed(tree, node));
    if (text !== null) return text;
  }
  return folded(tree.text(node));
}

/** White space folded to single spaces. */
export function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Whether a value is `require("m")` or `import("m")`, awaited or not: its call node and the module, or null. */
export function moduleRequest(
  a: Analysis,
  node: number,
): { call: number; specifier: string; isDynamic: boolean } | null {
  const { tree } = a;
  let at = unwrapped(tree, node, true);
  if (at !== -1 && tree.type(at) === "await_expression") at = unwrapped(tree, firstNamed(tree, at));
  if (at === -1 || tree.type(at) !== "call_expression") return null;
  const callee = tree.child(at, "function");
  const args = tree.child(at, "arguments");
  if (callee === -1 || args === -1 || tree.type(args) !== "arguments") return null;
  const isDynamic = tree.type(callee) === "import";
  if (!isDynamic && !(tree.type(callee) === "identifier" && tree.text(callee) === "require")) return null;
  const specifier = stringText(tree, firstNamed(tree, args));
  return specifier === null ? null : { call: at, specifier, isDynamic };
}
