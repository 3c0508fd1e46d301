/** Which of several C# methods a call means: those that its arguments fit by number, name and type, and of those the nearest. */

import { type Argument, LISTED, THROWS } from "../../model/parse-result.js";
import { takes } from "../members.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramSymbol, symbolOf } from "../program-file.js";
import {
  asType,
  declaredValue,
  type Fit,
  fitOf,
  isNullable,
  isVoid,
  libraryValue,
  type Member,
  NOTHING,
  notNull,
  parameterIds,
  parameterValues,
  type Signature,
  signatureOf,
  substitute,
  typeId,
} from "./types.js";
import type { Bindings, Value } from "./value.js";

/** What a call is given for a parameter: a value, or a function of which only some things are known. */
export interface Given {
  value: Value;
  /** A lambda expression. */
  function?: Argument;
  /** The result of the lambda's body for arguments of such types. */
  gives?: (parameters: readonly Value[]) => Value;
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
  /** The parameter's type for each argument, and the same as declared: type parameters of the method stand for themselves. */
  parameters: Value[];
  declared: readonly Value[];
  /** What is given, what it is called on first. */
  values: readonly Given[];
  isExpanded: boolean;
}

/** More members than these are not compared with each other: each with each takes its time. */
const MAX_COMPARED = 64;
/** Of more members than these that fit by number, the types of parameters are not looked at. */
const MAX_CONSIDERED = 256;

/** The members that the arguments fit, or of those the one that they fit best. */
export function choose(program: Program, members: readonly Member[], given: Arguments): Member[] {
  program.caches.spent += members.length;
  if (members.length > MAX_COMPARED) {
    const fitting = members.filter(({ decl }) =>
      fitsByNumber(symbolOf(decl), given.count, given.typeArgumentCount, given.names, given.receiver !== null),
    );
    if (fitting.length > MAX_CONSIDERED) return fitting;
  }
  let applicable = applicableOf(program, members, given, false);
  if (applicable.length > MAX_COMPARED) return applicable.map(({ member }) => member);
  // The bodies of lambdas are looked at only where something hangs on them: each is looked at once for each overload.
  if (applicable.length > 1 && given.given().some((each) => each.function !== undefined)) {
    const members = applicable.map(({ member }) => member);
    const fitting = applicableOf(program, members, given, true);
    if (fitting.length > 0) applicable = fitting;
  }
  if (applicable.length < 2) return applicable.map(({ member }) => member);
  const best = applicable.find((one) => applicable.every((other) => other === one || isBetter(program, one, other)));
  return best === undefined ? applicable.map(({ member }) => member) : [best.member];
}

function applicableOf(
  program: Program,
  members: readonly Member[],
  given: Arguments,
  looksIntoFunctions: boolean,
): Applicable[] {
  const found: Applicable[] = [];
  for (const member of members) {
    const one = applicability(program, member, given, looksIntoFunctions);
    if (one !== null) found.push(one);
  }
  return found;
}

/** Whether the types of a call's arguments say that one of the members is meant. */
export function isSure(program: Program, member: Member, given: Arguments): boolean {
  const found = applicability(program, member, given, false);
  const isOpen = (fit: Fit, at: number) => fit === "maybe" && found?.values[at]?.function === undefined;
  return found !== null && !found.fits.some(isOpen) && given.given().length === (given.count ?? 0);
}

