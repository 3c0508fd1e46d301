/** The callees of calls, and the values that calls give. */
import { nth } from "../../base/need.js";
import type { Reference } from "../../model/parse-result.js";
import { isTypeKind } from "../name-index.js";
import { parentAt, symbolAt, symbolOf } from "../program-file.js";
import { isAddedSetter } from "./added.js";
import { chosen, constructed, importedMethod, outside } from "./callees.js";
import { classOf } from "./classes.js";
import {
  type Callee,
  type Evaluation,
  kept,
  type Meaning,
  MISSING_NAME,
  NO_CALLEE,
  NOT_KNOWN,
  onlyType,
} from "./evaluation.js";
import { givenOf } from "./given.js";
import { functionCalled } from "./held.js";
import { type FoundMethod, innerOf, methodsOf, type Signature, signatureOf } from "./hierarchy.js";
import { closed, type Inference, type Inferred, unify } from "./infer.js";
import { calledInKotlin, extensionOfLibrary, memberInKotlin } from "./kotlin-calls.js";
import { langType } from "./library.js";
import { isPackage } from "./names.js";
import { chosenOf, operatorCalled, operatorIn, operatorResult } from "./operators.js";
import { type Given, isAmongMany, isLast, parameterAt, positionOf } from "./overloads.js";
import { isKotlin } from "./packages.js";
import { resultOfReferred } from "./referred.js";
import { givenByRepository } from "./spring-data.js";
import { standardCallback, standardReceiver, standardResult } from "./standard.js";
import {
  type Bindings,
  bindingsOf,
  type ClassType,
  isVoid,
  type JvmClass,
  joined,
  type Method,
  memberOutside,
  NO_BINDINGS,
  type OutsideType,
  selfType,
  substitute,
  type Type,
  typeOfClass,
  UNKNOWN,
  unwrapped,
  type Variable,
} from "./types.js";
import { meaningOfNamed, methodsAt, start, stepTo, typeOfMeaning, valueMeaning, walk } from "./walk.js";
import { typeIn } from "./written.js";

/** The callee of the call of a number. */
export function calleeAt(e: Evaluation, index: number): Callee {
  const answers = { question: "callee" as const, known: e.callees, otherwise: NO_CALLEE };
  return kept(e, answers, index, () => findCallee(e, nth(e.parse.references, index), index));
}

function findCallee(e: Evaluation, reference: Reference, of: number): Callee {
  const { file } = e;
  const { kind, root, path } = reference;
  const given = givenOf(e, reference, of);
  if (kind === "new") return constructed(e, made(e, reference), given);
  if (path.length === 0 && (root.in === "this" || root.in === "super")) {
    const meaning = start(e, root, reference, "any");
    const type = typeOfMeaning(meaning);
    const base = root.in === "super" && type.is === "outside" ? outside(type.module, type.name) : meaning;
    return constructed(e, type.is === "class" ? { is: "type", cls: type.cls } : base, given);
  }
  const last = path.at(-1);
  if (last === undefined) {
    if (root.in !== "free") return NO_CALLEE;
    return isKotlin(file)
      ? calledInKotlin(e, root.name, reference, given)
      : calledByName(e, root.name, reference.from, given);
  }
  if (typeof last !== "string") return NO_CALLEE;
  const operator = operatorIn(last);
  let receiver = start(e, root, reference, "any");
  for (const each of path.slice(0, -1)) receiver = stepTo(e, receiver, each);
  if (operator !== null) return operatorCalled(e, reference, operator, receiver, given);
  const isUnknown = receiver.is === "unknown" && last === "getClass" && given?.length === 0;
  const { methods, otherwise } = methodsAt(e, isUnknown ? valueMeaning(langType("Object")) : receiver, last);
  const meaning = chosen(e, methods, given, otherwise);
  if (!isKotlin(file) || (meaning.is === "methods" && !meaning.methods.every(isLast)))
    return { meaning, receiver, given };
  const own = memberInKotlin(e, receiver, last, reference, given);
  const isLate = meaning.is === "methods" && own?.meaning.is === "methods" && own.meaning.methods.every(isLast);
  if (own !== null && !isLate) return own;
  return { meaning: extensionOfLibrary(e, receiver, meaning, last) ?? meaning, receiver, given };
}

