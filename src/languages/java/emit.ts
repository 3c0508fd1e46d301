/** Adds references of the symbol that the walk is in. */
import type { Reference, ReferenceKind } from "../../model/parse-result.js";
import type { Chain } from "../chain.js";
import type { Pass } from "./pass.js";

/** Adds a use of a name. `node`: that of the last name. */
export function emit(p: Pass, kind: ReferenceKind, node: number, { root, path }: Chain, from = p.from): Reference {
  const reference: Reference = { kind, from, line: p.tree.startLine(node), root, path, argumentCount: null };
  p.references.push(reference);
  return reference;
}
