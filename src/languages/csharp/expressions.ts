/** What an expression of C# starts from and which names it goes through: the root and path of a reference. */
import { AWAITED, type ParsedSymbol, type Root, type TypeName } from "../language.js";
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
  /** The type of an expression's value where it is evident. */
  typeOf(node: number, from: number): TypeName | null;
  /** The innermost type that encloses symbol `from`; -1 for none. */
  enclosingType(from: number): number;
}

/** An expression of which nothing is known. */
export const UNKNOWN: Chain = { root: { in: "unknown" }, path: [] };

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
    return names.valueRoot(name, arityOf(tree, node), from, isCall) ?? UNKNOWN;
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
    return { root: { in: "result", of: node }, path: [] };
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
          const condition = tree.child(node, "condition");
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
          if (inner === -1 || !tree.hasChildOfType(node, "!")) return from_(UNKNOWN);
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
          return from_(callResult(node, from));
        case "element_access_expression": {
          const inner = tree.child(node, "expression");
          if (inner === -1) return from_(UNKNOWN);
          path.push("this[]");
          node = inner;
          continue;
        }
        case "conditional_expression":
        case "binary_expression":
        case "assignment_expression": {
          // `a ?? b`, `a ??= b`, `x ? a : b` are values of the first one's type.
          const inner = firstOperand(node);
          if (inner === -1) return from_(UNKNOWN);
          node = inner;
          continue;
        }
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
          const root = parts.length === 0 ? null : names.valueRoot(parts[0]!, 0, from, false);
          return from_(root === null ? UNKNOWN : { root: root.root, path: [...root.path, ...parts.slice(1)] });
        }
        default:
          return from_(instance(literalType(node, from)));
      }
    }
    return from_(UNKNOWN);
  };

  const firstOperand = (node: number): number => {
    if (tree.type(node) === "conditional_expression") return tree.child(node, "consequence");
    const isValue = tree.type(node) === "assignment_expression" || tree.hasChildOfType(node, "??");
    return isValue ? tree.child(node, "left") : -1;
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
      case "array_creation_expression":
      case "implicit_array_creation_expression":
        return runtimeType("Array");
      case "string_literal":
      case "interpolated_string_expression":
      case "verbatim_string_literal":
      case "raw_string_literal":
        return runtimeType("string");
      case "integer_literal":
        return runtimeType("int");
      case "boolean_literal":
        return runtimeType("bool");
      case "character_literal":
        return runtimeType("char");
      case "typeof_expression":
        return runtimeType("Type");
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

  return { chainOf, typeOf, enclosingType };
}

function runtimeType(name: string): TypeName {
  return { root: { in: "free", name }, path: [] };
}
