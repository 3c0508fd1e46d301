/** Arguments of calls. */
import type { SyntaxTree } from "../../syntax.js";
import { simpleName } from "../names/syntax.js";
import { readArgument } from "./functions.js";
import type { Pass } from "./pass.js";

/** Adds its arguments to the reference of a call or index, if it gave one. `before` is that reference's number. */
export function addArguments(p: Pass, node: number, list: number, before: number): void {
  const { tree } = p;
  const reference = p.references[before];
  if (reference === undefined) return;
  p.calls.set(node, before);
  if (list === -1) return;
  const given = tree.children(list).filter((child) => tree.type(child) === "argument");
  const values = given.map((each) => readArgument(p, tree.children(each).at(-1) ?? -1));
  if (values.some((value) => value !== null)) reference.arguments = values;
  const named = argumentNames(tree, list);
  if (named.length > 0) reference.argumentNames = named;
}

/** The number of arguments in a list; 0 without a list. */
export function countArguments(tree: SyntaxTree, list: number): number {
  if (list === -1) return 0;
  let count = 0;
  for (let child = tree.firstChild(list); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if (type === "argument" || type === "attribute_argument") count++;
  }
  return count;
}

/** The names of the last arguments in a list, as far as they have some. */
function argumentNames(tree: SyntaxTree, list: number): string[] {
  if (list === -1) return [];
  const given = tree.namedChildren(list).map((argument) => tree.child(argument, "name"));
  // A named argument that is followed by one without a name stands in its parameter's place.
  return given.slice(given.lastIndexOf(-1) + 1).map((name) => simpleName(tree, name));
}

/** Claims the name of a named argument. */
export function claimArgumentName({ tree, claimed }: Pass, node: number): void {
  const name = tree.child(node, "name");
  if (name !== -1) claimed[name] = 1;
}
