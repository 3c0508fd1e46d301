/** The analysis of one Python file: its scopes, the names bound in them, and its symbols, imports and references so far. */
import type { Export, Import, ParsedSymbol, Reference, Root, Step, TypeExpr } from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";

/** A root that may stand in a type. */
export type WalkRoot = Exclude<Root, { in: "result" | "callback" | "form" }>;

/** A value as a root and steps from it. A walk of names alone names a thing. */
export interface Walk {
  root: WalkRoot;
  path: Step[];
}

/** The source of a value: an expression in a scope, and steps from it. */
export interface Source {
  node: number;
  scope: Scope;
  steps: readonly Step[];
  /** The node of a type annotation, which then decides; -1 without one. */
  annotation: number;
  /** The value is an instance of the class that `node` names, as in `except E as error`. */
  isInstance?: boolean;
  /** The name, or `self.name`, that an assignment gives the value to. */
  holder?: string;
}

/** One place where a name is bound. */
export type Binding =
  | { kind: "symbol"; symbol: number; reach: Reach }
  | { kind: "import"; import: number; reach: Reach }
  | { kind: "parameter"; parameter: Parameter; reach: Reach }
  | { kind: "value"; source: Source | null; reach: Reach };

/** Where a binding is in effect: from a node on, and for certain in a block. */
export interface Reach {
  from: number;
  block: number;
}

export interface Parameter {
  name: string;
  /** The node of the annotation; -1 without one. */
  annotation: number;
  /** The node of the default; -1 without one. */
  fallback: number;
  form: "plain" | "list" | "keywords";
  /** The walk of `self` or `cls`. */
  self: Walk | null;
  /** In a method of a class with bases: where the method of a base, if it overrides one, tells its type. */
  inherited: Walk | null;
  /** Whether pytest gives it: a parameter of a test or of a fixture. */
  isFixture: boolean;
}

export interface Scope {
  kind: "module" | "class" | "function" | "lambda" | "comprehension";
  node: number;
  end: number;
  parent: Scope | null;
  /** The symbol that it is the scope of, or that is around it. */
  symbol: number;
  names: Map<string, Binding[]>;
  /** Names that `global` and `nonlocal` lead elsewhere. */
  elsewhere: Map<string, "global" | "nonlocal"> | null;
  /** In methods: the name of the first parameter, by which attributes are set; null elsewhere. */
  selfName: string | null;
  /** In methods: the type variable that annotates the first parameter and so means the class, as in `def copy(self: T) -> T`. */
  selfVariable: string | null;
  /** In classes: their type parameters; in functions: theirs. The bound of each. */
  typeParameters: Map<string, TypeExpr | null> | null;
}

/** The fact that a condition tells: in a range of nodes a name is an instance of classes. */
export interface Narrowing {
  from: number;
  to: number;
  /** The node of the class, or of the tuple of classes; of a guard the function that tells it. */
  type: number;
  /** A function tells the fact, if its result is `TypeGuard[A]`. */
  isGuarded?: boolean;
  /** The condition does not hold: the name is an instance of none of the classes. */
  isExcluded: boolean;
  scope: Scope;
}

/** A value that becomes an element of the collection that a name or `self.name` holds. */
export interface Fill {
  node: number;
  scope: Scope;
  /** The node is a collection, whose elements are added. */
  isMany: boolean;
}

/** A class while it is read. */
export interface ClassInfo {
  symbol: number;
  scope: Scope;
  /** The names that its body declares. */
  declared: ReadonlySet<string>;
  /** The fields that its methods set on `self`. */
  fields: Map<string, number>;
  isEnum: boolean;
}

export interface Analysis {
  tree: SyntaxTree;
  symbols: ParsedSymbol[];
  imports: Import[];
  exports: Export[];
  references: Reference[];
  module: Scope;
  /** The scopes of the file by their nodes. */
  scopes: Map<number, Scope>;
  /** The symbol that a node declares. */
  symbolAt: Map<number, number>;
  /** The values of variables and fields, by symbol. */
  values: Map<number, Source[]>;
  /** The nodes of functions by symbol. */
  functions: Map<number, FunctionInfo>;
  classes: Map<number, ClassInfo>;
  narrowings: Map<string, Narrowing[]>;
  /** The values that become elements of collections, by the text of what holds the collection. */
  fills: Map<string, Fill[]>;
  /** Type variables of the module: the node of the bound, or -1. */
  typeVariables: Map<string, number>;
  /** The numbers of the imports that bind dotted names, `import a.b`, by the first name. */
  dotted: Map<string, number[]>;
  /** The imports that stand for several meanings of a name, by these. */
  eithers: Map<string, number>;
  /** Values of bindings that are known, and bindings whose values are being found. */
  known: Map<object, Walk | null>;
  pending: Set<object>;
  /** The names that `__all__` lists; null without it. */
  all: Set<string> | null;
  /** Code makes `__all__`: no text has all of its names. */
  isAllMade: boolean;
  depth: number;
  resolve: Resolvers;
}

/** The readers of expressions, which the parts that they consist of ask in turn. */
export interface Resolvers {
  /** The value of an expression; null where nothing is known of it. */
  walkAt(a: Analysis, scope: Scope, node: number): Walk | null;
  /** The type of an expression. */
  typeOf(a: Analysis, scope: Scope, node: number): TypeExpr | null;
}

export interface FunctionInfo {
  node: number;
  scope: Scope;
  isAsync: boolean;
  isGenerator: boolean;
  /** A function of `contextlib.contextmanager`. */
  isContextManager: boolean;
  /** The nodes that `return` and `yield` give. */
  returns: number[];
  yields: number[];
  decorators: string[];
}

/** The text of a node; "" for no node. */
export function textOf(tree: SyntaxTree, node: number): string {
  return node < 0 ? "" : tree.text(node);
}
