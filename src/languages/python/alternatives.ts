/** Values that are one of several. */
import type { Analysis, Scope, Walk } from "./analysis.js";
import { unionOf } from "./names.js";
import { alternative, instanceOf } from "./walks.js";

/** At most this many alternatives of a value are followed. */
export const MOST_ALTERNATIVES = 6;

/** The value of any of some expressions. */
export function eitherAt(a: Analysis, scope: Scope, nodes: readonly number[]): Walk | null {
  return either(nodes.map((node) => a.resolve.walkAt(a, scope, node)));
}

/** The value that is any of some; null where none is known. */
export function either(values: readonly (Walk | null)[]): Walk | null {
  const walks = values.filter((each) => each !== null);
  if (walks.length < 2) return walks[0] ?? null;
  return instanceOf(unionOf(walks.slice(0, MOST_ALTERNATIVES).map(alternative)));
}
