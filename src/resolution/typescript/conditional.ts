/**
 * TypeScript: conditional types, mapped types and indexed access. A condition that the types decide leads to one branch. Where they do not decide it, the
 * value may be of any branch, and is unknown if one of the branches is.
 */
import { nth } from "../../base/need.js";
import { flatten } from "../../model/flat-types.js";
import type { ConditionalType, TypeExpr } from "../../model/parse-result.js";
import { literal, named } from "../../model/type-forms.js";
import {
  type Env,
  type External,
  MISSING,
  type OpenEnv,
  type Place,
  type PlaceOf,
  UNKNOWN,
  type WrittenType,
} from "../place.js";
import type { Program } from "../program.js";
import { severalOf } from "../several.js";
import { infer } from "./infer.js";
import { agreedOn, constantsOf, isClosed, isOf, lacksMember } from "./narrowing.js";

/** At most this many names that `infer` gives in one condition, and types that they are looked for in. */
const MOST_INFERRED = 8;
const MOST_PATTERNS = 60;
/** At most this many type parameters that stand for each other are followed. */
const LONGEST_CHAIN = 20;

/** A value of a conditional type. */
export function conditionalPlace(
  program: Program,
  { branches, otherwise }: ConditionalType,
  written: WrittenType,
): Place {
  const possible: Place[] = [];
  for (const { checked, compared, taken } of branches) {
    const names = inferredNames(compared);
    const env = names.length === 0 ? written.env : inferredFrom(program, written, checked, compared, names);
    const verdict = isAssignable(program, { ...written, type: checked }, { ...written, type: compared });
    if (verdict === false) continue;
    const place = program.evaluate.typedValue(program, { ...written, type: taken, ...(env !== undefined && { env }) });
    if (verdict === true && possible.length === 0) return place;
    possible.push(place);
    if (verdict === true) return oneOf(possible);
  }
  possible.push(program.evaluate.typedValue(program, { ...written, type: otherwise }));
  return oneOf(possible);
}

/** One of several branches; unknown where only some of them are symbols of the project, as it is not known which is called. */
function oneOf(places: Place[]): Place {
  const named = places.filter(({ is }) => is === "symbols").length;
  const known = places.filter(({ is }) => is !== "missing").length;
  const isMixed = named > 0 && named < known;
  return isMixed || places.some(({ is }) => is === "unknown") ? UNKNOWN : severalOf(places, true);
}

/** The names that `infer` gives in the type that a condition compares with. */
function inferredNames(compared: TypeExpr): string[] {
  const names: string[] = [];
  const pending = [compared];
  for (const [index, type] of pending.entries()) {
    if (index === MOST_PATTERNS) break;
    if (type.kind === "infer" && names.length < MOST_INFERRED) names.push(type.name);
    else pending.push(...((type.kind === "named" ? type.args : flatten(type).types) ?? []));
  }
  return names;
}

function inferredFrom(
  program: Program,
  written: WrittenType,
  checked: TypeExpr,
  compared: TypeExpr,
  names: string[],
): Env {
  const env: OpenEnv = new Map(written.env);
  for (const name of names) env.delete(name);
  const declared = { file: written.file, from: written.from, type: compared };
  infer({ program, open: names, env }, declared, { ...written, type: checked });
  return env;
}

/** Whether a type extends another; null where that is not known. */
function isAssignable(program: Program, one: WrittenType, other: WrittenType): boolean | null {
  const checked = meantBy(one);
  const compared = meantBy(other);
  // An unknown type parameter may mean any type that its constraint allows.
  if (checked === null || compared === null) return null;
  const { type } = compared;
  const { type: own } = checked;
  if (isAnything(type)) return true;
  if (type.kind !== "tuple" || own.kind !== "tuple") return compare(program, checked, compared);
  if (type.of.length !== own.of.length) return null;
  // `[T] extends [U]`.
  const parts = type.of.map((item, index) =>
    isAssignable(program, { ...checked, type: nth(own.of, index) }, { ...compared, type: item }),
  );
  return parts.includes(false) ? false : parts.every((part) => part === true) ? true : null;
}

/** The type behind a type parameter, or the type itself; null if it is unknown. */
function meantBy(written: WrittenType): WrittenType | null {
  let meant = written;
  for (let steps = 0; steps < LONGEST_CHAIN; steps++) {
    if (meant.type.kind !== "named") return meant;
    const { root, path } = meant.type;
    if (root.in === "unknown") return null;
    if (root.in !== "parameter" || path.length > 0) return meant;
    const next = meant.env?.get(root.name);
    if (next === undefined) return null;
    meant = next;
  }
  return null;
}

function compare(program: Program, checked: WrittenType, compared: WrittenType): boolean | null {
  const { type } = compared;
  if (type.kind === "literal") {
    const own = constantsOf(program, checked, 0);
    return own === null ? null : [...own].every((value) => value === type.text);
  }
  const place = program.evaluate.typedValue(program, checked);
  if (place.is === "unknown") return null;
  if (place.is === "missing") return true;
  const members = place.is === "several" && place.isUnion ? place.members : [place];
  return agreedOn(members.map((member) => compareValue(program, member, compared)));
}

