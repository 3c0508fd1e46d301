/** The values of declarations: of a property its type, of a function what it takes and gives. */
import type { NamedType, TypeExpr } from "../../model/parse-result.js";
import { VALUE } from "../../model/steps.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, parentOf, symbolAt, symbolOf } from "../program-file.js";
import { composableMember, composableStatic, presentedIn, stateOf } from "./composable.js";
import { createEvaluation, type Evaluation, type Meaning, ofValue, UNKNOWN_MEANING } from "./evaluation.js";
import { libraryMember } from "./library.js";
import { membersOf } from "./members.js";
import { meaningOfName } from "./names.js";
import { swiftCaches } from "./state.js";
import { wrappedProperty } from "./summary.js";
import { basesOfPart, inTermsOf, selfValue, typeOfDecls, typeValue } from "./types.js";
import { boundOf, identityOf, libraryValue, NOTHING, substitute, unwrapped, type Value } from "./value.js";

/** The value of a meaning; of several declarations the one that all have. */
export function valueOfMeaning(program: Program, meaning: Meaning): Value {
  if (meaning.dynamic !== undefined) return meaning.dynamic;
  const value = unwrappedMeaning(program, meaning);
  return meaning.wrapper === undefined ? value : libraryValue(meaning.wrapper, value);
}

function unwrappedMeaning(program: Program, meaning: Meaning): Value {
  const [first, ...rest] = meaning.decls;
  if (first === undefined) return meaning.value;
  const value = inTermsOf(program, declaredValue(program, first), meaning.owner, receiverOf(meaning));
  if (rest.length === 0) return value;
  if (isTypeKind(symbolOf(first).kind)) return typeOfDecls(program, meaning.decls);
  const result = resultOf(value);
  const isSame = rest.every((decl) => identityOf(resultOf(declaredValue(program, decl))) === identityOf(result));
  return isSame && identityOf(result) !== "" ? value : NOTHING;
}

const resultOf = (value: Value) => (value.is === "function" ? value.result : value);

/** The value that `Self` means in a member. */
function receiverOf({ receiver }: Meaning): Value {
  return receiver.is === "meta" ? receiver.of : receiver;
}

/** The value of a declaration in its own terms. */
export function declaredValue(program: Program, decl: Decl): Value {
  const { declared, pending } = swiftCaches(program);
  const known = declared.get(decl);
  if (known !== undefined) return known;
  const key = `value ${decl.file.id} ${decl.index}`;
  if (pending.has(key)) return NOTHING;
  pending.add(key);
  const value = readValue(program, decl);
  pending.delete(key);
  declared.set(decl, value);
  return value;
}

function readValue(program: Program, decl: Decl): Value {
  const { file, index } = decl;
  const { kind, declaredType, parameterTypes, parameterNames, isCallable } = symbolOf(decl);
  if (isTypeKind(kind)) return typeOfDecls(program, [decl]);
  const type = (each: TypeExpr | null | undefined) => (each ? typeOrWalk(program, decl, each) : NOTHING);
  if (kind === "constant" && symbolAt(file, symbolOf(decl).parent).kind === "enum") {
    const self = selfValue(program, parentOf(decl));
    return parameterNames === null ? self : { is: "function", parameters: parameterTypes.map(type), result: self };
  }
  if (kind === "constructor") {
    return {
      is: "function",
      parameters: parameterTypes.map(type),
      result: { is: "parameter", id: "Self", name: "Self", bound: selfValue(program, parentOf(decl)) },
    };
  }
  if (isCallable || parameterNames !== null)
    return {
      is: "function",
      parameters: parameterTypes.map(type),
      result: declaredType === null ? NOTHING : typeValue(program, file, index, declaredType),
    };
  return type(declaredType);
}

/** The value of a written type, or of the first value of a property. */
function typeOrWalk(program: Program, decl: Decl, type: TypeExpr): Value {
  const { file, index } = decl;
  if (type.kind === "named" && type.path[0] === VALUE) return walkedValue(program, decl, type);
  if (type.kind === "named" && type.args?.some(isWalked) === true) {
    const value = typeValue(program, file, index, { ...type, args: [] });
    const args = type.args.map((each) => typeOrWalk(program, decl, each));
    return value.is === "library" ? { ...value, args } : value;
  }
  return typeValue(program, file, index, type);
}

const isWalked = (type: TypeExpr) => type.kind === "named" && type.path[0] === VALUE;

