/**
 * The types of C# values: declared types with their type arguments, and the bases of types. A type that is not known is said to be unknown; nothing
 * here guesses.
 */
import { nth } from "../../base/need.js";
import { RUNTIME_BASES } from "../../languages/csharp/runtime-types.js";
import type { TypeExpr, TypeForm } from "../../model/parse-result.js";
import { named } from "../../model/type-forms.js";
import { basesOf } from "../bases.js";
import { typeDecls } from "../declarations.js";
import { toInstance } from "../instance.js";
import { typePlace } from "../lookup.js";
import { isTypeKind } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import {
  type Decl,
  firstDecl,
  nodeIdOf,
  type ProgramFile,
  parentAt,
  parentOf,
  symbolAt,
  symbolOf,
} from "../program-file.js";
import { SymbolTable } from "../symbol-table.js";
import { COLLECTIONS, ENUMS, isCollection, LIBRARY_BASES, VALUE_TYPES } from "./library-kinds.js";
import { csharpCaches } from "./state.js";
import type { Bases, Bindings, CsharpTables, TypeValue, Value } from "./value.js";
import { formValue, isNullable, libraryValue, type Member, NONE, NOTHING, notNull, typeId } from "./value.js";

const NULL: Value = libraryValue("null");
const NONE_WRITTEN: readonly TypeExpr[] = [];
export const UNBOUND: Bindings = new Map();
/** A type has at most this many bases, also where they refer to each other in a circle. */
const MOST_BASES = 200;

/** The tables of C# types, filled as far as something was asked for. */
export function tablesOf(program: Program): CsharpTables {
  const caches = csharpCaches(program);
  caches.tables ??= {
    declared: new SymbolTable(),
    parameters: new SymbolTable(),
    bases: new SymbolTable(),
    allBases: new Map(),
    typeParameters: new SymbolTable(),
    libraryNames: new Map(),
  };
  return caches.tables;
}

/** A value of a type that is written in the symbol `from` of a file. */
export function valueOfType(program: Program, file: ProgramFile, from: number, type: TypeExpr | null): Value {
  if (type === null) return NOTHING;
  if (type.kind !== "named") return valueOfForm(program, file, from, type);
  const { root, path, args = [] } = type;
  if (root.in === "parameter") {
    const bound = valueOfType(program, file, from, root.bound);
    return { ...bound, parameter: parameterId(program, file, from, root.name) };
  }
  if (root.in === "unknown") return NOTHING;
  if (root.in === "free" && root.name === "null") return NULL;
  const given = args.length === 0 ? NONE : args.map((arg) => valueOfType(program, file, from, arg));
  const value = valueOfPlace(toInstance(program, typePlace(program, file, from, named(root, path))), given);
  return isNullable(value) ? orNull(notNull(value)) : value;
}

/** A value of a type without a name. C# has four forms of them. */
function valueOfForm(program: Program, file: ProgramFile, from: number, type: TypeForm): Value {
  switch (type.kind) {
    case "tuple":
      return formValue(
        "tuple",
        type.of.map((part) => valueOfType(program, file, from, part)),
        type.names,
      );
    case "list":
    case "thrown":
    case "anonymous":
      return formValue(type.kind);
    default:
      return NOTHING;
  }
}

/** A value that may be null: of `T?` for a value type T, else as it is. */
export function orNull(value: Value): Value {
  return isValueType(value) ? libraryValue("Nullable", [value]) : value;
}

/** Whether a value's type is known to be a value type. */
export function isValueType(value: Value): boolean {
  if (value.is === "type") return /^(?:struct|enum)$/.test(symbolOf(firstDecl(value)).kind);
  return (
    value.is === "library" &&
    (VALUE_TYPES.has(value.name) ||
      ENUMS.has(value.name) ||
      (value.parameter !== undefined && value.name === "ValueType"))
  );
}