/** The type that `new` makes. */
function made(e: Evaluation, reference: Reference): Meaning {
  const { root, path } = reference;
  const { program } = e;
  if (root.in === "free" || root.in === "file") {
    // `outer.new Inner()`: the first name is that of a value.
    const isValue = path.length > 0 && start(e, root, reference, "any").is === "field";
    if (!isValue) return walk(e, { root, path }, reference, "type");
  }
  const last = path.at(-1);
  const type = typeOfMeaning(walk(e, { root, path: path.slice(0, -1) }, reference, "any"));
  if (type.is !== "class" || typeof last !== "string") return NOT_KNOWN;
  return meaningOfNamed(innerOf(program, type.cls, last));
}

/** The callee of a name without a receiver: a method of a type around it or of a base of that, or one by a static import. */
function calledByName(e: Evaluation, name: string, from: number, given: readonly Given[] | null): Callee {
  const { program, file } = e;
  let open: Meaning | null = null;
  for (let index = from; index > 0; index = parentAt(file, index)) {
    if (!isTypeKind(symbolAt(file, index).kind)) continue;
    const type = selfType(classOf(program, { file, index }));
    const { found, isOpen, outside: base } = methodsOf(program, type, name);
    if (isOpen) open ??= base === null ? NOT_KNOWN : memberOutside(base, name);
    if (found.length === 0) continue;
    const isOfObject = found.every(({ method }) => method.decl === null && method.owner.name === "Object");
    if (isOfObject && open !== null && name !== "getClass") continue;
    return { meaning: chosen(e, found, given, open ?? MISSING_NAME), receiver: null, given };
  }
  const imported = importedMethod(e, name, given);
  if (imported !== null) return { meaning: imported, receiver: null, given };
  return { meaning: open ?? MISSING_NAME, receiver: null, given };
}

/** The value that the call of a number gives. */
export function resultOf(e: Evaluation, of: number): Type {
  return kept(e, { question: "result", known: e.results, otherwise: UNKNOWN }, of, () => {
    const reference = e.parse.references[of];
    if (reference === undefined) return UNKNOWN;
    if (reference.kind === "value") return chosenOf(e, reference);
    const callee = calleeAt(e, of);
    const { meaning, given } = callee;
    if (meaning.is === "methods")
      return onlyType(meaning.methods.map((one) => resultOfMethod(e, { of, reference, one, given })));
    if (meaning.is === "type") return madeType(e, reference, meaning.cls);
    const operator = operatorIn(reference.path.at(-1));
    if (operator !== null) return operatorResult(e, reference, operator);
    if (reference.kind === "new" && meaning.is === "outside")
      return { ...meaning, ...(reference.typeArguments !== undefined && { isOpen: true }) };
    const held = isKotlin(e.file) ? functionCalled(callee, nameOf(reference)) : null;
    if (held !== null) return unwrapped(held.result);
    const standard = isKotlin(e.file) ? standardResult(e, of, reference) : UNKNOWN;
    if (standard.is !== "unknown") return standard;
    if (meaning.is === "outside") {
      const found = givenByType(given, meaning.name);
      if (found.is !== "unknown" || callee.receiver === null) return found;
      return givenByRepository(e, typeOfMeaning(callee.receiver), nameOf(reference), given);
    }
    return reference.kind === "new" ? typeOfNew(e, reference) : UNKNOWN;
  });
}

/** The value of a call of a library, if it is of none of the project's types; null if it may be of one. */
export function outsideResultOf(e: Evaluation, of: number): OutsideType | null {
  return kept(e, { question: "outside", known: e.outsideResults, otherwise: null }, of, () => {
    const reference = nth(e.parse.references, of);
    const { meaning, given } = calleeAt(e, of);
    if (meaning.is !== "outside" || meaning.isOpen === true || isOfProject(e, meaning)) return null;
    if (ASSERTING.test(meaning.name)) return meaning;
    const { arguments: list = [], typeArguments, from, lambda } = reference;
    if (typeArguments !== undefined || given === null) return null;
    const isClosed = given.every((each, index) => {
      const argument = list[index];
      if (each.lambda !== null || each.isReference || argument == null) return false;
      return isClosedType(each.type()) || walk(e, argument, { from, lambda }, "any").is === "outside";
    });
    return isClosed ? meaning : null;
  });
}

/** Functions of libraries for tests that take any value and give an assertion on it. Calls on an assertion give one, too. */
const ASSERTING = /(?:^|\.)assertThat(?:\.|$)/;

/** Whether a type is of a package beside the project's, or in one: it may be made by a build, and give types of the project. */
function isOfProject({ program }: Evaluation, { module }: OutsideType): boolean {
  return module !== null && isPackage(program, module.split(".").slice(0, 3).join("."));
}

