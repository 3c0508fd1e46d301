/** Types as values: names of types, their bases, and the types that declarations write. */
import { nth } from "../../base/need.js";
import type { NamedType, TypeExpr } from "../../model/parse-result.js";
import { VALUE } from "../../model/steps.js";
import { childrenNamed, typeDecls } from "../declarations.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, nodeIdOf, type ProgramFile, parentAt, symbolAt, symbolOf } from "../program-file.js";
import { genericNames, isRepresentable, reducerAlias } from "./library.js";
import { isHolder, partsOf, primaryOf } from "./parts.js";
import { swiftCaches } from "./state.js";
import { boundOf, libraryValue, NOTHING, SELF_ID, substitute, type TypeValue, type Value } from "./value.js";
import { topLevel } from "./visibility.js";

/** Types nested deeper than this are unknown. */
const DEEPEST = 24;

/** A value of the type that a declaration is, with its own type parameters as arguments. */
export function selfValue(program: Program, decl: Decl): Value {
  const primary = primaryOf(program, decl);
  if (primary !== null) return ownValue(program, primary, decl);
  // In `extension Array where Element == Foo` the elements are known.
  const { name } = symbolOf(decl);
  const args = genericNames(name).map((each) => parameterOf(program, decl, each) ?? NOTHING);
  return { is: "library", name, args };
}

/** A value of a declared type, whose type arguments are its parameters, as the part `of` constrains them. */
function ownValue(program: Program, primary: Decl, of: Decl): TypeValue {
  return { is: "type", decls: typeDecls(program, primary), args: ownArguments(program, primary, of) };
}

/** The type parameters of a type as values, as its part `of` constrains them. */
export function ownArguments(program: Program, primary: Decl, of: Decl = primary): Value[] {
  return symbolOf(primary).typeParameters.map((name) => parameterOf(program, of, name) ?? NOTHING);
}

/** The type that an extension asks of a type parameter, by its name; of `Self` too. */
export interface Constraint {
  readonly name: string;
  readonly bound: Value;
}

/** The constraints of an extension; none for other declarations. */
export function constraintsOf(program: Program, part: Decl): Constraint[] {
  const { kind, typeParameters, typeDefaults } = symbolOf(part);
  if (kind !== "extension") return [];
  return typeParameters.flatMap((name, index) => {
    const type = typeDefaults[index];
    return type ? { name, bound: boundOf(typeValue(program, part.file, part.index, type)) } : [];
  });
}

/** The type argument of a name that a value has. */
export function argumentNamed(value: Value, name: string): Value {
  if (value.is !== "type" && value.is !== "library") return NOTHING;
  const names = value.is === "type" ? symbolOf(firstDecl(value)).typeParameters : genericNames(value.name);
  return value.args[names.indexOf(name)] ?? NOTHING;
}

/** The type parameter of a name that a declaration has, or constrains; null for none. */
function parameterOf(program: Program, decl: Decl, name: string): Value | null {
  const { typeParameters, typeDefaults } = symbolOf(decl);
  const index = typeParameters.indexOf(name);
  const isOpen = swiftCaches(program).pending.has(`${nodeIdOf(decl)} ${name}`);
  const boundType = isOpen || index < 0 ? null : typeDefaults[index];
  let bound: Value = NOTHING;
  if (boundType) {
    const { pending } = swiftCaches(program);
    const key = `${nodeIdOf(decl)} ${name}`;
    pending.add(key);
    bound = typeValue(program, decl.file, decl.index, boundType);
    pending.delete(key);
  }
  if (symbolOf(decl).kind !== "extension")
    return index < 0 ? null : { is: "parameter", id: parameterId(decl, name), name, bound };
  const primary = primaryOf(program, decl);
  if (primary === null)
    return genericNames(symbolOf(decl).name).includes(name)
      ? { is: "parameter", id: `library ${name}`, name, bound }
      : null;
  const own = parameterOf(program, primary, name);
  return own === null || bound === NOTHING ? own : ({ ...own, bound } as Value);
}

/** The id of a type parameter. */
export function parameterId(decl: Decl, name: string): string {
  return `${nodeIdOf(decl)} ${name}`;
}

