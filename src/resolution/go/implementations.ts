/**
 * The interfaces that types implement, by their methods. Each interface is filed under its rarest method, so a type is compared only with interfaces that are
 * filed under a method of its own.
 */
import { addToList } from "../../base/groups.js";
import { declsOf } from "../name-index.js";
import type { Program } from "../program.js";
import { childrenOf, type Decl, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import { constraintOf, mayMeet } from "./constraints.js";
import { ASK, typeAt } from "./evaluate.js";
import { libraryMethods } from "./library.js";
import { heritageOf, methodsOf } from "./members.js";
import { Comparison } from "./same.js";
import {
  areBeside,
  goCaches,
  goIndex,
  INTERFACES,
  type InterfaceMethods,
  isTestFile,
  type Method,
  type MethodSet,
} from "./state.js";
import { type GoType, NO_BINDINGS, pointedTo } from "./type.js";

/** The deepest embedding of types, and the most interfaces of one type. */
const MOST_LEVELS = 8;
const MOST_INTERFACES = 200;
/** An interface that embeds one of a library has methods that are not known here. A type with this many of the known ones is taken to implement it. */
const ENOUGH_OF_OPEN = 3;

const EMPTY: MethodSet = { methods: new Map(), isOpen: false };

/** The methods of a type or an interface, with those of the types that it embeds; the shallowest of a name counts. */
export function methodSetOf(program: Program, decl: Decl): MethodSet {
  const { methodSets } = goCaches(program);
  const key = keyOf(decl);
  let known = methodSets.get(key);
  if (known === undefined) {
    // Stands in for a type that embeds itself.
    methodSets.set(key, EMPTY);
    known = readMethodSet(program, decl);
    methodSets.set(key, known);
  }
  return known;
}

function readMethodSet(program: Program, decl: Decl): MethodSet {
  const methods = new Map<string, Method>();
  const hidden = new Set<string>();
  let isOpen = false;
  let level: Decl[] = [decl];
  // The interfaces of libraries that the types of the level above embed.
  let promoted: ReadonlyMap<string, GoType>[] = [];
  const seen = new Set<number>();
  for (let depth = 0; depth < MOST_LEVELS && level.length + promoted.length > 0; depth++) {
    const next: Decl[] = [];
    const libraries: ReadonlyMap<string, GoType>[] = [];
    const found = new Map<string, Method | null>();
    for (const each of level) {
      if (seen.has(keyOf(each))) continue;
      seen.add(keyOf(each));
      program.caches.spent++;
      const { kind, isOptional } = symbolOf(each);
      if (isOptional) isOpen = true;
      for (const own of [...childrenOf(each), ...methodsOf(program, null, each)]) {
        const { name, kind: ownKind, receiverType } = symbolOf(own);
        // A field hides the promoted methods of its name. Methods of the type's own file are among its children as well.
        const isMethod = ownKind === "method" && (receiverType !== null || kind === "interface");
        if (ownKind !== "field" && !isMethod) continue;
        if (ownKind === "field" && isEmbeddedAt(each, name)) continue;
        // Two methods of one name at one depth hide each other.
        const before = found.get(name);
        const isVariant = before?.decl != null && areBeside(before.decl.file, own.file);
        if (before === undefined) found.set(name, isMethod ? { decl: own, type: null } : null);
        else if (!isVariant && kind !== "interface") found.set(name, null);
      }
      for (const inner of innerOf(program, each)) {
        const pointed = pointedTo(inner);
        const library = pointed.is === "outside" ? libraryMethods(pointed.module, pointed.name) : null;
        if (pointed.is === "named") next.push(pointed.decl);
        else if (library !== null) libraries.push(library);
        else if (pointed.is !== "struct") isOpen ||= !isMethodless(pointed);
      }
    }
    for (const library of promoted)
      for (const [name, type] of library) if (!found.has(name)) found.set(name, { decl: null, type });
    promoted = libraries;
    for (const [name, own] of found) {
      if (methods.has(name) || hidden.has(name)) continue;
      if (own === null) hidden.add(name);
      else methods.set(name, own);
    }
    level = next;
  }
  return { methods, isOpen };
}

/** Whether a field is an embedded one, which has the name of its type. */
function isEmbeddedAt(type: Decl, name: string): boolean {
  return heritageOf(type).some(({ base }) => {
    const last = base.path.at(-1);
    if (last !== undefined) return last === name;
    const { root } = base;
    return root.in === "free"
      ? root.name === name
      : root.in === "file" && type.file.symbols[root.symbol]?.name === name;
  });
}

/** Whether a type outside the project has no methods: the language's own types, but for `error`. */
function isMethodless(type: GoType): boolean {
  return type.is === "outside"
    ? type.module === null && type.name !== "error"
    : type.is !== "unknown" && type.is !== "parameter";
}

/** The types from which a type has methods: those that it embeds; an interface that a type is made of. */
function innerOf(program: Program, decl: Decl): GoType[] {
  const { kind, declaredType } = symbolOf(decl);
  const site = { program, file: decl.file, env: NO_BINDINGS };
  if (kind === "struct" || kind === "interface") return heritageOf(decl).map(({ base }) => typeAt(site, base));
  if (kind !== "type" || declaredType === null) return [];
  const made = typeAt(site, declaredType);
  if (made.is !== "named") return [];
  // `type A B` has the fields of B and none of its methods, unless B is an interface.
  const under = symbolOf(made.decl).kind;
  if (under === "interface") return [made];
  return under === "struct"
    ? heritageOf(made.decl).map(({ base }) => typeAt({ ...site, file: made.decl.file }, base))
    : [];
}

/** The interfaces of the project by their rarest methods. */
function interfacesOf(program: Program): Map<string, InterfaceMethods[]> {
  const caches = goCaches(program);
  if (caches.interfacesByMethod !== null) return caches.interfacesByMethod;
  const { members, interfaces } = goIndex(program);
  const found = new Map<string, InterfaceMethods[]>();
  for (const decl of declsOf(program.index, interfaces.get(INTERFACES))) {
    const { methods, isOpen } = methodSetOf(program, decl);
    if (methods.size < (isOpen ? ENOUGH_OF_OPEN : 1)) continue;
    let rarest = "";
    let least = Number.POSITIVE_INFINITY;
    for (const name of methods.keys()) {
      const count = members.get(name)?.length ?? 0;
      if (count < least) {
        least = count;
        rarest = name;
      }
    }
    addToList(found, rarest, { decl, methods, isOpen });
  }
  caches.interfacesByMethod = found;
  return found;
}

/** The interfaces of the project that a type implements, or a pointer to it. */
export function implementedBy(program: Program, type: Decl): Decl[] {
  const { implemented } = goCaches(program);
  const key = keyOf(type);
  let known = implemented.get(key);
  if (known === undefined) {
    known = readImplemented(program, type);
    implemented.set(key, known);
  }
  return known;
}

function readImplemented(program: Program, type: Decl): Decl[] {
  const { kind, declaredType } = symbolOf(type);
  const isAlias = kind === "type" && declaredType?.kind !== "new";
  if (kind === "interface" || isAlias || (kind !== "struct" && kind !== "type")) return [];
  const own = methodSetOf(program, type);
  if (own.methods.size === 0 || isOfInterface(program, type)) return [];
  const byMethod = interfacesOf(program);
  const found: Decl[] = [];
  for (const name of own.methods.keys()) {
    for (const each of byMethod.get(name) ?? []) {
      program.caches.spent++;
      if (found.length < MOST_INTERFACES && fits(program, type, own, each)) found.push(each.decl);
    }
  }
  return found;
}

/** Whether a type is made of an interface, and so is one. */
function isOfInterface(program: Program, type: Decl): boolean {
  return (
    symbolOf(type).kind === "type" &&
    innerOf(program, type).some((made) => made.is === "named" && symbolOf(made.decl).kind === "interface")
  );
}

function typeOfMethod(program: Program, { decl, type }: Method): GoType {
  return decl === null ? type : ASK.valueOf(program, decl, NO_BINDINGS);
}

function fits(program: Program, type: Decl, own: MethodSet, asked: InterfaceMethods): boolean {
  // Tests see what tests declare, in their own package.
  if (
    isTestFile(asked.decl.file) &&
    !(isTestFile(type.file) && areBeside(type.file, asked.decl.file)) &&
    !areBeside(type.file, asked.decl.file)
  )
    return false;
  // The unknown methods of an open interface are other ones than the known methods.
  if (asked.isOpen && !own.isOpen && own.methods.size <= asked.methods.size) return false;
  for (const name of asked.methods.keys()) {
    if (!own.methods.has(name)) return false;
    // A name with a small letter belongs to its package.
    if (/^[^\p{Lu}]/u.test(name) && !areBeside(own.methods.get(name)?.decl?.file ?? type.file, asked.decl.file))
      return false;
  }
  if (!mayMeet(constraintOf(type.file), constraintOf(asked.decl.file))) return false;
  const comparison = new Comparison(ASK, program);
  for (const [name, method] of asked.methods) {
    const mine = own.methods.get(name);
    if (mine === undefined) return false;
    const is = comparison.isSame(typeOfMethod(program, mine), typeOfMethod(program, method));
    if (!is) return false;
  }
  return true;
}
