/**
 * The maps of package.json: `exports`, `imports` and `typesVersions`.
 *
 * All targets of a map are wanted here, under all conditions, since many lead to files that only a build makes. (resolve.exports and resolve-pkg-maps
 * answer what one set of conditions loads: the first target, and none of those after it that may be in the repository. They throw where a map is
 * wrong, and resolve.exports makes regular expressions of keys as they are written.)
 */
import { asRecord } from "./manifest-values.js";

/** Conditions of `exports` that Node, bundlers and TypeScript set. Any other is the repository's own, and leads to its sources. */
const COMMON_CONDITIONS = new Set(
  "types import require node node-addons default browser deno worker workerd module module-sync react-native production development edge-light react-server electron style sass svelte".split(
    " ",
  ),
);

/** All files that an `exports` or `imports` map offers for a subpath, in the order of its conditions. */
export function exportTargets(map: unknown, subpath: string): string[] {
  if (typeof map === "string" || Array.isArray(map)) return subpath === "." ? leaves(map, 0) : [];
  const entries = asRecord(map);
  const keys = Object.keys(entries);
  if (!keys.some((key) => key.startsWith(".") || key.startsWith("#"))) return subpath === "." ? leaves(map, 0) : [];
  if (subpath in entries) return leaves(entries[subpath], 0);
  let best: string | null = null;
  for (const key of keys) {
    const star = key.indexOf("*");
    if (star < 0 || !subpath.startsWith(key.slice(0, star)) || !subpath.endsWith(key.slice(star + 1))) continue;
    if (subpath.length >= key.length - 1 && (best === null || star > best.indexOf("*"))) best = key;
  }
  if (best === null) return [];
  const star = best.indexOf("*");
  const middle = subpath.slice(star, subpath.length - (best.length - star - 1));
  return leaves(entries[best], 0).map((target) => target.replaceAll("*", () => middle));
}

/** The files that a value of an `exports` map offers, those under the repository's own conditions first. */
function leaves(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (depth > 8 || typeof value !== "object" || value === null) return [];
  const isOwn = (condition: string) => !Array.isArray(value) && !COMMON_CONDITIONS.has(condition);
  const own: string[] = [];
  const common: string[] = [];
  for (const [condition, inner] of Object.entries(value)) {
    (isOwn(condition) ? own : common).push(...leaves(inner, depth + 1));
  }
  return [...own, ...common];
}

/** The files that `typesVersions` offers for a subpath, whatever the version of the compiler. */
export function typesVersions(versions: unknown, subpath: string): string[] {
  return Object.values(asRecord(versions)).flatMap((map) => {
    const patterns = Object.entries(asRecord(map)).map(([pattern, targets]) => [`./${pattern}`, targets] as const);
    return exportTargets(Object.fromEntries(patterns), `./${subpath}`);
  });
}