/** The value of a type that is written in the symbol `from` of a file. */
export function typeValue(
  program: Program,
  file: ProgramFile,
  from: number,
  type: TypeExpr,
  depth = 0,
  given?: NamedTypes,
): Value {
  if (depth > DEEPEST) return NOTHING;
  const inner = (each: TypeExpr) => typeValue(program, file, from, each, depth + 1, given);
  switch (type.kind) {
    case "named":
      return namedValue(program, file, from, type, depth, given);
    case "function":
      return { is: "function", parameters: type.parameters.map(inner), result: inner(type.result) };
    case "tuple":
      return { is: "tuple", items: type.of.map(inner), names: type.names };
    case "both":
      return { is: "all", of: type.of.map(inner) };
    default:
      return NOTHING;
  }
}

/** The types that type parameters stand for, by their names. */
type NamedTypes = ReadonlyMap<string, Value>;

function namedValue(
  program: Program,
  file: ProgramFile,
  from: number,
  type: NamedType,
  depth: number,
  given?: NamedTypes,
): Value {
  if (type.root.in !== "free") return NOTHING;
  const args = (type.args ?? []).map((each) => typeValue(program, file, from, each, depth + 1, given));
  if (type.path[0] === VALUE) return NOTHING;
  if (type.root.name === "Metatype" && type.path.length === 0) return { is: "meta", of: args[0] ?? NOTHING };
  const found = namedFrom(program, file, from, type, given);
  if (found.is !== "meta") return found;
  const { of } = found;
  if (args.length === 0) return of;
  const alias = type.path.length === 0 ? genericAlias(program, file, type.root.name) : null;
  if (alias !== null) return aliasWith(program, alias, args, depth);
  if (of.is === "library") return ofReducer(program, of.name, args) ?? { ...of, args };
  return of.is === "type" ? { ...of, args } : of;
}

/** The value of a library's alias whose arguments are types in a reducer; null for any other name, or where the reducer is unknown. */
function ofReducer(program: Program, name: string, args: readonly Value[]): Value | null {
  const alias = reducerAlias(name);
  const [reducer] = args;
  if (alias === null || reducer === undefined) return null;
  const [type, ...parts] = alias;
  const found = parts.map((part) => nestedType(program, reducer, part));
  return { is: "library", name: type, args: found.map((each) => (each.is === "meta" ? each.of : NOTHING)) };
}

/** The alias of a name at the top level that has type parameters; null for none. */
function genericAlias(program: Program, file: ProgramFile, name: string): Decl | null {
  const [first, more] = topLevel(program, file, name).filter((decl) => isTypeKind(symbolOf(decl).kind));
  if (first === undefined || more !== undefined) return null;
  const { kind, typeParameters } = symbolOf(first);
  return kind === "type" && typeParameters.length > 0 ? first : null;
}

/** The type that a generic alias stands for with some type arguments: of `typealias StoreOf<R> = Store<R.State>`, `StoreOf<Cart>` is `Store<Cart.State>`. */
function aliasWith(program: Program, alias: Decl, args: readonly Value[], depth: number): Value {
  const { declaredType, typeParameters } = symbolOf(alias);
  if (declaredType === null) return NOTHING;
  const given = new Map(typeParameters.map((name, index) => [name, args[index] ?? NOTHING]));
  const { pending } = swiftCaches(program);
  const key = `alias ${alias.file.id} ${alias.index}`;
  if (pending.has(key)) return NOTHING;
  pending.add(key);
  const value = typeValue(program, alias.file, alias.index, declaredType, depth + 1, given);
  pending.delete(key);
  return value;
}

/** The type that a name with its path means, as a type itself; a type parameter as it is. */
export function namedFrom(
  program: Program,
  file: ProgramFile,
  from: number,
  { root, path }: Pick<NamedType, "root" | "path">,
  given?: NamedTypes,
): Value {
  if (root.in !== "free") return NOTHING;
  const meant = given?.get(root.name);
  let value: Value =
    meant === undefined
      ? typeNamed(program, file, from, root.name)
      : meant.is === "parameter"
        ? meant
        : { is: "meta", of: meant };
  let isModule = value.is === "unknown" || isLibrary(value);
  for (const step of path) {
    if (typeof step !== "string") return NOTHING;
    const inner = nestedType(program, value, step);
    if (inner.is === "parameter" && value.is === "parameter") value = { ...inner, of: value };
    else if (inner.is !== "unknown") value = inner;
    else if (isModule) value = moduleMember(program, file, root.name, step, value);
    else return NOTHING;
    isModule = false;
  }
  return value;
}

const isLibrary = (value: Value) => value.is === "meta" && value.of.is === "library";

