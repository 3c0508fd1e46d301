/** Members of types: the nearest of a name in a type and its bases, and whether a file can reach it. */
import { nth } from "../base/need.js";
import { basesOf, crosses } from "./bases.js";
import { childrenNamed, MOST_DECLARATIONS } from "./declarations.js";
import { isOnPrototype } from "./instance.js";
import { type Env, type External, type Instance, MISSING, type Place } from "./place.js";
import type { Program } from "./program.js";
import {
  type Decl,
  firstDecl,
  type ProgramFile,
  type ProgramSymbol,
  parentAt,
  symbolAt,
  symbolOf,
} from "./program-file.js";
import { keyOf } from "./symbol-table.js";

const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(["globalThis", "window", "self", "global"]);

/** Limits to the members that a name may mean. */
interface Wanted {
  /** The number of arguments that a member must take; null or left out for any. */
  readonly argumentCount?: number | null;
  /** Says which symbols count. Left out, these are the members of values and types. */
  readonly accepts?: (symbol: ProgramSymbol) => boolean;
  /** The meanings of the type parameters of the types. */
  readonly env?: Env | undefined;
}

/** The members of a name in a type, or in the nearest of its bases with one that fits the number of arguments. */
export function findMember(program: Program, types: Decl[], name: string, wanted: Wanted = {}): Place {
  const { argumentCount = null, accepts = isMember, env: outer } = wanted;
  const [type] = types;
  const ownOrder = type === undefined ? null : program.semanticsOf(type.file).types.memberOfTypes;
  if (ownOrder !== null) return ownOrder(program, types, name, accepts === isMember ? null : accepts, outer);
  const search: MemberSearch = {
    program,
    name,
    argumentCount,
    accepts,
    queue: [{ decls: types, imported: false, env: outer }],
    seen: null,
    misfit: null,
    outside: null,
  };
  for (let position = 0; position < search.queue.length && position < MOST_DECLARATIONS; position++) {
    const type = nth(search.queue, position);
    const found = ownMember(search, type) ?? memberOfBases(search, type);
    if (found !== null) return found;
  }
  return search.misfit ?? search.outside ?? MISSING;
}

/** A search for a member in a type and in its bases, the nearest first. */
interface MemberSearch extends Required<Pick<Wanted, "argumentCount" | "accepts">> {
  program: Program;
  name: string;
  queue: SearchedType[];
  /** The types of the queue, by key, once there is a base among them. */
  seen: Set<number> | null;
  /** The nearest member that does not take the number of arguments. */
  misfit: Place | null;
  /** The member as a base outside the project has it; missing where several such bases may have it. */
  outside: Place | null;
}

/** The parts of a type. `imported`: the way to it led through another file's names. */
interface SearchedType {
  decls: Decl[];
  imported: boolean;
  env?: Env | undefined;
}

/** The member that a type declares itself, where it fits; null goes on. */
function ownMember(search: MemberSearch, { decls, imported, env }: SearchedType): Place | null {
  const { program, name, argumentCount, accepts } = search;
  const found: Decl[] = [];
  program.caches.spent += decls.length;
  for (const { file, index } of decls) {
    const isFunction = symbolAt(file, index).kind === "function";
    for (const child of childrenNamed(program, file, index, name)) {
      const symbol = symbolAt(file, child);
      if (accepts(symbol) && (!isFunction || isOnPrototype(symbol))) found.push({ file, index: child });
    }
  }
  if (found.length === 0) return null;
  program.caches.spent += found.length;
  const place: Place = { is: "symbols", decls: found, imported, env };
  if (argumentCount === null || found.some((decl) => takesArguments(symbolOf(decl), argumentCount))) return place;
  search.misfit ??= place;
  return null;
}

/** The member that a base of a type has at once; other bases are put into the queue. */
function memberOfBases(search: MemberSearch, type: SearchedType): Place | null {
  const { program, name } = search;
  for (const decl of type.decls) {
    const rules = program.semanticsOf(decl.file).types;
    const bases = basesOf(program, decl);
    program.caches.spent += bases.length;
    for (const base of bases)
      for (const { place, has } of rules.baseParts(program, decl, base, type.env)) {
        if (rules.hidesMembers(decl, base, place) || has(name) === false) continue;
        const found = memberOfBasePart(search, type, decl, place);
        if (found !== null) return found;
      }
  }
  return null;
}

