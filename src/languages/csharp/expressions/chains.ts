/** An expression becomes a chain here: the root that it starts from and the path of names that it goes through. */
import type { Step, TypeExpr } from "../../../model/parse-result.js";
import { AWAITED, CALLED, EACH, INDEXED, LISTED, NOT_NULL, OR_NULL } from "../../../model/steps.js";
import { named } from "../../../model/type-forms.js";
import { type Chain, ofType, UNKNOWN } from "../../chain.js";
import { symbolOf } from "../../symbol-of.js";
import type { SyntaxTree } from "../../syntax.js";
import { valueRoot } from "../names/names.js";
import { arityOf, nameParts, simpleName } from "../names/syntax.js";
import { typeName } from "../names/type-names.js";
import { conditionOf, isConditional, isSlice, sameValue } from "./inner.js";
import { literalType, runtimeType } from "./literals.js";
import { operatorResult } from "./operators.js";
import { enclosingType, LONGEST_CHAIN, type Standpoint, THROWN } from "./standpoint.js";

/** Names of methods whose calls give a value of their type argument. */
const GIVES_TYPE_ARGUMENT: ReadonlySet<string> = new Set(["GetService", "GetRequiredService", "CreateInstance"]);

function nameChain(p: Standpoint, node: number, isCall: boolean): Chain {
  const { tree, names } = p;
  const name = simpleName(tree, node);
  const local = p.locals.find(name);
  if (local !== null) return isCall ? UNKNOWN : local;
  const found = valueRoot(names, name, arityOf(tree, node), p.from, isCall);
  // A type parameter has the static members of the type that it must derive from.
  return found ?? ofType(typeName(names, node, p.from));
}

/** The result of a call. The called method is found out once all files are known. */
function callResult(p: Standpoint, node: number): Chain {
  const { tree } = p;
  const callee = tree.child(node, "function");
  const name = callee !== -1 && tree.type(callee) === "member_access_expression" ? tree.child(callee, "name") : callee;
  if (name !== -1 && tree.type(name) === "generic_name" && GIVES_TYPE_ARGUMENT.has(simpleName(tree, name))) {
    const [given, ...others] = tree.namedChildren(tree.childOfType(name, "type_argument_list"));
    if (given !== undefined && others.length === 0) return ofType(typeName(p.names, given, p.from));
  }
  const called = name === -1 ? UNKNOWN : delegateOf(p, name);
  if (called.root.in !== "unknown") return { root: called.root, path: [...called.path, CALLED] };
  return { root: { in: "result", of: node }, path: [] };
}

/** The delegate that a call without a member's name calls: a local's, or an element's. */
function delegateOf(p: Standpoint, callee: number): Chain {
  const { tree } = p;
  const type = tree.type(callee);
  if (type === "identifier") return p.locals.find(simpleName(tree, callee)) ?? UNKNOWN;
  return type === "element_access_expression" ? chainOf(p, callee) : UNKNOWN;
}

/**
 * The root and path of an expression. With an unknown root, the path is the last name only. The `of` of a result or callback is the node of the
 * call.
 */
export function chainOf(p: Standpoint, start: number, isCall = false): Chain {
  const { tree } = p;
  /** The names after the root, last first. */
  const path: Step[] = [];
  let node = start;
  for (let depth = 0; depth < LONGEST_CHAIN; depth++) {
    const inner = enterExpression(tree, node, path);
    if (inner === STARTS) return withPath(startOf(p, node, isCall && node === start), path);
    if (inner === -1) return withPath(UNKNOWN, path);
    node = inner;
  }
  return withPath(UNKNOWN, path);
}

/** A chain, continued by the names of a path. The path holds the last name first. */
function withPath(chain: Chain, reversed: Step[]): Chain {
  const [last] = reversed;
  if (last === undefined) return chain;
  if (chain.root.in === "unknown") return { root: chain.root, path: [last] };
  return { root: chain.root, path: [...chain.path, ...reversed.reverse()] };
}

/** The answer of `enterExpression` where a chain starts at the expression itself. */
const STARTS = -2;

/**
 * Adds the step of an expression to the path, and answers the expression inside that the chain goes on with. Answers `STARTS` where the chain
 * starts here, and -1 where the expression inside is missing.
 */
