/** Go's types as values have them, and the meanings of names. */
import type { TypeExpr } from "../../model/parse-result.js";
import type { Decl, ProgramFile } from "../program-file.js";

/** The meanings of type parameters, by name. */
export type Bindings = ReadonlyMap<string, GoType>;

export type GoType =
  | { is: "unknown" }
  /** A type of the project, with its type arguments; or a struct without a name, by the field that has it. */
  | { is: "named"; decl: Decl; args: readonly GoType[] }
  /** A type of a library; of the language itself where `module` is null. */
  | { is: "outside"; module: string | null; name: string; args: readonly GoType[] }
  | { is: "pointer"; of: GoType }
  /** A list, an array or a channel: `[]`, `[4]`, `chan`, `<-chan`. */
  | { is: "list" | "chan"; of: GoType; word: string }
  | { is: "map"; key: GoType; of: GoType }
  | { is: "function"; parameters: readonly GoType[]; results: readonly GoType[]; isVariadic: boolean }
  /** The results of a call, or what a loop gives. */
  | { is: "tuple"; of: readonly GoType[] }
  /** A struct or an interface without a name; of a library where `file` is null. */
  | {
      is: "struct";
      names: readonly string[];
      types: readonly TypeExpr[];
      file: ProgramFile | null;
      from: number;
      env: Bindings;
    }
  | { is: "parameter"; name: string; bound: GoType };

/** The meaning of an expression. */
export type Meaning =
  | { is: "unknown" | "missing" }
  /** `type`: of the value. `receiver`: the type that it is a member of. */
  | { is: "symbols"; decls: Decl[]; type: GoType; receiver: GoType | null; imported: boolean }
  | { is: "value"; type: GoType }
  | { is: "type"; type: GoType; decls: Decl[]; imported: boolean }
  | { is: "package"; folder: string; name: string }
  /** `args`: the type arguments of the library's type that it is a member of. */
  | { is: "outside"; module: string | null; name: string; args?: readonly GoType[] };

export const UNKNOWN_GO: GoType = { is: "unknown" };
export const NO_ARGS: readonly GoType[] = [];
export const NO_BINDINGS: Bindings = new Map();

/** A type of the language itself. */
export function basic(name: string): GoType {
  return { is: "outside", module: null, name, args: NO_ARGS };
}

/** A value of a type as the meaning of a name. */
export function valueMeaning(type: GoType): Meaning {
  return type.is === "unknown" ? { is: "unknown" } : { is: "value", type };
}

/** The type of a value, whatever it points to. */
export function pointedTo(type: GoType): GoType {
  let current = type;
  for (let steps = 0; current.is === "pointer" && steps < 8; steps++) current = current.of;
  return current;
}
