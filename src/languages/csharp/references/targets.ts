/** The type that `new()` makes is found here, by the place that the new object is given to. */
import type { TypeExpr } from "../../../model/parse-result.js";
import { symbolOf } from "../../symbol-of.js";
import { nodeOf } from "../declarations/pass.js";
import { typeOf } from "../expressions/chains.js";
import { partsOf, typeName, withoutNull } from "../names/type-names.js";
import { FUNCTIONS, type Pass } from "./pass.js";

/** The type that `new()` makes; null where its target does not tell. */
export function targetType(p: Pass, node: number): TypeExpr | null {
  const type = writtenTarget(p, node);
  return type === null ? null : withoutNull(type);
}

function writtenTarget(p: Pass, node: number): TypeExpr | null {
  const { tree, names } = p;
  const parent = tree.parent(node);
  switch (tree.type(parent)) {
    case "variable_declarator": {
      const type = tree.child(tree.parent(parent), "type");
      return type === -1 ? null : typeName(names, type, p.from);
    }
    case "property_declaration":
      return symbolOf(p, p.from).declaredType;
    case "parameter": {
      const type = tree.child(parent, "type");
      return type === -1 ? null : typeName(names, type, p.from);
    }
    case "initializer_expression":
      return elementType(p, parent, node);
    case "parenthesized_expression":
    // The mask writes `a ?+[b] : c` in place of `a ? [b] : c`: the `+` is not an operator.
    case "prefix_unary_expression":
      return writtenTarget(p, parent);
    case "conditional_expression":
      return tree.child(parent, "condition") === node ? null : writtenTarget(p, parent);
    case "argument": {
      // The grammar reads a collection `[a, b]` as the index of an initializer.
      const list = tree.parent(parent);
      const isIndex = tree.child(tree.parent(list), "left") === list;
      return tree.type(list) === "element_binding_expression" && !isIndex ? onlyArgument(targetType(p, list)) : null;
    }
    case "assignment_expression": {
      const left = tree.child(parent, "left");
      if (left !== -1 && tree.type(left) === "element_binding_expression") {
        return pairOf(madeType(p, tree.parent(parent)))?.[1] ?? null;
      }
      return left === -1 || tree.parent(parent) === -1 || tree.type(tree.parent(parent)) === "initializer_expression"
        ? null
        : typeOf(p, left);
    }
    case "arrow_expression_clause":
    case "return_statement": {
      const owner = nodeOf(p, p.from).node;
      let outer = tree.parent(parent);
      for (let depth = 0; depth < 64 && outer > owner; depth++) {
        if (FUNCTIONS.has(tree.type(outer))) return null;
        outer = tree.parent(outer);
      }
      if (outer !== owner) return null;
      const { declaredType, isAsync } = symbolOf(p, p.from);
      return isAsync ? (partsOf(declaredType)?.[0] ?? null) : declaredType;
    }
    default:
      return null;
  }
}

/** The type of the object or array that has an initializer. */
function madeType(p: Pass, initializer: number): TypeExpr | null {
  const { tree } = p;
  const maker = tree.parent(initializer);
  switch (tree.type(maker)) {
    case "object_creation_expression":
    case "array_creation_expression": {
      const type = tree.child(maker, "type");
      return type === -1 ? null : typeName(p.names, type, p.from);
    }
    case "implicit_object_creation_expression":
      return targetType(p, maker);
    default:
      return null;
  }
}

/** The type of an element in a collection's initializer `{ a, b }`, or of a half of a pair in `{ { key, value } }`. */
function elementType(p: Pass, initializer: number, node: number): TypeExpr | null {
  const { tree } = p;
  const outer = tree.parent(initializer);
  if (tree.type(outer) !== "initializer_expression") return onlyArgument(madeType(p, initializer));
  const isKey = tree.firstChild(initializer) === node;
  return pairOf(madeType(p, outer))?.[isKey ? 0 : 1] ?? null;
}

/** The two parts of a type that has two, as those of a dictionary's keys and values; null for any other type. */
function pairOf(type: TypeExpr | null): [key: TypeExpr, value: TypeExpr] | null {
  const [key, value, ...others] = partsOf(type) ?? [];
  return key === undefined || value === undefined || others.length > 0 ? null : [key, value];
}

/** The part of a type that has one; null for any other type. */
function onlyArgument(type: TypeExpr | null): TypeExpr | null {
  const [only, ...others] = partsOf(type) ?? [];
  return only === undefined || others.length > 0 ? null : withoutNull(only);
}
