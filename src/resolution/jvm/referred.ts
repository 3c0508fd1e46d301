/** References to methods, and to properties of Kotlin, `User::name`: those meant, and the values that they give. */
import type { Argument, Reference, Root, Step } from "../../model/parse-result.js";
import { addedConstructors } from "./added.js";
import { type Evaluation, type Meaning, NOT_KNOWN, onlyType, type Spot } from "./evaluation.js";
import { asClass, type FoundMethod, familyOf, type Signature } from "./hierarchy.js";
import { isClass, simpleType } from "./names.js";
import { choose, type Given, NOT_GIVEN } from "./overloads.js";
import { isKotlin } from "./packages.js";
import { localFunctions, topFunctions } from "./top-level.js";
import {
  bindingsOf,
  erased,
  type JvmClass,
  type Method,
  NO_BINDINGS,
  substitute,
  type Type,
  typeOfClass,
  UNKNOWN,
  unwrapped,
} from "./types.js";
import { methodsAt, start, stepTo, typeOfMeaning, walk } from "./walk.js";

const MARK = "::";

/** The name behind `::`; null where a path ends otherwise. */
export function nameOfReferred({ path }: { path: readonly Step[] }): string | null {
  const last = path.at(-1);
  return typeof last === "string" && last.startsWith(MARK) ? last.slice(MARK.length) : null;
}

/** The meaning of what stands before `::`. */
function holderOf(e: Evaluation, { root, path }: Pick<Reference, "root" | "path">, spot: Spot): Meaning {
  return walk(e, { root, path: path.slice(0, -1) }, spot, "any");
}

/** The methods or constructors that a reference to a method means, or the property of Kotlin. */
export function referredAt(
  e: Evaluation,
  reference: Pick<Reference, "root" | "path">,
  spot: Spot,
): { meaning: Meaning; holder: Meaning } {
  const name = nameOfReferred(reference);
  if (name === "") return { meaning: namedAlone(e, reference.root, spot), holder: NOT_KNOWN };
  const holder = holderOf(e, reference, spot);
  if (name === null) return { meaning: NOT_KNOWN, holder };
  if (name === "new") {
    if (holder.is !== "type") return { meaning: holder.is === "outside" ? holder : NOT_KNOWN, holder };
    const methods = holder.cls.constructors().map((method) => ({ method, bindings: new Map() }));
    return { meaning: methods.length === 0 ? holder : { is: "methods", methods }, holder };
  }
  const value: Meaning = holder.is === "type" ? { is: "value", type: typeOfClass(holder.cls) } : holder;
  const { methods, otherwise } = methodsAt(e, value, name);
  if (methods.length > 0) return { meaning: { is: "methods", methods }, holder };
  const property = isKotlin(e.file) ? stepTo(e, value, name) : NOT_KNOWN;
  return { meaning: property.is === "field" || property.is === "read" ? property : otherwise, holder };
}

/** Kotlin's `::name`: a function that the file sees, the constructors of a class, or a property. */
function namedAlone(e: Evaluation, root: Root, spot: Spot): Meaning {
  if (root.in !== "free") return NOT_KNOWN;
  const { program, file } = e;
  const { from } = spot;
  const local = localFunctions(program, file, from, root.name);
  const functions = local.length > 0 ? local : topFunctions(program, file, root.name, true);
  const methodsOf = (methods: readonly Method[]): Meaning => ({
    is: "methods",
    methods: methods.map((method) => ({ method, bindings: NO_BINDINGS })),
  });
  if (functions.length > 0) return methodsOf(functions);
  const named = simpleType(program, file, from, root.name);
  if (!isClass(named)) {
    const property = start(e, root, spot, "any");
    return property.is === "field" || property.is === "read" ? property : NOT_KNOWN;
  }
  const constructors = named.constructors();
  return constructors.length > 0 ? methodsOf(constructors) : { is: "type", cls: named };
}

