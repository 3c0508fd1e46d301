/** Calls of Swift: the declaration that a call means, its result, and the values that it expects as arguments. */
import type { Argument, Reference } from "../../model/parse-result.js";
import { isStep } from "../../model/steps.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, type ProgramSymbol, symbolOf } from "../program-file.js";
import { type ComposableCall, composableParameter, composableResult, isSend } from "./composable.js";
import { isKnownType } from "./conversions.js";
import type { Evaluation, Meaning } from "./evaluation.js";
import { fits, matchArguments } from "./labels.js";
import {
  closureParameters,
  comparedWith,
  libraryMember,
  libraryParameter,
  modified,
  modifierParameter,
  viewParameters,
} from "./library.js";
import { membersOf } from "./members.js";
import { operatorMeant, operatorOf } from "./operators.js";
import { type Given, isEvident, narrowed } from "./overloads.js";
import { inTermsOf, ownArguments, typeValue } from "./types.js";
import {
  boundOf,
  identityOf,
  libraryValue,
  NOTHING,
  substitute,
  type TypeValue,
  unwrapped,
  type Value,
} from "./value.js";
import { calledValue, declaredValue, valueOfMeaning } from "./values.js";

/** Evaluates an argument: it needs the evaluation of expressions, which needs calls. */
export type ValueAt = (e: Evaluation, from: number, argument: Pick<Argument, "root" | "path">) => Value;

/** The callee of a call whose name has the meaning `meaning`: the fitting initialiser of a type, the best fitting of several functions. */
export function calleeOf(e: Evaluation, reference: Reference, meaning: Meaning, valueAt: ValueAt): Meaning {
  const { program } = e;
  const operator = operatorOf(reference);
  if (operator !== null) return operatorMeant(e, reference, operator, argumentsGiven(e, reference, valueAt));
  const isInit = meaning.decls.length === 0 && reference.path.at(-1) === "init" && meaning.receiver.is === "meta";
  const value = isInit && meaning.receiver.is === "meta" ? meaning.receiver.of : valueOfType(program, meaning);
  const found = value === null ? meaning : initialiser(e, reference, value, meaning);
  if (found.decls.length === 0) return calledOfLibrary(found);
  const made = value === null ? null : plainType(value, reference);
  if (found.decls.length < 2 && made === null) return found;
  const given = argumentsGiven(e, reference, valueAt);
  const evident =
    made === null ? [...found.decls] : found.decls.filter((decl) => isEvident(program, decl, reference, given));
  if (evident.length > 0) return { ...found, decls: narrowed(e, evident, reference, given) };
  return {
    ...found,
    decls: [],
    receiver: NOTHING,
    value: { is: "meta", of: made ?? NOTHING },
    outside: made?.name ?? null,
  };
}

/** Labels of initialisers that collections, texts and numbers of the library have themselves. */
const PLAIN_LABELS =
  /^(?:_|uniqueKeysWithValues|grouping|by|repeating|count|minimumCapacity|describing|reflecting|format|arguments|exactly|truncating|clamping|radix)$/;

/** The library's type that a call makes a value of, where it may do so by an initialiser of the library; null for other calls. */
function plainType(value: Value, { argumentNames = [] }: Reference): Extract<Value, { is: "library" }> | null {
  const of = boundOf(value);
  if (of.is !== "library" || !isKnownType(of.name) || argumentNames.length === 0) return null;
  return argumentNames.every((label) => PLAIN_LABELS.test(label)) ? of : null;
}

/** A call of a value of a library's type, such as the `send` that an effect is given, is that library's. */
function calledOfLibrary(meaning: Meaning): Meaning {
  const { outside, value } = meaning;
  return outside === null && isSend(value) ? { ...meaning, outside: "Send" } : meaning;
}

/** The type that a call makes a value of; null where no type is called. */
function valueOfType(program: Program, meaning: Meaning): Value | null {
  const [first] = meaning.decls;
  if (first === undefined) return meaning.value.is === "meta" ? meaning.value.of : null;
  if (!isTypeKind(symbolOf(first).kind)) return null;
  const value = valueOfMeaning(program, meaning);
  return value.is === "meta" ? value.of : NOTHING;
}

