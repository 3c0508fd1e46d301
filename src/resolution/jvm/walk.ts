/** The meanings of roots and of the steps behind them. */
import type { Root, Step } from "../../model/parse-result.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type ProgramFile, symbolAt, symbolOf } from "../program-file.js";
import { classOf } from "./classes.js";
import { elementOf, unboxed, widerNumber } from "./conversions.js";
import { type Evaluation, type Meaning, MISSING_NAME, NOT_KNOWN, onlyType, type Spot } from "./evaluation.js";
import { type FoundMethod, familyOf, fieldIn, innerOf, methodsOf, signatureOf } from "./hierarchy.js";
import { READ_BY } from "./kotlin.js";
import { isLibraryPackage, langType } from "./library.js";
import { importedType, isClass, isPackage, type Named, qualifiedType, simpleType, typeQualified } from "./names.js";
import { isKotlin } from "./packages.js";
import { receiversAt, typesAround } from "./receivers.js";
import { extendingProperty, topDecls } from "./top-level.js";
import {
  type ClassType,
  erased,
  type JvmClass,
  memberOutside,
  type OutsideType,
  primitive,
  selfType,
  substitute,
  type Type,
  typeOfClass,
  UNKNOWN,
  unwrapped,
} from "./types.js";
import { typeIn } from "./written.js";

/** The meaning of a value of a type. */
export function valueMeaning(type: Type): Meaning {
  return type.is === "unknown" ? NOT_KNOWN : { is: "value", type };
}

/** The meaning of a type that a name means. */
export function meaningOfNamed(named: Named): Meaning {
  if (named === null) return MISSING_NAME;
  return isClass(named) ? { is: "type", cls: named } : { is: "outside", module: named.module, name: named.name };
}

/** The meaning of a root. */
export function start(e: Evaluation, root: Root, spot: Spot, meaning: "type" | "any"): Meaning {
  const { program, file } = e;
  const { from } = spot;
  switch (root.in) {
    case "free":
      return meaning === "type"
        ? meaningOfNamed(simpleType(program, file, from, root.name))
        : freeName(program, file, from, root.name, isKotlin(file) ? receiversAt(e, spot) : undefined);
    case "instance":
      return valueMeaning(typeIn(program, file, from, root.type));
    case "this": {
      const symbol = file.symbols[root.type];
      if (symbol === undefined) return NOT_KNOWN;
      return valueMeaning(selfType(classOf(program, { file, index: root.type })));
    }
    case "super":
      return file.symbols[root.type] === undefined
        ? NOT_KNOWN
        : valueMeaning(superType(program, classOf(program, { file, index: root.type })));
    case "result": {
      const type = e.ask.usedResultOf(e, root.of);
      const isOpen = type.is !== "unknown" || isKotlin(file);
      return (isOpen ? null : e.ask.outsideResultOf(e, root.of)) ?? valueMeaning(type);
    }
    case "callback":
      if (root.parameter < 0) return valueMeaning(receiversAt(e, { from, lambda: root })[0] ?? UNKNOWN);
      return valueMeaning(e.ask.callbackOf(e, root.of, root.argument, root.parameter));
    case "file": {
      const symbol = file.symbols[root.symbol];
      if (symbol === undefined || !isTypeKind(symbol.kind)) return NOT_KNOWN;
      return { is: "type", cls: classOf(program, { file, index: root.symbol }) };
    }
    default:
      return NOT_KNOWN;
  }
}

/** The class above a class; Object where it names none. */
export function superType(program: Program, cls: JvmClass): Type {
  const bases = cls.bases();
  const above = bases.find((base) => base.is === "class" && !base.cls.isInterface);
  if (above !== undefined) return above;
  const open = bases.find((base) => base.is !== "class");
  if (open !== undefined) return open;
  return familyOf(program, typeOfClass(cls)).types.at(-1) ?? UNKNOWN;
}

