/**
 * The types of C# values: declared types with their type arguments, what bases and members make of those, and which values can be given for
 * which parameters. What is not known is said to be unknown; nothing here guesses.
 */
import { RUNTIME_BASES } from "../../languages/csharp/runtime-types.js";
import { LISTED, TUPLE, type TypeName } from "../../model/parse-result.js";
import { basesOf } from "../bases.js";
import { childrenNamed, typeDecls } from "../declarations.js";
import { toInstance } from "../instance.js";
import { typePlace } from "../lookup.js";
import { isTypeKind } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, nodeIdOf, type ProgramFile, type ProgramSymbol, symbolOf } from "../program-file.js";
import { SymbolTable } from "../symbol-table.js";
import type { Bases, Bindings, CsharpTables, TypeValue, Value } from "./value.js";

export const NOTHING: Value = { is: "unknown", parameter: undefined };
const NONE: readonly Value[] = [];
const NULL: Value = { is: "library", name: "null", full: "null", args: NONE, names: undefined, parameter: undefined };
const NONE_WRITTEN: readonly TypeName[] = [];
const UNBOUND: Bindings = new Map();
/** A type has no more bases than these, however often they refer to each other. */
const MAX_BASES = 200;

/** A value of a type of the runtime library. */
export function libraryValue(name: string, args: readonly Value[] = NONE): Value {
  return { is: "library", name, full: name, args, names: undefined, parameter: undefined };
}

/** What is known of C# types so far. */
export function tablesOf({ caches }: Program): CsharpTables {
  caches.csharpTables ??= {
    declared: new SymbolTable(),
    parameters: new SymbolTable(),
    bases: new SymbolTable(),
    allBases: new Map(),
    typeParameters: new SymbolTable(),
    libraryNames: new Map(),
  };
  return caches.csharpTables;
}

/** A value of a type as it is written in the symbol `from` of a file. */
export function valueOfType(program: Program, file: ProgramFile, from: number, type: TypeName | null): Value {
  if (type === null) return NOTHING;
  const { root, path, args = [] } = type;
  if (root.in === "parameter") {
    const bound = valueOfType(program, file, from, root.bound);
    return { ...bound, parameter: parameterId(program, file, from, root.name) };
  }
  if (root.in === "unknown") return NOTHING;
  if (root.in === "free" && root.name === "null") return NULL;
  const given = args.length === 0 ? NONE : args.map((arg) => valueOfType(program, file, from, arg));
  if (root.in === "free" && root.name === TUPLE) {
    return { is: "library", name: TUPLE, full: TUPLE, args: given, names: path, parameter: undefined };
  }
  const value = valueOfPlace(toInstance(program, typePlace(program, file, from, { root, path })), given);
  return isNullable(value) ? orNull(notNull(value)) : value;
}

/** Whether a value is of `T?` for a value type T. */
export function isNullable(value: Value): boolean {
  return value.is === "library" && value.name === "Nullable" && value.args.length === 1;
}

/** A value that may be null: of `T?` where T is a value type, else as it is. */
export function orNull(value: Value): Value {
  return isValueType(value) ? libraryValue("Nullable", [value]) : value;
}

/** A value that is not null: of T where it is of `T?`. */
export function notNull(value: Value): Value {
  return value.is === "library" && isNullable(value) ? value.args[0]! : value;
}

/** Whether a value's type is known to be a value type. */
export function isValueType(value: Value): boolean {
  if (value.is === "type") return /^(?:struct|enum)$/.test(symbolOf(value.decls[0]!).kind);
  return (
    value.is === "library" &&
    (VALUE_TYPES.has(value.name) ||
      ENUMS.has(value.name) ||
      (value.parameter !== undefined && value.name === "ValueType"))
  );
}

/** A value of the type that an instance is of. */
export function valueOfPlace(place: Place, args: readonly Value[] = NONE): Value {
  if (place.is === "instance")
    return { is: "type", decls: place.decls, imported: place.imported, args, parameter: undefined };
  if (place.is !== "external" || place.type === null) return NOTHING;
  return { is: "library", name: bare(place.type), full: place.type, args, names: undefined, parameter: undefined };
}

function bare(name: string): string {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return KEYWORDS[last] ?? last;
}