/** The value that names and calls lead to from the place of a declaration: `Store()`, `Config.shared.name`. */
function walkedValue(program: Program, decl: Decl, { root, path }: NamedType): Value {
  if (root.in !== "free") return NOTHING;
  const { file, index } = decl;
  const e = createEvaluation(program, file, EMPTY_PARSE);
  // The name of the property itself hides nothing in its own value.
  let meaning = meaningOfName(e, symbolOf(decl).isStatic ? index : symbolOf(decl).parent, root.name, undefined);
  if (meaning.decls.some((each) => each.file === file && each.index === index)) return NOTHING;
  for (const step of path.slice(1)) {
    const value = valueOfMeaning(program, meaning);
    if (typeof step === "string") meaning = memberMeaning(e, value, step, undefined);
    else if (step.kind === "call") meaning = ofValue(calledValue(program, value));
    else if (step.kind === "not-null") meaning = ofValue(unwrapped(value));
    else return NOTHING;
  }
  return valueOfMeaning(program, meaning);
}

const EMPTY_PARSE: Evaluation["parse"] = {
  language: "swift",
  lineCount: 0,
  status: "full",
  errorRanges: [],
  symbols: [],
  references: [],
  imports: [],
  exports: [],
  isScript: false,
};

/** The result of a call of a value: a new value of a type, or the result of a function. */
export function calledValue(program: Program, value: Value): Value {
  if (value.is === "meta") return value.of;
  if (value.is === "function") return value.result;
  if (value.is === "library" && MAKER.test(value.name)) return value.args.at(-1) ?? NOTHING;
  return value.is === "type" || value.is === "parameter"
    ? resultOf(memberValue(program, value, "callAsFunction"))
    : NOTHING;
}

/** Types of the Factory library: a call of their values gives the object that they make. */
const MAKER = /^(?:Parameter)?Factory$/;

function memberValue(program: Program, value: Value, name: string): Value {
  if (value.is !== "type") return NOTHING;
  const [first] = value.decls;
  if (first === undefined) return NOTHING;
  const { decls, owner } = membersOf(program, value, { file: first.file, name, isStatic: false });
  const [found] = decls;
  return found === undefined ? NOTHING : inTermsOf(program, declaredValue(program, found), owner, value);
}

/** The instance that a class of a framework has of itself: `NotificationCenter.default`. */
const INSTANCE = /^(?:shared|default|main|current|standard)$/;

/** The meaning of a member of a value. */
export function memberMeaning(
  e: Evaluation,
  value: Value,
  name: string,
  labels: readonly string[] | undefined,
  depth = 0,
): Meaning {
  const { program, file } = e;
  const none: Meaning = { decls: [], receiver: value, owner: value, value: NOTHING, outside: null, isMissing: false };
  const of = boundOf(value);
  switch (of.is) {
    case "unknown":
      return none;
    case "function":
      return depth < MOST_DYNAMIC && labels === undefined ? (payloadCase(e, of, name, depth) ?? none) : none;
    case "tuple": {
      const index = of.names.indexOf(name);
      return index < 0 ? none : { ...none, value: of.items[index] ?? NOTHING };
    }
    case "meta": {
      const type = boundOf(of.of);
      if (type.is === "unknown") return none;
      if (name === "self") return { ...none, value };
      const { decls, owner, outside } = membersOf(program, of.of, { file, name, labels, isStatic: true });
      const isSome = type.is === "library" && type.name === "Optional" && name === "some";
      if (isSome) return { ...none, value: { is: "function", parameters: type.args, result: type } };
      if (type.is === "library" && type.name === "Result" && decls.length === 0)
        return { ...none, value: resultCase(type, name), outside: `Result.${name}` };
      if (decls.length === 0 && name === "allCases")
        return { ...none, value: { is: "library", name: "Array", args: [of.of] }, outside: name };
      const composable = decls.length === 0 ? composableStatic(type, name) : NOTHING;
      if (composable.is !== "unknown") return { ...none, value: composable, outside: name };
      const isOwnInstance = decls.length === 0 && type.is === "library" && INSTANCE.test(name);
      return {
        ...none,
        decls,
        owner,
        value: isOwnInstance ? type : NOTHING,
        outside: outside === null ? null : `${outside}.${name}`,
        isMissing: outside === null && decls.length === 0,
      };
    }
    default: {
      const { decls, owner, outside } = membersOf(program, value, { file, name, labels, isStatic: false });
      if (decls.length > 0) return { ...none, decls, owner };
      if (isWrapper(of) && labels === undefined) return throughWrapper(e, of, name);
      const state = stateOf(of);
      const ofState = state === null || name === "state" ? null : memberMeaning(e, state, name, undefined, depth + 1);
      if (ofState !== null && ofState.decls.length > 0 && labels === undefined) return ofState;
      const dynamic = outside === null || of.is === "type" ? dynamicMember(e, value, name, depth) : null;
      if (dynamic !== null) return dynamic;
      const known = ofLibrary(program, of, name);
      const isKnown = known.is !== "unknown";
      return {
        ...none,
        value: labels === undefined ? known : NOTHING,
        outside: outside === null ? (isKnown ? name : null) : `${outside}.${name}`,
        isMissing: outside === null,
      };
    }
  }
}

