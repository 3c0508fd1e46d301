/** The Java library: its types as a table tells them. The table is read when the first of them is asked for, and each type when it is. */
import { readFileSync } from "node:fs";
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { packageFile } from "../../base/package.js";
import { HOLDERS } from "./library-holders.js";
import {
  type Field,
  type JvmClass,
  type Method,
  NO_TYPES,
  primitive,
  type Type,
  typeOfClass,
  UNKNOWN,
  type Variable,
} from "./types.js";

/** For each package its types, each with its members in lines: scripts/java/LibraryTable.java writes it and tells the form. */
type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Types of Kotlin's own library that values are taken out of. */
const KOTLIN: Table = {
  kotlin: {
    Lazy: "i<T>\n. value T\n getValue(Object,Object)T",
    Pair: "c<A,B>\n. first A\n. second B\n new(A,B)\n component1()A\n component2()B",
    Triple: "c<A,B,C>\n. first A\n. second B\n. third C\n new(A,B,C)\n component1()A\n component2()B\n component3()C",
  },
  "kotlin.collections": {
    IndexedValue: "c<T>\n. index int\n. value T\n new(int,T)\n component1()int\n component2()T",
  },
};

/** Members that newer versions of Java than that of the table have. A list of Java is one of Kotlin, too: none of these is abstract. */
const NEWER: Table = {
  "java.util": {
    List: " getFirst()E\n getLast()E\n removeFirst()E\n removeLast()E\n addFirst(E)void\n addLast(E)void\n reversed()List<E>",
    LinkedHashSet: " getFirst()E\n getLast()E\n removeFirst()E\n removeLast()E\n reversed()LinkedHashSet<E>",
    LinkedHashMap: " firstEntry()Map.Entry<K,V>\n lastEntry()Map.Entry<K,V>",
  },
};

interface Library {
  table: Table;
  /** The packages of which all types are told, and those around them. */
  whole: Set<string>;
  /** The package of each type. */
  packages: Map<string, string>;
  /** Types that were asked for, by package and name. */
  classes: Map<string, Map<string, JvmClass>>;
}

let library: Library | null = null;

function read(): Library {
  if (library !== null) return library;
  const java = JSON.parse(readFileSync(packageFile("models/java-library.json"), "utf8")) as Table;
  const table = { ...java, ...withMembers(java, NEWER), ...KOTLIN, ...HOLDERS };
  const packages = new Map<string, string>();
  for (const [name, types] of Object.entries(table))
    for (const type of Object.keys(types)) if (!packages.has(type)) packages.set(type, name);
  library = { table, whole: wholePackages(table), packages, classes: new Map() };
  return library;
}

/** The packages of a table without those of holders, and the packages around them. */
function wholePackages(table: Table): Set<string> {
  const whole = new Set<string>();
  for (const name of Object.keys(table)) {
    if (Object.hasOwn(HOLDERS, name)) continue;
    whole.add(name);
    for (let dot = name.lastIndexOf("."); dot >= 0; dot = name.lastIndexOf(".", dot - 1)) {
      const outer = name.slice(0, dot);
      if (!Object.hasOwn(HOLDERS, outer)) whole.add(outer);
    }
  }
  return whole;
}

/** The packages of some types, these with more members. */
function withMembers(java: Table, more: Table): Table {
  const packages = Object.entries(more).map(([name, types]) => {
    const longer = Object.entries(types).map(([type, members]) => [type, `${java[name]?.[type]}\n${members}`]);
    return [name, { ...java[name], ...Object.fromEntries(longer) }];
  });
  return Object.fromEntries(packages);
}

/** Whether the table tells of a package, or of one in it. Of a package with holders it tells some types alone. */
export function isLibraryPackage(name: string): boolean {
  return read().whole.has(name);
}

/** The type `name` of a package; null where the table has none. */
export function libraryClass(module: string, name: string): JvmClass | null {
  const { table, classes } = read();
  const types = Object.hasOwn(table, module) ? table[module] : undefined;
  // A name such as `toString` is one of every object.
  const text = types !== undefined && Object.hasOwn(types, name) ? types[name] : undefined;
  if (text === undefined) return null;
  let inModule = classes.get(module);
  if (inModule === undefined) {
    inModule = new Map();
    classes.set(module, inModule);
  }
  const known = inModule.get(name);
  return known ?? createClass(module, name, text, (own) => inModule.set(name, own));
}

