/** Forms of calls that tell something before the call is read. */
import type { Pass } from "./pass.js";
import { childrenIn, nameText } from "./reading.js";
import { lookUp } from "./scope.js";

/** Whether a closure waits for something, or says that it may. */
export const isAsync = (closure: string) =>
  /\bawait\b/.test(closure) || /^\{[^{}]*\basync\b[^{}]*\bin\b/.test(closure.slice(0, 300));

/** `defer { … }` looks like a call. */
export function isDefer({ tree, scope }: Pass, node: number, callee: number): boolean {
  return tree.type(node) === "call_expression" && tree.text(callee) === "defer" && lookUp(scope, "defer") === undefined;
}

/** The labels in `add(_:to:)`, which names a function and calls nothing. */
export function namedParameters({ tree }: Pass, node: number): string[] {
  const suffix = tree.childOfType(node, "call_suffix");
  const given = suffix < 0 ? -1 : tree.childOfType(suffix, "value_arguments");
  const [first] = given < 0 ? [] : tree.namedChildren(given);
  const labels = first === undefined ? [] : childrenIn(tree, first, "reference_specifier");
  return labels.map((label) => nameText(tree, label).trim());
}
