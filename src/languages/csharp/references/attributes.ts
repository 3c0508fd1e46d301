/** Attributes, and the conditions of preprocessor directives. */

import { typeRoot } from "../names/names.js";
import { nameParts } from "../names/syntax.js";
import { countArguments } from "./arguments.js";
import { emit } from "./emit.js";
import type { Pass } from "./pass.js";
import { claimNames, referType } from "./type-uses.js";

/** An attribute, which decorates the symbol behind it. */
export function visitAttribute(p: Pass, node: number): void {
  const { tree } = p;
  const name = tree.child(node, "name");
  if (name === -1) return;
  const [first, ...path] = nameParts(tree, name);
  const root = first === undefined ? null : typeRoot(p.names, first, 0, p.from);
  const count = countArguments(tree, tree.childOfType(node, "attribute_argument_list"));
  if (root !== null) emit(p, "decorator", name, { root, path }, count, attributeOwner(p, node));
  const end = tree.subtreeEnd(name);
  for (let inner = name; inner < end; inner++) {
    if (tree.type(inner) === "type_argument_list") referType(p, inner, "type", "type");
  }
  claimNames(p, name, true);
}

/** The symbol that an attribute is for. The attributes of a field stand before its name, where the field is not open yet. */
function attributeOwner(p: Pass, attribute: number): number {
  const { tree, nodes } = p;
  const declaration = tree.parent(tree.parent(attribute));
  const isField = declaration !== -1 && tree.type(declaration).endsWith("field_declaration");
  const next = nodes[p.next];
  const isBefore = next !== undefined && next.node < tree.subtreeEnd(declaration);
  return isField && isBefore ? p.next : p.from;
}

/** Claims the words of a directive's condition, which are not names of the program. */
export function claimCondition({ tree, claimed }: Pass, node: number): void {
  const condition = tree.child(node, "condition");
  if (condition !== -1) claimed.fill(1, condition, tree.subtreeEnd(condition));
}
