/**
 * The second pass: adds a reference for each use of a name. A name is bound as far as the file itself can tell; see `Root`.
 *
 * A use starts at the innermost name of an expression (`a` of `a.b.c()`) and ends at the outermost member access. An expression that does not start
 * with a name (`f().b()`) starts at its member access.
 */
import { lastOf } from "../../../base/need.js";
import type { Root } from "../../../model/parse-result.js";
import { symbolOf } from "../../symbol-of.js";
import { type Analysis, type Region, selfOf } from "../analysis.js";
import { jsdocImplements } from "../jsdoc.js";
import { jsdocTypeName } from "../jsdoc-types.js";
import { resolveName } from "../names.js";
import { firstNamed } from "../syntax-helpers.js";
import { visitTag } from "./attributes.js";
import { addChain, addResolvedChain } from "./chain.js";
import type { Pass } from "./emit.js";
import { visitObject } from "./keys.js";
import {
  addNamelessCall,
  isNamedSubscript,
  isNamelessCallee,
  visitModuleRequest,
  visitNamelessMember,
} from "./nameless.js";
import {
  addNarrowedProperty,
  addPatternProperty,
  countHiddenNames,
  visitAssignedPattern,
  visitPatternPair,
} from "./patterns.js";
import { visitNamespaceName, visitTypeIdentifier } from "./type-uses.js";

/** Names that are not references. */
const NO_REFERENCE = new Set([
  ..."undefined NaN Infinity arguments".split(" "),
  // Keywords that a syntax error turned into names.
  ..."break case class const default else enum export extends finally for function if import in new return super switch this throw try var while".split(
    " ",
  ),
]);

const COMPONENT_TYPES =
  /^(?:React\.)?(?:FC|FunctionComponent|VFC|ComponentType|Component|PureComponent|ForwardRefExoticComponent)$/;

/** Adds the references of the whole tree to the analysis. */
export function addReferences(a: Analysis): void {
  const { tree, regions } = a;
  const [top] = regions;
  const open: Region[] = [top];
  const pass: Pass = { region: top, acceptsUntil: 0 };
  let next = 1;
  for (let node = 1; node < tree.size; node++) {
    while (open.length > 1 && node >= pass.region.end) {
      open.pop();
      pass.region = lastOf(open);
    }
    for (let region = regions[next]; region?.start === node; region = regions[++next]) {
      open.push(region);
      pass.region = region;
    }
    // Half of all nodes are punctuation and keywords, which refer to nothing.
    if (tree.isNamed(node)) visitNode(a, pass, node);
  }
}

/** Adds what a node refers to. */
function visitNode(a: Analysis, pass: Pass, node: number): void {
  const { tree } = a;
  switch (tree.type(node)) {
    case "identifier":
      if (a.isName[node] === 0) visitIdentifier(a, pass, node);
      break;
    case "type_identifier":
      if (a.isName[node] === 0) visitTypeIdentifier(a, pass, node);
      break;
    case "shorthand_property_identifier":
      if (a.isName[node] === 0)
        addResolvedChain(a, pass, node, resolveName(a, pass.region.scope, tree.text(node), "value"));
      break;
    case "shorthand_property_identifier_pattern":
      if (a.isName[node] === 0)
        addResolvedChain(a, pass, node, resolveName(a, pass.region.scope, tree.text(node), "value"));
      else addPatternProperty(a, pass, node, node, []);
      break;
    case "object":
      visitObject(a, pass, node);
      break;
    case "assignment_expression":
      visitAssignedPattern(a, pass, node);
      break;
    case "pair_pattern":
      visitPatternPair(a, pass, node);
      break;
    case "this":
      visitThis(a, pass, node);
      break;
    case "super":
      visitSuper(a, pass, node);
      break;
    case "member_expression":
      visitNamelessMember(a, pass, node);
      break;
    case "subscript_expression":
      if (isNamedSubscript(a, node)) visitNamelessMember(a, pass, node);
      break;
    case "call_expression": {
      const request = a.importAt.get(node);
      if (request !== undefined) visitModuleRequest(a, pass, node, request);
      else if (isNamelessCallee(a, node, "function")) addNamelessCall(a, pass, tree.child(node, "arguments"));
      break;
    }
    case "new_expression":
      if (isNamelessCallee(a, node, "constructor")) addNamelessCall(a, pass, node);
      break;
    case "jsx_opening_element":
    case "jsx_self_closing_element":
      visitTag(a, pass, node);
      break;
    case "class":
    case "class_declaration":
      addDocumentedInterfaces(a, pass, node);
      break;
    case "type_annotation":
      if (isParameterOfSymbol(a, pass, node)) pass.acceptsUntil = Math.max(pass.acceptsUntil, tree.subtreeEnd(node));
      break;
    case "type_arguments":
      if (isPropsOfComponent(a, pass, node)) pass.acceptsUntil = Math.max(pass.acceptsUntil, tree.subtreeEnd(node));
      break;
  }
}