/** Whether a value holds none of the project's types. */
function isClosedType(type: Type, depth = 0): boolean {
  switch (type.is) {
    case "primitive":
    case "null":
      return true;
    case "outside":
      return type.isOpen !== true;
    case "array":
      return isClosedType(type.of, depth + 1);
    case "class":
      return type.cls.decl === null && depth < 8 && type.args.every((arg) => isClosedType(unwrapped(arg), depth + 1));
    default:
      return false;
  }
}

/** The value of a call that is used. A setter of Lombok whose value is used gives its object: a `lombok.config` says so, which is not read. */
export function usedResultOf(e: Evaluation, of: number): Type {
  const result = resultOf(e, of);
  if (!isVoid(result)) return result;
  const { meaning, receiver } = calleeAt(e, of);
  const [one] = meaning.is === "methods" ? meaning.methods : [];
  if (one === undefined || !isAddedSetter(one.method)) return result;
  return receiver === null ? selfType(one.method.owner) : typeOfMeaning(receiver);
}

/** The name of a call; null for one without. */
function nameOf({ path }: Reference): string | null {
  const last = path.at(-1);
  return typeof last === "string" ? last : null;
}

/** Methods of libraries that give an object of the class that they are given: `mock(Foo.class)`. */
const OF_CLASS =
  /(?:^|\.)(?:mock|spy|mockStatic|getInstance|getBean|readValue|fromJson|convertValue|treeToValue|any|isA|createMock|create|unwrap|getAnnotation|getService|getMapper|newProxy|load|bean|findAnnotation|cast|assertThrows(?:Exactly)?|expectThrows|catchThrowableOfType)$/;

function givenByType(given: readonly Given[] | null, name: string): Type {
  if (!OF_CLASS.test(name)) return UNKNOWN;
  const classes = (given ?? []).flatMap((each) => {
    const type = each.type();
    return type.is === "class" && type.cls.decl === null && type.cls.name === "Class" ? [type.args[0] ?? UNKNOWN] : [];
  });
  const [only, ...others] = classes;
  return only === undefined || others.length > 0 ? UNKNOWN : unwrapped(only);
}

/** The type of an object whose constructor is not known. */
function typeOfNew(e: Evaluation, reference: Reference): Type {
  const meaning = made(e, reference);
  return meaning.is === "type" ? madeType(e, reference, meaning.cls) : UNKNOWN;
}

function madeType({ program, file }: Evaluation, { typeArguments = [], from }: Reference, cls: JvmClass): Type {
  return typeOfClass(
    cls,
    typeArguments.map((type) => typeIn(program, file, from, type)),
  );
}

/** Whether a call makes an object: Kotlin has no word for it. The type parameters are then those of the class. */
function isMaking({ kind }: Reference, { decl, name }: Method): boolean {
  return kind === "new" || (decl === null ? name === "new" : symbolOf(decl).kind === "constructor");
}

/** A call as one of the methods that it may mean. */
interface Call {
  /** The number of the call among the references of its file. */
  readonly of: number;
  readonly reference: Reference;
  readonly one: FoundMethod;
  readonly given: readonly Given[] | null;
}

function resultOfMethod(e: Evaluation, call: Call): Type {
  const { reference, one } = call;
  const { method, bindings } = one;
  if (isMaking(reference, method)) {
    const { owner } = method;
    if (owner.variables.length === 0 || reference.typeArguments !== undefined) return madeType(e, reference, owner);
    const found = inferred(e, call, owner.variables, Number.POSITIVE_INFINITY);
    return substitute(selfType(owner), found);
  }
  const result = substitute(method.result(), bindings);
  if (method.variables.length === 0) return unwrapped(result);
  return unwrapped(substitute(result, typeArgumentsOf(e, call, Number.POSITIVE_INFINITY)));
}

/** The type arguments of a call, as they are written or as its arguments tell. Lambdas from the argument `until` on are not looked into. */
function typeArgumentsOf(e: Evaluation, call: Call, until: number): Bindings {
  const { variables } = call.one.method;
  const { typeArguments, from } = call.reference;
  if (variables.length === 0) return NO_BINDINGS;
  if (typeArguments !== undefined && typeArguments.length === variables.length) {
    return new Map(
      variables.map((variable, index) => [variable, typeIn(e.program, e.file, from, nth(typeArguments, index))]),
    );
  }
  return inferred(e, call, variables, until);
}

