/** The bases of types, and the members that they give. */
import { nth } from "../../base/need.js";
import type { Program } from "../program.js";
import { symbolOf } from "../program-file.js";
import { boxed, langType } from "./library.js";
import { isKotlin } from "./packages.js";
import { type Family, jvmCaches } from "./state.js";
import {
  type Bindings,
  bindingsOf,
  type ClassType,
  erased,
  type Field,
  type JvmClass,
  type Method,
  NO_BINDINGS,
  type OutsideType,
  substitute,
  type Type,
  typeOfClass,
} from "./types.js";

/** At most this many bases of a type are looked at. */
const MOST_BASES = 150;

/** A type with its bases. Object is the last of them. */
export function familyOf(program: Program, type: ClassType): Family {
  const own = familyOfClass(program, type.cls);
  if (type.args.length === 0) return own;
  return { ...own, types: own.types.map((_, index) => baseAt(own, type, index)) };
}

/** A class with its bases, in terms of its own type parameters. */
export function familyOfClass(program: Program, cls: JvmClass): Family {
  const { families, pending } = jvmCaches(program);
  let own = families.get(cls);
  if (own === undefined) {
    own = findFamily(program, cls);
    if (pending === 0) families.set(cls, own);
  }
  return own;
}

/** The base at a place in the family of a type's class, in terms of the type's arguments. Most bases of a type are passed by: only those that are asked for are made. */
function baseAt({ types }: Family, type: ClassType, index: number): ClassType {
  const base = nth(types, index);
  if (type.args.length === 0) return base;
  return index === 0 ? type : substituted(base, bindingsOf(type));
}

function substituted(type: ClassType, bindings: Bindings): ClassType {
  const found = substitute(type, bindings);
  return found.is === "class" ? found : type;
}

function findFamily(program: Program, cls: JvmClass): Family {
  const types: ClassType[] = [typeOfClass(cls)];
  const seen = new Set<JvmClass>([cls]);
  let outside: Family["outside"] = null;
  const unread: Type[] = [];
  for (let index = 0; index < types.length && index < MOST_BASES; index++) {
    const next = types[index];
    if (next === undefined) break;
    program.caches.spent++;
    const bindings = bindingsOf(next);
    for (const written of next.cls.bases()) {
      const base = substitute(written, bindings);
      if (base.is === "class") {
        if (seen.has(base.cls)) continue;
        seen.add(base.cls);
        types.push(base);
      } else {
        unread.push(base);
        if (base.is === "outside") outside ??= base;
      }
    }
  }
  const object = langType("Object");
  if (object.is === "class" && !seen.has(object.cls)) types.push(object);
  return { types, isOpen: unread.length > 0, outside: outside && asOpenAs(outside, unread), unread };
}

/** The first of some bases that are not read, open where one of them is. */
function asOpenAs(outside: OutsideType, unread: readonly Type[]): OutsideType {
  return unread.every((base) => base.is === "outside" && base.isOpen !== true) ? outside : { ...outside, isOpen: true };
}

/** A type seen as one of another class, its own or that of a base; null for a class that is neither. */
export function asClass(program: Program, type: ClassType, cls: JvmClass): ClassType | null {
  if (type.cls === cls) return type;
  const own = familyOfClass(program, type.cls);
  const index = own.types.findIndex((base) => base.cls === cls);
  return index < 0 ? null : baseAt(own, type, index);
}

/** A method, and the meanings of the type parameters of its class. */
export interface FoundMethod {
  method: Method;
  bindings: Bindings;
}

/** So many overloads of one type are not steps of the budget; nobody writes as many. */
const FREE_OVERLOADS = 64;

/** The methods of a name that a type has. Those that nearer ones override are left out. `isOpen`: a base that is not read may have more. */
export function methodsOf(
  program: Program,
  type: ClassType,
  name: string,
): { found: FoundMethod[]; isOpen: boolean; outside: Family["outside"] } {
  const family = familyOfClass(program, type.cls);
  const { types, isOpen, outside } = family;
  const found: FoundMethod[] = [];
  for (let index = 0; index < types.length; index++) {
    const { cls } = nth(types, index);
    const methods = cls.methods(name);
    if (methods.length === 0) continue;
    const bindings = bindingsOf(baseAt(family, type, index));
    program.caches.spent += Math.floor(methods.length / FREE_OVERLOADS);
    const nearer = found.length;
    for (const method of methods) {
      if (method.isPrivate && index > 0) continue;
      // Static methods of an interface are reached through it alone.
      if (method.isStatic && index > 0 && cls.isInterface) continue;
      const one = { method, bindings };
      const overriding = found.findIndex((other, position) => position < nearer && isOverridden(one, other));
      const other = found[overriding];
      if (other === undefined) found.push(one);
      else if (method.least < other.method.least)
        found[overriding] = { ...other, method: { ...other.method, least: method.least } };
    }
  }
  return { found, isOpen, outside };
}

function isOverridden(one: FoundMethod, nearer: FoundMethod): boolean {
  if (one.method.most !== nearer.method.most) return false;
  // Of Kotlin an override has the defaults of what it overrides, and writes none.
  const { decl, least } = nearer.method;
  if (one.method.least !== least && (decl === null || !isKotlin(decl.file))) return false;
  return takesTheSame(nearer, one);
}

