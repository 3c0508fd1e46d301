/**
 * The Composable Architecture: stores, effects and reducers, by the `State` and `Action` of the feature that they are of. The library is known by the names
 * of its types; a project that declares such a type itself has its own.
 */
import type { Reference } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import { nestedType, typeNamed } from "./types.js";
import { libraryValue, NOTHING, unwrapped, type Value } from "./value.js";

type LibraryValue = Extract<Value, { is: "library" }>;

/** Types that have a feature's state and action as their arguments. */
const STORE = /^(?:Store|TestStore|ViewStore)$/;
/** Stores whose members are those of the state, too. */
const DYNAMIC = /^(?:Store|ViewStore)$/;
/** The type of the function that `run` hands its closure: it gives the store an action. */
const SEND = "Send";
const EFFECT = "Effect";
/** Reducers that take a part of the feature around, by key paths of its state and its action. */
const OF_PART = /^(?:Scope|ifLet|forEach|ifCaseLet)$/;

/** A closure that sets dependencies. */
const WITH_DEPENDENCIES: Value = {
  is: "function",
  parameters: [libraryValue("DependencyValues")],
  result: NOTHING,
};

/** The value that has the members which a store gives dynamically: its state. Null for any other value. */
export function stateOf(value: Value): Value | null {
  return value.is === "library" && DYNAMIC.test(value.name) && value.args.length === 2 ? (value.args[0] ?? null) : null;
}

/** The value of a member of a library's type itself: a case of an action that wraps another one, or an effect. */
export function composableStatic(type: Value, name: string): Value {
  if (type.is !== "library") return NOTHING;
  if (type.name === EFFECT && name === "none") return type;
  const [first = NOTHING, second = NOTHING] = type.args;
  if (type.name === "PresentationAction" && name === "presented")
    return { is: "function", parameters: [first], result: type };
  if (/^(?:Stack|Identified)Action$/.test(type.name) && name === "element")
    return { is: "function", parameters: [NOTHING, second], result: type };
  return NOTHING;
}

/** The action that one of a screen which is presented wraps; any other value as it is. */
export function presentedIn(value: Value): Value {
  return value.is === "library" && value.name === "PresentationAction" ? (value.args[0] ?? NOTHING) : value;
}

/** Whether a value gives an action to the store when it is called. */
export function isSend(value: Value): value is LibraryValue {
  return value.is === "library" && value.name === SEND;
}

/** The value of a member of a store. */
export function composableMember(value: Value, name: string): Value {
  if (value.is !== "library") return NOTHING;
  if (STORE.test(value.name) && value.args.length === 2 && name === "state") return value.args[0] ?? NOTHING;
  return NOTHING;
}

/** A call of a member of the library, or of a type of it. */
export interface ComposableCall {
  readonly file: ProgramFile;
  readonly reference: Reference;
  /** The last name of the callee. */
  readonly name: string;
  /** The value that it is called on; unknown for a bare name. */
  readonly receiver: Value;
  readonly called: Value;
  /** The value of an argument of the call. */
  readonly argumentValue: (argument: number) => Value;
}

/** The value that a call of the library expects of an argument. */
export function composableParameter(program: Program, call: ComposableCall, argument: number): Value {
  const { reference, name } = call;
  const label = reference.argumentNames?.[argument] ?? "_";
  const isFunction = reference.arguments?.[argument]?.parameters !== undefined;
  const receiver = typeOf(call.receiver);
  if (receiver.is === "library") {
    if (receiver.name === EFFECT) return ofEffect(receiver, name, label);
    if (STORE.test(receiver.name) && receiver.args.length === 2) return ofStore(receiver, name, label, isFunction);
  }
  if (!isFunction) return NOTHING;
  if (name === "WithViewStore") return ofViewStore(call, label);
  if (label === "withDependencies" || (name === "withDependencies" && argument === 0)) return WITH_DEPENDENCIES;
  const feature = featureAround(program, call);
  if (feature === null) return NOTHING;
  if (name === "Reduce")
    return {
      is: "function",
      parameters: [feature.state, feature.action],
      result: libraryValue(EFFECT, feature.action),
    };
  if (!OF_PART.test(name)) return NOTHING;
  return partOf(feature.state, feature.action, label, argument);
}

