/** The index and caches that Python keeps in a program. */
import type { FamilyIndex } from "../name-index.js";
import type { Env, External, WrittenType } from "../place.js";
import type { Program } from "../program.js";
import type { Decl } from "../program-file.js";

/** The name of the family. */
export const PYTHON = "python";

export interface PythonIndex extends FamilyIndex {
  /** Classes, by the names of their bases. */
  readonly below: Map<string, number[]>;
  /** The folders of the project that hold sources, themselves or in folders below them: packages without `__init__.py` among them. */
  readonly folders: Map<string, number[]>;
  /** The fixtures of pytest, by path: tests use them by their names alone. */
  readonly fixtures: Map<string, number[]>;
  /** Classes in files of Django's models, by name. */
  readonly models: Map<string, number[]>;
  /** Classes that no other symbol is around, by name. */
  readonly classes: Map<string, number[]>;
  /** The configurations of apps of Django, by the label that they give. */
  readonly labels: Map<string, number[]>;
  /** Fields of Django's models that lead to other models, by the name that the other model has for them. */
  readonly relations: Map<string, number[]>;
  /** The same, by their own names. */
  readonly relationFields: Map<string, number[]>;
  /** Type variables of modules, by name. */
  readonly typeVariables: Map<string, number[]>;
  /** The settings that name the model of users, by the name of the setting. */
  readonly settings: Map<string, number[]>;
}

/** Among the meanings of type parameters: the model of which a query set or a manager of Django gives objects. */
export const MODEL = "(model)";
/** Among them: the class is a base by `Manager.from_queryset(…)`, and query sets of the manager are of it. */
export const MADE_OF = "(made of)";

/** The meanings of type parameters alone: classes are looked through in one order, whatever model a query set of them is of. */
export function withoutModel(env: Env | undefined): Env | undefined {
  if (env?.has(MODEL) !== true) return env;
  if (env.size === 1) return undefined;
  const rest = new Map(env);
  rest.delete(MODEL);
  return rest;
}

/** The index of a program. */
export function pythonIndex({ index }: Program): PythonIndex {
  return index.families[PYTHON] as PythonIndex;
}

/** A class on the way to a member, or a base outside the project, or one that is not known. */
export interface MroEntry {
  key: string;
  decl: Decl | null;
  outside: External | null;
  env: Env | undefined;
}

/** Results of look-ups. */
export interface PythonCaches {
  /** The orders in which classes are looked through, by symbol. */
  orders: Map<number, MroEntry[]>;
  /** The classes whose order is looked up at the moment, by symbol. */
  pending: Set<number>;
  /** The types of Django's models, by symbol. */
  models: Map<number, WrittenType>;
  /** The type variables that files import, by file: their names by the numbers of the imports. */
  typeVariables: Map<number, ReadonlyMap<number, string>>;
  /** The members that are read for an object of a class at the moment, by the two symbols. */
  pendingOfSelf: Set<string>;
  /** Whether that look-up came back to one of them, or too deep. */
  isCut: boolean;
}

/** The caches of a program. */
export function pythonCaches({ caches: { families } }: Program): PythonCaches {
  families[PYTHON] ??= {
    orders: new Map(),
    pending: new Set(),
    models: new Map(),
    typeVariables: new Map(),
    pendingOfSelf: new Set(),
    isCut: false,
  };
  return families[PYTHON] as PythonCaches;
}
