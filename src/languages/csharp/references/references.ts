/**
 * The uses of names in a C# file, in one pass over the tree in preorder. A handler that reads the names below its node claims them, and the pass
 * skips claimed nodes; every identifier that is left is an expression and gives one reference.
 */
import { lastOf } from "../../../base/need.js";
import type { Reference } from "../../../model/parse-result.js";
import type { SyntaxTree } from "../../syntax.js";
import { type Declarations, nodeOf } from "../declarations/pass.js";
import { passedValue } from "../expressions/chains.js";
import type { Names } from "../names/names.js";
import { claimArgumentName } from "./arguments.js";
import { claimCondition, visitAttribute, visitAttributeArgument } from "./attributes.js";
import { visitCall, visitConstructorInitializer, visitCreation, visitImplicitCreation } from "./calls.js";
import { visitReturn } from "./functions.js";
import { visitInnerInitializer, visitWith } from "./initializers.js";
import { visitMade } from "./made.js";
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

/** Reads one node. */
type Handler = (p: Pass, node: number, type: string) => void;

/** The handlers of nodes by type. `visitTyped` reads all others. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["identifier", visitName],
  ["generic_name", visitName],
  ["qualified_name", visitQualifiedName],
  ["alias_qualified_name", visitQualifiedName],
  ["element_access_expression", visitElementAccess],
  ["member_access_expression", visitMemberAccess],
  ["conditional_access_expression", visitMemberAccess],
  ["invocation_expression", visitCall],
  ["tuple_expression", visitMade],
  ["anonymous_object_creation_expression", visitMade],
  ["object_creation_expression", visitCreation],
  ["implicit_object_creation_expression", visitImplicitCreation],
  ["constructor_initializer", visitConstructorInitializer],
  ["argument", claimArgumentName],
  ["initializer_expression", visitInnerInitializer],
  ["with_expression", visitWith],
  ["variable_declaration", visitVariables],
  ["declaration_expression", visitVariable],
  ["declaration_pattern", visitVariable],
  ["recursive_pattern", visitVariable],
  ["var_pattern", visitVariable],
  ["catch_declaration", visitVariable],
  ["from_clause", visitVariable],
  ["join_clause", visitVariable],
  ["let_clause", visitRangeVariable],
  ["join_into_clause", visitRangeVariable],
  ["query_expression", declareContinuations],
  ["foreach_statement", visitForeach],
  ["tuple_pattern", visitTuplePattern],
  ["subpattern", claimMemberName],
  ["implicit_parameter", visitImplicitParameter],
  ["lambda_expression", visitFunction],
  ["anonymous_method_expression", visitFunction],
  ["accessor_declaration", visitAccessor],
  ["class_declaration", visitExtensionBlock],
  ["base_list", visitBases],
  ["explicit_interface_specifier", visitExplicitInterface],
  ["type_parameter_constraints_clause", claimConstrained],
  ["return_statement", visitReturn],
  ["binary_expression", visitOperator],
  ["prefix_unary_expression", visitOperator],
  ["assignment_expression", visitOperator],
  ["attribute", visitAttribute],
  ["attribute_argument", visitAttributeArgument],
  ["preproc_if", claimCondition],
  ["preproc_elif", claimCondition],
]);

/** Reads the references of a file, in the order of their first names. */
export function refer(tree: SyntaxTree, declarations: Declarations, names: Names): Reference[] {
  const p = createPass(tree, declarations, names);
  const { nodes, open, claimed, locals, bodies } = p;
  for (let node = 0; node < tree.size; node++) {
    while (nodeOf(p, p.from).end <= node) {
      open.pop();
      p.from = lastOf(open);
    }
    locals.leaveBefore(node);
    if (nodes[p.next]?.node === node) enterSymbol(p, p.next++);
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
    const handler = HANDLERS.get(type) ?? visitTyped;
    handler(p, node, type);
  }
  return p.references.map((reference) => withResult(reference, p.calls));
}