const KEYWORDS: Record<string, string> = {
  String: "string",
  Boolean: "bool",
  Byte: "byte",
  Char: "char",
  Decimal: "decimal",
  Double: "double",
  Single: "float",
  Int16: "short",
  Int32: "int",
  Int64: "long",
  Object: "object",
};

/** The names of types behind the words of the language: an extension of `String` is one of `string`. */
const NAMES_OF_KEYWORDS = new Map(Object.entries(KEYWORDS).map(([name, word]) => [word, name]));

function parameterId(program: Program, file: ProgramFile, from: number, name: string): string {
  let owner = from;
  while (owner > 0 && !file.symbols[owner]!.typeParameters.includes(name)) owner = file.symbols[owner]!.parent;
  const at = file.symbols[owner]!.typeParameters.indexOf(name);
  return at < 0 ? `${file.nodeIds[owner]} ${name}` : parameterIds(program, { file, index: owner })[at]!;
}

/** The ids of the type parameters that a symbol declares: one string for each, which maps find sooner than an equal one. */
export function parameterIds(program: Program, decl: Decl): readonly string[] {
  const { typeParameters } = symbolOf(decl);
  if (typeParameters.length === 0) return NO_IDS;
  const known = tablesOf(program).typeParameters;
  let ids = known.get(decl);
  if (ids === undefined) {
    ids = typeParameters.map((name) => `${nodeIdOf(decl)} ${name}`);
    known.set(decl, ids);
  }
  return ids;
}

const NO_IDS: readonly string[] = [];

/** What the type parameters of a value's type stand for in it. */
export function bindingsOf(program: Program, value: Value): Bindings {
  if (value.is !== "type" || value.args.length === 0) return UNBOUND;
  return new Map(parameterIds(program, value.decls[0]!).map((id, at) => [id, value.args[at] ?? NOTHING]));
}

/** The value with type parameters replaced by what they stand for, where that is known. */
export function substitute(value: Value, bindings: Bindings, depth = 0): Value {
  if (bindings.size === 0 || depth > 8) return value;
  if (value.parameter !== undefined) {
    const given = bindings.get(value.parameter);
    if (given === undefined) return value;
    // Of what is given, no more is known than what it must be.
    return given.is === "unknown" ? { ...value, parameter: given.parameter ?? value.parameter } : given;
  }
  if (value.is === "unknown" || value.args.length === 0) return value;
  let args: Value[] | null = null;
  for (let at = 0; at < value.args.length; at++) {
    const arg = substitute(value.args[at]!, bindings, depth + 1);
    if (arg === value.args[at]) continue;
    args ??= [...value.args];
    args[at] = arg;
  }
  return args === null ? value : { ...value, args };
}

/** What a symbol's declared type is, in terms of the type parameters around it. */
export function declaredValue(program: Program, decl: Decl): Value {
  const { declared } = tablesOf(program);
  let value = declared.get(decl);
  if (value === undefined) {
    declared.set(decl, NOTHING);
    value = valueOfType(program, decl.file, decl.index, symbolOf(decl).declaredType);
    declared.set(decl, value);
  }
  return value;
}

/** What a function's parameters are, in terms of the type parameters around it; an extension method's receiver is the first. */
export function parameterValues(program: Program, decl: Decl): readonly Value[] {
  const { parameters } = tablesOf(program);
  let values = parameters.get(decl);
  if (values === undefined) {
    const types = symbolOf(decl).parameterTypes;
    values = types.map((type) => valueOfType(program, decl.file, decl.index, type));
    parameters.set(decl, values);
  }
  return values;
}

/** What stands in the base list of one declaration of a type, in terms of the type's own parameters. */
export function directBases(program: Program, decl: Decl): readonly Value[] {
  const { bases } = tablesOf(program);
  let found = bases.get(decl);
  if (found === undefined) {
    found = basesOf(program, decl).map(({ base, place }) => {
      const args = (base.args ?? NONE_WRITTEN).map((arg) => valueOfType(program, decl.file, decl.index, arg));
      const value = valueOfPlace(toInstance(program, place), args);
      const isElsewhere = value.is === "type" && value.decls.every(({ file }) => file !== decl.file);
      return isElsewhere ? { ...value, imported: true } : value;
    });
    bases.set(decl, found);
  }
  return found;
}

