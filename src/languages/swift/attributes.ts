/** Visits attributes with their arguments, and the key paths of Objective-C. */
import { expect } from "./expressions.js";
import { instanceOf, type Pass, refer } from "./pass.js";
import { nameText } from "./reading.js";
import { type Expression, follow, isUnknown, UNKNOWN_EXPRESSION } from "./scope.js";
import { visitType } from "./type-uses.js";
import { libraryType } from "./types.js";
import { attributeValues, keyPathFrom, keyPathRoot } from "./wrappers.js";

type Visit = (pass: Pass, node: number) => void;

/** An attribute whose name is that of a type: a property wrapper, a result builder, a macro. Those of the language begin with a small letter. */
export function visitAttribute(pass: Pass, node: number, visit: Visit): void {
  const { tree } = pass;
  const name = tree.childOfType(node, "user_type");
  if (name < 0 || !/^\p{Lu}/u.test(tree.text(name))) return;
  visitType(pass, name, "decorator");
  const root = keyPathRoot(tree, tree.text(name));
  for (const value of attributeValues(tree, node)) {
    if (root !== undefined) expect(pass, value, keyPathFrom(root));
    visit(pass, value);
  }
}

/** `#keyPath(Order.customer.name)`: a type, then members of its values. */
export function visitKeyPathString(pass: Pass, node: number, visit: Visit): Expression {
  const { tree } = pass;
  if (node < 0 || tree.type(node) !== "navigation_expression") {
    if (node >= 0) visit(pass, node);
    const name = node >= 0 && tree.type(node) === "simple_identifier" ? nameText(tree, node) : "";
    return /^\p{Lu}/u.test(name) ? instanceOf(libraryType(name)) : UNKNOWN_EXPRESSION;
  }
  const before = visitKeyPathString(pass, tree.child(node, "target"), visit);
  const suffix = tree.child(node, "suffix");
  if (isUnknown(before) || suffix < 0) return UNKNOWN_EXPRESSION;
  const value = follow(before, nameText(tree, tree.child(suffix, "suffix")));
  refer(pass, "value", tree.startLine(suffix), value);
  return value;
}
