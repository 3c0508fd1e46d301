/** The functions and types around lines of files: a line's reader learns its surroundings. */
import type { Db } from "../store/db/db.js";
import { headsAround, headsBelow, type LinePlace, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { MOST_ABOVE } from "./pieces.js";
import { isContainer, nameBesidePath } from "./symbol.js";

/** Kinds of symbols that an answer names around a line. A namespace or module says no more than the file. */
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
  return places.map((_, index) => {
    const head = heads[index] ?? null;
    // A declaration of one line is the line itself.
    return head !== null && head.lineEnd > head.lineStart ? head : null;
  });
}

/** The function or type that each line is in, and of a decorator or attribute the declaration below it; null where there is none. */
export async function symbolsOfLines(
  db: Db,
  view: View,
  lines: readonly (LinePlace & { text: string })[],
): Promise<(SymbolHead | null)[]> {
  const heads = await enclosingSymbols(db, view, lines);
  const decorators = lines.filter(({ text }, index) => isDecorator(text, heads[index] ?? null));
  const below = await headsBelow(db, view, decorators.slice(0, MOST_PLACES));
  return lines.map((line, index) => {
    const around = heads[index] ?? null;
    const decorated = below[decorators.indexOf(line)] ?? null;
    return decorated !== null && isDeclaredBelow(decorated, line, around) ? decorated : around;
  });
}

/** `Cart.add 12-30` for each line: the function or type that it is in or decorates. */
export async function enclosingNames(
  db: Db,
  view: View,
  lines: readonly (LinePlace & { text: string })[],
): Promise<(string | undefined)[]> {
  return (await symbolsOfLines(db, view, lines)).map((head) => {
    if (head === null) return undefined;
    const { qualifiedName, path, nodeType, lineStart, lineEnd } = head;
    return `${nameBesidePath(qualifiedName, path, nodeType)} ${lineStart}-${lineEnd}`;
  });
}

/** Outside of functions a line of brackets alone is an attribute; at the top level it may be a list. */
function isDecorator(text: string, around: SymbolHead | null): boolean {
  if (around !== null && !isContainer(around.nodeType)) return false;
  return /^\s*@\w/.test(text) || (around !== null && /^\s*\[[A-Za-z].*\]\s*$/.test(text));
}

/** Whether a declaration stands below a line, in the same surroundings, and near enough for the line to decorate it. */
function isDeclaredBelow(below: SymbolHead, { line }: LinePlace, around: SymbolHead | null): boolean {
  const parent = Math.max(0, below.parentOrdinal);
  return parent === (around?.ordinal ?? 0) && below.lineStart - line <= MOST_ABOVE;
}
