/** A Go file while it is read: what is known of it so far, and the scopes of names in it. */
import type { Import, ParsedSymbol, Reference, Root, Step } from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";

/** A file while it is read. */
export interface Reading {
  readonly tree: SyntaxTree;
  readonly symbols: ParsedSymbol[];
  readonly imports: Import[];
  readonly references: Reference[];
  /** Types, functions, variables and constants of the package that this file declares, by name. */
  readonly top: Map<string, number>;
  /** The nodes that declare types at the top level, by name. */
  readonly specs: Map<string, number>;
  /** The comments of the file, in source order. */
  readonly comments: readonly number[];
  /** The types of declarations, to be read when all names of the file are known. */
  readonly later: (() => void)[];
  /** The walks of expressions that were read, by node. */
  readonly walks: Map<number, Walk>;
  /** The locals that hold function literals, whose calls lead nowhere else. */
  readonly literals: Set<LocalRoot>;
}

/** An expression: where it starts, and the steps from there. */
export interface Walk {
  root: LocalRoot;
  path: Step[];
}

/** Reads what was put off until all names were known. */
export function readLater({ later }: Reading): void {
  for (let index = 0; index < later.length; index++) later[index]?.();
  later.length = 0;
}

/** The root of a local name, which a walk may start from. */
export type LocalRoot = Exclude<Root, { in: "result" | "callback" | "form" }>;

/** The names that a block declares. */
export interface Scope {
  readonly names: Map<string, LocalRoot>;
  readonly outer: Scope | null;
}

/** A block in another one. */
export function within(outer: Scope | null): Scope {
  return { names: new Map(), outer };
}

/** Declares a name in a block. */
export function declareIn(scope: Scope, name: string, root: LocalRoot): void {
  if (name !== "_" && name !== "") scope.names.set(name, root);
}

/** The root of a local name; undefined where no block declares it. */
export function localNamed(scope: Scope | null, name: string): LocalRoot | undefined {
  for (let current = scope; current !== null; current = current.outer) {
    const root = current.names.get(name);
    if (root !== undefined) return root;
  }
  return undefined;
}

/** Expressions and types nested deeper than this are not looked into. */
export const MOST_DEPTH = 150;

/** Whether a name can be seen from other packages. */
export function isExportedName(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
