/** Visits attributes with their arguments, and the key paths of Objective-C. */
import type { SyntaxTree } from "../syntax.js";
import { type ArgumentNode, expect } from "./expressions.js";
import { instanceOf, type Pass, refer } from "./pass.js";
import { nameText } from "./reading.js";
import { type Expression, follow, isUnknown, UNKNOWN_EXPRESSION } from "./scope.js";
import { visitType } from "./type-uses.js";
import { libraryType } from "./types.js";
import { attributeArguments, keyPathFrom, keyPathRoot } from "./wrappers.js";

type Visit = (pass: Pass, node: number) => void;
type VisitArguments = (pass: Pass, of: number, given: readonly ArgumentNode[]) => void;

/** An attribute whose name is that of a type: a property wrapper, a result builder, a macro. Those of the language begin with a small letter. */
export function visitAttribute(pass: Pass, node: number, visit: Visit, visitArguments: VisitArguments): void {
  const { tree } = pass;
  const name = tree.childOfType(node, "user_type");
  if (name < 0 || !/^\p{Lu}/u.test(tree.text(name))) return;
  visitType(pass, name, "decorator");
  const root = keyPathRoot(tree, tree.text(name));
  const given = attributeArguments(tree, node);
  if (root === undefined && given.length > 0 && isOfProperty(tree, node)) {
    visitArguments(pass, addWrapperCall(pass, name, given), given);
    return;
  }
  for (const { value } of given) {
    if (root !== undefined) expect(pass, value, keyPathFrom(root));
    visit(pass, value);
  }
}

/** `@Clamped(to: 1...9) var volume` calls the initialiser of the wrapper. */
function addWrapperCall(pass: Pass, name: number, given: readonly ArgumentNode[]): number {
  const { tree } = pass;
  const [first = "", ...path] = tree.text(name).replace(/<.*$/s, "").split(".");
  const argumentNames = given.map(({ label }) => label);
  const called: Expression = { root: { in: "free", name: first }, path };
  return refer(pass, "call", tree.endLine(name), called, { argumentCount: given.length, argumentNames });
}

function isOfProperty(tree: SyntaxTree, attribute: number): boolean {
  return tree.type(tree.parent(tree.parent(attribute))) === "property_declaration";
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
