/** The values of C# by their types, and the tables of what was found out about types. */
import type { Decl } from "../program-file.js";
import { nodeIdOf } from "../program-file.js";
import type { SymbolTable } from "../symbol-table.js";

/**
 * A value, by its type. `parameter`: it is of a type parameter, and what is said of it is what that must derive from. All fields are always there:
 * three shapes of objects are quicker to work with than eight.
 */
export type Value =
  | { is: "unknown"; parameter: string | undefined }
  /** Of a type of the project, with its type arguments. */
  | { is: "type"; decls: Decl[]; imported: boolean; args: readonly Value[]; parameter: string | undefined }
  /** Of a type outside: its bare name, and the name it is known by. A tuple has the names of its elements. */
  | {
      is: "library";
      name: string;
      full: string;
      args: readonly Value[];
      names: readonly string[] | undefined;
      parameter: string | undefined;
    };

export type TypeValue = Extract<Value, { is: "type" }>;

/** What type parameters stand for, by the node id of what declares them and their names. */
export type Bindings = ReadonlyMap<string, Value>;

/** What was found out about C# types. */
export interface CsharpTables {
  declared: SymbolTable<Value>;
  parameters: SymbolTable<readonly Value[]>;
  bases: SymbolTable<readonly Value[]>;
  /** By the declarations of a type, as `typeDecls` gives them. */
  allBases: Map<readonly Decl[], Bases>;
  /** The ids of the type parameters of what declares some. */
  typeParameters: SymbolTable<readonly string[]>;
  /** Of types outside, by name and full name: the names of those that they are known to be of too. */
  libraryNames: Map<string, readonly string[]>;
}

/** The bases of a type in terms of its own parameters, nearest first. */
export interface Bases {
  all: readonly Value[];
  /** Those that give it members: a class declares those of its interfaces, or they are reached through the interface alone. */
  withMembers: readonly Value[];
}

export const NOTHING: Value = { is: "unknown", parameter: undefined };

export const NONE: readonly Value[] = [];

/** A value of a type of the runtime library. */
export function libraryValue(name: string, args: readonly Value[] = NONE): Value {
  return { is: "library", name, full: name, args, names: undefined, parameter: undefined };
}

/** Whether a value is of `T?` for a value type T. */
export function isNullable(value: Value): boolean {
  return value.is === "library" && value.name === "Nullable" && value.args.length === 1;
}

/** A value that is not null: of T where it is of `T?`. */
export function notNull(value: Value): Value {
  return value.is === "library" && isNullable(value) ? value.args[0]! : value;
}

/** Names the type of a value without its type arguments; "" for what is not known. */
export function typeId(value: Value): string {
  if (value.is === "type") return nodeIdOf(value.decls[0]!);
  return value.is === "library" ? `library ${value.name}` : "";
}

/** Whether it is what a method gives that gives nothing. */
export function isVoid(value: Value): boolean {
  return value.is === "library" && value.name === "void";
}

/** A symbol found as a member, and what the type parameters around it stand for. */
export interface Member {
  decl: Decl;
  bindings: Bindings;
}