/** `Foo.Bar`, where Foo is a module, or a type of a library. */
function moduleMember(program: Program, file: ProgramFile, module: string, name: string, before: Value): Value {
  const decls = topLevel(program, file, name).filter((decl) => isTypeKind(symbolOf(decl).kind));
  if (decls.length > 0 && file.imports.some(({ specifier }) => specifier === module))
    return typeOfDecls(program, decls);
  const isKnown = before.is === "meta" && before.of.is === "library";
  return isKnown ? { is: "meta", of: { is: "library", name: `${module}.${name}`, args: [] } } : NOTHING;
}

/** The type of a bare name in the symbol `from`: a type parameter, a type nested around it, or one at the top level of a file. */
export function typeNamed(program: Program, file: ProgramFile, from: number, name: string): Value {
  const { types } = swiftCaches(program);
  const key = `${file.id} ${from} ${name}`;
  let value = types.get(key);
  if (value === undefined) {
    // A type whose look-up leads to itself has no meaning.
    types.set(key, NOTHING);
    value = findType(program, file, from, name);
    types.set(key, value);
  }
  return value;
}

function findType(program: Program, file: ProgramFile, from: number, name: string): Value {
  for (let index = from; index > 0; index = parentAt(file, index)) {
    const symbol = symbolAt(file, index);
    const decl: Decl = { file, index };
    const parameter = parameterOf(program, decl, name);
    if (parameter !== null) return parameter;
    if (!isHolder(symbol)) {
      const local = childrenNamed(program, file, index, name).filter((child) => isTypeKind(symbolAt(file, child).kind));
      const [first] = local;
      if (first !== undefined) return typeOfDecls(program, [{ file, index: first }]);
      continue;
    }
    if (name === "Self") return { is: "parameter", id: SELF_ID, name, bound: selfValue(program, decl) };
    const self = selfValue(program, decl);
    if (self.is === "type" && symbolOf(firstDecl(self)).name === name && symbolOf(firstDecl(self)).parent !== 0)
      return { is: "meta", of: self };
    const nested = nestedType(program, self, name);
    if (nested.is !== "unknown") return nested;
    const context = name === "Context" ? contextOf(program, self) : null;
    if (context !== null) return context;
  }
  const decls = topLevel(program, file, name).filter((decl) => isTypeKind(symbolOf(decl).kind));
  if (decls.length > 0) return typeOfDecls(program, decls);
  return { is: "meta", of: { is: "library", name, args: [] } };
}

/** `Context` in a view of SwiftUI that stands for one of UIKit or AppKit has the coordinator that the view makes. Null in another type. */
function contextOf(program: Program, self: Value): Value | null {
  const bases = partsOf(program, self).flatMap((part) => basesOfPart(program, part));
  const made = bases.some(isRepresentable) ? nestedType(program, self, "Coordinator") : null;
  return made && { is: "meta", of: libraryValue("Context", ...(made.is === "meta" ? [made.of] : [])) };
}

/** The type itself that some declarations of one name are; unknown where they are several types. */
export function typeOfDecls(program: Program, decls: readonly Decl[]): Value {
  const first = nth(decls, 0);
  const isOne = decls.every((decl) => nodeIdOf(decl) === nodeIdOf(first));
  if (!isOne && decls.length > 1) return NOTHING;
  const symbol = symbolOf(first);
  if (symbol.kind === "type") return aliasOf(program, first);
  return { is: "meta", of: { is: "type", decls: typeDecls(program, first), args: [] } };
}

/** The type that an alias stands for. An associated type is a type parameter of its protocol. */
function aliasOf(program: Program, decl: Decl): Value {
  const { declaredType, receiverType, isExplicit, name } = symbolOf(decl);
  const { pending } = swiftCaches(program);
  const key = `alias ${decl.file.id} ${decl.index}`;
  if (pending.has(key)) return NOTHING;
  pending.add(key);
  const type = isExplicit ? receiverType : declaredType;
  const value = type === null ? NOTHING : typeValue(program, decl.file, decl.index, type);
  pending.delete(key);
  const isAssociated = declaredType === null;
  if (isAssociated) return { is: "parameter", id: `associated ${name}`, name, bound: value };
  return value.is === "unknown" ? value : { is: "meta", of: value };
}

