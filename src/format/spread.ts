/** Where many matches stand: counts by folder and file, as few as a person reads. */
import { joinPath } from "../model/paths.js";

/** The most places that stand apart; more are counted. */
const MOST_PLACES = 10;

export interface PlaceCount {
  /** A file, or a folder with a slash at its end. */
  path: string;
  lines: number;
  files: number;
}

interface CountedPlace extends PlaceCount {
  below: Map<string, CountedPlace>;
}

/**
 * The places of the counts, those with most lines first: from the root's own down, the place with most lines is split as long as few places result. Where the
 * root alone has more, the last one is the rest of them.
 */
export function spreadOf(counts: readonly { path: string; lines: number }[]): PlaceCount[] {
  if (counts.length === 0) return [];
  let places = [...treeOf(counts).below.values()];
  for (;;) {
    const next = places.toSorted((a, b) => b.lines - a.lines).find((place) => canSplit(place, places.length));
    if (next === undefined) break;
    places = places.flatMap((place) => (place === next ? [...place.below.values()] : [place]));
  }
  const told = places
    .toSorted((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1))
    .map(({ path, lines, files, below }) => ({ path: below.size > 0 ? `${path}/` : path, lines, files }));
  if (told.length <= MOST_PLACES) return told;
  const rest = told.slice(MOST_PLACES - 1);
  const sum = (of: "lines" | "files") => rest.reduce((all, place) => all + place[of], 0);
  return [...told.slice(0, MOST_PLACES - 1), { path: "elsewhere", lines: sum("lines"), files: sum("files") }];
}

const canSplit = ({ below }: CountedPlace, count: number) => below.size > 0 && count - 1 + below.size <= MOST_PLACES;

function treeOf(counts: readonly { path: string; lines: number }[]): CountedPlace {
  const root: CountedPlace = { path: "", lines: 0, files: 0, below: new Map() };
  for (const { path, lines } of counts) {
    let place = root;
    count(place, lines);
    for (const name of path.split("/")) {
      const below = place.below.get(name) ?? { path: joinPath(place.path, name), lines: 0, files: 0, below: new Map() };
      place.below.set(name, below);
      place = below;
      count(place, lines);
    }
  }
  return root;
}

function count(place: CountedPlace, lines: number): void {
  place.lines += lines;
  place.files++;
}
