/** The calls of a Java file: of methods and constructors, with their arguments. */
import { nth } from "../../base/need.js";
import type { Reference } from "../../model/parse-result.js";
import { UNKNOWN_TYPE } from "../../model/type-forms.js";
import { type Chain, stepped, UNKNOWN } from "../chain.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { argumentsOf, chainOf, superOf } from "./expressions.js";
import { type Pass, typeAround } from "./pass.js";
import { namesOf, rootOfType, typeAt } from "./types.js";

/** Whether a node is a call. The constant of an enum calls a constructor. */
export function isCall(tree: SyntaxTree, node: number): boolean {
  const type = tree.type(node);
  return (
    type === "method_invocation" ||
    type === "object_creation_expression" ||
    type === "explicit_constructor_invocation" ||
    type === "enum_constant"
  );
}

/** Reads the call at a node into its reference. */
export function beginCall(p: Pass, node: number, type: string): void {
  const { tree, callAt, references } = p;
  const call = callAt.get(node);
  if (call === undefined) return;
  const reference = nth(references, call);
  reference.from = p.from;
  const list = tree.child(node, "arguments");
  if (list !== -1 || type !== "enum_constant") {
    const given = argumentsOf(p, list);
    reference.argumentCount = given.length;
    if (given.length > 0) reference.arguments = given;
  } else reference.argumentCount = 0;
  switch (type) {
    case "method_invocation":
      readInvocation(p, node, reference);
      break;
    case "object_creation_expression":
      readCreation(p, node, reference);
      break;
    case "explicit_constructor_invocation": {
      const word = tree.child(node, "constructor");
      const around = typeAround(p);
      const isSuper = word !== -1 && tree.type(word) === "super";
      reference.root = around === 0 ? { in: "unknown" } : { in: isSuper ? "super" : "this", type: around };
      break;
    }
    default:
      readConstant(p, reference);
  }
}

function set(reference: Reference, { root, path }: Chain): void {
  reference.root = root;
  reference.path = path;
}

function readInvocation(p: Pass, node: number, reference: Reference): void {
  const { tree, claimed } = p;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1) return;
  claimed[nameNode] = 1;
  reference.line = tree.startLine(nameNode);
  const name = tree.text(nameNode);
  const object = tree.child(node, "object");
  if (object === -1) reference.root = { in: "free", name };
  else if (tree.type(object) !== "super" && tree.hasChildOfType(node, "super"))
    set(reference, stepped(superOf(p, object), name));
  else {
    const chain = chainOf(p, object);
    set(reference, chain === UNKNOWN ? { root: { in: "unknown" }, path: [name] } : stepped(chain, name));
    if (reference.path.length === 0) set(reference, { root: { in: "unknown" }, path: [name] });
  }
  readTypeArguments(p, tree.child(node, "type_arguments"), reference);
}

function readTypeArguments(p: Pass, list: number, reference: Reference): void {
  const { tree, declarations } = p;
  if (list === -1) return;
  const types = tree.namedChildren(list);
  if (types.length === 0) return;
  reference.typeArguments = types.map((type) => typeAt(declarations, type, p.from) ?? UNKNOWN_TYPE);
  reference.typeArgumentCount = types.length;
}

function readCreation(p: Pass, node: number, reference: Reference): void {
  const { tree, claimed, declarations } = p;
  reference.kind = "new";
  const type = tree.child(node, "type");
  if (type === -1) return;
  const isGeneric = tree.type(type) === "generic_type";
  const base = isGeneric ? (tree.namedChildren(type)[0] ?? -1) : type;
  if (base === -1) return;
  const [first, ...path] = namesOf(tree, base);
  if (first === undefined) return;
  const end = tree.subtreeEnd(base);
  for (let index = base; index < end; index++) claimed[index] = 1;
  reference.line = tree.endLine(base);
  const [outer] = tree.namedChildren(node);
  // `outer.new Inner()`: the type stands in that of the value.
  const isOfValue =
    outer !== undefined && outer < type && tree.type(outer) !== "type_arguments" && tree.hasChildOfType(node, ".");
  const root = isOfValue ? null : rootOfType(declarations, first, p.from);
  if (isOfValue) set(reference, stepped(chainOf(p, outer), first));
  else if (root !== null) set(reference, { root, path });
  if (isGeneric) readTypeArguments(p, tree.childOfType(type, "type_arguments"), reference);
  referAnonymous(p, node, reference);
}

/** `new T() { … }` declares a class with the base T. */
function referAnonymous(p: Pass, node: number, reference: Reference): void {
  const { tree, declarations, references } = p;
  const body = tree.childOfType(node, "class_body");
  const symbol = body === -1 ? undefined : declarations.symbolAt.get(body);
  if (symbol === undefined) return;
  const { root, path, line, typeArguments } = reference;
  const base: Reference = { kind: "extends", from: symbol, line, root, path, argumentCount: null };
  references.push(typeArguments === undefined ? base : { ...base, typeArguments });
}

/** The constant of an enum: a call of the enum's constructor, and where it has a body, a class with the enum as its base. */
function readConstant(p: Pass, reference: Reference): void {
  const { declarations, references } = p;
  const { symbols } = declarations;
  const owner = symbolOf(declarations, p.from).parent;
  reference.kind = "new";
  if (owner > 0) reference.root = { in: "file", symbol: owner };
  const body = symbols.findIndex(
    (symbol, index) => index > p.from && symbol.parent === p.from && symbol.kind === "class",
  );
  if (body === -1 || owner <= 0) return;
  references.push({ ...reference, kind: "extends", from: body, argumentCount: null, arguments: undefined });
}