/** The value of a member that a library's type has, or that it gives a type of the project. */
function ofLibrary(program: Program, value: Value, name: string): Value {
  if (value.is !== "library") return rawValue(program, value, name);
  const known = libraryMember(value, name, NOTHING);
  return known.is === "unknown" ? composableMember(value, name) : known;
}

/** Dynamic members lead to others at most this deep. */
const MOST_DYNAMIC = 4;

/**
 * A member behind `subscript<T>(dynamicMember path: KeyPath<Root, T>) -> T` of a type: that of `Root`, which the key path names. Null where the type
 * has no such subscript, or its root no such member.
 */
function dynamicMember(e: Evaluation, value: Value, name: string, depth: number): Meaning | null {
  if (depth >= MOST_DYNAMIC) return null;
  const { program, file } = e;
  const asked = { file, name: "subscript", labels: DYNAMIC, isStatic: false };
  const { decls, owner } = membersOf(program, value, asked);
  for (const decl of decls) {
    const subscript = inTermsOf(program, declaredValue(program, decl), owner, value);
    if (subscript.is !== "function") continue;
    const [path = NOTHING] = subscript.parameters;
    if (path.is !== "library" || !path.name.endsWith("KeyPath")) continue;
    const [root = NOTHING, given = NOTHING] = path.args;
    const of = inTermsOf(program, root, owner, value);
    const found = memberMeaning(e, of, name, undefined, depth + 1);
    const [first] = found.decls;
    if (first === undefined || symbolOf(first).parameterNames !== null) continue;
    const result = inTermsOf(program, subscript.result, owner, value);
    if (given.is !== "parameter" || (result.is === "parameter" && result.id === given.id)) return found;
    return { ...found, dynamic: substitute(result, new Map([[given.id, valueOfMeaning(program, found)]])) };
  }
  return null;
}

/** `\.cart.pay`, a key path of cases: the case of what the case before holds. Null where that has no case of the name. */
function payloadCase(e: Evaluation, { parameters }: FunctionValue, name: string, depth: number): Meaning | null {
  const [payload, more] = parameters;
  if (payload === undefined || more !== undefined) return null;
  const held = presentedIn(payload);
  const found = memberMeaning(e, { is: "meta", of: held }, name, undefined, depth + 1);
  const [first] = found.decls;
  const isCase =
    first !== undefined && symbolOf(first).kind === "constant" && symbolOf(parentOf(first)).kind === "enum";
  return isCase ? found : null;
}

type FunctionValue = Extract<Value, { is: "function" }>;

/** The label of a subscript that gives dynamic members. */
const DYNAMIC: readonly string[] = ["dynamicMember"];

/** Whether a value is a binding to another one, or its property wrapper. */
const isWrapper = (value: Value): value is Extract<Value, { is: "library" }> =>
  value.is === "library" && /^(?:Binding|Wrapper)$/.test(value.name);

/** A property behind a binding: `$order.customer` is a binding to the customer. */
function throughWrapper(e: Evaluation, wrapper: Extract<Value, { is: "library" }>, name: string): Meaning {
  const [value = NOTHING] = wrapper.args;
  if (name === "wrappedValue") return ofValue(value);
  if (name === "projectedValue") return ofValue(libraryValue("Binding", value));
  const found = memberMeaning(e, value, name, undefined);
  return found.decls.length > 0 && wrapper.name === "Binding" ? { ...found, wrapper: "Binding" } : UNKNOWN_MEANING;
}

/** The meaning of `$name` and `_name`, where `find` gives that of the name: the property has a wrapper. Null for any other name. */
export function wrapperMeaning(name: string, find: (property: string) => Meaning): Meaning | null {
  const property = wrappedProperty(name);
  const found = property === null ? null : find(property);
  const [first, more] = found?.decls ?? [];
  if (found === null || first === undefined || more !== undefined || symbolOf(first).kind !== "property") return null;
  return { ...found, wrapper: name.startsWith("$") ? "Binding" : "Wrapper" };
}

/** `rawValue` of an enum: it is of the type that the enum names first. */
function rawValue(program: Program, value: Value, name: string): Value {
  if (name !== "rawValue" || value.is !== "type" || symbolOf(firstDecl(value)).kind !== "enum") return NOTHING;
  const base = basesOfPart(program, firstDecl(value))[0] ?? NOTHING;
  return base.is === "library" && RAW.test(base.name) ? base : NOTHING;
}

/** The types of the library that enums have raw values of. */
const RAW = /^(?:U?Int\d*|String|Substring|Character|Double|Float)$/;

/** `.success(value)` of a result. */
function resultCase(result: Value, name: string): Value {
  if (result.is !== "library") return NOTHING;
  const position = name === "success" ? 0 : name === "failure" ? 1 : -1;
  const payload = result.args[position];
  return payload === undefined ? NOTHING : { is: "function", parameters: [payload], result };
}
