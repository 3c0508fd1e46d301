/** The places that names, expressions and types lead to, and types as they are written in a file. */
import type { NamedType, TypeExpr } from "../model/parse-result.js";
import type { Decl, Heritage, ProgramFile } from "./program-file.js";

/** The name of `this` among the meanings of type parameters. */
export const THIS = Symbol("this");

/** The meanings of type parameters, by their names. */
export type Env = ReadonlyMap<string | typeof THIS, WrittenType>;
/** Meanings of type parameters that are being found. */
export type OpenEnv = Map<string | typeof THIS, WrittenType>;

export type Place =
  /** Named symbols: one, or the overloads and merged declarations of one name. `imported`: the way led through another file's names. */
  | { is: "symbols"; decls: Decl[]; imported: boolean; env?: Env }
  /** A value of the type that `decls` declare. `env`: its type arguments. */
  | { is: "instance"; decls: Decl[]; imported: boolean; env?: Env }
  | { is: "module"; file: ProgramFile }
  /** A namespace by its full name, and the number of the family that knows it. */
  | { is: "namespace"; name: string; family: number }
  /** Outside the project. `type`: the name of the external type, where this is a value of it. */
  | {
      is: "external";
      module: string | null;
      name: string;
      type: string | null;
      /** Its type arguments, or the elements of a tuple. */
      args?: WrittenType[];
      isTuple?: boolean;
      /** It is a type without a name, or a member of one, which is declared nowhere. */
      isNameless?: boolean;
      /** The type arguments of the library's value that it is a member of: it may be of one of these types. */
      given?: WrittenType[];
      /** The place in the project that it probably is, as only one of these types has a member of its name: never sure. */
      likely?: Place;
      /** Python: the variables that stand in where the import fails, `yaml = None`: uses of the name are uses of these. */
      standIns?: Decl[];
    }
  /**
   * A value of a function type without a name, or of an object type without one. Properties of unknown types come last in an object, and ""
   * stands for properties whose names are unknown too. `self`: the declared type of the function's `this`; `open`: its own type parameters; `makes`:
   * it is a constructor, which `new` calls.
   */
  | {
      is: "function";
      result: WrittenType | null;
      parameters: WrittenType[];
      self?: WrittenType;
      open?: string[];
      makes?: boolean;
    }
  | { is: "object"; names: string[]; types: WrittenType[] }
  /** An object whose properties all have one type; in that type `key` means the property's name. */
  | { is: "mapped"; key: string; value: WrittenType }
  /** A union or an intersection. */
  | { is: "several"; members: Place[]; isUnion: boolean }
  /** `isHeld`: what an object that is known holds under the name; no member of another type is meant. */
  | { is: "unknown"; isHeld?: boolean }
  /** A known place without such a member, or a name that nothing declares. */
  | { is: "missing" };

/** A type as it is written in a symbol of a file. */
export interface WrittenType {
  file: ProgramFile;
  from: number;
  type: TypeExpr;
  /** The meanings of the type parameters in it. */
  env?: Env;
}

/** A written type that has a name or is a walk. */
export interface WrittenName extends WrittenType {
  type: NamedType;
}

/** The places of one kind. */
export type PlaceOf<Kind extends Place["is"]> = Extract<Place, { is: Kind }>;
export type Instance = PlaceOf<"instance">;
export type External = PlaceOf<"external">;
export type NamespacePlace = PlaceOf<"namespace">;

export const UNKNOWN: Place = { is: "unknown" };
const HELD: Place = { is: "unknown", isHeld: true };
export const MISSING: Place = { is: "missing" };
/** A type without a name. */
export const NAMELESS: Place = { is: "external", module: null, name: "", type: null, isNameless: true };

/** The value that an object holds under a name, which may be unknown. */
export const heldBy = (value: Place): Place => (value.is === "unknown" ? HELD : value);

/** A base type of a type. */
export interface Base extends Heritage {
  place: Place;
  /** Its parts, where they do not depend on type arguments; computed lazily. */
  parts?: BasePart[];
}

/** The place that a walk leads to, and the place that its last name is a member of. */
export interface Walked {
  place: Place;
  receiver: Place;
}

/** A place that a type has members from. */
export interface BasePart {
  place: Place;
  /** Whether a member of a name is among them, if the place has one; null where that is not known. */
  has: (name: string) => boolean | null;
}
