/**
 * Walking names: from the first name of an expression, through members, imports, namespaces and declared types, to a place.
 * A walk that cannot go on answers that it stands outside the project, or at a known place without such a member, or that nothing is known.
 */
import { FUNCTION, isValueWalk, type Root, type TypeName, VALUE } from "../model/parse-result.js";
import { superPlace } from "./bases.js";
import { csharpName, usingPlace } from "./csharp/names.js";
import { childrenNamed, isContainer, NONE, qualifiedKey, symbolPlace, typeDecls } from "./declarations.js";
import { declaredPlace, instanceOf, isMaker, toInstance } from "./instance.js";
import { findMember, isMember, within } from "./members.js";
import { declsOf } from "./name-index.js";
import { type Env, MISSING, type Place, UNKNOWN } from "./place.js";
import type { Program } from "./program.js";
import { type Decl, type ProgramFile, symbolOf } from "./program-file.js";
import { severalOf } from "./several.js";
import { propertyOfMapped } from "./typescript/conditional.js";
import { exportPlace, importPlace, moduleValue, namespaceExport } from "./typescript/exports.js";
import { freeName } from "./typescript/free-names.js";

/** Members of values of values: chains this deep, and walks over this many members, only go round in circles. */
const MAX_STEPS = { deep: 200, many: 5_000 };

/** The place that the first name of an expression in the symbol `from` leads to. `meaning`: in C# a name can be looked up as a type. */
export function rootPlace(
  program: Program,
  file: ProgramFile,
  from: number,
  root: Root,
  meaning: "type" | "any",
  argumentCount: number | null = null,
): Place {
  switch (root.in) {
    case "file":
      return symbolPlace(program, file, root.symbol);
    case "import":
      return file.isCsharp ? aliasPlace(program, file, root.import) : importPlace(program, file, root.import);
    case "free":
      return file.isCsharp
        ? csharpName(program, file, from, root.name, meaning, argumentCount)
        : freeName(program, file, from, root.name);
    case "this":
      return file.symbols[root.type] === undefined
        ? UNKNOWN
        : { is: "instance", decls: typeDecls(program, { file, index: root.type }), imported: false };
    case "super":
      return file.symbols[root.type] === undefined ? UNKNOWN : superPlace(program, { file, index: root.type });
    case "instance":
      return instanceOf(program, { file, from, type: root.type });
    default:
      return UNKNOWN;
  }
}

/** C#: the place that an alias stands for. */
function aliasPlace(program: Program, file: ProgramFile, at: number): Place {
  const item = file.imports[at];
  return item === undefined ? UNKNOWN : usingPlace(program, file, item.specifier);
}

/** The type that a name in the symbol `from` of a file means. */
export function typePlace(program: Program, file: ProgramFile, from: number, type: TypeName): Place {
  if (!file.isCsharp && isValueWalk(type)) return program.evaluate.walkValue(program, { file, from, type });
  let place = rootPlace(program, file, from, type.root, type.root.in === "this" ? "any" : "type");
  for (const name of type.path) place = step(program, place, name, null);
  return place;
}

/** One step of a walk: the member `name` of a place. */
export function step(program: Program, place: Place, name: string, argumentCount: number | null): Place {
  if (name === VALUE) return place;
  const { walk } = program.caches;
  if (walk.steps === 0) walk.left = MAX_STEPS.many;
  if (walk.steps >= MAX_STEPS.deep || walk.left-- <= 0) {
    walk.cuts++;
    return UNKNOWN;
  }
  walk.steps++;
  const found = memberOf(program, place, name, argumentCount);
  walk.steps--;
  return found;
}