/** The initialiser of a type that fits a call; the type itself if it declares none. */
function initialiser(e: Evaluation, { argumentNames = [] }: Reference, type: Value, meaning: Meaning): Meaning {
  const of = boundOf(type);
  if (of.is !== "type" && of.is !== "library") return meaning;
  const members = membersOf(e.program, of, { file: e.file, name: "init", labels: argumentNames, isStatic: true });
  const decls = members.decls.filter((decl) => symbolOf(decl).kind === "constructor");
  const receiver: Value = { is: "meta", of: type };
  if (decls.length > 0) return { ...meaning, decls, receiver, owner: members.owner, value: NOTHING, outside: null };
  if (of.is === "library")
    return meaning.decls.length > 0
      ? meaning
      : { ...meaning, value: { is: "meta", of: type }, outside: meaning.outside ?? of.name };
  return { ...meaning, decls: [firstDecl(of)], receiver: NOTHING, owner: of, value: receiver, outside: null };
}

const VOID: Value = libraryValue("Void");

/** The arguments of a call, as far as they tell overloads apart. Of a closure with parameters the result is unknown: it may hang on the callee. */
export function argumentsGiven(e: Evaluation, reference: Reference, valueAt: ValueAt): Given[] {
  return (reference.arguments ?? []).map((argument) => {
    if (argument === null) return { value: NOTHING, member: null, isInList: false };
    const { parameters: count, gives, root } = argument;
    // The value that the call itself expects hangs on the callee.
    const isOwn = root.in === "callback" && e.parse.references[root.of] === reference;
    const isOpen = isOwn || (count ?? 0) > 0;
    const value = isOpen ? NOTHING : valueAt(e, reference.from, argument);
    if (count === undefined) return { value, ...memberNamed(e, argument) };
    const result = gives === "nothing" ? VOID : value;
    const parameters = Array.from({ length: count }, () => NOTHING);
    return { value: { is: "function", parameters, result }, member: null, isInList: false };
  });
}

/** The member that an argument names with a dot alone: `.name` and `.name(…)`, in a list too. */
function memberNamed({ parse }: Evaluation, { root, path }: Argument): Pick<Given, "member" | "isInList"> {
  const made = root.in === "result" ? parse.references[root.of] : undefined;
  const [named, steps] = made === undefined ? [root, path] : [made.root, made.path];
  const isInList = isStep(steps[0], "each");
  const position = isInList ? 1 : 0;
  const member = steps[position + 1];
  const isImplicit = named.in === "callback" && isStep(steps[position], "self") && typeof member === "string";
  return { member: isImplicit ? member : null, isInList };
}

/** A call whose callee is known, and the evaluation of its arguments. */
interface Call {
  readonly reference: Reference;
  readonly callee: Meaning;
  readonly valueAt: ValueAt;
}

/** The result of a call. */
export function callResult(e: Evaluation, call: Call): Value {
  const { program } = e;
  const { reference, callee } = call;
  const [first] = callee.decls;
  if (first === undefined) {
    const last = reference.path.at(-1) ?? (reference.root.in === "free" ? reference.root.name : null);
    const composable = typeof last === "string" ? composableResult(program, composableCall(e, call, last)) : NOTHING;
    if (composable.is !== "unknown") return composable;
    if (callee.value.is === "meta") return callee.value.of;
    const closure = closureResult(e, call);
    const name = reference.path.at(-1);
    const known =
      typeof name === "string" ? libraryMember(unwrappedFor(callee.receiver, name), name, closure) : NOTHING;
    if (known.is !== "unknown") return known;
    const view = modified(callee.receiver, callee.outside);
    return view.is === "unknown" ? calledValue(program, callee.value) : view;
  }
  const symbol = symbolOf(first);
  if (isTypeKind(symbol.kind)) {
    const type = callee.value.is === "meta" ? callee.value.of : callee.owner;
    return withArguments(e, call, type);
  }
  if (symbol.kind === "constructor") {
    const made = callee.receiver.is === "meta" ? callee.receiver.of : callee.owner;
    return withArguments(e, call, made);
  }
  if (callee.decls.length > 1 && !haveSameResult(program, callee.decls)) return NOTHING;
  const value = calledOf(program, first, callee);
  return substitute(value.result, inferred(e, call, first));
}

