/** Which of several C# methods a call means: those that its arguments fit by number, name and type, and of those the nearest. */
import type { Argument } from "../languages/language.js";
import type { Decl, Program, ProgramSymbol } from "./program.js";
import {
  asType,
  type Bindings,
  declaredValue,
  type Fit,
  fitOf,
  libraryValue,
  type Member,
  NOTHING,
  parameterValues,
  signatureOf,
  substitute,
  tablesOf,
  typeId,
  type Value,
} from "./resolve-csharp-types.js";
import { nodeIdOf, symbolOf, takes } from "./resolve-place.js";

/** What a call is given for a parameter: a value, or a function of which only some things are known. */
export interface Given {
  value: Value;
  /** A lambda expression. */
  function?: Argument;
  /** The methods that a name of some stands for. */
  methods?: readonly Member[];
}

/** A call's arguments, evaluated, as far as they are known. */
export interface Arguments {
  count: number | null;
  given: () => readonly Given[];
  /** The names of the last arguments, where they have some. */
  names: readonly string[];
  typeArguments: readonly Value[] | null;
  typeArgumentCount: number;
  /** What it is called on, for extension methods. */
  receiver: Value | null;
}

/** Whether a symbol can be called with so many arguments and type arguments, on a value or not, and has the parameters that are named. */
export function fitsByNumber(
  symbol: ProgramSymbol,
  argumentCount: number | null,
  typeArgumentCount: number,
  argumentNames: readonly string[] | undefined,
  isOnValue = false,
): boolean {
  if (argumentCount !== null && !takes(symbol, argumentCount, isOnValue)) return false;
  const { parameterNames, typeParameters } = symbol;
  if (parameterNames === null) return true;
  if (typeArgumentCount > 0 && typeParameters.length !== typeArgumentCount) return false;
  return argumentNames === undefined || argumentNames.every((name) => parameterNames.includes(` ${name} `));
}

/** How a member fits: by each argument, in the order they are given. Null where it does not. */
interface Applicable {
  member: Member;
  fits: Fit[];
  /** What each argument is given for. */
  parameters: Value[];
  /** What is given, what it is called on first. */
  values: readonly Given[];
  isExpanded: boolean;
}

/** More members than these are not compared with each other: each with each takes its time. */
const MAX_COMPARED = 64;

/** The members that the arguments fit, or of those the one that they fit best. */
export function choose(program: Program, members: readonly Member[], given: Arguments): Member[] {
  const applicable: Applicable[] = [];
  for (const member of members) {
    const one = applicability(program, member, given);
    if (one !== null) applicable.push(one);
  }
  if (applicable.length < 2 || applicable.length > MAX_COMPARED) return applicable.map(({ member }) => member);
  const best = applicable.find((one) => applicable.every((other) => other === one || isBetter(program, one, other)));
  return best === undefined ? applicable.map(({ member }) => member) : [best.member];
}

/** Whether the types of a call's arguments say that one of the members is meant. */
export function isSure(program: Program, member: Member, given: Arguments): boolean {
  const found = applicability(program, member, given);
  return found !== null && !found.fits.includes("maybe") && given.given().length === (given.count ?? 0);
}

function applicability(program: Program, member: Member, given: Arguments): Applicable | null {
  const symbol = symbolOf(member.decl);
  const { count, names } = given;
  if (!fitsByNumber(symbol, count, given.typeArgumentCount, names, given.receiver !== null)) return null;
  const types = parameterValues(program, member.decl);
  if (given.typeArgumentCount === 0 && !isInferable(program, member, types)) return null;
  if (types.length === 0) {
    return { member, fits: given.given().map(() => "maybe"), parameters: [], values: [], isExpanded: false };
  }
  const offset = offsetOf(symbol, given);
  const named = names.length === 0 ? names : (symbol.parameterNames?.trim().split(" ") ?? []);
  const values =
    given.receiver !== null && offset === 1 ? [{ value: given.receiver }, ...given.given()] : given.given();
  const explicit = explicitBindings(member, given);
  const bindings = explicit.length === 0 ? member.bindings : new Map([...member.bindings, ...explicit]);
  const hasRest = symbol.maxArguments === 255;
  const isExpanded = hasRest && !isArrayGiven(program, types, values, count === null ? 0 : count + offset, bindings);
  const fits: Fit[] = [];
  const parameters: Value[] = [];
  for (let at = 0; at < values.length; at++) {
    const fromEnd = values.length - at;
    const name = fromEnd <= names.length ? names[names.length - fromEnd]! : null;
    let position = name === null ? at : named.indexOf(name);
    if (hasRest && position >= types.length - 1) position = types.length - 1;
    let wanted = substitute(types[position] ?? NOTHING, bindings);
    if (isExpanded && position === types.length - 1 && wanted.is === "library") wanted = wanted.args[0] ?? NOTHING;
    const fit = fitOfGiven(program, values[at]!, wanted);
    if (fit === "no") return null;
    fits.push(fit);
    parameters.push(wanted);
  }
  return { member, fits, parameters, values, isExpanded };
}

