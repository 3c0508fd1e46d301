/**
 * TypeScript and JavaScript: what conditions leave of the types of values, as in `event.type === "updated"`, `"name" in value` and `isUser(value)`.
 * Of a union those types stay that may be meant: one whose property's type is not known among them, and all where none would stay.
 */
import { GUARD, LITERAL, type TypeName, UNION, VALUE, WHERE } from "../languages/language.js";
import type { Decl, Program } from "./program.js";
import { isTypeKind } from "./resolve-index.js";
import {
  basesOf,
  boundTo,
  findMember,
  moduleValue,
  nodeIdOf,
  type Place,
  symbolOf,
  toInstance,
  typePlace,
  UNKNOWN,
  type WrittenType,
} from "./resolve-place.js";
import { calleeOf, severalOf, typedValue, valueAt } from "./resolve-values.js";

/** What tells a literal or a constant from others. Literals are compared by their text, constants by what they are. */
type Constants = ReadonlySet<string>;

/** Aliases of literals are followed so deep. */
const DEEPEST_ALIAS = 10;
/** So many bases are looked at for the one that is asked for. */
const MOST_BASES = 100;

/** The value of a literal type. */
export function typeOfLiteral(text: string): Place {
  if (text === "null" || text === "undefined") return UNKNOWN;
  const type = text.startsWith('"') ? "String" : text === "true" || text === "false" ? "Boolean" : "Number";
  return { is: "external", module: null, name: type, type };
}

/** What a condition leaves of a type. */
export function narrowedPlace(program: Program, { type, ...written }: WrittenType): Place {
  const [of, ...asked] = (type.args ?? []).map((arg): WrittenType => ({ ...written, type: arg }));
  const isTrue = type.root.in === "free" && type.root.name === WHERE;
  const place = typedValue(program, of!);
  const property = type.path[0];
  if (property === undefined) return asked[0] === undefined ? place : told(program, place, asked[0], isTrue);
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
  return values.some(
    (known) => known === null || [...known].some((value) => [...own].some((each) => mayEqual(each, value))),
  );
}

/** Whether two constants may be one value: what a member of an enum is, its literal does not say. */
function mayEqual(one: string, other: string): boolean {
  if (/^(?:null|undefined)$/.test(one)) return one === other;
  return one === other || one.startsWith("#") !== other.startsWith("#");
}

function isOneOf(own: Constants, values: (Constants | null)[]): boolean {
  return [...own].every((each) => values.some((known) => known?.size === 1 && known.has(each)));
}

/** Whether a value has a member; null where it may. */
function hasMember(program: Program, place: Place, name: string): boolean | null {
  switch (place.is) {
    case "object": {
      const at = place.names.indexOf(name);
      if (at < 0) return place.names.includes("") ? null : false;
      const type = place.types[at]?.type;
      return type === undefined || isOptional(type) ? null : true;
    }
    case "instance": {
      const found = findMember(program, place.decls, name, null);
      if (found.is === "missing") return false;
      return found.is === "symbols" && !found.decls.some((decl) => symbolOf(decl).isOptional) ? true : null;
    }
    case "several": {
      const parts = place.members.map((member) => hasMember(program, member, name));
      if (!place.isUnion) return parts.includes(true) ? true : parts.includes(null) ? null : false;
      return parts.every((part) => part === parts[0]) ? parts[0]! : null;
    }
    default:
      return null;
  }
}

function isOptional({ root, args = [] }: TypeName): boolean {
  const isUnion = root.in === "free" && root.name === UNION;
  return (
    isUnion && args.some(({ root: of, path }) => of.in === "free" && of.name === LITERAL && path[0] === "undefined")
  );
}

