/** Results of search_code by their strength, for the tools of published specifications, whose scores say how much of a query is in a result. */
import { rounded } from "../../format/rounded.js";
import { strengthOf } from "../../search/code/ranking/ranked-chunk.js";

/** Those of at least this strength, 0 to 1. They must have been asked for with `explain`. */
export function withStrength<Result extends { explanation?: { score: number } | undefined }>(
  results: readonly Result[],
  least: number,
): (Result & { strength: number })[] {
  return results
    .map((one) => ({ ...one, strength: rounded(strengthOf(one.explanation?.score ?? 0)) }))
    .filter(({ strength }) => strength >= least);
}
