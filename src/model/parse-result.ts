/**
 * The plain data that parsing one file gives.
 *
 * A `ParseResult` depends on the text of the file alone, never on its path or its project, so it is computed once per content. Facts that the file
 * cannot know by itself (which file an import leads to, which type a name in another file means) stay symbolic in a `Reference`; resolution/ decides them.
 */

/** The kinds of symbol, one vocabulary for all languages. `node_type` in the tools. */
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
] as const;

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

export type Access =
  | "public"
  | "protected"
  | "private"
  | "internal"
  | "protected internal"
  | "private protected"
  | "file";

/** One declaration. Several with one `qualifiedName` and a mergeable kind are one symbol with several spans. */
export interface ParsedSymbol {
  /** The bare name: `authenticate`. The file symbol has "" (its name is the path, which the parse does not know). */
  name: string;
  /** As a person of the language writes it: `AuthService.authenticate`, `MyApp.Auth.AuthService.Authenticate`. */
  qualifiedName: string;
  kind: SymbolKind;
  /** Index of the enclosing symbol in `ParseResult.symbols`; -1 for the file symbol, which is always symbols[0]. */
  parent: number;
  /** Span with doc comment, decorators and modifiers left out; lines from 1, inclusive; offsets in UTF-16 units, end exclusive. */
  startLine: number;
  endLine: number;
  start: number;
  end: number;
  /** The line the name itself stands on. */
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
  /** Declarations of this name elsewhere are the same symbol: C# partial and namespaces, TypeScript interfaces, namespaces, overloads. */
  isMergeable: boolean;
  /** TypeScript: a member that need not be there; a type that has an index signature, and so members that it does not name. */
  isOptional: boolean;
  /** As written, white space folded: `(user: string, password?: string)`. Of a type its type parameters: `<K, V>`. Null where there are none. */
  parameterSignature: string | null;
  parameterCount: number | null;
  returnType: string | null;
  /** The doc comment's text without comment marks, at most 2,000 characters; null where there is none. */
  doc: string | null;
  /** The declared type of a variable, field, property or parameter property, or the declared return type of a function. */
  declaredType: TypeName | null;
  /**
   * The declared types of a function's parameters; null where there is none. Absent where none has a type. TypeScript's `this` is left out, and
   * what an extension method of C# is called on is not.
   */
  parameterTypes?: (TypeName | null)[] | undefined;
  /** C#: what a member of an `extension` block is a member of. TypeScript: the declared type of a function's `this`. */
  receiverType?: TypeName | undefined;
  /** TypeScript: what `new` makes of a value of an interface, by its construct signature. */
  madeType?: TypeName | undefined;
  /** The type's own type parameters or the function's: names that hide outer ones. */
  typeParameters: string[];
  /** TypeScript: what type parameters are that nothing decides, where they have a constraint beside; null for those that have not. */
  typeDefaults?: (TypeName | null)[] | undefined;
}

/** Where the first name of an expression comes from, as far as its own file can tell. */
export type Root =
  /** `symbols[symbol]` of this file. `isSelf`: it is called `this`, in an object or among static members. */
  | { in: "file"; symbol: number; isSelf?: boolean }
  /** `imports[import]` of this file. */
  | { in: "import"; import: number }
  /**
   * Not declared in this file: a global, or (C#) a name to look up in namespaces, usings and base classes. A C# type with type arguments is
   * named as the runtime does: "Result`1" for `Result<T>`.
   */
  | { in: "free"; name: string }
  /** An instance of `symbols[type]`: `this`. */
  | { in: "this"; type: number }
  /** The base of `symbols[type]`: `super`, `base`. */
  | { in: "super"; type: number }
  /** A value whose type is evident: a declared variable or parameter, `new T()`, `x as T`. */
  | { in: "instance"; type: TypeName }
  /** The value that the call `references[of]` gives. */
  | { in: "result"; of: number }
  /**
   * C#: what the call `references[of]` calls the function with that it is given as its argument of this number, as the function's parameter of
   * that number, both from 0; with parameter -1, the variable that the call sets: `out var x`.
   */
  | { in: "callback"; of: number; argument: number; parameter: number }
  /** TypeScript: a type parameter, and what it extends. */
  | { in: "parameter"; name: string; bound: TypeName | null }
  /** TypeScript: what a call of what stands at `of` gives, where its type arguments or its arguments may decide that. */
  | { in: "call"; of: TypeName; typeArguments: TypeName[]; arguments: (TypeName | null)[] }
  /** A local, a parameter or an expression whose type is not evident. Only the last name is known. */
  | { in: "unknown" };

