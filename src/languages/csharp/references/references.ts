/**
 * The uses of names in a C# file, in one pass over the tree in preorder. A handler that reads the names below its node claims them, and the pass
 * skips claimed nodes; every identifier that is left is an expression and gives one reference.
 */
import type { Reference } from "../../../model/parse-result.js";
import type { SyntaxTree } from "../../syntax.js";
import type { Declarations } from "../declarations/pass.js";
import { isExtensionBlock } from "../declarations/signatures.js";
import { passedValue } from "../expressions/chains.js";
import type { Names } from "../names/names.js";
import { claimCondition, visitAttribute } from "./attributes.js";
import { visitCall, visitConstructorInitializer, visitCreation, visitImplicitCreation } from "./calls.js";
import { visitReturn } from "./functions.js";
import { claimInitializer, visitWith } from "./initializers.js";
import { visitElementAccess, visitMemberAccess, visitName, visitQualifiedName } from "./names.js";
import { visitOperator } from "./operators.js";
import {
  claimConstrained,
  visitAccessor,
  visitExtensionBlock,
  visitFunction,
  visitImplicitParameter,
} from "./parameters.js";
import { createPass, type Pass } from "./pass.js";
import { claimMemberName } from "./patterns.js";
import { withResult } from "./results.js";
import { enterSymbol, visitBases } from "./symbols.js";
import { visitExplicitInterface, visitTyped } from "./type-uses.js";
import {
  declareContinuations,
  visitForeach,
  visitRangeVariable,
  visitTuplePattern,
  visitVariable,
  visitVariables,
} from "./variables.js";

/** Nodes that are scopes of locals. */
const SCOPES: ReadonlySet<string> = new Set([
  "block",
  "for_statement",
  "foreach_statement",
  "using_statement",
  "fixed_statement",
  "lambda_expression",
  "anonymous_method_expression",
  "catch_clause",
  "switch_section",
  "switch_expression_arm",
  "query_expression",
  "accessor_declaration",
]);

/** Nodes without any reference. */
const SKIPPED: ReadonlySet<string> = new Set([
  "using_directive",
  "extern_alias_directive",
  "type_parameter_list",
  "preproc_pragma",
  "preproc_line",
  "preproc_nullable",
  "preproc_region",
  "preproc_endregion",
  "preproc_define",
  "preproc_undef",
  "attribute_target_specifier",
  "goto_statement",
]);

/** Reads the references of a file, in the order of their first names. */
export function refer(tree: SyntaxTree, declarations: Declarations, names: Names): Reference[] {
  const p = createPass(tree, declarations, names);
  const { nodes, open, claimed, locals, bodies } = p;
  for (let node = 0; node < tree.size; node++) {
    while (nodes[open[open.length - 1]!]!.end <= node) {
      open.pop();
      p.from = open[open.length - 1]!;
    }
    locals.leaveBefore(node);
    if (p.next < nodes.length && nodes[p.next]!.node === node) enterSymbol(p, p.next++);
    if (!tree.isNamed(node)) continue;
    const type = tree.type(node);
    if (SKIPPED.has(type)) {
      node = tree.subtreeEnd(node) - 1;
      continue;
    }
    const given = bodies.get(node);
    if (given !== undefined) Object.assign(given, passedValue(p, node));
    if (claimed[node] === 1) continue;
    if (SCOPES.has(type)) locals.enter(tree.subtreeEnd(node), false);
    visit(p, node, type);
  }
  return p.references.map((reference) => withResult(reference, p.calls));
}

/** Hands a node to the handler of its type. */
function visit(p: Pass, node: number, type: string): void {
  const { tree, claimed } = p;
  switch (type) {
    case "identifier":
    case "generic_name":
      visitName(p, node, type);
      return;
    case "element_access_expression":
      visitElementAccess(p, node);
      return;
    case "member_access_expression":
    case "conditional_access_expression":
      visitMemberAccess(p, node, type);
      return;
    case "invocation_expression":
      visitCall(p, node);
      return;
    case "object_creation_expression":
      visitCreation(p, node);
      return;
    case "implicit_object_creation_expression":
      visitImplicitCreation(p, node);
      return;
    case "initializer_expression": {
      // An initializer inside another: the outer one, of an unknown object, has left it.
      if (tree.type(tree.parent(node)) === "assignment_expression") claimInitializer(p, node);
      return;
    }
    case "with_expression":
      visitWith(p, node);
      return;
    case "variable_declaration":
      visitVariables(p, node);
      return;
    case "declaration_expression":
    case "declaration_pattern":
    case "recursive_pattern":
    case "var_pattern":
    case "catch_declaration":
    case "from_clause":
    case "join_clause":
      visitVariable(p, node, type);
      return;
    case "let_clause":
    case "join_into_clause":
      visitRangeVariable(p, node, type);
      return;
    case "query_expression":
      declareContinuations(p, node);
      return;
    case "subpattern":
      claimMemberName(p, node);
      return;
    case "foreach_statement":
      visitForeach(p, node);
      return;
    case "implicit_parameter":
      visitImplicitParameter(p, node);
      return;
    case "lambda_expression":
    case "anonymous_method_expression":
      visitFunction(p, node);
      return;
    case "accessor_declaration":
      visitAccessor(p, node);
      return;
    case "class_declaration":
      if (isExtensionBlock(tree, node)) visitExtensionBlock(p, node);
      return;
    case "base_list":
      visitBases(p, node);
      return;
    case "constructor_initializer":
      visitConstructorInitializer(p, node);
      return;
    case "return_statement":
      visitReturn(p, node);
      return;
    case "binary_expression":
    case "prefix_unary_expression":
    case "assignment_expression":
      visitOperator(p, node);
      return;
    case "attribute":
      visitAttribute(p, node);
      return;
    case "attribute_argument":
      // The name in `Name = value` is a property of the attribute.
      claimInitializer(p, node);
      return;
    case "argument": {
      const name = tree.child(node, "name");
      if (name !== -1) claimed[name] = 1;
      return;
    }
    case "type_parameter_constraints_clause":
      claimConstrained(p, node);
      return;
    case "explicit_interface_specifier":
      visitExplicitInterface(p, node);
      return;
    case "preproc_if":
    case "preproc_elif":
      claimCondition(p, node);
      return;
    case "tuple_pattern":
      visitTuplePattern(p, node);
      return;
    case "qualified_name":
    case "alias_qualified_name":
      visitQualifiedName(p, node);
      return;
    default:
      visitTyped(p, node, type);
  }
}
