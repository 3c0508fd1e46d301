/**
 * The first pass: finds symbols, scopes, imports and exports.
 *
 * It walks the nodes in preorder without recursion. A handler looks at one node, binds the names that the node declares, and opens a region for
 * its inside. Nodes inside errors are handled like any others, so that declarations in them are found as well.
 */
import { lastOf } from "../../base/need.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis } from "./analysis.js";
import { closeUnclosedRegions, recoverDeclaration } from "./broken.js";
import { visitClass, visitExpressionStatement, visitField, visitMethod, visitStaticBlock } from "./classes.js";
import { noteComment } from "./doc.js";
import { noteThis, visitFunctionDeclaration, visitFunctionExpression, visitFunctionType } from "./functions.js";
import { visitObject } from "./held-objects.js";
import { declareJsdocImports, declareTypedefs } from "./jsdoc-declarations.js";
import {
  noteGlobalAssignment,
  visitAssignment,
  visitExportStatement,
  visitImportAlias,
  visitImportCall,
  visitImportStatement,
} from "./modules.js";
import { noteAssigned, openNarrowing, visitCondition, visitSwitch } from "./narrow.js";
import { openRegion } from "./regions.js";
import {
  visitAmbientDeclaration,
  visitCallSignature,
  visitConditionalType,
  visitConstructSignature,
  visitEnum,
  visitIndexSignature,
  visitInferType,
  visitInterface,
  visitNamespace,
  visitTypeAlias,
} from "./type-declarations.js";
import { visitBlock, visitCatchClause, visitForIn, visitPair, visitVariable } from "./variables.js";

/** Reads all declarations of the tree into the analysis. */
export function declareAll(a: Analysis): void {
  const { tree } = a;
  const { open } = a;
  for (let node = 1; node < tree.size; node++) {
    while (node >= a.current.end && open.length > 1) {
      open.pop();
      a.current = lastOf(open);
    }
    if (tree.subtreeEnd(node) > node + 1) {
      if (a.narrowings.size > 0) openNarrowing(a, node);
      if (a.hasErrors) closeUnclosedRegions(a, node);
      a.additions?.visitors.get(tree.type(node))?.(a, node);
      handlers.get(tree.type(node))?.(a, node);
    } else if (tree.type(node) === "comment") {
      noteComment(a, node);
      if (a.isJavaScript) declareJsdocImports(a, tree.text(node), tree.startLine(node));
      declareTypedefs(a, node);
    } else if (tree.type(node) === "this") {
      noteThis(a);
    } else if (a.hasErrors) recoverDeclaration(a, node);
  }
}

type Handler = (a: Analysis, node: number) => void;

/** The handler of each type of node. */
const handlers = new Map<string, Handler>([
  ["decorator", visitDecorator],
  ["function_declaration", visitFunctionDeclaration],
  ["generator_function_declaration", visitFunctionDeclaration],
  ["function_signature", visitFunctionDeclaration],
  ["arrow_function", visitFunctionExpression],
  ["function_expression", visitFunctionExpression],
  ["generator_function", visitFunctionExpression],
  ["class_declaration", visitClass],
  ["abstract_class_declaration", visitClass],
  ["class", visitClass],
  ["method_definition", visitMethod],
  ["method_signature", visitMethod],
  ["abstract_method_signature", visitMethod],
  ["public_field_definition", visitField],
  ["field_definition", visitField],
  ["property_signature", visitField],
  ["class_static_block", visitStaticBlock],
  ["interface_declaration", visitInterface],
  ["type_alias_declaration", visitTypeAlias],
  ["enum_declaration", visitEnum],
  ["internal_module", visitNamespace],
  ["module", visitNamespace],
  ["ambient_declaration", visitAmbientDeclaration],
  ["variable_declarator", visitVariable],
  ["object", visitObject],
  ["pair", visitPair],
  ["expression_statement", visitExpressionStatement],
  ["statement_block", visitBlock],
  ["if_statement", visitCondition],
  ["while_statement", visitCondition],
  ["ternary_expression", visitCondition],
  ["binary_expression", visitCondition],
  ["switch_statement", visitSwitch],
  ["for_statement", visitBlock],
  ["for_in_statement", inTurn(noteAssigned, visitForIn)],
  ["switch_body", visitBlock],
  ["catch_clause", visitCatchClause],
  ["function_type", visitFunctionType],
  ["constructor_type", visitFunctionType],
  ["call_signature", visitCallSignature],
  ["construct_signature", visitConstructSignature],
  ["index_signature", visitIndexSignature],
  ["conditional_type", visitConditionalType],
  ["infer_type", visitInferType],
  ["jsx_element", visitJsxElement],
  ["jsx_self_closing_element", visitJsxElement],
  ["import_statement", visitImportStatement],
  ["import_alias", visitImportAlias],
  ["export_statement", visitExportStatement],
  ["call_expression", visitImportCall],
  ["assignment_expression", inTurn(noteAssigned, visitAssignment)],
  ["augmented_assignment_expression", inTurn(noteAssigned, noteGlobalAssignment)],
  ["update_expression", noteAssigned],
]);

/** Makes one handler of two. */
function inTurn(one: Handler, other: Handler): Handler {
  return (a, node) => {
    one(a, node);
    other(a, node);
  };
}

/** Extends the last run of decorators, or begins a new one. */
function visitDecorator(a: Analysis, node: number): void {
  const start = a.tree.start(node);
  const between = a.source.slice(a.decorators.end, start);
  a.decorators = {
    start: a.decorators.end > 0 && between.trim() === "" ? a.decorators.start : start,
    end: a.tree.end(node),
  };
  // The names in `@Module({ imports: [Users] }) export class App {}` are used by the class, whose declaration follows.
  if (a.tree.type(a.tree.parent(node)) === "export_statement")
    openRegion(a, node, { isContainer: a.current.isContainer });
}

/** Marks the symbol around as one with JSX; for a `render` method also its class. */
function visitJsxElement(a: Analysis): void {
  const index = a.current.symbol;
  if (index === 0) return;
  a.withJsx.add(index);
  const { kind, name, parent } = symbolOf(a, index);
  if (kind === "method" && name === "render") a.withJsx.add(parent);
}
