/** The items of a loop over a value. */
import type { Program } from "../program.js";
import { symbolOf } from "../program-file.js";
import { firstLevel } from "./levels.js";
import { heldBy, isCollection } from "./library-kinds.js";
import { basesOfValue, declaredValue, substitute } from "./types.js";
import { NOTHING, onlyOf, type Value } from "./value.js";

/** The item of a loop over a value. */
export function elementOf(program: Program, value: Value): Value {
  if (value.is === "library") return heldBy(value) ?? NOTHING;
  if (value.is !== "type") return NOTHING;
  const own = firstLevel(program, value, "GetEnumerator")?.members.find(
    ({ decl }) => symbolOf(decl).maxArguments === 0,
  );
  if (own !== undefined) {
    const enumerator = substitute(declaredValue(program, own.decl), own.bindings);
    const item = enumerator.is === "library" ? onlyOf(enumerator.args) : undefined;
    if (item !== undefined) return item;
  }
  for (const base of basesOfValue(program, value)) {
    if (base.is === "library" && base.args.length > 0 && isCollection(base.name)) return heldBy(base) ?? NOTHING;
  }
  return NOTHING;
}