/** All bases of a value's type, nearest first. A type that is its own base is not among them. */
export function basesOfValue(program: Program, value: Value): readonly Value[] {
  const { all } = ownBases(program, value);
  if (all.length === 0) return NONE;
  const bindings = bindingsOf(program, value);
  return bindings.size === 0 ? all : all.map((base) => substitute(base, bindings));
}

/** The bases of a value's type in terms of the type's own parameters. */
function ownBases(program: Program, value: Value): Bases {
  if (value.is !== "type") return NO_BASES;
  const { allBases } = tablesOf(program);
  let bases = allBases.get(value.decls);
  if (bases === undefined) {
    const all = findBases(program, { ...value, args: NONE });
    bases = { all, withMembers: isInterface(value) ? all : all.filter((base) => !isInterface(base)) };
    allBases.set(value.decls, bases);
  }
  return bases;
}

const NO_BASES: Bases = { all: NONE, withMembers: NONE };

/** The bases in terms of the type's own parameters. */
function findBases(program: Program, value: Value): Value[] {
  const found: Value[] = [];
  const seen = new Set([typeId(value)]);
  let next: Value[] = [value];
  while (next.length > 0 && found.length < MAX_BASES) {
    const level: Value[] = [];
    for (const type of next) {
      if (type.is !== "type") continue;
      const bindings = bindingsOf(program, type);
      for (const base of type.decls.flatMap((decl) => directBases(program, decl))) {
        const id = typeId(base);
        if (seen.has(id)) continue;
        seen.add(id);
        const own = substitute(base, bindings);
        level.push(own.is === "type" && type !== value && type.imported ? { ...own, imported: true } : own);
      }
    }
    found.push(...level);
    next = level;
  }
  return found;
}

/** The names of library types that a library value is known to be of too. */
export function libraryNames(program: Program, value: Value): readonly string[] {
  if (value.is !== "library") return NO_NAMES;
  const known = tablesOf(program).libraryNames;
  const key = value.full === value.name ? value.name : `${value.name} ${value.full}`;
  let names = known.get(key);
  if (names === undefined) {
    names = findLibraryNames(value);
    known.set(key, names);
  }
  return names;
}

const NO_NAMES: readonly string[] = [];

function findLibraryNames(value: Extract<Value, { is: "library" }>): string[] {
  const bases = LIBRARY_BASES.filter(([name]) => name.test(value.name)).flatMap(([, names]) => [...names]);
  const collections = isCollection(value.name) ? COLLECTIONS : value.name === "string" ? ["IEnumerable"] : [];
  const told = RUNTIME_BASES[value.name] ?? [];
  const alias = NAMES_OF_KEYWORDS.get(value.name) ?? value.name;
  return [value.name, alias, value.full.slice(value.full.lastIndexOf(".") + 1), ...told, ...bases, ...collections];
}

/** Whether two values are known to be of the very same type, type arguments and all. */
export function isSameValue(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (one.parameter !== other.parameter || one.is === "unknown" || other.is === "unknown")
    return one.parameter === other.parameter && one.is === other.is;
  if (one.is !== other.is || one.args.length !== other.args.length || typeId(one) !== typeId(other)) return false;
  return one.args.every((arg, at) => isSameValue(arg, other.args[at]!));
}

/** Names the type of a value without its type arguments; "" for what is not known. */
export function typeId(value: Value): string {
  if (value.is === "type") return nodeIdOf(value.decls[0]!);
  return value.is === "library" ? `library ${value.name}` : "";
}

export function isInterface(value: Value): boolean {
  if (value.is === "type") return symbolOf(value.decls[0]!).kind === "interface";
  return value.is === "library" && /^I\p{Lu}/u.test(value.name);
}

/** A symbol found as a member, and what the type parameters around it stand for. */
export interface Member {
  decl: Decl;
  bindings: Bindings;
}

/** The members of one name that one type declares. */
export interface Level {
  members: Member[];
  /** Whether another file had to be asked. */
  imported: boolean;
}