function memberOf(program: Program, place: Place, name: string, argumentCount: number | null): Place {
  switch (place.is) {
    case "several":
      return stepOfSeveral(program, place, name);
    case "object": {
      const at = place.names.indexOf(name);
      return place.types[at] === undefined ? MISSING : program.evaluate.typedValue(program, place.types[at]);
    }
    case "function":
      return MISSING;
    case "mapped":
      return propertyOfMapped(program, place, name);
    case "external":
      return propertyOfRecord(program, place) ?? within(place, name);
    case "module": {
      const found = exportPlace(program, place.file, name);
      if (found.is !== "missing" || name === "default") return found;
      const fallback = moduleValue(program, place);
      return fallback.is === "module" ? MISSING : step(program, fallback, name, argumentCount);
    }
    case "namespace":
      return memberOfNamespace(program, place.name, name);
    case "instance":
      return through(
        place.imported,
        ofKind(findMember(program, place.decls, name, argumentCount, isMember, place.env), false),
      );
    case "symbols":
      return through(
        place.imported,
        (name === "prototype" ? prototypeOf(program, place) : null) ??
          memberOfSymbols(program, place, name, argumentCount),
      );
    default:
      return place;
  }
}

/** The property of a Record, whatever its name; null for any other type, and where the property is not known. */
function propertyOfRecord(program: Program, { module, type, args }: Extract<Place, { is: "external" }>): Place | null {
  const value = module === null && type === "Record" ? args?.[1] : undefined;
  const place = value === undefined ? UNKNOWN : program.evaluate.typedValue(program, value);
  return place.is === "unknown" || place.is === "missing" ? null : place;
}

/** TypeScript: of static members and others of one name, the ones that are meant. */
function ofKind(place: Place, isStatic: boolean): Place {
  if (place.is !== "symbols" || place.decls.length < 2) return place;
  const decls = place.decls.filter((decl) => decl.file.isCsharp || symbolOf(decl).isStatic === isStatic);
  return decls.length === 0 ? place : { ...place, decls };
}

/** The `prototype` of a class or of a function that makes instances; null for any other place. */
function prototypeOf(program: Program, place: Extract<Place, { is: "symbols" }>): Place | null {
  const decls = place.decls.filter(({ file }) => !file.isCsharp);
  if (decls.some((decl) => symbolOf(decl).kind === "class")) return toInstance(program, place);
  const makers = decls.filter(isMaker);
  return makers.length === 0 ? null : { is: "instance", decls: makers, imported: place.imported };
}

function through(imported: boolean, place: Place): Place {
  return imported && (place.is === "symbols" || place.is === "instance") && !place.imported
    ? { ...place, imported: true }
    : place;
}

function memberOfSymbols(
  program: Program,
  { decls: all, env }: Extract<Place, { is: "symbols" }>,
  name: string,
  argumentCount: number | null,
): Place {
  const decls = ofValues(all);
  const types = decls.filter((decl) => isContainer(symbolOf(decl).kind) || symbolOf(decl).kind === "type");
  let answer: Place = UNKNOWN;
  if (types.length > 0) {
    answer =
      types[0]!.file.isCsharp && symbolOf(types[0]!).kind === "namespace"
        ? memberOfNamespace(program, qualifiedKey(types[0]!), name)
        : ofKind(findMember(program, types, name, argumentCount), true);
    if (answer.is === "symbols") return answer;
  }
  for (const decl of decls) {
    const symbol = symbolOf(decl);
    if ((symbol.kind === "namespace" || symbol.kind === "module") && !decl.file.isCsharp) {
      const exported = namespaceExport(program, decl, name);
      if (exported !== null) return exported;
    }
    if (isContainer(symbol.kind) || symbol.kind === "type") continue;
    if (symbol.kind === "function" && !decl.file.isCsharp) {
      const members = membersOfFunction(program, decl, name);
      if (members.length > 0) return { is: "symbols", decls: members, imported: false };
    }
    const children = symbol.kind === "method" ? NONE : membersOfValue(program, decl, name);
    const isObject = symbol.kind !== "function" && symbol.kind !== "component" && symbol.kind !== "constructor";
    if (children.length > 0 && isObject) {
      const declared = declaredMember(program, decl, name, argumentCount, env);
      if (declared !== null) return declared;
      return { is: "symbols", decls: children.map((index) => ({ file: decl.file, index })), imported: false };
    }
    if (!isObject || symbol.kind === "method") continue;
    const place = declaredPlace(program, decl, env);
    if (place.is === "unknown") continue;
    const member = step(program, place, name, argumentCount);
    // An object literal may have other properties by a spread.
    if (place.is !== "object" || member.is !== "missing") return member;
  }
  return answer;
}

