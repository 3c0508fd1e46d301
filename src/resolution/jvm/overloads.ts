/** Overloads of Java: those that a call's arguments fit, in the phases of the language, and among these the most specific. */
import type { Argument } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import { symbolOf } from "../program-file.js";
import { type Fit, fitOf } from "./conversions.js";
import { type FoundMethod, type Signature, signatureOf } from "./hierarchy.js";
import { fitsByArguments, type Taken } from "./type-arguments.js";
import { erased, isVoid, type Method, substitute, type Type, UNKNOWN } from "./types.js";
import { typeIn } from "./written.js";

/** An argument of a call: a value, a lambda, or a reference to a method. */
export interface Given {
  /** Kotlin: the name of its parameter, where it is written; "{}" for the lambda behind the brackets; else "". */
  name: string;
  /** Kotlin: a lambda may leave its only parameter out, and give what nobody wants. */
  isKotlin: boolean;
  type(): Type;
  /** The lambda. */
  lambda: Argument | null;
  isReference: boolean;
  /** Whether a reference to a function may take a number of values; null where that cannot be told. */
  takes(count: number): boolean | null;
  /** The result of the lambda for the overload in question; UNKNOWN where that cannot be told. */
  result(): Type;
}

/** A value of which nothing is known. */
export const NOT_GIVEN: Given = {
  name: "",
  isKotlin: false,
  type: () => UNKNOWN,
  lambda: null,
  isReference: false,
  takes: () => null,
  result: () => UNKNOWN,
};

/** At most this many methods are compared with each other. */
const MOST_COMPARED = 64;

/** The methods that a call may mean by its arguments: one, or several that nothing tells apart. */
export function choose(
  program: Program,
  methods: readonly FoundMethod[],
  given: readonly Given[] | null,
): FoundMethod[] {
  program.caches.spent += methods.length;
  const named = methods.some(({ method }) => method.choice === "never")
    ? methods.filter(({ method }) => method.choice !== "never")
    : methods;
  if (given === null) return [...named];
  const count = given.length;
  const byCount = named.filter(
    (one) =>
      count >= one.method.least &&
      count <= one.method.most &&
      given.every(({ name }, index) => positionOf(one, name, index) >= 0),
  );
  const [only] = byCount;
  if (
    only !== undefined &&
    byCount.length === 1 &&
    given.some((each, index) => isNoFunction(program, only, each, index))
  )
    return [];
  if (byCount.length < 2 || byCount.length > MOST_COMPARED) return byCount;
  const last = byCount.filter(isLast);
  return last.length === 0 ? chooseByType(program, byCount, given) : chooseByRank(program, byCount, last, given);
}

/**
 * Kotlin: of functions of which some go last, the others that fit. One with type parameters goes before none by that alone: type arguments are not compared,
 * so it need not fit. Where a value that is not known could tell them apart, both may be meant.
 */
function chooseByRank(
  program: Program,
  methods: readonly FoundMethod[],
  last: readonly FoundMethod[],
  given: readonly Given[],
): FoundMethod[] {
  const first = methods.filter((one) => !isLast(one) && one.method.variables.length === 0);
  const found = chooseByType(program, first, given);
  if (found.length === 0) return chooseByType(program, methods, given);
  const isOpen = given.some((each, index) => {
    if (each.lambda !== null || each.isReference || !isUnknown(each.type())) return false;
    const asked = (one: FoundMethod) => parameterAt(one, positionOf(one, each.name, index), one.method.isVariable);
    return last.some((one) => found.some((other) => fitOf(program, asked(one), asked(other)) !== "same"));
  });
  return isOpen ? [...found, ...chooseByType(program, last, given)] : found;
}

/** Kotlin: whether a call chooses a function only where nothing else fits. */
export function isLast({ method }: FoundMethod): boolean {
  return method.choice === "last";
}

function chooseByType(program: Program, methods: readonly FoundMethod[], given: readonly Given[]): FoundMethod[] {
  const loose: FoundMethod[] = [];
  const strict: FoundMethod[] = [];
  for (const one of methods) {
    const fit = fitOfAll(program, one, given, false);
    if (fit !== "no") loose.push(one);
    if (fit === "yes") strict.push(one);
  }
  if (strict.length > 0) return mostSpecific(program, strict, given, "strict");
  if (loose.length > 0) return mostSpecific(program, loose, given, "loose");
  const fitting = methods.filter((one) => fitOfAll(program, one, given, true) !== "no");
  return fitting.length > 0 ? mostSpecific(program, fitting, given, "variable") : [];
}

