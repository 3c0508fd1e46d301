/**
 * The callees of Kotlin's calls. A name without a receiver is, in this order: a function in the functions around, a member of a receiver around or a
 * function that extends it, from the inside out, a function outside of types, a class that is made.
 */
import { isDeclaredName } from "../name-index.js";
import { parentAt, symbolOf } from "../program-file.js";
import { chosen, constructed, importedMethod, outside } from "./callees.js";
import { type Callee, type Evaluation, type Meaning, MISSING_NAME, NOT_KNOWN, type Spot } from "./evaluation.js";
import { calledValue } from "./held.js";
import { type FoundMethod, innerOf, methodsOf } from "./hierarchy.js";
import { OF_ANY, packageOfPlain, packageOnValues } from "./kotlin-functions.js";
import { isClass, isPackage, type Named, qualifiedType, simpleType } from "./names.js";
import { type Given, isLast } from "./overloads.js";
import { receiversAt } from "./receivers.js";
import {
  extensionsOf,
  functionsOfPackage,
  importedFunctions,
  importNamed,
  localFunctions,
  topFunctions,
} from "./top-level.js";
import { erased, type JvmClass, type Method, memberOutside, NO_BINDINGS, type Type, typeOfClass } from "./types.js";
import { freeName, meaningOfNamed, stepTo, typeOfMeaning, withoutAccessors } from "./walk.js";

/** Classes of one name in types around each other are looked at to this depth. */
const DEEPEST_NESTED = 16;

const found = (methods: readonly Method[]): FoundMethod[] =>
  methods.map((method) => ({ method, bindings: NO_BINDINGS }));

/** The callee of a name without a receiver. */
export function calledInKotlin(e: Evaluation, name: string, spot: Spot, given: readonly Given[] | null): Callee {
  const { program, file } = e;
  const { from } = spot;
  /** Functions that go behind all others that fit, though they may stand nearer. */
  let late: readonly FoundMethod[] = [];
  const fitting = (methods: readonly FoundMethod[]): Callee | null => {
    const meaning = methods.length === 0 ? NOT_KNOWN : chosen(e, [...methods, ...late], given, NOT_KNOWN);
    if (meaning.is !== "methods") return null;
    const isLate = meaning.methods.every(isLast);
    if (isLate) late = meaning.methods;
    return isLate ? null : { meaning, receiver: null, given };
  };
  const local = fitting(found(localFunctions(program, file, from, name)));
  if (local !== null) return local;
  const receivers = receiversAt(e, spot);
  const member = memberOfReceivers(e, receivers, name, fitting);
  if ("given" in member) return member;
  const property = freeName(program, file, from, name, receivers);
  const held = calledValue(e, property, spot, given);
  if (held !== null) return held;
  const imported = importedMethod(e, name, given);
  if (imported !== null) return { meaning: imported, receiver: null, given };
  const top = topFunctions(program, file, name, true);
  const plain = fitting(found(top.length > 0 ? top : importedFunctions(program, file, name)));
  if (plain !== null) return plain;
  const made = madeByName(e, name, from, given);
  if (made !== null && (late.length === 0 || isMade(made, fitting))) return made;
  const item = importNamed(file, name);
  if (item !== null && !isPackage(program, item.specifier))
    return { meaning: outside(item.specifier, item.imported), receiver: null, given };
  // An extension of a receiver that nobody knows.
  const extending = late.length === 0 ? fitting(found(topFunctions(program, file, name, false))) : null;
  if (extending !== null) return extending;
  if (late.length > 0) return { meaning: { is: "methods", methods: late }, receiver: null, given };
  // Nothing else has the name: the property must be what is called.
  if (property.is === "field" && property.type.is === "unknown") return { meaning: property, receiver: null, given };
  const isRefused = member.isRefused || top.length > 0;
  const own = isRefused ? null : ownFunction(e, member.open, name);
  if (own !== null) return { meaning: own, receiver: null, given };
  return { meaning: member.open ?? (isRefused ? NOT_KNOWN : MISSING_NAME), receiver: null, given };
}

/** The function of Kotlin's own that a name alone calls: an extension only where the project has no such name that an unknown receiver might have. */
function ownFunction({ program }: Evaluation, open: Meaning | null, name: string): Meaning | null {
  if (open !== null && open.is !== "unknown") return null;
  const extending = isDeclaredName(program.index, name) ? null : packageOnValues(name);
  return ofKotlin(packageOfPlain(name) ?? extending, name);
}

/** A function of a library that any type may be an argument of: what it gives may be the project's. */
const ofKotlin = (module: string | null, name: string): Meaning | null =>
  module === null ? null : { is: "outside", module, name, isOpen: true };

/**
 * The function of a library that extends a receiver without such a member: one that the file imports by name, or one of Kotlin's own. Null where the
 * receiver may be of a type of the project that has the name.
 */
