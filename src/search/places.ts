/** Places of the files of a snapshot, by their distance from the code that people look for first. */
import { PATH_CLASSES, pathClassOf } from "../model/paths.js";
import type { ViewSnapshot } from "./snapshot.js";

const known = new WeakMap<ViewSnapshot, Uint8Array>();

/** The place of each file of the snapshot, as its position in PLACES. */
export function placesOf(snapshot: ViewSnapshot): Uint8Array {
  let places = known.get(snapshot);
  if (places === undefined) {
    places = Uint8Array.from(snapshot.files, ({ path }) => PATH_CLASSES.indexOf(pathClassOf(path)));
    known.set(snapshot, places);
  }
  return places;
}