/** Kotlin: whether a lambda is given where a value or another function is asked for. A function of the library may have the name, too. */
function isNoFunction(
  program: Program,
  one: FoundMethod,
  { name, isKotlin, lambda }: Given,
  position: number,
): boolean {
  if (!isKotlin || lambda === null) return false;
  const signature = signatureOf(program, parameterAt(one, positionOf(one, name, position), one.method.isVariable));
  return signature === null || (signature !== "unknown" && !takesLambda(signature, lambda));
}

type Phase = "strict" | "loose" | "variable";

/** The number of the parameter that takes an argument; -1 where a method has none of the name. */
export function positionOf({ method }: FoundMethod, name: string, position: number): number {
  // Kotlin: what stands behind the parameter that takes any number of arguments has a name, or is the lambda.
  if (name === "")
    return method.isVariable && method.names !== null ? Math.min(position, variableAt(method)) : position;
  if (name === "{}") return Math.max(0, method.parameters().length - 1);
  return method.names === null ? position : method.names.indexOf(name);
}

/** The number of the parameter that takes any number of arguments: the last, or in Kotlin the first array. */
export function variableAt(method: Method): number {
  const types = method.parameters();
  const array = method.names === null ? -1 : types.findIndex(({ is }) => is === "array");
  return array < 0 ? types.length - 1 : array;
}

/** Whether an argument may be one of any number that a parameter takes. */
export function isAmongMany(method: Method, index: number): boolean {
  if (!method.isVariable) return false;
  const many = variableAt(method);
  return index === many || (index > many && method.names === null);
}

/** The type of the parameter that takes an argument, by its number. */
export function parameterAt({ method, bindings }: FoundMethod, index: number, isSpread: boolean): Type {
  const types = method.parameters();
  if (isSpread && isAmongMany(method, index)) {
    const rest = types[variableAt(method)];
    return rest?.is === "array" ? substitute(rest.of, bindings) : UNKNOWN;
  }
  const type = types[index];
  return type === undefined ? UNKNOWN : substitute(type, bindings);
}

/** Whether a method takes all arguments, and whether one of them needs a conversion between a primitive type and its class. */
function fitOfAll(
  program: Program,
  one: FoundMethod,
  given: readonly Given[],
  isSpread: boolean,
): "yes" | "box" | "no" {
  const { method } = one;
  const count = method.parameters().length;
  const isFitting = method.isVariable ? count === given.length : given.length <= count;
  if (isSpread ? !method.isVariable : !isFitting) {
    // The types of the parameters are not always known.
    if (count > 0 || isSpread || method.most === 0) return "no";
  }
  let isBoxed = false;
  for (const [index, each] of given.entries()) {
    const fit = fitOfGiven(program, each, parameterAt(one, positionOf(one, each.name, index), isSpread));
    if (fit === "no") return "no";
    isBoxed ||= fit === "box";
  }
  return isBoxed ? "box" : "yes";
}

function fitOfGiven(program: Program, given: Given, wanted: Type): Fit {
  if (given.lambda !== null) return fitOfLambda(program, given, given.lambda, wanted);
  if (given.isReference) {
    const signature = signatureOf(program, wanted);
    if (signature === null) return "no";
    if (signature === "unknown") return "maybe";
    return given.takes(signature.parameters.length) === false ? "no" : "yes";
  }
  return fitOf(program, given.type(), wanted);
}

/** Kotlin: whether a lambda may be a function. `{ … }` has one parameter or none. */
function takesLambda({ parameters, hasReceiver }: Signature, lambda: Argument): boolean {
  const count = parameters.length - (hasReceiver ? 1 : 0);
  return count === lambda.parameters || (count === 0 && lambda.parameters === 1);
}

function fitOfLambda(program: Program, given: Given, lambda: Argument, wanted: Type): Fit {
  const signature = signatureOf(program, wanted);
  if (signature === null) return "no";
  if (signature === "unknown") return "maybe";
  if (given.isKotlin ? !takesLambda(signature, lambda) : signature.parameters.length !== lambda.parameters) return "no";
  if (given.isKotlin && signature.result.is === "variable") return "yes";
  const isNothing = isVoid(signature.result);
  if (lambda.gives !== undefined) return (lambda.gives === "nothing") === isNothing ? "yes" : "no";
  if (isNothing) return "yes";
  return isVoid(given.result()) ? "no" : "yes";
}

