/** The better one of two overloads that a call's arguments fit. */
import { nth } from "../../base/need.js";
import type { Program } from "../program.js";
import { type ProgramSymbol, symbolOf } from "../program-file.js";
import type { GivenArgument } from "./arguments.js";
import { asType, type Fit, fitOf } from "./conversions.js";
import { isOwnParameter } from "./lambdas.js";
import { signatureOf } from "./signatures.js";
import { type Member, NOTHING, typeId, type Value } from "./value.js";

/** A member that the arguments fit, with the fit of each argument in the order they are given. */
export interface Applicable {
  member: Member;
  fits: Fit[];
  /** The parameter's type for each argument. In `declared`, type parameters of the method stand for themselves. */
  parameters: Value[];
  declared: readonly Value[];
  /** The arguments, with the receiver of an extension method first. */
  values: readonly GivenArgument[];
  isExpanded: boolean;
}

function isKnown({ values }: Applicable, index: number): boolean {
  const given = values[index];
  return given !== undefined && given.value.is !== "unknown";
}

const RANKS: Record<Fit, number> = { no: 0, maybe: 1, yes: 1, same: 2 };

/** Whether one overload is better than another: no argument fits it worse, and something speaks for it. */
export function isBetter(program: Program, one: Applicable, other: Applicable): boolean {
  let isMore = false;
  for (let index = 0; index < one.fits.length; index++) {
    const mine = nth(one.fits, index);
    const theirs = other.fits[index];
    // An extension that is called on a value takes that as well.
    if (theirs === undefined) continue;
    let difference = RANKS[mine] - RANKS[theirs];
    if (difference === 0 && mine !== "maybe" && theirs !== "maybe" && mine !== "same") {
      difference =
        moreSpecific(program, one.parameters[index], other.parameters[index]) || closer(program, one, other, index);
    }
    if (difference < 0) return false;
    if (difference > 0) isMore = true;
    // Some bases of a library type are not known, so a member that is known to fit goes before one that may.
    if (isKnown(one, index) && mine === "yes" && theirs === "maybe" && !takesAll(one.parameters[index])) {
      isMore = true;
      continue;
    }
    if (isKnown(one, index) && mine === "maybe" && theirs === "yes") return false;
    // The unknown part of one may make it the better one.
    if (
      difference === 0 &&
      (mine === "maybe" || theirs === "maybe") &&
      !isSameType(one.parameters[index], other.parameters[index])
    )
      return false;
  }
  if (isMore) return true;
  const [mine, theirs] = [symbolOf(one.member.decl), symbolOf(other.member.decl)];
  if (mine.typeParameters.length === 0 && theirs.typeParameters.length > 0) return true;
  if (mine.typeParameters.length > 0 && theirs.typeParameters.length === 0) return false;
  if (one.isExpanded !== other.isExpanded) return other.isExpanded;
  const count = one.fits.length;
  const leavesNone = (symbol: ProgramSymbol) => symbol.maxArguments === count || symbol.maxArguments === 255;
  if (leavesNone(mine) !== leavesNone(theirs)) return leavesNone(mine);
  const says = one.declared.map((type, index) => saysMore(type, other.declared[index] ?? NOTHING));
  return says.includes(1) && !says.includes(-1);
}

/** Answers 1 if the first of two declared types leaves less open: `List<string>` less than `List<T>`, and that less than `T`. -1 for the second. */
function saysMore(one: Value, other: Value, depth = 0): number {
  if (one.parameter !== undefined || other.parameter !== undefined) {
    return Number(other.parameter !== undefined) - Number(one.parameter !== undefined);
  }
  if (one.is === "unknown" || other.is === "unknown" || one.args.length !== other.args.length || depth > 6) return 0;
  const says = one.args.map((arg, index) => saysMore(arg, nth(other.args, index), depth + 1));
  const isMore = says.includes(1);
  return isMore === says.includes(-1) ? 0 : isMore ? 1 : -1;
}

/** Whether two parameters take the same type with the same type arguments. */
function isSameType(one: Value = NOTHING, other: Value = NOTHING): boolean {
  if (one.parameter !== other.parameter || one.is !== other.is) return false;
  if (one.is === "unknown" || other.is === "unknown") return true;
  if (typeId(one) !== typeId(other) || one.args.length !== other.args.length) return false;
  return one.args.every((arg, index) => isSameType(arg, other.args[index]));
}

/** Whether any value fits a parameter. */
function takesAll(parameter: Value = NOTHING): boolean {
  return (
    parameter.parameter !== undefined || (parameter.is === "library" && /^(?:object|dynamic)$/.test(parameter.name))
  );
}

/** Whether a value is of a type with the same type arguments: a list of cats is within `IEnumerable<Cat>`, and not within `IEnumerable<Animal>`. */
function isWithin(program: Program, given: Value, wanted: Value): boolean {
  const found = asType(program, given, wanted);
  return found !== null && isVery(found, wanted);
}

function isVery(type: Value, wanted: Value, depth = 0): boolean {
  if (wanted.parameter !== undefined || type.is === "unknown" || wanted.is === "unknown" || depth > 6) return true;
  return (
    typeId(type) === typeId(wanted) &&
    type.args.every((arg, index) => isVery(arg, wanted.args[index] ?? NOTHING, depth + 1))
  );
}

/**
 * Answers 1 if the first takes the value more closely: as a type parameter where the second takes an object, with the same type arguments, or as a function
 * with its result where the second drops the result. Answers -1 the other way round.
 */
function closer(program: Program, one: Applicable, other: Applicable, index: number): number {
  const argument = one.values[index];
  const given = argument?.value ?? NOTHING;
  // An async function gives a task.
  if (argument?.function?.isAsync)
    return givesOf(program, one.parameters[index]) - givesOf(program, other.parameters[index]) || 0;
  if (given.is === "unknown" || (given.is === "library" && given.name === "null")) return 0;
  if (argument?.function !== undefined) {
    return givesOf(program, one.parameters[index]) - givesOf(program, other.parameters[index]) || 0;
  }
  const [mine = NOTHING, theirs = NOTHING] = [one.parameters[index], other.parameters[index]];
  if (typeId(mine) === typeId(theirs)) {
    const difference = Number(isWithin(program, given, mine)) - Number(isWithin(program, given, theirs));
    if (difference !== 0) return difference;
  }
  if (takesAsItIs(program, one, index) && isObject(other.parameters[index])) return 1;
  return isObject(one.parameters[index]) && takesAsItIs(program, other, index) ? -1 : 0;
}

/** Whether a delegate gives a value: 1 or 0, and NaN if that is not known. */
function givesOf(program: Program, parameter: Value = NOTHING): number {
  const signature = signatureOf(program, parameter);
  return signature === null || signature === "unknown" ? Number.NaN : Number(signature.result !== null);
}

function takesAsItIs(program: Program, { member, parameters }: Applicable, index: number): boolean {
  return isOwnParameter(program, member.decl, parameters[index]);
}

function isObject(parameter: Value = NOTHING): boolean {
  return parameter.parameter === undefined && parameter.is === "library" && parameter.name === "object";
}

/** Answers 1 if the first of two parameters takes less than the second, -1 if the second does. */
function moreSpecific(program: Program, one: Value = NOTHING, other: Value = NOTHING): number {
  if (one.parameter !== undefined || other.parameter !== undefined) return 0;
  if (one.is === "unknown" || other.is === "unknown") return 0;
  const forth = fitOf(program, one, other);
  const back = fitOf(program, other, one);
  if (forth === "yes" && back === "no") return 1;
  return back === "yes" && forth === "no" ? -1 : 0;
}
