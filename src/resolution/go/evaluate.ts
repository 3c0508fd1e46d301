/**
 * The meanings of names, types and walks of Go. A type needs the names in it, a name the value that declares it, and a member the type that has it, so
 * these functions stand in one file. Pointers are kept in types, and looked through where members are asked for.
 */
import { nth } from "../../base/need.js";
import type { NamedType, Root, Step, TypeExpr } from "../../model/parse-result.js";
import { folderOf } from "../../model/paths.js";
import { INDEXED } from "../../model/steps.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { childrenOf, type Decl, parentOf, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import type { Ask, Site } from "./ask.js";
import { bind, parametersFrom } from "./infer.js";
import { elementsOfSequence, resultOfLibrary, resultOfMethod } from "./library-generics.js";
import { findMember, underlyingOf } from "./members.js";
import { folderOfImport, importedPackage, namesIn, packageIn } from "./packages.js";
import { areBeside, goCaches, packageOf } from "./state.js";
import {
  type Bindings,
  basic,
  type GoType,
  type Meaning,
  NO_ARGS,
  NO_BINDINGS,
  pointedTo,
  UNKNOWN_GO,
  valueMeaning,
} from "./type.js";

/** Types inside types are followed to this depth. */
const MOST_DEPTH = 40;
/** Types built from others are looked into to this depth for one of the project's. */
const MOST_OPEN = 6;

const UNKNOWN: Meaning = { is: "unknown" };
const MISSING: Meaning = { is: "missing" };

export const ASK: Ask = { typeOf: typeAt, valueOf: declaredValue };

/** The type that an expression of a type means. */
export function typeAt(site: Site, type: TypeExpr): GoType {
  const caches = goCaches(site.program);
  if (caches.depth > MOST_DEPTH) {
    caches.cuts++;
    return UNKNOWN_GO;
  }
  site.program.caches.spent++;
  caches.depth++;
  const found = readType(site, type);
  caches.depth--;
  return found;
}

function readType(site: Site, type: TypeExpr): GoType {
  switch (type.kind) {
    case "named":
      return namedType(site, type);
    case "function": {
      const results = type.result.kind === "tuple" ? type.result.of : [type.result];
      return {
        is: "function",
        parameters: type.parameters.map((each) => typeAt(site, each)),
        results: results.map((each) => typeAt(site, each)),
        isVariadic: type.parameters.at(-1)?.kind === "rest",
      };
    }
    case "tuple":
      return { is: "tuple", of: type.of.map((each) => typeAt(site, each)) };
    case "rest":
      return type.of === null ? UNKNOWN_GO : { is: "list", of: typeAt(site, type.of), word: "[]" };
    case "new":
      return typeAt(site, type.made);
    case "object":
      return { is: "struct", names: type.names, types: type.types, file: site.file, from: 0, env: site.env };
    default:
      return UNKNOWN_GO;
  }
}

function namedType(site: Site, type: NamedType): GoType {
  const { root, path, args } = type;
  if (root.in === "parameter") {
    const known = site.env.get(root.name);
    if (known !== undefined) return known;
    return { is: "parameter", name: root.name, bound: root.bound === null ? UNKNOWN_GO : typeAt(site, root.bound) };
  }
  if (root.in === "free" && path.length === 0 && args !== undefined) {
    const built = builtType(site, root.name, args);
    if (built !== null) return built;
  }
  const meaning = walkFrom(site, root, path);
  const given = args?.map((arg) => typeAt(site, arg)) ?? NO_ARGS;
  if (meaning.is === "type" && given.length > 0) return withArguments(site.program, meaning, given);
  if (meaning.is === "outside" && given.length > 0)
    return { is: "outside", module: meaning.module, name: meaning.name, args: given };
  return valueTypeOf(meaning);
}

