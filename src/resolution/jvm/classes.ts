/** The classes of the project, as their declarations tell. */
import { int32At } from "../../base/numbers.js";
import { childrenNamed } from "../declarations.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import {
  childrenOf,
  type Decl,
  type Heritage,
  type ProgramFile,
  type ProgramSymbol,
  parentAt,
  symbolAt,
  symbolOf,
} from "../program-file.js";
import { addedConstructors, addedField, addedMethods, addedType } from "./added.js";
import { langType } from "./library.js";
import { facadeName, isKotlin, packageOf } from "./packages.js";
import { jvmCaches } from "./state.js";
import {
  type Field,
  type JvmClass,
  type Method,
  NO_TYPES,
  selfType,
  type Type,
  typeOfClass,
  UNKNOWN,
  type Variable,
} from "./types.js";
import { typeIn } from "./written.js";

/** The class that a declaration declares. */
export function classOf(program: Program, decl: Decl): JvmClass {
  const { classes } = jvmCaches(program);
  let found = classes.get(decl);
  if (found === undefined) {
    found = decl.index === 0 ? createFacade(program, decl.file) : createClass(program, decl);
    classes.set(decl, found);
  }
  return found;
}

/** The type parameters that a symbol declares. Each is one object. */
export function variablesOf(program: Program, decl: Decl): readonly Variable[] {
  const { typeParameters } = symbolOf(decl);
  if (typeParameters.length === 0) return NONE;
  const { variables } = jvmCaches(program);
  let found = variables.get(decl);
  if (found === undefined) {
    found = typeParameters.map((name) => ({ name }));
    variables.set(decl, found);
  }
  return found;
}

const NONE: readonly Variable[] = [];

function createClass(program: Program, decl: Decl): JvmClass {
  const { file, index } = decl;
  const symbol = symbolOf(decl);
  const variables = variablesOf(program, decl);
  const methods = new Map<string, readonly Method[]>();
  const fields = new Map<string, Field | null>();
  let bases: readonly Type[] | null = null;
  let constructors: readonly Method[] | null = null;
  let abstract: readonly Method[] | null = null;
  const own: JvmClass = {
    name: symbol.name,
    module: packageOf(file),
    path: pathOf(file, index),
    decl,
    isInterface: symbol.kind === "interface",
    variables,
    bases() {
      if (bases === null) {
        // A class that is its own base has none.
        bases = NO_TYPES;
        const caches = jvmCaches(program);
        caches.pending++;
        bases = basesOf(program, own, decl);
        caches.pending--;
      }
      return bases;
    },
    methods(name) {
      let found = methods.get(name);
      if (found === undefined) {
        found = methodsOf(program, own, decl, name);
        methods.set(name, found);
      }
      return found;
    },
    field(name) {
      let found = fields.get(name);
      if (found === undefined) {
        found = fieldOf(program, own, decl, name);
        fields.set(name, found);
      }
      return found;
    },
    inner(name) {
      const child = childrenNamed(program, file, index, name).find((position) =>
        isTypeKind(symbolAt(file, position).kind),
      );
      return child === undefined ? addedType(program, own, name) : classOf(program, { file, index: child });
    },
    constructors() {
      constructors ??= childrenOf(decl)
        .filter((child) => symbolOf(child).kind === "constructor")
        .map((child) => methodAt(program, own, child));
      // A class that declares none is called itself.
      if (constructors.length > 0)
        constructors = [...constructors, ...addedConstructors(own), ...constructorOfRecord(program, own, decl)];
      return constructors;
    },
    abstractMethods() {
      abstract ??= childrenOf(decl).flatMap((child) => {
        const { kind, isAbstract } = symbolOf(child);
        return kind === "method" && isAbstract ? [methodAt(program, own, child)] : [];
      });
      return abstract;
    },
  };
  return own;
}

/** The constructor of a record that takes its components. One that is declared, too, takes the same: the compiler adds none then, and a call fits that better. */
function constructorOfRecord(program: Program, own: JvmClass, decl: Decl): Method[] {
  if (symbolOf(decl).kind !== "record") return [];
  const method = methodAt(program, own, decl);
  return [{ ...method, variables: NONE, isStatic: false, isPrivate: false, result: () => selfType(own) }];
}

