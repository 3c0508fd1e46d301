/** Tuples and anonymous objects: values of types without a name, whose parts have values. */
import type { Root } from "../../../model/parse-result.js";
import { MAKING } from "../../../model/steps.js";
import type { SyntaxTree } from "../../syntax.js";
import { simpleName } from "../names/syntax.js";
import { emit } from "./emit.js";
import { readArgument } from "./functions.js";
import type { Pass } from "./pass.js";

/** A part of a made value: its name, and its expression. */
interface Part {
  name: string;
  value: number;
}

/** `(order, total: 5)`, `new { order.Id, Total = 5 }`: their making is a call of no method, whose arguments are the parts. */
export function visitMade(p: Pass, node: number, type: string): void {
  const { tree, references } = p;
  const isTuple = type === "tuple_expression";
  if (isTuple && isTaken(tree, node)) return;
  const parts = isTuple ? partsOfTuple(tree, node) : partsOfObject(tree, node);
  const root: Root = { in: "form", form: isTuple ? "tuple" : "anonymous" };
  const before = references.length;
  emit(p, "call", node, { root, path: [MAKING] }, { argumentCount: parts.length });
  const reference = references[before];
  if (reference === undefined) return;
  p.calls.set(node, before);
  reference.arguments = parts.map(({ value }) => readArgument(p, value));
  reference.argumentNames = parts.map(({ name }) => name);
}

/** Whether a tuple takes a value apart: `(a, b) = pair`. */
function isTaken(tree: SyntaxTree, node: number): boolean {
  const parent = tree.parent(node);
  return tree.type(parent) === "assignment_expression" && tree.child(parent, "left") === node;
}

function partsOfTuple(tree: SyntaxTree, node: number): Part[] {
  const given = tree.children(node).filter((child) => tree.type(child) === "argument");
  return given.map((argument, index) => {
    const name = tree.child(argument, "name");
    const value = tree.children(argument).at(-1) ?? -1;
    return { name: name === -1 ? nameOf(tree, value, index) : simpleName(tree, name), value };
  });
}

/** The parts of an anonymous object stand in it without nodes of their own. */
function partsOfObject(tree: SyntaxTree, node: number): Part[] {
  const parts: Part[] = [];
  let named = "";
  for (const child of tree.children(node)) {
    const next = tree.nextSibling(child);
    if (!tree.isNamed(child)) continue;
    if (next !== -1 && tree.type(next) === "=") {
      named = simpleName(tree, child);
      continue;
    }
    parts.push({ name: named || nameOf(tree, child, parts.length), value: child });
    named = "";
  }
  return parts;
}

/** The name that a part has of its expression: `Id` of `order.Id`; else that of its place, `Item1`. */
function nameOf(tree: SyntaxTree, value: number, index: number): string {
  const type = value === -1 ? "" : tree.type(value);
  if (type === "identifier") return simpleName(tree, value);
  const member = type === "member_access_expression" ? tree.child(value, "name") : -1;
  return member === -1 ? `Item${index + 1}` : simpleName(tree, member);
}
