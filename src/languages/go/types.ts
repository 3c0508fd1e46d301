/** Types as a Go file writes them. Types without a name have words of the language as their names: `[]`, `map`, `chan` and `*`. */
import type { TypeExpr } from "../../model/parse-result.js";
import { freeNamed, functionOf, named, object, tuple, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { importNamed } from "./imports.js";
import { type LocalRoot, localNamed, MOST_DEPTH, type Reading, type Scope } from "./reading.js";

/** The root of a name: a local one, a declaration of the file, or a name that another file of the package or the language has. */
export function rootNamed(
  { top, imports }: Reading,
  scope: Scope | null,
  name: string,
  isQualifier = false,
): LocalRoot {
  const local = localNamed(scope, name);
  if (local !== undefined) return local;
  const symbol = top.get(name);
  if (symbol !== undefined) return { in: "file", symbol };
  const index = isQualifier ? importNamed(imports, name) : -1;
  return index >= 0 ? { in: "import", import: index } : { in: "free", name };
}

/** The type that a node writes. */
export function typeAt(reading: Reading, scope: Scope | null, node: number, depth = 0): TypeExpr {
  if (node < 0 || depth > MOST_DEPTH) return UNKNOWN_TYPE;
  const { tree } = reading;
  const inner = (field: string) => typeAt(reading, scope, tree.child(node, field), depth + 1);
  switch (tree.type(node)) {
    case "type_identifier":
    case "identifier":
      return named(rootNamed(reading, scope, tree.text(node)));
    case "qualified_type": {
      const root = rootNamed(reading, null, tree.text(tree.child(node, "package")), true);
      return named(root, [tree.text(tree.child(node, "name"))]);
    }
    case "selector_expression": {
      const root = rootNamed(reading, null, tree.text(tree.child(node, "operand")), true);
      return named(root, [tree.text(tree.child(node, "field"))]);
    }
    case "generic_type": {
      const of = inner("type");
      const args = tree.namedChildren(tree.child(node, "type_arguments"));
      return of.kind === "named"
        ? { ...of, args: args.map((arg) => typeAt(reading, scope, arg, depth + 1)) }
        : UNKNOWN_TYPE;
    }
    case "type_elem":
    case "type_constraint": {
      const parts = tree.namedChildren(node);
      const [only] = parts;
      return parts.length === 1 && only !== undefined ? typeAt(reading, scope, only, depth + 1) : UNKNOWN_TYPE;
    }
    case "parenthesized_type":
      return typeAt(reading, scope, tree.namedChildren(node)[0] ?? -1, depth + 1);
    case "pointer_type":
      return freeNamed("*", [typeAt(reading, scope, tree.namedChildren(node)[0] ?? -1, depth + 1)]);
    case "slice_type":
    case "implicit_length_array_type":
      return freeNamed("[]", [inner("element")]);
    case "array_type":
      return freeNamed(`[${tree.text(tree.child(node, "length"))}]`, [inner("element")]);
    case "map_type":
      return freeNamed("map", [inner("key"), inner("value")]);
    case "channel_type": {
      const words = tree.source.slice(tree.start(node), tree.start(tree.child(node, "value"))).replace(/[\s(]/g, "");
      return freeNamed(words, [inner("value")]);
    }
    case "function_type":
      return functionType(reading, scope, node, depth);
    case "struct_type":
      return structType(reading, scope, node, depth);
    case "interface_type":
      return interfaceType(reading, scope, node, depth);
    default:
      return UNKNOWN_TYPE;
  }
}

/** The type of a function, method or function literal. */
export function functionType(reading: Reading, scope: Scope | null, node: number, depth = 0): TypeExpr {
  const { tree } = reading;
  const parameters = parametersOf(reading, scope, tree.child(node, "parameters"), depth).map(({ type }) => type);
  return functionOf(resultOf(reading, scope, tree.child(node, "result"), depth), parameters);
}

/** The result of a function: one type, or a tuple of several or none. */
export function resultOf(reading: Reading, scope: Scope | null, node: number, depth = 0): TypeExpr {
  if (node < 0) return tuple([]);
  if (reading.tree.type(node) !== "parameter_list") return typeAt(reading, scope, node, depth + 1);
  const types = parametersOf(reading, scope, node, depth).map(({ type }) => type);
  const [only] = types;
  return types.length === 1 && only !== undefined ? only : tuple(types);
}

/** A parameter or a named result. `node`: that of its name; -1 where it has none. */
export interface Parameter {
  name: string;
  node: number;
  type: TypeExpr;
  typeNode: number;
}

/** The parameters of a list, one for each name. */
export function parametersOf(reading: Reading, scope: Scope | null, list: number, depth = 0): Parameter[] {
  const { tree } = reading;
  const found: Parameter[] = [];
  if (list < 0) return found;
  for (const node of tree.namedChildren(list)) {
    const isVariadic = tree.type(node) === "variadic_parameter_declaration";
    if (!isVariadic && tree.type(node) !== "parameter_declaration") continue;
    const typeNode = tree.child(node, "type");
    const of = typeAt(reading, scope, typeNode, depth + 1);
    const type: TypeExpr = isVariadic ? { kind: "rest", of } : of;
    const names = tree.children(node).filter((child) => tree.field(child) === "name");
    if (names.length === 0) found.push({ name: "", node: -1, type, typeNode });
    for (const name of names) found.push({ name: tree.text(name), node: name, type, typeNode });
  }
  return found;
}

/** The name of an embedded field: that of its type. */
export function embeddedName(reading: Reading, typeNode: number): string {
  const { tree } = reading;
  const type = tree.type(typeNode);
  if (type === "qualified_type") return tree.text(tree.child(typeNode, "name"));
  if (type === "generic_type") return embeddedName(reading, tree.child(typeNode, "type"));
  return /^(?:type_identifier|identifier)$/.test(type) ? tree.text(typeNode) : "";
}

function structType(reading: Reading, scope: Scope | null, node: number, depth: number): TypeExpr {
  const { tree } = reading;
  const names: string[] = [];
  const types: TypeExpr[] = [];
  const list = tree.childOfType(node, "field_declaration_list");
  for (const field of list < 0 ? [] : tree.namedChildren(list)) {
    if (tree.type(field) !== "field_declaration") continue;
    const typeNode = tree.child(field, "type");
    const type = typeAt(reading, scope, typeNode, depth + 1);
    const written = tree.children(field).filter((child) => tree.field(child) === "name");
    for (const name of written.length > 0
      ? written.map((each) => tree.text(each))
      : [embeddedName(reading, typeNode)]) {
      names.push(name);
      types.push(type);
    }
  }
  return object(names, types);
}

function interfaceType(reading: Reading, scope: Scope | null, node: number, depth: number): TypeExpr {
  const { tree } = reading;
  const methods = tree.namedChildren(node).filter((child) => tree.type(child) === "method_elem");
  const others = tree.namedChildren(node).filter((child) => tree.type(child) === "type_elem");
  // A name in it stands for methods that are not written here.
  if (others.length > 0)
    return methods.length === 0 && others.length === 1
      ? typeAt(reading, scope, others[0] ?? -1, depth + 1)
      : UNKNOWN_TYPE;
  if (methods.length === 0) return freeNamed("any");
  return object(
    methods.map((method) => tree.text(tree.child(method, "name"))),
    methods.map((method) => functionType(reading, scope, method, depth + 1)),
  );
}

/** Declares type parameters in a scope; answers their names and bounds. */
export function declareTypeParameters(reading: Reading, scope: Scope, list: number): string[] {
  const { tree } = reading;
  const names: string[] = [];
  if (list < 0) return names;
  for (const node of tree.namedChildren(list)) {
    if (tree.type(node) !== "type_parameter_declaration") continue;
    const own = tree.children(node).filter((child) => tree.field(child) === "name");
    for (const each of own) {
      const name = tree.text(each);
      names.push(name);
      // Bounds may name parameters that follow: they are read when all are known.
      scope.names.set(name, { in: "parameter", name, bound: null });
    }
  }
  for (const node of tree.namedChildren(list)) {
    if (tree.type(node) !== "type_parameter_declaration") continue;
    const bound = typeAt(reading, scope, tree.child(node, "type"));
    for (const each of tree.children(node).filter((child) => tree.field(child) === "name")) {
      const name = tree.text(each);
      scope.names.set(name, { in: "parameter", name, bound });
    }
  }
  return names;
}
