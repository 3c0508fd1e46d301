/** Conversions: how well a parameter takes the value of an argument. */
import { declsOf } from "../name-index.js";
import type { Program } from "../program.js";
import { firstDecl, nodeIdOf, symbolOf } from "../program-file.js";
import { supersOf } from "./library.js";
import { partsOf } from "./parts.js";
import { swiftIndex } from "./state.js";
import { basesOfPart } from "./types.js";
import { boundOf, identityOf, NOTHING, unwrapped, type Value } from "./value.js";

/** How well a parameter takes a value. */
export type Fit = "same" | "yes" | "maybe" | "no";

/** Types that literals have. */
const LITERALS: ReadonlySet<string> = new Set([
  "library Int",
  "library String",
  "library Double",
  "library Bool",
  "library Array",
]);

/** The types that a literal of one of these may be of, too. */
const LITERAL_OF: Readonly<Record<string, RegExp>> = {
  Int: /^(?:U?Int\d*|Double|Float)$/,
  Double: /^Float$/,
  String: /^(?:Substring|Character)$/,
  Array: /^Set$/,
};

/** Protocols of the library for types that a literal may make. */
const FROM_LITERALS =
  /^(?:ExpressibleBy\w+|OptionSet|SetAlgebra|StringProtocol|RangeReplaceableCollection|(?:Signed)?Numeric|\w+Integer|\w*FloatingPoint)$/;

/** Types of the library that are neither functions nor tuples nor aliases of such. */
const NOMINAL =
  /^(?:Int|UInt|Int\d+|UInt\d+|String|Substring|Character|Double|Float|Bool|Array|Set|Dictionary|Optional|Data|Date|URL|(?:Closed|Partial)?Range(?:From|Through|UpTo)?|(?:Partial|(?:Reference)?Writable)?KeyPath)$/;

/** Whether a name is a type of the library that is certainly neither a protocol nor a class. */
export const isKnownType = (name: string) => NOMINAL.test(name);

const isNominal = (value: Value) => value.is === "type" || (value.is === "library" && NOMINAL.test(value.name));

/** Whether a value is an optional. */
export const isOptional = (value: Value) => value.is === "library" && value.name === "Optional";

const isVoid = (value: Value) =>
  (value.is === "library" && value.name === "Void") || (value.is === "tuple" && value.items.length === 0);

/** How well a parameter takes a value. */
export function takes(program: Program, parameter: Value, value: Value, depth = 0): Fit {
  const [one, other] = [unwrapped(parameter), unwrapped(value)];
  if (other.is === "unknown" || one.is === "unknown" || depth > 8) return "maybe";
  if (one.is === "function" && other.is === "function") return takesFunction(program, one, other, depth);
  if (one.is === "tuple" && other.is === "tuple") return one.items.length === other.items.length ? "same" : "no";
  if (one.is === "meta" && other.is === "meta") return takes(program, one.of, other.of, depth + 1);
  if (one.is === "parameter") return meetsBound(program, one.bound, other);
  const id = identityOf(one);
  const given = identityOf(other);
  if (id === "" || given === "") return "maybe";
  if (other.is === "function" || other.is === "tuple") return one.is === "library" && !isNominal(one) ? "maybe" : "no";
  if (id === given && !takesElements(program, one, other, depth)) return "no";
  if (id === given) return isOptional(parameter) === isOptional(value) ? "same" : "yes";
  if (one.is === "library" && (one.name === "Any" || one.name === "AnyObject")) return "maybe";
  if (isBase(program, other, id)) return "yes";
  // The name of a library's type may be an alias of a function type or a tuple.
  if (one.is === "function" || one.is === "tuple") return other.is === "library" && !isNominal(other) ? "maybe" : "no";
  // A literal may be of several types of the library; these may be aliases of each other.
  if (one.is === "library" && other.is === "library") return areApart(one, other) ? "no" : "maybe";
  const isProtocol = isInterface(one);
  // A type of the project may be made of a literal where it says so, a protocol is not.
  if (LITERALS.has(given)) return isProtocol || !isMadeOfLiterals(program, one) ? "no" : "maybe";
  return isProtocol && other.is === "library" ? "maybe" : "no";
}

/** Whether a collection takes the elements of another one. */
function takesElements(program: Program, one: Value, other: Value, depth: number): boolean {
  if (one.is !== "library" || other.is !== "library" || !/^(?:Array|Set|Dictionary)$/.test(one.name)) return true;
  return one.args.every((each, index) => takes(program, each, other.args[index] ?? NOTHING, depth + 1) !== "no");
}

/** Whether no value, and no literal, of a type of the library is of another one. */
function areApart(one: Value, other: Value): boolean {
  if (one.is !== "library" || other.is !== "library" || !isNominal(one) || !isNominal(other)) return false;
  return LITERAL_OF[other.name]?.test(one.name) !== true;
}