/** A call as the tables of a library see it. */
function composableCall(e: Evaluation, { reference, callee, valueAt }: Call, name: string): ComposableCall {
  const argumentValue = (argument: number) => {
    const given = reference.arguments?.[argument];
    return given ? valueAt(e, reference.from, given) : NOTHING;
  };
  return { file: e.file, reference, name, receiver: callee.receiver, called: callee.value, argumentValue };
}

/** Members of an optional are its own; others are those of the value in it. */
function unwrappedFor(value: Value, name: string): Value {
  const of = boundOf(value);
  const isOptional = of.is === "library" && of.name === "Optional";
  return isOptional && name !== "map" && name !== "flatMap" ? unwrapped(of) : of;
}

/** A made value with its type arguments: as the call writes them, `Box<Int>()`, or as its arguments tell, `Box(order)`. */
function withArguments(e: Evaluation, call: Call, made: Value): Value {
  const { typeArguments, from } = call.reference;
  const type = boundOf(made);
  if (type.is !== "type" && type.is !== "library") return made;
  if (typeArguments !== undefined) return { ...type, args: typeArguments.map((each) => typeAt(e, from, each)) };
  const [decl] = call.callee.decls;
  if (type.is !== "type" || type.args.length > 0 || decl === undefined) return made;
  const own = ownArguments(e.program, firstDecl(type));
  if (own.length === 0) return made;
  const bindings = isTypeKind(symbolOf(decl).kind) ? memberwiseBindings(e, call, type) : bindingsGiven(e, call, decl);
  const args = own.map((each) => substitute(each, bindings));
  return args.some((each, index) => each !== own[index]) ? { ...type, args } : made;
}

/** The meanings of a type's parameters, as the arguments of its own initialiser tell. */
function memberwiseBindings(e: Evaluation, { reference, valueAt }: Call, type: TypeValue): Map<string, Value> {
  const bindings = new Map<string, Value>();
  const { argumentNames = [], from } = reference;
  (reference.arguments ?? []).forEach((argument, index) => {
    const name = argumentNames[index];
    if (argument === null || name === undefined || argument.root.in === "callback") return;
    const [property] = membersOf(e.program, type, { file: e.file, name, isStatic: false }).decls;
    if (property === undefined) return;
    const value = valueAt(e, from, argument);
    const taken = declaredValue(e.program, property);
    if (argument.parameters === undefined) unify(taken, value, bindings);
    else if (taken.is === "function") unify(taken.result, value, bindings);
  });
  return bindings;
}

const typeAt = (e: Evaluation, from: number, type: NonNullable<Reference["typeArguments"]>[number]) =>
  typeValue(e.program, e.file, from, type);

function haveSameResult(program: Program, decls: readonly Decl[]): boolean {
  const results = new Set(decls.map((decl) => identityOf(resultOf(declaredValue(program, decl)))));
  return results.size === 1 && !results.has("");
}

const resultOf = (value: Value) => (value.is === "function" ? value.result : value);

/** A function in terms of its receiver: its parameters, and its result. */
function calledOf(
  program: Program,
  decl: Decl,
  { owner, receiver }: Meaning,
): { parameters: readonly Value[]; result: Value } {
  const self = receiver.is === "meta" ? receiver.of : receiver;
  const own = declaredValue(program, decl);
  const symbol = symbolOf(decl);
  const value = inTermsOf(program, own, owner, self);
  if (value.is === "function") {
    // A property that holds a function is called through its value.
    const result = inTermsOf(program, value.result, owner, self);
    return { parameters: value.parameters.map((each) => inTermsOf(program, each, owner, self)), result };
  }
  return { parameters: [], result: symbol.parameterNames === null ? calledValue(program, unwrapped(value)) : NOTHING };
}

