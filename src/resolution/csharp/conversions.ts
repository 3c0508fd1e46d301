/** Whether a value can be given where another type is asked for. */
import { nth } from "../../base/need.js";
import type { Program } from "../program.js";
import { childrenOf, firstDecl, symbolOf } from "../program-file.js";
import {
  COLLECTIONS,
  DELEGATES,
  heldBy,
  isClosed,
  isCollection,
  isException,
  isLibraryBase,
  KEYED,
  NUMBERS,
  OF_CLOSED,
  OF_STRING,
} from "./library-kinds.js";
import { signatureOf } from "./signatures.js";
import { bindingsOf, declaredValue, isInterface, isValueType, ownBases, parameterValues, substitute } from "./types.js";
import { isNullable, isOfForm, isVoid, libraryValue, NOTHING, notNull, typeId, type Value } from "./value.js";

/** A value seen as one of another type, its own or a base of it: a `List<T>` as `IEnumerable<T>`. Null where it is not of that type. */
export function asType(program: Program, value: Value, target: Value): Value | null {
  const id = typeId(target);
  if (id === "") return null;
  if (typeId(value) === id) return value;
  if (value.is === "library" && target.is === "library") {
    const held = isCollection(value.name) && COLLECTIONS.has(target.name) ? heldBy(value) : null;
    return held === null ? null : libraryValue(target.name, [held]);
  }
  const base = ownBases(program, value).all.find((each) => typeId(each) === id);
  return base === undefined ? null : substitute(base, bindingsOf(program, value));
}

/** How well a value fits where another type is asked for. */
export type Fit = "same" | "yes" | "maybe" | "no";

/** Whether a value fits a parameter. */
export function fitOf(program: Program, from: Value, to: Value, depth = 0): Fit {
  if (to.parameter !== undefined) {
    if (from.parameter === to.parameter) return "same";
    return to.is !== "unknown" && fitOf(program, from, { ...to, parameter: undefined }, depth + 1) === "no"
      ? "no"
      : "yes";
  }
  if (from.is === "unknown" || to.is === "unknown" || depth > 6) return "maybe";
  if (to.is === "library" && (to.name === "object" || to.name === "dynamic"))
    return from.is === "library" && from.name === to.name ? "same" : "yes";
  if (from.is === "library" && from.name === "null") return isValueType(to) ? "no" : "yes";
  if (from.is === "library" && from.name === "dynamic") return "maybe";
  if (isVoid(from)) return "no";
  if (isNullable(to)) return fitOfNullable(program, from, notNull(to), depth);
  if (isNullable(from)) return fitOfBoxed(program, notNull(from), to, depth);
  if (to.is === "library" && to.name === "ValueType" && from.is === "type") {
    const { kind } = symbolOf(firstDecl(from));
    return kind === "record" ? "maybe" : isValueType(from) ? "yes" : "no";
  }
  if (isOfForm(from, "list") && to.is === "type") return "maybe";
  if (from.is === "library" && from.name === "object") return "no";
  if (typeId(from) === typeId(to)) {
    // A `Task<T>` is a `Task`, but a `Task` is not a `Task<T>`.
    const isOfLibrary = from.is === "library" && from.name !== "Array" && from.args.length !== to.args.length;
    if (isOfLibrary) return to.args.length === 0 ? "yes" : "no";
    return fitOfArguments(program, from.args, to.args, depth);
  }
  if (from.is === "library" && to.is === "library") return fitOfLibrary(program, from, to, depth);
  const base = asType(program, from, to);
  if (base !== null && base.is !== "unknown")
    return fitOfArguments(program, base.args, to.args, depth) === "no" ? "no" : "yes";
  if (from.is === "type" && ownBases(program, from).all.some((each) => each.is === "unknown" || mayLeadTo(each, to)))
    return "maybe";
  return convertsByOperator(program, from, to, depth);
}

/** Whether a value fits a parameter of `T?`. */
function fitOfNullable(program: Program, from: Value, to: Value, depth: number): Fit {
  const fit = fitOf(program, notNull(from), to, depth + 1);
  return fit === "same" && !isNullable(from) ? "yes" : fit;
}

/** Whether a value of `T?` fits a parameter of another type, as it fits interfaces of T. `from` is the value of T. */
function fitOfBoxed(program: Program, from: Value, to: Value, depth: number): Fit {
  return isInterface(to) ? fitOf(program, from, to, depth + 1) : "no";
}

/** Whether a library type may, by bases of its own, be another. */
function mayLeadTo(base: Value, to: Value): boolean {
  if (base.is !== "library" || to.is !== "library" || isClosed(to)) return false;
  return !(isInterface(base) && !isInterface(to));
}

