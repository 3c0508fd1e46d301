/** What an expression of C# starts from and which names it goes through: the root and path of a reference. */

import {
  AWAITED,
  CALLED,
  EACH,
  itemStep,
  LISTED,
  NOT_NULL,
  OR_NULL,
  type ParsedSymbol,
  type Root,
  THROWS,
  type TypeName,
} from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";
import type { Locals } from "./locals.js";
import { arityOf, type Names, nameParts, simpleName } from "./names.js";

/** Longer chains of members are cut: their first name is not known. */
const MAX_CHAIN = 48;
/** Calls that give a value of their type argument. */
const GIVES_TYPE_ARGUMENT: ReadonlySet<string> = new Set(["GetService", "GetRequiredService", "CreateInstance"]);

export interface Chain {
  root: Root;
  path: string[];
}

export interface Expressions {
  /**
   * The root and path of an expression as seen from symbol `from`. With an unknown root, the path is the last name only. The `of` of a result
   * or callback is the node of the call.
   */
  chainOf(node: number, from: number, isCall?: boolean): Chain;
  /** The same for a value that is passed on: what stands behind `?.` may be null. */
  passedValue(node: number, from: number): Chain;
  /** The type of an expression's value where it is evident. */
  typeOf(node: number, from: number): TypeName | null;
  /** The innermost type that encloses symbol `from`; -1 for none. */
  enclosingType(from: number): number;
  /** What a loop over the value of an expression gives. */
  elementsOf(node: number, from: number): Chain;
  /** What a pattern is held against. */
  matchedBy(pattern: number, from: number): Chain;
}

/** An expression of which nothing is known. */
export const UNKNOWN: Chain = { root: { in: "unknown" }, path: [] };

/** The result of an expression that throws. */
export const THROWN: Chain = {
  root: { in: "instance", type: { root: { in: "free", name: THROWS }, path: [] } },
  path: [],
};

export function isThrown({ root }: Chain): boolean {
  return root === THROWN.root;
}

