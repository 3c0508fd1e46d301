/** Certainty of relations in words: sure ones need none. */
import { z } from "zod";
import { CONFIDENCES, type Confidence, MOST_COUNTED } from "../graph/relations.js";
import { countOf } from "./counts.js";
import type { Counts, RelationFields } from "./symbols.js";

export const SURENESSES = ["sure", "likely", "possible"] as const;
export type Sureness = (typeof SURENESSES)[number];

/** A library's symbol is as sure as one of the project. */
export function surenessOf({ confidence }: Pick<RelationFields, "confidence">): Sureness {
  if (confidence === "unique") return "likely";
  return confidence === "candidate" ? "possible" : "sure";
}

/** Reasons of a group of less sure relations: `likely: the only method of that name`. `one` is what the name is of. */
export function surenessWords(sureness: Sureness, relations: readonly RelationFields[], one: string): string {
  if (sureness === "likely") {
    const byName = relations.filter(({ rule }) => rule === "unique-name").length;
    if (byName === relations.length) return `likely: the only ${one} of that name`;
    const byType = "by a type or module that is only likely";
    return byName === 0 ? `likely: ${byType}` : `likely: the only ${one} of that name, or ${byType}`;
  }
  const isOverload = relations.every(({ rule }) => rule === "overload");
  return isOverload ? "possible: one of several overloads" : `possible: one of several of that name`;
}

/** Words behind `callers` for each least sure confidence. */
const NONE: Record<Confidence, string> = {
  exact: " that type or scope decides",
  import: " that are sure",
  unique: "",
  candidate: ", not even possible ones",
};

/** Field of a list that a filter narrows: the lines at its confidence that stand in other files. */
export const filteredOutShape = z
  .int()
  .optional()
  .describe("Lines at this confidence in files that `path_filter` and `tests` leave out.");

/** The field above, by the counts of the whole and those of the listed files; nothing without a filter. */
export function filteredOutField(
  all: Counts | undefined,
  listed: Counts,
  confidence: Confidence,
): { filtered_out?: number } {
  if (all === undefined) return {};
  const tiers = CONFIDENCES.slice(0, CONFIDENCES.indexOf(confidence) + 1);
  return { filtered_out: tiers.reduce((sum, tier) => sum + all[tier] - listed[tier], 0) };
}

/** The same in words, where there are any. */
export const filteredOutLines = (filteredOut: number | undefined, one: string): string[] =>
  filteredOut ? [`Not listed, because of path_filter or tests: ${countOf(filteredOut, one)} in other files.`] : [];

/** `No known callers of login.` Lines below may name it; a reader who stops here must know of them. */
export const noneKnown = (
  what: string,
  confidence: Confidence,
  named: { lines?: readonly string[] | undefined } = {},
): string => `No known ${what}${NONE[confidence]}${named.lines === undefined ? "" : ", but by name: below"}.`;

/** `5 sure, 2 likely` of what is listed at a confidence; "" where all of it is sure. Of what is not listed the same, and a sentence with its places. */
export function countsInWords(
  counts: Counts,
  confidence: Confidence,
  places: readonly string[] = [],
): { listed: string; unlisted: string; hidden: string } {
  const least = CONFIDENCES.indexOf(confidence);
  const part = (tiers: readonly Confidence[]) => {
    const sums: Record<Sureness, number> = { sure: 0, likely: 0, possible: 0 };
    for (const tier of tiers) sums[surenessOf({ confidence: tier })] += counts[tier];
    return sums;
  };
  const listed = part(CONFIDENCES.slice(0, least + 1));
  const unlisted = words(part(CONFIDENCES.slice(least + 1)));
  const leastSure = CONFIDENCES.findLast((tier) => counts[tier] > 0);
  return {
    listed: listed.likely + listed.possible > 0 ? words(listed) : "",
    unlisted,
    hidden:
      unlisted &&
      `Not listed, because less sure: ${unlisted}${places.length > 0 ? `, in ${places.join("; ")}` : ""}. min_confidence=${leastSure} lists them.`,
  };
}

const words = (sums: Record<Sureness, number>): string =>
  SURENESSES.filter((name) => sums[name] > 0)
    .map((name) => `${sums[name]}${sums[name] >= MOST_COUNTED ? "+" : ""} ${name}`)
    .join(", ");
