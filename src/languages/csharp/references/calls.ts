/** Calls and creations of objects. */
import type { Root, TypeExpr } from "../../../model/parse-result.js";
import { type Chain, UNKNOWN } from "../../chain.js";
import type { SyntaxTree } from "../../syntax.js";
import { chainOf } from "../expressions/chains.js";
import { enclosingType } from "../expressions/standpoint.js";
import { arityOf } from "../names/syntax.js";
import { partsOf, typeArguments, typeName, withoutNull } from "../names/type-names.js";
import { addArguments, countArguments } from "./arguments.js";
import { callbackValue } from "./callbacks.js";
import { emit, emitNameless } from "./emit.js";
import { claimInitializer, referInitializer } from "./initializers.js";
import { isPredefined, type Pass } from "./pass.js";
import { targetType } from "./targets.js";
import { referType } from "./type-uses.js";

/** A call of a name, or of a value without one. */
export function visitCall(p: Pass, node: number): void {
  const { tree, references } = p;
  const callee = tree.child(node, "function");
  if (callee === -1) return;
  const calleeType = tree.type(callee);
  if (calleeType === "identifier" && tree.text(callee) === "nameof") {
    p.claimed[callee] = 1;
    return;
  }
  const last = lastNameOf(tree, callee);
  const before = references.length;
  const given = tree.child(node, "arguments");
  if (last !== -1) emit(p, "call", last, chainOf(p, callee, true), { argumentCount: countArguments(tree, given) });
  const reference = references[before];
  if (reference === undefined) {
    emitNameless(p, last !== -1 || given === -1 ? callee : given);
    return;
  }
  addArguments(p, node, given, before);
  const types = arityOf(tree, last);
  if (types === 0) return;
  reference.typeArgumentCount = types;
  reference.typeArguments = typeArguments(p.names, last, p.from);
}

/** A creation `new T(…) { … }`. */
export function visitCreation(p: Pass, node: number): void {
  const { tree, references } = p;
  const created = tree.child(node, "type");
  if (created === -1) return;
  const written = typeName(p.names, created, p.from);
  const evident = written === null ? null : withoutNull(written);
  const before = references.length;
  const given = tree.child(node, "arguments");
  referType(p, created, "new", "type", { argumentCount: countArguments(tree, given) });
  const reference = references[before];
  if (reference?.kind === "new") {
    addArguments(p, node, given, before);
    const args = partsOf(evident);
    if (args !== undefined) reference.typeArguments = args;
  } else if (tree.type(created) === "identifier") emitNameless(p, created);
  const initializer = tree.child(node, "initializer");
  if (initializer === -1) return;
  if (evident === null) claimInitializer(p, initializer);
  else referInitializer(p, initializer, { root: { in: "instance", type: evident }, path: [] });
}

/** A creation `new(…) { … }`. The target that it is given to decides its type. */
export function visitImplicitCreation(p: Pass, node: number): void {
  const { tree, references } = p;
  const evident = targetType(p, node);
  const initializer = tree.childOfType(node, "initializer_expression");
  const given = tree.childOfType(node, "argument_list");
  const before = references.length;
  if (evident === null) {
    const taken = takenBy(p, node);
    if (taken.root.in === "unknown") emitNameless(p, node);
    else {
      emit(p, "new", node, taken, { argumentCount: countArguments(tree, given) });
      addArguments(p, node, given, before);
    }
    if (initializer !== -1 && taken.root.in !== "unknown") referInitializer(p, initializer, taken);
    else if (initializer !== -1) claimInitializer(p, initializer);
    return;
  }
  if (!isPredefined(evident)) {
    emit(p, "new", node, chainOfMade(evident), { argumentCount: countArguments(tree, given) });
    addArguments(p, node, given, before);
    const reference = references[before];
    const args = partsOf(evident);
    if (args !== undefined && reference !== undefined) reference.typeArguments = args;
  }
  if (initializer !== -1) referInitializer(p, initializer, { root: { in: "instance", type: evident }, path: [] });
}

/** The target of `new(…)`, if its type is written elsewhere: a parameter, or a member that is set. */
function takenBy(p: Pass, node: number): Chain {
  const { tree, setMembers } = p;
  const parent = tree.parent(node);
  if (tree.type(parent) === "argument") return callbackValue(tree, parent, -1);
  if (tree.type(parent) !== "assignment_expression") return UNKNOWN;
  const left = tree.child(parent, "left");
  if (left === -1 || left === node) return UNKNOWN;
  const member = setMembers.get(parent);
  if (member !== undefined) return member;
  const target = chainOf(p, left);
  // A name alone may be that of a type, too.
  return VALUE_ROOTS.has(target.root.in) && target.path.length > 0 ? target : UNKNOWN;
}

const VALUE_ROOTS: ReadonlySet<Root["in"]> = new Set(["file", "this", "instance", "result"]);

/** The type that `new(…)` makes, as the chain of a reference. */
function chainOfMade(type: TypeExpr): Chain {
  switch (type.kind) {
    case "named":
      return { root: type.root, path: type.path };
    case "tuple":
      return { root: { in: "form", form: "tuple" }, path: type.names };
    case "list":
    case "thrown":
    case "anonymous":
      return { root: { in: "form", form: type.kind }, path: [] };
    default:
      return UNKNOWN;
  }
}

/** The call `: base(…)` or `: this(…)` of a constructor. */
export function visitConstructorInitializer(p: Pass, node: number): void {
  const { tree } = p;
  const owner = enclosingType(p);
  if (owner === -1) return;
  const isBase = tree.hasChildOfType(node, "base");
  const root: Root = isBase ? { in: "super", type: owner } : { in: "this", type: owner };
  const given = tree.childOfType(node, "argument_list");
  const before = p.references.length;
  emit(p, "call", node, { root, path: [] }, { argumentCount: countArguments(tree, given) });
  addArguments(p, node, given, before);
}

/** The name behind `?.`; -1 where none is. */
export function boundName(tree: SyntaxTree, node: number): number {
  const binding = tree.childOfType(node, "member_binding_expression");
  return binding === -1 ? -1 : tree.child(binding, "name");
}

/** The identifier or generic name at the end of a called expression; -1 for a value without a name. */
function lastNameOf(tree: SyntaxTree, callee: number): number {
  let node = callee;
  for (let depth = 0; depth < 64; depth++) {
    switch (tree.type(node)) {
      case "identifier":
      case "generic_name":
        return node;
      case "member_access_expression":
        return tree.child(node, "name");
      case "conditional_access_expression":
        return boundName(tree, node);
      case "postfix_unary_expression":
      case "parenthesized_expression": {
        const inner = tree.namedChildren(node)[0];
        if (inner === undefined) return -1;
        node = inner;
        continue;
      }
      default:
        return -1;
    }
  }
  return -1;
}
