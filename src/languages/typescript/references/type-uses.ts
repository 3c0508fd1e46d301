/** Uses of names in types. */
import type { ReferenceKind } from "../../../model/parse-result.js";
import { symbolOf } from "../../symbol-of.js";
import type { Analysis } from "../analysis.js";
import { resolveName } from "../names.js";
import { FUNCTION_LIKE, firstNamed } from "../syntax-helpers.js";
import { addReference, type Pass, type UseOfName } from "./emit.js";

/** Adds the reference that starts with `NS` in the type `NS.Inner.T`, in `<NS.Inner/>` and in `import X = NS.Inner`. */
export function visitNamespaceName(a: Analysis, pass: Pass, node: number, name: string): void {
  const { tree } = a;
  let top = node;
  let last = node;
  const path: string[] = [];
  for (;;) {
    const parent = tree.parent(top);
    const type = tree.type(parent);
    if (type !== "nested_identifier" && type !== "nested_type_identifier") break;
    const property = tree.child(parent, type === "nested_identifier" ? "property" : "name");
    if (property === top) return;
    if (property !== -1) {
      path.push(tree.text(property));
      last = property;
    }
    top = parent;
  }
  const resolved = resolveName(a, pass.region.scope, name, "namespace");
  if (resolved === null || resolved.root.in === "unknown" || resolved.root.in === "instance") return;
  const container = tree.type(tree.parent(top));
  if (container === "jsx_closing_element") return;
  const isJsx = container === "jsx_opening_element" || container === "jsx_self_closing_element";
  const kind = isJsx ? "jsx" : tree.type(top) === "nested_identifier" ? "value" : kindOfTypeUse(a, pass, top);
  const named = { last, root: resolved.root, path: [...resolved.path, ...path] };
  addReference(a, pass, { kind, ...named });
  if (kind === "type") addLiteralImplements(a, pass, top, named);
}

/** Adds the reference of a name in a type. */
export function visitTypeIdentifier(a: Analysis, pass: Pass, node: number): void {
  const { tree } = a;
  const parentType = tree.type(tree.parent(node));
  if (parentType === "nested_type_identifier") return;
  const resolved = resolveName(a, pass.region.scope, tree.text(node), "type");
  if (resolved === null || resolved.root.in === "unknown" || resolved.root.in === "instance") return;
  const named = { last: node, ...resolved };
  const kind = kindOfTypeUse(a, pass, node);
  addReference(a, pass, { kind, ...named });
  if (kind === "type") addLiteralImplements(a, pass, node, named);
}

/**
 * Adds that an object implements T, as a class would: in `const x: T = { … }`, in `const x = { … } satisfies T`, and in `function make(): T` or
 * `async (): Promise<T> =>` where the function returns an object with functions. The function stands for its object.
 */
function addLiteralImplements(
  a: Analysis,
  pass: Pass,
  node: number,
  named: Pick<UseOfName, "last" | "root" | "path">,
): void {
  const from = ownerOfTyped(a, aroundType(a, node));
  if (from !== undefined) addReference(a, pass, { kind: "implements", ...named, from });
}

/** The node around a type: around `T<A>` of its name, and around `Promise<T>`. */
function aroundType({ tree }: Analysis, name: number): number {
  const around = (type: number) => {
    const above = tree.parent(type);
    return tree.type(above) === "generic_type" ? tree.parent(above) : above;
  };
  const above = around(name);
  if (tree.type(above) !== "type_arguments") return above;
  const promised = tree.child(tree.parent(above), "name");
  const isPromise = promised !== -1 && tree.text(promised) === "Promise";
  const outer = isPromise ? tree.parent(tree.parent(above)) : -1;
  const isResult = tree.type(outer) === "type_annotation" && FUNCTION_LIKE.has(tree.type(tree.parent(outer)));
  return isResult ? outer : above;
}

/** The symbol of the object whose type stands in a node: a constant, a variable or the function that returns it or keeps it. */
function ownerOfTyped(a: Analysis, above: number): number | undefined {
  const { tree } = a;
  const parent = tree.parent(above);
  if (tree.type(above) === "type_annotation" && tree.child(parent, "return_type") === above) {
    const maker = a.symbolAt.get(parent);
    return maker !== undefined && a.returning.has(maker) ? maker : undefined;
  }
  let value = -1;
  if (tree.type(above) === "satisfies_expression") value = firstNamed(tree, above);
  else if (tree.type(above) === "type_annotation") value = tree.child(parent, "value");
  const literal = value === -1 ? -1 : findLiteral(a, value);
  const owner = literal === -1 ? undefined : a.valueOf.get(literal);
  if (owner !== undefined) return /^(?:constant|variable)$/.test(symbolOf(a, owner).kind) ? owner : undefined;
  const held = a.heldObjects.get(literal);
  return held?.isGiven === false && held.holdsFunctions ? held.owner : undefined;
}

/** The object literal inside a value; -1 if there is none or a cast gives it another type. */
function findLiteral({ tree }: Analysis, value: number): number {
  let node = value;
  for (;;) {
    const inner = node === -1 ? [] : tree.namedChildren(node).filter((child) => tree.type(child) !== "comment");
    const type = node === -1 ? "" : tree.type(node);
    if (type === "object") return node;
    // `as const` has no type.
    const isPassed =
      /^(?:parenthesized|satisfies)_expression$/.test(type) || (type === "as_expression" && inner.length === 1);
    if (!isPassed) return -1;
    node = inner[0] ?? -1;
  }
}

/** The kind of reference that a type name makes, by the node around it. */
export function kindOfTypeUse(a: Analysis, pass: Pass, node: number): ReferenceKind {
  const { tree } = a;
  let top = node;
  if (tree.type(tree.parent(top)) === "generic_type") top = tree.parent(top);
  const parentType = tree.type(tree.parent(top));
  if (parentType === "extends_type_clause") return "extends";
  if (parentType === "implements_clause") return "implements";
  return node < pass.acceptsUntil ? "accepts" : "type";
}
