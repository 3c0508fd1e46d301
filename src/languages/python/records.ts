/** Dictionaries whose keys are texts of the source, `{"user": user, "cart": cart}`: the value of each key. */
import type { TypeExpr } from "../../model/parse-result.js";
import { object } from "../../model/type-forms.js";
import type { Analysis } from "./analysis.js";
import { KEY } from "./operators.js";
import { sizeOf } from "./walk-size.js";

const MOST_KEYS = 16;
/** Records of more types are not kept. */
const LARGEST = 48;

/**
 * The values of a dictionary by their keys, as the third argument of its type beside those of all keys and all values; nothing where a key is not text or
 * one value alone is there. `typeOf`: the type of a value, null where it tells little: a key without a type has an unknown value.
 */
export function recordOf(
  { tree }: Analysis,
  pairs: readonly number[],
  typeOf: (value: number) => TypeExpr | null,
): TypeExpr[] {
  const names: string[] = [];
  const types: TypeExpr[] = [];
  if (pairs.length < 2 || pairs.length > MOST_KEYS) return [];
  for (const pair of pairs) {
    const key = KEY.exec(tree.text(tree.child(pair, "key")))?.[1];
    if (key === undefined) return [];
    const type = typeOf(tree.child(pair, "value"));
    if (type === null) continue;
    names.push(key);
    types.push(type);
  }
  const record = object(names, types);
  return names.length === 0 || sizeOf(record) > LARGEST ? [] : [record];
}