/** The members of a name in a type and its bases, nearest first. */
export function* levelsOf(
  program: Program,
  value: TypeValue,
  name: string,
  accepts: (symbol: ProgramSymbol) => boolean = isMember,
): Generator<Level> {
  const own = levelOf(program, value, name, accepts, null);
  if (own !== null) yield own;
  yield* inheritedLevels(program, value, name, accepts);
}

function* inheritedLevels(
  program: Program,
  value: TypeValue,
  name: string,
  accepts: (symbol: ProgramSymbol) => boolean,
): Generator<Level> {
  for (const type of ownBases(program, value).withMembers) {
    const level = type.is === "type" ? levelOf(program, type, name, accepts, value) : null;
    if (level !== null) yield value.imported && !level.imported ? { ...level, imported: true } : level;
  }
}

/** The nearest of them; null for none. */
export function firstLevel(program: Program, value: TypeValue, name: string): Level | null {
  const own = levelOf(program, value, name, isMember, null);
  if (own !== null) return own;
  for (const level of inheritedLevels(program, value, name, isMember)) return level;
  return null;
}

/** The members of a type itself. `heir`: the value in terms of whose type parameters the type stands; null where it is that itself. */
function levelOf(
  program: Program,
  type: TypeValue,
  name: string,
  accepts: (symbol: ProgramSymbol) => boolean,
  heir: TypeValue | null,
): Level | null {
  let members: Member[] | null = null;
  let bindings = UNBOUND;
  for (const { file, index } of type.decls) {
    for (const child of childrenNamed(program, file, index, name)) {
      if (!accepts(file.symbols[child]!)) continue;
      if (members === null) {
        const inherited = heir === null ? type : substitute(type, bindingsOf(program, heir));
        bindings = bindingsOf(program, inherited);
      }
      members ??= [];
      members.push({ decl: { file, index: child }, bindings });
    }
  }
  return members === null ? null : { members, imported: type.imported };
}

/** The library type, or the one that is not known, that a type may have other members from; null for none. */
export function outsideOf(program: Program, value: TypeValue): Value | null {
  const base = ownBases(program, value).withMembers.find((each) => each.is !== "type");
  return base === undefined ? null : substitute(base, bindingsOf(program, value));
}

export function isMember(symbol: ProgramSymbol): boolean {
  return symbol.kind !== "constructor" && !symbol.isExplicit;
}

/** A value of the type that encloses a symbol, or is it; null outside of types. */
export function thisValue(program: Program, file: ProgramFile, from: number): TypeValue | null {
  for (let at = from; at > 0; at = file.symbols[at]!.parent) {
    const { kind } = file.symbols[at]!;
    if (isTypeKind(kind) && kind !== "type" && kind !== "enum") {
      return {
        is: "type",
        decls: typeDecls(program, { file, index: at }),
        imported: false,
        args: NONE,
        parameter: undefined,
      };
    }
  }
  return null;
}

/**
 * Whether a member takes parameters of the same types as one of a base; what is not known is taken for the same. Type parameters of theirs are so with each
 * other alone, and those of the member's type with nothing else: `Validate(T)` is not `Validate(Context)`.
 */
export function takesTheSame(program: Program, one: Member, other: Member): boolean {
  const [mine, theirs] = [one, other].map(({ decl, bindings }) =>
    parameterValues(program, decl).map((value) => substitute(value, bindings)),
  ) as [Value[], Value[]];
  const owners = [one, other].map(({ decl }) => `${nodeIdOf(decl)} `);
  const isOwn = ({ parameter }: Value) => owners.some((owner) => parameter?.startsWith(owner));
  // What the type parameters of a base stand for is not always known.
  const [own, base] = [one, other].map(({ decl: { file, index } }) => `${file.nodeIds[file.symbols[index]!.parent]} `);
  const isFixed = ({ parameter }: Value) => own === base || parameter?.startsWith(base!) !== true;
  return mine.every((value, at) => isSameType(value, theirs[at] ?? NOTHING, isOwn, isFixed));
}