/** The name of a collection that may be written to, for one that is read only. */
function mutable(name: string): string {
  return name.replace(/^Readonly(?=Array|Map|Set)/, "");
}

function compareValue(program: Program, place: Place, compared: WrittenType): boolean | null {
  const { type } = compared;
  switch (type.kind) {
    case "function":
      if (place.is === "function" && place.makes !== true) return isAnything(type.result) ? true : null;
      return place.is === "external" || place.is === "object" ? false : null;
    case "tuple":
      return place.is === "external" && place.module === null && PRIMITIVE.test(place.name) ? false : null;
    case "object":
      return hasProperties(place, type.names);
  }
  const target = program.evaluate.typedValue(program, compared);
  if (target.is === "external") return compareOutside(program, place, target);
  if (target.is !== "instance") return null;
  if (isOf(program, place, target)) return true;
  if (place.is === "external") return place.module === null && place.type !== null ? false : null;
  return (place.is === "instance" || place.is === "object") && lacksMember(program, place, target) ? false : null;
}

/** Whether every type extends a type: it is unknown, or stands for a name that `infer` gives. */
function isAnything(type: TypeExpr): boolean {
  return type.kind === "named" ? type.root.in === "unknown" : type.kind === "infer" && type.bound === null;
}

const PRIMITIVE = /^(?:String|Number|Boolean|Symbol|BigInt)$/;
const COLLECTION = /^(?:(?:Readonly)?(?:Array|Map|Set)|WeakMap|WeakSet|Promise|Date|RegExp)$/;
/** Types of the runtime of which none extends another. */
const RUNTIME = new RegExp(`${PRIMITIVE.source}|${COLLECTION.source}`);

function compareOutside(program: Program, place: Place, target: External): boolean | null {
  if (target.module !== null) return null;
  switch (place.is) {
    case "external": {
      if (place.module !== null) return null;
      const [own, other] = [mutable(place.name), mutable(target.name)];
      if (own === other) return true;
      return place.type !== null && RUNTIME.test(own) && RUNTIME.test(other) ? false : null;
    }
    case "object":
    case "function":
      return PRIMITIVE.test(target.name) || COLLECTION.test(target.name) ? false : null;
    case "instance":
      // A class of the project may derive from one outside, but from no primitive.
      if (PRIMITIVE.test(target.name)) return false;
      return COLLECTION.test(target.name) && isClosed(program, place.decls) ? false : null;
    default:
      return null;
  }
}

/** Whether a value has the properties of an object type: false where it is known to lack one. */
function hasProperties(place: Place, names: readonly string[]): boolean | null {
  if (place.is === "external" && place.module === null && PRIMITIVE.test(place.name)) return false;
  if (place.is !== "object") return null;
  const isOpen = place.names.includes("");
  const lacks = names.some((name) => name !== "" && !place.names.includes(name));
  return lacks && !isOpen ? false : null;
}

/** A value of a mapped type: the type that it goes over where it leaves the properties as they are, else an object with new ones. */
export function mappedPlace(
  program: Program,
  { key, over, value }: Extract<TypeExpr, { kind: "mapped" }>,
  written: WrittenType,
): Place {
  const isSame =
    value.kind === "property" && isNamed(value.key, key) && JSON.stringify(value.of) === JSON.stringify(over);
  if (isSame) return program.evaluate.typedValue(program, { ...written, type: over });
  return { is: "mapped", key, value: { ...written, type: value } };
}

function isNamed(type: TypeExpr, parameter: string): boolean {
  return (
    type.kind === "named" && type.root.in === "parameter" && type.root.name === parameter && type.path.length === 0
  );
}

/** The property of a name of a mapped type; of any name where none is given. */
export function propertyOfMapped(program: Program, { key, value }: PlaceOf<"mapped">, name: string | null): Place {
  const env: OpenEnv = new Map(value.env);
  env.delete(key);
  if (name !== null) env.set(key, { ...value, type: literal(JSON.stringify(name)) });
  return program.evaluate.typedValue(program, { ...value, env });
}

/** A value of `T[K]`. */
export function propertyPlace(
  program: Program,
  { of, key }: Extract<TypeExpr, { kind: "property" }>,
  written: WrittenType,
): Place {
  const names = constantsOf(program, { ...written, type: key }, 0);
  if (names === null || names.size > 12) return UNKNOWN;
  const places = [...names].map((name): Place => {
    const property = name.startsWith('"') ? JSON.parse(name) : name;
    if (typeof property !== "string") return MISSING;
    return program.evaluate.typedValue(program, { ...written, type: named({ in: "instance", type: of }, [property]) });
  });
  return oneOf(places);
}