/** Whether a reference to a function may take a number of values; null where that cannot be told. */
export function referredTakes(e: Evaluation, argument: Argument, spot: Spot, count: number): boolean | null {
  const name = nameOfReferred(argument);
  const { meaning, holder } = referredAt(e, argument, spot);
  if (name !== "")
    return isKotlin(e.file) || meaning.is !== "methods"
      ? null
      : memberTakes(e, meaning.methods, name === "new", holder, count);
  if (meaning.is === "type") return constructedOf(meaning.cls, count);
  if (meaning.is !== "methods") return null;
  return meaning.methods.some(({ method: { least, most } }) => count >= least && count <= most);
}

/** Whether a class can be made from a number of values: by its added constructors, or else by the one that the compiler adds. */
function constructedOf(cls: JvmClass, count: number): boolean | null {
  if (cls.decl === null || cls.isInterface) return null;
  const added = addedConstructors(cls);
  return added.length === 0 ? count === 0 : added.some(({ most }) => most === count);
}

/** Java: whether one of the methods that `User::name` and `user::name` may mean takes a number of values. */
function memberTakes(
  { program }: Evaluation,
  methods: readonly FoundMethod[],
  isNew: boolean,
  holder: Meaning,
  count: number,
): boolean | null {
  if (methods.some((one) => isTaken(one, isNew ? NOT_KNOWN : holder, count))) return true;
  const type = holder.is === "type" ? typeOfClass(holder.cls) : erased(typeOfMeaning(holder));
  return type.is !== "class" || familyOf(program, type).isOpen ? null : false;
}

/** The value that a reference to a method gives, where it is called with values of some types. */
export function resultOfReferred(
  e: Evaluation,
  argument: Argument | null,
  spot: Spot,
  parameters: readonly Type[],
): Type {
  if (argument === null) return UNKNOWN;
  const name = nameOfReferred(argument);
  const { meaning, holder } = referredAt(e, argument, spot);
  if (name === "new") {
    if (holder.is === "type") return typeOfClass(holder.cls);
    return holder.is === "value" ? typeOfMeaning(holder) : UNKNOWN;
  }
  if (meaning.is === "type") return typeOfClass(meaning.cls);
  if (meaning.is !== "methods") return unwrapped(typeOfMeaning(meaning));
  const fitting = meaning.methods.filter((one) => isTaken(one, holder, parameters.length));
  return onlyType(fitting.map((one) => resultOn(e, one, holder, parameters)));
}

/** Whether a method takes a number of values. One that is named by its type takes the object that it is called on first. */
export function isTaken({ method }: FoundMethod, holder: Meaning, count: number): boolean {
  const own = holder.is === "type" && !method.isStatic ? count - 1 : count;
  return own >= method.least && own <= method.most;
}

/** The methods of some that take the values of a signature: all of them where its types do not tell. */
export function takingOf(
  { program }: Evaluation,
  methods: readonly FoundMethod[],
  isNew: boolean,
  holder: Meaning,
  { parameters }: Signature,
): readonly FoundMethod[] {
  const taking = methods.filter((one) => isTaken(one, isNew ? NOT_KNOWN : holder, parameters.length));
  // The first value is the object, where the type is named of a method that is not static.
  const ofType = !isNew && holder.is === "type";
  const statics = taking.filter(({ method }) => method.isStatic).length;
  const isMixed = ofType && statics > 0 && statics < taking.length;
  const values = ofType && statics === 0 ? parameters.slice(1) : parameters;
  const fitting = isMixed ? taking : choose(program, taking, values.map(givenOf));
  return fitting.length > 0 ? fitting : taking.length > 0 ? taking : methods;
}

/** A value of a type, as it is given to a method. */
function givenOf(type: Type): Given {
  return { ...NOT_GIVEN, type: () => unwrapped(type) };
}

function resultOn(
  { program }: Evaluation,
  { method, bindings }: FoundMethod,
  holder: Meaning,
  parameters: readonly Type[],
): Type {
  const result = substitute(method.result(), bindings);
  if (holder.is !== "type" || method.isStatic) return unwrapped(result);
  const first = erased(parameters[0] ?? UNKNOWN);
  const seen = first.is === "class" ? asClass(program, first, method.owner) : null;
  return unwrapped(seen === null ? result : substitute(result, bindingsOf(seen)));
}
