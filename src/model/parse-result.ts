/**
 * The result of parsing one file, as plain data.
 *
 * A `ParseResult` depends on the text of the file alone, never on its path or its project, so it is computed once per content. Facts outside of the
 * file (the target of an import, the meaning of a name in another file) stay symbolic in a `Reference`; resolution/ decides them.
 *
 * A value is written as a root and a path of steps. A step is a name or an operation, such as awaiting the value before it. A type is written in the same
 * way, or as a form of its own, such as a union. The bytes of a parse result (parse-result-bytes.ts) hold both in a flat form, which must not change.
 */

/** The kinds of symbol, one vocabulary for all languages. The tools call this `node_type`. */
export const SYMBOL_KINDS = [
  "file",
  "module",
  "namespace",
  "class",
  "interface",
  "struct",
  "record",
  "enum",
  "type",
  "function",
  "method",
  "constructor",
  "property",
  "field",
  "event",
  "constant",
  "variable",
  "component",
  "extension",
] as const;

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** The kinds of symbol that are types. */
export const TYPE_KINDS: ReadonlySet<string> = new Set<SymbolKind>([
  "class",
  "interface",
  "struct",
  "record",
  "enum",
  "type",
]);

export type Access =
  | "public"
  | "protected"
  | "private"
  | "internal"
  | "protected internal"
  | "private protected"
  | "file";

/** One declaration. Declarations with the same `qualifiedName` that are mergeable are one symbol with several spans. */
export interface ParsedSymbol {
  /** The bare name: `authenticate`. It is "" for the file symbol: parsing does not know its name, the path. */
  name: string;
  /** The name with its containers, as people write it in the language: `AuthService.authenticate`, `MyApp.Auth.AuthService.Authenticate`. */
  qualifiedName: string;
  kind: SymbolKind;
  /** The index of the enclosing symbol in `ParseResult.symbols`; -1 for the file symbol, which is always symbols[0]. */
  parent: number;
  /** The span, without doc comment and decorators. Lines count from 1 and are inclusive; offsets are in UTF-16 units, with an exclusive end. */
  startLine: number;
  endLine: number;
  start: number;
  end: number;
  /** The line of the name itself. */
  nameLine: number;
  access: Access;
  isPublicApi: boolean;
  isStatic: boolean;
  isAbstract: boolean;
  isAsync: boolean;
  isOverride: boolean;
  isDeprecated: boolean;
  /** TypeScript: exported from its module. C#: reachable from another assembly. */
  isExported: boolean;
  /** Other declarations with this name are the same symbol: C# partial types and namespaces, TypeScript interfaces, namespaces, overloads. */
  isMergeable: boolean;
  /** TypeScript: an optional member. Also a type with an index signature, which has members that it does not name. */
  isOptional: boolean;
  /** The parameters as written, with single spaces: `(user: string, password?: string)`. For a type, its type parameters: `<K, V>`. Null if there are none. */
  parameterSignature: string | null;
  parameterCount: number | null;
  returnType: string | null;
  /** The text of the doc comment without comment marks, at most 2,000 characters; null if there is none. */
  doc: string | null;
  /** The declared type of a variable, field, property or parameter property, or the declared return type of a function. */
  declaredType: TypeExpr | null;
  /**
   * The declared type of each parameter of a function, null for a parameter without one. Absent if no parameter has a type. TypeScript's `this`
   * parameter is not in the list; the `this` parameter of a C# extension method is.
   */
  parameterTypes?: (TypeExpr | null)[] | undefined;
  /** C#: the type that an `extension` block around the member extends. TypeScript: the declared type of a function's `this`. */
  receiverType?: TypeExpr | undefined;
  /**
   * TypeScript: the result type of an interface's construct signature, `new (): T`. Python: the type of what decorators make of a function, of an alias
   * the function that FastAPI calls for it, and of a field of a Django model an object with the name and the value of its relation in the other direction.
   */
  madeType?: TypeExpr | undefined;
  /** The names of the type parameters of a type or function. They hide outer names. */
  typeParameters: string[];
  /** TypeScript: the default of each type parameter that also has a constraint; null for other type parameters. */
  typeDefaults?: (TypeExpr | null)[] | undefined;
  /** Kotlin: how late a call chooses it, as its annotations say. Absent for most. */
  choice?: Choice | undefined;
  /** Java: the members that annotations add to a type, without a text of their own. Absent if there are none. */
  addedMembers?: AddedMember[] | undefined;
}