/** A type of the library by its name alone; two that share it have their package before it, `java.sql:Date`. */
function named(name: string): JvmClass | null {
  const colon = name.indexOf(":");
  if (colon >= 0) return libraryClass(name.slice(0, colon), name.slice(colon + 1));
  const module = read().packages.get(name);
  return module === undefined ? null : libraryClass(module, name);
}

const LANG_TYPES = new Map<string, Type>();

/** A type of java.lang. */
export function langType(name: string, args: readonly Type[] = NO_TYPES): Type {
  const known = LANG_TYPES.get(name);
  if (known !== undefined && args.length === 0) return known;
  const cls = libraryClass("java.lang", name);
  const type = cls === null ? UNKNOWN : typeOfClass(cls, args);
  if (args.length === 0) LANG_TYPES.set(name, type);
  return type;
}

/** Reads the parts of a text one after the other. */
interface Reader {
  text: string;
  offset: number;
  /** The type parameters that are seen. */
  variables: Map<string, { variable: Variable; bound: Type | null }>;
}

/** Makes a class. `register` is told of it before its head is read, as a head may speak of its own class: `Enum<E extends Enum<E>>`. */
function createClass(module: string, path: string, text: string, register: (own: JvmClass) => void): JvmClass {
  const [head = "", ...lines] = text.split("\n");
  const reader: Reader = { text: head, offset: 1, variables: new Map() };
  const variables: Variable[] = [];
  const scope = reader.variables;
  const isInterface = head.startsWith("i");
  let bases: readonly Type[] | null = null;
  let abstract: readonly Method[] | null = null;
  const methods = new Map<string, Method[]>();
  const fields = new Map<string, Field>();
  const name = path.slice(path.lastIndexOf(".") + 1);
  const own: JvmClass = {
    name,
    module,
    path,
    decl: null,
    isInterface,
    variables,
    bases() {
      if (bases === null) {
        const found: Type[] = [];
        while (reader.text[reader.offset] === " ") {
          reader.offset++;
          found.push(readType(reader));
        }
        // Of a holder not all members are told: it is as a class below one that is not read.
        if (Object.hasOwn(HOLDERS, module))
          found.push({ is: "outside", module, name: path, ...(variables.length > 0 && { isOpen: true }) });
        bases = found;
      }
      return bases;
    },
    methods: (each) => methods.get(each) ?? NO_METHODS,
    field: (each) => fields.get(each) ?? null,
    inner: (each) => libraryClass(module, `${path}.${each}`),
    constructors: () => methods.get("new") ?? NO_METHODS,
    abstractMethods() {
      abstract ??= [...methods.values()].flat().filter(({ isAbstract }) => isAbstract);
      return abstract;
    },
  };
  register(own);
  variables.push(...readVariables(reader));
  for (const line of lines) {
    const space = line.indexOf(" ");
    const flags = line.slice(0, space);
    const rest = line.slice(space + 1);
    if (flags.startsWith(".")) {
      const field = fieldOf(own, rest, flags.includes("s"), scope);
      fields.set(field.name, field);
      continue;
    }
    const method = methodOf(own, rest, flags, scope);
    addToList(methods, method.name, method);
  }
  return own;
}

const NO_METHODS: readonly Method[] = [];

function fieldOf(owner: JvmClass, text: string, isStatic: boolean, variables: Reader["variables"]): Field {
  const space = text.indexOf(" ");
  let type: Type | null = null;
  return {
    name: text.slice(0, space),
    owner,
    decl: null,
    isStatic,
    type() {
      type ??= readType({ text, offset: space + 1, variables });
      return type;
    },
  };
}