/** A type as named in the source: `Repo<User>` is root Repo with args [User]; `ns.Repo` is root ns, path ["Repo"]. */
export interface TypeName {
  root: Exclude<Root, { in: "result" | "callback" }>;
  path: string[];
  /** The type arguments, or what one of the types without a name is made of; see `UNION` and those beside it. A C# `T[]` is an Array of T. */
  args?: TypeName[];
}

/**
 * TypeScript's types without a name, as free roots: a union and an intersection of the args; a function, whose args are what it returns and its
 * parameters; a tuple, in C# with the names of its elements as the path; an object, whose path names its properties and whose args are their types.
 */
export const UNION = "(union)";

export const BOTH = "(both)";

export const FUNCTION = "(function)";

export const TUPLE = "(tuple)";

export const OBJECT = "(object)";

/** TypeScript: what takes the rest of the arguments, the last parameter of a function; the arg is the list of them. */
export const REST = "(rest)";

/**
 * TypeScript: in the path of a function, that its last arg is the declared type of its `this`. The other names of the path are those of its own type
 * parameters.
 */
export const SELF = "(self)";

/** TypeScript: a constructor, `new () => T`; the arg is T. */
export const NEWABLE = "(new)";

/** TypeScript, as a type argument: the names that Omit and Pick are given, as the path. */
export const KEYS = "(keys)";

/** TypeScript: a string, number or boolean that is a type, null and undefined among others, as the path. */
export const LITERAL = "(literal)";

/**
 * TypeScript: what a function gives that is declared to return `x is T`, where x is its first parameter and T the arg. With a path where T is said by more
 * than names, so that a value which is none may be of what the arg says.
 */
export const GUARD = "(guard)";

/**
 * TypeScript: what a condition leaves of the first arg, and what it leaves where it is false. With a path, of a union those types that have a property of
 * that name, and where there are other args, one that may be any of them. Without one, what is told by the function that the other arg calls a guard, or
 * is an instance of the class that it is.
 */
export const WHERE = "(where)";

export const WHERE_NOT = "(where not)";

/**
 * TypeScript: a conditional type. The args are the type that is checked, the type that it is compared with and the type where it extends that, as
 * often as there are conditions in a row, and last the type where none holds.
 */
export const CONDITIONAL = "(conditional)";

/** TypeScript, in what a conditional type compares with: `infer X`, with X as the path; its constraint is the arg, where it has one. */
export const INFER = "(infer)";

/** TypeScript, as a branch of a conditional type: `never`, and what else has no members. */
export const NEVER = "(never)";

/**
 * TypeScript: a mapped type. The path is the name of its key parameter; the args are the type whose keys it goes over, unknown where they are
 * said in another way, and the type of each property.
 */
export const MAPPED = "(mapped)";

/** TypeScript: the property of the first arg that the second arg, a type, names: `T[K]`. */
export const PROPERTY = "(property)";

/** Whether a type is named by a walk over values: `a.b()` and what is like it. */
export function isValueWalk({ root, path }: TypeName): boolean {
  return root.in === "instance" || root.in === "call" || path.some((step) => step.startsWith("(") || step === INDEXED);
}

/** What a reference does with the symbol it names. */
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
  | "reexport";

/** Steps of a path that are no names: the result of awaiting a value, and what a loop over it gives. C# indexing is a step "this[]". */
export const AWAITED = "(await)";

export const EACH = "(each)";

/** C#: a collection of values like the one so far, as a query gives; as a type, that of `[a, b]`, which becomes what it is given for. */
export const LISTED = "(list)";

/** C#: as a type, what an expression or a block gives that throws. */
export const THROWS = "(throws)";

/** C#: a value that is not null, as the left side of `??` gives, and one that is null where a `?.` on the way to it met null. */
export const NOT_NULL = "(not null)";

export const OR_NULL = "(or null)";

/**
 * CALLED in C#: what a delegate gives.
 * TypeScript: a value of the type so far, and in the paths of types what calling what stands there gives. In a reference, a path of
 * VALUE and a name is a name that a pattern took from the root, and one that ends in `bind` and CALLED is `f.bind(this)()`.
 */
export const VALUE = "(value)";

export const CALLED = "(called)";

/** TypeScript, in the paths of types: what `new` makes of a class, and what `value[index]` gives. */
export const MADE = "(made)";

export const INDEXED = "this[]";

/** TypeScript, in the paths of types: what calling what stands there with so many arguments gives. */
export function calledStep(count: number): string {
  return `(called ${count})`;
}

/** Whether a step is a call, with however many arguments. */
export function isCalledStep(step: string): boolean {
  return step === CALLED || step.startsWith("(called ");
}

/** What an argument plainly is. */
export type ArgumentKind = "object" | "function";

/**
 * TypeScript, in the paths of types: what the function that stands there takes as its parameter of this number, from 0, in a call with so many arguments,
 * of which this one is an object or a function, where that is known.
 */
