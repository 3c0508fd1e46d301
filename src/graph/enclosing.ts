/** The functions and types around lines of files: for readers of a line who want to know what it belongs to. */
import type { Db } from "../store/db/db.js";
import { headsAround, type LinePlace, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { nameBesidePath } from "./symbol.js";

/** Symbols that a line is said to be in; a namespace or module is as good as the whole file. */
export const KINDS_AROUND = [
  "function",
  "method",
  "constructor",
  "component",
  "class",
  "interface",
  "struct",
  "record",
  "enum",
  "type",
  "extension",
];
/** Lines beyond these are not looked up: each looks through the symbols of its file. */
const MOST_PLACES = 100;

/** For each place the innermost function or type of several lines that it stands in; null where there is none. */
export async function enclosingSymbols(
  db: Db,
  view: View,
  places: readonly LinePlace[],
): Promise<(SymbolHead | null)[]> {
  const heads = await headsAround(db, view, places.slice(0, MOST_PLACES), KINDS_AROUND);
  return places.map((_, at) => {
    const head = heads[at] ?? null;
    // A declaration of one line is the line itself.
    return head !== null && head.lineEnd > head.lineStart ? head : null;
  });
}

/** `Cart.add 12-30` for each of them. */
export async function enclosingNames(
  db: Db,
  view: View,
  places: readonly LinePlace[],
): Promise<(string | undefined)[]> {
  const heads = await enclosingSymbols(db, view, places);
  return heads.map((head) => {
    if (head === null) return undefined;
    const { qualifiedName, path, nodeType, lineStart, lineEnd } = head;
    return `${nameBesidePath(qualifiedName, path, nodeType)} ${lineStart}-${lineEnd}`;
  });
}
