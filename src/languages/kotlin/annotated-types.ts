/**
 * Types behind annotations that the grammar reads as values. Of the two readings of `@Component class Cart { … }` it now and then prefers a name `class` and
 * an operator `Cart` with a lambda behind it. Kotlin itself knows `class` as a word alone. The tree is built anew as one of declarations.
 */
import { lastOf } from "../../base/need.js";
import { reshape, type Shape } from "../reshape.js";
import type { SyntaxTree } from "../syntax.js";

/** The words of types, and their declarations. */
const DECLARATIONS: ReadonlyMap<string, string> = new Map([
  ["class", "class_declaration"],
  ["interface", "class_declaration"],
  ["object", "object_declaration"],
]);

/** The tree in which a type behind annotations is declared. */
export function withAnnotatedTypes(tree: SyntaxTree): SyntaxTree {
  const shape: Shape = { dropped: new Set(), added: new Map(), renamed: new Map(), longer: new Map() };
  for (let node = 0; node < tree.size; node++)
    if (tree.type(node) === "annotated_expression" && !shape.dropped.has(node)) noteType(tree, node, shape);
  return shape.renamed.size === 0 ? tree : reshape(tree, shape);
}

/** Notes what changes where `node` is annotations before a type. */
function noteType(tree: SyntaxTree, node: number, { dropped, added, renamed }: Shape): void {
  const inner: number[] = [];
  const annotations: number[] = [];
  let value = node;
  while (tree.type(value) === "annotated_expression") {
    if (value !== node) inner.push(value);
    const children = tree.children(value);
    annotations.push(...children.slice(0, -1));
    value = lastOf(children);
  }
  if (tree.type(value) !== "infix_expression") return;
  const [word = -1, name = -1, body = -1, ...others] = tree.children(value);
  const declaration = word === -1 ? undefined : DECLARATIONS.get(tree.text(word));
  const isType = others.length === 0 && body !== -1 && tree.type(name) === "identifier";
  if (declaration === undefined || !isType || tree.type(body) !== "lambda_literal") return;
  const [first] = annotations;
  const last = annotations.at(-1);
  if (first === undefined || last === undefined) return;
  for (const each of inner) dropped.add(each);
  dropped.add(value);
  renamed.set(node, declaration).set(word, tree.text(word)).set(body, "class_body");
  added.set(first, [{ type: "modifiers", until: tree.subtreeEnd(last), end: tree.end(last) }]);
}