/** A value of the type of an instance. */
export function valueOfPlace(place: Place, args: readonly Value[] = NONE): Value {
  if (place.is === "instance")
    return { is: "type", decls: place.decls, imported: place.imported, args, parameter: undefined };
  if (place.is !== "external" || place.type === null) return NOTHING;
  return {
    is: "library",
    name: bare(place.type),
    full: place.type,
    args,
    names: undefined,
    form: undefined,
    parameter: undefined,
  };
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

/** The names of types that the language has words for: an extension of `String` is one of `string`. */
const NAMES_OF_KEYWORDS = new Map(Object.entries(KEYWORDS).map(([name, word]) => [word, name]));

function parameterId(program: Program, file: ProgramFile, from: number, name: string): string {
  let owner = from;
  while (owner > 0 && !symbolAt(file, owner).typeParameters.includes(name)) owner = parentAt(file, owner);
  const index = symbolAt(file, owner).typeParameters.indexOf(name);
  return index < 0 ? `${file.nodeIds[owner]} ${name}` : nth(parameterIds(program, { file, index: owner }), index);
}

/** The ids of the type parameters that a symbol declares. Each is always the same string, which maps find sooner than an equal one. */
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

/** The bindings of a value: its type arguments by the type parameters of its type. */
export function bindingsOf(program: Program, value: Value): Bindings {
  if (value.is !== "type" || value.args.length === 0) return UNBOUND;
  return new Map(parameterIds(program, firstDecl(value)).map((id, index) => [id, value.args[index] ?? NOTHING]));
}

/** A value whose type parameters are replaced by their bindings, as far as there are some. */
export function substitute(value: Value, bindings: Bindings, depth = 0): Value {
  if (bindings.size === 0 || depth > 8) return value;
  if (value.parameter !== undefined) {
    const given = bindings.get(value.parameter);
    if (given === undefined) return value;
    // An unknown argument is at least of the parameter's bound.
    return given.is === "unknown" ? { ...value, parameter: given.parameter ?? value.parameter } : given;
  }
  if (value.is === "unknown" || value.args.length === 0) return value;
  let args: Value[] | null = null;
  for (let index = 0; index < value.args.length; index++) {
    const own = nth(value.args, index);
    const arg = substitute(own, bindings, depth + 1);
    if (arg === own) continue;
    args ??= [...value.args];
    args[index] = arg;
  }
  return args === null ? value : { ...value, args };
}

/** The value of a symbol's declared type, in terms of the type parameters around it. */
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

/** The values of a function's parameters, in terms of the type parameters around it. The receiver of an extension method is the first. */
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

/** The bases that one declaration of a type lists, in terms of the type's own parameters. */
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

/** All bases of a value's type, nearest first. The type itself is not among them, even where it is its own base. */
export function basesOfValue(program: Program, value: Value): readonly Value[] {
  const { all } = ownBases(program, value);
  if (all.length === 0) return NONE;
  const bindings = bindingsOf(program, value);
  return bindings.size === 0 ? all : all.map((base) => substitute(base, bindings));
}

/** The bases of a value's type in terms of the type's own parameters. */
export function ownBases(program: Program, value: Value): Bases {
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

/** The bases of a value's type, nearest first, for `ownBases` to keep. */
function findBases(program: Program, value: Value): Value[] {
  const found: Value[] = [];
  const seen = new Set([typeId(value)]);
  let next: Value[] = [value];
  while (next.length > 0 && found.length < MOST_BASES) {
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

/** The names of library types that a library value is known to be of as well. */
export function libraryNames(program: Program, value: Value): readonly string[] {
  if (value.is !== "library" || value.form !== undefined) return NO_NAMES;
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

/** Whether two values are known to be of the same type with the same type arguments. */
export function isSameValue(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (one.parameter !== other.parameter || one.is === "unknown" || other.is === "unknown")
    return one.parameter === other.parameter && one.is === other.is;
  if (one.is !== other.is || one.args.length !== other.args.length || typeId(one) !== typeId(other)) return false;
  return one.args.every((arg, index) => isSameValue(arg, nth(other.args, index)));
}

/** Whether a value is of an interface. A library type is one by its name. */
export function isInterface(value: Value): boolean {
  if (value.is === "type") return symbolOf(firstDecl(value)).kind === "interface";
  return value.is === "library" && /^I\p{Lu}/u.test(value.name);
}

/** A value of the innermost type around a symbol, or of the symbol if it is a type; null outside of types. */
export function thisValue(program: Program, file: ProgramFile, from: number): TypeValue | null {
  for (let index = from; index > 0; index = parentAt(file, index)) {
    const { kind } = symbolAt(file, index);
    if (isTypeKind(kind) && kind !== "type" && kind !== "enum") {
      return {
        is: "type",
        decls: typeDecls(program, { file, index: index }),
        imported: false,
        args: NONE,
        parameter: undefined,
      };
    }
  }
  return null;
}

/**
 * Whether a member takes parameters of the same types as one of a base. An unknown type counts as the same. Type parameters of the two members are the
 * same as each other alone, and those of the member's type are the same as nothing else: `Validate(T)` is not `Validate(Context)`.
 */
export function takesTheSame(program: Program, one: Member, other: Member): boolean {
  const [mine, theirs] = [one, other].map(({ decl, bindings }) =>
    parameterValues(program, decl).map((value) => substitute(value, bindings)),
  ) as [Value[], Value[]];
  const owners = [one, other].map(({ decl }) => `${nodeIdOf(decl)} `);
  const isOwn = ({ parameter }: Value) => owners.some((owner) => parameter?.startsWith(owner));
  // The bindings of a base's type parameters are not always known.
  const [own, base] = [nodeIdOf(parentOf(one.decl)), nodeIdOf(parentOf(other.decl))];
  const isFixed = ({ parameter }: Value) => own === base || parameter?.startsWith(`${base} `) !== true;
  return mine.every((value, index) => isSameType(value, theirs[index] ?? NOTHING, isOwn, isFixed));
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
  return one.args.every((arg, index) => isSameType(arg, other.args[index] ?? NOTHING, isOwn, isFixed, depth + 1));
}
