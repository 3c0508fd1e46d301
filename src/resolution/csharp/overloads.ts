/** Overloads of a C# method are chosen here: those that a call's arguments fit by number, name and type, and among these the best. */
import { lastOf, nth } from "../../base/need.js";
import { fitsByNumber } from "../members.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type ProgramSymbol, symbolOf } from "../program-file.js";
import { type Arguments, explicitBindings, type GivenArgument, offsetOf } from "./arguments.js";
import { type Applicable, isBetter } from "./better.js";
import { collectBounds, fixBounds, type Inference, leaveOpen, speaksOf } from "./bounds.js";
import { type Fit, fitOf } from "./conversions.js";
import { fitOfFunction, fitOfResult, type Purpose, resultOfFunction } from "./lambdas.js";
import { type Signature, signatureOf } from "./signatures.js";
import { declaredValue, parameterIds, parameterValues, substitute } from "./types.js";
import type { Bindings, Value } from "./value.js";
import { isVoid, type Member, NOTHING } from "./value.js";

/** At most this many members are compared with each other, because each with each takes its time. */
const MOST_COMPARED = 64;
/** The types of parameters decide among at most this many members that fit by number. */
const MOST_CONSIDERED = 256;

/** The member that the arguments fit best, or else all that they fit. */
export function choose(program: Program, members: readonly Member[], given: Arguments): Member[] {
  program.caches.spent += members.length;
  if (members.length > MOST_COMPARED) {
    const fitting = members.filter(({ decl }) =>
      fitsByNumber(symbolOf(decl), given.count, given.typeArgumentCount, given.names, given.receiver !== null),
    );
    if (fitting.length > MOST_CONSIDERED) return fitting;
  }
  let applicable = applicableOf(program, members, given, false);
  if (applicable.length > MOST_COMPARED) return applicable.map(({ member }) => member);
  // The bodies of lambdas are looked at only if they can decide something: each is looked at once for each overload.
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

/** Whether the types of a call's arguments are enough to say that a member is meant. */
export function isSure(program: Program, member: Member, given: Arguments): boolean {
  const found = applicability(program, member, given, false);
  const isOpen = (fit: Fit, index: number) => fit === "maybe" && found?.values[index]?.function === undefined;
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
  if (!hasRequired(symbol, given)) return null;
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
  const wanted = values.map((_, index) => {
    const fromEnd = values.length - index;
    const name = names[names.length - fromEnd] ?? null;
    let position = name === null ? index : named.indexOf(name);
    if (hasRest && position >= types.length - 1) position = types.length - 1;
    const type = substitute(types[position] ?? NOTHING, known);
    const isElement = isExpanded && position === types.length - 1 && type.is === "library";
    return isElement ? (type.args[0] ?? NOTHING) : type;
  });
  const bindings = inferredBindings(program, given, { member, declared: wanted, values }, looksIntoFunctions);
  if (bindings === null) return null;
  const fits: Fit[] = [];
  const parameters = wanted.map((type) => substitute(type, bindings));
  for (let index = 0; index < values.length; index++) {
    const purpose = { method: member.decl, looksIntoFunctions };
    const fit = fitOfGiven(program, nth(values, index), nth(parameters, index), purpose);
    if (fit === "no") return null;
    fits.push(fit);
  }
  return { member, fits, parameters, declared: wanted, values, isExpanded };
}

/** Whether a call with named last arguments gives all parameters without a default: `Send(mail, cancellationToken: token)`. */
function hasRequired(symbol: ProgramSymbol, given: Arguments): boolean {
  const { count, names } = given;
  if (count === null || names.length === 0 || symbol.parameterNames === null) return true;
  const inOrder = count - names.length + offsetOf(symbol, given);
  const required = symbol.parameterNames.trim().split(" ").slice(0, symbol.minArguments);
  return required.every((name, index) => index < inOrder || names.includes(name) || names[index - inOrder] === "");
}

/**
 * Infers the type arguments of a call that names none: among the types given for one parameter, the one that all others fit. An unknown type parameter
 * stands for itself. Null where nothing is given for a parameter, or no type fits all.
 */
function inferredBindings(
  program: Program,
  given: Arguments,
  { member: { decl }, declared, values }: Pick<Applicable, "member" | "declared" | "values">,
  looksIntoFunctions: boolean,
): Bindings | null {
  const { typeParameters, kind } = symbolOf(decl);
  if (typeParameters.length === 0 || given.typeArgumentCount > 0 || isTypeKind(kind)) return UNBOUND;
  const inferred = new Map<string, Value>();
  const own = parameterIds(program, decl);
  const inference: Inference = { program, own, bounds: new Map(), open: new Set() };
  values.forEach((each, index) => {
    if (each.function === undefined && each.methods === undefined)
      collectBounds(inference, nth(declared, index), each.value);
  });
  if (!fixBounds(inference, inferred)) return null;
  values.forEach((each, index) => {
    if (each.function === undefined && each.methods === undefined) return;
    const type = nth(declared, index);
    const signature = signatureOf(program, substitute(type, inferred));
    if (signature === "unknown") leaveOpen(inference, type);
    if (signature === null || signature === "unknown") return;
    if (each.function === undefined) {
      if (each.methods !== undefined) collectFromMethods(inference, each.methods, signature, type);
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

/** Adds the bounds that a group of methods gives the type parameters of a delegate: the result of the method that fits. */
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

/** Whether `params T[]` is given as a whole. */
function isArrayGiven(
  program: Program,
  types: readonly Value[],
  values: readonly GivenArgument[],
  count: number,
  bindings: Bindings,
): boolean {
  if (count !== types.length) return false;
  const last = values[types.length - 1];
  if (last === undefined || last.value.is === "unknown") return false;
  const fit = fitOf(program, last.value, substitute(lastOf(types), bindings));
  return fit === "same" || (fit === "yes" && last.value.is === "library" && last.value.name !== "null");
}
const UNBOUND: Bindings = new Map();

function fitOfGiven(program: Program, given: GivenArgument, wanted: Value, purpose: Purpose): Fit {
  if (given.function !== undefined) return fitOfFunction(program, given, given.function, wanted, purpose);
  if (given.methods !== undefined) return fitOfMethods(program, given.methods, wanted);
  return fitOf(program, given.value, wanted);
}

function fitOfMethods(program: Program, methods: readonly Member[], wanted: Value): Fit {
  const signature = signatureOf(program, wanted);
  if (signature === "unknown") return "maybe";
  if (signature === null) return "no";
  const taken = methodsFor(program, methods, signature.parameters);
  if (taken.length === 0) return "no";
  const given = resultOfMethods(program, taken);
  if (given.is === "unknown") return "yes";
  // Unlike a lambda, a method with a result does not fit a delegate without one.
  if (signature.result === null || isVoid(given)) return isVoid(given) === (signature.result === null) ? "yes" : "no";
  const fit = fitOfResult(program, given, signature.result, false);
  return fit === "maybe" ? "yes" : fit;
}

/** The result of the one method in a group; unknown for a group of several. */
export function resultOfMethods(program: Program, [method, ...others]: readonly Member[]): Value {
  return method === undefined || others.length > 0
    ? NOTHING
    : substitute(declaredValue(program, method.decl), method.bindings);
}

/** The methods of a group that a delegate with the parameters can call. */
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
