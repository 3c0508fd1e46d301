/** Places of the files of a snapshot, by their distance from the code that people look for first. */
import { createTurns } from "../base/turns.js";
import { PATH_CLASSES, pathClassOf } from "../model/paths.js";
import { keepWith, type ViewSnapshot } from "./snapshot.js";

/** Files whose places are found between two looks at the clock. */
const AT_ONCE = 1024;

const known = new WeakMap<ViewSnapshot, Uint8Array>();

/** The place of each file of the snapshot, as its position in PATH_CLASSES. */
export function placesOf(snapshot: ViewSnapshot): Uint8Array {
  const there = known.get(snapshot);
  if (there !== undefined) return there;
  const places = new Uint8Array(snapshot.files.length);
  for (const _ of finding(snapshot, places));
  return places;
}

/** Finds the places of a large snapshot in pieces, so that `placesOf` has them at hand. */
export async function preparePlaces(snapshot: ViewSnapshot): Promise<void> {
  if (known.has(snapshot)) return;
  const turns = createTurns();
  for (const _ of finding(snapshot, new Uint8Array(snapshot.files.length))) if (turns.isOver()) await turns.next();
}

function* finding(snapshot: ViewSnapshot, places: Uint8Array): Generator<void> {
  for (const [index, { path }] of snapshot.files.entries()) {
    places[index] = PATH_CLASSES.indexOf(pathClassOf(path));
    if (index % AT_ONCE === AT_ONCE - 1) yield;
  }
  if (known.has(snapshot)) return;
  known.set(snapshot, places);
  keepWith(snapshot, places.byteLength);
}
