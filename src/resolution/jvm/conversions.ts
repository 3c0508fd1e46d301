/** Whether a value can be given where another type is asked for. */
import type { Program } from "../program.js";
import { asClass, familyOf } from "./hierarchy.js";
import { BOXES, boxed, langType, libraryClass } from "./library.js";
import { jvmIndex } from "./state.js";
import {
  type ClassType,
  erased,
  NO_TYPES,
  type OutsideType,
  type Type,
  typeOfClass,
  UNKNOWN,
  unwrapped,
} from "./types.js";

/** How well a value fits: "box" needs a conversion between a primitive type and its class. */
export type Fit = "same" | "yes" | "box" | "maybe" | "no";

const UNBOXED = new Map(Object.entries(BOXES).map(([name, box]) => [box, name]));

const WIDER: Readonly<Record<string, readonly string[]>> = {
  byte: ["short", "int", "long", "float", "double"],
  short: ["int", "long", "float", "double"],
  char: ["int", "long", "float", "double"],
  int: ["long", "float", "double"],
  long: ["float", "double"],
  float: ["double"],
};

/** Types that arithmetic gives, the widest last. */
const OF_ARITHMETIC = ["int", "long", "float", "double"];

/** The type of a number that arithmetic with numbers of two types gives; null where one is no number. An empty name says nothing. */
export function widerNumber(one: string, other: string): string | null {
  const rankOf = (name: string) => (/^(?:byte|short|char|)$/.test(name) ? 0 : OF_ARITHMETIC.indexOf(name));
  const [mine, theirs] = [rankOf(one), rankOf(other)];
  return mine < 0 || theirs < 0 ? null : (OF_ARITHMETIC[Math.max(mine, theirs)] ?? null);
}

/** The primitive type of a class such as Integer; null for others. */
export function unboxed(type: Type): string | null {
  if (type.is === "primitive") return type.name;
  return type.is === "class" && type.cls.decl === null && type.cls.module === "java.lang"
    ? (UNBOXED.get(type.cls.name) ?? null)
    : null;
}

/** Whether a value of one type fits another. Type arguments are not compared: a compiler has done so. */
export function fitOf(program: Program, given: Type, wanted: Type, depth = 0): Fit {
  const from = unwrapped(given);
  const to = unwrapped(wanted);
  if (from.is === "unknown" || to.is === "unknown" || depth > 8) return "maybe";
  if (to.is === "variable") return fitOfVariable(program, from, to, depth);
  if (isObject(to))
    return from.is === "primitive" ? (from.name === "void" ? "no" : "box") : isObject(from) ? "same" : "yes";
  switch (from.is) {
    case "null":
      return to.is === "primitive" ? "no" : "yes";
    case "primitive":
      return fitOfPrimitive(program, from.name, to, depth);
    case "variable": {
      const bound = erased(from);
      // A value of a type parameter without a bound is an object of which nothing more is known.
      if (bound.is === "unknown") return "no";
      const fit = fitOf(program, bound, to, depth + 1);
      return fit === "same" ? "yes" : fit === "no" ? "maybe" : fit;
    }
    case "array":
      return fitOfArray(program, from.of, to, depth);
    case "outside":
      if (to.is === "outside") return from.name === to.name ? "same" : "maybe";
      if (to.is === "class" && isOwnClass(program, from, to)) return "no";
      return to.is === "primitive" || to.is === "array" ? "no" : "maybe";
    case "function":
      if (to.is === "function") return to.parameters.length === from.parameters.length ? "yes" : "no";
      return to.is === "class" && !to.cls.isInterface ? "no" : "maybe";
    case "class":
      return fitOfClass(program, from, to, depth);
    default:
      return "maybe";
  }
}

/** Whether a class is the project's, and so no base of a library's type. A package of the project may hold types that a build makes. */
function isOwnClass(program: Program, from: OutsideType, { cls }: ClassType): boolean {
  const isOfProject = from.module !== null && jvmIndex(program).packages.has(from.module);
  return cls.decl !== null && !cls.isInterface && !isOfProject;
}

function isObject(type: Type): boolean {
  return type.is === "class" && type.cls.decl === null && type.cls.name === "Object" && type.cls.module === "java.lang";
}

function fitOfVariable(program: Program, from: Type, to: Extract<Type, { is: "variable" }>, depth: number): Fit {
  if (from.is === "variable" && from.variable === to.variable) return "same";
  if (from.is === "primitive") {
    if (from.name === "void") return "no";
    return to.bound === null || fitOf(program, boxed(from), erased(to), depth + 1) !== "no" ? "box" : "no";
  }
  if (to.bound === null || from.is === "null") return "yes";
  const fit = fitOf(program, from, erased(to), depth + 1);
  return fit === "same" ? "yes" : fit;
}

function fitOfPrimitive(program: Program, name: string, to: Type, depth: number): Fit {
  if (to.is === "primitive") {
    if (to.name === name) return "same";
    return WIDER[name]?.includes(to.name) ? "yes" : "no";
  }
  if (name === "void") return "no";
  const fit = fitOf(program, boxed({ is: "primitive", name }), to, depth + 1);
  return fit === "no" || fit === "maybe" ? fit : "box";
}

function fitOfArray(program: Program, element: Type, to: Type, depth: number): Fit {
  if (to.is === "array") {
    const fit = fitOf(program, element, to.of, depth + 1);
    return fit === "box" ? "no" : fit === "yes" && element.is === "primitive" ? "no" : fit;
  }
  return to.is === "class" && /^(?:Cloneable|Serializable)$/.test(to.cls.name) ? "yes" : "no";
}

