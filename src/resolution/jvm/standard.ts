/** Results of functions of the standard library of Kotlin, and the values that they give their lambdas: `users.map { it.name }`. */
import type { Reference } from "../../model/parse-result.js";
import { collectedState, composedValue } from "./compose.js";
import { asFlow, common, elementOf, entryOf } from "./conversions.js";
import type { Evaluation } from "./evaluation.js";
import {
  BEING_RECEIVER,
  BUILT,
  FLAT_MAPPED,
  GIVING_RECEIVER,
  GIVING_RESULT,
  GIVING_RESULT_ALONE,
  HOLDING_STATE,
  LISTED,
  LISTING_FLOW,
  MAPPED,
  NO_RECEIVER,
  NUMBERS,
  ONE_ELEMENT,
  PAIRED,
  SAME_ELEMENTS,
  SAME_ENTRIES,
  TEXTS,
  WITH_EACH,
  WITH_NUMBER,
  WITH_RECEIVER,
  WITH_SO_FAR,
} from "./kotlin.js";
import { mockedReceiver, mockedResult } from "./kotlin-mocks.js";
import { boxed, langType, libraryClass } from "./library.js";
import { receiversAt } from "./receivers.js";
import { primitive, type Type, typeOfClass, UNKNOWN } from "./types.js";
import { typeOfValue, walk } from "./walk.js";
import { typeIn } from "./written.js";

/** The name of a call, and the value that it is made on. */
function partsOf(e: Evaluation, { root, path, from, lambda }: Reference): { name: string; receiver: Type } {
  const last = path.at(-1);
  if (typeof last !== "string") return { name: root.in === "free" ? root.name : "", receiver: UNKNOWN };
  return { name: last, receiver: typeOfValue(e, walk(e, { root, path: path.slice(0, -1) }, { from, lambda }, "any")) };
}

function listOf(element: Type): Type {
  const list = libraryClass("java.util", "List");
  return list === null || element.is === "unknown" ? UNKNOWN : typeOfClass(list, [element]);
}

/** The elements of a receiver behind a function: a flow of a flow, a list of others. */
function gathered(e: Evaluation, receiver: Type, name: string, element: Type): Type {
  if (asFlow(e.program, receiver) === null) return name === "asFlow" ? flowOf("Flow", element) : listOf(element);
  if (LISTING_FLOW.has(name)) return listOf(element);
  return flowOf(HOLDING_STATE.has(name) ? "StateFlow" : "Flow", element);
}

function flowOf(name: string, element: Type): Type {
  return element.is === "unknown" ? UNKNOWN : kotlinOf(name, [element], "kotlinx.coroutines.flow");
}

/** A type of Kotlin's own library. */
function kotlinOf(name: string, args: readonly Type[], module = "kotlin"): Type {
  const cls = libraryClass(module, name);
  return cls === null ? UNKNOWN : typeOfClass(cls, args.map(boxed));
}

/** A map with keys and values of some types. */
function mapTo(key: Type, value: Type): Type {
  const map = libraryClass("java.util", "Map");
  return map === null || value.is === "unknown" ? UNKNOWN : typeOfClass(map, [boxed(key), boxed(value)]);
}

/** The map that `mapOf(key to value)` makes; unknown for pairs that are made otherwise. */
function mapOf(e: Evaluation, { arguments: pairs = [], typeArguments, from, lambda }: Reference): Type {
  const [pair] = pairs;
  if (typeArguments !== undefined || pair?.root.in !== "result" || pair.path.length > 0) return UNKNOWN;
  const made = e.parse.references[pair.root.of];
  const value = made?.arguments?.[0] ?? null;
  if (made === undefined || made.path.at(-1) !== "to" || value === null) return UNKNOWN;
  const { receiver } = partsOf(e, made);
  return mapTo(receiver, typeOfValue(e, walk(e, value, { from, lambda }, "any")));
}