/** The meaning of a name that is not a local variable: a field of a type around it, an imported one, a type, or a package. */
export function freeName(
  program: Program,
  file: ProgramFile,
  from: number,
  name: string,
  receivers: readonly Type[] = typesAround(program, file, from),
): Meaning {
  let isOpen = false;
  const bases: (OutsideType | null)[] = [];
  for (const receiver of receivers) {
    const type = erased(receiver);
    if (type.is !== "class") {
      isOpen ||= type.is === "unknown" || type.is === "outside";
      if (type.is === "unknown") bases.push(null);
      continue;
    }
    const found = fieldIn(program, type, name);
    if (found !== null)
      return { is: "field", field: found.field, type: substitute(found.field.type(), found.bindings) };
    const getter = isKotlin(file) ? getterOfJava(program, type, name) : null;
    if (getter !== null) return getter;
    const family = familyOf(program, type);
    isOpen ||= family.isOpen;
    if (family.isOpen) bases.push(family.outside?.isOpen === true ? null : family.outside);
  }
  if (isKotlin(file)) {
    const top = topDecls(program, file, name).find((decl) => symbolOf(decl).kind !== "function");
    if (top !== undefined) {
      const field = classOf(program, { file: top.file, index: 0 }).field(name);
      if (field !== null) return { is: "field", field, type: field.type() };
    }
  }
  const imported = importedField(program, file, name);
  if (imported !== null) return imported;
  const named = simpleType(program, file, from, name);
  if (isClass(named)) return meaningOfNamed(named);
  if (/^\p{Lu}/u.test(name)) return named === null ? (isOpen ? NOT_KNOWN : MISSING_NAME) : meaningOfNamed(named);
  if (isPackage(program, name) || isLibraryPackage(name)) return { is: "package", name };
  const [base] = bases;
  // A name that nothing declares is a field of the library's class that the class around derives from.
  if (base != null && !bases.includes(null) && !isKotlin(file)) return memberOutside(base, name);
  return isOpen ? NOT_KNOWN : { is: "package", name };
}

/** A field that a static import brings in. */
function importedField(program: Program, file: ProgramFile, name: string): Meaning | null {
  for (const item of file.imports) {
    if (item.imported !== "*" && item.local !== name) continue;
    // Kotlin imports the members of objects and the constants of enums as it imports types.
    const mayBeField = item.kind === "static" || (isKotlin(file) && !isPackage(program, item.specifier));
    if (!mayBeField) continue;
    const holder = typeQualified(program, file, item.specifier);
    if (isClass(holder)) {
      const found = fieldIn(program, typeOfClass(holder), item.imported === "*" ? name : item.imported);
      if (found !== null) return { is: "field", field: found.field, type: found.field.type() };
    } else if (item.local === name && holder !== null && importedType(program, file, item) === null)
      return { is: "outside", module: holder.module, name: `${holder.name}.${name}` };
  }
  return null;
}

/** The meaning of a root followed by a path. */
export function walk(
  e: Evaluation,
  { root, path }: { root: Root; path: readonly Step[] },
  spot: Spot,
  meaning: "type" | "any",
): Meaning {
  let value = start(e, root, spot, meaning);
  if (meaning === "type" && value.is === "missing" && root.in === "free" && path.length > 0)
    value = { is: "package", name: root.name };
  for (const each of path) value = stepTo(e, value, each);
  return value;
}

/** The type of a meaning that is used as a value. */
export function typeOfMeaning(meaning: Meaning): Type {
  return meaning.is === "value" || meaning.is === "field" || meaning.is === "read" ? meaning.type : UNKNOWN;
}

/** The type of a meaning that is used as a value. In Kotlin the name of an object is its value, that of a class its companion. */
export function typeOfValue({ file }: Pick<Evaluation, "file">, meaning: Meaning): Type {
  if (meaning.is !== "type" || !isKotlin(file)) return typeOfMeaning(meaning);
  return typeOfClass(companionOf(meaning.cls) ?? meaning.cls);
}

/** One step from a meaning. */
export function stepTo(e: Evaluation, meaning: Meaning, step: Step): Meaning {
  const { program } = e;
  if (typeof step !== "string") return operationOn(e, meaning, step);
  if (step.startsWith("#number")) return promoted(typeOfMeaning(meaning), step.slice("#number ".length));
  switch (meaning.is) {
    case "value":
    case "field":
    case "read": {
      const own = memberOfValue(program, meaning.type, step, isKotlin(e.file));
      return isKotlin(e.file) && !isFound(own) ? (extended(e, meaning.type, step) ?? own) : own;
    }
    case "type":
      return memberOfClass(program, meaning.cls, step);
    case "package":
      return memberOfPackage(e, meaning.name, step);
    case "outside":
      return { ...meaning, name: `${meaning.name}.${step}` };
    default:
      return meaning;
  }
}

const isFound = ({ is }: Meaning) => is === "field" || is === "read";

/** The property of a name that extends a value's type; null for none. */
function extended(e: Evaluation, type: Type, name: string): Meaning | null {
  const { program, file } = e;
  const method = extendingProperty({ program, file, receivers: () => typesAround(program, file, 0) }, type, name);
  if (method === null) return null;
  return { is: "read", method, type: unwrapped(substitute(method.method.result(), method.bindings)) };
}