/** How well a parameter that is a function takes a closure or a function: by the number of parameters, and by the result. */
function takesFunction(
  program: Program,
  one: Extract<Value, { is: "function" }>,
  other: Extract<Value, { is: "function" }>,
  depth: number,
): Fit {
  const [only] = one.parameters;
  // A closure may take the items of one tuple.
  const items = only?.is === "tuple" && one.parameters.length === 1 ? only.items.length : -1;
  const { length } = other.parameters;
  if (length !== one.parameters.length && length !== items) return "no";
  const { result } = other;
  if (result.is === "unknown" || one.result.is === "unknown") return "yes";
  if (isVoid(result)) return isVoid(one.result) ? "same" : "yes";
  // The value of the only expression of a closure may be dropped.
  if (isVoid(one.result)) return "maybe";
  if (takes(program, one.result, result, depth + 1) === "no") return "no";
  return isOptional(one.result) === isOptional(result) ? "same" : "yes";
}

/** How well a type parameter takes a value. Functions, tuples and types themselves conform to no protocol. */
function meetsBound(program: Program, bound: Value, value: Value): Fit {
  if (bound.is === "unknown") return "maybe";
  if (value.is === "function" || value.is === "tuple" || value.is === "meta") return "no";
  if (bound.is === "all") {
    const fits = bound.of.map((each) => meetsBound(program, each, value));
    return fits.find((fit) => fit === "no") ?? fits.find((fit) => fit === "maybe") ?? "yes";
  }
  if (isBase(program, value, identityOf(bound))) return "yes";
  const isKnown = value.is === "type" || LITERALS.has(identityOf(value));
  return isInterface(bound) && isKnown ? "no" : "maybe";
}

const isInterface = (value: Value) => value.is === "type" && symbolOf(firstDecl(value)).kind === "interface";

/** Whether a parameter asks more than another one: for a type that the other's type parameter may be, or for a protocol that refines the other's. */
export function isNarrower(program: Program, parameter: Value, other: Value): boolean {
  const [one, wide] = [typeTaken(parameter), typeTaken(other)];
  const own = boundOf(one);
  if (own.is === "unknown") return false;
  const id = identityOf(boundOf(wide));
  if (wide.is === "parameter" && one.is !== "parameter") return id === "" || isBase(program, own, id);
  return id !== "" && id !== identityOf(own) && isBase(program, own, id);
}

/** The type that a parameter takes a value of, or takes itself. */
function typeTaken(parameter: Value): Value {
  const of = unwrapped(parameter);
  return of.is === "meta" ? of.of : of;
}

/** Whether a type meets what an extension asks of it. A library's class may be below another one. */
export function meets(program: Program, value: Value, bound: Value): Fit {
  const of = boundOf(value);
  if (of.is === "unknown" || bound.is === "unknown") return "maybe";
  if (bound.is !== "all" && (isBase(program, of, identityOf(bound)) || areAliases(program, of, bound))) return "yes";
  return meetsBound(program, bound, of);
}

/** Whether two types of the library are what the arms of an `#if` make of one name. */
function areAliases(program: Program, one: Value, other: Value): boolean {
  if (one.is !== "library" || other.is !== "library") return false;
  const { aliases } = swiftIndex(program);
  const named = ({ name }: { name: string }) =>
    declsOf(program.index, aliases.get(name)).map((alias) => symbolOf(alias).name);
  const names = new Set(named(one));
  return names.size > 0 && named(other).some((name) => names.has(name));
}

/** Whether a literal may make a value of a type: its protocols tell. */
function isMadeOfLiterals(program: Program, value: Value): boolean {
  return basesOf(program, value).some((base) => base.is === "library" && FROM_LITERALS.test(base.name));
}

/** Whether a type is among the bases of a value's type. */
function isBase(program: Program, value: Value, id: string): boolean {
  return basesOf(program, value).some((base) => identityOf(base) === id);
}

/** A type and its bases, those of the library as far as they are known. */
function basesOf(program: Program, value: Value): Value[] {
  const queue: Value[] = [boundOf(value)];
  const found: Value[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < queue.length && index < 60; index++) {
    const each = queue[index];
    if (each === undefined) break;
    if (each.is === "all") queue.push(...each.of);
    const key = each.is === "type" ? nodeIdOf(firstDecl(each)) : identityOf(each);
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(each);
    for (const part of partsOf(program, each)) queue.push(...basesOfPart(program, part));
    if (each.is === "library")
      queue.push(...supersOf(each.name).map((name): Value => ({ is: "library", name, args: [] })));
  }
  return found;
}
