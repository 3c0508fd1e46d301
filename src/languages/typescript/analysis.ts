/** The state of reading one file, which the steps of the extraction share. Nodes are numbers; -1 is not a node. */
import type { Export, Import, ParsedSymbol, Reference, Root, Step, TypeExpr } from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";
import type { Binding, Fact, Scope } from "./scope.js";

/**
 * A stretch of nodes, [start, end) in preorder. Names in it are looked up in one scope, and uses in it belong to one symbol. Regions nest. The
 * first pass makes them in the order of their start; the second pass walks through them again.
 */
export interface Region {
  start: number;
  end: number;
  scope: Scope;
  symbol: number;
  /** The outer region whose `self` is `this` here, as in arrow functions and blocks; null if this region has its own `this`. */
  thisHolder: Region | null;
  /** The meaning of `this`, if the region has its own; null if it is unknown. */
  self: Root | null;
  /** The innermost class around, whose base is `super`; -1 if there is none. */
  classSymbol: number;
  /** The region is a file or a namespace: direct declarations in it are symbols. */
  isContainer: boolean;
  /** Declarations in the region are visible without `export`: `declare module`, `declare global`. */
  isAmbient: boolean;
}

/** An export whose name is looked up when all declarations are known. */
export interface PendingExport {
  exported: string;
  local: string;
  scope: Scope;
  /** The symbol that exports it: 0 for the module, or a namespace. */
  from: number;
  isTypeOnly: boolean;
  line: number;
}

/** The nodes that tell a symbol's declared type. */
export interface TypeSource {
  scope: Scope;
  /** A type annotation. */
  type: number;
  /** The call signatures of an interface after the first, which is `type`. */
  overloads?: number[];
  /** The first value, or the value that a function returns. */
  value: number;
  /** The values that a function returns, if its body is a block. */
  returned?: number[];
  /** The declared type is the result of calling `type`: a function is the value of a constant with an annotation. */
  isCalled?: boolean;
  /** The type in a JSDoc comment, as written; it takes precedence over the value. */
  doc?: string | null;
  /** The steps by which a pattern takes the symbol from the value. */
  steps?: Step[];
  /** The value is a schema, and the type is that of what it gives. */
  isSchema?: boolean;
  /** The value is wrapped in a promise. */
  isAsync?: boolean;
  /** The class around. */
  classSymbol: number;
}

/** The nodes that tell the types of a function's parameters. */
export interface ParameterSource {
  scope: Scope;
  /** The type annotations, in order. */
  types: number[];
  /** The annotation of the `this` parameter. */
  self: number;
  /** JavaScript: the types in the JSDoc comment, as written. */
  docs?: (string | null)[];
  /** The class around. */
  classSymbol: number;
}

/** A comment by its offsets. */
export interface Comment {
  start: number;
  end: number;
}

/** An object literal whose functions are symbols; see held-objects.ts. */
export interface HeldObject {
  /** The symbol of the function that holds the object, or of the constant that keeps the result of the call. */
  owner: number;
  /** The object stands in the arguments of a call, so the parameter's type may tell what `this` is. */
  isGiven: boolean;
  /** Keys whose values are calls with functions are symbols as well. */
  mayHaveKeys: boolean;
  /** The object itself has functions. */
  holdsFunctions: boolean;
  /** The meaning of `this` in its methods, filled in when the types are known. */
  self: Root;
}

/** The meaning of a name, as far as the file can tell: a root and the names that follow it. */
export interface Resolved {
  root: Root;
  path: Step[];
  /** The meaning of the local without the conditions around it, if a pattern took the local from something. */
  taken?: Resolved;
}

/** The place of an expression, as far as it decides the expression's type: the names in scope, `this`, and the class around. */
export interface Standpoint {
  scope: Scope;
  self: Root | null;
  classSymbol: number;
}

/** The position of a name: in the type `A.B`, `A` is in the position "namespace" and a lone `B` would be in the position "type". */
export type NamePosition = "value" | "type" | "namespace";

/**
 * Questions that a file asks of a file that imports it. The meanings of names, types and values depend on each other: a local has the type of its
 * value, a value has the type of its names, and `typeof x` is a type. The files import each other in one direction only: names, values, types,
 * type-operators. In the other direction they ask here. `extract` fills this in.
 */
export interface Resolvers {
  /** `resolveName` of names.ts. */
  name(a: Analysis, scope: Scope, name: string, position: NamePosition): Resolved | null;
  /** `typeNameOf` of types.ts. */
  typeName(a: Analysis, node: number, scope: Scope, classSymbol?: number): TypeExpr | null;
  /** `walkOf` of values.ts. */
  walk(a: Analysis, node: number, from: Standpoint): Resolved | null;
}

/** Answers by node, each with the depth of nested questions at which it was found. `isCut`: further out the answer may tell more. */
export type Memo<T> = Map<number, { answer: T; depth: number; isCut?: boolean }>;