function fitOfArguments(program: Program, from: readonly Value[], to: readonly Value[], depth: number): Fit {
  if (from.length === 0 || to.length === 0) return "same";
  if (from.length !== to.length) return "no";
  let fit: Fit = "same";
  for (let index = 0; index < to.length; index++) {
    const [given, wanted] = [nth(from, index), nth(to, index)];
    if (isOtherValueType(given, wanted)) return "no";
    const one = fitOf(program, given, wanted, depth + 1);
    const other = one === "no" ? fitOf(program, wanted, given, depth + 1) : one;
    if (other === "no") return "no";
    if (one !== "same") fit = "yes";
  }
  return fit;
}

/** Whether one of two type arguments is a value type and the other is not the same: a list of `int` is not one of `int?`, of `long` or of `object`. */
function isOtherValueType(given: Value, wanted: Value): boolean {
  if (given.is === "unknown" || wanted.is === "unknown" || wanted.parameter !== undefined) return false;
  if (given.parameter !== undefined && isNullable(wanted) && notNull(wanted).parameter === given.parameter) return true;
  if (given.parameter !== undefined && !isValueType(given)) return false;
  const isValue = [given, wanted].some((each) => isNullable(each) || isValueType(each));
  return isValue && typeId(given) !== typeId(wanted);
}

function fitOfLibrary(
  program: Program,
  from: Extract<Value, { is: "library" }>,
  to: Extract<Value, { is: "library" }>,
  depth: number,
): Fit {
  const [low, high] = [NUMBERS.indexOf(from.name), NUMBERS.indexOf(to.name)];
  if (low >= 0 && high >= 0) {
    if (low < high) return (from.name === "float" || from.name === "double") && to.name === "decimal" ? "no" : "yes";
    // A constant fits smaller types.
    return from.name === "int" ? "maybe" : "no";
  }
  if (from.name === "string" && OF_STRING.has(to.name)) return "yes";
  if (from.name === "DateTime" && to.name === "DateTimeOffset") return "yes";
  if (from.name === "char" && high >= NUMBERS.indexOf("ushort")) return "yes";
  // A collection expression makes no interface with keys.
  if (from.form === "list" && KEYED.test(to.name) && isInterface(to)) return "no";
  if (from.form === "list")
    return isCollection(to.name) ? "yes" : isClosed(to) || DELEGATES.has(to.name) ? "no" : "maybe";
  if (isCollection(from.name) && isCollection(to.name)) {
    if (KEYED.test(from.name) && KEYED.test(to.name)) return isInterface(from) && !isInterface(to) ? "no" : "yes";
    if (!COLLECTIONS.has(to.name))
      return isInterface(from) || to.name === "Array" || KEYED.test(to.name) ? "no" : "maybe";
    if (COLLECTIONS.has(from.name) && WIDER.indexOf(from.name) <= WIDER.indexOf(to.name)) return "no";
    const [given, wanted] = [heldBy(from) ?? NOTHING, to.args[0] ?? NOTHING];
    return isOtherValueType(given, wanted) || fitOf(program, given, wanted, depth + 1) === "no" ? "no" : "yes";
  }
  // An `Expression<T>` is not a base of other expressions.
  if (isLibraryBase(from.name, to.name)) return to.name === "Expression" && to.args.length > 0 ? "no" : "yes";
  if (isClosed(from)) {
    if (OF_CLOSED.has(to.name)) return "yes";
    const isOther =
      isClosed(to) || isCollection(to.name) || isInterface(to) || isException(to.name) || to.name === "Enum";
    return isOther || DELEGATES.has(to.name) || to.name === "Expression" ? "no" : "maybe";
  }
  if (isClosed(to)) return "no";
  if (from.form === "tuple" || to.form === "tuple") return "no";
  if (isException(from.name) !== isException(to.name) && !isInterface(to)) return "no";
  if (signatureOf(program, to) === null || signatureOf(program, from) === null) {
    return DELEGATES.has(to.name) || DELEGATES.has(from.name) ? "no" : "maybe";
  }
  return DELEGATES.has(to.name) && DELEGATES.has(from.name) ? "no" : "maybe";
}

/** Whether one of the two types declares a conversion that fits. */
function convertsByOperator(program: Program, from: Value, to: Value, depth: number): Fit {
  for (const type of [from, to]) {
    if (type.is !== "type") continue;
    for (const holder of type.decls) {
      for (const decl of childrenOf(holder)) {
        if (!symbolOf(decl).name.startsWith("implicit operator ")) continue;
        const [taken = NOTHING] = parameterValues(program, decl);
        const fits =
          fitOf(program, from, taken, depth + 3) !== "no" &&
          fitOf(program, declaredValue(program, decl), to, depth + 3) !== "no";
        if (fits) return "yes";
      }
    }
  }
  return "no";
}

/** Interfaces of collections. Those further behind are wider. */
export const WIDER = "IList ICollection IReadOnlyList IReadOnlyCollection IEnumerable".split(" ");
