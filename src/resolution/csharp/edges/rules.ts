/** C#: the rules that lead from a reference to a target. */
import type { EdgeRule } from "../../../model/edge.js";
import { ruleOfReceiver } from "../../edges/emit.js";
import { asValue } from "../../instance.js";
import { isTypeKind } from "../../name-index.js";
import type { Place } from "../../place.js";
import { type Decl, firstDecl, parentAt, symbolOf } from "../../program-file.js";
import type { Work } from "../../semantics.js";

/** The rule that led from the symbol `from` to a target. `receiver`: the place that it is a member of, if any. */
export function ruleOf(
  { program, file }: Work,
  from: number,
  imported: boolean,
  target: Decl,
  receiver: Place | null,
): EdgeRule {
  const { kind, parent, isStatic, extends: extended } = symbolOf(target);
  const byImport = imported ? "import" : "scope";
  if (kind === "constructor") return byImport;
  if (extended !== null && receiver !== null && isNoType(asValue(program, receiver))) return "extension";
  const ofReceiver = ruleOfReceiver(program, target, receiver);
  if (ofReceiver !== null) return ofReceiver;
  const owner = target.file.symbols[parent];
  if (receiver !== null || owner === undefined || !isTypeKind(owner.kind)) return byImport;
  // A name without a receiver: a member of a type around it, of a base of one, or by `using static`.
  const ownerId = target.file.nodeIds[parent];
  for (let index = from; index > 0; index = parentAt(file, index)) if (file.nodeIds[index] === ownerId) return "scope";
  return isStatic && file.imports.some((item) => item.kind === "static") ? "import" : "inherited";
}

function isNoType(place: Place): boolean {
  return place.is !== "symbols" || !isTypeKind(symbolOf(firstDecl(place)).kind);
}
