/** Values of C# by their types, and the tables of types. */
import { nth } from "../../base/need.js";
import { type Decl, firstDecl, nodeIdOf } from "../program-file.js";
import type { SymbolTable } from "../symbol-table.js";

/**
 * A value, by its type. One with a `parameter` is of that type parameter, and the rest describes the parameter's bound. All fields are always there:
 * three shapes of objects are quicker to work with than eight.
 */
export type Value =
  | { is: "unknown"; parameter: string | undefined }
  /** Of a type of the project, with its type arguments. */
  | { is: "type"; decls: Decl[]; imported: boolean; args: readonly Value[]; parameter: string | undefined }
  /**
   * Of a type outside the project: its bare name, and its full one as far as known. A type without a name has a form in place of both, and "" as the
   * names. A tuple has the names of its elements.
   */
  | {
      is: "library";
      name: string;
      full: string;
      args: readonly Value[];
      names: readonly string[] | undefined;
      form: ValueForm | undefined;
      parameter: string | undefined;
    };

/** The form of a type without a name: `(A, B)`, `[a, b]`, what throws, `new { Name = "x" }`. */
export type ValueForm = "tuple" | "list" | "thrown" | "anonymous";

export type TypeValue = Extract<Value, { is: "type" }>;

/** Values of type parameters, by their ids: the node id of the declaring symbol, and the name. */
export type Bindings = ReadonlyMap<string, Value>;

/** Tables of what look-ups found out about C# types. */
export interface CsharpTables {
  declared: SymbolTable<Value>;
  parameters: SymbolTable<readonly Value[]>;
  bases: SymbolTable<readonly Value[]>;
  /** By the declarations of a type, as `typeDecls` gives them. */
  allBases: Map<readonly Decl[], Bases>;
  /** The ids of the type parameters that a symbol declares. */
  typeParameters: SymbolTable<readonly string[]>;
  /** The names that `libraryNames` gives, by a type's name and full name. */
  libraryNames: Map<string, readonly string[]>;
}

/** The bases of a type in terms of its own parameters, nearest first. */
export interface Bases {
  all: readonly Value[];
  /** The bases that give the type members. Interfaces give a class none: it declares them itself, or they are reached through the interface alone. */
  withMembers: readonly Value[];
}

export const NOTHING: Value = { is: "unknown", parameter: undefined };

export const NONE: readonly Value[] = [];

/** A value of a type of the runtime library. */
export function libraryValue(name: string, args: readonly Value[] = NONE): Value {
  return { is: "library", name, full: name, args, names: undefined, form: undefined, parameter: undefined };
}

/** A value of a type without a name. `names`: those of a tuple's elements. */
export function formValue(form: ValueForm, args: readonly Value[] = NONE, names?: readonly string[]): Value {
  return { is: "library", name: "", full: "", args, names, form, parameter: undefined };
}

/** Whether a value is of a type without a name, in this form. */
export function isOfForm(value: Value, form: ValueForm): boolean {
  return value.is === "library" && value.form === form;
}

/** Whether a value is of `T?` for a value type T. */
export function isNullable(value: Value): boolean {
  return value.is === "library" && value.name === "Nullable" && value.args.length === 1;
}

/** A value that is not null: of T in place of `T?`. */
export function notNull(value: Value): Value {
  return value.is === "library" && isNullable(value) ? nth(value.args, 0) : value;
}

/** The item of a list that has no other; undefined where it has none or several. */
export function onlyOf<Item>(list: readonly Item[]): Item | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/** The id of a value's type, without its type arguments; "" for an unknown value. */
export function typeId(value: Value): string {
  if (value.is === "type") return nodeIdOf(firstDecl(value));
  if (value.is !== "library") return "";
  return value.form === undefined ? `library ${value.name}` : `form ${value.form}`;
}

/** Whether a value is `void`, the result of a method without one. */
export function isVoid(value: Value): boolean {
  return value.is === "library" && value.name === "void";
}

/** A symbol found as a member, with the bindings of the type parameters around it. */
export interface Member {
  decl: Decl;
  bindings: Bindings;
}
