/** Python: the types of values, by the names and calls that lead to them: `make().users[0].find()`. */
import { nth } from "../../base/need.js";
import { LIKELY } from "../../languages/python/services.js";
import { isOperation, isWalk, type Step, type TypeExpr, type TypeForm } from "../../model/parse-result.js";
import { CALLED, VALUE } from "../../model/steps.js";
import { named } from "../../model/type-forms.js";
import { declaredPlace, toInstance } from "../instance.js";
import { rootPlace, typePlace } from "../lookup.js";
import { takesArguments } from "../members.js";
import { isTypeKind } from "../name-index.js";
import {
  type Env,
  type External,
  type Place,
  type PlaceOf,
  THIS,
  UNKNOWN,
  type Walked,
  type WrittenName,
  type WrittenType,
} from "../place.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, symbolOf } from "../program-file.js";
import { severalOf } from "../several.js";
import { partOf, type TypeLimits, valueWithin } from "../written-type.js";
import { hasDescriptors, heldBy, itemOfAttribute } from "./descriptors.js";
import { ofModelOfSelf } from "./django/classes.js";
import { managed, ofItsModel } from "./django/managers.js";
import { resultOfDjango, withModelOf } from "./django/query-sets.js";
import { argumentOfView, heldByView, resultOfView } from "./django/views.js";
import { ofSameClass, resultOfExternal } from "./external-results.js";
import { madeByFactory, resultOfFactory } from "./factories.js";
import { fieldOfDict, fieldOfTuple, itemOfRecord, keyIn } from "./fields.js";
import { argumentsOf, type Given, hasVariables, meaningsIn } from "./infer.js";
import { elementAt, elementsOf, resultOfMethod } from "./library.js";
import { memberOfTypes } from "./mro.js";
import { narrowedValue } from "./narrowed.js";
import { heldType, onceForSelf, withSelf } from "./own-values.js";
import { likely, resultByName, resultOfLocator } from "./services.js";
import { resultOfSqlalchemy } from "./sqlalchemy.js";
import { importedVariables, variableAt, variableNamed } from "./type-variables.js";

const LIMITS: TypeLimits = { deepest: 40, most: 3_000 };

/** A value of a written type. */
export function typedValue(program: Program, written: WrittenType): Place {
  return valueWithin(LIMITS, program, written, valueOfType);
}

function valueOfType(program: Program, written: WrittenType): Place {
  const { file, from, type, env } = written;
  if (type.kind !== "named") return valueOfForm(program, type, written);
  const { root, path, args = [] } = type;
  if (root.in === "parameter") {
    const bound = env?.get(root.name);
    if (bound !== undefined) return typedValue(program, bound);
    return root.bound === null ? UNKNOWN : typedValue(program, partOf(written, root.bound));
  }
  if (root.in === "this" && path.length === 0) {
    const self = env?.get(THIS);
    if (self !== undefined) return typedValue(program, self);
  }
  if (isWalk(type)) return walkValue(program, { ...written, type });
  const name = root.in === "import" && env !== undefined ? variableNamed(type, importedVariables(program, file)) : null;
  const meant = name === null || path.length > 0 ? undefined : env?.get(name);
  if (meant !== undefined) return typedValue(program, meant);
  const found = typePlace(program, file, from, type);
  const variable = variableAt(found);
  if (variable !== null) return typedValue(program, { ...variable, env });
  const given = args.map((part) => partOf(written, part));
  if (found.is !== "several") return valueOfNamed(program, found, given);
  return severalOf(
    found.members.map((each) => valueOfNamed(program, each, given)),
    true,
  );
}

/** A value of the type that stands at a place. */
function valueOfNamed(program: Program, found: Place, given: WrittenType[]): Place {
  if (found.is !== "symbols") return toInstance(program, found, given);
  // `Alias = Repo`: the variable holds the class.
  const isType = found.decls.some((decl) => isTypeKind(symbolOf(decl).kind));
  const held = isType ? found : valueAt(program, found);
  return toInstance(program, held, given);
}

