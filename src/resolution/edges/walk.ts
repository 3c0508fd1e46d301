/** The places that references lead to. */
import type { UnresolvedReason } from "../../model/edge.js";
import type { Reference } from "../../model/parse-result.js";
import { rootPlace, step } from "../lookup.js";
import type { Place } from "../place.js";
import type { WalkedFrom, Work } from "../semantics.js";
import { settled } from "../several.js";

/** The place that the names of a reference lead to. */
export function walk(work: Work, reference: Reference, meaning: "type" | "any"): WalkedFrom {
  if (work.expressions !== null) return work.expressions.place(reference, meaning);
  if (work.walked?.reference === reference) return work.walked;
  let place = start(work, reference, meaning);
  let receiver: Place | null = null;
  for (const each of reference.path) {
    receiver = place;
    place = step(work.program, place, each, null);
  }
  return { place: settled(place), receiver };
}

/** The place that the first name of a reference leads to. */
export function start(work: Work, { root, from }: Reference, meaning: "type" | "any"): Place {
  return rootPlace(work.program, work.file, from, root, meaning);
}

/** The reason why a call is unresolved that leads to a place without functions. */
export function whyMissing(work: Work, reference: Reference, place: Place): UnresolvedReason {
  if (place.is !== "missing") return "unknown-value";
  if (reference.path.length === 0) return "undeclared-name";
  const isOfNothing = walk(work, { ...reference, path: [] }, "any").place.is === "missing";
  return isOfNothing ? "unknown-receiver" : "no-such-member";
}