function fitOfClass(program: Program, from: ClassType, to: Type, depth: number): Fit {
  if (to.is === "primitive") {
    const name = unboxed(from);
    if (name === null) return "no";
    const fit = fitOfPrimitive(program, name, to, depth);
    return fit === "no" ? "no" : "box";
  }
  if (to.is === "class") {
    if (from.cls === to.cls) return "same";
    if (asClass(program, from, to.cls) !== null) return "yes";
    return mayBe(program, from, to) ? "maybe" : "no";
  }
  if (to.is === "function") return familyOf(program, from).isOpen ? "maybe" : "no";
  if (to.is === "outside") return familyOf(program, from).isOpen ? "maybe" : "no";
  return "no";
}

/** Whether a base that is not read may make a class one of another. Of a class that derives from a library's, its names say that it is not a list. */
function mayBe(program: Program, from: ClassType, to: ClassType): boolean {
  const { unread } = familyOf(program, from);
  // An annotation of the project is an interface; nothing tells it from others here.
  if (from.cls.isInterface && isAnnotation(to)) return true;
  if (unread.length === 0 || from.cls.decl === null) return unread.length > 0;
  if (to.cls.decl === null && isFinal(to)) return false;
  return unread.some((base) => {
    if (base.is !== "outside") return true;
    if (to.cls.decl !== null) return !isOwnClass(program, base, to);
    const names = NAMES_OF_BASES.find(({ asked }) => asked.test(`${to.cls.module}.${to.cls.name}`));
    return names === undefined || names.bases.test(base.name);
  });
}

const isAnnotation = ({ cls }: ClassType) => cls.module === "java.lang.annotation" && cls.name === "Annotation";

/** Whether no class derives from one of the Java library. */
function isFinal({ cls: { module, name, isInterface } }: ClassType): boolean {
  if (module === "java.lang") return name === "String" || name === "Class" || BOX_NAMES.has(name);
  if (module === "java.util") return /^(?:Optional(?:Int|Long|Double)?|UUID|Locale)$/.test(name);
  return module === "java.time" && !isInterface;
}

const BOX_NAMES: ReadonlySet<string> = new Set(UNBOXED.keys());

/** Types of the Java library that a library's own type is seldom one of without a name that says so: the others are those that do not say it. */
const NAMES_OF_BASES: readonly { asked: RegExp; bases: RegExp }[] = [
  {
    asked:
      /^java\.util\.(?:concurrent\.)?(?:Concurrent|Sorted|Navigable|Abstract|Array|Linked|Hash|Tree|Blocking)*(?:List|Set|Map|Collection|Queue|Deque)$/,
    bases:
      /List|Set|Map|Collection|Queue|Deque|Array|Vector|Stack|Bag|Table|J(?:SON|son)|Dict|Headers|Propert|Attributes|Bindings|Document|Object|Node|Result|Record|Row|^Entity$/,
  },
  { asked: /^java\.lang\.(?:Throwable|Exception|RuntimeException|Error)$/, bases: /Exception|Error|Throwable|Failure/ },
];

/** The type that two values have together: of two classes the nearest that one has from the other. */
export function common(program: Program, one: Type, other: Type): Type {
  if (one.is === "unknown" || one.is === "null") return other;
  if (other.is === "unknown" || other.is === "null") return one;
  const [mine, theirs] = [boxed(one), boxed(other)];
  if (mine.is !== "class" || theirs.is !== "class") return UNKNOWN;
  for (const base of familyOf(program, mine).types) {
    if (isObject(base) || asClass(program, theirs, base.cls) === null) continue;
    return base;
  }
  return UNKNOWN;
}

/** The type that all of some values have together: of the branches of a choice. Unknown where one is. */
export function commonOf(program: Program, types: readonly Type[]): Type {
  if (types.some(({ is }) => is === "unknown")) return UNKNOWN;
  return types.reduce((one, other) => (one.is === "unknown" ? one : common(program, one, other)), types[0] ?? UNKNOWN);
}

/** A type as a flow of Kotlin's coroutines; null for others. */
export function asFlow(program: Program, type: Type): ClassType | null {
  const flow = libraryClass("kotlinx.coroutines.flow", "Flow");
  return type.is === "class" && flow !== null ? asClass(program, type, flow) : null;
}

/** The element of an array, of a flow, or of what can be looped over. */
export function elementOf(program: Program, type: Type): Type {
  const value = erased(type);
  if (value.is === "array") return value.of;
  if (value.is !== "class") return UNKNOWN;
  const flow = asFlow(program, value);
  if (flow !== null) return unwrapped(flow.args[0] ?? UNKNOWN);
  const iterable = langType("Iterable");
  const seen = iterable.is === "class" ? asClass(program, value, iterable.cls) : null;
  if (seen === null) return entryOf(program, value);
  return unwrapped((seen?.args ?? NO_TYPES)[0] ?? UNKNOWN);
}

/** The entry of a map, which Kotlin loops over; unknown for other types. */
export function entryOf(program: Program, type: Type): Type {
  const [map, entry] = [libraryClass("java.util", "Map"), libraryClass("java.util", "Map.Entry")];
  const seen = type.is === "class" && map !== null ? asClass(program, type, map) : null;
  return seen === null || entry === null ? UNKNOWN : typeOfClass(entry, seen.args);
}