function isSameType(
  one: Value,
  other: Value,
  isOwn: (value: Value) => boolean,
  isFixed: (value: Value) => boolean,
  depth = 0,
): boolean {
  const [parameter, type] = one.parameter === undefined ? [other, one] : [one, other];
  const isOne = parameter.parameter !== undefined && !isOwn(parameter) && isFixed(parameter);
  if (isOne && type.parameter === undefined && type.is !== "unknown") return false;
  const [own, ...rest] = [one, other].filter(isOwn);
  if (own !== undefined && rest.length === 0) {
    const fixed = own === one ? other : one;
    return fixed.is === "unknown" && fixed.parameter === undefined;
  }
  if (one.parameter !== undefined || other.parameter !== undefined) return true;
  if (one.is === "unknown" || other.is === "unknown" || depth > 6) return true;
  if (typeId(one) !== typeId(other)) return false;
  return one.args.every((arg, at) => isSameType(arg, other.args[at] ?? NOTHING, isOwn, isFixed, depth + 1));
}

/** What is under a name of a type, whether given or inherited: `IEnumerable<T>` of a `List<T>`. Null where there is none. */
export function asType(program: Program, value: Value, target: Value): Value | null {
  const id = typeId(target);
  if (id === "") return null;
  if (typeId(value) === id) return value;
  if (value.is === "library" && target.is === "library") {
    const held = isCollection(value.name) && COLLECTIONS.has(target.name) ? heldBy(value) : null;
    return held === null ? null : libraryValue(target.name, [held]);
  }
  const base = ownBases(program, value).all.find((each) => typeId(each) === id);
  return base === undefined ? null : substitute(base, bindingsOf(program, value));
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Interfaces of collections with one type argument. */
const COLLECTIONS = words(`IEnumerable ICollection IList IReadOnlyCollection IReadOnlyList`);
const HOLDERS = words(`
  Array List HashSet SortedSet Queue Stack LinkedList IEnumerable ICollection IList IReadOnlyCollection IReadOnlyList ISet IReadOnlySet IQueryable
  IOrderedEnumerable IOrderedQueryable IAsyncEnumerable ImmutableArray ImmutableList ImmutableHashSet FrozenSet ConcurrentBag ConcurrentQueue
  ConcurrentStack ObservableCollection Collection ReadOnlyCollection BlockingCollection Span ReadOnlySpan Memory ReadOnlyMemory ParallelQuery
  IEnumerator ArraySegment PriorityQueue DbSet
`);
const KEYED = /(?:Dictionary|SortedList)$/;

/** Whether values of a library type are collections. */
export function isCollection(name: string): boolean {
  return HOLDERS.has(name) || KEYED.test(name) || name === "IGrouping" || name === "ILookup" || name === "Lookup";
}

/** Whether a library type looks up values by keys. */
export function isKeyed(name: string): boolean {
  return KEYED.test(name);
}

function heldBy({ name, args }: Extract<Value, { is: "library" }>): Value | null {
  if (name === "string") return libraryValue("char");
  if (HOLDERS.has(name)) return args[0] ?? NOTHING;
  if (KEYED.test(name)) return libraryValue("KeyValuePair", args);
  if (name === "IGrouping") return args[1] ?? NOTHING;
  return name === "ILookup" || name === "Lookup" ? libraryValue("IGrouping", args) : null;
}

/** What a loop over a value gives. */
export function elementOf(program: Program, value: Value): Value {
  if (value.is === "library") return heldBy(value) ?? NOTHING;
  if (value.is !== "type") return NOTHING;
  const own = firstLevel(program, value, "GetEnumerator")?.members.find(
    ({ decl }) => symbolOf(decl).maxArguments === 0,
  );
  if (own !== undefined) {
    const enumerator = substitute(declaredValue(program, own.decl), own.bindings);
    if (enumerator.is === "library" && enumerator.args.length === 1) return enumerator.args[0]!;
  }
  for (const base of basesOfValue(program, value)) {
    if (base.is === "library" && base.args.length > 0 && isCollection(base.name)) return heldBy(base) ?? NOTHING;
  }
  return NOTHING;
}

/** What a delegate is called with and gives. `result`: null for none. */
export interface Signature {
  parameters: readonly Value[];
  result: Value | null;
}

/** How a value of the type is called; null for what is no delegate, "unknown" for what may be one. */
export function signatureOf(program: Program, value: Value): Signature | null | "unknown" {
  if (value.is === "unknown") return "unknown";
  if (value.is === "type") {
    const decl = value.decls[0]!;
    const { kind, minArguments, maxArguments } = symbolOf(decl);
    if (kind !== "type") return value.parameter === undefined ? null : "unknown";
    const bindings = bindingsOf(program, value);
    const parameters = Array.from({ length: maxArguments }, (_, at) =>
      substitute(parameterValues(program, decl)[at] ?? NOTHING, bindings),
    );
    if (minArguments !== maxArguments) return "unknown";
    // `void` is no type.
    const result = substitute(declaredValue(program, decl), bindings);
    return { parameters, result: isVoid(result) ? null : result };
  }
  const { name, args } = value;
  switch (name) {
    case "Action":
      return { parameters: args, result: null };
    case "Func":
      return { parameters: args.slice(0, -1), result: args.at(-1) ?? NOTHING };
    case "Predicate":
      return { parameters: args, result: libraryValue("bool") };
    case "Comparison":
      return { parameters: [args[0] ?? NOTHING, args[0] ?? NOTHING], result: libraryValue("int") };
    case "Converter":
      return { parameters: args.slice(0, 1), result: args[1] ?? NOTHING };
    case "EventHandler":
      return { parameters: [libraryValue("object"), args[0] ?? libraryValue("EventArgs")], result: null };
    case "Expression":
      return args.length === 1 ? signatureOf(program, args[0]!) : "unknown";
    default:
      return CLOSED.has(name) || isCollection(name) || name === TUPLE || /Task$/.test(name) ? null : "unknown";
  }
}

const NUMBERS = "sbyte byte short ushort int uint long ulong float double decimal".split(" ");
/** Types that no other type derives from, and that convert to few others. */
const CLOSED = words(`
  bool char string nint nuint ${NUMBERS.join(" ")} DateTime DateTimeOffset DateOnly TimeOnly TimeSpan Guid Type Uri StringBuilder
  CancellationToken Version (anonymous)
`);
const OF_CLOSED = words("IComparable IEquatable IFormattable ISpanFormattable IConvertible IParsable ValueType");
const OF_STRING = words("IEnumerable ReadOnlySpan IComparable IEquatable IConvertible ICloneable ReadOnlyMemory");

/** Enums of .NET, of which code names the values most. */
export const ENUMS = words(`
  DayOfWeek DateTimeKind StringComparison HttpStatusCode ConsoleColor ConsoleKey BindingFlags FileMode FileAccess FileShare SeekOrigin CommandType
  DbType ParameterDirection IsolationLevel LogLevel ServiceLifetime RegexOptions NumberStyles DateTimeStyles UriKind TypeCode JsonTokenType
  JsonValueKind XmlNodeType TaskStatus TaskCreationOptions ExpressionType MemberTypes SocketType ProtocolType AddressFamily SslPolicyErrors
`);

const VALUE_TYPES = words(`
  bool char nint nuint ${NUMBERS.join(" ")} Half Int128 UInt128 IntPtr UIntPtr DateTime DateTimeOffset DateOnly TimeOnly TimeSpan Guid CancellationToken
  KeyValuePair BigInteger Complex Index Range Rune JsonElement
`);

/** Whether it is what a method gives that gives nothing. */
export function isVoid(value: Value): boolean {
  return value.is === "library" && value.name === "void";
}

/** How well a value can be given where another type is asked for. */
export type Fit = "same" | "yes" | "maybe" | "no";

/** Whether a value fits a parameter. */
export function fitOf(program: Program, from: Value, to: Value, depth = 0): Fit {
  if (to.parameter !== undefined) {
    if (from.parameter === to.parameter) return "same";
    return to.is !== "unknown" && fitOf(program, from, { ...to, parameter: undefined }, depth + 1) === "no"
      ? "no"
      : "yes";
  }
  if (from.is === "unknown" || to.is === "unknown" || depth > 6) return "maybe";
  if (to.is === "library" && (to.name === "object" || to.name === "dynamic"))
    return from.is === "library" && from.name === to.name ? "same" : "yes";
  if (from.is === "library" && from.name === "null") return isValueType(to) ? "no" : "yes";
  if (from.is === "library" && from.name === "dynamic") return "maybe";
  if (isVoid(from)) return "no";
  if (isNullable(to)) return fitOfNullable(program, from, notNull(to), depth);
  if (isNullable(from)) return fitOfBoxed(program, notNull(from), to, depth);
  if (to.is === "library" && to.name === "ValueType" && from.is === "type") {
    const { kind } = symbolOf(from.decls[0]!);
    return kind === "record" ? "maybe" : isValueType(from) ? "yes" : "no";
  }
  if (from.is === "library" && from.name === LISTED && to.is === "type") return "maybe";
  if (from.is === "library" && from.name === "object") return "no";
  if (typeId(from) === typeId(to)) {
    // `Task` is no `Task<T>`, and the other way round it is.
    const isOfLibrary = from.is === "library" && from.name !== "Array" && from.args.length !== to.args.length;
    if (isOfLibrary) return to.args.length === 0 ? "yes" : "no";
    return fitOfArguments(program, from.args, to.args, depth);
  }
  if (from.is === "library" && to.is === "library") return fitOfLibrary(program, from, to, depth);
  const base = asType(program, from, to);
  if (base !== null && base.is !== "unknown")
    return fitOfArguments(program, base.args, to.args, depth) === "no" ? "no" : "yes";
  if (from.is === "type" && ownBases(program, from).all.some((each) => each.is === "unknown" || mayLeadTo(each, to)))
    return "maybe";
  return convertsByOperator(program, from, to, depth);
}

/** Whether a value fits a parameter of `T?`. */
function fitOfNullable(program: Program, from: Value, to: Value, depth: number): Fit {
  const fit = fitOf(program, notNull(from), to, depth + 1);
  return fit === "same" && !isNullable(from) ? "yes" : fit;
}

/** Whether what may be null fits a parameter of another type: objects and interfaces that its type implements. */
function fitOfBoxed(program: Program, from: Value, to: Value, depth: number): Fit {
  return isInterface(to) ? fitOf(program, from, to, depth + 1) : "no";
}

/** Whether a library type may, by bases of its own, be another. */
function mayLeadTo(base: Value, to: Value): boolean {
  if (base.is !== "library" || to.is !== "library" || CLOSED.has(to.name)) return false;
  return !(isInterface(base) && !isInterface(to));
}

function fitOfArguments(program: Program, from: readonly Value[], to: readonly Value[], depth: number): Fit {
  if (from.length === 0 || to.length === 0) return "same";
  if (from.length !== to.length) return "no";
  let fit: Fit = "same";
  for (let at = 0; at < to.length; at++) {
    const one = fitOf(program, from[at]!, to[at]!, depth + 1);
    const other = one === "no" ? fitOf(program, to[at]!, from[at]!, depth + 1) : one;
    if (other === "no") return "no";
    if (one !== "same") fit = "yes";
  }
  return fit;
}

function fitOfLibrary(
  program: Program,
  from: Extract<Value, { is: "library" }>,
  to: Extract<Value, { is: "library" }>,
  depth: number,
): Fit {
  const [low, high] = [NUMBERS.indexOf(from.name), NUMBERS.indexOf(to.name)];
  if (low >= 0 && high >= 0) {
    if (low < high) return (from.name === "float" || from.name === "double") && to.name === "decimal" ? "no" : "yes";
    // A constant fits smaller types.
    return from.name === "int" ? "maybe" : "no";
  }
  if (from.name === "string" && OF_STRING.has(to.name)) return "yes";
  if (from.name === "DateTime" && to.name === "DateTimeOffset") return "yes";
  if (from.name === "char" && high >= NUMBERS.indexOf("ushort")) return "yes";
  // Of the interfaces, those with keys are made by none.
  if (from.name === LISTED && KEYED.test(to.name) && isInterface(to)) return "no";
  if (from.name === LISTED)
    return isCollection(to.name) ? "yes" : CLOSED.has(to.name) || DELEGATES.has(to.name) ? "no" : "maybe";
  if (isCollection(from.name) && isCollection(to.name)) {
    if (KEYED.test(from.name) && KEYED.test(to.name)) return isInterface(from) && !isInterface(to) ? "no" : "yes";
    if (!COLLECTIONS.has(to.name))
      return isInterface(from) || to.name === "Array" || KEYED.test(to.name) ? "no" : "maybe";
    if (COLLECTIONS.has(from.name) && WIDER.indexOf(from.name) <= WIDER.indexOf(to.name)) return "no";
    return fitOf(program, heldBy(from) ?? NOTHING, to.args[0] ?? NOTHING, depth + 1) === "no" ? "no" : "yes";
  }
  // Of the expressions, none but an `Expression<T>` is one.
  if (isLibraryBase(from.name, to.name)) return to.name === "Expression" && to.args.length > 0 ? "no" : "yes";
  if (CLOSED.has(from.name)) {
    if (OF_CLOSED.has(to.name)) return "yes";
    const isOther = CLOSED.has(to.name) || isCollection(to.name) || isInterface(to) || isException(to.name);
    return isOther || DELEGATES.has(to.name) || to.name === "Expression" ? "no" : "maybe";
  }
  if (CLOSED.has(to.name)) return "no";
  if (from.name === TUPLE || to.name === TUPLE) return "no";
  if (isException(from.name) !== isException(to.name) && !isInterface(to)) return "no";
  if (signatureOf(program, to) === null || signatureOf(program, from) === null) {
    return DELEGATES.has(to.name) || DELEGATES.has(from.name) ? "no" : "maybe";
  }
  return DELEGATES.has(to.name) && DELEGATES.has(from.name) ? "no" : "maybe";
}

/** Interfaces of collections, wider ones behind those that are them. */
const WIDER = "IList ICollection IReadOnlyList IReadOnlyCollection IEnumerable".split(" ");

function isException(name: string): boolean {
  return name.endsWith("Exception");
}

/** What types of the library are, of those that libraries extend by methods. */
const LIBRARY_BASES: [RegExp, ReadonlySet<string>][] = [
  [/^\w*Connection$/, words("DbConnection IDbConnection")],
  [/^\w*Command$/, words("DbCommand IDbCommand")],
  [/^\w*DataReader$/, words("DbDataReader IDataReader IDataRecord")],
  [/^\w*Transaction$/, words("DbTransaction IDbTransaction")],
  [/^(?:String|Stream)Writer$/, words("TextWriter")],
  [/^(?:String|Stream)Reader$/, words("TextReader")],
  [/^\w*Stream$/, words("Stream")],
  [/^\w*Exception$/, words("Exception")],
  [/^CultureInfo$/, words("IFormatProvider")],
  [/^WebApplication$/, words("IApplicationBuilder IEndpointRouteBuilder IHost")],
  [/^\w*ApplicationBuilder$/, words("IHostApplicationBuilder")],
  [/^ServiceCollection$/, words("IServiceCollection")],
  [/^\w*ServiceProvider$/, words("IServiceProvider")],
  [/^\w*ServiceScope$/, words("IServiceScope")],
  [/^Expression$/, words("LambdaExpression")],
  [/^\w+Expression$/, words("Expression")],
  [/^(?:Configuration\w*|IConfigurationRoot|IConfigurationSection)$/, words("IConfiguration")],
  [/^(?:I\w+Connection)$/, words("IDbConnection")],
];

/** Whether a library type is derived from another, as far as the names tell. */
function isLibraryBase(from: string, to: string): boolean {
  if (RUNTIME_BASES[from]?.includes(to)) return true;
  return (
    from !== to &&
    LIBRARY_BASES.some(([name, bases]) => bases.has(to) && name.test(from)) &&
    !(from.startsWith("I") && !to.startsWith("I"))
  );
}

const DELEGATES = words("Action Func Predicate Comparison Converter EventHandler");

/** By a conversion that one of the two types declares. */
function convertsByOperator(program: Program, from: Value, to: Value, depth: number): Fit {
  for (const type of [from, to]) {
    if (type.is !== "type") continue;
    for (const { file, index } of type.decls) {
      for (let child = file.firstChild[index]!; child !== -1; child = file.nextSibling[child]!) {
        if (!file.symbols[child]!.name.startsWith("implicit operator ")) continue;
        const decl = { file, index: child };
        const [taken = NOTHING] = parameterValues(program, decl);
        const fits =
          fitOf(program, from, taken, depth + 3) !== "no" &&
          fitOf(program, declaredValue(program, decl), to, depth + 3) !== "no";
        if (fits) return "yes";
      }
    }
  }
  return "no";
}