export function parameterStep(number: number, count?: number, kind?: ArgumentKind): string {
  if (count === undefined) return `(parameter ${number})`;
  return kind === undefined ? `(parameter ${number} of ${count})` : `(parameter ${number} of ${count}: ${kind})`;
}

/** What the argument is whose parameter a step is; undefined where that is not known. */
export function stepKind(step: string): ArgumentKind | undefined {
  return step.endsWith(": object)") ? "object" : step.endsWith(": function)") ? "function" : undefined;
}

/** TypeScript, in the paths of types: the element of a tuple or list at a place. */
export function itemStep(number: number): string {
  return `(item ${number})`;
}

/** The number of a step that `parameterStep`, `itemStep` or `calledStep` made; -1 for any other. */
export function stepNumber(step: string, kind: "parameter" | "item" | "called"): number {
  return step.startsWith(`(${kind} `) ? Number.parseInt(step.slice(kind.length + 2), 10) : -1;
}

/** How many arguments the call has whose parameter a step is; null where that is not known. */
export function stepCount(step: string): number | null {
  const at = step.indexOf(" of ");
  return at === -1 ? null : Number.parseInt(step.slice(at + 4), 10);
}

/** C#: an argument of a call. */
export interface Argument {
  /** The value, or what the function gives that is the argument; an unknown root where that is not evident. */
  root: Root;
  path: string[];
  /** How many parameters the function has that is the argument; absent where it is none. */
  parameters?: number | undefined;
  /** Whether that function gives a value: yes or no, or it may. */
  gives?: "value" | "nothing" | undefined;
  /** Whether that function says the types of its parameters. */
  isTyped?: boolean | undefined;
  /** Whether that function is async: a value that it gives is the result of a task. */
  isAsync?: boolean | undefined;
}

/** One use of a name. `a.b.c()` has the root of `a` and the path ["b", "c"]; a plain `f()` has the root of `f` and path []. */
export interface Reference {
  kind: ReferenceKind;
  /** Index of the innermost enclosing symbol (0, the file symbol, at top level). */
  from: number;
  /** The line of the last name. */
  line: number;
  root: Root;
  path: string[];
  /** Calls, new and decorators that are called: how many arguments were given; otherwise null. */
  argumentCount: number | null;
  /** TypeScript: the lines of the root and of each name but the last, where one of them is another line. */
  lines?: number[] | undefined;
  /** The type arguments of a base: User of `extends Repo<User>`; in C# also those that a call names. */
  typeArguments?: TypeName[] | undefined;
  /** C#: what a call or an index is given, in order; null where nothing is known of it. */
  arguments?: (Argument | null)[] | undefined;
  /** C#: how many type arguments a call names, if any. */
  typeArgumentCount?: number | undefined;
  /** C#: the names of a call's named arguments, if any. */
  argumentNames?: string[] | undefined;
}

/** One imported binding, or one import without any. */
export interface Import {
  /** TypeScript: `import`/`require`/dynamic import. C#: `using`. */
  kind: "module" | "namespace" | "static" | "alias";
  /** The module specifier as written (`./auth`, `@app/core`), or the namespace or type of a using. */
  specifier: string;
  /** The exported name that is imported; "default"; "*" for the whole namespace; "" for a bare side-effect import. */
  imported: string;
  /** The local name; "" where none is bound. */
  local: string;
  isTypeOnly: boolean;
  /** C# `global using`. */
  isGlobal: boolean;
  /** 0: a JSDoc type names it, somewhere in a comment. */
  line: number;
}

/** One name that a TypeScript or JavaScript module exports. */
export interface Export {
  /** The exported name; "default"; "*" for `export * from`; "=" for `export =` and `module.exports =`. */
  exported: string;
  /** What it is: a symbol of this file, one of its imports, or a name of another module. */
  target:
    | { in: "file"; symbol: number }
    | { in: "import"; import: number }
    | { in: "module"; specifier: string; imported: string }
    | { in: "unknown" };
  isTypeOnly: boolean;
  line: number;
  /** The namespace of this file that exports it, where it is not the module: `declare namespace a { export { b } }`. */
  namespace?: number;
}

/** Lines that the grammar could not make sense of, inclusive. What stands around them is still in the result. */
export type LineRange = [start: number, end: number];

export interface ParseResult {
  language: string;
  lineCount: number;
  /** "partial" if any line range did not parse; symbols are found all the same. "failed": nothing could be parsed (text only). */
  status: "full" | "partial" | "failed";
  errorRanges: LineRange[];
  /** symbols[0] is the file itself; parents stand before their children, otherwise source order. */
  symbols: ParsedSymbol[];
  references: Reference[];
  imports: Import[];
  exports: Export[];
  /** TypeScript: has no import or export, so its top-level names are global. */
  isScript: boolean;
}