/** What the member of a value is one of; null where that is not known. */
function constantsOfMember(program: Program, place: Place, name: string): Constants | null {
  switch (place.is) {
    case "object": {
      const type = place.types[place.names.indexOf(name)];
      return type === undefined ? null : constantsOf(program, type, 0);
    }
    case "instance": {
      const found = findMember(program, place.decls, name, null, undefined, place.env);
      const decl = found.is === "symbols" ? found.decls[0] : undefined;
      if (found.is !== "symbols" || decl === undefined) return null;
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

function writtenAt({ file, index }: Decl, type: TypeName, env: WrittenType["env"]): WrittenType {
  return { file, from: index, type, ...(env !== undefined && { env }) };
}

function allOf(parts: (Constants | null)[]): Constants | null {
  const all = new Set<string>();
  for (const part of parts) {
    if (part === null) return null;
    for (const each of part) all.add(each);
  }
  return all;
}

/** The literals and constants that a type is made of; null where it is of anything else. */
function constantsOf(program: Program, written: WrittenType, depth: number): Constants | null {
  const { file, from, type, env } = written;
  const { root, args = [] } = type;
  if (depth > DEEPEST_ALIAS) return null;
  const again = (next: WrittenType) => constantsOf(program, next, depth + 1);
  if (root.in === "parameter") {
    const bound = env?.get(root.name) ?? (root.bound === null ? undefined : { ...written, type: root.bound });
    return bound === undefined ? null : again(bound);
  }
  if (root.in === "free" && root.name === LITERAL) return new Set(type.path);
  if (root.in === "free" && root.name === UNION) return allOf(args.map((arg) => again({ ...written, type: arg })));
  // `typeof A` and `A` itself.
  const path = type.path.at(-1) === VALUE ? type.path.slice(0, -1) : type.path;
  if ((root.in !== "file" && root.in !== "import" && root.in !== "free") || path.some((step) => step.startsWith("(")))
    return null;
  const place = typePlace(program, file, from, { root, path });
  const decl = place.is === "symbols" ? place.decls[0] : undefined;
  if (decl === undefined) return null;
  const { declaredType, kind, typeParameters } = symbolOf(decl);
  if (kind === "type" && declaredType !== null) {
    const given = args.map((arg): WrittenType => ({ ...written, type: arg }));
    return again(writtenAt(decl, declaredType, boundTo(typeParameters, given)));
  }
  if (declaredType?.root.in === "free" && declaredType.root.name === LITERAL) return new Set(declaredType.path);
  return isConstant(decl) ? new Set([`#${nodeIdOf(decl)}`]) : null;
}

/** Whether a symbol is one value for good: a member of an enum, a constant, or a property of an object that is one. */
function isConstant(decl: Decl): boolean {
  const { kind, parent } = symbolOf(decl);
  if (kind === "property" && parent > 0) return isConstant({ file: decl.file, index: parent });
  return kind === "constant";
}

/** What is left of a value that a function called a guard, or a class, is asked about. */
function told(program: Program, place: Place, by: WrittenType, isTrue: boolean): Place {
  const meant = toldBy(program, by);
  const types = meant.is === "several" && meant.isUnion ? meant.members : [meant];
  if (types.some(({ is }) => is !== "instance" && is !== "external"))
    return isTrue && place.is === "unknown" ? meant : place;
  const isMeant = (member: Place) => types.some((type) => isOf(program, member, type));
  if (!isTrue) return kept(place, (member) => !isMeant(member));
  const members = (place.is === "several" && place.isUnion ? place.members : [place]).filter(isMeant);
  if (members.length > 0) return severalOf(members, true);
  const isDerived = types.every((type) =>
    (place.is === "several" ? place.members : [place]).some((of) => isOf(program, type, of)),
  );
  return isDerived ? meant : severalOf([place, meant], false);
}

/** The type of which a function tells whether a value is of it, or the class itself; unknown for any other. */
function toldBy(program: Program, by: WrittenType): Place {
  const { place: at } = calleeOf(program, by);
  const place = at.is === "module" ? moduleValue(program, at) : at;
  if (place.is === "symbols") {
    if (place.decls.some((decl) => isTypeKind(symbolOf(decl).kind))) return toInstance(program, place);
    for (const decl of place.decls) {
      const type = guarded(symbolOf(decl).declaredType);
      if (type !== null) return typedValue(program, writtenAt(decl, type, place.env));
    }
  }
  const value = valueAt(program, place);
  const type = value.is === "function" && value.result !== null ? guarded(value.result.type) : null;
  return value.is === "function" && type !== null ? typedValue(program, { ...value.result!, type }) : UNKNOWN;
}

/** T of `x is T`. */
export function guarded(type: TypeName | null): TypeName | null {
  return type?.root.in === "free" && type.root.name === GUARD ? type.args![0]! : null;
}

/** Whether a value of one type is one of the other: the same, or derived from it. */
function isOf(program: Program, place: Place, type: Place): boolean {
  if (place.is === "several" && !place.isUnion) return place.members.some((member) => isOf(program, member, type));
  if (place.is === "external" && type.is === "external")
    return place.module === type.module && place.name === type.name && place.type === type.type;
  if (place.is !== "instance" || type.is !== "instance") return false;
  const id = nodeIdOf(type.decls[0]!);
  const queue = [...place.decls];
  const seen = new Set<string>();
  for (let at = 0; at < queue.length && at < MOST_BASES; at++) {
    const own = nodeIdOf(queue[at]!);
    if (own === id) return true;
    if (seen.has(own)) continue;
    seen.add(own);
    for (const base of basesOf(program, queue[at]!)) {
      const derived = toInstance(program, base.place);
      if (derived.is === "instance") queue.push(...derived.decls);
    }
  }
  return false;
}