/** A type that the language builds from others; null for a generic type of a name. */
function builtType(site: Site, name: string, args: readonly TypeExpr[]): GoType | null {
  const of = () => (args[0] === undefined ? UNKNOWN_GO : typeAt(site, args[0]));
  if (name === "*") return { is: "pointer", of: of() };
  if (name === "map") return { is: "map", key: of(), of: args[1] === undefined ? UNKNOWN_GO : typeAt(site, args[1]) };
  if (name.startsWith("[")) return { is: "list", of: of(), word: name };
  return /^(?:<-)?chan(?:<-)?$/.test(name) ? { is: "chan", of: of(), word: name } : null;
}

/** A generic type with its type arguments. */
function withArguments(
  program: Program,
  { type, decls }: Extract<Meaning, { is: "type" }>,
  args: readonly GoType[],
): GoType {
  const [decl] = decls;
  // An alias with parameters is the type that it stands for.
  if (decl !== undefined && isAlias(decl))
    return aliasOf(program, decl, bindingsOf(symbolOf(decl).typeParameters, args));
  return type.is === "named" || type.is === "outside" ? { ...type, args } : type;
}

function isAlias(decl: Decl): boolean {
  const { kind, declaredType } = symbolOf(decl);
  return kind === "type" && declaredType !== null && declaredType.kind !== "new";
}

function aliasOf(program: Program, decl: Decl, env: Bindings): GoType {
  const { declaredType } = symbolOf(decl);
  return declaredType === null ? UNKNOWN_GO : typeAt({ program, file: decl.file, env }, declaredType);
}

/** The meanings of type parameters, given their arguments. */
export function bindingsOf(names: readonly string[], args: readonly GoType[]): Bindings {
  if (names.length === 0 || args.length === 0) return NO_BINDINGS;
  return new Map(names.slice(0, args.length).map((name, index) => [name, nth(args, index)]));
}

/** The type of the value that a meaning is, or makes. */
export function valueTypeOf(meaning: Meaning): GoType {
  switch (meaning.is) {
    case "symbols":
    case "value":
    case "type":
      return meaning.type;
    case "outside":
      // A member of a generic type may be of any type that its type arguments name.
      if (meaning.args !== undefined) return UNKNOWN_GO;
      return { is: "outside", module: meaning.module, name: meaning.name, args: NO_ARGS };
    default:
      return UNKNOWN_GO;
  }
}

/** The meaning of a walk: of its root, and of each step from there. */
export function walkFrom(site: Site, root: Root, path: readonly Step[]): Meaning {
  let meaning = rootMeaning(site, root);
  for (const step of path) meaning = stepTo(site, meaning, step);
  return meaning;
}

function rootMeaning(site: Site, root: Root): Meaning {
  const { program, file, env } = site;
  switch (root.in) {
    case "file":
      return file.symbols[root.symbol] === undefined ? UNKNOWN : symbolsMeaning(site, [{ file, index: root.symbol }]);
    case "import":
      return importedPackage(program, file, root.import);
    case "free":
      return freeMeaning(site, root.name);
    case "parameter":
      return { is: "type", type: namedType(site, { kind: "named", root, path: [] }), decls: [], imported: false };
    case "instance":
    case "call": {
      const caches = goCaches(program);
      const known = env.size === 0 ? caches.roots.get(root) : undefined;
      if (known !== undefined) return known;
      const { cuts } = caches;
      const found = root.in === "instance" ? instanceMeaning(site, root.type) : callMeaning(site, root);
      if (env.size === 0 && caches.cuts === cuts) caches.roots.set(root, found);
      return found;
    }
    default:
      return UNKNOWN;
  }
}

/** A value of a written type; of a name that is a value's the value itself. */
function instanceMeaning(site: Site, type: TypeExpr): Meaning {
  const caches = goCaches(site.program);
  if (caches.depth > MOST_DEPTH) {
    caches.cuts++;
    return UNKNOWN;
  }
  const isWalk = type.kind === "named" && type.args === undefined && type.root.in !== "parameter";
  if (!isWalk) return valueMeaning(typeAt(site, type));
  caches.depth++;
  const meaning = walkFrom(site, type.root, type.path);
  caches.depth--;
  return meaning.is === "type" ? valueMeaning(meaning.type) : meaning;
}

