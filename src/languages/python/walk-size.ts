/** How many types a type is made of. */
import type { TypeExpr } from "../../model/parse-result.js";

const sizes = new WeakMap<TypeExpr, number>();

/** The number of types that a type is made of. */
export function sizeOf(type: TypeExpr): number {
  let size = sizes.get(type);
  if (size === undefined) {
    size = 1;
    sizes.set(type, size);
    for (const part of partsOf(type)) size += sizeOf(part);
    sizes.set(type, size);
  }
  return size;
}

function partsOf(type: TypeExpr): readonly TypeExpr[] {
  if (type.kind === "union" || type.kind === "tuple") return type.of;
  if (type.kind === "object") return type.types;
  if (type.kind === "narrowed") return [type.of, ...type.by];
  if (type.kind === "function") return [type.result, ...type.parameters];
  if (type.kind !== "named") return [];
  const { root, args = [] } = type;
  if (root.in === "call") return [root.of, ...root.arguments.filter((each) => each !== null), ...args];
  return root.in === "instance" ? [root.type, ...args] : args;
}