function memberOfBasePart(search: MemberSearch, type: SearchedType, decl: Decl, part: Place): Place | null {
  const { program, name, argumentCount } = search;
  switch (part.is) {
    case "object": {
      const member = program.evaluate.step(program, part, name, argumentCount);
      return member.is === "missing" ? null : member;
    }
    case "external": {
      const known = program.semanticsOf(decl.file).types.memberOfExternalBase(program, part, name);
      if (known.is !== "unknown") return known;
      noteOutside(search, memberOutside(program, part, name));
      return null;
    }
    case "unknown":
      noteOutside(search, part);
      return null;
    case "instance":
      enqueue(search, type, decl, part);
      return null;
    default:
      return null;
  }
}

function noteOutside(search: MemberSearch, place: Place): void {
  search.outside = search.outside === null || isSamePlace(search.outside, place) ? place : MISSING;
}

/** Puts a base into the queue, once. */
function enqueue(search: MemberSearch, type: SearchedType, decl: Decl, base: Instance): void {
  search.seen ??= new Set(nth(search.queue, 0).decls.map(keyOf));
  if (search.seen.has(keyOf(firstDecl(base)))) return;
  for (const part of base.decls) search.seen.add(keyOf(part));
  const imported = type.imported || base.imported || crosses(decl, base.decls);
  search.queue.push({ decls: base.decls, imported, env: base.env });
}

/** Whether two places outside are one: which of several unknown bases has a member cannot be said. */
function isSamePlace(one: Place, other: Place): boolean {
  if (one.is !== "external" || other.is !== "external") return one.is === other.is;
  return one.module === other.module && one.name === other.name;
}

/** Whether a name after a dot may mean a symbol. */
export function isMember(symbol: ProgramSymbol): boolean {
  return symbol.kind !== "constructor" && !symbol.isExplicit;
}

/** Whether a symbol takes a number of arguments. `isOnValue`: an extension method is called on a value, which is then its first parameter. */
export function takesArguments(symbol: ProgramSymbol, argumentCount: number, isOnValue = false): boolean {
  const isTaken = (count: number) => count >= symbol.minArguments && count <= symbol.maxArguments;
  if (symbol.extends === null) return isTaken(argumentCount);
  return isTaken(argumentCount + 1) || (!isOnValue && isTaken(argumentCount));
}

/** Whether a symbol takes a number of arguments and type arguments, on a value or not, and has the parameters that arguments name; "" is not a name. */
export function fitsByNumber(
  symbol: ProgramSymbol,
  argumentCount: number | null,
  typeArgumentCount: number,
  argumentNames: readonly string[] | undefined,
  isOnValue = false,
): boolean {
  if (argumentCount !== null && !takesArguments(symbol, argumentCount, isOnValue)) return false;
  const { parameterNames, typeParameters } = symbol;
  if (parameterNames === null) return true;
  if (typeArgumentCount > 0 && typeParameters.length !== typeArgumentCount) return false;
  return (
    argumentNames === undefined || argumentNames.every((name) => name === "" || parameterNames.includes(` ${name} `))
  );
}

/** Whether code in a file can reach a member: it is not private elsewhere, and is in a package or project that the file can use. */
export function isReachable(program: Program, file: ProgramFile, decl: Decl): boolean {
  if (decl.file === file) return true;
  for (let index = decl.index; index > 0; index = parentAt(decl.file, index))
    if (symbolAt(decl.file, index).isPrivate) return false;
  return program.semanticsOf(file).names.canReach(program, file, decl);
}

/** Of the members of one name the static ones, or the others, where there are such. */
export function staticOrNot(place: Place, isStatic: boolean): Place {
  if (place.is !== "symbols" || place.decls.length < 2) return place;
  const decls = place.decls.filter(
    (decl) => !decl.file.traits.hasStaticNamesakes || symbolOf(decl).isStatic === isStatic,
  );
  return decls.length === 0 ? place : { ...place, decls };
}

/** A member of something outside the project: what the type arguments tell of it, or its name. */
export function memberOutside(program: Program, place: External, name: string): Place {
  const [first] = place.args ?? place.given ?? [];
  const known = first && program.semanticsOf(first.file).names.memberOfExternal(program, place, name);
  return known ?? within(place, name);
}

/** A name within something outside of the project. */
export function within(place: External, name: string): Place {
  // `globalThis.Date` is Date.
  if (place.module === null && GLOBAL_OBJECTS.has(place.name)) return { ...place, name, type: null };
  return { is: "external", module: place.module, name: place.name === "" ? name : `${place.name}.${name}`, type: null };
}