/** Functions that a call chooses only if no other fits (`last`), or cannot name (`never`). */
export type Choice = "last" | "never";

/**
 * The kinds of members that annotations add to a type:
 *
 *   read      a method that returns a field
 *   set       a method that sets a field
 *   chain     one that sets a field and returns the object
 *   copy      one that returns another object with a new value of the field
 *   make      a constructor or static method that takes fields
 *   builder   a method that returns a builder, with a setter for each field
 *   item      a setter of the builder that adds one item to a field
 *   log       a field with a logger
 */
export const ADDED_KINDS = ["read", "set", "chain", "copy", "make", "builder", "item", "log"] as const;

/** A member that an annotation adds to a type. */
export interface AddedMember {
  /** Its name; "" for a constructor. */
  name: string;
  kind: (typeof ADDED_KINDS)[number];
  /** The names of the fields that it is about, in their order. */
  fields: string[];
}

/** The origin of an expression's first name, as far as its own file can tell. */
export type Root =
  /** `symbols[symbol]` of this file. `isSelf`: the source writes `this`, in an object or a static member. */
  | { in: "file"; symbol: number; isSelf?: boolean }
  /** `imports[import]` of this file. */
  | { in: "import"; import: number }
  /**
   * A name that is not declared in this file: a global, or (C#) a name to look up in namespaces, usings and base classes. A C# type with type
   * arguments has the runtime's name: "Result`1" for `Result<T>`.
   */
  | { in: "free"; name: string }
  /** An instance of `symbols[type]`: `this`. */
  | { in: "this"; type: number }
  /** The base of `symbols[type]`: `super`, `base`. */
  | { in: "super"; type: number }
  /** A value of an evident type: a declared variable or parameter, `new T()`, `x as T`. */
  | { in: "instance"; type: TypeExpr }
  /** The result of the call `references[of]`. */
  | { in: "result"; of: number }
  /**
   * C#: a parameter of a lambda. The lambda is the argument number `argument` of the call `references[of]`, and this is its parameter number
   * `parameter`; both count from 0. With parameter -1, it is the variable that the call sets by that argument: `out var x`.
   */
  | { in: "callback"; of: number; argument: number; parameter: number }
  /** TypeScript: a type parameter, with the type that it extends. */
  | { in: "parameter"; name: string; bound: TypeExpr | null }
  /** TypeScript: the result of a call of the value `of`, if its type arguments or its arguments may decide the result's type. */
  | { in: "call"; of: NamedType; typeArguments: TypeExpr[]; arguments: (TypeExpr | null)[] }
  /** C#: the type without a name that `new(…)` makes. The path of a tuple has the names of its elements. */
  | { in: "form"; form: "tuple" | "list" | "thrown" | "anonymous" }
  /** A local, a parameter or an expression of an unknown type. Only the last name of the expression is known. */
  | { in: "unknown" };