function operationOn(e: Evaluation, meaning: Meaning, step: Exclude<Step, string>): Meaning {
  const { program } = e;
  const type = typeOfMeaning(meaning);
  switch (step.kind) {
    case "each": {
      const element = elementOf(program, type);
      return valueMeaning(element.is === "unknown" && isKotlin(e.file) ? nextOf(program, type) : element);
    }
    case "index": {
      const value = erased(type);
      if (value.is === "class") return got(program, value);
      return valueMeaning(value.is === "array" ? value.of : UNKNOWN);
    }
    case "parameter": {
      const signature = signatureOf(program, type);
      if (signature === null || signature === "unknown") return NOT_KNOWN;
      return valueMeaning(unwrapped(signature.parameters[step.number] ?? UNKNOWN));
    }
    case "item":
      return componentOf(program, type, step.number);
    default:
      return NOT_KNOWN;
  }
}

/** The element that a loop of Kotlin gets by the `next` of an `iterator()`. */
function nextOf(program: Program, given: Type): Type {
  const resultOf = (value: Type, name: string) => {
    const type = erased(value);
    const found = type.is === "class" ? methodsOf(program, type, name).found[0] : undefined;
    return found === undefined ? UNKNOWN : unwrapped(substitute(found.method.result(), found.bindings));
  };
  return resultOf(resultOf(given, "iterator"), "next");
}

/** `list[0]` of Kotlin calls `get`, which may take several values: `grid[1, 2]`. */
function got(program: Program, type: ClassType): Meaning {
  const getters = methodsOf(program, type, "get").found.filter(({ method }) => method.most > 0);
  const one = getters.filter(({ method }) => method.most === 1);
  const results = (one.length > 0 ? one : getters).map(({ method, bindings }) => substitute(method.result(), bindings));
  return valueMeaning(unwrapped(onlyType(results)));
}

/** The component of a record, or of what Kotlin takes apart, by its number. */
function componentOf(program: Program, type: Type, number: number): Meaning {
  if (type.is !== "class" || type.cls.decl === null || isKotlin(type.cls.decl.file))
    return partOf(program, type, number);
  const { file, index } = type.cls.decl;
  const symbol = symbolAt(file, index);
  if (symbol.kind !== "record") return NOT_KNOWN;
  return valueMeaning(typeIn(program, file, index, symbol.parameterTypes[number] ?? null));
}

/** The value that `val (a, b) = value` of Kotlin takes at a place: of a data class a property of its constructor, of a list an element. */
function partOf(program: Program, given: Type, number: number): Meaning {
  const type = erased(given);
  if (type.is !== "class") return valueMeaning(elementOf(program, type));
  const taking = methodsOf(program, type, `component${number + 1}`).found[0];
  if (taking !== undefined)
    return { is: "read", method: taking, type: unwrapped(substitute(taking.method.result(), taking.bindings)) };
  const { decl, name } = type.cls;
  if (decl === null)
    return name === "Entry" && number < 2
      ? memberOfValue(program, type, number === 0 ? "key" : "value", true)
      : valueMeaning(elementOf(program, type));
  const property = type.cls.constructors()[0]?.names?.[number];
  return property === undefined ? NOT_KNOWN : memberOfValue(program, type, property, true);
}

/** The value of arithmetic with a number of a type; `other` is empty where it is not known. */
function promoted(type: Type, other: string): Meaning {
  const name = unboxed(type);
  // A sum may be a text; nothing else that an operator gives is an object.
  if (name === null) return type.is === "class" && type.cls.name === "String" ? valueMeaning(type) : NOT_KNOWN;
  return valueMeaning(primitive(widerNumber(name, other) ?? name) ?? UNKNOWN);
}

function memberOfValue(program: Program, given: Type, name: string, isKotlin = false): Meaning {
  const type = erased(given);
  if (type.is === "array") return name === "length" ? valueMeaning(primitive("int") ?? UNKNOWN) : NOT_KNOWN;
  if (type.is === "outside") return memberOutside(type, name);
  if (type.is !== "class") return type.is === "primitive" ? MISSING_NAME : NOT_KNOWN;
  const found = fieldIn(program, type, name);
  if (found !== null) return { is: "field", field: found.field, type: substitute(found.field.type(), found.bindings) };
  const getter = isKotlin ? getterOf(program, type, name) : null;
  if (getter !== null) return getter;
  const { isOpen, outside } = familyOf(program, type);
  if (outside !== null) return memberOutside(outside, name);
  return isOpen ? NOT_KNOWN : MISSING_NAME;
}