/** The type parameters `open`, as far as the arguments of a call tell them, and the call around where it asks for a type. */
function inferred(e: Evaluation, call: Call, open: readonly Variable[], until: number): Inferred {
  const { program } = e;
  const { of, reference, one, given } = call;
  const found: Inferred = new Map();
  const inference: Inference = { program, open, found };
  const count = given?.length ?? 0;
  const wanted = (position: number) => parameterFor(one, position, given, count);
  given?.forEach((each, index) => {
    if (each.lambda === null && !each.isReference) unify(inference, wanted(index), each.type());
  });
  const isLeft = () => open.some((variable) => !found.has(variable));
  const askTarget = () => {
    const target = isLeft() ? targetOf(e, of) : UNKNOWN;
    if (target.is !== "unknown") unifyTarget(inference, substitute(one.method.result(), one.bindings), target);
  };
  // A lambda's parameters need what the call around asks for; the result of the call needs its lambdas first.
  const isForLambda = until !== Number.POSITIVE_INFINITY;
  if (isForLambda) askTarget();
  given?.forEach((each, index) => {
    if (index >= until || (each.lambda === null && !each.isReference) || !isLeft()) return;
    const signature = signatureOf(program, substitute(wanted(index), found));
    if (signature === null || signature === "unknown") return;
    const argument = reference.arguments?.[index] ?? null;
    const result = each.isReference ? resultOfReferred(e, argument, reference, signature.parameters) : each.result();
    unify(inference, signature.result, result);
  });
  if (!isForLambda) askTarget();
  return found;
}

/** Whether an argument goes to the last parameter, of a method that takes any number there. */
function isSpread({ method }: FoundMethod, index: number, count: number, given: readonly Given[] | null): boolean {
  if (!isAmongMany(method, index)) return false;
  return count !== method.parameters().length || given?.[index]?.type().is !== "array";
}

/** The type of the parameter that takes an argument. */
function parameterFor(one: FoundMethod, index: number, given: readonly Given[] | null, count: number): Type {
  const position = positionOf(one, given?.[index]?.name ?? "", index);
  return parameterAt(one, position, isSpread(one, position, count, given));
}

/** The type that is asked of a call where it is an argument of another one. */
function targetOf(e: Evaluation, of: number): Type {
  const taker = e.takers.get(of);
  if (taker === undefined) return UNKNOWN;
  const { meaning, given } = calleeAt(e, taker.of);
  if (meaning.is !== "methods") return UNKNOWN;
  return onlyType(
    meaning.methods.map((one) => {
      const position = positionOf(one, given?.[taker.argument]?.name ?? "", taker.argument);
      const wanted = parameterAt(one, position, isSpread(one, position, given?.length ?? 0, null));
      const open: Inferred = new Map();
      return withoutOpen(substitute(wanted, closed(open, [])), one.method.variables);
    }),
  );
}

/** A type in which the type parameters of a call that are not known yet are unknown. */
function withoutOpen(type: Type, open: readonly Variable[], depth = 0): Type {
  if (type.is === "variable") return open.includes(type.variable) ? UNKNOWN : type;
  if (type.is === "wildcard")
    return type.bound === null ? type : { is: "wildcard", bound: withoutOpen(type.bound, open, depth + 1) };
  if (type.is !== "class" || depth > 8) return type;
  return { ...type, args: type.args.map((arg) => withoutOpen(arg, open, depth + 1)) };
}

/** Adds what the target of a call tells of its type parameters: the result of the call is seen as the target's class. */
function unifyTarget(inference: Inference, result: Type, target: Type): void {
  const { open, found } = inference;
  const wanted = unwrapped(target);
  if (result.is !== "class" || wanted.is !== "class") {
    if (result.is === "variable" && open.includes(result.variable) && !found.has(result.variable))
      found.set(result.variable, wanted);
    return;
  }
  // The result is of the target's class or below it: its arguments there are those of the target.
  const seen = seenAs(result, wanted.cls);
  seen?.args.forEach((arg, index) => {
    const asked = wanted.args[index];
    if (asked !== undefined) unify(inference, arg, asked);
  });
}

/** A type as one of its own class, or of a direct base. */
function seenAs(type: ClassType, cls: JvmClass): ClassType | null {
  if (type.cls === cls) return type;
  const bindings = bindingsOf(type);
  for (const base of type.cls.bases()) {
    if (base.is === "class" && base.cls === cls)
      return { ...base, args: base.args.map((arg) => substitute(arg, bindings)) };
  }
  return null;
}