function methodOf(owner: JvmClass, text: string, flags: string, scope: Reader["variables"]): Method {
  const name = /^[^<(]*/.exec(text)?.[0] ?? "";
  const reader: Reader = { text, offset: name.length, variables: new Map(scope) };
  const variables = readVariables(reader);
  const start = reader.offset + 1;
  const count = countOf(text, start);
  const isVariable = flags.includes("v");
  let parts: { parameters: readonly Type[]; result: Type } | null = null;
  const whole = () => {
    parts ??= readSignature({ ...reader, offset: start }, owner, name);
    return parts;
  };
  return {
    name,
    owner,
    decl: null,
    variables,
    isStatic: flags.includes("s"),
    isAbstract: flags.includes("a"),
    isPrivate: false,
    choice: null,
    least: isVariable ? count - 1 : count,
    most: isVariable ? 255 : count,
    names: null,
    isVariable,
    parameters: () => whole().parameters,
    result: () => whole().result,
  };
}

/** The number of parameters in the brackets that begin before `start`. */
function countOf(text: string, start: number): number {
  if (text[start] === ")") return 0;
  let count = 1;
  let depth = 0;
  for (let index = start; index < text.length && (depth > 0 || text[index] !== ")"); index++) {
    const each = text[index];
    if (each === "<") depth++;
    else if (each === ">") depth--;
    else if (each === "," && depth === 0) count++;
  }
  return count;
}

function readSignature(reader: Reader, owner: JvmClass, name: string): { parameters: readonly Type[]; result: Type } {
  const parameters: Type[] = [];
  while (reader.offset < reader.text.length && reader.text[reader.offset] !== ")") {
    parameters.push(readType(reader));
    if (reader.text[reader.offset] === ",") reader.offset++;
  }
  reader.offset++;
  const result = name === "new" ? typeOfClass(owner) : readType(reader);
  return { parameters, result };
}

/** Reads `<T:Bound,U>`, and keeps the parameters in the reader. */
function readVariables(reader: Reader): Variable[] {
  const { text, variables } = reader;
  if (text[reader.offset] !== "<") return [];
  // The bounds may speak of parameters behind them.
  const names = topNames(text, reader.offset);
  const found = names.map((name): Variable => ({ name }));
  names.forEach((name, index) => {
    variables.set(name, { variable: nth(found, index), bound: null });
  });
  reader.offset++;
  for (const variable of found) {
    reader.offset += variable.name.length;
    let bound: Type | null = null;
    while (text[reader.offset] === ":" || text[reader.offset] === "&") {
      reader.offset++;
      const next = readType(reader);
      bound ??= next;
    }
    variables.set(variable.name, { variable, bound });
    reader.offset++;
  }
  return found;
}

/** The names of the type parameters in a list that begins at an offset. */
function topNames(text: string, start: number): string[] {
  const names: string[] = [];
  let depth = 0;
  let isName = true;
  let name = "";
  for (let index = start; index < text.length; index++) {
    const each = text[index] ?? "";
    if (each === "<") depth++;
    if (each === ">") depth--;
    if (depth === 0 || (depth === 1 && each === ",")) {
      names.push(name);
      name = "";
      isName = true;
      if (depth === 0) break;
    } else if (each === ":") isName = false;
    else if (isName && each !== "<") name += each;
  }
  return names;
}

const NAME = /[\w.:]+/y;

function readType(reader: Reader): Type {
  const { text } = reader;
  if (text[reader.offset] === "?") {
    const sign = text[++reader.offset];
    if (sign !== "+" && sign !== "-") return { is: "wildcard", bound: null };
    reader.offset++;
    return { is: "wildcard", bound: readType(reader) };
  }
  if (text[reader.offset] === "!") {
    reader.offset++;
    return readArrays(reader, UNKNOWN);
  }
  NAME.lastIndex = reader.offset;
  const name = NAME.exec(text)?.[0] ?? "";
  reader.offset += Math.max(1, name.length);
  const known = reader.variables.get(name);
  if (known !== undefined) return readArrays(reader, { is: "variable", ...known });
  const args: Type[] = [];
  if (text[reader.offset] === "<") {
    do {
      reader.offset++;
      args.push(readType(reader));
    } while (text[reader.offset] === ",");
    reader.offset++;
  }
  const basic = primitive(name);
  if (basic !== undefined) return readArrays(reader, basic);
  const cls = named(name);
  return readArrays(reader, cls === null ? UNKNOWN : typeOfClass(cls, args));
}

function readArrays(reader: Reader, type: Type): Type {
  let whole = type;
  while (reader.text.startsWith("[]", reader.offset)) {
    reader.offset += 2;
    whole = { is: "array", of: whole };
  }
  return whole;
}

/** The classes of the primitive types. */
export const BOXES: Readonly<Record<string, string>> = {
  boolean: "Boolean",
  byte: "Byte",
  char: "Character",
  short: "Short",
  int: "Integer",
  long: "Long",
  float: "Float",
  double: "Double",
  void: "Void",
};

/** The class of a primitive type; any other type as it is. */
export function boxed(type: Type): Type {
  return type.is === "primitive" ? langType(BOXES[type.name] ?? "") : type;
}
