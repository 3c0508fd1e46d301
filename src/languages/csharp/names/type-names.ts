/** Types as a file writes them are read here into type names. */
import { nth } from "../../../base/need.js";
import type { Root, TypeExpr } from "../../../model/parse-result.js";
import { freeNamed, known, named, tuple, UNKNOWN_TYPE } from "../../../model/type-forms.js";
import { symbolOf } from "../../symbol-of.js";
import { nodeOf } from "../declarations/pass.js";
import { extensionBlockAround } from "../declarations/signatures.js";
import { type Names, typeRoot } from "./names.js";
import { arityOf, nameParts, simpleName } from "./syntax.js";

/** Type arguments in type arguments are read to at most this depth. */
const DEEPEST_ARGUMENTS = 4;

/** The nesting that marks the bound of a type parameter. Types inside the bound have lower numbers. */
const IN_BOUND = -1;

/** Names that stand for no symbol in the place of a type. */
const NO_TYPES: ReadonlySet<string> = new Set(["var", "dynamic", "nint", "nuint", "notnull", "unmanaged", "_", "void"]);

/** The bound of type parameters with the constraint `struct`. */
const VALUE_TYPE: TypeExpr = freeNamed("ValueType");

/** The name of `T?` for any T. Only for a value type is it a type of its own; which types those are is known once all files are. */
const NULLABLE = "Nullable`1";

/** The type T of `T?`, and any other type as it is. */
export function withoutNull(type: TypeExpr): TypeExpr {
  if (type.kind !== "named" || type.root.in !== "free" || type.root.name !== NULLABLE || type.path.length > 0)
    return type;
  return type.args?.[0] ?? type;
}

/** The type arguments of a type, or the types of a tuple's elements; undefined for none. */
export function partsOf(type: TypeExpr | null): TypeExpr[] | undefined {
  return type?.kind === "named" ? type.args : type?.kind === "tuple" ? type.of : undefined;
}

/** The type that an alias stands for: a generic type or tuple as it is written, else the import. */
function aliased(names: Names, root: Extract<Root, { in: "import" }>, nesting: number): TypeExpr {
  const { tree } = names;
  const target = nth(names.importNodes, root.import);
  const isPlain = tree.type(target) === "identifier" || arityOf(tree, target) === 0;
  const type = isPlain && tree.type(target) !== "tuple_type" ? null : typeName(names, target, 0, deeper(nesting));
  return type ?? named(root);
}

/** The symbol that declares the name as its type parameter, seen from `from`; -1 for none. */
function parameterOwner(names: Names, name: string, from: number): number {
  for (let scope = from; scope !== -1; scope = symbolOf(names, scope).parent) {
    if (symbolOf(names, scope).typeParameters.includes(name)) return scope;
  }
  return -1;
}

/** A type parameter with its bound, the first type that it must derive from. Type parameters inside a bound come without theirs. */
function typeParameter(names: Names, name: string, from: number, nesting: number): TypeExpr | null {
  const owner = parameterOwner(names, name, from);
  if (owner === -1) return null;
  return named({ in: "parameter", name, bound: nesting < 0 ? null : boundOf(names, name, owner) });
}

function boundOf(names: Names, name: string, owner: number): TypeExpr | null {
  const { tree } = names;
  const clause = constraintsOf(names, name, owner);
  if (clause === -1) return null;
  for (const constraint of tree.children(clause)) {
    const type = tree.type(constraint) === "type_parameter_constraint" ? tree.child(constraint, "type") : -1;
    if (type !== -1) return typeName(names, type, owner, IN_BOUND);
  }
  return asksForStruct(names, clause) ? VALUE_TYPE : null;
}

/** The clause `where T : …` of a type parameter; -1 for none. */
function constraintsOf(names: Names, name: string, owner: number): number {
  const { tree } = names;
  const { node } = nodeOf(names, owner);
  const block = extensionBlockAround(tree, node);
  const clauses = [...tree.children(node), ...(block === -1 ? [] : tree.children(block))];
  for (const clause of clauses) {
    if (tree.type(clause) !== "type_parameter_constraints_clause") continue;
    const parameter = tree.childOfType(clause, "identifier");
    if (parameter !== -1 && tree.text(parameter) === name) return clause;
  }
  return -1;
}