/** A type as a file writes it. Most types have a name; each other form is a kind of its own. Parts of which nothing is known are `UNKNOWN_TYPE`. */
export type TypeExpr =
  | NamedType
  /** `A | B`. */
  | { kind: "union"; of: TypeExpr[] }
  /** `A & B`. */
  | { kind: "both"; of: TypeExpr[] }
  | FunctionType
  /** `[A, B]`. `names`: C#: the names of the elements, "" for one without a name; empty in TypeScript. */
  | { kind: "tuple"; of: TypeExpr[]; names: string[] }
  /** `{ a: A; b: B }`. `names` may end with names of properties of unknown types. A property whose name is unknown too has the name "". */
  | { kind: "object"; names: string[]; types: TypeExpr[] }
  /** TypeScript: the rest parameter of a function, `...list: A[]`, of the type `of`. As the type of an argument, a spread, of which `of` is null. */
  | { kind: "rest"; of: TypeExpr | null }
  /** TypeScript: a constructor type, `new () => T`. */
  | { kind: "new"; made: TypeExpr }
  /** TypeScript: the second argument of `Omit<T, "a" | "b">` and Pick. */
  | { kind: "keys"; names: string[] }
  /** TypeScript: a literal as a type, such as `"a"`, `1`, `true`, `null` and `undefined`, by its text. */
  | { kind: "literal"; text: string }
  | GuardType
  | NarrowedType
  | ConditionalType
  /** TypeScript: `infer X extends C` in the condition of a conditional type. `bound`: C; null without one. */
  | { kind: "infer"; name: string; bound: TypeExpr | null }
  /** TypeScript: a branch of a conditional type that has no members: `never`, `void`, `null`, `undefined`. */
  | { kind: "never" }
  /** TypeScript: a mapped type, `{ [K in keyof T]: P }`: `key` is K, `over` T and `value` P. T is unknown if the keys are not written as `keyof T`. */
  | { kind: "mapped"; key: string; over: TypeExpr; value: TypeExpr }
  /** TypeScript: the property of a type that another type names, `T[K]`. */
  | { kind: "property"; of: TypeExpr; key: TypeExpr }
  /** C#: the type of `[a, b]`, which takes the type that is expected of it. */
  | { kind: "list" }
  /** C#: the type of an expression or block that throws. */
  | { kind: "thrown" }
  /** C#: the type of `new { Name = "x" }`. */
  | { kind: "anonymous" }
  /** A value that resolution knows, as a type. Resolution makes it; no parse result has one. */
  | { kind: "held" };

/** The kind of a type without a name. */
export type FormKind = Exclude<TypeExpr["kind"], "named">;

/** A type without a name. */
export type TypeForm = Extract<TypeExpr, { kind: FormKind }>;

/** A type by its name, `Repo<User>`: the root Repo and the args [User]; `ns.Repo` has the root ns and the path ["Repo"]. Also a walk over values, `a.b()`. */
export interface NamedType {
  kind: "named";
  root: Exclude<Root, { in: "result" | "callback" | "form" }>;
  path: Step[];
  /** The type arguments. A C# `T[]` is an Array of T. */
  args?: TypeExpr[];
}

/** `<T>(this: S, a: A, b: B) => R`. `self`: TypeScript: the declared type of its `this`. `open`: the names of its type parameters. */
export interface FunctionType {
  kind: "function";
  result: TypeExpr;
  parameters: TypeExpr[];
  self: TypeExpr | null;
  open: string[];
}

/**
 * TypeScript: the result of a type guard, `x is T`, where x is the first parameter. `isPartial`: T is more than names, so `of` may be wider than the
 * type that the source writes, and a value that the guard rejects may still be of the type `of`.
 */
export interface GuardType {
  kind: "guard";
  of: TypeExpr;
  isPartial: boolean;
}

/**
 * TypeScript: a type with the fact of a condition, which holds or not (`isTrue`). There are three forms:
 * - `"name" in x`: `{ property: "name", by: [] }`: the members of the union `of` with a property of that name.
 * - `x.kind === "a"`: `{ property: "kind", by: ["a", …] }`: the members of the union whose property may be one of the types `by`.
 * - `isFoo(x)` or `x instanceof Foo`: `{ property: null, by: [Foo] }`: the type that the type guard tells or the class of which x is an instance.
 */
export interface NarrowedType {
  kind: "narrowed";
  of: TypeExpr;
  isTrue: boolean;
  property: string | null;
  by: TypeExpr[];
}

/** TypeScript: a conditional type, `A extends B ? C : D extends E ? F : G`: two branches, and G as `otherwise`. */
export interface ConditionalType {
  kind: "conditional";
  branches: ConditionalBranch[];
  /** The type if no condition holds. */
  otherwise: TypeExpr;
}