/** The value that the call of a number gives a parameter of a lambda among its arguments. */
export function callbackOf(e: Evaluation, of: number, argument: number, parameter: number): Type {
  const reference = e.parse.references[of];
  if (reference === undefined) return UNKNOWN;
  const signatures = signaturesOf(e, of, argument);
  if (signatures === null) return isKotlin(e.file) ? standardCallback(e, reference, parameter) : UNKNOWN;
  return onlyType(
    signatures.map((signature) => {
      if (signature === "unknown") return UNKNOWN;
      return unwrapped(signature.parameters[signature.hasReceiver ? parameter + 1 : parameter] ?? UNKNOWN);
    }),
  );
}

/** The receiver of a lambda that is an argument of the call of a number; null where it has none. */
export function receiverOf(e: Evaluation, of: number, argument: number): Type | null {
  // Each lambda asks for those around it: without what is kept, twice the work for each level.
  const index = of * MOST_ARGUMENTS + Math.min(argument, MOST_ARGUMENTS - 1);
  const answers = { question: "receiver" as const, known: e.receivers, otherwise: UNKNOWN };
  return kept(e, answers, index, () => findReceiver(e, of, argument));
}

/** Arguments of a call beyond this many count as one. */
const MOST_ARGUMENTS = 1024;

function findReceiver(e: Evaluation, of: number, argument: number): Type | null {
  const reference = e.parse.references[of];
  if (reference === undefined) return UNKNOWN;
  // `when (this) { is Circle -> … }`: the value of a type that a condition tells.
  if (reference.kind === "value" && reference.root.in === "instance")
    return typeIn(e.program, e.file, reference.from, reference.root.type);
  const signatures = signaturesOf(e, of, argument);
  if (signatures === null) return standardReceiver(e, reference);
  const receivers = signatures.map((signature) => {
    if (signature === "unknown") return UNKNOWN;
    return signature.hasReceiver ? unwrapped(signature.parameters[0] ?? UNKNOWN) : null;
  });
  const known = receivers.filter((each) => each !== null);
  if (known.length === 0) return receivers.length === 0 ? UNKNOWN : null;
  return known.length === receivers.length ? onlyType(known) : UNKNOWN;
}

/** The signatures that a call asks of a function among its arguments; null without a known method. */
export function signaturesOf(e: Evaluation, of: number, argument: number): (Signature | "unknown")[] | null {
  const { program } = e;
  const reference = nth(e.parse.references, of);
  const callee = calleeAt(e, of);
  const { meaning, given } = callee;
  if (meaning.is !== "methods") {
    const wanted = isKotlin(e.file) ? wantedByValue(e, callee, reference, argument) : UNKNOWN;
    const signature = wanted.is === "unknown" ? null : signatureOf(program, wanted);
    return signature === null ? null : [signature];
  }
  return meaning.methods.flatMap((one) => {
    const wanted = parameterAt(one, positionOf(one, given?.[argument]?.name ?? "", argument), one.method.isVariable);
    const open = isMaking(reference, one.method) ? one.method.owner.variables : one.method.variables;
    const known = knownArguments(e, { of, reference, one, given }, open, argument);
    const signature = signatureOf(program, substitute(wanted, joined(one.bindings, known)));
    // An overload that takes no function there cannot be meant.
    return signature === null ? [] : [signature];
  });
}

/** The type that a call of Kotlin asks of an argument, if it calls no method: it calls a value with a function, or makes an interface of one. */
function wantedByValue(e: Evaluation, callee: Callee, reference: Reference, argument: number): Type {
  const { meaning } = callee;
  if (meaning.is === "type") return meaning.cls.isInterface ? madeType(e, reference, meaning.cls) : UNKNOWN;
  return functionCalled(callee, nameOf(reference))?.parameters[argument] ?? UNKNOWN;
}

/** The meanings of the type parameters `open` that the arguments of a call tell, without its argument that is a lambda and the ones behind it. */
function knownArguments(e: Evaluation, call: Call, open: readonly Variable[], argument: number): Bindings {
  const { reference, one } = call;
  if (open.length === 0) return NO_BINDINGS;
  if (!isMaking(reference, one.method)) return typeArgumentsOf(e, call, argument);
  const { typeArguments, from } = reference;
  if (typeArguments === undefined) return inferred(e, call, open, argument);
  return new Map(
    open.flatMap((variable, index) => {
      const type = typeArguments[index];
      return type === undefined ? [] : [[variable, typeIn(e.program, e.file, from, type)] as const];
    }),
  );
}