function mostSpecific(
  program: Program,
  fitting: readonly FoundMethod[],
  given: readonly Given[],
  phase: Phase,
): FoundMethod[] {
  if (fitting.length === 1) return [...fitting];
  const best = fitting.filter((one) =>
    fitting.every((other) => other === one || isMoreSpecific(program, one, other, given, phase)),
  );
  const [first] = best;
  if (first === undefined) return [...fitting];
  if (best.length === 1) return isOpenChoice(program, first, fitting, given, phase) ? [...fitting] : [first];
  // Kotlin: of equal ones, one that leaves no parameter to its default goes first.
  const whole = best.filter(({ method }) => method.names !== null && method.most === given.length);
  if (whole.length === 1) return whole;
  // Functions of one place that take the same classes differ in type arguments.
  const rivals = best.filter(
    ({ method }) => method.decl !== null && !method.isAbstract && method.owner === first.method.owner,
  );
  if (rivals.length > 1 && first.method.names !== null) {
    const left = rivals.filter((one) => fitsByArguments(program, one, takenBy(one, given, phase)));
    return left.length > 0 ? left : rivals;
  }
  // One with a body goes before one without; else the nearest.
  return [best.find(({ method }) => !method.isAbstract) ?? first];
}

/** The values among the arguments of a call, each with the parameter that takes it. */
function takenBy(one: FoundMethod, given: readonly Given[], phase: Phase): Taken[] {
  return given.flatMap((each, index) =>
    each.lambda !== null || each.isReference
      ? []
      : [{ given: each.type(), wanted: parameterAt(one, positionOf(one, each.name, index), phase === "variable") }],
  );
}

/** Whether a value of which too little is known decides between methods. */
function isOpenChoice(
  program: Program,
  one: FoundMethod,
  fitting: readonly FoundMethod[],
  given: readonly Given[],
  phase: Phase,
): boolean {
  const isSpread = phase === "variable";
  return given.some((each, index) => {
    if (each.lambda !== null || each.isReference) return false;
    const mine = parameterAt(one, positionOf(one, each.name, index), isSpread);
    if (fitOfGiven(program, each, mine) !== "maybe") return false;
    return fitting.some((other) => {
      if (other === one) return false;
      const theirs = parameterAt(other, positionOf(other, each.name, index), isSpread);
      return fitOf(program, mine, theirs) !== "same" && fitOf(program, theirs, mine) !== "same";
    });
  });
}

function isMoreSpecific(
  program: Program,
  one: FoundMethod,
  other: FoundMethod,
  given: readonly Given[],
  phase: Phase,
): boolean {
  const isSpread = phase === "variable";
  if (!isReceiverFitting(program, one, other)) return false;
  return given.every((each, index) => {
    const mine = parameterAt(one, positionOf(one, each.name, index), isSpread);
    const theirs = parameterAt(other, positionOf(other, each.name, index), isSpread);
    // No other parameter takes a value more closely than one of its own type.
    if (fitOfGiven(program, each, mine) === "same") return true;
    if (each.lambda !== null || each.isReference) return isMoreFunctional(program, each, mine, theirs);
    const fit = fitOf(program, mine, theirs);
    // Kotlin does not widen numbers: a value that is not known is meant for either.
    if (each.isKotlin && fit === "yes" && mine.is === "primitive" && isUnknown(each.type())) return false;
    if (fit === "same" || fit === "yes") return true;
    // An argument that is not known could decide either way.
    return fit === "maybe" && isUnknown(mine) && isUnknown(theirs);
  });
}

/** Kotlin: whether what a function extends is no wider than what another one extends. */
function isReceiverFitting(program: Program, { method: one }: FoundMethod, { method: other }: FoundMethod): boolean {
  const [mine, theirs] = [extendedBy(program, one), extendedBy(program, other)];
  if (mine === null || theirs === null) return true;
  return /^(?:same|yes)$/.test(fitOf(program, mine, theirs)) || erased(mine).is === "unknown";
}

/** The type that a function of Kotlin extends; null for any other. */
function extendedBy(program: Program, { decl }: Method): Type | null {
  if (decl === null) return null;
  const { receiverType } = symbolOf(decl);
  return receiverType === null ? null : typeIn(program, decl.file, decl.index, receiverType);
}

const isUnknown = (type: Type) => type.is === "unknown";

/** Whether the first of two types of functions fits a lambda better, by the result of the lambda. */
function isMoreFunctional(program: Program, given: Given, mine: Type, theirs: Type): boolean {
  const fit = fitOf(program, mine, theirs);
  if (fit === "same" || fit === "yes") return true;
  const [one, other] = [signatureOf(program, mine), signatureOf(program, theirs)];
  if (one === null || other === null || one === "unknown" || other === "unknown") return false;
  if (isVoid(other.result)) return !isVoid(one.result);
  if (isVoid(one.result)) return false;
  const result = given.result();
  if (result.is === "primitive") return one.result.is === "primitive" && other.result.is !== "primitive";
  const better = fitOf(program, one.result, other.result);
  return better === "same" || better === "yes";
}
