/** The places that names, expressions and types lead to, and types as they are written in a file. */

import type { TypeName } from "../model/parse-result.js";
import type { Decl, Heritage, ProgramFile } from "./program-file.js";

/** What type parameters mean, by their names. */
export type Env = ReadonlyMap<string, WrittenType>;

export type Place =
  /** Named symbols: one, or the overloads and merged declarations of one name. `imported`: the way led through another file's names. */
  | { is: "symbols"; decls: Decl[]; imported: boolean; env?: Env }
  /** A value of the type that `decls` declare. `env`: its type arguments. */
  | { is: "instance"; decls: Decl[]; imported: boolean; env?: Env }
  | { is: "module"; file: ProgramFile }
  /** A C# namespace by its full name. */
  | { is: "namespace"; name: string }
  /** Outside the project. `type`: the name of the external type this is a value of. */
  | {
      is: "external";
      module: string | null;
      name: string;
      type: string | null;
      /** TypeScript: its type arguments, or the elements of a tuple. */
      args?: WrittenType[];
      isTuple?: boolean;
    }
  /**
   * TypeScript: a value of a function type that has no name, and of an object type that has none. The last of the object's properties are those whose
   * types are not known, and "" stands for some whose names are not known either. `self`: what the function says of its `this`; `open`: its own type
   * parameters; `makes`: it is a constructor, which `new` calls.
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
  /** TypeScript: an object whose properties all have one type, in which `key` means the property's name. */
  | { is: "mapped"; key: string; value: WrittenType }
  /** TypeScript: one of these, or all of them. */
  | { is: "several"; members: Place[]; isUnion: boolean }
  | { is: "unknown" }
  /** A known place that has no such member, or a name that nothing declares. */
  | { is: "missing" };

/** A type as it is written in a symbol of a file. */
export interface WrittenType {
  file: ProgramFile;
  from: number;
  type: TypeName;
  /** TypeScript: what the type parameters in it mean. */
  env?: Env;
}

export const UNKNOWN: Place = { is: "unknown" };
export const MISSING: Place = { is: "missing" };

/** A base type of a type. */
export interface Base extends Heritage {
  place: Place;
  /** C#: what it is made of, once somebody asked. */
  parts?: BasePart[];
}

/** Where a walk leads, and what the last name was asked of. */
export interface Walked {
  place: Place;
  receiver: Place;
}

/** A place that a type has members from. */
export interface BasePart {
  place: Place;
  /** Whether a member of that name is among them, if the place has one; null where that is not known. */
  has: (name: string) => boolean | null;
}