function isKnown({ values }: Applicable, at: number): boolean {
  const given = values[at];
  return given !== undefined && given.value.is !== "unknown";
}

/** Whether the parameters of a method speak of all its type parameters, so that arguments may say what they stand for. */
function isInferable(program: Program, { decl }: Member, types: readonly Value[]): boolean {
  const { kind, typeParameters, extendsType } = symbolOf(decl);
  if (typeParameters.length === 0 || (kind !== "method" && kind !== "function") || extendsType !== null) return true;
  const { inferable } = tablesOf(program);
  let known = inferable.get(decl);
  if (known === undefined) {
    known = speaksOfAll(decl, types);
    inferable.set(decl, known);
  }
  return known;
}

function speaksOfAll(decl: Decl, types: readonly Value[]): boolean {
  const spoken = new Set<string>();
  const visit = (value: Value): void => {
    if (value.parameter !== undefined) spoken.add(value.parameter);
    if (value.is !== "unknown") for (const arg of value.args) visit(arg);
  };
  for (const type of types) visit(type);
  return symbolOf(decl).typeParameters.every((name) => spoken.has(`${nodeIdOf(decl)} ${name}`));
}

/** 1 for an extension method that is called on its first parameter. */
function offsetOf(symbol: ProgramSymbol, { receiver }: Arguments): 0 | 1 {
  return symbol.extends !== null && receiver !== null ? 1 : 0;
}

/** Whether `params T[]` is given as a whole. */
function isArrayGiven(
  program: Program,
  types: readonly Value[],
  values: readonly Given[],
  count: number,
  bindings: Bindings,
): boolean {
  if (count !== types.length) return false;
  const last = values[types.length - 1];
  if (last === undefined || last.value.is === "unknown") return false;
  const fit = fitOf(program, last.value, substitute(types.at(-1)!, bindings));
  return fit === "same" || (fit === "yes" && last.value.is === "library" && last.value.name !== "null");
}

const NO_BINDINGS: readonly [string, Value][] = [];

function explicitBindings(member: Member, { typeArguments }: Arguments): readonly [string, Value][] {
  const { typeParameters } = symbolOf(member.decl);
  if (typeArguments === null || typeArguments.length !== typeParameters.length) return NO_BINDINGS;
  return typeParameters.map((name, at) => [`${nodeIdOf(member.decl)} ${name}`, typeArguments[at]!]);
}

function fitOfGiven(program: Program, given: Given, wanted: Value): Fit {
  if (given.function !== undefined) return fitOfFunction(program, given.function, given.value, wanted);
  if (given.methods !== undefined) return fitOfMethods(program, given.methods, wanted);
  return fitOf(program, given.value, wanted);
}

function fitOfFunction(program: Program, { parameters, gives }: Argument, body: Value, wanted: Value): Fit {
  const signature = signatureOf(program, wanted);
  if (signature === "unknown") return "maybe";
  if (signature === null) return wanted.is === "library" && wanted.name === "object" ? "maybe" : "no";
  if (parameters !== undefined && signature.parameters.length !== parameters) return "no";
  if (gives === "value" && signature.result === null) return "no";
  const givesTask = signature.result?.is === "library" && /Task$/.test(signature.result.name);
  const givesNothing = gives === "nothing" || isVoid(body);
  if (givesNothing && signature.result !== null && !givesTask) return "no";
  if (signature.result !== null && !givesTask && fitOf(program, body, signature.result) === "no") return "no";
  return "yes";
}

function fitOfMethods(program: Program, methods: readonly Member[], wanted: Value): Fit {
  const signature = signatureOf(program, wanted);
  if (signature === "unknown") return "maybe";
  if (signature === null) return "no";
  const taken = methodsFor(program, methods, signature.parameters);
  return taken.length > 0 ? "yes" : "no";
}