function asksForStruct({ tree }: Names, clause: number): boolean {
  return tree.children(clause).some((constraint) => tree.text(constraint) === "struct");
}

/** The T in `T?`, of which the constraint `struct` counts before an interface: `where T : struct, IComparable<T>`. */
function inNullable(names: Names, inner: TypeExpr, from: number): TypeExpr {
  if (inner.kind !== "named" || inner.root.in !== "parameter") return inner;
  const owner = parameterOwner(names, inner.root.name, from);
  const clause = owner === -1 ? -1 : constraintsOf(names, inner.root.name, owner);
  return clause !== -1 && asksForStruct(names, clause) ? named({ ...inner.root, bound: VALUE_TYPE }) : inner;
}

/** The type arguments of a generic name. One that is not a single named type has an unknown root. */
export function typeArguments(names: Names, node: number, from: number, nesting = 0): TypeExpr[] {
  const { tree } = names;
  const list = tree.type(node) === "type_argument_list" ? node : tree.childOfType(node, "type_argument_list");
  if (list === -1) return [];
  const types = tree.namedChildren(list).filter((child) => tree.type(child) !== "comment");
  return types.map((type) => typeName(names, type, from, deeper(nesting)) ?? UNKNOWN_TYPE);
}

/** The type that a type node names; null where it is not a single named type. */
export function typeName(names: Names, node: number, from: number, nesting = 0): TypeExpr | null {
  const { tree } = names;
  if (nesting > DEEPEST_ARGUMENTS || nesting < IN_BOUND - DEEPEST_ARGUMENTS) return null;
  let type = node;
  for (let depth = 0; depth < 64 && type !== -1; depth++) {
    switch (tree.type(type)) {
      case "nullable_type": {
        const of = tree.child(type, "type");
        const inner = of === -1 ? null : typeName(names, of, from, nesting);
        return inner === null ? null : freeNamed(NULLABLE, [inNullable(names, inner, from)]);
      }
      case "scoped_type":
      case "ref_type": {
        const inner = tree.child(type, "type");
        if (inner === -1) return null;
        type = inner;
        continue;
      }
      case "predefined_type": {
        const name = tree.text(type);
        return NO_TYPES.has(name) ? null : freeNamed(name);
      }
      case "array_type": {
        const inner = tree.child(type, "type");
        const element = inner === -1 ? null : typeName(names, inner, from, deeper(nesting));
        return freeNamed("Array", [element ?? UNKNOWN_TYPE]);
      }
      case "tuple_type": {
        const elements = tree.namedChildren(type).filter((child) => tree.type(child) === "tuple_element");
        const types = elements.map((each) => typeName(names, tree.child(each, "type"), from, deeper(nesting)));
        const own = elements.map((each) =>
          tree.child(each, "name") === -1 ? "" : tree.text(tree.child(each, "name")),
        );
        return tuple(known(types), own);
      }
      case "identifier":
      case "generic_name": {
        const name = simpleName(tree, type);
        if (NO_TYPES.has(name)) return null;
        const arity = arityOf(tree, type);
        const root = typeRoot(names, name, arity, from);
        if (root === null) return typeParameter(names, name, from, nesting);
        if (root.in === "import") return aliased(names, root, nesting);
        return named(root, [], arity > 0 ? typeArguments(names, type, from, nesting) : undefined);
      }
      case "qualified_name":
      case "alias_qualified_name": {
        const parts = nameParts(tree, type);
        const first = parts[0];
        if (first === undefined) return null;
        const arity = arityOf(tree, type);
        const root = typeRoot(names, first, parts.length === 1 ? arity : 0, from);
        if (root === null) return null;
        const last = tree.child(type, "name");
        const args = arity === 0 || last === -1 ? [] : typeArguments(names, last, from, nesting);
        return named(root, parts.slice(1), args.length > 0 ? args : undefined);
      }
      default:
        return null;
    }
  }
  return null;
}

function deeper(nesting: number): number {
  return nesting < 0 ? nesting - 1 : nesting + 1;
}
