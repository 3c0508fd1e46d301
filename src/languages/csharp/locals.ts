/**
 * The locals in scope while a tree is walked in preorder: parameters, variables, pattern and range variables. A name's innermost meaning is
 * found in one step, however deep the blocks nest.
 */
import type { Root } from "../../model/parse-result.js";

/** A local: the expression that its value comes from, by which its type can be found out. */
export interface Local {
  root: Root;
  path: string[];
}

interface Scope {
  end: number;
  declared: string[];
  /** What was in scope around a type declaration, whose members do not see it. */
  outer: Map<string, Local[]> | null;
}

export interface Locals {
  /** Opens a scope that reaches to node `end`; of a type, nothing outside is seen in it. */
  enter(end: number, isType: boolean): void;
  /** Closes the scopes that end at or before `node`. */
  leaveBefore(node: number): void;
  declare(name: string, local: Local): void;
  /** What is declared in `run` is in scope in it alone. */
  within(run: () => void): void;
  find(name: string): Local | null;
}

/** Starts with the one scope of the file's top-level statements. */
export function createLocals(): Locals {
  let visible = new Map<string, Local[]>();
  const scopes: Scope[] = [{ end: Number.POSITIVE_INFINITY, declared: [], outer: null }];
  return {
    enter(end, isType) {
      scopes.push({ end, declared: [], outer: isType ? visible : null });
      if (isType) visible = new Map();
    },
    leaveBefore(node) {
      for (let scope = scopes[scopes.length - 1]!; scope.end <= node; scope = scopes[scopes.length - 1]!) {
        scopes.pop();
        if (scope.outer !== null) visible = scope.outer;
        else for (const name of scope.declared) visible.get(name)?.pop();
      }
    },
    declare(name, local) {
      const meanings = visible.get(name);
      if (meanings === undefined) visible.set(name, [local]);
      else meanings.push(local);
      scopes[scopes.length - 1]!.declared.push(name);
    },
    within(run) {
      scopes.push({ end: Number.POSITIVE_INFINITY, declared: [], outer: null });
      run();
      for (const name of scopes.pop()!.declared) visible.get(name)?.pop();
    },
    find(name) {
      const meanings = visible.get(name);
      return meanings?.[meanings.length - 1] ?? null;
    },
  };
}
