/** Annotations of Java: uses of their types, and of the values that they take. */
import { emit } from "./emit.js";
import type { Pass } from "./pass.js";
import { namesOf } from "./types.js";

/** Adds the use of an annotation's type. */
export function referAnnotation(p: Pass, node: number): void {
  const { tree, claimed } = p;
  const name = tree.child(node, "name");
  if (name === -1) return;
  const end = tree.subtreeEnd(name);
  for (let index = name; index < end; index++) claimed[index] = 1;
  const [first, ...path] = namesOf(tree, name);
  if (first !== undefined) emit(p, "decorator", name, { root: { in: "free", name: first }, path });
}