/** Lookups of expressions in a file; `locals` are those in scope when they are asked. */
export function createExpressions(
  tree: SyntaxTree,
  symbols: ParsedSymbol[],
  names: Names,
  locals: Locals,
): Expressions {
  const enclosingType = (from: number): number => {
    for (let symbol = from; symbol > 0; symbol = symbols[symbol]!.parent) {
      const { kind } = symbols[symbol]!;
      if (kind === "class" || kind === "struct" || kind === "record" || kind === "interface") return symbol;
    }
    return -1;
  };

  const instance = (type: TypeName | null): Chain =>
    type === null ? UNKNOWN : { root: { in: "instance", type }, path: [] };

  const nameChain = (node: number, from: number, isCall: boolean): Chain => {
    const name = simpleName(tree, node);
    const local = locals.find(name);
    if (local !== null) return isCall ? UNKNOWN : local;
    const found = names.valueRoot(name, arityOf(tree, node), from, isCall);
    // Static members of a type parameter are those of what it must derive from.
    return found ?? instance(names.typeName(node, from));
  };

  /** The value of a call: what the called method says it gives, which is found out where all files are known. */
  const callResult = (node: number, from: number): Chain => {
    const callee = tree.child(node, "function");
    const name =
      callee !== -1 && tree.type(callee) === "member_access_expression" ? tree.child(callee, "name") : callee;
    if (name !== -1 && tree.type(name) === "generic_name" && GIVES_TYPE_ARGUMENT.has(simpleName(tree, name))) {
      const given = tree.namedChildren(tree.childOfType(name, "type_argument_list"));
      if (given.length === 1) return instance(names.typeName(given[0]!, from));
    }
    const called = name === -1 ? UNKNOWN : delegateOf(name, from);
    if (called.root.in !== "unknown") return { root: called.root, path: [...called.path, CALLED] };
    return { root: { in: "result", of: node }, path: [] };
  };

  /** The delegate that a call calls that no name of a member leads to: a local's, or an element's. */
  const delegateOf = (callee: number, from: number): Chain => {
    const type = tree.type(callee);
    if (type === "identifier") return locals.find(simpleName(tree, callee)) ?? UNKNOWN;
    return type === "element_access_expression" ? chainOf(callee, from) : UNKNOWN;
  };

  const chainOf = (start: number, from: number, isCall = false): Chain => {
    /** The names behind the root, last first. */
    const path: string[] = [];
    let node = start;
    const from_ = (root: Chain): Chain => {
      if (root.root.in === "unknown") return { root: root.root, path: path.length === 0 ? root.path : [path[0]!] };
      if (path.length === 0) return root;
      return { root: root.root, path: [...root.path, ...path.reverse()] };
    };
    for (let depth = 0; depth < MAX_CHAIN; depth++) {
      switch (tree.type(node)) {
        case "identifier":
        case "generic_name":
          return from_(nameChain(node, from, isCall && node === start));
        case "member_access_expression": {
          const name = tree.child(node, "name");
          const target = tree.child(node, "expression");
          if (name === -1 || target === -1) return from_(UNKNOWN);
          path.push(simpleName(tree, name));
          node = target;
          continue;
        }
        case "conditional_access_expression": {
          const binding = tree.childOfType(node, "member_binding_expression");
          const condition = conditionOf(node);
          const name = binding === -1 ? -1 : tree.child(binding, "name");
          if (name === -1 || condition === -1) return from_(UNKNOWN);
          path.push(simpleName(tree, name));
          node = condition;
          continue;
        }
        case "parenthesized_expression": {
          const inner = tree.namedChildren(node)[0];
          if (inner === undefined) return from_(UNKNOWN);
          node = inner;
          continue;
        }
        case "postfix_unary_expression": {
          const inner = tree.firstChild(node);
          if (inner === -1) return from_(UNKNOWN);
          node = inner;
          continue;
        }
        case "await_expression": {
          const inner = tree.namedChildren(node).at(-1);
          if (inner === undefined) return from_(UNKNOWN);
          path.push(AWAITED);
          node = inner;
          continue;
        }
        case "invocation_expression":
          if (/^nameof\s*\(/.test(tree.text(node).slice(0, 20))) return from_(instance(runtimeType("string")));
          return from_(callResult(node, from));
        case "element_access_expression": {
          const inner = tree.child(node, "expression");
          if (inner === -1) return from_(UNKNOWN);
          if (!isSlice(node)) path.push("this[]");
          node = inner;
          continue;
        }
        case "conditional_expression":
        case "binary_expression":
        case "prefix_unary_expression":
        case "with_expression":
        case "switch_expression":
        case "checked_expression":
        case "assignment_expression": {
          const inner = sameValue(node);
          if (inner === -1) return from_(operatorResult(node));
          if (tree.type(node) === "binary_expression") path.push(NOT_NULL);
          node = inner;
          continue;
        }
        case "query_expression":
          return from_(queryResult(node, from));
        case "throw_expression":
          return from_(THROWN);
        case "this": {
          const type = enclosingType(from);
          return from_(type === -1 ? UNKNOWN : { root: { in: "this", type }, path: [] });
        }
        case "base": {
          const type = enclosingType(from);
          return from_(type === -1 ? UNKNOWN : { root: { in: "super", type }, path: [] });
        }
        case "predefined_type":
          return from_({ root: { in: "free", name: tree.text(node) }, path: [] });
        case "qualified_name":
        case "alias_qualified_name": {
          const parts = nameParts(tree, node);
          const [first] = parts;
          const root = first === undefined ? null : (locals.find(first) ?? names.valueRoot(first, 0, from, false));
          return from_(root === null ? UNKNOWN : { root: root.root, path: [...root.path, ...parts.slice(1)] });
        }
        default:
          return from_(instance(literalType(node, from)));
      }
    }
    return from_(UNKNOWN);
  };

  const passedValue = (node: number, from: number): Chain => {
    const chain = chainOf(node, from);
    return chain.root.in !== "unknown" && isConditional(node)
      ? { root: chain.root, path: [...chain.path, OR_NULL] }
      : chain;
  };

  /** Whether `?.` stands in a chain of members and calls. */
  const isConditional = (start: number): boolean => {
    let node = start;
    for (let depth = 0; depth < MAX_CHAIN && node !== -1; depth++) {
      switch (tree.type(node)) {
        case "conditional_access_expression":
          return true;
        case "member_access_expression":
        case "element_access_expression":
          node = tree.child(node, "expression");
          break;
        case "invocation_expression":
          node = tree.child(node, "function");
          break;
        default:
          return false;
      }
    }
    return false;
  };

  /** What stands before `?.`: of `a ?? b?.c`, which the grammar takes for `(a ?? b)?.c`, it is b. */
  const conditionOf = (access: number): number => {
    let condition = tree.child(access, "condition");
    for (let depth = 0; depth < MAX_CHAIN && condition !== -1; depth++) {
      const type = tree.type(condition);
      if (type === "binary_expression") condition = tree.child(condition, "right");
      else if (type === "conditional_expression") condition = tree.child(condition, "alternative");
      else break;
    }
    return condition;
  };

  /** The part of an expression that has the same type: `a ?? b`, `a = b`, `x ? a : b`, `a with { }`, an arm of a switch; -1 for none. */
  const sameValue = (node: number): number => {
    switch (tree.type(node)) {
      case "conditional_expression": {
        const first = tree.child(node, "consequence");
        return first !== -1 && saysNoType(first) ? tree.child(node, "alternative") : first;
      }
      case "with_expression":
        return tree.firstChild(node);
      case "checked_expression":
        return tree.namedChildren(node)[0] ?? -1;
      case "switch_expression": {
        const arms = tree.children(node).filter((child) => tree.type(child) === "switch_expression_arm");
        const values = arms.map((arm) => tree.namedChildren(arm).at(-1) ?? -1);
        return values.find((value) => value !== -1 && !saysNoType(value)) ?? -1;
      }
      case "assignment_expression":
        return tree.hasChildOfType(node, "=") || tree.hasChildOfType(node, "??=") ? tree.child(node, "left") : -1;
      case "binary_expression":
        return tree.hasChildOfType(node, "??") ? tree.child(node, "left") : -1;
      case "prefix_unary_expression": {
        const operand = tree.namedChildren(node)[0] ?? -1;
        const isSame =
          operand !== -1 && (/literal$/.test(tree.type(operand)) || /^(?:\+\+|--)$/.test(operatorOf(tree, node)));
        return isSame ? operand : -1;
      }
      default:
        return -1;
    }
  };

  const saysNoType = (node: number): boolean =>
    /^(?:null_literal|throw_expression|default_expression|collection_expression|implicit_object_creation_expression)$/.test(
      tree.type(node),
    );

  const operatorResult = (node: number): Chain => {
    const operator = operatorOf(tree, node);
    if (LOGICAL.has(operator)) return instance(runtimeType("bool"));
    if (operator === "+" && [tree.child(node, "left"), tree.child(node, "right")].some((side) => isText(side))) {
      return instance(runtimeType("string"));
    }
    return operator === "" ? UNKNOWN : { root: { in: "result", of: node }, path: [] };
  };

  const isText = (node: number): boolean => node !== -1 && /string/.test(tree.type(node));

  const isSlice = (access: number): boolean => {
    const [argument = -1] = tree.namedChildren(tree.child(access, "subscript"));
    return argument !== -1 && tree.hasChildOfType(argument, "range_expression");
  };

  const elementsOf = (node: number, from: number): Chain => {
    if (node === -1) return UNKNOWN;
    const { root, path } = chainOf(node, from);
    return root.in === "unknown" ? UNKNOWN : { root, path: [...path, EACH] };
  };

  /** What `from x in items … select x.y` gives. */
  const queryResult = (query: number, from: number): Chain => {
    let result = UNKNOWN;
    locals.within(() => {
      for (const clause of tree.children(query)) {
        switch (tree.type(clause)) {
          case "from_clause": {
            const name = tree.child(clause, "name");
            const items = tree.namedChildren(clause).at(-1);
            if (name !== -1 && items !== undefined) locals.declare(simpleName(tree, name), elementsOf(items, from));
            break;
          }
          case "let_clause": {
            const name = tree.childOfType(clause, "identifier");
            const value = tree.namedChildren(clause).at(-1);
            if (name !== -1 && value !== undefined) locals.declare(simpleName(tree, name), chainOf(value, from));
            break;
          }
          case "select_clause": {
            const value = tree.namedChildren(clause).at(-1);
            const { root, path } = value === undefined ? UNKNOWN : chainOf(value, from);
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
  };

  const matchedBy = (start: number, from: number): Chain => {
    const path: string[] = [];
    const from_ = (chain: Chain): Chain =>
      chain.root.in === "unknown" ? UNKNOWN : { root: chain.root, path: [...chain.path, ...path.reverse()] };
    let node = start;
    for (let depth = 0; depth < MAX_CHAIN; depth++) {
      const parent = tree.parent(node);
      if (parent === -1) return UNKNOWN;
      switch (tree.type(parent)) {
        case "is_pattern_expression": {
          const value = tree.firstChild(parent);
          return value === -1 || value === node ? UNKNOWN : from_(chainOf(value, from));
        }
        case "switch_expression_arm":
          return from_(chainOf(tree.firstChild(tree.parent(parent)), from));
        case "case_pattern_switch_label":
        case "switch_section": {
          let statement = parent;
          while (statement !== -1 && tree.type(statement) !== "switch_statement") statement = tree.parent(statement);
          const value = statement === -1 ? undefined : tree.namedChildren(statement)[0];
          return value === undefined ? UNKNOWN : from_(chainOf(value, from));
        }
        case "subpattern": {
          const clause = tree.parent(parent);
          const outer = tree.parent(clause);
          const written = tree.child(outer, "type");
          if (tree.type(clause) === "property_pattern_clause") {
            const member = tree.firstChild(parent);
            if (member === -1 || member === node) return UNKNOWN;
            path.push(...memberPath(member).reverse());
          } else {
            path.push(itemStep(tree.namedChildren(clause).indexOf(parent)));
          }
          if (written !== -1) return from_(instance(names.typeName(written, from)));
          node = outer;
          continue;
        }
        case "parenthesized_pattern":
        case "and_pattern":
        case "or_pattern":
        case "negated_pattern":
          node = parent;
          continue;
        default:
          return UNKNOWN;
      }
    }
    return UNKNOWN;
  };

  /** `A` or `A.B` before the colon of a subpattern. */
  const memberPath = (node: number): string[] => {
    if (tree.type(node) === "identifier") return [simpleName(tree, node)];
    const target = tree.child(node, "expression");
    const name = tree.child(node, "name");
    return target === -1 || name === -1 ? [] : [...memberPath(target), simpleName(tree, name)];
  };

  /** The type of an expression that says it itself: `new T()`, a cast, a literal. */
  const literalType = (node: number, from: number): TypeName | null => {
    switch (tree.type(node)) {
      case "object_creation_expression":
      case "cast_expression":
      case "default_expression": {
        const type = tree.child(node, "type");
        return type === -1 ? null : names.typeName(type, from);
      }
      case "as_expression": {
        const type = tree.child(node, "right");
        return type === -1 ? null : names.typeName(type, from);
      }
      case "array_creation_expression": {
        const type = tree.child(node, "type");
        return type === -1 ? null : names.typeName(type, from);
      }
      case "implicit_array_creation_expression":
        return runtimeType("Array");
      case "collection_expression":
      case "element_binding_expression":
        return runtimeType(LISTED);
      case "string_literal":
        // An empty collection is a string to the grammar.
        return runtimeType(tree.text(node).startsWith("[") ? LISTED : "string");
      case "interpolated_string_expression":
      case "verbatim_string_literal":
      case "raw_string_literal":
        return runtimeType("string");
      case "integer_literal":
        return runtimeType(/l$/i.test(tree.text(node)) ? "long" : "int");
      case "real_literal":
        return runtimeType(REAL[tree.text(node).at(-1)!.toLowerCase()] ?? "double");
      case "null_literal":
        return runtimeType("null");
      case "is_expression":
      case "is_pattern_expression":
        return runtimeType("bool");
      case "boolean_literal":
        return runtimeType("bool");
      case "character_literal":
        return runtimeType("char");
      case "typeof_expression":
        return runtimeType("Type");
      case "anonymous_object_creation_expression":
        return runtimeType("(anonymous)");
      default:
        return null;
    }
  };

  const typeOf = (node: number, from: number): TypeName | null => {
    const { root, path } = chainOf(node, from);
    if (path.length > 0) return null;
    if (root.in === "instance") return root.type;
    if (root.in === "this") return { root, path: [] };
    if (root.in !== "file") return null;
    const symbol = symbols[root.symbol]!;
    return symbol.kind === "method" || symbol.kind === "function" ? null : symbol.declaredType;
  };

  return { chainOf, passedValue, typeOf, enclosingType, elementsOf, matchedBy };
}

const LOGICAL: ReadonlySet<string> = new Set(["&&", "||", "!"]);
const REAL: Record<string, string> = { m: "decimal", f: "float" };

/** The node of an operator between or before its operands. */
export function signOf(tree: SyntaxTree, node: number): number {
  return tree.children(node).find((child) => !tree.isNamed(child) && !/^[a-z]/.test(tree.type(child))) ?? -1;
}

/** The operator of a binary or unary expression or of an assignment that has one, `+` of `+=`; "" for none. */
export function operatorOf(tree: SyntaxTree, node: number): string {
  const type = tree.type(node);
  if (type !== "binary_expression" && type !== "prefix_unary_expression" && type !== "assignment_expression") return "";
  const sign = signOf(tree, node);
  const text = sign === -1 ? "" : tree.type(sign);
  return type === "assignment_expression" ? text.slice(0, -1) : text;
}

function runtimeType(name: string): TypeName {
  return { root: { in: "free", name }, path: [] };
}
