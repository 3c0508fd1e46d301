/** Names of Java that are read or written as values. */
import { lastOf } from "../../base/need.js";
import type { LambdaPlace, Reference } from "../../model/parse-result.js";
import { type Chain, stepped } from "../chain.js";
import { emit } from "./emit.js";
import { argumentNodes, chainOf, methodReference } from "./expressions.js";
import type { Pass } from "./pass.js";

/** Adds the use of a name, of a field, or of a method that is referred to. */
export function referName(p: Pass, node: number, type: string): void {
  const { tree } = p;
  if (type === "identifier") {
    referIdentifier(p, node);
    return;
  }
  const last = lastOf(tree.children(node));
  if (type === "method_reference") {
    if (tree.type(last) === "identifier") p.claimed[last] = 1;
    const reference = emitNamed(p, last, methodReference(p, node));
    const place = placeOfArgument(p, node);
    if (reference !== null && place !== undefined) reference.lambda = place;
    return;
  }
  const field = tree.child(node, "field");
  if (field === -1) return;
  p.claimed[field] = 1;
  if (tree.type(field) !== "this") emitNamed(p, field, chainOf(p, node));
}

function referIdentifier(p: Pass, node: number): void {
  const { tree, locals } = p;
  const name = tree.text(node);
  if (tree.type(tree.parent(node)) === "switch_label") {
    // The grammar reads the word in `case null, default` as a name.
    if (name === "default") return;
    const subject = p.subjects.at(-1);
    // `case RED` names a constant of the enum that is switched on.
    if (subject !== undefined && subject.root.in !== "unknown") {
      emitNamed(p, node, stepped(subject, name));
      return;
    }
  }
  const local = locals.find(name);
  if (local === undefined || local === null) emitNamed(p, node, { root: { in: "free", name }, path: [] });
}

/** The call of which a reference to a method is an argument, and the number of it; undefined for none. */
function placeOfArgument(p: Pass, node: number): LambdaPlace | undefined {
  const { tree, callAt } = p;
  const list = tree.parent(node);
  const of = tree.type(list) === "argument_list" ? callAt.get(tree.parent(list)) : undefined;
  return of === undefined ? undefined : { of, argument: argumentNodes(p, list).indexOf(node) };
}

function emitNamed(p: Pass, node: number, chain: Chain): Reference | null {
  // Without a root, or behind an operation, no name is known that is used here.
  if (chain.root.in === "unknown" || (chain.path.length > 0 && typeof chain.path.at(-1) !== "string")) return null;
  if (chain.path.length === 0 && chain.root.in !== "free") return null;
  return emit(p, "value", node, chain);
}