export function extensionOfLibrary(e: Evaluation, receiver: Meaning, none: Meaning, name: string): Meaning | null {
  const { program, file } = e;
  if (receiver.is === "package" || (none.is !== "missing" && none.is !== "unknown")) return null;
  const item = importNamed(file, name);
  if (item !== null) return isPackage(program, item.specifier) ? null : ofKotlin(item.specifier, item.imported);
  const type = typeOfMeaning(receiver);
  const isKnown = none.is === "missing" && type.is !== "unknown";
  const isOutside = isKnown && (type.is !== "class" || type.cls.decl === null || OF_ANY.has(name));
  return isOutside || !isDeclaredName(program.index, name) ? ofKotlin(packageOnValues(name), name) : null;
}

/**
 * The constructor of the nearest class of a name that takes the arguments; of the nearest class where none does. A class in a type around the call need not
 * be meant: one that is imported may have the name, too. Null where no class has the name.
 */
function madeByName(e: Evaluation, name: string, from: number, given: readonly Given[] | null): Callee | null {
  const { program, file } = e;
  const nearest = simpleType(program, file, from, name);
  if (nearest === null) return null;
  const first = constructed(e, meaningOfNamed(nearest), given);
  let named: Named = nearest;
  for (let depth = 0; depth < DEEPEST_NESTED && isClass(named) && !isMadeOf(named, given); depth++) {
    const { decl }: JvmClass = named;
    if (decl === null || decl.file !== file || parentAt(file, decl.index) <= 0) break;
    named = simpleType(program, file, parentAt(file, parentAt(file, decl.index)), name);
  }
  const isOther = isClass(named) && named !== nearest && isMadeOf(named, given);
  return isOther ? constructed(e, meaningOfNamed(named), given) : first;
}

/** Whether a name makes its class, though a function with lower precedence has the name and takes the arguments. */
function isMade({ meaning }: Callee, fitting: (methods: readonly FoundMethod[]) => Callee | null): boolean {
  if (meaning.is === "methods") return fitting(meaning.methods) !== null;
  return meaning.is !== "type" || meaning.cls.decl === null || symbolOf(meaning.cls.decl).kind !== "enum";
}

/** Whether a class may be made of a number of arguments. One without a constructor takes none. */
function isMadeOf(cls: JvmClass, given: readonly Given[] | null): boolean {
  if (given === null || cls.isInterface) return true;
  const count = given.length;
  const constructors = cls.constructors();
  return constructors.length === 0
    ? count === 0
    : constructors.some(({ least, most, choice }) => choice !== "never" && count >= least && count <= most);
}

/** No receiver has a fitting member. `open`: a base that is not read may have one; `isRefused`: some have one that does not fit. */
interface NoMember {
  open: Meaning | null;
  isRefused: boolean;
}

function memberOfReceivers(
  { program, file }: Evaluation,
  receivers: readonly Type[],
  name: string,
  fitting: (methods: readonly FoundMethod[]) => Callee | null,
): Callee | NoMember {
  const none: NoMember = { open: null, isRefused: false };
  for (const receiver of receivers) {
    const type = erased(receiver);
    if (type.is === "class") {
      const { found: all, isOpen, outside: base } = methodsOf(program, type, name);
      const methods = withoutAccessors(all);
      if (isOpen) none.open ??= base === null ? NOT_KNOWN : memberOutside(base, name);
      const isOfObject = methods.every(({ method }) => method.decl === null && method.owner.name === "Object");
      const callee = isOfObject && none.open !== null ? null : fitting(methods);
      if (callee !== null) return callee;
      none.isRefused ||= methods.length > 0;
    }
    const extending = fitting(extensionsOf({ program, file, receivers: () => receivers }, receiver, name));
    if (extending !== null) return extending;
  }
  return none;
}

/**
 * The member that a name calls, if no method of the name takes the arguments: an inner class, a property with a function, or an extension of the
 * receiver. Null for none.
 */
export function memberInKotlin(
  e: Evaluation,
  receiver: Meaning,
  name: string,
  spot: Spot,
  given: readonly Given[] | null,
): Callee | null {
  const { program, file } = e;
  if (receiver.is === "type") {
    const inner = innerOf(program, receiver.cls, name);
    if (inner !== null) return constructed(e, { is: "type", cls: inner }, given);
  }
  if (receiver.is === "package") {
    const named = qualifiedType(program, file, [...receiver.name.split("."), name]);
    if (isClass(named)) return constructed(e, { is: "type", cls: named }, given);
    const functions = functionsOfPackage(program, file, receiver.name, name);
    if (functions.length > 0) return { meaning: chosen(e, found(functions), given, NOT_KNOWN), receiver: null, given };
  }
  // The name of an object is its value.
  const type = receiver.is === "type" ? typeOfClass(receiver.cls) : typeOfMeaning(receiver);
  const held = calledValue(e, stepTo(e, receiver, name), spot, given);
  if (held !== null) return held;
  const from = { program, file, receivers: () => receiversAt(e, spot) };
  // No object of a library is known, but classes are.
  const own = receiver.is === "type" && receiver.cls.decl === null ? [] : extensionsOf(from, type, name);
  const companion = own.length === 0 && receiver.is === "type" ? innerOf(program, receiver.cls, "Companion") : null;
  const extensions = companion === null ? own : extensionsOf(from, typeOfClass(companion), name);
  if (extensions.length === 0) return null;
  const meaning = chosen(e, extensions, given, NOT_KNOWN);
  return meaning.is === "methods" ? { meaning, receiver, given } : null;
}
