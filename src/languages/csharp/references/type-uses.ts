/** Uses of types, wherever a type is written. */
import type { ReferenceKind, Root } from "../../../model/parse-result.js";
import { typeRoot } from "../names/names.js";
import { arityOf, nameParts, simpleName } from "../names/syntax.js";
import { type Details, emit } from "./emit.js";
import type { Pass } from "./pass.js";

/** Adds uses of the names in a type: of the outer name with `kind`, of its arguments with `inner`. */
export function referType(
  p: Pass,
  node: number,
  kind: ReferenceKind,
  inner: ReferenceKind,
  { argumentCount = null, source = p.from }: Details = {},
) {
  const { tree, claimed } = p;
  const end = tree.subtreeEnd(node);
  let current = kind;
  for (let part = node; part < end; part++) {
    const type = tree.type(part);
    if (type === "array_rank_specifier") {
      part = tree.subtreeEnd(part) - 1;
      continue;
    }
    const isQualified = type === "qualified_name" || type === "alias_qualified_name";
    if (type === "tuple_element") {
      const name = tree.child(part, "name");
      if (name !== -1) claimed[name] = 1;
      continue;
    }
    if (!isQualified && type !== "identifier" && type !== "generic_name") continue;
    if (claimed[part] === 1) continue;
    const parts = isQualified ? nameParts(tree, part) : [simpleName(tree, part)];
    const root = typeRootOf(p, parts, isQualified ? 0 : arityOf(tree, part), source);
    if (root !== null) {
      const last = isQualified ? tree.child(part, "name") : part;
      const chain = { root, path: parts.slice(1) };
      const count = current === "new" ? argumentCount : null;
      emit(p, current, last === -1 ? part : last, chain, { argumentCount: count, source });
    }
    claimNames(p, part, isQualified);
    current = inner;
  }
}

/** The root of a type's name by the parts of the name; null for a word of the language and for no name. */
function typeRootOf({ names }: Pass, [first, ...others]: string[], arity: number, source: number): Root | null {
  if (first === undefined) return null;
  if (others.length === 0 && (first === "var" || first === "dynamic" || first === "notnull" || first === "unmanaged"))
    return null;
  return typeRoot(names, first, arity, source);
}

/** Claims the identifiers of a type name, but for those in its type arguments. */
export function claimNames({ tree, claimed }: Pass, node: number, isQualified: boolean): void {
  if (tree.type(node) === "identifier") claimed[node] = 1;
  const end = tree.subtreeEnd(node);
  for (let inner = node; inner < end; inner++) {
    const type = tree.type(inner);
    if (type === "type_argument_list") inner = tree.subtreeEnd(inner) - 1;
    else if (type === "identifier" || type === "generic_name" || (isQualified && type.endsWith("qualified_name")))
      claimed[inner] = 1;
  }
}

/** The interface in front of a member that implements it explicitly. */
export function visitExplicitInterface(p: Pass, node: number): void {
  const { tree } = p;
  const name = tree.namedChildren(node)[0];
  if (name !== undefined) referType(p, name, "type", "type");
}

/** The type written in a cast, typeof, default, sizeof, array, constraint or type pattern. */
export function visitTyped(p: Pass, node: number, type: string): void {
  const { tree } = p;
  const written =
    type === "is_expression" || type === "as_expression"
      ? tree.child(node, "right")
      : TYPED.has(type)
        ? tree.child(node, "type")
        : -1;
  if (written !== -1) referType(p, written, "type", "type");
}

/** Nodes with a type in their field `type` that no other handler reads. */
const TYPED: ReadonlySet<string> = new Set([
  "cast_expression",
  "typeof_expression",
  "default_expression",
  "sizeof_expression",
  "array_creation_expression",
  "stackalloc_expression",
  "refvalue_expression",
  "type_parameter_constraint",
  "type_pattern",
  "parameter",
]);