const getterNamed = (name: string) => `get${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** The method of a base of Java's that a name without a receiver reads. */
function getterOfJava(program: Program, type: ClassType, name: string): Meaning | null {
  const one = methodsOf(program, type, getterNamed(name)).found.find(
    ({ method: { most, choice, decl } }) => most === 0 && choice !== "never" && (decl === null || !isKotlin(decl.file)),
  );
  return one === undefined ? null : { is: "read", method: one, type: substitute(one.method.result(), one.bindings) };
}

/** The method that reads a property, as Kotlin sees Java's: `name` is `getName()`. */
function getterOf(program: Program, type: ClassType, name: string): Meaning | null {
  for (const each of [getterNamed(name), name, READ_BY.get(name) ?? name]) {
    const getter = methodsOf(program, type, each).found.find(
      ({ method }) => method.most === 0 && method.choice !== "never",
    );
    if (getter !== undefined)
      return { is: "read", method: getter, type: substitute(getter.method.result(), getter.bindings) };
  }
  return null;
}

function memberOfClass(program: Program, cls: JvmClass, name: string): Meaning {
  if (name === "class") return NOT_KNOWN;
  const type = typeOfClass(cls);
  const companion = companionOf(cls);
  const shared = companion === null ? null : fieldIn(program, typeOfClass(companion), name);
  if (shared !== null)
    return { is: "field", field: shared.field, type: substitute(shared.field.type(), shared.bindings) };
  const found = fieldIn(program, type, name);
  if (found !== null) return { is: "field", field: found.field, type: found.field.type() };
  const inner = innerOf(program, cls, name);
  if (inner !== null) return { is: "type", cls: inner };
  // The name of Java for an object of Kotlin.
  if (name === "INSTANCE" && cls.decl !== null && isKotlin(cls.decl.file)) return valueMeaning(type);
  return memberOfValue(program, type, name);
}

function memberOfPackage({ program, file }: Evaluation, module: string, name: string): Meaning {
  const named = qualifiedType(program, file, [...module.split("."), name]);
  if (named !== null) return meaningOfNamed(named);
  return { is: "package", name: `${module}.${name}` };
}

/** Methods without those that read and set properties of Kotlin, which are there for Java alone, and without the constructors of a library's classes. */
export function withoutAccessors(methods: readonly FoundMethod[]): FoundMethod[] {
  return methods.filter(({ method: { decl, name } }) =>
    decl === null ? name !== "new" : !isKotlin(decl.file) || symbolOf(decl).kind !== "property",
  );
}

/** The companion of a class of Kotlin; null for none. The members of its bases are reached through the class. */
function companionOf(cls: JvmClass): JvmClass | null {
  return cls.decl !== null && isKotlin(cls.decl.file) ? cls.inner("Companion") : null;
}

/** The methods of a name that every object has: those of a value of a type parameter without a bound. */
function methodsOfObject(program: Program, name: string): FoundMethod[] {
  const object = langType("Object");
  return object.is === "class" ? methodsOf(program, object, name).found : [];
}

/** The methods of a name that a meaning has. `isOpen`: it may have more that are not read. Kotlin calls no accessors of its own properties. */
export function methodsAt(
  { program, file }: Pick<Evaluation, "program" | "file">,
  meaning: Meaning,
  name: string,
): { methods: ReturnType<typeof methodsOf>["found"]; otherwise: Meaning } {
  const none = (otherwise: Meaning) => ({ methods: [], otherwise });
  if (meaning.is === "outside") return none({ ...meaning, name: `${meaning.name}.${name}` });
  if (meaning.is === "package") return none(NOT_KNOWN);
  if (meaning.is !== "value" && meaning.is !== "field" && meaning.is !== "read" && meaning.is !== "type")
    return none(meaning.is === "missing" ? MISSING_NAME : NOT_KNOWN);
  const type = meaning.is === "type" ? typeOfClass(meaning.cls) : erased(meaning.type);
  if (type.is === "outside") return none(memberOutside(type, name));
  if (type.is === "array") return none({ is: "outside", module: null, name: `Object.${name}` });
  if (type.is === "unknown" && meaning.is !== "type" && unwrapped(meaning.type).is === "variable" && !isKotlin(file))
    return { methods: methodsOfObject(program, name), otherwise: NOT_KNOWN };
  if (type.is !== "class") return none(type.is === "primitive" ? MISSING_NAME : NOT_KNOWN);
  const inKotlin = isKotlin(file);
  const { found: all, isOpen, outside } = methodsOf(program, type, name);
  const own = inKotlin ? withoutAccessors(all) : all;
  // The name of a class is its companion: its own members are those of its objects.
  const companion = inKotlin && meaning.is === "type" ? companionOf(meaning.cls) : null;
  const shared = companion === null ? [] : withoutAccessors(methodsOf(program, typeOfClass(companion), name).found);
  const found = shared.length > 0 ? shared : own;
  const statics = meaning.is === "type" ? found.filter(({ method }) => method.isStatic) : found;
  const methods = statics.length > 0 ? statics : found;
  if (outside !== null) return { methods, otherwise: memberOutside(outside, name) };
  return { methods, otherwise: isOpen ? NOT_KNOWN : MISSING_NAME };
}
