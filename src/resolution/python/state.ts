/** The index and caches that Python keeps in a program. */
import type { FamilyIndex } from "../name-index.js";
import type { Env, External } from "../place.js";
import type { Program } from "../program.js";
import type { Decl } from "../program-file.js";

/** The name of the family. */
export const PYTHON = "python";

export interface PythonIndex extends FamilyIndex {
  /** The folders of the project that hold sources, themselves or in folders below them: packages without `__init__.py` among them. */
  readonly folders: Map<string, number[]>;
  /** The fixtures of pytest, by path: tests use them by their names alone. */
  readonly fixtures: Map<string, number[]>;
}

export function pythonIndex({ index }: Program): PythonIndex {
  return index.families[PYTHON] as PythonIndex;
}

/** A class on the way to a member, or a base outside the project, or one that is not known. */
export interface Entry {
  key: string;
  decl: Decl | null;
  outside: External | null;
  env: Env | undefined;
}

/** Results of look-ups. */
export interface PythonCaches {
  /** The orders in which classes are looked through, by symbol. */
  orders: Map<number, Entry[]>;
  /** The classes whose order is looked up at the moment, by symbol. */
  pending: Set<number>;
  /** Whether that look-up came back to one of them, or too deep. */
  isCut: boolean;
}

export function pythonCaches({ caches: { families } }: Program): PythonCaches {
  families[PYTHON] ??= { orders: new Map(), pending: new Set(), isCut: false };
  return families[PYTHON] as PythonCaches;
}