export interface Analysis {
  resolve: Resolvers;
  tree: SyntaxTree;
  source: string;
  /** The grammar also reads JSX. */
  hasJsx: boolean;
  symbols: ParsedSymbol[];
  /** The scope in which each symbol was declared. */
  scopes: Scope[];
  references: Reference[];
  imports: Import[];
  exports: Export[];
  /** The names that `export` before a declaration has exported. Overloads are several declarations and one export. */
  exportedNames: Set<string>;
  pendingExports: PendingExport[];
  /** All regions; the first is the file. */
  regions: [Region, ...Region[]];
  /** The innermost region of the first pass. */
  current: Region;
  topScope: Scope;
  /** The comments that the first pass has met. */
  comments: Comment[];
  /** The last run of decorators before a class member, as offsets. */
  decorators: { start: number; end: number };
  /** 1 for a node that is the name of a declaration or an import, and therefore not a use. */
  isName: Uint8Array;
  /** The symbol that a node declares. */
  symbolAt: Map<number, number>;
  /** The symbol whose value a function expression, a class or an object literal is. */
  valueOf: Map<number, number>;
  typeSources: Map<number, TypeSource>;
  /** The held objects, by node. */
  heldObjects: Map<number, HeldObject>;
  /** The object literals that schemas are made of, each with the symbol that holds the schema. */
  shapes: Map<number, number>;
  /** The functions that return a held object with functions in it. */
  returning: Set<number>;
  parameterSources: Map<number, ParameterSource>;
  /** The result type of the first construct signature of each interface. */
  madeSources: Map<number, { scope: Scope; type: number }>;
  /** Functions whose place may tell the meaning of `this`. */
  contextualSelves: { self: Root; function: number; outer: Root | null; scope: Scope; classSymbol: number }[];
  /** The nodes of functions in which `this` is written. */
  usingThis: Set<number>;
  /** The defaults of a symbol's type parameters, for those that also have a constraint; -1 for the others. */
  defaultSources: Map<number, { scope: Scope; types: number[] }>;
  /** JavaScript: the members of a symbol by name, for symbols with assignments to `this`. */
  membersOf: Map<number, Map<string, number>>;
  /** The scope that a function or type node opens. */
  scopeAt: Map<number, Scope>;
  /** The meanings of locals that were looked up before. */
  locals: Map<Binding, Resolved>;
  /** Answers that were found before, by node. */
  known: {
    values: Memo<TypeExpr | null>;
    contexts: Memo<TypeExpr | null>;
    calls: Memo<Root | null>;
    /** For a call in a chain of calls: its position in the chain, and its value if the chain is cut there. */
    links: Map<number, { depth: number; root: Root | null }>;
  };
  /** The number of types that a type is made of. */
  sizes: WeakMap<TypeExpr, number>;
  /** Facts that hold from a node on, and the end of the stretch in which they hold. */
  narrowings: Map<number, { facts: Fact[]; end: number }>;
  /** Assignments to names after their declaration, with the scope of the assignment and the value; -1 if the value is not plain. */
  assignments: { scope: Scope; name: string; value: number }[];
  /** Symbols with JSX in their body. */
  withJsx: Set<number>;
  /** The types of `this` parameters; `self` is filled in when all types are known. */
  declaredSelves: { self: Root; type: number; scope: Scope; classSymbol: number }[];
  /** Functions with members on their prototype: `this` in them is an instance. */
  constructors: Set<number>;
  /** Values that the file assigns to a global name, as in `global.X ??= X`: the node of the value by the text of the access. */
  globals: Map<string, number>;
  /** The import of each `require(...)` and `import(...)` call, by node. */
  importAt: Map<number, number>;
  /** The tree has errors, so declarations may be hidden among its tokens. */
  hasErrors: boolean;
  /** The number of nodes that may still be looked at ahead of the walk. It bounds the cost of errors in a large file. */
  lookahead: number;
  /** The regions around the current node of the first pass, outermost first. */
  open: Region[];
  isModule: boolean;
  /** The number of locals that are being looked up in each other. */
  nesting: number;
  /** The number of types that are being read in each other. */
  typeDepth: number;
  /** The number of constraints of type parameters that are being read in each other. */
  openBounds: number;
  /** The number of values that were too deep in others to be read. */
  cuts: number;
  /** The number of values whose types are being found in each other. */
  valueDepth: number;
  isJavaScript: boolean;
  /** The objects that declare the props of a component: each of their keys is a symbol. */
  objectsOfProps: Set<number>;
  /** The additions of the language, if the program is a component. */
  additions: Additions | null;
}

/** A language of components adds these to the reading of a program. */
export interface Additions {
  /** Looks at a node of a type before all other handlers. */
  visitors: ReadonlyMap<string, (a: Analysis, node: number) => void>;
  /** Says more of the symbols, when the types of all are known, and adds references of its own. */
  finish(a: Analysis): void;
}

/** The meaning of `this` in a region; null if it is unknown. */
export function selfOf(region: Region): Root | null {
  return (region.thisHolder ?? region).self;
}

/** The object that a function is a member of, if the object is given to a call; undefined otherwise. */
export function findGivenObject({ tree, heldObjects }: Analysis, node: number): HeldObject | undefined {
  const above = tree.parent(node);
  const held = heldObjects.get(tree.type(above) === "pair" ? tree.parent(above) : above);
  return held?.isGiven ? held : undefined;
}

/**
 * Answers a question about a node, and remembers the answer. A remembered null counts only if it was found at the same depth of nested questions or
 * further out: deeper questions meet the limits of depth earlier. So do answers with a part that met one, in a file with schemas, which stand in calls
 * in calls. A question that leads back to itself has no answer.
 */
export function answerOnce<T>(a: Analysis, memo: Memo<T | null>, node: number, answer: () => T | null): T | null {
  const depth = a.valueDepth + a.nesting + a.typeDepth;
  const before = memo.get(node);
  if (before !== undefined && ((before.answer !== null && before.isCut !== true) || before.depth <= depth)) {
    if (before.isCut === true) a.cuts++;
    return before.answer;
  }
  memo.set(node, { answer: null, depth: 0 });
  const { cuts } = a;
  const found = answer();
  memo.set(node, a.cuts > cuts && a.shapes.size > 0 ? { answer: found, depth, isCut: true } : { answer: found, depth });
  return found;
}