/** The result of a call whose arguments may tell the type. */
function callMeaning(site: Site, root: Extract<Root, { in: "call" }>): Meaning {
  const callee = walkFrom(site, root.of.root, root.of.path);
  if (callee.is === "type") {
    const args = root.typeArguments.map((type) => typeAt(site, type));
    return valueMeaning(args.length > 0 ? withArguments(site.program, callee, args) : callee.type);
  }
  const decl = callee.is === "symbols" ? callee.decls[0] : undefined;
  if (decl === undefined || symbolOf(decl).typeParameters.length === 0) {
    // A generic function of a library: the result may be of any type that its arguments have.
    if (callee.is === "outside" && isOpenCall(site, root)) return valueMeaning(libraryResult(site, callee, root));
    // `handlers[at](x)` looks like a call with type arguments.
    const called = isElement(site.program, callee) ? stepTo(site, callee, INDEXED) : callee;
    return stepTo(site, called, { kind: "call", count: root.arguments.length });
  }
  const { file } = decl;
  const { typeParameters, parameterTypes, declaredType } = symbolOf(decl);
  const env = new Map(
    bindingsOf(
      typeParameters,
      root.typeArguments.map((type) => typeAt(site, type)),
    ),
  );
  if (env.size < typeParameters.length) {
    const values = root.arguments.map((type) => (type === null ? UNKNOWN_GO : typeAt(site, type)));
    const [only, ...others] = values;
    // `Must(Open())`: the results of the one call are the arguments of the other.
    const given = only?.is === "tuple" && others.length === 0 ? only.of : values;
    bind(ASK, { program: site.program, file, env }, env, parameterTypes, given);
  }
  if (declaredType === null) return UNKNOWN;
  return valueMeaning(resultOf(typeAt({ program: site.program, file, env }, declaredType)));
}

/** Whether a value holds others, and is not a function itself. */
export function isElement(program: Program, meaning: Meaning): boolean {
  return /^(?:list|map)$/.test(underlyingOf(ASK, program, pointedTo(valueTypeOf(meaning))).is);
}

/** Whether a call of a library may give a value of one of the project's types: one of its arguments does. */
function isOpenCall(site: Site, { arguments: given, typeArguments }: Extract<Root, { in: "call" }>): boolean {
  return [...typeArguments, ...given].some((type) => type === null || isOpenType(typeAt(site, type), 0));
}

/** Whether a type may hold one of the project's: all but those of libraries, and what is built from them. */
function isOpenType(type: GoType, depth: number): boolean {
  const isOpen = (inner: GoType) => isOpenType(inner, depth + 1);
  if (depth > MOST_OPEN) return true;
  switch (type.is) {
    case "outside":
      return type.args.some(isOpen);
    case "pointer":
    case "list":
    case "chan":
      return isOpen(type.of);
    case "map":
      return isOpen(type.key) || isOpen(type.of);
    case "tuple":
      return type.of.some(isOpen);
    case "function":
      return [...type.parameters, ...type.results].some(isOpen);
    default:
      return true;
  }
}

/** The result of a call of a generic function of a library. */
function libraryResult(
  site: Site,
  { module, name }: Extract<Meaning, { is: "outside" }>,
  { arguments: [first = null, second = null] }: Extract<Root, { in: "call" }>,
): GoType {
  if (first === null) return UNKNOWN_GO;
  const following = second === null ? UNKNOWN_GO : typeAt(site, second);
  const under = (type: GoType) => underlyingOf(ASK, site.program, type);
  return resultOfLibrary({ module, name }, [typeAt(site, first), following], under) ?? UNKNOWN_GO;
}

/** The result of a call; a call without one gives nothing. */
function resultOf(type: GoType): GoType {
  return type.is === "tuple" && type.of.length === 1 ? nth(type.of, 0) : type;
}

