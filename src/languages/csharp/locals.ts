/**
 * The locals that are in scope during a walk of a tree in preorder: parameters, variables, pattern and range variables. One step finds the innermost
 * meaning of a name, at any depth of blocks.
 */
import type { Root, Step } from "../../model/parse-result.js";

/** A local, by the expression that its value comes from. Its type is found out from that. */
export interface Local {
  root: Root;
  path: Step[];
}

interface LocalScope {
  end: number;
  declared: string[];
  /** The locals in scope around a type declaration, which its members do not see; null for other scopes. */
  outer: Map<string, Local[]> | null;
}

export interface Locals {
  /** Opens a scope that reaches to node `end`. Nothing outside is seen in the scope of a type. */
  enter(end: number, isType: boolean): void;
  /** Closes the scopes that end at or before `node`. */
  leaveBefore(node: number): void;
  declare(name: string, local: Local): void;
  /** Runs a function in a scope of its own. */
  within(run: () => void): void;
  find(name: string): Local | null;
}

/** Locals with one open scope, that of the file's top-level statements. */
export function createLocals(): Locals {
  let visible = new Map<string, Local[]>();
  const scopes: LocalScope[] = [{ end: Number.POSITIVE_INFINITY, declared: [], outer: null }];
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
