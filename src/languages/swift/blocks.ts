/** Blocks of bodies: their scopes, and what they declare. */
import type { Pass } from "./pass.js";
import { type Expression, openScope } from "./scope.js";

/** Runs some work in a block of its own. */
export function inScope(pass: Pass, work: () => void, closure: Expression | null = null): void {
  const outer = pass.scope;
  pass.scope = openScope(outer, closure);
  work();
  pass.scope = outer;
}

/** Binds the functions of a block, which may be called above the lines that declare them. */
export function hoist({ tree, symbolAt, symbols, scope }: Pass, block: number): void {
  for (const child of tree.namedChildren(block)) {
    const symbol = tree.type(child) === "function_declaration" ? symbolAt.get(child) : undefined;
    const declared = symbol === undefined ? undefined : symbols[symbol];
    if (symbol === undefined || declared === undefined || declared.parent === 0) continue;
    scope?.names.set(declared.name, { root: { in: "file", symbol }, path: [] });
  }
}

/** Whether a property is a variable of a body. */
export function isLocal({ tree, symbolAt }: Pass, node: number): boolean {
  return !tree.children(node).some((child) => tree.type(child) === "pattern" && holdsSymbol(tree, symbolAt, child));
}

function holdsSymbol(tree: Pass["tree"], symbolAt: Pass["symbolAt"], pattern: number): boolean {
  for (let index = pattern + 1; index < tree.subtreeEnd(pattern); index++) if (symbolAt.has(index)) return true;
  return false;
}