function applicability(
  program: Program,
  member: Member,
  given: Arguments,
  looksIntoFunctions: boolean,
): Applicable | null {
  const symbol = symbolOf(member.decl);
  const { count, names } = given;
  if (!fitsByNumber(symbol, count, given.typeArgumentCount, names, given.receiver !== null)) return null;
  const types = parameterValues(program, member.decl);
  if (types.length === 0) {
    return {
      member,
      fits: given.given().map(() => "maybe"),
      parameters: [],
      declared: [],
      values: [],
      isExpanded: false,
    };
  }
  const offset = offsetOf(symbol, given);
  const named = names.length === 0 ? names : (symbol.parameterNames?.trim().split(" ") ?? []);
  const values =
    given.receiver !== null && offset === 1 ? [{ value: given.receiver }, ...given.given()] : given.given();
  const explicit = explicitBindings(program, member, given);
  const known = explicit.length === 0 ? member.bindings : new Map([...member.bindings, ...explicit]);
  const hasRest = symbol.maxArguments === 255;
  const isExpanded = hasRest && !isArrayGiven(program, types, values, count === null ? 0 : count + offset, known);
  const wanted = values.map((_, at) => {
    const fromEnd = values.length - at;
    const name = fromEnd <= names.length ? names[names.length - fromEnd]! : null;
    let position = name === null ? at : named.indexOf(name);
    if (hasRest && position >= types.length - 1) position = types.length - 1;
    const type = substitute(types[position] ?? NOTHING, known);
    const isElement = isExpanded && position === types.length - 1 && type.is === "library";
    return isElement ? (type.args[0] ?? NOTHING) : type;
  });
  const bindings = inferredBindings(program, member, given, wanted, values, looksIntoFunctions);
  if (bindings === null) return null;
  const fits: Fit[] = [];
  const parameters = wanted.map((type) => substitute(type, bindings));
  for (let at = 0; at < values.length; at++) {
    const fit = fitOfGiven(program, values[at]!, parameters[at]!, { method: member.decl, looksIntoFunctions });
    if (fit === "no") return null;
    fits.push(fit);
  }
  return { member, fits, parameters, declared: wanted, values, isExpanded };
}

/** Inferred type arguments of a call that names none. */
interface Inference {
  program: Program;
  own: readonly string[];
  /** The types given for each parameter, and their bounds. */
  bounds: Map<string, { given: Value[]; constraint: Value }>;
  /** Those that something is given for of which too little is known. */
  open: Set<string>;
}

/**
 * Infers the type arguments of a call that names none: of the types given for one parameter, the one that all others fit. What is not
 * known stands for itself; null where nothing is given for one, or nothing fits all of them.
 */
function inferredBindings(
  program: Program,
  { decl }: Member,
  given: Arguments,
  wanted: readonly Value[],
  values: readonly Given[],
  looksIntoFunctions: boolean,
): Bindings | null {
  const { typeParameters, kind } = symbolOf(decl);
  if (typeParameters.length === 0 || given.typeArgumentCount > 0 || isTypeKind(kind)) return UNBOUND;
  const inferred = new Map<string, Value>();
  const own = parameterIds(program, decl);
  const inference: Inference = { program, own, bounds: new Map(), open: new Set() };
  values.forEach((each, at) => {
    if (each.function === undefined && each.methods === undefined) collectBounds(inference, wanted[at]!, each.value);
  });
  if (!fixBounds(inference, inferred)) return null;
  values.forEach((each, at) => {
    if (each.function === undefined && each.methods === undefined) return;
    const signature = signatureOf(program, substitute(wanted[at]!, inferred));
    if (signature === "unknown") leaveOpen(inference, wanted[at]!);
    if (signature === null || signature === "unknown") return;
    if (each.function === undefined) {
      collectFromMethods(inference, each.methods!, signature, wanted[at]!);
      return;
    }
    if (each.function.isTyped) for (const parameter of signature.parameters) leaveOpen(inference, parameter);
    if (signature.result === null) return;
    if (!looksIntoFunctions || each.function.isTyped) leaveOpen(inference, signature.result);
    else if (!signature.parameters.some((parameter) => speaksOf(own, parameter))) {
      collectBounds(inference, signature.result, resultOfFunction(each, signature.parameters));
    }
  });
  if (!fixBounds(inference, inferred)) return null;
  const isLeft = (parameter: string) => !inferred.has(parameter) && !inference.open.has(parameter);
  return given.count !== null && values.length > 0 && own.some(isLeft) ? null : inferred;
}

/** Notes what a group of methods says of the type parameters of a delegate: what the one that fits gives. */
function collectFromMethods(
  inference: Inference,
  methods: readonly Member[],
  { parameters, result }: Signature,
  wanted: Value,
): void {
  const { program, own } = inference;
  const isOpen = parameters.some((parameter) => speaksOf(own, parameter));
  const given = isOpen ? NOTHING : resultOfMethods(program, methodsFor(program, methods, parameters));
  if (given.is === "unknown") leaveOpen(inference, wanted);
  else if (result !== null) collectBounds(inference, result, given);
}

