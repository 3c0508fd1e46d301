/** The uses of types: in annotations, parameters, base lists, constraints and attributes. */
import type { ReferenceKind } from "../../model/parse-result.js";
import { type Pass, refer } from "./pass.js";
import { TYPE_NODES, typeOf, typesIn } from "./types.js";

/** Types nested deeper than this are left out. */
const DEEPEST = 60;

/** Adds a use of each name in a type. Its type arguments are types, whatever the type itself is used for. */
export function visitType(pass: Pass, node: number, kind: ReferenceKind, depth = 0): void {
  const { tree } = pass;
  if (node < 0 || depth > DEEPEST) return;
  if (tree.type(node) === "user_type") {
    const type = typeOf(tree, node);
    if (type.kind === "named" && type.root.in === "free" && type.root.name !== "Self") {
      const { root, path, args } = type;
      const isMetatype = root.name === "Metatype";
      const isBase = kind === "extends";
      if (!isMetatype)
        refer(pass, kind, tree.endLine(node), { root, path }, isBase && args ? { typeArguments: args } : {});
    }
    const list = tree.childOfType(node, "type_arguments");
    for (const each of list < 0 ? [] : typesIn(tree, list)) visitType(pass, each, "type", depth + 1);
    return;
  }
  for (const child of tree.namedChildren(node)) {
    if (TYPE_NODES.has(tree.type(child)) || tree.type(child) === "tuple_type_item")
      visitType(pass, child, kind, depth + 1);
  }
}
