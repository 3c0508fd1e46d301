/** The results of look-ups, which hold until the program changes, and the state of the walk that is under way. */
import type { Export, Root, TypeExpr } from "../model/parse-result.js";
import type { Base, Place, Walked } from "./place.js";
import type { Decl } from "./program-file.js";
import { SymbolTable } from "./symbol-table.js";

/** Results of look-ups. */
export interface Caches {
  /** By file and name. */
  exports: Map<number, Map<string, Place>>;
  /** By file. */
  starNames: Map<number, StarNames | null>;
  /** Of namespaces, by symbol and name. */
  namespaceExports: Map<number, Map<string, Place>>;
  /**
   * The walk that is under way: the exports on its way, its depth in exports, bases and members, how many members it may still look at, and how often
   * it was cut short.
   */
  walk: { seen: Set<string>; exports: number; bases: number; steps: number; left: number; cuts: number };
  exportsByName: Map<number, Map<string, Export[]>>;
  bases: SymbolTable<Base[]>;
  declaredTypes: SymbolTable<Place>;
  /** Declared types that are being looked up, and the depth of each. */
  pending: Map<number, number>;
  /** The depth of the outermost pending type that was asked for again, or `UNTAINTED`: results that depend on it are not kept. */
  taint: number;
  /** How deep types inside types are being followed. */
  depth: number;
  /** How many more types may be looked at for the value in question. */
  left: number;
  /** How many more types may be looked at for the file that is being resolved. */
  work: number;
  /** The kinds of arguments that parameters of overloads take, by the parameters' types. */
  kinds: Map<TypeExpr, ReadonlySet<string>>;
  /** Values by the types that stand for them: see `writtenPlace`. */
  places: WeakMap<TypeExpr, Place>;
  /** Results of walks over values in the file that is being resolved, by the numbers of their roots and by their paths. */
  walks: { roots: Map<Root, number>; known: Map<string, Walked> };
  types: SymbolTable<Decl[]>;
  children: Map<number, Map<string, number[]>>;
  /** The results that each family keeps of its own, by the family's name. */
  families: Record<string, unknown>;
  /** Look-ups of members by name in the file that is being resolved: one file repeats many. */
  members: Map<string, Decl[]>;
  /** Steps taken so far for the file that is being resolved: see `MOST_STEPS`. */
  spent: number;
}

/** Empty caches, for a program that has changed. */
export function createCaches(): Caches {
  return {
    exports: new Map(),
    starNames: new Map(),
    namespaceExports: new Map(),
    walk: { seen: new Set(), exports: 0, bases: 0, steps: 0, left: 0, cuts: 0 },
    exportsByName: new Map(),
    bases: new SymbolTable(),
    declaredTypes: new SymbolTable(),
    pending: new Map(),
    taint: UNTAINTED,
    depth: 0,
    left: 0,
    work: 0,
    kinds: new Map(),
    places: new WeakMap(),
    walks: { roots: new Map(), known: new Map() },
    types: new SymbolTable(),
    children: new Map(),
    families: {},
    members: new Map(),
    spent: 0,
  };
}

export const UNTAINTED = 1e9;

/** The names that the star exports of a module give. */
export interface StarNames {
  /** The first star export that leads to a module with the name. */
  first: Map<string, Export>;
  /** Whether none of them leads out of the project. */
  isWhole: boolean;
}
