/** Small units that stand together, as one chunk. */
import { lastOf } from "../base/need.js";
import { MAX, SMALL, TARGET } from "./sizes.js";
import type { Unit } from "./unit.js";

export interface Group {
  units: Unit[];
  tokens: number;
}

/** Joins small neighbours of one scope, in order, up to TARGET; a lone small rest joins what stands before it. */
export function grouped(units: readonly Unit[]): Group[] {
  const groups: Group[] = [];
  for (const next of units) {
    const group = groups.at(-1);
    if (group !== undefined && joins(group, next)) {
      group.units.push(next);
      group.tokens += next.tokens;
    } else {
      groups.push({ units: [next], tokens: next.tokens });
    }
  }
  return groups;
}

function joins(group: Group, next: Unit): boolean {
  const before = lastOf(group.units);
  const total = group.tokens + next.tokens;
  // Closing brackets go with what they close.
  if (next.closes && next.heading === undefined) return total <= MAX;
  if (total > MAX || !sameHeading(before, next)) return false;
  if (before.leads && next.scope === before.scope) return true;
  if (before.scope !== next.scope && before.symbol !== next.scope) return false;
  if (before.symbol === next.scope && before.symbol !== -1 && next.symbol !== -1) {
    // A class head takes its first small members.
    return next.tokens < SMALL && total <= TARGET;
  }
  if (before.isComment !== next.isComment) return false;
  if (before.isPart && next.isPart) return total <= TARGET;
  return isSmall(before) && isSmall(next) && total <= TARGET;
}

function isSmall(of: Unit): boolean {
  return of.tokens < SMALL || of.isPart;
}

function sameHeading(left: Unit, right: Unit): boolean {
  return left.heading === right.heading || (left.heading?.join("\n") ?? "") === (right.heading?.join("\n") ?? "");
}
