/** C#: the rules that lead from a reference to a target. */
import type { EdgeRule } from "../../../model/edge.js";
import { ruleOfBareName, ruleOfReceiver } from "../../edges/emit.js";
import { asValue } from "../../instance.js";
import { isTypeKind } from "../../name-index.js";
import type { Place } from "../../place.js";
import { type Decl, firstDecl, symbolOf } from "../../program-file.js";
import type { Work } from "../../semantics.js";

/** The rule that led from the symbol `from` to a target. `receiver`: the place that it is a member of, if any. */
export function ruleOf(work: Work, from: number, imported: boolean, target: Decl, receiver: Place | null): EdgeRule {
  const { program } = work;
  const { kind, isStatic, extends: extended } = symbolOf(target);
  const byImport = imported ? "import" : "scope";
  if (kind === "constructor") return byImport;
  if (extended !== null && receiver !== null && isNoType(asValue(program, receiver))) return "extension";
  const ofReceiver = ruleOfReceiver(program, target, receiver);
  if (ofReceiver !== null) return ofReceiver;
  if (receiver !== null) return byImport;
  return ruleOfBareName(work, from, target, isStatic) ?? byImport;
}

function isNoType(place: Place): boolean {
  return place.is !== "symbols" || !isTypeKind(symbolOf(firstDecl(place)).kind);
}
