/** The types of values on the Java platform, and the classes, methods and fields that they are made of: of the project and of the Java library alike. */
import type { Choice } from "../../model/parse-result.js";
import type { Decl } from "../program-file.js";

export type Type =
  | ClassType
  | ArrayType
  /** `int`, `void` and the like. */
  | { is: "primitive"; name: string }
  | VariableType
  /** A wildcard: `? extends T`, `? super T`, or `?` without a bound. */
  | { is: "wildcard"; bound: Type | null }
  | { is: "null" }
  /** A function without an interface, as Kotlin has them: `(A) -> B`. A receiver is its first parameter too. */
  | { is: "function"; parameters: readonly Type[]; result: Type; hasReceiver: boolean }
  | OutsideType
  | { is: "unknown" };

/** A type of a class. `args` is empty where none are written. */
export interface ClassType {
  is: "class";
  cls: JvmClass;
  args: readonly Type[];
}

export interface ArrayType {
  is: "array";
  of: Type;
}

/** A type parameter as a type. */
export interface VariableType {
  is: "variable";
  variable: Variable;
  bound: Type | null;
}

/** A type of a library that is not read. `isOpen`: its type arguments, or those of a base, may be types of the project, which its members give. */
export interface OutsideType {
  is: "outside";
  module: string | null;
  name: string;
  isOpen?: true;
}

/** A type parameter. Two are the same if they are the same object. */
export interface Variable {
  readonly name: string;
}

/** A class, interface, enum or record. */
export interface JvmClass {
  readonly name: string;
  /** The package. */
  readonly module: string;
  /** The names with those of the types around it: `Map.Entry`. */
  readonly path: string;
  /** Its declaration; null in the Java library. */
  readonly decl: Decl | null;
  readonly isInterface: boolean;
  readonly variables: readonly Variable[];
  /** The bases, in terms of its own type parameters; without Object. */
  bases(): readonly Type[];
  /** The methods that it declares. */
  methods(name: string): readonly Method[];
  field(name: string): Field | null;
  inner(name: string): JvmClass | null;
  constructors(): readonly Method[];
  /** The methods that it declares without a body. */
  abstractMethods(): readonly Method[];
}

export interface Method {
  readonly name: string;
  readonly owner: JvmClass;
  /** The declaration; null in the Java library, and for methods that the compiler adds. */
  readonly decl: Decl | null;
  readonly variables: readonly Variable[];
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  readonly isPrivate: boolean;
  /** How late calls choose it; null for most. */
  readonly choice: Choice | null;
  readonly least: number;
  readonly most: number;
  /** The last parameter takes any number of arguments. */
  readonly isVariable: boolean;
  /** The names of the parameters, where calls may give them; null for others. The last is `{}`. */
  readonly names: readonly string[] | null;
  parameters(): readonly Type[];
  result(): Type;
}

export interface Field {
  readonly name: string;
  readonly owner: JvmClass;
  readonly decl: Decl | null;
  readonly isStatic: boolean;
  type(): Type;
}

/** A member of a type outside the project. */
export function memberOutside(type: OutsideType, name: string): OutsideType {
  return { ...type, name: `${type.name}.${name}` };
}

/** The meanings of type parameters. */
export type Bindings = ReadonlyMap<Variable, Type>;

/** A type of which nothing is known. In place of a type parameter it says nothing: the parameter stays. */
export const UNKNOWN: Type = { is: "unknown" };
/** The same, in place of a type parameter. */
export const ANY: Type = { is: "unknown" };
export const NULL: Type = { is: "null" };
export const NO_TYPES: readonly Type[] = [];
export const NO_BINDINGS: Bindings = new Map();

const PRIMITIVES = new Map<string, Type>(
  "boolean byte char short int long float double void".split(" ").map((name) => [name, { is: "primitive", name }]),
);

/** The primitive type of a name; undefined for other names. */
export function primitive(name: string): Type | undefined {
  return PRIMITIVES.get(name);
}

/** A type of a class. */
export function typeOfClass(cls: JvmClass, args: readonly Type[] = NO_TYPES): ClassType {
  return { is: "class", cls, args };
}

/** The type of a class with its own parameters as arguments, as its members see it. */
export function selfType(cls: JvmClass): ClassType {
  return typeOfClass(
    cls,
    cls.variables.map((variable) => ({ is: "variable", variable, bound: null })),
  );
}

/** Whether a type is `void`. */
export function isVoid(type: Type): boolean {
  return type.is === "primitive" && type.name === "void";
}

/** A type without the wildcard around it. */
export function unwrapped(type: Type): Type {
  return type.is === "wildcard" ? (type.bound ?? UNKNOWN) : type;
}

/** The type that tells the members of a value: the bound of a type parameter. */
export function erased(type: Type, depth = 0): Type {
  const inner = unwrapped(type);
  if (inner.is !== "variable" || depth > 8) return inner;
  return inner.bound === null ? UNKNOWN : erased(inner.bound, depth + 1);
}

/** A type whose type parameters are replaced by their meanings, as far as there are some. */
export function substitute(type: Type, bindings: Bindings, depth = 0): Type {
  if (bindings.size === 0 || depth > 12) return type;
  switch (type.is) {
    case "variable": {
      const known = bindings.get(type.variable);
      return known === undefined || known === UNKNOWN ? type : known;
    }
    case "class": {
      if (type.args.length === 0) return type;
      const args = type.args.map((arg) => substitute(arg, bindings, depth + 1));
      return args.every((arg, index) => arg === type.args[index]) ? type : { ...type, args };
    }
    case "function":
      return {
        is: "function",
        hasReceiver: type.hasReceiver,
        parameters: type.parameters.map((each) => substitute(each, bindings, depth + 1)),
        result: substitute(type.result, bindings, depth + 1),
      };
    case "array":
      return { is: "array", of: substitute(type.of, bindings, depth + 1) };
    case "wildcard":
      return type.bound === null ? type : { is: "wildcard", bound: substitute(type.bound, bindings, depth + 1) };
    default:
      return type;
  }
}

/** The meanings of a class's type parameters in one of its types. Wildcards are opened. */
export function bindingsOf({ cls, args }: ClassType): Bindings {
  if (args.length === 0 || cls.variables.length === 0) return NO_BINDINGS;
  const bindings = new Map<Variable, Type>();
  cls.variables.forEach((variable, index) => {
    const arg = args[index];
    // A class sees its own parameters as they are, with their bounds.
    if (arg === undefined || (arg.is === "variable" && arg.variable === variable)) return;
    bindings.set(variable, unwrapped(arg));
  });
  return bindings;
}

/** Two maps of meanings as one. */
export function joined(one: Bindings, other: Bindings): Bindings {
  if (one.size === 0) return other;
  return other.size === 0 ? one : new Map([...one, ...other]);
}