function pathOf(file: ProgramFile, index: number): string {
  let path = symbolAt(file, index).name;
  for (let position = parentAt(file, index); position > 0; position = parentAt(file, position))
    if (isTypeKind(symbolAt(file, position).kind)) path = `${symbolAt(file, position).name}.${path}`;
  return path;
}

/** The base list of a symbol. */
export function heritageOf({ file: { heritage }, index }: Decl): Heritage[] {
  let low = 0;
  for (let high = heritage.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((heritage[middle]?.from ?? index) < index) low = middle + 1;
    else high = middle;
  }
  const found: Heritage[] = [];
  for (let position = low; heritage[position]?.from === index; position++) {
    const each = heritage[position];
    if (each !== undefined) found.push(each);
  }
  return found;
}

function basesOf(program: Program, own: JvmClass, decl: Decl): Type[] {
  const { file, index } = decl;
  const written = heritageOf(decl).map(({ base }) => typeIn(program, file, index, base, parentAt(file, index)));
  const bases = written.filter((base) => base.is !== "class" || base.cls !== own);
  const { kind } = symbolOf(decl);
  if (kind === "enum") bases.push(langType("Enum", [typeOfClass(own)]));
  if (kind === "record") bases.push(langType("Record"));
  return bases;
}

function methodsOf(program: Program, own: JvmClass, decl: Decl, name: string): Method[] {
  const { file, index } = decl;
  const { kind } = symbolOf(decl);
  const found: Method[] = [];
  for (const child of childrenNamed(program, file, index, name))
    if (symbolAt(file, child).kind === "method") found.push(methodAt(program, own, { file, index: child }));
  // The components of a record are read by methods of their names.
  if (kind === "record" && !found.some(({ most }) => most === 0)) {
    const member = childrenNamed(program, file, index, name).find((child) => symbolAt(file, child).kind === "property");
    if (member !== undefined) found.push({ ...methodAt(program, own, { file, index: member }), most: 0 });
  }
  if (kind === "enum") found.push(...methodsOfEnum(own, name));
  found.push(...addedMethods(program, own, name));
  if (!isKotlin(file)) return found;
  // A property is read and set by methods, as Java sees it; the members of a companion are those of the class.
  if (found.length === 0) found.push(...accessors(program, own, decl, name));
  const companion = found.length === 0 ? companionOf(decl) : null;
  if (companion !== null)
    for (const method of classOf(program, companion).methods(name)) found.push({ ...method, isStatic: true });
  return found;
}

/** The companion of a Kotlin class; null for none. */
function companionOf(decl: Decl): Decl | null {
  return (
    childrenOf(decl).find((child) => symbolOf(child).name === "Companion" && isTypeKind(symbolOf(child).kind)) ?? null
  );
}

const ACCESSOR = /^(get|set|is)(\p{Lu}.*)$/su;

/** The property that a method of Java's reads or sets: `getName()` reads `name`. */
function accessors(program: Program, own: JvmClass, decl: Decl, name: string): Method[] {
  const [, word = "", rest = ""] = ACCESSOR.exec(name) ?? [];
  if (word === "") return [];
  const property = word === "is" ? name : `${rest.slice(0, 1).toLowerCase()}${rest.slice(1)}`;
  const { file, index } = decl;
  const member = childrenNamed(program, file, index, property).find(
    (child) => symbolAt(file, child).kind === "property",
  );
  if (member === undefined || symbolAt(file, member).choice === "never") return [];
  const method = methodAt(program, own, { file, index: member });
  const count = word === "set" ? 1 : 0;
  const type = word === "set" ? [method.result()] : NO_TYPES;
  return [{ ...method, least: count, most: count, isVariable: false, parameters: () => type }];
}

/** The class that Java knows the functions and properties of a Kotlin file by. */
function createFacade(program: Program, file: ProgramFile): JvmClass {
  const top = file.symbols[1]?.kind === "namespace" ? 1 : 0;
  const decl = { file, index: top };
  const own: JvmClass = {
    name: facadeName(file) ?? "",
    module: packageOf(file),
    path: facadeName(file) ?? "",
    decl: { file, index: 0 },
    isInterface: false,
    variables: NONE,
    bases: () => NO_TYPES,
    methods(name) {
      const found = childrenNamed(program, file, top, name).filter(
        (index) => symbolAt(file, index).kind === "function",
      );
      const methods = found.map((method) => ({ ...functionAt(program, own, { file, index: method }), isStatic: true }));
      return methods.length > 0 ? methods : accessors(program, own, decl, name);
    },
    field: (name) => fieldOf(program, own, decl, name),
    inner: () => null,
    constructors: () => NO_METHODS,
    abstractMethods: () => NO_METHODS,
  };
  return own;
}

