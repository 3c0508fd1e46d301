/** Types of expressions that state their own type: literals, casts, `new T()`. */
import type { TypeExpr } from "../../../model/parse-result.js";
import { freeNamed, LIST } from "../../../model/type-forms.js";
import { typeName } from "../names/type-names.js";
import type { Standpoint } from "./standpoint.js";

/** The type that an expression states itself: `new T()`, a cast, a literal. Null for none. */
export function literalType(p: Standpoint, node: number): TypeExpr | null {
  const { tree, names } = p;
  switch (tree.type(node)) {
    case "object_creation_expression":
    case "cast_expression":
    case "default_expression": {
      const type = tree.child(node, "type");
      return type === -1 ? null : typeName(names, type, p.from);
    }
    case "as_expression": {
      const type = tree.child(node, "right");
      return type === -1 ? null : typeName(names, type, p.from);
    }
    case "array_creation_expression": {
      const type = tree.child(node, "type");
      return type === -1 ? null : typeName(names, type, p.from);
    }
    case "implicit_array_creation_expression":
      return runtimeType("Array");
    case "collection_expression":
    case "element_binding_expression":
      return LIST;
    case "string_literal":
      // The mask writes an empty collection as a string.
      return tree.text(node).startsWith("[") ? LIST : runtimeType("string");
    case "interpolated_string_expression":
    case "verbatim_string_literal":
    case "raw_string_literal":
      return runtimeType("string");
    case "integer_literal":
      return runtimeType(/l$/i.test(tree.text(node)) ? "long" : "int");
    case "real_literal":
      return runtimeType(REAL[tree.text(node).slice(-1).toLowerCase()] ?? "double");
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
    default:
      return null;
  }
}

const REAL: Record<string, string> = { m: "decimal", f: "float" };

/** The name of a type of the language or the runtime library. */
export function runtimeType(name: string): TypeExpr {
  return freeNamed(name);
}
