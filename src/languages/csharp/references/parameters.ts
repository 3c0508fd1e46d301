/** Parameters of functions, lambdas, setters and `extension` blocks. */
import type { ReferenceKind } from "../../../model/parse-result.js";
import { ofType, UNKNOWN } from "../../chain.js";
import { symbolOf } from "../../symbol-of.js";
import { isExtensionBlock, parametersIn } from "../declarations/signatures.js";
import { typeName } from "../names/type-names.js";
import { lambdaValue } from "./callbacks.js";
import type { Pass } from "./pass.js";
import { claimNames, referType } from "./type-uses.js";
import { declareLocal } from "./variables.js";

/** Adds uses of the types of parameters, and declares the parameters as locals, unless they are symbols themselves. */
export function referParameters(p: Pass, list: number, kind: ReferenceKind, isLocal: boolean, lambda = -1): void {
  const { tree } = p;
  const parameters = parametersIn(tree, list);
  for (const { type } of parameters) if (type !== -1) referType(p, type, kind, kind);
  parameters.forEach(({ type, name }, index) => {
    if (!isLocal && name !== -1) p.claimed[name] = 1;
    const untyped = lambda === -1 ? UNKNOWN : lambdaValue(p, lambda, index);
    declareLocal(p, name, type === -1 ? untyped : ofType(typeName(p.names, type, p.from)));
  });
}

/** The receiver of a class that is an `extension` block. The first member of the block is the one that accepts its type. */
export function visitExtensionBlock(p: Pass, block: number): void {
  const { tree, nodes } = p;
  if (!isExtensionBlock(tree, block)) return;
  const end = tree.subtreeEnd(block);
  const list = tree.childOfType(block, "parameter_list");
  const parameter = list === -1 ? -1 : tree.childOfType(list, "parameter");
  claimNames(p, tree.child(block, "name"), true);
  const next = nodes[p.next];
  if (parameter === -1 || next === undefined || next.node >= end) return;
  p.locals.enter(end, true);
  const outer = p.from;
  p.from = p.next;
  // The grammar reads the type of a receiver without a name as the name.
  if (tree.child(parameter, "type") === -1) referType(p, tree.child(parameter, "name"), "type", "type");
  else referParameters(p, list, "accepts", true);
  p.from = outer;
}

/** The parameter of a lambda without brackets, `x => y`. */
export function visitImplicitParameter(p: Pass, node: number): void {
  const { tree } = p;
  const lambda = tree.parent(node);
  p.locals.declare(tree.text(node), lambda === -1 ? UNKNOWN : lambdaValue(p, lambda, 0));
}

/** The parameters and the written result type of a lambda or anonymous method. */
export function visitFunction(p: Pass, node: number): void {
  const { tree } = p;
  const parameters = tree.child(node, "parameters");
  if (parameters !== -1 && tree.type(parameters) === "parameter_list")
    referParameters(p, parameters, "type", true, node);
  const written = tree.child(node, "type");
  if (written !== -1) referType(p, written, "type", "type");
}

/** The parameter `value` of a setter or of an event's accessor. */
export function visitAccessor(p: Pass, node: number): void {
  const { tree } = p;
  const owner = symbolOf(p, p.from);
  const name = tree.child(node, "name");
  if (name !== -1 && tree.text(name) !== "get") p.locals.declare("value", ofType(owner.declaredType));
}

/** Claims the type parameter that constraints are for, which is not a use. */
export function claimConstrained({ tree, claimed }: Pass, node: number): void {
  const parameter = tree.childOfType(node, "identifier");
  if (parameter !== -1) claimed[parameter] = 1;
}