function fixBounds({ program, bounds, open }: Inference, inferred: Map<string, Value>): boolean {
  for (const [parameter, { given, constraint }] of bounds) {
    if (inferred.has(parameter) || open.has(parameter)) continue;
    const fits = (value: Value) => given.map((each) => (each === value ? "same" : fitOf(program, each, value)));
    const best = given.find((value) => fits(value).every((fit) => fit === "same" || fit === "yes"));
    if (best !== undefined) {
      const isFixed = best.parameter === undefined && constraint.is !== "unknown";
      if (isFixed && fitOf(program, best, constraint) === "no") return false;
      inferred.set(parameter, best);
    } else if (given.every((value) => fits(value).includes("no"))) return false;
    else open.add(parameter);
  }
  return true;
}

/** Notes what a value says of the type parameters where `wanted` is asked for. */
function collectBounds(inference: Inference, wanted: Value, value: Value, depth = 0): void {
  const { program, own, bounds } = inference;
  if (isNothing(value) || (wanted.is === "unknown" && wanted.parameter === undefined)) return;
  if (depth > 6 || isUnknown(value) || isListed(value)) {
    leaveOpen(inference, wanted);
  } else if (wanted.parameter !== undefined) {
    if (!own.includes(wanted.parameter)) return;
    const known = bounds.get(wanted.parameter);
    if (known !== undefined) known.given.push(value);
    else bounds.set(wanted.parameter, { given: [value], constraint: { ...wanted, parameter: undefined } });
  } else if (wanted.is !== "unknown" && wanted.args.length > 0) {
    const found = isNullable(wanted) ? libraryValue("Nullable", [notNull(value)]) : asType(program, value, wanted);
    if (found === null || found.is === "unknown" || (found.args.length === 0 && typeId(found) === ARRAY)) {
      if (fitOf(program, value, wanted) !== "no") leaveOpen(inference, wanted);
      return;
    }
    wanted.args.forEach((arg, at) => {
      const other = found.args[at];
      if (other !== undefined) collectBounds(inference, arg, other, depth + 1);
    });
  }
}

const ARRAY = "library Array";

/** Takes note that something is given for type parameters of which too little is known. */
function leaveOpen(inference: Inference, wanted: Value): void {
  if (wanted.parameter !== undefined) inference.open.add(wanted.parameter);
  else if (wanted.is !== "unknown") for (const arg of wanted.args) leaveOpen(inference, arg);
}

function speaksOf(own: readonly string[], value: Value): boolean {
  if (value.parameter !== undefined) return own.includes(value.parameter);
  return value.is !== "unknown" && value.args.some((arg) => speaksOf(own, arg));
}

function isUnknown(value: Value): boolean {
  return value.is === "unknown" && value.parameter === undefined;
}

/** Whether a value takes its type from what it is given for: a collection `[a, b]`. */
function isListed(value: Value): boolean {
  return value.is === "library" && value.name === LISTED;
}

/** Whether a value has no type of its own. */
function isNothing(value: Value): boolean {
  return value.is === "library" && (value.name === "null" || isVoid(value) || isThrown(value));
}

function isThrown(value: Value): boolean {
  return value.is === "library" && value.name === THROWS;
}