/** The result of a call of the library. */
export function composableResult(program: Program, call: ComposableCall): Value {
  const { name, called, reference } = call;
  const receiver = typeOf(call.receiver);
  if (receiver.is === "library" && receiver.name === EFFECT) return receiver;
  if (receiver.is === "library" && STORE.test(receiver.name) && name === "scope") return scoped(call);
  const made = called.is === "meta" && called.of.is === "library" && called.of.args.length === 0 ? called.of : null;
  if (made === null || !STORE.test(made.name)) return NOTHING;
  // `TestStore(initialState: …) { Cart() } withDependencies: { … }`.
  const reducer = reference.argumentNames?.findIndex((each) => each === "*" || each === "reducer") ?? -1;
  if (reference.arguments?.[reducer]?.parameters === undefined) return NOTHING;
  const feature = call.argumentValue(reducer);
  const [state, action] = [memberType(program, feature, "State"), memberType(program, feature, "Action")];
  return state.is === "type" && action.is === "type" ? { ...made, args: [state, action] } : NOTHING;
}

/** The value that an argument of an effect's member is. */
function ofEffect({ args }: LibraryValue, name: string, label: string): Value {
  const [action = NOTHING] = args;
  if (name === "send") return label === "_" ? action : NOTHING;
  if (name === "merge" || name === "concatenate") return label === "_" ? libraryValue(EFFECT, action) : NOTHING;
  if (name !== "run") return NOTHING;
  const send = libraryValue(SEND, action);
  const parameters = label === "catch" ? [libraryValue("Error"), send] : [send];
  return { is: "function", parameters, result: NOTHING };
}

/** The value that an argument of a store's member is. */
function ofStore({ args, name: type }: LibraryValue, name: string, label: string, isFunction: boolean): Value {
  const [state = NOTHING, action = NOTHING] = args;
  if (name === "scope") return isFunction ? partOf(state, action, label, label === "state" ? 0 : 1) : NOTHING;
  if (name !== "send" && name !== "receive") return NOTHING;
  if (label === "_" && !isFunction) return action;
  if (label === "_") return { is: "function", parameters: [{ is: "meta", of: action }], result: NOTHING };
  // The closure of a test changes the state that is expected.
  return type === "TestStore" ? { is: "function", parameters: [state], result: NOTHING } : NOTHING;
}

/** `state: \.cart, action: \.cart`: a key path of the state, then one of the action's cases. */
function partOf(state: Value, action: Value, label: string, argument: number): Value {
  if (label === "action") return { is: "function", parameters: [{ is: "meta", of: action }], result: NOTHING };
  return label === "state" || (label === "_" && argument === 0)
    ? { is: "function", parameters: [state], result: NOTHING }
    : NOTHING;
}

/** `WithViewStore(store, observe: { $0 }) { viewStore in … }`. */
function ofViewStore({ reference, argumentValue }: ComposableCall, label: string): Value {
  const store = argumentValue(0);
  if (store.is !== "library" || !STORE.test(store.name)) return NOTHING;
  const [state = NOTHING, action = NOTHING] = store.args;
  if (label === "observe") return { is: "function", parameters: [state], result: NOTHING };
  const observed = (reference.argumentNames ?? []).indexOf("observe");
  const seen = observed < 0 ? state : argumentValue(observed);
  return { is: "function", parameters: [libraryValue("ViewStore", seen, action)], result: NOTHING };
}

/** `store.scope(state: \.cart, action: \.cart)`: the state may be optional, and the action is what the case holds. */
function scoped({ reference, argumentValue }: ComposableCall): Value {
  const names = reference.argumentNames ?? [];
  const state = unwrapped(argumentValue(names.indexOf("state")));
  const held = argumentValue(names.indexOf("action"));
  const [action = NOTHING] = held.is === "function" ? held.parameters : [];
  const sent = presentedIn(action);
  return state.is === "unknown" || sent.is === "unknown" ? NOTHING : libraryValue("Store", state, sent);
}

/** The state and the action of the reducer that a call stands in; null outside of one. */
function featureAround(program: Program, { file, reference }: ComposableCall): { state: Value; action: Value } | null {
  const [state, action] = ["State", "Action"].map((name) => typeOf(typeNamed(program, file, reference.from, name)));
  return state?.is === "type" && action?.is === "type" ? { state, action } : null;
}

function memberType(program: Program, value: Value, name: string): Value {
  return value.is === "type" ? typeOf(nestedType(program, value, name)) : NOTHING;
}

/** A type that stands for itself, or of a value the type. */
function typeOf(value: Value): Value {
  const of = value.is === "meta" ? value.of : value;
  return unwrapped(of);
}