/** Whether two methods take parameters of the same types; a type that is not known counts as the same. */
export function takesTheSame(one: FoundMethod, other: FoundMethod): boolean {
  const theirs = other.method.parameters();
  const { decl } = one.method;
  // Kotlin has one type for `int` and `Integer`.
  const plain = decl !== null && isKotlin(decl.file) ? boxed : (type: Type) => type;
  return one.method.parameters().every((type, index) => {
    const their = theirs[index];
    if (their === undefined) return false;
    return isSame(plain(substitute(type, one.bindings)), plain(substitute(their, other.bindings)));
  });
}

/** Whether two types are the same once type arguments are left out. */
function isSame(one: Type, other: Type): boolean {
  // A type parameter stands for what the class below gives it, or for its bound.
  if (one.is === "variable" && other.is === "variable") return true;
  const [mine, theirs] = [one.is === "variable" ? bound(one) : one, other.is === "variable" ? bound(other) : other];
  if (mine.is === "unknown" || theirs.is === "unknown") return true;
  if (mine.is === "class" && theirs.is === "class") return mine.cls === theirs.cls;
  if (mine.is === "array" && theirs.is === "array") return isSame(mine.of, theirs.of);
  if (mine.is === "primitive" && theirs.is === "primitive") return mine.name === theirs.name;
  if (mine.is === "outside" && theirs.is === "outside") return mine.name === theirs.name;
  return mine.is === theirs.is || (mine.is !== "primitive" && theirs.is !== "primitive" && hasOutside(mine, theirs));
}

function hasOutside(one: Type, other: Type): boolean {
  return one.is === "outside" && other.is === "outside";
}

function bound(type: Type): Type {
  const found = erased(type);
  return found.is === "unknown" ? langType("Object") : found;
}

/** A field of a type or of a base, and the meanings of the type parameters of its class; null for none. */
export function fieldIn(program: Program, type: ClassType, name: string): { field: Field; bindings: Bindings } | null {
  const family = familyOfClass(program, type.cls);
  for (let index = 0; index < family.types.length; index++) {
    const field = nth(family.types, index).cls.field(name);
    const isNamed = field !== null && (field.decl === null || symbolOf(field.decl).choice !== "never");
    if (isNamed) return { field, bindings: field.isStatic ? NO_BINDINGS : bindingsOf(baseAt(family, type, index)) };
  }
  return null;
}

/** A class that a class or a base of it declares; null for none. */
export function innerOf(program: Program, cls: JvmClass, name: string): JvmClass | null {
  for (const { cls: each } of familyOfClass(program, cls).types) {
    const inner = each.inner(name);
    if (inner !== null) return inner;
  }
  return null;
}

/** The parameters and the result of a function: those of the method that a functional interface declares. */
export interface Signature {
  parameters: readonly Type[];
  result: Type;
  /** Kotlin: the first parameter is the receiver, which a lambda does not name. */
  hasReceiver: boolean;
}

/** The signature of a functional interface; null for any other type, "unknown" where it cannot be told. */
export function signatureOf(program: Program, type: Type): Signature | null | "unknown" {
  if (type.is === "unknown" || type.is === "outside") return "unknown";
  if (type.is === "wildcard") return type.bound === null ? "unknown" : signatureOf(program, type.bound);
  if (type.is === "variable") return "unknown";
  if (type.is === "function") return type;
  if (type.is !== "class" || !type.cls.isInterface) return null;
  const family = familyOfClass(program, type.cls);
  const { types, isOpen } = family;
  let found: FoundMethod | null = null;
  for (let index = 0; index < types.length; index++) {
    const { cls } = nth(types, index);
    for (const method of cls.abstractMethods()) {
      if (method.owner !== cls || isOfObject(method)) continue;
      const one = { method, bindings: bindingsOf(baseAt(family, type, index)) };
      if (found !== null && found.method.name === method.name && isOverridden(one, found)) continue;
      if (isImplemented(family, type, index, one)) continue;
      if (found !== null) return null;
      found = one;
    }
  }
  if (found === null) return isOpen ? "unknown" : null;
  const { method, bindings } = found;
  return {
    parameters: method.parameters().map((each) => substitute(each, bindings)),
    result: substitute(method.result(), bindings),
    hasReceiver: false,
  };
}

/** Whether an interface before the one at a place in a type's family has a body for a method. */
function isImplemented(family: Family, type: ClassType, place: number, one: FoundMethod): boolean {
  for (let index = 0; index < place; index++) {
    const methods = nth(family.types, index).cls.methods(one.method.name);
    const isBody = (method: Method) =>
      !method.isAbstract && isOverridden(one, { method, bindings: bindingsOf(baseAt(family, type, index)) });
    if (methods.some(isBody)) return true;
  }
  return false;
}

/** Whether every object has a method: an interface that declares it again asks nothing of its classes. */
function isOfObject({ name, most }: Method): boolean {
  return (name === "equals" && most === 1) || (most === 0 && (name === "hashCode" || name === "toString"));
}
