/** Counts in words. */
import { MOST_COUNTED } from "../graph/relations.js";

/** `exact 2, import 1` of those that are not 0; `import 10000+` where counting stopped. */
export function countsText(counts: Partial<Record<string, number>>): string {
  return Object.entries(counts)
    .flatMap(([tier, count]) => (count ? [`${tier} ${count}${count >= MOST_COUNTED ? "+" : ""}`] : []))
    .join(", ");
}

/** Names and their counts, the largest first, then by name. */
export function byCount(counts: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(counts).sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

/** `1 caller`, `2 callers`, `2000+ callers`. */
export function countOf(count: number, one: string, options: { many?: string; more?: boolean } = {}): string {
  const noun = count === 1 && !options.more ? one : (options.many ?? `${one}s`);
  return `${count}${options.more ? "+" : ""} ${noun}`;
}

/** The first of some names, and how many more there are. */
export function firstFew(all: readonly string[], most: number): string[] {
  return all.length > most ? [...all.slice(0, most), `… ${all.length - most} more`] : [...all];
}
