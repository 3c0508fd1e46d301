/** Uses of types in Java, wherever a type is written, and the bases of types. */
import type { ReferenceKind } from "../../model/parse-result.js";
import { UNKNOWN_TYPE } from "../../model/type-forms.js";
import { symbolOf } from "../symbol-of.js";
import { emit } from "./emit.js";
import type { Pass } from "./pass.js";
import { namesOf, rootOfType, typeAt } from "./types.js";

/** Adds the use of the type that is named at a node. */
export function referType(p: Pass, node: number): void {
  const { tree, declarations, claimed } = p;
  const [first, ...path] = namesOf(tree, node);
  const end = tree.subtreeEnd(node);
  for (let inner = node; inner < end; inner++) {
    if (tree.type(inner) === "type_arguments") inner = tree.subtreeEnd(inner) - 1;
    else if (!tree.type(inner).endsWith("annotation")) claimed[inner] = 1;
  }
  if (first === undefined || isDeclaredHere(p, node)) return;
  const from = sourceOf(p, node);
  const root = rootOfType(declarations, first, from);
  if (root !== null) emit(p, kindOf(p, node), node, { root, path }, from);
}

/** The name of a type parameter where it is declared. */
function isDeclaredHere({ tree }: Pass, node: number): boolean {
  const parent = tree.parent(node);
  return tree.type(parent) === "type_parameter" && tree.type(node) === "type_identifier";
}

/** The type of a field stands before its name: the use belongs to the field. */
function sourceOf(p: Pass, node: number): number {
  const { tree, declarations } = p;
  for (
    let ancestor = tree.parent(node), depth = 0;
    ancestor > 0 && depth < 24;
    ancestor = tree.parent(ancestor), depth++
  ) {
    const type = tree.type(ancestor);
    if (/_body$|^block$|_declaration$/.test(type) && type !== "field_declaration" && type !== "constant_declaration")
      break;
    if (type !== "field_declaration" && type !== "constant_declaration") continue;
    const declarator = tree.childOfType(ancestor, "variable_declarator");
    const symbol = declarator === -1 ? undefined : declarations.symbolAt.get(declarator);
    if (symbol !== undefined && node < declarator) return symbol;
    break;
  }
  return p.from;
}

/** A type is accepted where it is the type of a parameter of a method; else it is mentioned. */
function kindOf(p: Pass, node: number): ReferenceKind {
  const { tree } = p;
  let ancestor = tree.parent(node);
  for (let depth = 0; depth < 4 && /^(?:generic|array|annotated)_type$/.test(tree.type(ancestor)); depth++)
    ancestor = tree.parent(ancestor);
  if (!/^(?:formal|spread)_parameter$/.test(tree.type(ancestor))) return "type";
  const owner = tree.type(tree.parent(tree.parent(ancestor)));
  return /^(?:method|constructor)_declaration$/.test(owner) ? "accepts" : "type";
}

/** Adds the bases of the type that the walk is in. */
export function referHeritage(p: Pass, node: number, type: string): void {
  const { tree } = p;
  const list = tree.childOfType(node, "type_list");
  const bases = tree.namedChildren(list === -1 ? node : list);
  const isInterface = symbolOf(p.declarations, p.from).kind === "interface";
  const kind = type === "super_interfaces" && !isInterface ? "implements" : "extends";
  for (const base of bases) referBase(p, base, kind);
}

function referBase(p: Pass, node: number, kind: "extends" | "implements"): void {
  const { tree, declarations, claimed } = p;
  const isGeneric = tree.type(node) === "generic_type";
  const named = isGeneric ? (tree.namedChildren(node)[0] ?? -1) : node;
  if (named === -1) return;
  const [first, ...path] = namesOf(tree, named);
  if (first === undefined || !/type_identifier$/.test(tree.type(named))) return;
  for (let index = named; index < tree.subtreeEnd(named); index++) claimed[index] = 1;
  const reference = emit(p, kind, named, { root: { in: "free", name: first }, path });
  const list = isGeneric ? tree.childOfType(node, "type_arguments") : -1;
  if (list === -1) return;
  const types = tree.namedChildren(list);
  reference.typeArguments = types.map((each) => typeAt(declarations, each, p.from) ?? UNKNOWN_TYPE);
}
