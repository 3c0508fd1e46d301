/**
 * The first pass: symbols, scopes, imports and exports.
 *
 * Walks the nodes in preorder without recursion. A handler looks at one node, binds the names it declares, and opens a region for
 * what stands inside it; nodes inside errors are handled like any others, so what stands there is found as well.
 */
import type { Analysis } from "./analysis.js";
import { closeUnclosed, lostDeclaration } from "./broken.js";
import { classDeclaration, field, method, staticBlock, thisField } from "./classes.js";
import { noteComment } from "./doc.js";
import { functionDeclaration, functionExpression, functionType, noteThis } from "./functions.js";
import { heldObject } from "./held-objects.js";
import { jsdocImports, jsdocTypedefs } from "./jsdoc-declarations.js";
import { assignment, exportStatement, globalAssignment, importAlias, importCall, importStatement } from "./modules.js";
import { assigned, cases, condition, narrow } from "./narrow.js";
import {
  ambientDeclaration,
  callSignature,
  conditionalType,
  constructSignature,
  enumDeclaration,
  indexSignature,
  inferType,
  interfaceDeclaration,
  namespace,
  typeAlias,
} from "./type-declarations.js";
import { block, catchClause, forIn, pair, variable } from "./variables.js";

/** Reads all declarations of the tree into the analysis. */
export function declareAll(a: Analysis): void {
  const { tree } = a;
  const { open } = a;
  for (let node = 1; node < tree.size; node++) {
    while (node >= a.current.end && open.length > 1) {
      open.pop();
      a.current = open.at(-1)!;
    }
    if (tree.subtreeEnd(node) > node + 1) {
      if (a.narrowings.size > 0 && a.narrowings.has(node)) narrow(a, node);
      if (a.hasErrors) closeUnclosed(a, node);
      handlers.get(tree.type(node))?.(a, node);
    } else if (tree.type(node) === "comment") {
      noteComment(a, node);
      if (a.isJavaScript) jsdocImports(a, tree.text(node), tree.startLine(node));
      jsdocTypedefs(a, node);
    } else if (tree.type(node) === "this") {
      noteThis(a);
    } else if (a.hasErrors) lostDeclaration(a, node);
  }
}

type Handler = (a: Analysis, node: number) => void;

const handlers = new Map<string, Handler>([
  ["decorator", decorator],
  ["function_declaration", functionDeclaration],
  ["generator_function_declaration", functionDeclaration],
  ["function_signature", functionDeclaration],
  ["arrow_function", functionExpression],
  ["function_expression", functionExpression],
  ["generator_function", functionExpression],
  ["class_declaration", classDeclaration],
  ["abstract_class_declaration", classDeclaration],
  ["class", classDeclaration],
  ["method_definition", method],
  ["method_signature", method],
  ["abstract_method_signature", method],
  ["public_field_definition", field],
  ["field_definition", field],
  ["property_signature", field],
  ["class_static_block", staticBlock],
  ["interface_declaration", interfaceDeclaration],
  ["type_alias_declaration", typeAlias],
  ["enum_declaration", enumDeclaration],
  ["internal_module", namespace],
  ["module", namespace],
  ["ambient_declaration", ambientDeclaration],
  ["variable_declarator", variable],
  ["object", heldObject],
  ["pair", pair],
  ["expression_statement", thisField],
  ["statement_block", block],
  ["if_statement", condition],
  ["while_statement", condition],
  ["ternary_expression", condition],
  ["binary_expression", condition],
  ["switch_statement", cases],
  ["for_statement", block],
  ["for_in_statement", both(assigned, forIn)],
  ["switch_body", block],
  ["catch_clause", catchClause],
  ["function_type", functionType],
  ["constructor_type", functionType],
  ["call_signature", callSignature],
  ["construct_signature", constructSignature],
  ["index_signature", indexSignature],
  ["conditional_type", conditionalType],
  ["infer_type", inferType],
  ["jsx_element", jsxElement],
  ["jsx_self_closing_element", jsxElement],
  ["import_statement", importStatement],
  ["import_alias", importAlias],
  ["export_statement", exportStatement],
  ["call_expression", importCall],
  ["assignment_expression", both(assigned, assignment)],
  ["augmented_assignment_expression", both(assigned, globalAssignment)],
  ["update_expression", assigned],
]);

function both(one: Handler, other: Handler): Handler {
  return (a, node) => {
    one(a, node);
    other(a, node);
  };
}

function decorator(a: Analysis, node: number): void {
  const start = a.tree.start(node);
  const between = a.source.slice(a.decorators.end, start);
  a.decorators = {
    start: a.decorators.end > 0 && between.trim() === "" ? a.decorators.start : start,
    end: a.tree.end(node),
  };
}

/** Notes which symbol has JSX in it; for methods also their class. */
function jsxElement(a: Analysis): void {
  const index = a.current.symbol;
  if (index === 0) return;
  a.withJsx.add(index);
  const { kind, name, parent } = a.symbols[index]!;
  if (kind === "method" && name === "render") a.withJsx.add(parent);
}