/** `A extends B ? C`: `checked` is A, `compared` B and `taken` C. */
export interface ConditionalBranch {
  checked: TypeExpr;
  compared: TypeExpr;
  taken: TypeExpr;
}

/** Whether a type is written as a walk over values, such as `a.b()`. */
export function isValueWalk(type: TypeExpr): type is NamedType {
  return type.kind === "named" && isWalk(type);
}

/** Whether a root and a path are a walk over values. */
export function isWalk({ root, path }: Pick<NamedType, "root" | "path">): boolean {
  return root.in === "instance" || root.in === "call" || path.some(isOperation);
}

/** Whether a step is not a name. */
export function isOperation(step: Step): step is Operation {
  return typeof step !== "string";
}

/** The kind of use that a reference makes of its symbol. */
export type ReferenceKind =
  | "call" // f(), x.f(), tagged templates
  | "new" // new T(): a call of the constructor, and a use of the type
  | "extends" // class extends class, interface extends interface; C#: a base-list entry, class or interface is decided in resolve
  | "implements"
  | "type" // a type annotation, type argument, cast, generic constraint
  | "accepts" // the type of a parameter of `from`; a component's props
  | "jsx" // <Component/>: a call of the component
  | "decorator" // @decorator, [Attribute]
  | "value" // any other read or write of a name: f passed as a value, a constant read, a property access
  | "reexport"
  | "prop" // an attribute of a tag: a member of what its component takes
  | "key"; // a key of an object literal: a member of the type that is expected of the object

/** One step of a path: a name, or an operation. It leads from the value or type before it to another one. Names are plain, as millions are alive. */
export type Step = string | Operation;

/** A step that is not a name. steps.ts builds them. */
export type Operation =
  /** The value after `await`. */
  | { kind: "await" }
  /** The element that a loop over the value gives. */
  | { kind: "each" }
  /** The element that `value[index]` gives. In C# the indexer, a member of the type. */
  | { kind: "index" }
  /** TypeScript: a value of the type, as opposed to the type itself. A reference with the path [value, name] is a name that a pattern took from the root. */
  | { kind: "value" }
  /** TypeScript: the type of the `this` of a function. */
  | { kind: "self" }
  /** TypeScript: the instance that `new` makes of a class. */
  | { kind: "make" }
  /** C#: a collection whose elements are the value, as a query gives. */
  | { kind: "list" }
  /** C#: the value without null, as the left side of `??` gives. */
  | { kind: "not-null" }
  /** C#: the value or null, as the right side of a `?.` gives. */
  | { kind: "or-null" }
  /**
   * The result of a call; in C# of a delegate. `count`: the number of arguments; null where it is not known. A reference whose path ends with `bind` and a
   * call is `f.bind(this)()`.
   */
  | { kind: "call"; count: number | null }
  | ParameterStep
  /** TypeScript: the element of a tuple or list, by its number from 0. C#: the part that a pattern takes. */
  | { kind: "item"; number: number };

/**
 * From a function to the type of one of its parameters, by its number from 0. TypeScript: the number of arguments in the call and the form of this
 * argument help to choose an overload; either may be unknown.
 */
export interface ParameterStep {
  kind: "parameter";
  number: number;
  count: number | null;
  argument: ArgumentKind | null;
}

/** The form of an argument, if it is an object literal or a function. */
export type ArgumentKind = "object" | "function";

/** C#: an argument of a call. */
export interface Argument {
  /** The root of the argument's value. If the argument is a function, the root of its result. The root is unknown if it is not evident. */
  root: Root;
  path: Step[];
  /** The number of parameters, if the argument is a function. */
  parameters?: number | undefined;
  /** Whether that function returns a value; absent if it may or may not. Swift: "nothing" alone. */
  gives?: "value" | "nothing" | undefined;
  /** Whether that function writes the types of its parameters. */
  isTyped?: boolean | undefined;
  /** Whether that function is async: its value is the result of a task. */
  isAsync?: boolean | undefined;
}

