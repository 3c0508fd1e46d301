/**
 * Which files a path filter passes: a file, a folder (`src/http`, `src/http/`, `./src/http`, `/src/http`), a glob, several of them with commas, and `!`
 * before what is left out. A filter of nothing but `!` passes all the rest.
 */
import { restoreHidden } from "../base/visible.js";
import { all, any, not, type PathCondition } from "../model/path-condition.js";
import { nameOf } from "../model/paths.js";
import { createGlob, globCondition } from "./glob.js";

/** One of the patterns between the commas. */
export interface FilterPart {
  /** Without `!` and what stands before the path. */
  pattern: string;
  isLeftOut: boolean;
  matches: (path: string) => boolean;
}

/** The test of a filter. Throws an Error that says what is wrong with it. */
export function createPathFilter(written: string): (path: string) => boolean {
  const parts = filterParts(written);
  const wanted = parts.filter(({ isLeftOut }) => !isLeftOut);
  const leftOut = parts.filter(({ isLeftOut }) => isLeftOut);
  return (path) =>
    (wanted.length === 0 || wanted.some(({ matches }) => matches(path))) &&
    !leftOut.some(({ matches }) => matches(path));
}

/** The files that a filter passes, as a condition. Throws as `createPathFilter` does. */
export function pathFilterCondition(written: string): PathCondition {
  const parts = filterParts(written).map(({ pattern, isLeftOut }) => ({
    condition: partCondition(pattern),
    isLeftOut,
  }));
  const wanted = parts.filter(({ isLeftOut }) => !isLeftOut).map(({ condition }) => condition);
  const leftOut = parts.filter(({ isLeftOut }) => isLeftOut).map(({ condition }) => not(condition));
  return all(...(wanted.length > 0 ? [any(...wanted)] : []), ...leftOut);
}

/** The patterns of a filter. Throws as `createPathFilter` does. */
export function filterParts(written: string): FilterPart[] {
  return splitAtCommas(written).map((part) => {
    const isLeftOut = part.startsWith("!") && !part.startsWith("!(");
    const pattern = restoreHidden(part.slice(isLeftOut ? 1 : 0).replace(/^(?:\.?\/)+/, ""));
    return { pattern, isLeftOut, matches: partTest(pattern) };
  });
}

/** Whether a pattern is a path as it stands. */
export const isPlain = (pattern: string): boolean => !/[*?[\]{}()\\]/.test(pattern);

function partTest(pattern: string): (path: string) => boolean {
  const literal = pattern.replace(/\/+$/, "");
  if (literal === "" || literal === ".") return () => true;
  // A folder may be called [locale] or (app): every pattern is a path, too.
  const isPath = (path: string) => path === literal || path.startsWith(`${literal}/`);
  const isMatch = createGlob(pattern);
  const last = nameOf(literal);
  const isFolder = literal.includes("/") && !/[*?]/.test(last) ? createGlob(`${literal}/**`) : () => false;
  return (path) => isPath(path) || isMatch(path) || isFolder(path);
}

function partCondition(pattern: string): PathCondition {
  const literal = pattern.replace(/\/+$/, "");
  if (literal === "" || literal === ".") return all();
  const last = nameOf(literal);
  const isFolder = literal.includes("/") && !/[*?]/.test(last);
  return any(
    { kind: "below", path: literal },
    globCondition(pattern),
    ...(isFolder ? [globCondition(`${literal}/**`)] : []),
  );
}

/** The parts between commas, those in brackets not counted. */
function splitAtCommas(written: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let index = 0; index < written.length; index++) {
    const char = written[index]!;
    if (char === "\\") index++;
    else if ("{([".includes(char)) depth++;
    else if ("})]".includes(char)) depth--;
    else if (char === "," && depth <= 0) {
      parts.push(written.slice(from, index));
      from = index + 1;
    }
  }
  return [...parts, written.slice(from)].map((part) => part.trim()).filter((part) => part !== "");
}