/** The result of the only closure among a call's arguments. */
function closureResult(e: Evaluation, { reference: { arguments: given, from }, valueAt }: Call): Value {
  const closures = (given ?? []).filter((argument) => argument?.parameters !== undefined);
  const [only] = closures;
  return only && closures.length === 1 ? valueAt(e, from, only) : NOTHING;
}

/** The meanings of a function's own type parameters, as far as the arguments tell. `without`: an argument that is not asked. */
function inferred(e: Evaluation, call: Call, decl: Decl, without = -1): Map<string, Value> {
  return symbolOf(decl).typeParameters.length === 0 ? new Map() : bindingsGiven(e, call, decl, without);
}

/** The meanings of the type parameters that a function's parameters name. */
function bindingsGiven(e: Evaluation, call: Call, decl: Decl, without = -1): Map<string, Value> {
  const { reference, callee, valueAt } = call;
  const bindings = new Map<string, Value>();
  const symbol = symbolOf(decl);
  const taken = parametersTaken(symbol, reference);
  const { parameters } = calledOf(e.program, decl, callee);
  (reference.arguments ?? []).forEach((argument, index) => {
    const parameter = parameters[taken[index] ?? -1];
    if (argument === null || parameter === undefined || index === without) return;
    if (argument.parameters !== undefined) {
      const closure = unwrapped(parameter);
      if (closure.is === "function") unify(closure.result, valueAt(e, reference.from, argument), bindings);
    } else if (argument.root.in !== "callback") unify(parameter, valueAt(e, reference.from, argument), bindings);
  });
  return bindings;
}

/** Finds the meanings of type parameters by a value that is given where they stand. */
function unify(parameter: Value, value: Value, bindings: Map<string, Value>, depth = 0): void {
  if (value.is === "unknown" || depth > 6) return;
  if (parameter.is === "parameter") {
    if (!bindings.has(parameter.id)) bindings.set(parameter.id, value);
  } else if (parameter.is === "meta" && value.is === "meta") unify(parameter.of, value.of, bindings, depth + 1);
  else if (parameter.is === "library" && value.is === "library" && parameter.name === value.name) {
    unifyAll(parameter.args, value.args, bindings, depth + 1);
  } else if (parameter.is === "library" && parameter.name === "Optional")
    unify(parameter.args[0] ?? NOTHING, value, bindings, depth + 1);
  else if (parameter.is === "type" && value.is === "type" && identityOf(parameter) === identityOf(value))
    unifyAll(parameter.args, value.args, bindings, depth + 1);
}

function unifyAll(
  parameters: readonly Value[],
  values: readonly Value[],
  bindings: Map<string, Value>,
  depth: number,
): void {
  for (const [index, each] of parameters.entries()) unify(each, values[index] ?? NOTHING, bindings, depth);
}

/** The parameter that takes each argument of a call. */
function parametersTaken(symbol: ProgramSymbol, { argumentNames = [] }: Reference): readonly number[] {
  return matchArguments(symbol, argumentNames) ?? argumentNames.map((_, index) => index);
}