/** The result of a call of the standard library; unknown for other functions. */
export function standardResult(e: Evaluation, of: number, reference: Reference): Type {
  const { name, receiver } = partsOf(e, reference);
  const given = () => {
    const last = (reference.arguments?.length ?? 0) - 1;
    const lambda = reference.arguments?.[last] ?? null;
    return lambda === null || lambda.root.in === "unknown"
      ? UNKNOWN
      : typeOfValue(e, walk(e, lambda, { from: reference.from, lambda: { of, argument: last } }, "any"));
  };
  if (LISTED.has(name) && reference.path.length === 0) {
    const [written] = reference.typeArguments ?? [];
    if (written !== undefined) return UNKNOWN;
    const types = (reference.arguments ?? []).map((each) =>
      each === null ? UNKNOWN : typeOfValue(e, walk(e, each, reference, "any")),
    );
    const [first = UNKNOWN] = types;
    if (first.is === "unknown" || types.some(({ is }) => is === "unknown")) return listOf(first);
    return listOf(types.reduce((one, other) => (one.is === "unknown" ? one : common(e.program, one, other))));
  }
  if (PAIRED.has(name) && reference.path.length === 0) return mapOf(e, reference);
  const mocked = mockedResult(e, reference);
  if (mocked.is !== "unknown") return mocked;
  if (reference.path.length === 0) {
    const [written, ...others] = reference.typeArguments ?? [];
    const type = written === undefined || others.length > 0 ? null : typeIn(e.program, e.file, reference.from, written);
    const composed = composedValue(e.file, name, type, given);
    if (composed.is !== "unknown") return composed;
  }
  if (GIVING_RESULT_ALONE.has(name) && reference.path.length === 0) return given();
  if (name === "async") return kotlinOf("Deferred", [given()], "kotlinx.coroutines");
  if (name === "lazy" && reference.path.length === 0) return kotlinOf("Lazy", [given()]);
  if (TEXTS.has(name)) return langType("String");
  const number = reference.path.length > 0 && reference.argumentCount === 0 ? NUMBERS.get(name) : undefined;
  if (number !== undefined) return primitive(number) ?? UNKNOWN;
  if (receiver.is === "unknown") return UNKNOWN;
  const collected = collectedState(e, name, receiver);
  if (collected.is !== "unknown") return collected;
  if (GIVING_RECEIVER.has(name) && name !== "onEach") return receiver;
  if (GIVING_RESULT.has(name)) return given();
  const ofMap = resultOnMap(e, name, receiver, given);
  if (ofMap !== null) return ofMap;
  const [first] = reference.arguments ?? [];
  const other = () =>
    first === undefined || first === null ? UNKNOWN : typeOfValue(e, walk(e, first, reference, "any"));
  if (name === "to") return kotlinOf("Pair", [receiver, other()]);
  const element = elementOf(e.program, receiver);
  if (name === "withIndex") return listOf(kotlinOf("IndexedValue", [element], "kotlin.collections"));
  if (name === "zip" && reference.argumentCount === 1)
    return listOf(kotlinOf("Pair", [element, elementOf(e.program, other())]));
  if (name === "partition") return kotlinOf("Pair", [listOf(element), listOf(element)]);
  if (name === "associateWith") return mapTo(element, given());
  if (name === "associateBy") return mapTo(given(), element);
  if (name === "groupBy") return mapTo(given(), listOf(element));
  if (FLAT_MAPPED.has(name)) return gathered(e, receiver, name, elementOf(e.program, given()));
  if (WITH_SO_FAR.has(name)) return soFar(e, reference, name, element);
  if (SAME_ELEMENTS.has(name)) return gathered(e, receiver, name, element);
  if (ONE_ELEMENT.has(name)) return elementOf(e.program, receiver);
  return MAPPED.has(name) ? gathered(e, receiver, name, given()) : UNKNOWN;
}

/** The value that `fold` begins with and gives, or an element where it begins with one, as `reduce` does. */
function soFar(e: Evaluation, reference: Reference, name: string, element: Type): Type {
  const [first = null] = reference.arguments ?? [];
  if (name.startsWith("reduce")) return element;
  const begun = first === null ? UNKNOWN : typeOfValue(e, walk(e, first, reference, "any"));
  return /^(?:runningFold|scan)$/.test(name) ? listOf(begun) : begun;
}

/** The result of a call of the standard library on a map, where it is another one than on a list; null for others. */
function resultOnMap(e: Evaluation, name: string, receiver: Type, given: () => Type): Type | null {
  const entry = entryOf(e.program, receiver);
  if (entry.is !== "class") return null;
  const [key = UNKNOWN, value = UNKNOWN] = entry.args;
  if (SAME_ENTRIES.has(name)) return receiver;
  if (name === "mapValues") return mapTo(key, given());
  return name === "mapKeys" ? mapTo(given(), value) : null;
}

/** The receiver that a call of the standard library gives its lambda; null where it gives none, unknown for other functions. */
export function standardReceiver(e: Evaluation, reference: Reference): Type | null {
  const { name, receiver } = partsOf(e, reference);
  if (name === "with" && reference.path.length === 0) {
    const subject = reference.arguments?.[0] ?? null;
    return subject === null ? UNKNOWN : typeOfValue(e, walk(e, subject, reference, "any"));
  }
  const mocked = mockedReceiver(e, reference);
  if (mocked !== null) return mocked;
  const built = reference.path.length === 0 ? BUILT.get(name) : undefined;
  if (built !== undefined) {
    const cls = libraryClass(built[0], built[1]);
    return cls === null
      ? UNKNOWN
      : typeOfClass(
          cls,
          reference.typeArguments?.map((type) => typeIn(e.program, e.file, reference.from, type)),
        );
  }
  if (BEING_RECEIVER.has(name)) {
    if (reference.path.length > 0) return receiver;
    return receiversAt(e, reference)[0] ?? null;
  }
  return WITH_RECEIVER.has(name) || WITH_EACH.has(name) || WITH_NUMBER.has(name) || NO_RECEIVER.has(name)
    ? null
    : UNKNOWN;
}

/** The value that a call of the standard library gives the parameter of a lambda. */
export function standardCallback(e: Evaluation, reference: Reference, parameter: number): Type {
  const { name, receiver } = partsOf(e, reference);
  if (receiver.is === "unknown") return UNKNOWN;
  if (WITH_RECEIVER.has(name)) return parameter === 0 ? receiver : UNKNOWN;
  if (WITH_NUMBER.has(name)) return parameter === 0 ? (primitive("int") ?? UNKNOWN) : elementOf(e.program, receiver);
  if (WITH_SO_FAR.has(name)) {
    const element = elementOf(e.program, receiver);
    const isElement = name.endsWith("Right") ? parameter === 0 : parameter === 1;
    const begun = name.startsWith("runningFold") || name === "scan" ? "fold" : name;
    return isElement ? element : soFar(e, reference, begun, element);
  }
  return WITH_EACH.has(name) && parameter === 0 ? elementOf(e.program, receiver) : UNKNOWN;
}
