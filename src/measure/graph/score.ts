/** Precision, recall and F1 from judgements. Pure. */
import { DEFAULT_TIERS, GROUPS, type Group, type Judged, type Wanted } from "./judge.js";

export interface Score {
  /** Uses that should have an edge. */
  uses: number;
  /** Edges that the compiler could decide. */
  edges: number;
  precision: number;
  recall: number;
  f1: number;
}

/** Counts for scores; those of several packages may be added. */
export interface Counts {
  uses: number;
  found: number;
  right: number;
  wrong: number;
  undecided: number;
}

export const ALL_CALLS = "calls, all";
export type Row = Group | typeof ALL_CALLS;
export const ROWS: readonly Row[] = [ALL_CALLS, ...GROUPS];

export interface Tally {
  /** At the default tiers. */
  groups: Record<string, Counts>;
  /** Edges of a tier, of a rule: for all groups together, and of calls. */
  tiers: Record<string, Counts>;
  rules: Record<string, Counts>;
  /** Uses with an edge of any tier, over those that should have one: the gain of widening. */
  foundAtAnyTier: Record<string, number>;
}

/** Counts the judgements by group, tier and rule. */
export function tally(wanted: readonly Wanted[], judged: readonly Judged[]): Tally {
  const result: Tally = { groups: {}, tiers: {}, rules: {}, foundAtAnyTier: {} };
  const isDefault = (tier: string) => DEFAULT_TIERS.has(tier);
  for (const { group, found } of wanted)
    for (const row of rowsOf(group)) {
      const counts = countsIn(result.groups, row);
      counts.uses++;
      if (found.some(({ tier }) => isDefault(tier))) counts.found++;
      if (found.length > 0) result.foundAtAnyTier[row] = (result.foundAtAnyTier[row] ?? 0) + 1;
    }
  for (const { group, edge, verdict } of judged) {
    if (isDefault(edge.tier)) for (const row of rowsOf(group)) countsIn(result.groups, row)[verdict]++;
    const what = group.startsWith("calls") ? "calls" : group;
    countsIn(result.tiers, `${edge.tier}, ${what}`)[verdict]++;
    countsIn(result.rules, `${edge.rule}, ${what}`)[verdict]++;
  }
  return result;
}

function rowsOf(group: Group): Row[] {
  return group.startsWith("calls") ? [ALL_CALLS, group] : [group];
}

function countsIn(of: Record<string, Counts>, key: string): Counts {
  of[key] ??= { uses: 0, found: 0, right: 0, wrong: 0, undecided: 0 };
  return of[key];
}

/** The sum of several tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  const sum: Tally = { groups: {}, tiers: {}, rules: {}, foundAtAnyTier: {} };
  for (const one of tallies) {
    for (const part of ["groups", "tiers", "rules"] as const)
      for (const [key, counts] of Object.entries(one[part])) {
        const total = countsIn(sum[part], key);
        for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name];
      }
    for (const [key, found] of Object.entries(one.foundAtAnyTier))
      sum.foundAtAnyTier[key] = (sum.foundAtAnyTier[key] ?? 0) + found;
  }
  return sum;
}

/** Without uses or claims a score is 1. */
export function scoreOf({ uses, found, right, wrong }: Counts): Score {
  const precision = right + wrong === 0 ? 1 : right / (right + wrong);
  const recall = uses === 0 ? 1 : found / uses;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { uses, edges: right + wrong, precision, recall, f1 };
}