function valueOfForm(program: Program, type: TypeForm, written: WrittenType): Place {
  switch (type.kind) {
    case "union":
      return severalOf(
        type.of.map((part) => typedValue(program, partOf(written, part))),
        true,
      );
    case "tuple":
      return {
        is: "external",
        module: null,
        name: "tuple",
        type: "tuple",
        args: type.of.map((part) => partOf(written, part)),
        isTuple: true,
      };
    case "literal":
      return { is: "external", module: null, name: type.text, type: type.text };
    case "function":
      return {
        is: "function",
        result: partOf(written, type.result),
        parameters: type.parameters.map((part) => partOf(written, part)),
      };
    case "narrowed":
      return narrowedValue(program, type, (part) => partOf(written, part));
    case "held":
      return program.caches.places.get(type) ?? UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** The value that a variable, a field or a property holds; any other place as it is. */
export function valueAt(program: Program, place: Place, receiver: Place = UNKNOWN): Place {
  if (place.is !== "symbols") return managed(program, heldByView(program, place));
  const values = place.decls.map((decl) => valueOfDecl(program, decl, place.env, receiver));
  if (values.every((each) => each === null)) return place;
  const held = values.filter((each) => each !== null);
  return managed(program, severalOf(held, true));
}

/** The value of a variable, a field or a property; null for what is a value itself. */
function valueOfDecl(program: Program, decl: Decl, env: Env | undefined, receiver: Place): Place | null {
  const { kind, declaredType } = symbolOf(decl);
  if (kind !== "property" && kind !== "field" && kind !== "variable" && kind !== "constant") return null;
  const own = withSelf(program, decl, declaredType, env, receiver);
  const value = onceForSelf(program, decl, own, () => declaredPlace(program, decl, own));
  return kind === "field" ? ofItsModel(program, decl, givenBy(program, decl, value), receiver) : value;
}

/** The value that a field gives: what `__get__` of a descriptor in the body of a class gives, any other value itself. */
export function givenBy(program: Program, decl: Decl, value: Place): Place {
  if (value.is !== "instance" || !symbolOf(decl).isMergeable || !hasDescriptors(program)) return value;
  const get = memberOfTypes(program, value.decls, "__get__", null, value.env);
  return get.is === "symbols" ? resultAt(program, get, value) : value;
}

/** The value that a walk leads to. */
export function walkValue(program: Program, written: WrittenName): Place {
  const { place, receiver } = walkSteps(program, written);
  if (place.is === "unknown" || place.is === "missing") return UNKNOWN;
  const value = valueAt(program, place, receiver);
  if (value.is !== "instance" && value.is !== "symbols") return value;
  return { ...value, imported: value.imported || value.decls.every((decl) => decl.file !== written.file) };
}

function walkSteps(program: Program, written: WrittenName): Walked {
  let place = startOf(program, written);
  let receiver: Place = UNKNOWN;
  let isKeyed = false;
  for (const each of written.type.path) {
    if (place.is === "unknown" || place.is === "missing") break;
    if (isKeyed) {
      // The key has led to the element already.
      isKeyed = false;
      continue;
    }
    const key = keyIn(each);
    if (key !== null) {
      const held = valueAt(program, place, receiver);
      const field = fieldOfDict(program, held, key) ?? itemOfRecord(program, held, key);
      isKeyed = field !== null;
      if (field === null) continue;
      receiver = held;
      place = field;
      continue;
    }
    const next = stepOfWalk(program, place, receiver, each);
    if (!isOperation(each)) receiver = valueAt(program, place, receiver);
    place = next;
  }
  return { place, receiver };
}

function startOf(program: Program, written: WrittenName): Place {
  const { file, from, type, env } = written;
  const { root } = type;
  if (root.in === "call") {
    const { place, receiver } = walkSteps(program, { ...written, type: root.of });
    const count = root.arguments.length;
    const given: Given = { root, written };
    if (place.is === "unknown" || place.is === "missing") return resultByName(program, given);
    return resultAt(program, place, receiver, count, given);
  }
  const whole = <T extends TypeExpr>(of: T) => ({ file, from, type: of, env });
  if (root.in === "instance") return typedValue(program, whole(root.type));
  if (root.in === "parameter") return typedValue(program, whole(named(root)));
  const self = root.in === "this" ? env?.get(THIS) : undefined;
  if (self !== undefined) return typedValue(program, self);
  const place = rootPlace(program, file, from, root, "any");
  if (root.in === "super" && place.is === "instance") return ofModelOfSelf(program, place, env);
  return root.in === "this" && place.is === "instance" && env !== undefined ? { ...place, env } : place;
}

function stepOfWalk(program: Program, place: Place, receiver: Place, each: Step): Place {
  if (typeof each === "string") return program.evaluate.step(program, valueAt(program, place, receiver), each, null);
  switch (each.kind) {
    case "call":
      return resultAt(program, place, receiver, each.count);
    case "value":
      return valueAt(program, place, receiver);
    case "await":
      return awaited(program, valueAt(program, place, receiver));
    case "each":
      return eachOf(program, valueAt(program, place, receiver));
    case "index":
      return itemOf(program, valueAt(program, place, receiver), null);
    case "item":
      return itemOf(program, valueAt(program, place, receiver), each.number);
    case "parameter":
      return (
        (each.number === 0 ? argumentOfView(program, place, receiver) : null) ??
        parameterOf(program, place, each.number)
      );
    default:
      return UNKNOWN;
  }
}

/** The type of a parameter of a method, by its number after `self`. */
function parameterOf(program: Program, place: Place, number: number): Place {
  if (place.is !== "symbols") return UNKNOWN;
  const { file, index } = firstDecl(place);
  const type = symbolOf({ file, index }).parameterTypes[number] ?? null;
  return type === null ? UNKNOWN : typedValue(program, { file, from: index, type, env: place.env });
}

/** Of overloads those that take a number of arguments; all of them where none does. */
function fitting(decls: readonly Decl[], count: number | null): readonly Decl[] {
  if (count === null || decls.length < 2) return decls;
  const found = decls.filter((decl) => takesArguments(symbolOf(decl), count));
  return found.length === 0 ? decls : found;
}

/** The result of a call of what stands at a place. */
export function resultAt(
  program: Program,
  own: Place,
  receiver: Place,
  count: number | null = null,
  given: Given | null = null,
): Place {
  const place = valueAt(program, own, receiver);
  switch (place.is) {
    case "symbols":
      return severalOf(
        fitting(place.decls, count)
          .slice(0, MOST_OVERLOADS)
          .map((decl) => resultOf(program, decl, place, receiver, given)),
        true,
      );
    case "several":
      return severalOf(
        place.members.map((member) => resultAt(program, member, receiver, count, given)),
        place.isUnion,
      );
    case "function":
      return place.result === null ? UNKNOWN : typedValue(program, place.result);
    case "instance": {
      const method = program.evaluate.step(program, place, "__call__", null);
      return method.is === "symbols" ? resultAt(program, method, place, count, given) : UNKNOWN;
    }
    case "external":
      if (place.module === LIKELY) return likelyResult(program, place, count);
      return (
        resultOfDjango(program, place, receiver, given) ??
        resultOfSqlalchemy(program, place, given) ??
        resultOfFactory(program, place, receiver) ??
        resultOfView(program, place, receiver) ??
        resultOfMethod(program, place) ??
        resultOfLocator(program, place, given) ??
        ofSameClass(program, place, receiver) ??
        resultOfExternal(place)
      );
    default:
      return UNKNOWN;
  }
}

/** The result of a method of an object that is likely of a class: likely as well. */
function likelyResult(program: Program, { likely: method }: External, count: number | null): Place {
  const result = method === undefined ? UNKNOWN : resultAt(program, method, UNKNOWN, count);
  if (result.is !== "instance") return UNKNOWN;
  const { file, index } = firstDecl(result);
  return likely([{ file, from: index, type: heldType(program, result) }]);
}

const MOST_OVERLOADS = 4;

function resultOf(
  program: Program,
  decl: Decl,
  place: PlaceOf<"symbols">,
  receiver: Place,
  given: Given | null,
): Place {
  const { kind, declaredType } = symbolOf(decl);
  if (kind === "type") return UNKNOWN;
  if (isTypeKind(kind)) return madeOf(program, decl, place, given);
  const env = given === null ? place.env : meaningsIn(program, valuesOf(program), decl, place.env, given);
  const known = withSelf(program, decl, declaredType, env, receiver);
  const read = () => resultOfImported(program, decl, known) ?? declaredPlace(program, decl, known);
  const own = onceForSelf(program, decl, known, read);
  const result = withModelOf(program, own, receiver);
  return result.is === "instance" && result.decls.every(({ file }) => file !== decl.file)
    ? { ...result, imported: true }
    : result;
}

/** The result of a function whose declared type has type variables that its file imports; null for others. */
function resultOfImported(program: Program, { file, index }: Decl, env: Env | undefined): Place | null {
  const type = symbolOf({ file, index }).declaredType;
  if (type === null || env === undefined) return null;
  const imported = importedVariables(program, file);
  if (imported.size === 0 || !hasVariables(type, imported)) return null;
  return typedValue(program, { file, from: index, type, env });
}

/** The instance that a call of a class makes. The arguments of a generic class's constructor tell its type arguments. */
function madeOf(program: Program, decl: Decl, { imported }: { imported: boolean }, given: Given | null): Place {
  const ofFactory = madeByFactory(program, decl);
  if (ofFactory !== null) return ofFactory;
  const made = toInstance(program, { is: "symbols", decls: [decl], imported });
  if (given === null || made.is !== "instance" || symbolOf(decl).typeParameters.length === 0) return made;
  const maker = memberOfTypes(program, made.decls, "__init__", null, made.env);
  if (maker.is !== "symbols") return made;
  const env = meaningsIn(program, valuesOf(program), firstDecl(maker), undefined, given);
  if (env === undefined) return made;
  return toInstance(program, { is: "symbols", decls: [decl], imported }, argumentsOf(decl, env));
}

const valuesOf = (program: Program) => ({
  held: (place: Place) => heldType(program, place),
  result: (place: Place) => resultAt(program, place, UNKNOWN),
});

/** A library's value that `async with` enters gives itself. */
const ENTERED = ".__aenter__()";

function awaited(program: Program, own: Place): Place {
  const place = heldBy(program, own);
  if (place.is === "several")
    return severalOf(
      place.members.map((member) => awaited(program, member)),
      true,
    );
  if (place.is === "external" && place.type === "Coroutine" && place.args !== undefined)
    return elementAt(program, place, 0);
  if (place.is === "external" && place.name.endsWith(ENTERED)) {
    const name = place.name.slice(0, -ENTERED.length);
    return { ...place, name, type: name };
  }
  if (place.is === "instance") {
    const method = program.evaluate.step(program, place, "__await__", null);
    return method.is === "symbols" ? eachOf(program, resultAt(program, method, place)) : UNKNOWN;
  }
  return UNKNOWN;
}

/** The object that decorators make of a function; null if they keep the function. */
export function decoratedValue(program: Program, decl: Decl): Place | null {
  const { kind, madeType } = symbolOf(decl);
  if (madeType === null || (kind !== "function" && kind !== "method")) return null;
  const value = typedValue(program, { file: decl.file, from: decl.index, type: madeType });
  return value.is === "instance" ? value : null;
}

/** The result of a method of a value without arguments. */
function called(program: Program, place: Place, method: string): Place {
  const found = program.evaluate.step(program, place, method, null);
  if (found.is === "external")
    return resultOfDjango(program, found, place, null) ?? resultOfMethod(program, found) ?? UNKNOWN;
  return found.is === "symbols" ? valueAt(program, resultAt(program, found, place)) : UNKNOWN;
}

/** The element that a loop over a value gives. */
function eachOf(program: Program, own: Place, depth = 0): Place {
  if (depth > 4) return UNKNOWN;
  const place = heldBy(program, own);
  if (place.is === "several")
    return severalOf(
      place.members.map((member) => eachOf(program, member, depth + 1)),
      true,
    );
  if (place.is === "external") {
    const elements = elementsOf(program, place) ?? [];
    return severalOf(
      elements.map((each) => typedValue(program, each)),
      true,
    );
  }
  // A loop over an enumeration gives its members.
  if (place.is === "symbols") return symbolOf(firstDecl(place)).kind === "enum" ? toInstance(program, place) : UNKNOWN;
  if (place.is !== "instance") return UNKNOWN;
  for (const [iterator, next] of ITERATORS) {
    const iterated = called(program, place, iterator);
    if (iterated.is === "unknown" || iterated.is === "missing") continue;
    const own = iterated.is === "instance" ? called(program, iterated, next) : UNKNOWN;
    if (own.is === "external" && next === "__anext__") return awaited(program, own);
    return own.is === "unknown" ? eachOf(program, iterated, depth + 1) : own;
  }
  return called(program, place, "__getitem__");
}

const ITERATORS = [
  ["__iter__", "__next__"],
  ["__aiter__", "__anext__"],
] as const;

/** The element at a number or a key. */
function itemOf(program: Program, own: Place, number: number | null): Place {
  const place = heldBy(program, own);
  if (place !== own) {
    const item = itemOf(program, place, number);
    return item.is === "unknown" ? itemOfAttribute(own) : item;
  }
  switch (place.is) {
    case "several":
      return severalOf(
        place.members.map((member) => itemOf(program, member, number)),
        true,
      );
    case "external":
      return elementAt(program, place, number);
    case "instance": {
      const field = number === null ? null : fieldOfTuple(program, firstDecl(place), number);
      return field === null ? called(program, place, "__getitem__") : valueAt(program, field, place);
    }
    // `Repo[Order]` is the class.
    case "symbols":
      return isTypeKind(symbolOf(nth(place.decls, 0)).kind) ? place : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** The function that a call calls, and the value that the call is made on. */
export function calleeOf(program: Program, { type, ...written }: WrittenType): Walked {
  if (type.kind !== "named") return { place: UNKNOWN, receiver: UNKNOWN };
  const path = type.path.at(-1) === VALUE || type.path.at(-1) === CALLED ? type.path.slice(0, -1) : type.path;
  return walkSteps(program, { ...written, type: named(type.root, path) });
}