/** The methods of a group that a delegate with such parameters can call. */
export function methodsFor(program: Program, methods: readonly Member[], parameters: readonly Value[]): Member[] {
  const given: Arguments = {
    count: parameters.length,
    given: () => parameters.map((value) => ({ value })),
    names: [],
    typeArguments: null,
    typeArgumentCount: 0,
    receiver: null,
  };
  return choose(program, methods, given);
}

const RANKS: Record<Fit, number> = { no: 0, maybe: 1, yes: 1, same: 2 };

function isBetter(program: Program, one: Applicable, other: Applicable): boolean {
  let isMore = false;
  for (let at = 0; at < one.fits.length; at++) {
    const [mine, theirs] = [one.fits[at]!, other.fits[at]!];
    let difference = RANKS[mine] - RANKS[theirs];
    if (difference === 0 && mine !== "maybe" && theirs !== "maybe" && mine !== "same") {
      difference = moreSpecific(program, one.parameters[at], other.parameters[at]) || closer(program, one, other, at);
    }
    if (difference < 0) return false;
    if (difference > 0) isMore = true;
    // Of a library type's bases not all are known: what is known to fit goes before what may.
    if (isKnown(one, at) && mine === "yes" && theirs === "maybe" && !takesAll(one.parameters[at])) {
      isMore = true;
      continue;
    }
    if (isKnown(one, at) && mine === "maybe" && theirs === "yes") return false;
    // What is not known of one may make it the better one.
    if (
      difference === 0 &&
      mine === "maybe" &&
      typeId(one.parameters[at] ?? NOTHING) !== typeId(other.parameters[at] ?? NOTHING)
    )
      return false;
  }
  if (isMore) return true;
  const [mine, theirs] = [symbolOf(one.member.decl), symbolOf(other.member.decl)];
  if (one.isExpanded !== other.isExpanded) return other.isExpanded;
  if (mine.typeParameters.length === 0 && theirs.typeParameters.length > 0) return true;
  if (mine.typeParameters.length > 0 && theirs.typeParameters.length === 0) return false;
  const count = one.fits.length;
  const leavesNone = (symbol: ProgramSymbol) => symbol.maxArguments === count || symbol.maxArguments === 255;
  return leavesNone(mine) && !leavesNone(theirs);
}

/** Whether any value fits a parameter. */
function takesAll(parameter: Value = NOTHING): boolean {
  return (
    parameter.parameter !== undefined || (parameter.is === "library" && /^(?:object|dynamic)$/.test(parameter.name))
  );
}

function isVoid(value: Value): boolean {
  return value.is === "library" && value.name === "void";
}

/** Whether a value is of a type with the very type arguments that are asked for: a list of cats of `IEnumerable<Cat>`, and not of `IEnumerable<Animal>`. */
function isWithin(program: Program, given: Value, wanted: Value): boolean {
  const found = asType(program, given, wanted);
  return found !== null && isVery(found, wanted);
}

function isVery(type: Value, wanted: Value, depth = 0): boolean {
  if (wanted.parameter !== undefined || type.is === "unknown" || wanted.is === "unknown" || depth > 6) return true;
  return (
    typeId(type) === typeId(wanted) && type.args.every((arg, at) => isVery(arg, wanted.args[at] ?? NOTHING, depth + 1))
  );
}

/**
 * 1 where the first takes a value as a type parameter, which is then of its very type, and the second as an object; or with its very type arguments; or
 * a function with what it gives, which the second leaves. -1 the other way round.
 */
function closer(program: Program, one: Applicable, other: Applicable, at: number): number {
  const given = one.values[at]?.value ?? NOTHING;
  if (given.is === "unknown" || (given.is === "library" && given.name === "null")) return 0;
  if (one.values[at]!.function !== undefined) {
    return givesOf(program, one.parameters[at]) - givesOf(program, other.parameters[at]) || 0;
  }
  const [mine = NOTHING, theirs = NOTHING] = [one.parameters[at], other.parameters[at]];
  if (typeId(mine) === typeId(theirs)) {
    const difference = Number(isWithin(program, given, mine)) - Number(isWithin(program, given, theirs));
    if (difference !== 0) return difference;
  }
  if (takesAsItIs(one, at) && isObject(other.parameters[at])) return 1;
  return isObject(one.parameters[at]) && takesAsItIs(other, at) ? -1 : 0;
}

