/** Members that initializers set on new objects. */
import type { Chain } from "../../chain.js";
import { typeOf } from "../expressions/chains.js";
import { simpleName } from "../names/syntax.js";
import { emit } from "./emit.js";
import { readFunction } from "./functions.js";
import { FUNCTIONS, type Pass } from "./pass.js";

/** Initializers inside initializers are read to at most this depth. */
export const DEEPEST_INITIALIZER = 16;

/** Adds a use for each member that an initializer sets. `target` is the chain of the new object. */
export function referInitializer(p: Pass, initializer: number, target: Chain): void {
  const { tree } = p;
  if (target.root.in === "unknown" || target.path.length > DEEPEST_INITIALIZER) return;
  for (let child = tree.firstChild(initializer); child !== -1; child = tree.nextSibling(child)) {
    if (FUNCTIONS.has(tree.type(child))) referAddedFunction(p, child, target);
    if (tree.type(child) !== "assignment_expression") continue;
    const left = tree.child(child, "left");
    if (left === -1 || tree.type(left) !== "identifier") continue;
    p.claimed[left] = 1;
    const member: Chain = { root: target.root, path: [...target.path, simpleName(tree, left)] };
    emit(p, "value", left, member);
    p.setMembers.set(child, member);
    const right = tree.child(child, "right");
    if (right !== -1 && tree.type(right) === "initializer_expression") referInitializer(p, right, member);
  }
}

/** Adds a call of `Add` with the function, as `new Rules { x => x.Name }` makes. */
function referAddedFunction(p: Pass, node: number, { root, path }: Chain): void {
  const { references } = p;
  const before = references.length;
  emit(p, "call", node, { root, path: [...path, "Add"] }, { argumentCount: 1 });
  const reference = references[before];
  if (reference === undefined) return;
  p.calls.set(node, before);
  reference.arguments = [readFunction(p, node)];
}

/** Claims the member names of an initializer whose object is unknown. */
export function claimInitializer({ tree, claimed }: Pass, initializer: number): void {
  for (let child = tree.firstChild(initializer); child !== -1; child = tree.nextSibling(child)) {
    const left = tree.type(child) === "assignment_expression" ? tree.child(child, "left") : -1;
    if (left !== -1 && tree.type(left) === "identifier") claimed[left] = 1;
  }
}

/** An expression `a with { B = c }`, for the members that it sets. */
export function visitWith(p: Pass, node: number): void {
  const { tree } = p;
  const target = tree.firstChild(node);
  const evident = target === -1 ? null : typeOf(p, target);
  if (evident === null) return;
  for (const child of tree.children(node)) {
    const name = tree.type(child) === "with_initializer" ? tree.firstChild(child) : -1;
    if (name === -1 || tree.type(name) !== "identifier") continue;
    p.claimed[name] = 1;
    emit(p, "value", name, { root: { in: "instance", type: evident }, path: [simpleName(tree, name)] });
  }
}

/** An initializer inside another. Where the outer one's object is unknown, its members are still to be claimed. */
export function visitInnerInitializer(p: Pass, node: number): void {
  const { tree } = p;
  if (tree.type(tree.parent(node)) === "assignment_expression") claimInitializer(p, node);
}