function isKnown({ values }: Applicable, at: number): boolean {
  const given = values[at];
  return given !== undefined && given.value.is !== "unknown";
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
const UNBOUND: Bindings = new Map();

function explicitBindings(
  program: Program,
  { decl }: Member,
  { typeArguments }: Arguments,
): readonly [string, Value][] {
  if (typeArguments === null || typeArguments.length !== symbolOf(decl).typeParameters.length) return NO_BINDINGS;
  return parameterIds(program, decl).map((id, at) => [id, typeArguments[at]!]);
}

/** The method that an argument is for, and whether lambdas are looked into. */
interface Purpose {
  method: Decl;
  looksIntoFunctions: boolean;
}

function fitOfGiven(program: Program, given: Given, wanted: Value, purpose: Purpose): Fit {
  if (given.function !== undefined) return fitOfFunction(program, given, given.function, wanted, purpose);
  if (given.methods !== undefined) return fitOfMethods(program, given.methods, wanted);
  return fitOf(program, given.value, wanted);
}

function fitOfFunction(
  program: Program,
  given: Given,
  { parameters, gives, isAsync }: Argument,
  wanted: Value,
  { method, looksIntoFunctions }: Purpose,
): Fit {
  // A lambda's parameter type must be known first: no type parameter is inferred from a lambda as a whole.
  if (isOwnParameter(program, method, wanted)) return "no";
  const signature = signatureOf(program, wanted);
  if (signature === "unknown") return wanted.is === "library" && !looksLikeDelegate(wanted.name) ? "no" : "maybe";
  if (signature === null) return "no";
  if (parameters !== undefined && signature.parameters.length !== parameters) return "no";
  const { result } = signature;
  if (result === null) return gives === "value" ? "no" : "yes";
  const isOpen = isOwnParameter(program, method, result);
  const isTask = result.is === "library" && /Task$/.test(result.name);
  if (isAsync) {
    if (!isTask && result.parameter === undefined && result.is !== "unknown") return "no";
    if (isTask && gives !== undefined && (gives === "value") !== result.args.length > 0) return "no";
    if (isTask && result.args.length === 0) return "yes";
  } else if (gives === "nothing") return "no";
  const value = looksIntoFunctions ? resultOfFunction(given, signature.parameters) : givenBody(given);
  if (value.is === "unknown" && value.parameter === undefined)
    return gives === "value" && result.parameter !== undefined ? "yes" : "maybe";
  // A body that throws gives no type that a type parameter could stand for.
  if (isThrown(value)) return isOpen && !isAsync ? "no" : "yes";
  return isVoid(value) ? "no" : fitOfResult(program, value, result, gives !== "value");
}

/** Whether a type outside may be a delegate, by its name. */
function looksLikeDelegate(name: string): boolean {
  return (
    !/^I\p{Lu}/u.test(name) &&
    /(?:Delegate|Handler|Callback|Func|Function|Action|Factory|Predicate|Selector|Filter|Converter|Comparison|Middleware|Initializer|Provider|Accessor|Getter|Setter|Builder|Resolver|Hook|Start|Expression|Invoker)$/.test(
      name,
    )
  );
}

/** A lambda's result as far as it is known without its arguments. */
function givenBody(given: Given): Value {
  return given.function?.isAsync === true || given.value.is === "unknown" ? NOTHING : given.value;
}

/** Whether what a lambda gives fits what a delegate gives. A task without a result takes that of an async statement too. */
function fitOfResult(program: Program, value: Value, result: Value, isStatement: boolean): Fit {
  if (value.is !== "library" || result.is !== "library" || !/Task$/.test(value.name) || !/Task$/.test(result.name)) {
    return fitOf(program, value, result);
  }
  if (result.args.length === 0) return value.args.length === 0 ? "same" : "yes";
  if (value.args.length === 0) return "no";
  const fit = fitOf(program, value.args[0]!, result.args[0]!);
  return fit === "same" && isStatement && value.name !== result.name ? "yes" : fit;
}

/** The result of a lambda for arguments of such types: of an async one, the task. */
function resultOfFunction(given: Given, parameters: readonly Value[]): Value {
  const body = given.gives?.(parameters) ?? given.value;
  const { isAsync, gives } = given.function ?? {};
  if (!isAsync) return gives === "nothing" ? libraryValue("void") : body;
  if (gives === "nothing" || isVoid(body) || isThrown(body)) return libraryValue("Task");
  return body.is === "unknown" && body.parameter === undefined ? NOTHING : libraryValue("Task", [body]);
}

function fitOfMethods(program: Program, methods: readonly Member[], wanted: Value): Fit {
  const signature = signatureOf(program, wanted);
  if (signature === "unknown") return "maybe";
  if (signature === null) return "no";
  const taken = methodsFor(program, methods, signature.parameters);
  if (taken.length === 0) return "no";
  const given = resultOfMethods(program, taken);
  if (given.is === "unknown") return "yes";
  // Unlike a lambda, a method that gives something is none for a delegate that gives nothing.
  if (signature.result === null || isVoid(given)) return isVoid(given) === (signature.result === null) ? "yes" : "no";
  const fit = fitOfResult(program, given, signature.result, false);
  return fit === "maybe" ? "yes" : fit;
}

/** The result of the method that a group of methods stands for; nothing where that may be several, or it is not known. */
function resultOfMethods(program: Program, [method, ...others]: readonly Member[]): Value {
  return method === undefined || others.length > 0
    ? NOTHING
    : substitute(declaredValue(program, method.decl), method.bindings);
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
      (mine === "maybe" || theirs === "maybe") &&
      !isSameType(one.parameters[at], other.parameters[at])
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
  const says = one.declared.map((type, at) => saysMore(type, other.declared[at] ?? NOTHING));
  return says.includes(1) && !says.includes(-1);
}

/** 1 where the first of two declared types leaves less open than the second: `List<string>` less than `List<T>`, and that less than `T`. */
function saysMore(one: Value, other: Value, depth = 0): number {
  if (one.parameter !== undefined || other.parameter !== undefined) {
    return Number(other.parameter !== undefined) - Number(one.parameter !== undefined);
  }
  if (one.is === "unknown" || other.is === "unknown" || one.args.length !== other.args.length || depth > 6) return 0;
  const says = one.args.map((arg, at) => saysMore(arg, other.args[at]!, depth + 1));
  const isMore = says.includes(1);
  return isMore === says.includes(-1) ? 0 : isMore ? 1 : -1;
}

/** Whether two parameters take the very same type, type arguments and all. */
function isSameType(one: Value = NOTHING, other: Value = NOTHING): boolean {
  if (one.parameter !== other.parameter || one.is !== other.is) return false;
  if (one.is === "unknown" || other.is === "unknown") return true;
  if (typeId(one) !== typeId(other) || one.args.length !== other.args.length) return false;
  return one.args.every((arg, at) => isSameType(arg, other.args[at]));
}

/** Whether any value fits a parameter. */
function takesAll(parameter: Value = NOTHING): boolean {
  return (
    parameter.parameter !== undefined || (parameter.is === "library" && /^(?:object|dynamic)$/.test(parameter.name))
  );
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
  // An async function gives a task, whatever it awaits.
  if (one.values[at]?.function?.isAsync)
    return givesOf(program, one.parameters[at]) - givesOf(program, other.parameters[at]) || 0;
  if (given.is === "unknown" || (given.is === "library" && given.name === "null")) return 0;
  if (one.values[at]!.function !== undefined) {
    return givesOf(program, one.parameters[at]) - givesOf(program, other.parameters[at]) || 0;
  }
  const [mine = NOTHING, theirs = NOTHING] = [one.parameters[at], other.parameters[at]];
  if (typeId(mine) === typeId(theirs)) {
    const difference = Number(isWithin(program, given, mine)) - Number(isWithin(program, given, theirs));
    if (difference !== 0) return difference;
  }
  if (takesAsItIs(program, one, at) && isObject(other.parameters[at])) return 1;
  return isObject(one.parameters[at]) && takesAsItIs(program, other, at) ? -1 : 0;
}

/** Whether a delegate gives a value; NaN where that is not known. */
function givesOf(program: Program, parameter: Value = NOTHING): number {
  const signature = signatureOf(program, parameter);
  return signature === null || signature === "unknown" ? Number.NaN : Number(signature.result !== null);
}

/** Whether a value is of a type parameter of the method. */
function isOwnParameter(program: Program, method: Decl, { parameter }: Value = NOTHING): boolean {
  return parameter !== undefined && parameterIds(program, method).includes(parameter);
}

function takesAsItIs(program: Program, { member, parameters }: Applicable, at: number): boolean {
  return isOwnParameter(program, member.decl, parameters[at]);
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
  for (const [id, value] of explicitBindings(program, member, given)) bindings.set(id, value);
  const own = parameterIds(program, member.decl);
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
      unify(program, own, bindings, signature.result, resultOf(each.function, bodyOf));
    if (each.methods === undefined) return;
    const parameters = signature.parameters.map((parameter) => substitute(parameter, bindings));
    unify(
      program,
      own,
      bindings,
      signature.result,
      resultOfMethods(program, methodsFor(program, each.methods, parameters)),
    );
  });
  return bindings;
}

function resultOf(argument: Argument, bodyOf: (argument: Argument) => Value): Value {
  const body = bodyOf(argument);
  return argument.isAsync === true && body.is !== "unknown" && !isVoid(body) ? libraryValue("Task", [body]) : body;
}

/** Finds out what type parameters among `own` stand for, from a value that is given where `wanted` is asked for. */
function unify(
  program: Program,
  own: readonly string[],
  bindings: Map<string, Value>,
  wanted: Value,
  value: Value,
  depth = 0,
): void {
  if (value.is === "unknown" || depth > 6) return;
  if (value.is === "library" && value.name === "null") return;
  if (wanted.parameter !== undefined) {
    if (own.includes(wanted.parameter) && !bindings.has(wanted.parameter)) bindings.set(wanted.parameter, value);
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
