/** TypeScript and JavaScript: the results of calls, the expected types of their arguments, and their `this`. */
import { lastOf, nth } from "../../base/need.js";
import type { TypeExpr } from "../../model/parse-result.js";
import { itemStep } from "../../model/steps.js";
import { named } from "../../model/type-forms.js";
import { basesOf } from "../bases.js";
import { declaredPlace } from "../instance.js";
import { isTypeKind } from "../name-index.js";
import { type Env, type Instance, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { childrenOf, type Decl, symbolOf } from "../program-file.js";
import { identityOf, severalOf } from "../several.js";
import { baseParts, componentTypes } from "./bases.js";
import { moduleValue } from "./exports.js";
import { valueAt } from "./held-value.js";
import { type Call, callEnv, inCall, withThis } from "./infer.js";
import { fittingMembers, fittingOverloads, type GivenArguments, isFunction } from "./overloads.js";
import { runtimeParameter, runtimeResult } from "./runtime-library.js";
import { withoutSchema } from "./schemas.js";

/** The result of calling a place: the type that its declarations agree on, or that of the overload with the body. */
export function resultAt(program: Program, own: Place, receiver: Place, given: GivenArguments | null): Place {
  const place = own.is === "module" ? moduleValue(program, own) : own;
  switch (place.is) {
    case "several": {
      const members = place.isUnion ? place.members : fittingMembers(program, place.members, given);
      const results = members.map((member) => resultAt(program, member, receiver, given));
      if (place.isUnion) return severalOf(results, true);
      // Other parts of an intersection need not be functions.
      return agreed(results.filter((each, index) => each.is !== "unknown" || nth(members, index).is === "function"));
    }
    case "function":
      if (place.result === null || place.makes === true) return UNKNOWN;
      return program.evaluate.typedValue(program, inCall(program, place, place.result, receiver, given));
    case "external":
      return runtimeResult(program, place, withoutSchema(program, valueAt(program, receiver)), given);
    case "instance": {
      const signature = signatureOf(program, place);
      const isCallable = signature.is === "function" || signature.is === "several";
      return isCallable ? resultAt(program, signature, receiver, given) : UNKNOWN;
    }
    case "symbols":
      break;
    default:
      return UNKNOWN;
  }
  const decls = place.decls.filter((decl) => !isTypeKind(symbolOf(decl).kind));
  const fitting = fittingOverloads(program, decls, given);
  const results = fitting.filter((decl) => symbolOf(decl).declaredType !== null);
  const first = results[0];
  if (first === undefined) return UNKNOWN;
  if (results.length === 1) return resultOf(program, first, receiver, place.env, given);
  const common = agreed(results.map((decl) => resultOf(program, decl, receiver, place.env, given)));
  const body = lastOf(decls);
  if (common.is !== "unknown" || fitting.includes(body) || symbolOf(body).declaredType === null) return common;
  return resultOf(program, body, receiver, place.env, given);
}

/** The common result of all overloads, or a union of their results; unknown where one of them is unknown. */
function agreed(results: Place[]): Place {
  const last = results.at(-1);
  if (last === undefined) return UNKNOWN;
  if (results.every((each) => each === last || (identityOf(last) !== null && identityOf(each) === identityOf(last))))
    return last;
  // Overloads may differ in type arguments alone.
  const plain = withoutArguments(last);
  // `Promise<Order>` and `Promise<Order | null>` are both kept: they hold different types.
  const areHolders = results.every((each) => each.is === "external" && each.args !== undefined);
  if (
    plain.is !== "unknown" &&
    plain.is !== "instance" &&
    !areHolders &&
    results.every((each) => isSameType(withoutArguments(each), plain))
  )
    return plain;
  return results.some((each) => each.is === "unknown" || each.is === "missing") ? UNKNOWN : severalOf(results, true);
}

function withoutArguments(place: Place): Place {
  if (place.is === "instance") return { is: "instance", decls: place.decls, imported: place.imported };
  if (place.is === "several") return { ...place, members: place.members.map(withoutArguments) };
  if (place.is !== "external") return UNKNOWN;
  return { is: "external", module: place.module, name: place.name, type: place.type };
}

function isSameType(one: Place, other: Place): boolean {
  if (one.is === "several" && other.is === "several") {
    return (
      one.isUnion === other.isUnion &&
      one.members.length === other.members.length &&
      one.members.every((member, index) => isSameType(member, nth(other.members, index)))
    );
  }
  return one.is !== "unknown" && identityOf(one) === identityOf(other);
}

function resultOf(
  program: Program,
  decl: Decl,
  receiver: Place,
  outer: Env | undefined,
  given: GivenArguments | null,
): Place {
  if (!isFunction(decl)) return resultAt(program, valueOfMember(program, decl, outer, receiver), receiver, given);
  // `this` is the type of the receiver, which may be derived from the one that declares the method.
  const { declaredType } = symbolOf(decl);
  if (isThis(declaredType) && (receiver.is === "instance" || receiver.is === "several")) return receiver;
  const env = callEnv(program, decl, { outer, given, receiver });
  return declaredPlace(program, decl, withThis(program, decl, declaredType, env, receiver));
}

function isThis(type: TypeExpr | null): boolean {
  return type?.kind === "named" && type.root.in === "this" && type.path.length === 0;
}

/** The value of a property; its type may mention `this`. */
function valueOfMember(program: Program, decl: Decl, outer: Env | undefined, receiver: Place): Place {
  return declaredPlace(program, decl, withThis(program, decl, symbolOf(decl).declaredType, outer, receiver));
}

/** The call signatures of an interface: its own, or those of the nearest base that has some. */
function signatureOf(program: Program, place: Instance): Place {
  const queue: Instance[] = [place];
  for (const [index, { decls, env }] of queue.entries()) {
    if (index === MOST_BASES) break;
    for (const decl of decls) {
      if (symbolOf(decl).kind !== "interface") continue;
      if (symbolOf(decl).declaredType !== null) return declaredPlace(program, decl, env);
      for (const base of basesOf(program, decl)) {
        for (const { place: part } of baseParts(program, decl, base, env)) if (part.is === "instance") queue.push(part);
      }
    }
  }
  return UNKNOWN;
}

/** At most this many interfaces are looked through for call signatures. */
const MOST_BASES = 20;

/** The parameter of a function at a place: the type that an argument of a call is expected to have. */
export function parameterAt(
  program: Program,
  own: Place,
  receiver: Place,
  number: number,
  given: GivenArguments | null,
): Place {
  const place = own.is === "module" ? moduleValue(program, own) : own;
  const again = (next: Place) => parameterAt(program, next, receiver, number, given);
  switch (place.is) {
    case "several": {
      if (place.isUnion) return severalOf(place.members.map(again), true);
      return ofOverloads(fittingMembers(program, place.members, given).map(again));
    }
    case "function": {
      const { parameters } = place;
      const types = parameters.map(({ type }) => type);
      const type = typeOfParameter(types, number);
      if (type === null) return UNKNOWN;
      const written = { ...nth(parameters, Math.min(number, parameters.length - 1)), type };
      return program.evaluate.typedValue(program, inCall(program, place, written, receiver, given));
    }
    case "external":
      return runtimeParameter(program, place, withoutSchema(program, valueAt(program, receiver)), number, given);
    case "instance": {
      const signature = signatureOf(program, place);
      if (signature.is !== "unknown") return again(signature);
      // `super(options)`: nothing else calls a value of a class.
      const classes = place.decls.filter((decl) => symbolOf(decl).kind === "class");
      return classes.length === 0 ? UNKNOWN : again({ ...place, is: "symbols", decls: classes });
    }
    case "symbols":
      break;
    default:
      return UNKNOWN;
  }
  const found: Place[] = [];
  for (const decl of fittingOverloads(program, place.decls, given)) {
    const { kind } = symbolOf(decl);
    if (kind === "interface" || kind === "type" || kind === "enum") continue;
    if (kind === "class") {
      if (number === 0) found.push(propsOfClass(program, decl));
      const { decls, env } = constructorsOf(program, {
        is: "instance",
        decls: [decl],
        imported: false,
        env: place.env,
      });
      const call: Call = { outer: env, given, receiver: UNKNOWN };
      found.push(...decls.map((each) => parameterOf(program, each, number, call)));
    } else if (isFunction(decl)) found.push(parameterOf(program, decl, number, { outer: place.env, given, receiver }));
    else {
      const declared = valueOfMember(program, decl, place.env, receiver);
      if (
        declared.is !== "symbols" ||
        declared.decls.every((other) => other.index !== decl.index || other.file !== decl.file)
      )
        found.push(again(declared));
    }
  }
  return ofOverloads(found);
}

/** The declared `this` of a function at a place. */
export function selfAt(program: Program, own: Place, receiver: Place): Place {
  const place = valueAt(program, own);
  switch (place.is) {
    case "several":
      return severalOf(
        place.members.map((member) => selfAt(program, member, receiver)),
        true,
      );
    case "function":
      return place.self === undefined ? UNKNOWN : program.evaluate.typedValue(program, place.self);
    case "instance": {
      const signature = signatureOf(program, place);
      return signature.is === "instance" ? UNKNOWN : selfAt(program, signature, receiver);
    }
    case "symbols": {
      const decl = place.decls.find((each) => symbolOf(each).receiverType !== null);
      const type = decl === undefined ? null : symbolOf(decl).receiverType;
      if (decl === undefined || type === null) return UNKNOWN;
      const env = withThis(program, decl, type, place.env, receiver);
      return program.evaluate.typedValue(program, {
        file: decl.file,
        from: decl.index,
        type,
        env,
      });
    }
    default:
      return UNKNOWN;
  }
}

/** The parameter of overloads at one number: the first that is known, a function before others. */
function ofOverloads(parts: Place[]): Place {
  return parts.find(mayBeCalled) ?? parts.find((each) => each.is !== "unknown") ?? UNKNOWN;
}

function mayBeCalled(place: Place): boolean {
  return place.is === "function" || (place.is === "several" && place.members.some(mayBeCalled));
}

/** The props of a class component; unknown for any other class. */
function propsOfClass(program: Program, decl: Decl): Place {
  const props = componentTypes(program, { is: "instance", decls: [decl], imported: false })?.[0];
  return props === undefined ? UNKNOWN : program.evaluate.typedValue(program, props);
}

/** The constructors of a class: its own, or those of the nearest class that it derives from. */
function constructorsOf(program: Program, type: Instance, depth = MOST_BASES): { decls: Decl[]; env: Env | undefined } {
  const { decls, env } = type;
  const own = decls.flatMap(childrenOf).filter((child) => symbolOf(child).kind === "constructor");
  if (own.length > 0 || depth === 0) return { decls: own, env };
  for (const decl of decls) {
    if (symbolOf(decl).kind !== "class") continue;
    for (const base of basesOf(program, decl)) {
      if (base.kind !== "extends") continue;
      for (const { place } of baseParts(program, decl, base, env))
        if (place.is === "instance") return constructorsOf(program, place, depth - 1);
    }
  }
  return { decls: [], env };
}

function parameterOf(program: Program, decl: Decl, number: number, call: Call): Place {
  const type = typeOfParameter(symbolOf(decl).parameterTypes, number);
  if (type === null) return UNKNOWN;
  const env = withThis(program, decl, type, callEnv(program, decl, call), call.receiver);
  return program.evaluate.typedValue(program, {
    file: decl.file,
    from: decl.index,
    type,
    env,
  });
}

/** The type of the parameter at a number: from a rest parameter on, an item of its list. */
function typeOfParameter(types: readonly (TypeExpr | null)[], number: number): TypeExpr | null {
  const last = types.at(-1) ?? null;
  if (last?.kind !== "rest" || last.of === null || number < types.length - 1) return types[number] ?? null;
  return named({ in: "instance", type: last.of }, [itemStep(number - types.length + 1)]);
}
