/**
 * TypeScript and JavaScript: types that conditions narrow, as in `event.type === "updated"`, `"name" in value` and `isUser(value)`. Those types of a
 * union stay that may be meant. A type whose property is not known may be meant, and all stay where none would.
 */
import type { NarrowedType, TypeExpr } from "../../model/parse-result.js";
import { isUnnamed, VALUE } from "../../model/steps.js";
import { named, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { basesOf } from "../bases.js";
import { boundTo, dependsOn, toInstance } from "../instance.js";
import { findMember } from "../members.js";
import { isTypeKind } from "../name-index.js";
import { type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { childrenOf, type Decl, firstDecl, nodeIdOf, symbolOf } from "../program-file.js";
import { isSchemaKey } from "../schema-key.js";
import { severalOf } from "../several.js";
import { moduleValue } from "./exports.js";
import { valueAt } from "./held-value.js";

/** The texts of literals. */
type Constants = ReadonlySet<string>;

/** Aliases of literals are followed at most this deep. */
const DEEPEST_ALIAS = 10;
/** At most this many bases are looked at for the one that is asked for. */
const MOST_BASES = 100;

/** The value of a literal type. */
export function typeOfLiteral(text: string): Place {
  if (text === "null" || text === "undefined") return UNKNOWN;
  const type = text.startsWith('"') ? "String" : text === "true" || text === "false" ? "Boolean" : "Number";
  return { is: "external", module: null, name: type, type };
}

/** The type that a condition leaves of another. */
export function narrowedPlace(
  program: Program,
  { of, isTrue, property, by }: NarrowedType,
  written: WrittenType,
): Place {
  const place = program.evaluate.typedValue(program, { ...written, type: of });
  const asked = by.map((type): WrittenType => ({ ...written, type }));
  if (property === null) return asked[0] === undefined ? place : told(program, place, asked[0], isTrue);
  if (asked.length === 0) return kept(place, (member) => hasMember(program, member, property) !== !isTrue);
  const values = asked.map((value) => constantsOf(program, value, 0));
  return kept(place, (member) => {
    const own = constantsOfMember(program, member, property);
    return own === null || (isTrue ? mayBeOneOf(own, values) : !isOneOf(own, values));
  });
}

/** The types of a union that may be meant. */
function kept(place: Place, isMeant: (member: Place) => boolean): Place {
  if (place.is !== "several") return place;
  if (!place.isUnion)
    return severalOf(
      place.members.map((member) => kept(member, isMeant)),
      false,
    );
  const members = place.members.filter(isMeant);
  return members.length === 0 ? place : severalOf(members, true);
}

function mayBeOneOf(own: Constants, values: (Constants | null)[]): boolean {
  return values.some((known) => known === null || [...known].some((value) => own.has(value)));
}

function isOneOf(own: Constants, values: (Constants | null)[]): boolean {
  return [...own].every((each) => values.some((known) => known?.size === 1 && known.has(each)));
}

/** Whether a value has a member; null where it may. */
function hasMember(program: Program, place: Place, name: string): boolean | null {
  switch (place.is) {
    case "object": {
      const index = place.names.indexOf(name);
      if (index < 0) return place.names.includes("") ? null : false;
      const type = place.types[index]?.type;
      return type === undefined || isOptional(type) ? null : true;
    }
    case "instance": {
      const found = findMember(program, place.decls, name);
      if (found.is === "missing") return isClosed(program, place.decls) ? false : null;
      return found.is === "symbols" && found.decls.every(isRequired) ? true : null;
    }
    case "several": {
      const parts = place.members.map((member) => hasMember(program, member, name));
      // Not all parts of an intersection need to be known.
      if (!place.isUnion) return parts.includes(true) ? true : null;
      return agreedOn(parts);
    }
    default:
      return null;
  }
}

function isRequired(decl: Decl): boolean {
  const { isOptional, isStatic } = symbolOf(decl);
  return !isOptional && !isStatic;
}

/** Whether the members that a type and its bases name are all that it has. */
export function isClosed(program: Program, decls: Decl[]): boolean {
  return withBases(program, decls).every((decl) => {
    const { declaredType, isOptional } = symbolOf(decl);
    const bases = basesOf(program, decl);
    return (
      !isOptional &&
      declaredType?.kind !== "both" &&
      bases.every(({ place }) => instanceOfBase(program, place) !== null)
    );
  });
}

function isOptional(type: TypeExpr): boolean {
  return type.kind === "union" && type.of.some((part) => part.kind === "literal" && part.text === "undefined");
}

/** The literals that a member of a value is one of; null where they are not known. */
function constantsOfMember(program: Program, place: Place, name: string): Constants | null {
  switch (place.is) {
    case "object": {
      const type = place.types[place.names.indexOf(name)];
      return type === undefined ? null : constantsOf(program, type, 0);
    }
    case "instance": {
      const found = findMember(program, place.decls, name, { env: place.env });
      const decls = found.is === "symbols" ? found.decls.filter((decl) => !symbolOf(decl).isStatic) : [];
      const decl = decls[0];
      if (found.is !== "symbols" || decl === undefined || decls.length > 1) return null;
      const { declaredType: type, kind, isOptional: mayLack } = symbolOf(decl);
      if (type === null || (kind !== "property" && kind !== "field")) return null;
      const constants = constantsOf(program, writtenAt(decl, type, found.env), 0);
      return constants !== null && mayLack ? new Set([...constants, "undefined"]) : constants;
    }
    case "several": {
      const parts = place.members.map((member) => constantsOfMember(program, member, name));
      return place.isUnion ? allOf(parts) : (parts.find((part) => part !== null) ?? null);
    }
    default:
      return null;
  }
}

function writtenAt({ file, index }: Decl, type: TypeExpr, env: WrittenType["env"]): WrittenType {
  return { file, from: index, type, env };
}

function allOf(parts: (Constants | null)[]): Constants | null {
  const all = new Set<string>();
  for (const part of parts) {
    if (part === null) return null;
    for (const each of part) all.add(each);
  }
  return all;
}

/** The literals that a type consists of; null where it consists of anything else. */
export function constantsOf(program: Program, written: WrittenType, depth: number): Constants | null {
  const { file, from, type, env } = written;
  if (depth > DEEPEST_ALIAS) return null;
  const again = (next: WrittenType) => constantsOf(program, next, depth + 1);
  if (type.kind === "literal") return new Set([type.text]);
  if (type.kind === "union") return allOf(type.of.map((part) => again({ ...written, type: part })));
  if (type.kind !== "named") return null;
  const { root, args = [] } = type;
  if (root.in === "parameter") {
    const bound = env?.get(root.name) ?? (root.bound === null ? undefined : { ...written, type: root.bound });
    return bound === undefined ? null : again(bound);
  }
  // `typeof A` and `A` itself.
  const path = type.path.at(-1) === VALUE ? type.path.slice(0, -1) : type.path;
  if ((root.in !== "file" && root.in !== "import" && root.in !== "free") || path.some(isUnnamed)) return null;
  const place = program.evaluate.typePlace(program, file, from, named(root, path));
  const decl = place.is === "symbols" && place.decls.length === 1 ? place.decls[0] : undefined;
  if (decl === undefined) return null;
  const { declaredType, kind, typeParameters } = symbolOf(decl);
  if (declaredType === null) return null;
  if (isSchemaKey(decl)) return again(writtenAt(decl, literalsOfKey(declaredType), undefined));
  if (kind !== "type" && kind !== "constant") return null;
  const given = args.map((arg): WrittenType => ({ ...written, type: arg }));
  return again(writtenAt(decl, declaredType, boundTo(typeParameters, given)));
}

/** The literals of a key of a schema: they stand before the step to the schema's result. */
function literalsOfKey(type: TypeExpr): TypeExpr {
  return type.kind === "named" && type.root.in === "instance" && type.path.length === 1 ? type.root.type : UNKNOWN_TYPE;
}

/** The type that a guard (`isUser(value)`) or a class (`value instanceof User`) leaves of a value. */
function told(program: Program, place: Place, by: WrittenType, isTrue: boolean): Place {
  const { meant, isPlain } = toldBy(program, by);
  if (place.is === "unknown") return isTrue ? meant : place;
  const types = meant.is === "several" && meant.isUnion ? meant.members : [meant];
  if (types.some(({ is }) => is !== "instance" && is !== "external")) return place;
  const isMeant = (member: Place) => types.some((type) => isOf(program, member, type));
  if (!isTrue) return isPlain ? kept(place, (member) => !isMeant(member)) : place;
  const members = place.is === "several" && place.isUnion ? place.members : [place];
  const left = members.filter(
    (member) => !isPlain || isMeant(member) || !types.every((type) => lacksMember(program, member, type)),
  );
  if (left.some(isMeant)) return severalOf(left, true);
  const isBase = (member: Place) => types.some((type) => isOf(program, type, member));
  const isDerived = types.every((type) => members.some((member) => isOf(program, type, member)));
  // Types that cannot be told apart give the members of both.
  return isPlain && isDerived && left.every(isBase) ? meant : severalOf([place, meant], false);
}

const PRIMITIVE = /^(?:String|Number|Boolean|Symbol|BigInt)$/;

/** The answer that all verdicts give; null where they differ. */
export function agreedOn([first = null, ...others]: readonly (boolean | null)[]): boolean | null {
  return others.every((verdict) => verdict === first) ? first : null;
}

/** Whether a value is known not to fit a type: it lacks one of the type's members, or has other literals in one. */
export function lacksMember(program: Program, place: Place, type: Place): boolean {
  if (type.is === "external") return place.is === "instance" && type.module === null && PRIMITIVE.test(type.name);
  if (type.is !== "instance") return false;
  return type.decls.some((decl) => {
    for (const child of childrenOf(decl)) {
      const { kind, name } = symbolOf(child);
      const isMember = kind === "property" || kind === "field" || kind === "method";
      if (!isMember || !isRequired(child)) continue;
      if (hasMember(program, place, name) === false) return true;
      const own = kind === "method" ? null : constantsOfMember(program, place, name);
      const others = own === null ? null : constantsOfMember(program, type, name);
      if (own !== null && others !== null && !mayBeOneOf(own, [others])) return true;
    }
    return false;
  });
}

interface Told {
  meant: Place;
  /** Whether the answer is about the type alone: a value of it is always meant, and a value of another type never. */
  isPlain: boolean;
}

/** The type that a guard checks for, or the class itself; unknown for other functions, and where the type depends on the call. */
function toldBy(program: Program, by: WrittenType): Told {
  const { place: own } = program.evaluate.calleeOf(program, by);
  const place = own.is === "module" ? moduleValue(program, own) : own;
  if (place.is === "symbols") {
    if (place.decls.some((decl) => isTypeKind(symbolOf(decl).kind)))
      return { meant: toInstance(program, place), isPlain: true };
    const [decl, ...others] = place.decls;
    // Any of several overloads may be meant.
    if (others.length > 0) return nothing();
    const type = decl === undefined ? null : symbolOf(decl).declaredType;
    if (decl !== undefined && type !== null && guarded(type) !== null)
      return toldByGuard(program, writtenAt(decl, type, undefined));
  }
  const value = valueAt(program, place);
  return value.is === "function" && value.result !== null ? toldByGuard(program, value.result) : nothing();
}

function nothing(): Told {
  return { meant: UNKNOWN, isPlain: false };
}

function toldByGuard(program: Program, written: WrittenType): Told {
  const type = guarded(written.type);
  if (type === null || dependsOn(type)) return nothing();
  const parts = (type.kind === "union" ? type.of : [type]).map((part): WrittenType => ({ ...written, type: part }));
  const isPlain =
    written.type.kind === "guard" && !written.type.isPartial && parts.every((part) => isPlainType(program, part));
  return { meant: program.evaluate.typedValue(program, { ...written, type }), isPlain };
}

/** Whether a type is a class or an interface, or of the runtime, and has no type arguments. */
function isPlainType(program: Program, { file, from, type }: WrittenType): boolean {
  const place = program.evaluate.typePlace(program, file, from, type);
  if (place.is === "external") return true;
  return place.is === "symbols" && place.decls.every((decl) => isPlainKind(decl));
}

function isPlainKind(decl: Decl): boolean {
  const { kind, typeParameters } = symbolOf(decl);
  return (kind === "class" || kind === "interface") && typeParameters.length === 0;
}

/** T of `x is T`. */
export function guarded(type: TypeExpr | null): TypeExpr | null {
  return type?.kind === "guard" ? type.of : null;
}

/** Whether a value of one type is one of the other: the same, or derived from it. */
export function isOf(program: Program, place: Place, type: Place): boolean {
  if (place.is === "several" && !place.isUnion) return place.members.some((member) => isOf(program, member, type));
  if (place.is === "external" && type.is === "external")
    return place.module === type.module && place.name === type.name && place.type === type.type;
  if (place.is !== "instance" || type.is !== "instance") return false;
  const id = nodeIdOf(firstDecl(type));
  return withBases(program, place.decls).some((decl) => nodeIdOf(decl) === id);
}

/** The declarations of a type and of the classes and interfaces that it has its members from. */
function withBases(program: Program, decls: Decl[]): Decl[] {
  const found: Decl[] = [];
  const queue = [...decls];
  const seen = new Set<string>();
  for (const [index, decl] of queue.entries()) {
    if (index === MOST_BASES) break;
    if (seen.has(nodeIdOf(decl))) continue;
    seen.add(nodeIdOf(decl));
    found.push(decl);
    for (const base of basesOf(program, decl)) queue.push(...(instanceOfBase(program, base.place) ?? []));
  }
  return found;
}

/** The declarations of a base; null where it has no name or may lack some of its members, as an alias does. */
function instanceOfBase(program: Program, place: Place): Decl[] | null {
  if (place.is === "symbols" && place.decls.some((decl) => symbolOf(decl).kind === "type")) return null;
  const base = toInstance(program, place);
  return base.is === "instance" ? base.decls : null;
}
