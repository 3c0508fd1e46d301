/** Attributes, and the conditions of preprocessor directives. */
import type { TypeExpr } from "../../../model/parse-result.js";
import type { Chain } from "../../chain.js";
import { typeRoot } from "../names/names.js";
import { nameParts, simpleName } from "../names/syntax.js";
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
  if (root !== null)
    emit(p, "decorator", name, { root, path }, { argumentCount: count, source: attributeOwner(p, node) });
  const end = tree.subtreeEnd(name);
  for (let inner = name; inner < end; inner++) {
    if (tree.type(inner) === "type_argument_list") referType(p, inner, "type", "type");
  }
  claimNames(p, name, true);
}

/** An argument of an attribute: the name in `Name = value` is a property of it. */
export function visitAttributeArgument(p: Pass, node: number): void {
  const { tree } = p;
  const assignment = tree.childOfType(node, "assignment_expression");
  const property = assignment === -1 ? -1 : tree.child(assignment, "left");
  if (property === -1 || tree.type(property) !== "identifier") return;
  p.claimed[property] = 1;
  const attribute = tree.parent(tree.parent(node));
  const type = attributeType(p, attribute);
  if (type === null) return;
  const chain: Chain = { root: { in: "instance", type }, path: [simpleName(tree, property)] };
  emit(p, "value", property, chain, { source: attributeOwner(p, attribute) });
}

/** The type of an attribute: `FactAttribute` for `[Fact]`, as nearly all are named. */
function attributeType(p: Pass, attribute: number): TypeExpr | null {
  const name = p.tree.child(attribute, "name");
  const parts = name === -1 ? [] : nameParts(p.tree, name);
  const last = parts.pop();
  if (last === undefined) return null;
  const [first = last, ...path] = [...parts, last.endsWith("Attribute") ? last : `${last}Attribute`];
  const root = typeRoot(p.names, first, 0, p.from);
  return root === null ? null : { kind: "named", root, path };
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