/** TypeScript: the member that the type of `const tools: Tools = { … }` declares under a name; null where it declares none. */
export function declaredMember(
  program: Program,
  decl: Decl,
  name: string,
  argumentCount: number | null = null,
  env?: Env,
): Extract<Place, { is: "symbols" }> | null {
  if (decl.file.isCsharp) return null;
  // The type may be made of the constant itself: `type Kind = (typeof Kind)[keyof typeof Kind]`.
  const type = declaredPlace(program, decl, env);
  const isTyped = type.is === "instance" || type.is === "several";
  const declared = isTyped ? step(program, type, name, argumentCount) : UNKNOWN;
  return declared.is === "symbols" ? declared : null;
}

/** The declarations of a name that have its members: of `declare var Response: { … }` beside `interface Response`, the variable. */
function ofValues(decls: Decl[]): Decl[] {
  if (decls.length < 2 || decls[0]!.file.isCsharp) return decls;
  const isVariable = (decl: Decl) => /^(?:variable|constant)$/.test(symbolOf(decl).kind);
  if (!decls.some((decl) => isVariable(decl) && symbolOf(decl).declaredType !== null)) return decls;
  const values = decls.filter((decl) => !/^(?:interface|type)$/.test(symbolOf(decl).kind));
  return values.length === 0 ? decls : values;
}

/** The members of a name of the value that a variable holds. Functions below the variable are none of them: they stand in arguments of calls. */
function membersOfValue(program: Program, { file, index }: Decl, name: string): number[] {
  const children = childrenNamed(program, file, index, name);
  return file.isCsharp ? children : children.filter((child) => file.symbols[child]!.kind !== "function");
}

/** The members of a name that were assigned to a function: `f.name = () => …`. */
function membersOfFunction(program: Program, { file, index }: Decl, name: string): Decl[] {
  return childrenNamed(program, file, index, name)
    .filter((child) => file.symbols[child]!.isStatic)
    .map((child) => ({ file, index: child }));
}

/** C#: a type or an inner namespace of a namespace. */
function memberOfNamespace(program: Program, namespace: string, name: string): Place {
  const { index } = program;
  const key = `${namespace}.${name}`;
  const decls = declsOf(index, index.types.get(key));
  if (decls.length > 0) return { is: "symbols", decls, imported: true };
  return index.namespaces.has(key)
    ? { is: "namespace", name: key }
    : { is: "external", module: null, name: key, type: null };
}

/** One step of a walk from a union or an intersection. */
export function stepOfSeveral(
  program: Program,
  { members, isUnion }: Extract<Place, { is: "several" }>,
  name: string,
): Place {
  const places: Place[] = [];
  const held: Place[] = [];
  for (const member of members) {
    const place = step(program, member, name, null);
    if (!isUnion && place.is !== "missing" && place.is !== "unknown" && place.is !== "external") {
      // The value of a property has all the types that the parts of an intersection give the property.
      if (held.length === 0 && !isHolder(place)) return place;
      held.push(place);
    }
    places.push(place);
  }
  if (held.length > 0) return severalOf(held, false);
  if (isUnion) {
    // A member of a declared type is not a member of a runtime type beside it in a union, as in `User | string`.
    const known = places.filter((place) => place.is !== "external");
    return severalOf(known.length > 0 && known.some((place) => place.is !== "missing") ? known : places, true);
  }
  return places.find((place) => place.is === "external" || place.is === "unknown") ?? MISSING;
}

/** Whether a place is a property that does not hold a function. */
function isHolder(place: Place): boolean {
  if (place.is !== "symbols") return false;
  return place.decls.every((decl) => {
    const { kind, isCallable, declaredType } = symbolOf(decl);
    const isFunctionType = declaredType?.root.in === "free" && declaredType.root.name === FUNCTION;
    return (kind === "property" || kind === "field") && !isCallable && !isFunctionType;
  });
}