function enterExpression(tree: SyntaxTree, node: number, path: Step[]): number {
  switch (tree.type(node)) {
    case "member_access_expression": {
      const name = tree.child(node, "name");
      const target = tree.child(node, "expression");
      if (name === -1 || target === -1) return -1;
      path.push(simpleName(tree, name));
      return target;
    }
    case "conditional_access_expression": {
      const binding = tree.childOfType(node, "member_binding_expression");
      const condition = conditionOf(tree, node);
      const name = binding === -1 ? -1 : tree.child(binding, "name");
      if (name === -1 || condition === -1) return -1;
      path.push(simpleName(tree, name));
      return condition;
    }
    case "parenthesized_expression":
      return tree.namedChildren(node)[0] ?? -1;
    case "postfix_unary_expression":
      return tree.firstChild(node);
    case "await_expression": {
      const inner = tree.namedChildren(node).at(-1);
      if (inner === undefined) return -1;
      path.push(AWAITED);
      return inner;
    }
    case "element_access_expression": {
      const inner = tree.child(node, "expression");
      if (inner !== -1 && !isSlice(tree, node)) path.push(INDEXED);
      return inner;
    }
    case "conditional_expression":
    case "binary_expression":
    case "prefix_unary_expression":
    case "with_expression":
    case "switch_expression":
    case "checked_expression":
    case "assignment_expression": {
      const inner = sameValue(tree, node);
      if (inner === -1) return STARTS;
      if (tree.type(node) === "binary_expression") path.push(NOT_NULL);
      return inner;
    }
    default:
      return STARTS;
  }
}

/** The chain of an expression that chains start at. */
function startOf(p: Standpoint, node: number, isCall: boolean): Chain {
  const { tree } = p;
  switch (tree.type(node)) {
    case "identifier":
    case "generic_name":
      return nameChain(p, node, isCall);
    case "invocation_expression":
      if (/^nameof\s*\(/.test(tree.text(node).slice(0, 20))) return ofType(runtimeType("string"));
      return callResult(p, node);
    case "binary_expression":
    case "prefix_unary_expression":
    case "assignment_expression":
      return operatorResult(tree, node);
    case "tuple_expression":
    case "anonymous_object_creation_expression":
      return { root: { in: "result", of: node }, path: [] };
    case "query_expression":
      return queryResult(p, node);
    case "throw_expression":
      return THROWN;
    case "this": {
      const type = enclosingType(p);
      return type === -1 ? UNKNOWN : { root: { in: "this", type }, path: [] };
    }
    case "base": {
      const type = enclosingType(p);
      return type === -1 ? UNKNOWN : { root: { in: "super", type }, path: [] };
    }
    case "predefined_type":
      return { root: { in: "free", name: tree.text(node) }, path: [] };
    case "qualified_name":
    case "alias_qualified_name": {
      const parts = nameParts(tree, node);
      const [first] = parts;
      const root = first === undefined ? null : (p.locals.find(first) ?? valueRoot(p.names, first, 0, p.from, false));
      return root === null ? UNKNOWN : { root: root.root, path: [...root.path, ...parts.slice(1)] };
    }
    default:
      return ofType(literalType(p, node));
  }
}

/** The chain of a value that is passed on. Unlike `chainOf`, it notes `?.`: the value may be null. */
export function passedValue(p: Standpoint, node: number): Chain {
  const { tree } = p;
  const chain = chainOf(p, node);
  return chain.root.in !== "unknown" && isConditional(tree, node)
    ? { root: chain.root, path: [...chain.path, OR_NULL] }
    : chain;
}

/** The items that a loop over the value of an expression gives. */
export function elementsOf(p: Standpoint, node: number): Chain {
  if (node === -1) return UNKNOWN;
  const { root, path } = chainOf(p, node);
  return root.in === "unknown" ? UNKNOWN : { root, path: [...path, EACH] };
}

/** The items of a query, `from x in items … select x.y`. */
function queryResult(p: Standpoint, query: number): Chain {
  const { tree, locals } = p;
  let result = UNKNOWN;
  locals.within(() => {
    for (const clause of tree.children(query)) {
      switch (tree.type(clause)) {
        case "from_clause": {
          const name = tree.child(clause, "name");
          const items = tree.namedChildren(clause).at(-1);
          if (name !== -1 && items !== undefined) locals.declare(simpleName(tree, name), elementsOf(p, items));
          break;
        }
        case "let_clause": {
          const name = tree.childOfType(clause, "identifier");
          const value = tree.namedChildren(clause).at(-1);
          if (name !== -1 && value !== undefined) locals.declare(simpleName(tree, name), chainOf(p, value));
          break;
        }
        case "select_clause": {
          const value = tree.namedChildren(clause).at(-1);
          const { root, path } = value === undefined ? UNKNOWN : chainOf(p, value);
          if (root.in !== "unknown") result = { root, path: [...path, LISTED] };
          break;
        }
        case "group_clause":
        case "into":
          result = UNKNOWN;
          break;
      }
    }
  });
  return result;
}

/** The type of an expression's value where the file itself tells it; else null. */
export function typeOf(p: Standpoint, node: number): TypeExpr | null {
  const { root, path } = chainOf(p, node);
  if (path.length > 0) return null;
  if (root.in === "instance") return root.type;
  if (root.in === "this") return named(root);
  if (root.in !== "file") return null;
  const symbol = symbolOf(p, root.symbol);
  return symbol.kind === "method" || symbol.kind === "function" ? null : symbol.declaredType;
}
