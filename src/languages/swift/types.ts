/** Reads types as they are written: `[String: Foo?]`, `any P & Q`, `(Int) async -> Void`. */
import type { NamedType, TypeExpr } from "../../model/parse-result.js";
import { functionOf, named, UNKNOWN_TYPE } from "../../model/type-forms.js";
import type { SyntaxTree } from "../syntax.js";
import { nameText } from "./reading.js";

/** Types nested deeper than this are unknown. */
const DEEPEST = 60;

/** The nodes that are types. */
export const TYPE_NODES: ReadonlySet<string> = new Set([
  "user_type",
  "optional_type",
  "array_type",
  "dictionary_type",
  "tuple_type",
  "function_type",
  "opaque_type",
  "existential_type",
  "protocol_composition_type",
  "metatype",
  "type_pack_expansion",
  "type_parameter_pack",
  "suppressed_constraint",
]);

/** A type of the library by its name. */
export function libraryType(name: string, args?: TypeExpr[]): NamedType {
  return named({ in: "free", name }, [], args);
}

/** The type that a node writes; unknown for anything else. */
export function typeOf(tree: SyntaxTree, node: number, depth = 0): TypeExpr {
  if (node < 0 || depth > DEEPEST) return UNKNOWN_TYPE;
  const inner = (child: number) => typeOf(tree, child, depth + 1);
  switch (tree.type(node)) {
    case "user_type":
      return userType(tree, node, inner);
    case "optional_type":
      return libraryType("Optional", [inner(tree.child(node, "wrapped"))]);
    case "array_type":
      return libraryType("Array", typesIn(tree, node).map(inner));
    case "dictionary_type":
      return libraryType("Dictionary", typesIn(tree, node).map(inner));
    case "tuple_type":
      return tupleType(tree, node, inner);
    case "function_type": {
      const params = tree.child(node, "params");
      const result = tree.child(node, "name");
      const items =
        params < 0 ? [] : tree.children(params).filter((current) => tree.type(current) === "tuple_type_item");
      const types = items.map((item) => inner(typeIn(tree, item)));
      return functionOf(result < 0 ? UNKNOWN_TYPE : inner(result), types, null, []);
    }
    case "protocol_composition_type":
      return { kind: "both", of: typesIn(tree, node).map(inner) };
    case "metatype": {
      const [of] = typesIn(tree, node);
      return of === undefined ? UNKNOWN_TYPE : libraryType("Metatype", [inner(of)]);
    }
    case "type_annotation":
    case "opaque_type":
    case "existential_type":
    case "type_parameter_pack":
      return inner(typeIn(tree, node));
    default:
      return UNKNOWN_TYPE;
  }
}

/** `Foo.Bar<Int>`. `Foo.Type` is the type of the type itself, `Foo<Int>.Type` too. */
function userType(tree: SyntaxTree, node: number, inner: (child: number) => TypeExpr): TypeExpr {
  const names: string[] = [];
  let args: TypeExpr[] | undefined;
  let before: TypeExpr[] | undefined;
  for (const child of tree.namedChildren(node)) {
    const type = tree.type(child);
    if (type === "type_identifier") {
      names.push(nameText(tree, child));
      // The type arguments of `Store<Cart>` in `Store<Cart>.Context` are not those of the context.
      before = args;
      args = undefined;
    } else if (type === "type_arguments") args = typesIn(tree, child).map(inner);
  }
  const [first, ...rest] = names;
  if (first === undefined) return UNKNOWN_TYPE;
  const last = rest.at(-1);
  if (last === "Type" || last === "Protocol")
    return libraryType("Metatype", [named({ in: "free", name: first }, rest.slice(0, -1), before)]);
  return named({ in: "free", name: first }, rest, args);
}

function tupleType(tree: SyntaxTree, node: number, inner: (child: number) => TypeExpr): TypeExpr {
  const items = tree.children(node).filter((current) => tree.type(current) === "tuple_type_item");
  const types = items.map((item) => inner(typeIn(tree, item)));
  const [only] = types;
  if (only !== undefined && types.length === 1) return only;
  const names = items.map((item) => {
    const label = tree.childOfType(item, "simple_identifier");
    return label < 0 ? "" : nameText(tree, label);
  });
  return { kind: "tuple", of: types, names };
}

/** The types directly below a node, in order. */
export function typesIn(tree: SyntaxTree, node: number): number[] {
  return tree.children(node).filter((child) => TYPE_NODES.has(tree.type(child)));
}

/** The first type directly below a node, or -1. */
export function typeIn(tree: SyntaxTree, node: number): number {
  return tree.children(node).find((child) => TYPE_NODES.has(tree.type(child))) ?? -1;
}

/** The type of the annotation that a node has, or -1. */
export function annotatedType(tree: SyntaxTree, annotation: number): number {
  return annotation < 0 ? -1 : typeIn(tree, annotation);
}