/** The type of a name in a type, or in one of its bases. */
export function nestedType(program: Program, value: Value, name: string): Value {
  const of = boundOf(value.is === "meta" ? value.of : value);
  const queue: Value[] = [of];
  const seen = new Set<string>();
  for (let position = 0; position < queue.length && position < 60; position++) {
    const each = nth(queue, position);
    const parts = partsOf(program, each);
    const key = each.is === "type" ? nodeIdOf(firstDecl(each)) : each.is === "library" ? each.name : "";
    if (seen.has(key)) continue;
    seen.add(key);
    for (const { file, index } of parts) {
      const found = childrenNamed(program, file, index, name).filter((child) => isTypeKind(symbolAt(file, child).kind));
      const [first] = found;
      if (first !== undefined) return nestedIn(program, { file, index: first }, each, of);
    }
    if (each.is === "all") queue.push(...each.of);
    else {
      const bases = parts.flatMap((part) => basesOfPart(program, part));
      queue.push(...(isGeneric(each) ? bases.map((base) => substitute(base, bindingsOf(each, of))) : bases));
    }
  }
  return NOTHING;
}

/** A type that stands in `owner`, in terms of that one's type arguments. */
function nestedIn(program: Program, decl: Decl, owner: Value, self: Value): Value {
  const found = typeOfDecls(program, [decl]);
  if (found.is !== "meta" || !isGeneric(owner)) return found;
  const isAlias = symbolOf(decl).kind === "type";
  if (!isAlias && found.of.is === "type") return { is: "meta", of: { ...found.of, around: owner } };
  return { is: "meta", of: substitute(found.of, bindingsOf(owner, self)) };
}

/** Whether a value has type arguments, or stands in a type that has some. */
const isGeneric = (value: Value) =>
  (value.is === "type" || value.is === "library") &&
  (value.args.length > 0 || (value.is === "type" && value.around !== undefined));

/** The type parameters of a declaration, by their names. */
function parametersOf(program: Program, decl: Decl): NamedTypes {
  return new Map(symbolOf(decl).typeParameters.map((name) => [name, parameterOf(program, decl, name) ?? NOTHING]));
}

/** The bases that one declaration of a type names, as values. */
export function basesOfPart(program: Program, part: Decl): readonly Value[] {
  const { bases } = swiftCaches(program);
  const known = bases.get(part);
  if (known !== undefined) return known;
  bases.set(part, []);
  const { heritage } = part.file;
  const found: Value[] = [];
  const around = parentAt(part.file, part.index);
  const named = heritage.filter(({ from }) => from === part.index);
  // Bases and their type arguments see the names around the type, and its type parameters: none of its members, which hang on the bases.
  const own = named.some(({ base }) => base.args !== undefined) ? parametersOf(program, part) : undefined;
  for (const { base } of named) found.push(boundOf(typeValue(program, part.file, around, base, 0, own)));
  bases.set(part, found);
  return found;
}

/** The meanings of a type's parameters in a value of it, and of `Self`. */
export function bindingsOf(value: Value, self: Value = value): Map<string, Value> {
  const bindings = new Map<string, Value>([[SELF_ID, self]]);
  if (value.is === "library")
    for (const [index, name] of genericNames(value.name).entries())
      bindings.set(`library ${name}`, value.args[index] ?? NOTHING);
  addArguments(bindings, value, 0);
  return bindings;
}

function addArguments(bindings: Map<string, Value>, value: Value, depth: number): void {
  if (value.is !== "type" || depth > MOST_AROUND) return;
  if (value.around !== undefined) addArguments(bindings, value.around, depth + 1);
  if (value.args.length === 0) return;
  const primary = firstDecl(value);
  symbolOf(primary).typeParameters.forEach((name, index) => {
    const arg = value.args[index];
    if (arg !== undefined) bindings.set(parameterId(primary, name), arg);
  });
}

/** Generic types around each other, at most. */
const MOST_AROUND = 8;

/** Types that an associated type means in a value: the type argument, the alias or the nested type of its name. */
export function withAssociated(program: Program, value: Value, self: Value): Value {
  if (value.is !== "parameter" || !value.id.startsWith("associated ")) return value;
  // `Source.Element` where the source is known by now.
  const of = value.of === undefined || value.of.is === "parameter" ? self : value.of;
  return associatedType(program, of, value.name) ?? value;
}

/** The meaning of an associated type in a value, by its name; null if it is unknown. */
export function associatedType(program: Program, value: Value, name: string): Value | null {
  const argument = argumentNamed(boundOf(value), name);
  if (argument.is !== "unknown") return argument;
  const found = nestedType(program, value, name);
  return found.is === "meta" ? found.of : null;
}

/** Puts the meanings in, associated types too. */
export function inTermsOf(program: Program, value: Value, owner: Value, self: Value): Value {
  return withAssociated(program, substitute(value, bindingsOf(owner, self)), self);
}
