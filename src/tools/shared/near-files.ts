/** Files that a wrong path means: with a folder too many or too few, another extension, or a letter more or less. */
import { editDistance } from "../../search/symbols/edit-distance.js";
import type { ToolContext } from "../running/tool.js";

/** Files that an error tells of. */
const MOST_NEAR = 3;
/** Shorter names are one letter apart by chance. */
const SHORTEST_MISTYPED = 4;

/** A file of the name in other folders is meant, one of a similar name there is not. */
const FARTHEST_MEANT = 2;

/** The path of `src/cart.ts:12`, `src/cart.ts:12-30`. */
export const pathOfPlace = (place: string): string => place.replace(/^\.\//, "").replace(/:\d+(?:[-:]\d+)?$/, "");

/**
 * The files near to a path, best first: those of its name whose folders are the last of its own or have its own as their last; then those of its name,
 * with another extension too; then those whose names are one edit apart. `isMeant`: the first is the only one as near as that;
 * `isElsewhere`: it has the name alone.
 */
export async function filesNear(
  { searcher, view }: Pick<ToolContext, "searcher" | "view">,
  path: string,
): Promise<{ paths: string[]; isMeant: boolean; isElsewhere: boolean }> {
  const wanted = partsOf(path);
  if (wanted.base === "") return { paths: [], isMeant: false, isElsewhere: false };
  const { files } = await searcher.snapshot(view);
  const near: { path: string; distance: number }[] = [];
  for (const { path: other } of files) {
    const distance = distanceOf(wanted, other);
    if (distance !== null) near.push({ path: other, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  const [first, second] = near;
  const isMeant =
    first !== undefined &&
    first.distance <= FARTHEST_MEANT &&
    (second === undefined || first.distance < second.distance);
  return { paths: near.map((one) => one.path), isMeant, isElsewhere: first?.distance === FARTHEST_MEANT };
}

/**
 * A place in the one file that has its name: `src/cart.ts:12` for `cart.ts:12`. Null for a path with folders, and where several files, or none, have the
 * name.
 */
export async function withFolder(
  { searcher, view }: Pick<ToolContext, "searcher" | "view">,
  place: string,
): Promise<string | null> {
  const name = pathOfPlace(place);
  if (name.includes("/") || !name.includes(".")) return null;
  const { files } = await searcher.snapshot(view);
  const [only, another] = files.filter(({ path }) => path.endsWith(`/${name}`));
  return only === undefined || another !== undefined
    ? null
    : only.path + place.slice(place.indexOf(name) + name.length);
}

/** ` Near it: src/rest.js.`; "" where there are none. */
export async function nearInWords(context: Pick<ToolContext, "searcher" | "view">, path: string): Promise<string> {
  const { paths } = await filesNear(context, path);
  return paths.length === 0 ? "" : ` Near it: ${paths.slice(0, MOST_NEAR).join(", ")}.`;
}

/** Folders, the name as a whole, and the name up to its first point: `rest` of `src/rest.test.js`. */
function partsOf(path: string): { path: string; folder: string; name: string; base: string } {
  const offset = path.lastIndexOf("/");
  const name = path.slice(offset + 1);
  return { path, folder: path.slice(0, Math.max(0, offset)), name, base: name.replace(/\..*$/, "") };
}

/** 0 to 4, the lower the nearer; null: no one means the other. */
function distanceOf(wanted: ReturnType<typeof partsOf>, other: string): number | null {
  const { folder, name, base } = partsOf(other);
  if (name === wanted.name) return isPartOf(wanted.folder, folder) ? 0 : 2;
  if (base === wanted.base) return folder === wanted.folder ? 1 : 3;
  const isMistyped = wanted.base.length >= SHORTEST_MISTYPED && editDistance(wanted.name, name, 1) <= 1;
  return isMistyped ? (folder === wanted.folder ? 1 : 4) : null;
}

/** Whether the folders of one path are the last folders of the other. */
function isPartOf(one: string, other: string): boolean {
  return `/${one}`.endsWith(`/${other}`) || `/${other}`.endsWith(`/${one}`);
}
