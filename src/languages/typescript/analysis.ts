/** What is known of a file while it is read, shared by the steps of the extraction. */

import type { Export, Import, ParsedSymbol, Reference, Root, TypeName } from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";
import type { Binding, Fact, Scope } from "./scope.js";

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

/** Where the types of a function's parameters stand: nodes, -1 for none. */
export interface ParameterSource {
  scope: Scope;
  /** The type annotations, in order. */
  types: number[];
  /** The annotation of the `this` parameter. */
  self: number;
  /** JavaScript: the types that the JSDoc comment gives, as it writes them. */
  docs?: (string | null)[];
  /** The class around. */
  classSymbol: number;
}

export type Memo<T> = Map<number, { answer: T; depth: number }>;

/**
 * The questions that a file asks of one above it. A name may mean what a type says, a type what a value is, and a value what a name means; the files
 * of these import each other in one direction only (type-operators, types, values, names), and ask in the other one here. `extract` fills it in.
 */
export interface Resolvers {
  /** `resolveName` of names.ts. */
  name(a: Analysis, scope: Scope, name: string, position: NamePosition): Resolved | null;
  /** `typeNameOf` of types.ts. */
  typeName(a: Analysis, node: number, scope: Scope, classSymbol?: number): TypeName | null;
  /** `walkOf` of values.ts. */
  walk(a: Analysis, node: number, from: Standpoint): Resolved | null;
}

/** Where a name stands: "type" and "namespace" are positions in types, as `B` and `A` of `A.B`. */
export type NamePosition = "value" | "type" | "namespace";

export interface Analysis {
  resolve: Resolvers;
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
  parameterSources: Map<number, ParameterSource>;
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

/** The object given to a call that a function is a member of; undefined where it is none. */
export function findGivenObject({ tree, heldObjects }: Analysis, node: number): HeldObject | undefined {
  const above = tree.parent(node);
  const held = heldObjects.get(tree.type(above) === "pair" ? tree.parent(above) : above);
  return held?.isGiven ? held : undefined;
}

/**
 * The answer to a question about a node: what was answered before, unless that was asked deeper inside of other questions, which are followed
 * only so far. A question that leads back to itself has no answer.
 */
export function answerOnce<T>(a: Analysis, memo: Memo<T | null>, node: number, answer: () => T | null): T | null {
  const depth = a.valueDepth + a.nesting + a.typeDepth;
  const before = memo.get(node);
  if (before !== undefined && (before.answer !== null || before.depth <= depth)) return before.answer;
  memo.set(node, { answer: null, depth: 0 });
  const found = answer();
  memo.set(node, { answer: found, depth });
  return found;
}

export interface Comment {
  start: number;
  end: number;
}

/** An object literal of a function, or of what a call gives. */
export interface HeldObject {
  /** The symbol of the function, or of what keeps the call's result. */
  owner: number;
  /** It stands in the arguments of a call: the parameter's type may say what `this` is. */
  isGiven: boolean;
  /** `this` in its methods, once the types are known. */
  self: Root;
}

/** A name resolved as far as the file goes: a root and what follows it. */
export interface Resolved {
  root: Root;
  path: string[];
  /** Where a condition says more of a local: what a pattern took it from. */
  taken?: Resolved;
}

/** Where an expression stands: which names it sees, what `this` is, and the class around. */
export interface Standpoint {
  scope: Scope;
  self: Root | null;
  classSymbol: number;
}
