/** The references of a Java file: one walk over its syntax tree, in the order of the source. */
import { nth } from "../../base/need.js";
import type { Reference } from "../../model/parse-result.js";
import { callPlaces } from "../call-places.js";
import { createLocals } from "../locals.js";
import { symbolOf } from "../symbol-of.js";
import { referAnnotation } from "./annotations.js";
import { beginCall, isCall } from "./calls.js";
import type { Declarations } from "./declarations.js";
import { chainOf } from "./expressions.js";
import { endLambda, enterLambda, readReturn } from "./lambdas.js";
import { referName } from "./names.js";
import type { Pass } from "./pass.js";
import { referHeritage, referType } from "./type-uses.js";
import { claimDeclared, declareVariables } from "./variables.js";

/** A node whose end the walk waits for. */
interface Open {
  end: number;
  from: number;
  mark: number;
  lambda: number;
  isSwitch: boolean;
}

/** Nodes whose locals are not seen behind them. */
const SCOPES: ReadonlySet<string> = new Set([
  "block",
  "constructor_body",
  "class_body",
  "interface_body",
  "enum_body",
  "annotation_type_body",
  "lambda_expression",
  "for_statement",
  "enhanced_for_statement",
  "try_with_resources_statement",
  "catch_clause",
  "switch_rule",
  "switch_block_statement_group",
  "method_declaration",
  "constructor_declaration",
  "compact_constructor_declaration",
  "switch_expression",
]);

/** Reads the references of a file. */
export function refer(declarations: Declarations): Reference[] {
  const { tree, symbolAt } = declarations;
  const { references, callAt } = callPlaces(tree, (node) => isCall(tree, node));
  const p: Pass = {
    tree,
    declarations,
    references,
    callAt,
    locals: createLocals(),
    from: 0,
    claimed: new Uint8Array(tree.size),
    subjects: [],
  };
  const open: Open[] = [];
  for (let node = 1; node < tree.size; node++) {
    for (let last = open.at(-1); last !== undefined && node >= last.end; last = open.at(-1)) close(p, open);
    const type = tree.type(node);
    if (type === "package_declaration" || type === "import_declaration") {
      node = tree.subtreeEnd(node) - 1;
      continue;
    }
    const symbol = symbolAt.get(node);
    const isSwitch = type === "switch_expression" || type === "switch_statement";
    if (symbol !== undefined || isSwitch || SCOPES.has(type)) {
      const lambda = type === "lambda_expression" ? node : -1;
      open.push({ end: tree.subtreeEnd(node), from: p.from, mark: p.locals.enter(), lambda, isSwitch });
      if (isSwitch) p.subjects.push(chainOf(p, tree.child(node, "condition")));
      if (symbol !== undefined && type !== "package_declaration") p.from = symbol;
    }
    visit(p, node, type);
  }
  while (open.length > 0) close(p, open);
  return references;
}

function close(p: Pass, open: Open[]): void {
  const last = open.pop();
  if (last === undefined) return;
  if (last.lambda !== -1) endLambda(p, last.lambda);
  if (last.isSwitch) p.subjects.pop();
  p.locals.leave(last.mark);
  p.from = last.from;
}

function visit(p: Pass, node: number, type: string): void {
  const { claimed } = p;
  if (p.callAt.has(node)) beginCall(p, node, type);
  switch (type) {
    case "lambda_expression":
      enterLambda(p, node);
      break;
    case "return_statement":
      readReturn(p, node);
      break;
    case "class_body":
    case "enum_body":
      hideByFields(p, node);
      break;
    case "superclass":
    case "super_interfaces":
    case "extends_interfaces":
      referHeritage(p, node, type);
      break;
    case "marker_annotation":
    case "annotation":
      referAnnotation(p, node);
      break;
    case "type_identifier":
    case "scoped_type_identifier":
      if (claimed[node] !== 1) referType(p, node);
      break;
    case "identifier":
    case "field_access":
    case "method_reference":
      if (claimed[node] !== 1) referName(p, node, type);
      break;
    default:
      claimDeclared(p, node, type);
      declareVariables(p, node, type);
  }
}

/** In a type inside a function, the fields of the type hide the locals around it. */
function hideByFields(p: Pass, body: number): void {
  const { declarations, locals } = p;
  if (locals.enter() === 0) return;
  const { symbols } = declarations;
  for (let index = p.from + 1; index < symbols.length; index++) {
    const symbol = symbolOf(declarations, index);
    if (nth(declarations.nodes, index) >= p.tree.subtreeEnd(body)) break;
    if (symbol.parent === p.from && /^(?:field|constant|property)$/.test(symbol.kind))
      locals.declare(symbol.name, null);
  }
}
