/** Values of Swift by their types. */
import { type Decl, firstDecl, nodeIdOf } from "../program-file.js";

/** A value, by its type. */
export type Value =
  | { is: "unknown" }
  /** Of a type of the project: its declaration, then its extensions. */
  | {
      is: "type";
      decls: readonly Decl[];
      args: readonly Value[];
      /** The generic type that it stands in, with that one's type arguments: `Store<State>.Context`. */
      around?: Value;
    }
  /** Of a type outside the project, by its name. */
  | { is: "library"; name: string; args: readonly Value[] }
  | { is: "function"; parameters: readonly Value[]; result: Value }
  | { is: "tuple"; items: readonly Value[]; names: readonly string[] }
  /** A type itself. */
  | { is: "meta"; of: Value }
  /** Of a type parameter or an associated type. `id`: the declaring symbol and the name; "Self" for the type around. */
  | {
      is: "parameter";
      id: string;
      name: string;
      bound: Value;
      /** The type parameter whose associated type it is: `Element` of `Source.Element`. */
      of?: Value;
    }
  /** Of several protocols at once. */
  | { is: "all"; of: readonly Value[] };

export type TypeValue = Extract<Value, { is: "type" }>;

/** The meanings of type parameters, by their ids. */
export type Bindings = ReadonlyMap<string, Value>;

export const NOTHING: Value = { is: "unknown" };

/** The id of `Self` among bindings. */
export const SELF_ID = "Self";

/** A value of a library's type. */
export function libraryValue(name: string, ...args: Value[]): Value {
  return { is: "library", name, args };
}

/** The value in an optional; any other value as it is. */
export function unwrapped(value: Value): Value {
  return value.is === "library" && value.name === "Optional" && value.args[0] !== undefined
    ? unwrapped(value.args[0])
    : value;
}

/** A value with the meanings of its type parameters put in. */
export function substitute(value: Value, bindings: Bindings, depth = 0): Value {
  if (bindings.size === 0 || depth > 12) return value;
  const inner = (each: Value) => substitute(each, bindings, depth + 1);
  switch (value.is) {
    case "parameter": {
      const meant = bindings.get(value.id);
      if (meant !== undefined || value.of === undefined) return meant ?? value;
      return { ...value, of: inner(value.of) };
    }
    case "type": {
      const args = value.args.length === 0 ? value.args : value.args.map(inner);
      if (value.around !== undefined) return { ...value, args, around: inner(value.around) };
      return args === value.args ? value : { ...value, args };
    }
    case "library":
      return value.args.length === 0 ? value : { ...value, args: value.args.map(inner) };
    case "function":
      return { is: "function", parameters: value.parameters.map(inner), result: inner(value.result) };
    case "tuple":
      return { ...value, items: value.items.map(inner) };
    case "meta":
      return { is: "meta", of: inner(value.of) };
    default:
      return value;
  }
}

/** The value that a type parameter stands for at least: its bound. */
export function boundOf(value: Value, depth = 0): Value {
  return value.is === "parameter" && depth < 8 ? boundOf(value.bound, depth + 1) : value;
}

/** A text that is the same for values of one type, type arguments left out; "" where nothing is known. */
export function identityOf(value: Value): string {
  switch (value.is) {
    case "type":
      return nodeIdOf(firstDecl(value));
    case "library":
      return `library ${value.name}`;
    case "meta":
      return `meta ${identityOf(value.of)}`;
    case "function":
    case "tuple":
      return value.is;
    default:
      return "";
  }
}