/** Whether a delegate gives a value; NaN where that is not known. */
function givesOf(program: Program, parameter: Value = NOTHING): number {
  const signature = signatureOf(program, parameter);
  return signature === null || signature === "unknown" ? Number.NaN : Number(signature.result !== null);
}

function takesAsItIs({ member, parameters }: Applicable, at: number): boolean {
  return parameters[at]?.parameter?.startsWith(`${nodeIdOf(member.decl)} `) === true;
}

function isObject(parameter: Value = NOTHING): boolean {
  return parameter.parameter === undefined && parameter.is === "library" && parameter.name === "object";
}

/** 1 where the first of two parameters takes less than the second. */
function moreSpecific(program: Program, one: Value = NOTHING, other: Value = NOTHING): number {
  if (one.parameter !== undefined || other.parameter !== undefined) return 0;
  if (one.is === "unknown" || other.is === "unknown") return 0;
  const forth = fitOf(program, one, other);
  const back = fitOf(program, other, one);
  if (forth === "yes" && back === "no") return 1;
  return back === "yes" && forth === "no" ? -1 : 0;
}

/** What the type parameters of a method stand for in a call. `bodyOf` says what a function that is an argument gives. */
export function inferred(
  program: Program,
  member: Member,
  given: Arguments,
  bodyOf: ((argument: Argument) => Value) | null,
): Bindings {
  const symbol = symbolOf(member.decl);
  if (symbol.typeParameters.length === 0) return member.bindings;
  const bindings = new Map(member.bindings);
  for (const [id, value] of explicitBindings(member, given)) bindings.set(id, value);
  const own = new Set(symbol.typeParameters.map((name) => `${nodeIdOf(member.decl)} ${name}`));
  const types = parameterValues(program, member.decl);
  const offset = offsetOf(symbol, given);
  const values: Given[] = offset === 1 ? [{ value: given.receiver! }, ...given.given()] : [...given.given()];
  const hasRest = symbol.maxArguments === 255;
  values.forEach((each, at) => {
    const type = types[Math.min(at, types.length - 1)];
    if (type === undefined || each.function !== undefined || each.methods !== undefined) return;
    const wanted = substitute(type, member.bindings);
    unify(program, own, bindings, wanted, each.value);
    if (hasRest && at >= types.length - 1 && wanted.is === "library") {
      unify(program, own, bindings, wanted.args[0] ?? NOTHING, each.value);
    }
  });
  values.forEach((each, at) => {
    const type = types[at];
    if (type === undefined) return;
    const signature = signatureOf(program, substitute(type, member.bindings));
    if (signature === null || signature === "unknown" || signature.result === null) return;
    if (each.function !== undefined && bodyOf !== null)
      unify(program, own, bindings, signature.result, bodyOf(each.function));
    if (each.methods === undefined) return;
    const parameters = signature.parameters.map((parameter) => substitute(parameter, bindings));
    const [method, ...others] = methodsFor(program, each.methods, parameters);
    if (method === undefined || others.length > 0) return;
    unify(program, own, bindings, signature.result, substitute(declaredValue(program, method.decl), method.bindings));
  });
  return bindings;
}

/** Finds out what type parameters among `own` stand for, from a value that is given where `wanted` is asked for. */
function unify(
  program: Program,
  own: ReadonlySet<string>,
  bindings: Map<string, Value>,
  wanted: Value,
  value: Value,
  depth = 0,
): void {
  if (value.is === "unknown" || depth > 6) return;
  if (value.is === "library" && value.name === "null") return;
  if (wanted.parameter !== undefined) {
    if (own.has(wanted.parameter) && !bindings.has(wanted.parameter)) bindings.set(wanted.parameter, value);
    return;
  }
  if (wanted.is === "unknown" || wanted.args.length === 0) return;
  const found = asType(program, value, wanted);
  if (found === null || found.is === "unknown") return;
  wanted.args.forEach((arg, at) => {
    const other = found.args[at];
    if (other !== undefined) unify(program, own, bindings, arg, other, depth + 1);
  });
}

/** What calling a value of a delegate type gives. */
export function calledValue(program: Program, value: Value): Value {
  const signature = signatureOf(program, value);
  if (signature === null || signature === "unknown") return NOTHING;
  return signature.result ?? libraryValue("void");
}