/** A lambda among the arguments of a call: the argument number `argument` of `references[of]`, both from 0. */
export interface LambdaPlace {
  of: number;
  argument: number;
}

/** One use of a name. `a.b.c()` has the root of `a` and the path ["b", "c"]; a plain `f()` has the root of `f` and the path []. */
export interface Reference {
  kind: ReferenceKind;
  /** The index of the innermost enclosing symbol; 0, the file symbol, at the top level. */
  from: number;
  /** The line of the last name. */
  line: number;
  root: Root;
  path: Step[];
  /** The number of arguments of a call, a `new` or a decorator with a call; null for other uses. */
  argumentCount: number | null;
  /** TypeScript: the line of the root and of each name but the last. Absent if all are on `line`. */
  lines?: number[] | undefined;
  /** The type arguments of a base, User of `extends Repo<User>`; in C# also those of a call. */
  typeArguments?: TypeExpr[] | undefined;
  /** C#: the arguments of a call or indexer, in order; null for one of which nothing is known. */
  arguments?: (Argument | null)[] | undefined;
  /** C#: the number of type arguments of a call, if it has any. */
  typeArgumentCount?: number | undefined;
  /**
   * C#: the names of a call's named arguments, if it has any. Kotlin: a name for each argument, where not all are plain ones: "" for those without one, and
   * "{}" for the lambda behind the brackets, which the last parameter takes.
   */
  argumentNames?: string[] | undefined;
  /** Kotlin: the innermost lambda around the use that a call takes: names may be members of its receiver. Java: the place of a reference to a method. */
  lambda?: LambdaPlace | undefined;
  /** Swift: whether `await` stands before the call, or before an expression around it. */
  isAwaited?: boolean | undefined;
}

/** One imported binding, or one import without a binding. */
export interface Import {
  /** TypeScript: `import`/`require`/dynamic import. C#: `using`. */
  kind: "module" | "namespace" | "static" | "alias";
  /** The module specifier as written (`./auth`, `@app/core`), or the namespace or type of a using. */
  specifier: string;
  /** The name that the other module exports; "default"; "*" for the whole namespace; "" for an import for its side effects only. */
  imported: string;
  /** The local name; "" if none is bound. */
  local: string;
  isTypeOnly: boolean;
  /** C# `global using`. */
  isGlobal: boolean;
  /** The line; 0 if a JSDoc type in some comment names the import. */
  line: number;
  /**
   * Python: the other things that the name may mean where it is used, as branches bind it in several ways. An import with this stands for such uses alone: the
   * import of which it has the names is another one of the list.
   */
  others?: readonly BoundName[] | undefined;
}

/** A symbol or an import that a name is bound to in its file. */
export type BoundName = { in: "file"; symbol: number } | { in: "import"; import: number };

/** One name that a TypeScript or JavaScript module exports. */
export interface Export {
  /** The exported name; "default"; "*" for `export * from`; "=" for `export =` and `module.exports =`. */
  exported: string;
  /** The exported thing: a symbol of this file, one of its imports, or a name of another module. */
  target:
    | { in: "file"; symbol: number }
    | { in: "import"; import: number }
    | { in: "module"; specifier: string; imported: string }
    | { in: "unknown" };
  isTypeOnly: boolean;
  line: number;
  /** The namespace of this file that exports it, if the module does not: `declare namespace a { export { b } }`. */
  namespace?: number;
}

/** Lines that the grammar could not parse, inclusive. The code around them is still in the result. */
export type LineRange = [start: number, end: number];

export interface ParseResult {
  language: string;
  lineCount: number;
  /** "partial" if some lines did not parse; symbols are found all the same. "failed" if nothing could be parsed; the file is then only text. */
  status: "full" | "partial" | "failed";
  errorRanges: LineRange[];
  /** symbols[0] is the file itself. Parents come before their children; the order is otherwise that of the source. */
  symbols: ParsedSymbol[];
  references: Reference[];
  imports: Import[];
  exports: Export[];
  /** TypeScript: the file has no import or export, so its top-level names are global. */
  isScript: boolean;
}