const NO_METHODS: readonly Method[] = [];

/** A function that stands in no type. Java gives its receiver as the first argument. */
function functionAt(program: Program, owner: JvmClass, decl: Decl): Method {
  const method = methodAt(program, owner, decl);
  const { receiverType } = symbolOf(decl);
  if (receiverType === null) return method;
  const receiver = typeIn(program, decl.file, decl.index, receiverType);
  return {
    ...method,
    least: method.least + 1,
    most: Math.min(255, method.most + 1),
    parameters: () => [receiver, ...method.parameters()],
  };
}

/** The method of a function or property outside of types, as Kotlin calls it. */
export function topMethod(program: Program, decl: Decl): Method {
  return { ...methodAt(program, classOf(program, { file: decl.file, index: 0 }), decl), isStatic: true };
}

/** The methods that the compiler adds to an enum. */
function methodsOfEnum(own: JvmClass, name: string): Method[] {
  const type = typeOfClass(own);
  const added = (count: number, result: Type): Method => ({
    name,
    owner: own,
    decl: null,
    variables: NONE,
    isStatic: true,
    isAbstract: false,
    isPrivate: false,
    choice: null,
    least: count,
    most: count,
    isVariable: false,
    names: null,
    parameters: () => (count === 0 ? NO_TYPES : [langType("String")]),
    result: () => result,
  });
  if (name === "values") return [added(0, { is: "array", of: type })];
  return name === "valueOf" ? [added(1, type)] : [];
}

function methodAt(program: Program, owner: JvmClass, decl: Decl): Method {
  const { file, index } = decl;
  const symbol = symbolOf(decl);
  let parameters: readonly Type[] | null = null;
  let result: Type | null = null;
  return {
    name: symbol.name,
    owner,
    decl,
    variables: variablesOf(program, decl),
    isStatic: symbol.isStatic,
    isAbstract: symbol.isAbstract,
    isPrivate: symbol.isPrivate,
    choice: symbol.choice,
    least: symbol.minArguments,
    most: symbol.maxArguments,
    isVariable: symbol.maxArguments === 255 && symbol.isCallable,
    names: symbol.parameterNames?.trim().split(" ") ?? null,
    parameters() {
      parameters ??= symbol.parameterTypes.map((type) => typeIn(program, file, index, type));
      return parameters;
    },
    result() {
      if (result === null) {
        // Stands in while the type is read: it may lead back here.
        result = UNKNOWN;
        result = symbol.kind === "constructor" ? selfType(owner) : typeIn(program, file, index, symbol.declaredType);
      }
      return result;
    },
  };
}

const FIELDS = /^(?:field|constant|property)$/;

function fieldOf(program: Program, own: JvmClass, decl: Decl, name: string): Field | null {
  const { file, index } = decl;
  const members = childrenNamed(program, file, index, name).filter((child) => FIELDS.test(symbolAt(file, child).kind));
  // `val Context.store` beside `val store` is a property of a context.
  const member = members.find((child) => symbolAt(file, child).receiverType === null) ?? members[0];
  if (member === undefined) {
    const companion = isKotlin(file) && index > 1 ? companionOf(decl) : null;
    return companion === null ? addedField(own, name) : classOf(program, companion).field(name);
  }
  const symbol: ProgramSymbol = symbolAt(file, member);
  let type: Type | null = null;
  return {
    name,
    owner: own,
    decl: { file, index: member },
    isStatic: symbol.isStatic,
    type() {
      if (type === null) {
        type = UNKNOWN;
        const isOfEnum = symbol.kind === "constant" && symbolOf(decl).kind === "enum" && symbol.declaredType === null;
        type = isOfEnum ? typeOfClass(own) : typeIn(program, file, member, symbol.declaredType);
      }
      return type;
    },
  };
}

/** The first symbol in a symbol that is a type of the name; -1 for none. */
export function typeNamedIn(program: Program, file: ProgramFile, parent: number, name: string): number {
  if (int32At(file.firstChild, parent) < 0) return -1;
  return childrenNamed(program, file, parent, name).find((index) => isTypeKind(symbolAt(file, index).kind)) ?? -1;
}
