/** The types that symbols are declared with are filled in here. */
import type { TypeExpr } from "../../../model/parse-result.js";
import { freeNamed } from "../../../model/type-forms.js";
import { symbolOf } from "../../symbol-of.js";
import { nodeOf } from "../declarations/pass.js";
import { extensionBlockAround, parameterTypes } from "../declarations/signatures.js";
import type { Names } from "./names.js";
import { typeName, withoutNull } from "./type-names.js";

/** The declared type of methods that give nothing. */
const VOID: TypeExpr = freeNamed("void");

/** Fills in the types that symbols are declared with. */
export function readDeclaredTypes(names: Names): void {
  const { tree, symbols } = names;
  for (let index = 1; index < symbols.length; index++) {
    const { typeNode } = nodeOf(names, index);
    const symbol = symbolOf(names, index);
    const given = typesOfParameters(names, index);
    if (given.some((type) => type !== null)) symbol.parameterTypes = given;
    const extended = receiverType(names, index);
    if (extended !== undefined) symbol.receiverType = extended;
    if (typeNode === -1) continue;
    symbol.declaredType = tree.text(typeNode) === "void" ? VOID : typeName(names, typeNode, index);
  }
}

/** The types of a symbol's parameters. The receiver comes first in a method of an `extension` block. */
function typesOfParameters(names: Names, index: number): (TypeExpr | null)[] {
  const { tree } = names;
  const { node } = nodeOf(names, index);
  const list = tree.type(node) === "parameter_list" ? node : tree.child(node, "parameters");
  const own =
    list === -1 ? [] : parameterTypes(tree, list).map((type) => (type === -1 ? null : typeName(names, type, index)));
  const receiver = symbolOf(names, index).parameterSignature?.startsWith("(this ")
    ? receiverType(names, index)
    : undefined;
  return receiver === undefined ? own : [receiver, ...own];
}

/** The type that the `extension` block around a symbol extends. */
function receiverType(names: Names, index: number): TypeExpr | undefined {
  const { tree } = names;
  const block = extensionBlockAround(tree, nodeOf(names, index).node);
  const list = block === -1 ? -1 : tree.childOfType(block, "parameter_list");
  const parameter = list === -1 ? -1 : tree.childOfType(list, "parameter");
  if (parameter === -1) return undefined;
  // The grammar reads the type of a receiver without a name as the name.
  const type = tree.child(parameter, "type");
  const extended = typeName(names, type === -1 ? tree.child(parameter, "name") : type, index);
  return extended === null ? undefined : withoutNull(extended);
}