/** The value that a call expects of one of its arguments. */
export function parameterValue(e: Evaluation, call: Call, argument: number): Value {
  const { program } = e;
  const { reference, callee, valueAt } = call;
  const [first] = callee.decls;
  if (first === undefined) {
    const { root, path } = reference;
    const held = unwrapped(callee.value);
    if (held.is === "function") return held.parameters[argument] ?? NOTHING;
    if (isSend(held)) return held.args[0] ?? NOTHING;
    const name = isStep(path.at(-1), "index") ? "subscript" : (path.at(-1) ?? (root.in === "free" ? root.name : null));
    if (typeof name !== "string") return NOTHING;
    const composable = composableParameter(program, composableCall(e, call, name), argument);
    if (composable.is !== "unknown") return composable;
    const isClosure = reference.arguments?.[argument]?.parameters !== undefined;
    if (!isClosure) return plainParameter(e, call, name, argument);
    const given = reference.arguments?.[0] ?? null;
    const initial =
      given === null || given.parameters !== undefined || argument === 0 ? NOTHING : valueAt(e, reference.from, given);
    const ofView = viewParameters(name, initial, reference.argumentNames?.[0]);
    const parameters =
      path.length === 0 || ofView.length > 0
        ? ofView
        : closureParameters(unwrappedFor(callee.receiver, name), name, initial, reference.argumentNames?.[argument]);
    return parameters.length === 0 ? NOTHING : { is: "function", parameters, result: NOTHING };
  }
  if (isTypeKind(symbolOf(first).kind)) return memberwise(e, reference, callee, argument);
  // Overloads that differ elsewhere may agree here.
  const values = callee.decls.map((decl) => {
    const { parameters } = calledOf(program, decl, callee);
    const taken =
      symbolOf(decl).parameterNames === null ? argument : (parametersTaken(symbolOf(decl), reference)[argument] ?? -1);
    const value = parameters[taken] ?? closureOf(program, decl, argument, callee);
    const bindings = inferred(e, call, decl, argument);
    return substitute(elementOfVariadic(symbolOf(decl), taken, value), bindings);
  });
  const [value = NOTHING, ...others] = values;
  return others.every((each) => identityOf(each) === identityOf(value)) ? value : NOTHING;
}

/** The value that a call of the library expects of an argument that is not a closure. */
function plainParameter(e: Evaluation, { reference, callee, valueAt }: Call, name: string, argument: number): Value {
  const label = reference.argumentNames?.[argument];
  const taken = libraryParameter(unwrapped(callee.receiver), name, label);
  if (taken.is !== "unknown") return taken;
  const other = reference.arguments?.[comparedWith(name, argument)];
  // Of two that begin with a dot none tells the type of the other.
  if (other && other.root.in !== "callback" && other.parameters === undefined) return valueAt(e, reference.from, other);
  return modifierParameter(name, label);
}

/** The parameter of a function that a property holds. */
function closureOf(program: Program, decl: Decl, argument: number, { owner, receiver }: Meaning): Value {
  if (symbolOf(decl).parameterNames !== null) return NOTHING;
  const value = unwrapped(
    inTermsOf(program, declaredValue(program, decl), owner, receiver.is === "meta" ? receiver.of : receiver),
  );
  return value.is === "function" ? (value.parameters[argument] ?? NOTHING) : NOTHING;
}

/** A variadic parameter takes its elements one by one. */
function elementOfVariadic({ parameterNames }: ProgramSymbol, position: number, value: Value): Value {
  const letter =
    parameterNames === null ? "" : parameterNames.slice(parameterNames.lastIndexOf("~") + 1).charAt(position);
  return letter.toLowerCase() === "v" && value.is === "library" ? (value.args[0] ?? NOTHING) : value;
}

/** The property that an argument of a struct's own initialiser sets. */
function memberwise(e: Evaluation, { argumentNames = [] }: Reference, callee: Meaning, argument: number): Value {
  const type = boundOf(callee.value.is === "meta" ? callee.value.of : callee.owner);
  const label = argumentNames[argument];
  if (type.is !== "type" || label === undefined) return NOTHING;
  const { decls, owner } = membersOf(e.program, type, { file: e.file, name: label, isStatic: false });
  const [first] = decls;
  return first === undefined ? NOTHING : inTermsOf(e.program, declaredValue(e.program, first), owner, type);
}

/** Whether a call with its labels may mean a declaration. `.name(…)` is never a member of values. */
export function mayBeCalled({ argumentNames = [], path }: Reference, decl: Decl): boolean {
  return fits(symbolOf(decl), argumentNames) && (symbolOf(decl).isStatic || !isStep(path.at(-2), "self"));
}