/** Whether an annotation belongs to a parameter of the function that the region's symbol is. */
function isParameterOfSymbol(a: Analysis, pass: Pass, node: number): boolean {
  const { tree } = a;
  const parameter = tree.parent(node);
  if (tree.type(parameter) !== "required_parameter" && tree.type(parameter) !== "optional_parameter") return false;
  const owner = tree.parent(tree.parent(parameter));
  return a.symbolAt.get(owner) === pass.region.symbol && pass.region.symbol !== 0;
}

/** Whether type arguments name the props of the region's component: `FC<Props>` in its annotation, `Component<Props>` in its heritage. */
function isPropsOfComponent(a: Analysis, pass: Pass, node: number): boolean {
  const { tree } = a;
  if (!a.hasJsx || symbolOf(a, pass.region.symbol).kind !== "component") return false;
  const parent = tree.parent(node);
  const parentType = tree.type(parent);
  if (parentType === "generic_type") {
    const name = firstNamed(tree, parent);
    return tree.type(tree.parent(parent)) === "type_annotation" && COMPONENT_TYPES.test(tree.text(name));
  }
  if (parentType !== "extends_clause") return false;
  const value = tree.child(parent, "value");
  return value !== -1 && COMPONENT_TYPES.test(tree.text(value));
}

/** JavaScript: adds the interfaces that the comment of a class names with `@implements`. */
function addDocumentedInterfaces(a: Analysis, pass: Pass, node: number): void {
  const from = a.symbolAt.get(node);
  if (from === undefined) return;
  for (const { type, offset } of jsdocImplements(a, node)) {
    const named = jsdocTypeName(a, type, pass.region.scope);
    if (named?.kind !== "named") continue;
    const { root, path, args } = named;
    const line = a.tree.lineAt(offset);
    const typeArguments = args === undefined ? {} : { typeArguments: args };
    a.references.push({ kind: "implements", from, line, root, path, argumentCount: null, ...typeArguments });
  }
}

function visitIdentifier(a: Analysis, pass: Pass, node: number): void {
  const { tree } = a;
  const name = tree.text(node);
  const parentType = tree.type(tree.parent(node));
  // In `<this.Row/>` the grammar reads `this` as a name.
  if (name === "this" && parentType === "member_expression" && !isClosingName(a, node)) visitThis(a, pass, node);
  if (NO_REFERENCE.has(name)) return;
  switch (parentType) {
    case "nested_type_identifier":
    case "nested_identifier":
      visitNamespaceName(a, pass, node, name);
      return;
    case "jsx_opening_element":
    case "jsx_self_closing_element":
      if (tree.field(node) === "name" && /^[a-z]/.test(name)) return;
      break;
    case "jsx_closing_element":
    case "jsx_namespace_name":
    case "jsx_attribute":
    case "property_signature":
    case "enum_body":
      return;
    case "member_expression":
      if (tree.field(node) === "property") return;
      if (isClosingName(a, node)) return;
      break;
  }
  const resolved = resolveName(a, pass.region.scope, name, "value");
  if (resolved === null) return;
  if (resolved.taken !== undefined) addNarrowedProperty(a, pass, node, resolved.taken, name);
  addChain(a, pass, node, resolved, countHiddenNames(resolved, name));
}

/** Whether a name in a member expression is part of a closing tag: `</a.b>`. */
function isClosingName(a: Analysis, node: number): boolean {
  const { tree } = a;
  let top = tree.parent(node);
  while (tree.type(top) === "member_expression") top = tree.parent(top);
  return tree.type(top) === "jsx_closing_element";
}

function visitThis(a: Analysis, pass: Pass, node: number): void {
  const { tree } = a;
  const parentType = tree.type(tree.parent(node));
  if (parentType === "required_parameter" || parentType === "type_predicate" || !tree.isNamed(node)) return;
  addResolvedChain(a, pass, node, { root: selfOf(pass.region) ?? { in: "unknown" }, path: [] });
}

function visitSuper(a: Analysis, pass: Pass, node: number): void {
  const { classSymbol } = pass.region;
  const root: Root = classSymbol === -1 ? { in: "unknown" } : { in: "super", type: classSymbol };
  addResolvedChain(a, pass, node, { root, path: [] });
}
