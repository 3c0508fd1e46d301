/**
 * The locals that are in scope during a walk of a tree in preorder: parameters, variables, pattern and range variables. One step finds the innermost
 * meaning of a name, at any depth of blocks.
 */
import { addToList } from "../../base/groups.js";
import { present } from "../../base/need.js";
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
  outer: Map<string, (Local | null)[]> | null;
}

export interface Locals {
  /** Opens a scope that reaches to node `end`. Nothing outside is seen in the scope of a type. */
  enter(end: number, isType: boolean): void;
  /** Closes the scopes that end at or before `node`. */
  leaveBefore(node: number): void;
  declare(name: string, local: Local): void;
  /** Makes a name mean no local in the innermost scope: a member stands before it there. */
  hide(name: string): void;
  /** Runs a function in a scope of its own. */
  within(run: () => void): void;
  find(name: string): Local | null;
}

/** Locals with one open scope, that of the file's top-level statements. It is never closed. */
export function createLocals(): Locals {
  let visible = new Map<string, (Local | null)[]>();
  let innermost: LocalScope = { end: Number.POSITIVE_INFINITY, declared: [], outer: null };
  const around: LocalScope[] = [];
  const open = (scope: LocalScope) => {
    around.push(innermost);
    innermost = scope;
  };
  const close = () => {
    if (innermost.outer !== null) visible = innermost.outer;
    else for (const name of innermost.declared) visible.get(name)?.pop();
    innermost = present(around.pop());
  };
  const declare = (name: string, local: Local | null) => {
    addToList(visible, name, local);
    innermost.declared.push(name);
  };
  return {
    enter(end, isType) {
      open({ end, declared: [], outer: isType ? visible : null });
      if (isType) visible = new Map();
    },
    leaveBefore(node) {
      while (innermost.end <= node) close();
    },
    declare,
    hide: (name) => declare(name, null),
    within(run) {
      open({ end: Number.POSITIVE_INFINITY, declared: [], outer: null });
      run();
      close();
    },
    find(name) {
      const meanings = visible.get(name);
      return meanings?.[meanings.length - 1] ?? null;
    },
  };
}
