/** Local variables of Java, wherever one is declared. */
import type { TypeExpr } from "../../model/parse-result.js";
import { EACH, itemStep } from "../../model/steps.js";
import { type Chain, ofType, stepped, UNKNOWN } from "../chain.js";
import { isTypeNode, parameterName, parametersOf } from "./declarations.js";
import { chainOf } from "./expressions.js";
import type { Pass } from "./pass.js";
import { arrayOf, dimensionsOf, typeAt, typeOfDeclarator, typeOfParameterAt } from "./types.js";

/** Fields of nodes that declare a name or a label, by the node. */
const DECLARED_NAMES: ReadonlySet<string> = new Set([
  "class_declaration",
  "interface_declaration",
  "enum_declaration",
  "record_declaration",
  "annotation_type_declaration",
  "annotation_type_element_declaration",
  "method_declaration",
  "constructor_declaration",
  "compact_constructor_declaration",
  "enum_constant",
  "variable_declarator",
  "formal_parameter",
  "catch_formal_parameter",
  "enhanced_for_statement",
  "resource",
  "instanceof_expression",
]);

/** Claims the names that a node declares: they are not uses. */
export function claimDeclared({ tree, claimed }: Pass, node: number, type: string): void {
  if (DECLARED_NAMES.has(type)) claim(tree.child(node, "name"), claimed);
  else if (type === "labeled_statement" || type === "break_statement" || type === "continue_statement")
    claim(tree.childOfType(node, "identifier"), claimed);
  else if (type === "element_value_pair") claim(tree.child(node, "key"), claimed);
}

function claim(node: number, claimed: Uint8Array): void {
  if (node !== -1) claimed[node] = 1;
}

/** Declares the locals of a node. */
export function declareVariables(p: Pass, node: number, type: string): void {
  const { tree, declarations } = p;
  switch (type) {
    case "method_declaration":
    case "constructor_declaration":
      declareParameters(p, tree.child(node, "parameters"));
      break;
    case "compact_constructor_declaration":
      declareParameters(p, tree.child(tree.parent(tree.parent(node)), "parameters"));
      break;
    case "local_variable_declaration":
      for (const declarator of tree.children(node)) {
        if (tree.type(declarator) !== "variable_declarator") continue;
        const value = tree.child(declarator, "value");
        declareTyped(p, tree.child(declarator, "name"), typeOfDeclarator(declarations, declarator, p.from), () =>
          chainOf(p, value),
        );
      }
      break;
    case "enhanced_for_statement": {
      const value = tree.child(node, "value");
      const written = typeAt(declarations, tree.child(node, "type"), p.from);
      const dimensions = dimensionsOf(tree, tree.child(node, "dimensions"));
      const name = tree.child(node, "name");
      declareTyped(p, name, written === null ? null : arrayOf(written, dimensions), () =>
        stepped(chainOf(p, value), EACH),
      );
      break;
    }
    case "resource": {
      const value = tree.child(node, "value");
      const name = tree.child(node, "name");
      if (name !== -1)
        declareTyped(p, name, typeAt(declarations, tree.child(node, "type"), p.from), () => chainOf(p, value));
      break;
    }
    case "catch_formal_parameter":
      declareTyped(
        p,
        tree.child(node, "name"),
        typeAt(declarations, tree.childOfType(node, "catch_type"), p.from),
        () => UNKNOWN,
      );
      break;
    case "instanceof_expression": {
      const name = tree.child(node, "name");
      if (name !== -1)
        declareTyped(p, name, typeAt(declarations, tree.child(node, "right"), p.from), () =>
          chainOf(p, tree.child(node, "left")),
        );
      break;
    }
    case "type_pattern":
      declarePattern(p, node, p.subjects.at(-1) ?? UNKNOWN);
      break;
    case "record_pattern":
      declareRecord(p, node);
      break;
  }
}

function declareParameters(p: Pass, list: number): void {
  if (list === -1) return;
  for (const parameter of parametersOf(p.tree, list)) {
    const name = parameterName(p.tree, parameter);
    declareTyped(p, name, typeOfParameterAt(p.declarations, parameter, p.from), () => UNKNOWN);
  }
}

function declareTyped(p: Pass, name: number, type: TypeExpr | null, value: () => Chain): void {
  if (name === -1) return;
  p.claimed[name] = 1;
  p.locals.declare(p.tree.text(name), type === null ? value() : ofType(type));
}

/** `Circle c` in a pattern. */
function declarePattern(p: Pass, node: number, value: Chain): void {
  const { tree, declarations } = p;
  const children = tree.namedChildren(node);
  const type = children.find((child) => isTypeNode(tree.type(child))) ?? -1;
  const name = children.find((child) => tree.type(child) === "identifier") ?? -1;
  declareTyped(p, name, typeAt(declarations, type, p.from), () => value);
}

/** `Point(int x, var y)`: the components are taken from the record by their numbers. */
function declareRecord(p: Pass, node: number): void {
  const { tree, declarations, claimed } = p;
  const [typeNode] = tree.namedChildren(node);
  const body = tree.childOfType(node, "record_pattern_body");
  if (typeNode === undefined || body === -1) return;
  const record = ofType(typeAt(declarations, typeNode, p.from));
  // The grammar has the name of the record as an identifier: the use of a type.
  if (tree.type(typeNode) === "identifier") {
    claimed[typeNode] = 1;
    const root = { in: "free" as const, name: tree.text(typeNode) };
    p.references.push({
      kind: "type",
      from: p.from,
      line: tree.startLine(typeNode),
      root,
      path: [],
      argumentCount: null,
    });
  }
  tree.namedChildren(body).forEach((component, index) => {
    if (tree.type(component) === "record_pattern_component")
      declarePattern(p, component, stepped(record, itemStep(index)));
  });
}
