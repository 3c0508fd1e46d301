/** TypeScript and JavaScript: the values that the runtime's collections, promises and their methods give, by the types that they hold. */
import { present } from "../../base/need.js";
import { words } from "../../base/words.js";
import type { Step, TypeExpr } from "../../model/parse-result.js";
import { AWAITED, EACH, INDEXED, itemStep, MADE } from "../../model/steps.js";
import { freeNamed, functionOf, named, object, tuple, UNKNOWN_TYPE, union } from "../../model/type-forms.js";
import { type External, type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { symbolOf } from "../program-file.js";
import { severalOf } from "../several.js";
import { componentTypes } from "./bases.js";
import { propertyOfMapped } from "./conditional.js";
import { parameterOfLibrary, resultOfLibrary } from "./known-libraries.js";
import { guarded } from "./narrowing.js";
import { type GivenArguments, isFunction } from "./overloads.js";

/** Types that hold values of their first type argument, which a loop gives one by one. */
const LISTS = words(`
  Array ReadonlyArray Set ReadonlySet Iterable IterableIterator Iterator Generator AsyncIterable AsyncIterator AsyncIterableIterator AsyncGenerator
  ArrayLike
`);
const SETS = words("Set ReadonlySet");
const ITERATORS = words("Iterator IterableIterator Generator");
const ASYNC_ITERATORS = words("AsyncIterator AsyncIterableIterator AsyncGenerator");
const MAPS = words("Map ReadonlyMap WeakMap");
const PROMISES = words("Promise PromiseLike");
const RECORD = words("Record");

/** Methods of lists that give a list of the same. */
const SAME = words(
  "filter slice concat reverse sort toSorted toReversed splice toSpliced with fill copyWithin add union difference take drop",
);
/** Methods of lists that give one of the elements. */
const ONE = words("find findLast at pop shift");
/** Methods of lists that call their first argument with each element. */
const EACH_OF = words("map forEach filter find findIndex findLast findLastIndex some every flatMap");
const COMPARING = words("sort toSorted");

/** A type that steps from a written type lead to. */
function then(written: WrittenType, ...steps: Step[]): WrittenType {
  return { ...written, type: named({ in: "instance", type: written.type }, steps) };
}

/** A collection or promise of the runtime. */
function holder(name: string, ...args: WrittenType[]): External {
  return { is: "external", module: null, name, type: name, args };
}

function tupleOf(...args: WrittenType[]): Place {
  return { is: "external", module: null, name: "Array", type: "Array", args, isTuple: true };
}

function isOf(place: Place, kinds: ReadonlySet<string>): place is External & { args: WrittenType[]; type: string } {
  return place.is === "external" && place.args !== undefined && place.module === null && kinds.has(place.type ?? "");
}

/** The value that awaiting another gives. */
export function awaited(program: Program, place: Place): Place {
  if (place.is === "several")
    return severalOf(
      place.members.map((member) => awaited(program, member)),
      place.isUnion,
    );
  return isOf(place, PROMISES) && place.args[0] !== undefined
    ? awaited(program, program.evaluate.typedValue(program, place.args[0]))
    : place;
}

/** The value that a loop over another gives, or an unknown index into it. */
export function eachOf(program: Program, place: Place, isIndex: boolean): Place {
  if (place.is === "several") {
    return severalOf(
      place.members.map((member) => eachOf(program, member, isIndex)),
      place.isUnion,
    );
  }
  if (isOf(place, LISTS)) {
    return severalOf(
      place.args.slice(0, place.isTuple ? undefined : 1).map((arg) => program.evaluate.typedValue(program, arg)),
      true,
    );
  }
  if (place.is === "mapped") return isIndex ? propertyOfMapped(program, place, null) : UNKNOWN;
  if (isIndex)
    return isOf(place, RECORD) && place.args[1] ? program.evaluate.typedValue(program, place.args[1]) : UNKNOWN;
  const [key, value] = isOf(place, MAPS) ? place.args : [];
  return key !== undefined && value !== undefined ? tupleOf(key, value) : UNKNOWN;
}

/** The element of a list at a number. */
export function itemOf(program: Program, place: Place, number: number): Place {
  if (place.is === "several") {
    return severalOf(
      place.members.map((member) => itemOf(program, member, number)),
      place.isUnion,
    );
  }
  if (!isOf(place, LISTS)) return eachOf(program, place, true);
  const arg = place.args[place.isTuple ? number : 0];
  return arg === undefined ? UNKNOWN : program.evaluate.typedValue(program, arg);
}

/** The result of a function that is given to a call; null where it is not known. */
function callbackResult(program: Program, given: GivenArguments | null, number: number): WrittenType | null {
  const argument = given?.arguments[number] ?? null;
  if (argument === null) return null;
  const place = program.evaluate.typedValue(program, argument);
  if (place.is === "function") return place.result;
  const decl = place.is === "symbols" ? place.decls[0] : undefined;
  if (decl === undefined || !isFunction(decl)) return null;
  const { declaredType: type } = symbolOf(decl);
  return type === null ? null : { file: decl.file, from: decl.index, type };
}

/** The type of the elements that a guard lets through: `list.filter(isUser)`; null where the function is not a guard. */
function keptBy(program: Program, element: WrittenType | null, given: GivenArguments | null): WrittenType | null {
  const by = given?.arguments[0] ?? null;
  const result = callbackResult(program, given, 0);
  if (element === null || by === null || result === null || guarded(result.type) === null) return null;
  // Both types are written elsewhere, so they have names here.
  const env = new Map([
    ["element", element],
    ["guard", by],
  ]);
  return { ...element, type: KEPT, env };
}

/** The type of an element that a guard lets through, by two type parameters. */
const KEPT: TypeExpr = {
  kind: "narrowed",
  of: named({ in: "parameter", name: "element", bound: null }),
  isTrue: true,
  property: null,
  by: [named({ in: "parameter", name: "guard", bound: null })],
};

/** The result of a call of a runtime's method. `place`: the method, by its name. */
export function runtimeResult(program: Program, place: External, receiver: Place, given: GivenArguments | null): Place {
  if (place.module?.startsWith("@angular/core") === true) return ofAngular(program, place, given);
  if (place.module !== null) {
    const callback = (number: number) => callbackResult(program, given, number);
    return resultOfLibrary({ program, place, receiver, given, callback }) ?? UNKNOWN;
  }
  const name = place.name.slice(place.name.lastIndexOf(".") + 1);
  if (receiver.is === "several") {
    return severalOf(
      receiver.members.map((member) => runtimeResult(program, place, member, given)),
      receiver.isUnion,
    );
  }
  if (receiver.is !== "external") return UNKNOWN;
  if (receiver.args === undefined)
    return receiver.type === null || receiver.type === receiver.name ? ofStatic(program, place.name, given) : UNKNOWN;
  if (isOf(receiver, PROMISES)) return ofPromise(program, receiver, name, given);
  if (isOf(receiver, MAPS)) return ofMap(program, receiver, name);
  if (!isOf(receiver, LISTS)) return UNKNOWN;
  return ofList(program, receiver, name, given);
}

function ofList(program: Program, receiver: External, name: string, given: GivenArguments | null): Place {
  const element = elementType(receiver);
  const isIterator = isOf(receiver, ITERATORS);
  if (name === "next") return isIterator || isOf(receiver, ASYNC_ITERATORS) ? nextOf(program, receiver) : UNKNOWN;
  const kept = name === "filter" || name === "find" ? keptBy(program, element, given) : null;
  if (kept !== null && name === "find") return program.evaluate.typedValue(program, kept);
  if (kept !== null) return holder(isIterator ? "Iterator" : "Array", kept);
  if (SAME.has(name))
    return collected(receiver, isIterator ? "Iterator" : present(receiver.type).replace(/^Readonly/, ""));
  if (ONE.has(name)) return eachOf(program, receiver, false);
  if (name === "toArray") return isIterator ? collected(receiver, "Array") : UNKNOWN;
  const isSet = isOf(receiver, SETS);
  if (name === "values" || (name === "keys" && isSet)) return collected(receiver, "Iterator");
  if (element !== null && (name === "keys" || name === "entries")) {
    const key = isSet ? element.type : NUMBER;
    return holder("Iterator", { ...element, type: name === "keys" ? key : tuple([key, element.type]) });
  }
  if (name === "map" || name === "flatMap") {
    const result = callbackResult(program, given, 0);
    if (result === null) return UNKNOWN;
    const list = name === "flatMap" ? program.evaluate.typedValue(program, result) : UNKNOWN;
    const results = isOf(list, LISTS) ? list : holder("Array", result);
    return isIterator ? collected(results, "Iterator") : results;
  }
  if (name === "flat") {
    const inner = eachOf(program, receiver, false);
    return isOf(inner, LISTS) ? collected(inner, "Array") : receiver;
  }
  if (name === "reduce") {
    const initial = given?.arguments[1] ?? null;
    return initial === null ? UNKNOWN : program.evaluate.typedValue(program, initial);
  }
  return UNKNOWN;
}

/** The same elements in another collection. */
function collected(list: External, type: string): External {
  return { ...list, name: type, type };
}

/** The result of an iterator's `next`: its `value` is one of the elements. */
function nextOf(program: Program, iterator: External): Place {
  const element = elementType(iterator);
  // The last value of a generator may be of another type.
  const last = iterator.args?.[1]?.type ?? UNKNOWN_TYPE;
  const isLastUnknown = last.kind === "named" && last.root.in === "unknown";
  if (element === null || (!isLastUnknown && /Generator$/.test(iterator.type ?? ""))) return UNKNOWN;
  const result: WrittenType = { ...element, type: object(["value", "done"], [element.type, BOOLEAN]) };
  return isOf(iterator, ITERATORS) ? program.evaluate.typedValue(program, result) : holder("Promise", result);
}

const NUMBER = freeNamed("Number");
const STRING = freeNamed("String");
const BOOLEAN = freeNamed("Boolean");

/** The type of a list's elements; null for a tuple whose types are written in several places. */
function elementType({ args: [first, ...others] = [], isTuple }: External): WrittenType | null {
  if (first === undefined) return null;
  if (isTuple !== true || others.length === 0) return first;
  const isTogether = others.every(
    ({ file, from, env }) => file === first.file && from === first.from && env === first.env,
  );
  return isTogether ? { ...first, type: union([first, ...others].map(({ type }) => type)) } : null;
}

function ofPromise(program: Program, receiver: External, name: string, given: GivenArguments | null): Place {
  if (name === "finally") return receiver;
  if (name !== "then" && name !== "catch") return UNKNOWN;
  const result = callbackResult(program, given, 0);
  if (name === "catch") return receiver;
  return result === null ? UNKNOWN : holder("Promise", result);
}

function ofMap(program: Program, { args: [key, value] = [] }: External, name: string): Place {
  if (key === undefined || value === undefined) return UNKNOWN;
  if (name === "get") return program.evaluate.typedValue(program, value);
  if (name === "values") return holder("Iterator", value);
  if (name === "keys") return holder("Iterator", key);
  const pair = tuple([key.type, value.type]);
  // A pair can only be made of a key and a value that are written in one place.
  const isTogether = key.file === value.file && key.from === value.from && key.env === value.env;
  return name === "entries" && isTogether ? holder("Iterator", { ...value, type: pair }) : UNKNOWN;
}

const INJECTING = /(?:^|\.)inject$/;

/** The result of Angular's `inject(Service)` and `TestBed.inject(Service)`: an instance of the class, or the type argument of an InjectionToken. */
function ofAngular(program: Program, { name }: External, given: GivenArguments | null): Place {
  const token = given?.arguments[0] ?? null;
  if (token === null || !INJECTING.test(name)) return UNKNOWN;
  const place = program.evaluate.typedValue(program, token);
  if (place.is === "external" && place.module !== null && place.type?.endsWith("InjectionToken") === true)
    return place.args?.[0] === undefined ? UNKNOWN : program.evaluate.typedValue(program, place.args[0]);
  return program.evaluate.typedValue(program, then(token, MADE));
}

/** Static methods: `Promise.all(…)`, `Object.values(…)`. */
function ofStatic(program: Program, name: string, given: GivenArguments | null): Place {
  const [first] = given?.arguments ?? [];
  if (first === undefined || first === null) return UNKNOWN;
  switch (name) {
    case "Promise.resolve":
      return holder("Promise", first);
    case "Promise.race":
    case "Promise.any":
      return holder("Promise", then(first, EACH, AWAITED));
    case "Promise.all": {
      const list = program.evaluate.typedValue(program, first);
      if (!isOf(list, LISTS)) return UNKNOWN;
      if (list.isTuple !== true) return holder("Promise", { ...first, type: listOf(then(first, EACH, AWAITED).type) });
      const items = list.args.map((_, index) => then(first, itemStep(index), AWAITED).type);
      return holder("Promise", { ...first, type: tuple(items) });
    }
    case "Object.freeze":
    case "Object.seal":
    case "Object.assign":
    case "structuredClone":
      return program.evaluate.typedValue(program, first);
    case "Object.values":
      return holder("Array", then(first, INDEXED));
    case "Object.entries":
      return holder("Array", { ...first, type: tuple([STRING, then(first, INDEXED).type]) });
    case "Array.from":
      return given?.arguments[1] === undefined ? holder("Array", then(first, EACH)) : mapped(program, given);
    case "Array.of":
      return holder("Array", first);
    default:
      return UNKNOWN;
  }
}

function mapped(program: Program, given: GivenArguments | null): Place {
  const result = callbackResult(program, given, 1);
  return result === null ? UNKNOWN : holder("Array", result);
}

function listOf(type: TypeExpr): TypeExpr {
  return freeNamed("Array", [type]);
}

/** The function that a method of the runtime expects as an argument. */
export function runtimeParameter(
  program: Program,
  place: External,
  receiver: Place,
  number: number,
  given: GivenArguments | null,
): Place {
  const name = place.name.slice(place.name.lastIndexOf(".") + 1);
  if (receiver.is === "several") {
    return severalOf(
      receiver.members.map((member) => runtimeParameter(program, place, member, number, given)),
      receiver.isUnion,
    );
  }
  // `const Button: FC<Props>`: a component of a library's type takes its props.
  if (
    place.args?.[0] !== undefined &&
    number === 0 &&
    /(?:^|\.)(?:FC|FunctionComponent|VFC|VoidFunctionComponent|ComponentType|ComponentClass)$/.test(place.name)
  ) {
    return program.evaluate.typedValue(program, place.args[0]);
  }
  const known = parameterOfLibrary(program, place, given, number);
  if (known !== null) return known;
  // `<Context.Consumer>{(value) => …}</Context.Consumer>`
  if (name === "Consumer" && number === 0 && receiver.is === "external" && receiver.args?.[0] !== undefined) {
    const value = receiver.args[0];
    return { is: "object", names: ["children"], types: [{ ...value, type: functionOf(null, [value.type]) }] };
  }
  const call = (...parameters: WrittenType[]): Place => ({ is: "function", result: null, parameters });
  // `this.setState((state, props) => …)`
  if (name === "setState" && number === 0) {
    const [props, state] = componentTypes(program, receiver) ?? [];
    return props === undefined || state === undefined ? UNKNOWN : call(state, props);
  }
  if (isOf(receiver, PROMISES)) {
    return name === "then" && number === 0 && receiver.args[0] !== undefined
      ? call(then(receiver.args[0], AWAITED))
      : UNKNOWN;
  }
  const taken = takenBy(name, number, receiver);
  if (taken !== null) return program.evaluate.typedValue(program, taken);
  if (number !== 0) return UNKNOWN;
  if (isOf(receiver, MAPS)) {
    const [key, value] = receiver.args;
    return name === "forEach" && key !== undefined && value !== undefined ? call(value, key) : UNKNOWN;
  }
  if (!isOf(receiver, LISTS)) return UNKNOWN;
  const element = elementType(receiver);
  if (element === null) return UNKNOWN;
  if (EACH_OF.has(name)) return call(element);
  if (COMPARING.has(name)) return call(element, element);
  const nothing: WrittenType = { ...element, type: UNKNOWN_TYPE };
  return name === "reduce" || name === "reduceRight" ? call(nothing, element) : UNKNOWN;
}

/** The type of the values that a method puts into a collection: `list.push(value)`, `map.set(key, value)`; null for other methods. */
function takenBy(name: string, number: number, receiver: Place): WrittenType | null {
  if (isOf(receiver, MAPS)) return name === "set" ? (receiver.args[number] ?? null) : null;
  const isTaken = PUTTING.has(name) || (number === 0 && name === "fill") || (number > 1 && name === "splice");
  return isTaken && isOf(receiver, LISTS) ? elementType(receiver) : null;
}

const PUTTING = words("push unshift add");