/** A name that the file does not declare. */
function freeMeaning(site: Site, name: string): Meaning {
  const { program, file } = site;
  const own = namesIn(program, file, folderOf(file.path), name, packageOf(file));
  if (own.length > 0) return symbolsMeaning(site, own);
  for (const [index, item] of file.imports.entries()) {
    // `import . "fmt"` opens the package.
    if (item.kind === "static") {
      const from = importedPackage(program, file, index);
      if (from.is !== "package") continue;
      const found = namesIn(program, file, from.folder, name, from.name);
      if (found.length > 0) return symbolsMeaning(site, found, true);
    } else if (item.kind === "module") {
      // The package of a folder may have another name than the folder.
      const found = folderOfImport(program, file, item.specifier);
      if (found !== null && packageIn(program, found.folder) === name)
        return { is: "package", folder: found.folder, name };
    }
  }
  if (file.language.runtimeGlobals.has(name)) return { is: "outside", module: null, name };
  const open = file.imports.find(
    (item, index) => item.kind === "static" && importedPackage(program, file, index).is === "outside",
  );
  return open === undefined ? MISSING : { is: "outside", module: open.specifier, name };
}

/** The meaning of declarations of one name. */
function symbolsMeaning(site: Site, decls: Decl[], isImported = false): Meaning {
  const first = nth(decls, 0);
  const { kind, typeParameters } = symbolOf(first);
  const imported = isImported || !areBeside(site.file, first.file);
  if (!isTypeKind(kind))
    return { is: "symbols", decls, type: declaredValue(site.program, first, NO_BINDINGS), receiver: null, imported };
  const args = typeParameters.map((name): GoType => ({ is: "parameter", name, bound: UNKNOWN_GO }));
  const type: GoType = isAlias(first)
    ? aliasOf(site.program, first, NO_BINDINGS)
    : { is: "named", decl: first, args: args.length === 0 ? NO_ARGS : args };
  return { is: "type", type, decls, imported };
}

/** The type of the value that a function, variable, constant or field holds. */
export function declaredValue(program: Program, decl: Decl, env: Bindings): GoType {
  const caches = goCaches(program);
  const key = keyOf(decl);
  const known = env.size === 0 ? caches.declared.get(key) : undefined;
  if (known !== undefined) {
    if (known === null) caches.cuts++;
    return known ?? UNKNOWN_GO;
  }
  if (env.size === 0) caches.declared.set(key, null);
  const { cuts } = caches;
  const found = readDeclared(program, decl, env);
  if (env.size === 0) {
    if (caches.cuts === cuts) caches.declared.set(key, found);
    else caches.declared.delete(key);
  }
  return found;
}

function readDeclared(program: Program, decl: Decl, env: Bindings): GoType {
  const { kind, declaredType, parameterTypes } = symbolOf(decl);
  const site = { program, file: decl.file, env };
  if (kind === "function" || kind === "method") {
    const result = declaredType === null ? UNKNOWN_GO : typeAt(site, declaredType);
    return {
      is: "function",
      parameters: parameterTypes.map((type) => (type === null ? UNKNOWN_GO : typeAt(site, type))),
      results: result.is === "tuple" ? result.of : [result],
      isVariadic: parameterTypes.at(-1)?.kind === "rest",
    };
  }
  if (declaredType === null) return UNKNOWN_GO;
  // A struct without a name has its fields in the field of its type.
  if (declaredType.kind === "object" && childrenOf(decl).length > 0)
    return { is: "named", decl, args: [...env.values()] };
  return typeAt(site, declaredType);
}

/** The meaning of one step of a walk. */
export function stepTo(site: Site, meaning: Meaning, step: Step): Meaning {
  const { program } = site;
  program.caches.spent++;
  if (typeof step === "string") return memberOf(site, meaning, step);
  switch (step.kind) {
    case "call":
      return called(program, meaning);
    case "item":
      return valueMeaning(itemOf(valueTypeOf(meaning), step.number));
    case "index":
      return indexed(site, meaning);
    case "each":
      return valueMeaning(rangeOf(program, valueTypeOf(meaning)));
    case "await": {
      const type = underlyingOf(ASK, program, valueTypeOf(meaning));
      return valueMeaning(type.is === "chan" ? type.of : type.is === "outside" ? type : UNKNOWN_GO);
    }
    default:
      return UNKNOWN;
  }
}

