/** Calls that may be of a symbol and are less sure than was asked for: a reader who needs every call site must not have to look for them. */
import { groupBy } from "../../base/groups.js";
import { countOf } from "../../format/counts.js";
import type { RelationFields } from "../../format/symbols.js";
import {
  CONFIDENCES,
  type Confidence,
  type IsListed,
  incomingRelations,
  placesOf,
  type Relation,
  symbolOf,
} from "../../graph/relations.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import type { CalledNames } from "../../store/named-calls.js";
import type { View } from "../../store/views.js";
import { describeWithText } from "./relations.js";

/** Up to this many calls have their places told; up to this many their source, and the calls in tests as well. */
export const MOST_LESS_SURE = 60;
const FEW_LESS_SURE = 16;

interface LessSureCalls {
  fields: {
    /** The calls that the list has not, as relations, where they are few. */
    less_sure_calls?: RelationFields[];
    /** Else their places, where they are not too many: `src/a.ts:3, 14`. */
    less_sure?: string[];
  };
  /** Where all calls stand that several symbols of the name may be meant by: `src/a.ts:3`. */
  possibleAt: ReadonlySet<string>;
}

/**
 * The calls of `targets` below a confidence, in the files of a list; `listed` are those that it has. `counts` are those of the same files, and `called` as
 * `incomingRelations` has them.
 */
export async function lessSureCalls(
  db: Db,
  view: View,
  targets: readonly string[],
  {
    confidence,
    listed,
    counts,
    called,
    isListed,
  }: {
    confidence: Confidence;
    listed: readonly Relation[];
    counts: Record<Confidence, number>;
    called: CalledNames;
    isListed?: IsListed | undefined;
  },
): Promise<LessSureCalls> {
  const below = CONFIDENCES.slice(CONFIDENCES.indexOf(confidence) + 1);
  const isBelow = (tier: EdgeTier): boolean => below.some((other) => other === tier);
  const wanted = CONFIDENCES.filter((tier) => isBelow(tier) || tier === "candidate");
  const count = wanted.reduce((sum, tier) => sum + counts[tier], 0);
  if (count === 0 || count > MOST_LESS_SURE) return { fields: {}, possibleAt: new Set() };
  const { relations } = await incomingRelations(db, view, targets, {
    kinds: ["calls"],
    tiers: wanted,
    depth: 1,
    called,
    isListed,
  });
  const possible = relations.filter(({ tier }) => tier === "candidate");
  const known = placesOf(listed);
  const calls = relations
    .filter(({ tier }) => isBelow(tier))
    .map((call) => ({ ...call, lines: call.lines.filter((line) => !known.has(`${call.path}:${line}`)) }))
    .filter(({ lines }) => lines.length > 0);
  return {
    fields: calls.length === 0 ? {} : await fieldsOf(db, view, calls),
    possibleAt: placesOf(possible),
  };
}

async function fieldsOf(db: Db, view: View, calls: readonly Relation[]): Promise<LessSureCalls["fields"]> {
  const count = calls.reduce((sum, { lines }) => sum + lines.length, 0);
  if (count > FEW_LESS_SURE) return { less_sure: placesInShort(calls) };
  return { less_sure_calls: await describeWithText(db, view, calls, { near: calls.map(symbolOf), own: [] }) };
}

/** `src/a.ts:3, 14` of each file; those in tests are a number: `9 in 2 test files`. */
function placesInShort(relations: readonly Relation[]): string[] {
  const files = [...groupBy(relations, ({ path }) => path)].map(([path, own]) => ({
    path,
    lines: [...new Set(own.flatMap(({ lines }) => lines))].sort((a, b) => a - b),
  }));
  const tests = files.filter(({ path }) => pathClassOf(path) === "test");
  const sites = tests.reduce((sum, { lines }) => sum + lines.length, 0);
  return [
    ...files.filter((file) => !tests.includes(file)).map(({ path, lines }) => `${path}:${lines.join(", ")}`),
    ...(tests.length > 0 ? [`${sites} in ${countOf(tests.length, "test file")}`] : []),
  ];
}
