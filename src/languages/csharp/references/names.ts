/** Names and member accesses in expressions. */
import { isStep } from "../../../model/steps.js";
import type { Chain } from "../../chain.js";
import { symbolOf } from "../../symbol-of.js";
import { chainOf } from "../expressions/chains.js";
import { simpleName } from "../names/syntax.js";
import { withoutNull } from "../names/type-names.js";
import { addArguments } from "./arguments.js";
import { boundName } from "./calls.js";
import { emit } from "./emit.js";
import type { Pass } from "./pass.js";
import { claimNames, referType } from "./type-uses.js";

/** Whether a name is a discard, made up by the parser, or given by the language to accessors and programs. */
function isNoReference(p: Pass, name: string): boolean {
  const { locals } = p;
  if (name === "" || name === "_") return true;
  if (name === "args") return p.from === 0 && locals.find(name) === null;
  return name === "field" && symbolOf(p, p.from).kind === "property" && locals.find(name) === null;
}

/** A name in an expression. */
export function visitName(p: Pass, node: number, type: string): void {
  const { tree } = p;
  const parent = tree.parent(node);
  if (tree.isError(parent)) return;
  if (type === "generic_name") {
    const list = tree.childOfType(node, "type_argument_list");
    if (list !== -1) referType(p, list, "type", "type");
    claimNames(p, node, false);
  } else if (isNoReference(p, tree.text(node))) return;
  const parentType = tree.type(parent);
  if (parentType === "labeled_statement" && tree.nextSibling(node) !== -1 && tree.firstChild(parent) === node) return;
  if (
    parentType === "anonymous_object_creation_expression" ||
    parentType === "attribute_argument" ||
    parentType === "with_initializer"
  ) {
    const after = tree.nextSibling(node);
    if (after !== -1 && (tree.type(after) === "=" || tree.type(after) === ":")) return;
  }
  if (parentType === "invocation_expression" && tree.field(node) === "function") return;
  if (p.locals.find(simpleName(tree, node)) !== null) return;
  const chain = chainOf(p, node);
  const itsType = typeOfItsName(p, node, chain);
  if (itsType === null) emit(p, "value", node, chain);
  else emit(p, "type", node, itsType);
}

/**
 * The type that a name means inside the member of that name and type, before a dot: `Level Level = Level.High`, `Level Level => Level.High`. Nothing can be
 * read of the member while it is made. Null for any other name.
 */
function typeOfItsName(p: Pass, node: number, { root, path }: Chain): Chain | null {
  const { tree } = p;
  if (root.in !== "file" || root.symbol !== p.from || path.length > 0) return null;
  const parent = tree.parent(node);
  if (tree.type(parent) !== "member_access_expression" || tree.child(parent, "name") === node) return null;
  const { kind, declaredType } = symbolOf(p, root.symbol);
  const type = declaredType === null ? null : withoutNull(declaredType);
  if (!/^(?:property|field|constant|variable)$/.test(kind) || type?.kind !== "named" || type.path.length > 0)
    return null;
  const name =
    type.root.in === "free" ? type.root.name : type.root.in === "file" ? symbolOf(p, type.root.symbol).name : "";
  return name === tree.text(node) ? { root: type.root, path: [] } : null;
}

/** An access `list[0]`: a use of its indexer with the arguments, or of the value. */
export function visitElementAccess(p: Pass, node: number): void {
  const { tree, references } = p;
  const before = references.length;
  emit(p, "value", node, chainOf(p, node));
  const reference = references[before];
  if (reference !== undefined && isStep(reference.path.at(-1), "index")) {
    addArguments(p, node, tree.child(node, "subscript"), before);
  }
}

/** A member access `a.b` or `a?.b`. Where it is called, the call gives the reference. */
export function visitMemberAccess(p: Pass, node: number, type: string): void {
  const { tree } = p;
  const name = type === "member_access_expression" ? tree.child(node, "name") : boundName(tree, node);
  if (name === -1) return;
  claimNames(p, name, false);
  if (tree.type(name) === "generic_name") {
    const list = tree.childOfType(name, "type_argument_list");
    if (list !== -1) referType(p, list, "type", "type");
  }
  if (tree.type(tree.parent(node)) === "invocation_expression" && tree.field(node) === "function") return;
  emit(p, "value", name, chainOf(p, node));
}

/** A name `A.B` in an expression: the grammar reads some member accesses so. */
export function visitQualifiedName(p: Pass, node: number): void {
  const { tree } = p;
  if (tree.isError(tree.parent(node))) {
    claimNames(p, node, true);
    return;
  }
  const name = tree.child(node, "name");
  emit(p, "value", name === -1 ? node : name, chainOf(p, node));
  claimNames(p, node, true);
}