function called(program: Program, meaning: Meaning): Meaning {
  // A conversion.
  if (meaning.is === "type") return valueMeaning(meaning.type);
  if (meaning.is === "outside") {
    const { module, name, args } = meaning;
    if (args !== undefined) return valueMeaning(resultOfMethod(module, name, args) ?? UNKNOWN_GO);
    return { is: "value", type: valueTypeOf(meaning) };
  }
  const type = underlyingOf(ASK, program, valueTypeOf(meaning));
  if (type.is !== "function") return type.is === "outside" ? { is: "value", type } : UNKNOWN;
  const [only] = type.results;
  return valueMeaning(type.results.length === 1 && only !== undefined ? only : { is: "tuple", of: type.results });
}

function itemOf(type: GoType, number: number): GoType {
  if (type.is === "tuple") return type.of[number] ?? UNKNOWN_GO;
  return type.is === "outside" || number === 0 ? type : UNKNOWN_GO;
}

/** An element; or a function or type with type arguments, which the grammar writes alike. */
function indexed(site: Site, meaning: Meaning): Meaning {
  if (meaning.is === "type") return meaning;
  const value = valueTypeOf(meaning);
  if (meaning.is === "symbols" && value.is === "function") return meaning;
  const type = underlyingOf(ASK, site.program, pointedTo(value));
  if (type.is === "list" || type.is === "map") return valueMeaning(type.of);
  if (type.is !== "outside") return UNKNOWN;
  return valueMeaning(type.name === "string" && type.module === null ? basic("byte") : type);
}

/** The values of a loop over a value, as a tuple. */
function rangeOf(program: Program, given: GoType): GoType {
  const type = underlyingOf(ASK, program, pointedTo(given));
  switch (type.is) {
    case "list":
      return { is: "tuple", of: [basic("int"), type.of] };
    case "map":
      return { is: "tuple", of: [type.key, type.of] };
    case "chan":
      return { is: "tuple", of: [type.of] };
    case "function": {
      const [yielded] = type.parameters;
      return yielded?.is === "function" ? { is: "tuple", of: yielded.parameters } : UNKNOWN_GO;
    }
    case "outside":
      if (type.module !== null) {
        if (type.args.length === 0) return type;
        const elements = elementsOfSequence(type);
        return elements === null ? UNKNOWN_GO : { is: "tuple", of: elements };
      }
      return { is: "tuple", of: type.name === "string" ? [basic("int"), basic("rune")] : [type] };
    default:
      return UNKNOWN_GO;
  }
}

/** The member of a name. */
function memberOf(site: Site, meaning: Meaning, name: string): Meaning {
  const { program, file } = site;
  switch (meaning.is) {
    case "package": {
      const decls = namesIn(program, file, meaning.folder, name, meaning.name);
      return decls.length === 0 ? MISSING : symbolsMeaning(site, decls, true);
    }
    case "outside":
      return { ...meaning, name: meaning.name === "" ? name : `${meaning.name}.${name}` };
    case "symbols":
    case "value":
    case "type": {
      const type = valueTypeOf(meaning);
      if (type.is === "unknown") return UNKNOWN;
      const found = findMember(ASK, program, file, type, name);
      if (found.is !== "member") return found;
      const { decls, env, owner } = found;
      const first = nth(decls, 0);
      const { receiverType, kind } = symbolOf(first);
      const own =
        kind === "method" && receiverType !== null
          ? parametersFrom(receiverType, env, symbolOf(parentTypeOf(owner)).typeParameters)
          : env;
      const value = declaredValue(program, first, own);
      return { is: "symbols", decls, type: value, receiver: type, imported: !areBeside(file, first.file) };
    }
    default:
      return meaning;
  }
}

/** The type that has a member: that of a struct without a name is the field that has it. */
function parentTypeOf(owner: Decl): Decl {
  let current = owner;
  while (!isTypeKind(symbolOf(current).kind) && symbolOf(current).parent > 0) current = parentOf(current);
  return current;
}
