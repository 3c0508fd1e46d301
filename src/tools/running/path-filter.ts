/** A path_filter, read by the files of a project: a folder's name without its parents is that folder, and a folder that is nowhere is an error. */
import { CodeindexError } from "../../base/errors.js";
import { need, nth, present } from "../../base/need.js";
import { nearestName } from "../../config/nearest.js";
import { countOf } from "../../format/counts.js";
import { folderOf, joinPath, nameOf, pathAndFolders } from "../../model/paths.js";
import { type FilterPart, filterParts, isPlain } from "../../repository/path-filter.js";
import { globTest } from "../../search/filters.js";

/** The most folders that a note lists for a name; of more, it says that the name means all of them. */
const MOST_MEANT = 3;
/** Folders that are named where a pattern matches nothing. */
const MOST_NEAR = 4;
const MOST_BELOW = 8;

export interface SettledFilter {
  filter: string;
  /** How it was read, where that is not as it was written. */
  note: string;
}

/** The filter to use. Throws `not_found`, with the names of folders, if it passes no file; `invalid_parameter` if it is not a filter. */
export function settlePathFilter(paths: readonly string[], written: string): SettledFilter {
  const passes = globTest(written);
  const isEmpty = !paths.some((path) => passes(path, null));
  const parts = filterParts(written);
  const settled = parts.map((part) => settle(paths, part));
  const read = settled.flatMap(({ read }) => read ?? []);
  const missing = settled.flatMap(({ missing }) => missing ?? []);
  const filter = settled.map(({ pattern }) => pattern).join(",");
  const isStillEmpty = isEmpty && !paths.some((path) => globTest(filter)(path, null));
  if (isStillEmpty) throw matchesNothing(paths, written, missing);
  const gone = missing.length === 0 ? [] : [`path_filter: no file matches ${missing.join(", ")}.`];
  return { filter, note: [...read, ...gone].join(" ") };
}

interface Settled {
  pattern: string;
  read?: string;
  missing?: string;
}

/** One pattern as it is, if it matches a file; else the folders or files that end with it, in any case. */
function settle(paths: readonly string[], { pattern, isLeftOut, matches }: FilterPart): Settled {
  const sign = isLeftOut ? "!" : "";
  if (paths.some(matches)) return { pattern: `${sign}${pattern || "."}` };
  const anywhere = `**/${pattern.replace(/\/+$/, "")}`;
  if (!isPlain(pattern)) {
    const part = nth(filterParts(anywhere), 0);
    if (!paths.some(part.matches)) return { pattern: `${sign}${pattern}`, missing: pattern };
    return { pattern: `${sign}${anywhere}`, read: `path_filter: ${pattern} is read as ${anywhere}.` };
  }
  const meant = endingWith(paths, pattern);
  if (meant.length === 0) return { pattern: `${sign}${pattern}`, missing: pattern };
  const isFew = meant.length <= MOST_MEANT && meant.every(isPlain);
  const chosen = isFew ? meant.map((one) => `${sign}${one}`).join(",") : `${sign}${anywhere}`;
  return { pattern: chosen, read: `path_filter: ${pattern} is read as ${isFew ? meant.join(", ") : anywhere}.` };
}

/** The outermost folders, and files, whose path ends with the pattern: those that have it so, else in another case. */
function endingWith(paths: readonly string[], pattern: string): string[] {
  const wanted = `/${pattern.replace(/\/+$/, "")}`;
  const all = foldersOf(paths);
  const places = [...all.keys(), ...paths];
  const exact = places.filter((place) => `/${place}`.endsWith(wanted));
  const meant =
    exact.length > 0 ? exact : places.filter((place) => `/${place}`.toLowerCase().endsWith(wanted.toLowerCase()));
  return meant.filter((one) => !meant.some((other) => other !== one && one.startsWith(`${other}/`)));
}

/** Every folder, and how many files are in and below it. */
function foldersOf(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths)
    for (const folder of pathAndFolders(folderOf(path))) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return counts;
}

function matchesNothing(paths: readonly string[], written: string, missing: readonly string[]): CodeindexError {
  const pattern = missing.find(isPlain) ?? missing.find((one) => one !== "") ?? written;
  const near = nearFolders(paths, pattern);
  return new CodeindexError(
    "not_found",
    `path_filter: the filter matches no file of the index: ${written.slice(0, 200)}.${near}`,
    { parameter: "path_filter" },
    ["Give a folder, a file or a glob: src/http, src/http/server.ts, **/*.test.ts, !src/gen."],
  );
}

/** Folders of a like name; without any, what is in the deepest folder of the pattern that exists. */
function nearFolders(paths: readonly string[], pattern: string): string {
  const counts = foldersOf(paths);
  const segments = pattern.split("/").filter((segment) => segment !== "");
  let above = "";
  while (segments.length > 0 && counts.has(joinPath(above, nth(segments, 0))))
    above = joinPath(above, present(segments.shift()));
  const wanted = (segments[0] ?? "").replaceAll(/[*?[\]{}]/g, "");
  const shown = (folders: readonly string[]) =>
    folders.map((folder) => `${folder} (${countOf(need(counts, folder), "file")})`).join(", ");
  const like = likeNames(wanted, [...counts.keys()]);
  // Those in the folder that exists come first.
  like.sort(
    (a, b) => Number(folderOf(b) === above) - Number(folderOf(a) === above) || need(counts, b) - need(counts, a),
  );
  if (like.length > 0) return ` Near it: ${shown(like.slice(0, MOST_NEAR))}.`;
  const below = [...counts.keys()].filter((folder) => folderOf(folder) === above);
  below.sort((a, b) => need(counts, b) - need(counts, a));
  const more = below.length > MOST_BELOW ? ", …" : "";
  const where = above === "" ? "Folders" : `In ${above}`;
  return below.length === 0 ? "" : ` ${where}: ${shown(below.slice(0, MOST_BELOW))}${more}.`;
}

/** Folders whose name is most like the one that was meant, or holds it. */
function likeNames(wanted: string, folders: readonly string[]): string[] {
  if (wanted.length < 2 || folders.length === 0) return [];
  const lower = wanted.toLowerCase();
  const names = [...new Set(folders.map(nameOf))];
  const holding = names.filter((name) => name.length > 2 && name.toLowerCase().includes(lower));
  const nearest = nearestName(wanted, names);
  const chosen = new Set(holding.length > 0 ? holding : isNear(lower, nearest.toLowerCase()) ? [nearest] : []);
  return folders.filter((folder) => chosen.has(nameOf(folder)));
}

/** Whether more than half of the pairs of letters are shared. */
function isNear(one: string, other: string): boolean {
  const pairs = (text: string) =>
    new Set(Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2)));
  const [left, right] = [pairs(one), pairs(other)];
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return (2 * shared) / (left.size + right.size || 1) > 0.5;
}
