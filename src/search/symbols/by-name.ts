/** Symbols of several names that are searched at once, `a OR b`: each name has its own. Pure. */
import { groupBy } from "../../base/groups.js";
import { humpsOf } from "../../postings/symbol-terms.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { isQuery, parseSymbolQuery } from "./query.js";
import type { SymbolHit } from "./rank.js";
import { BONUS, plainWords, wayBonus } from "./ways.js";

/** Each name has this many symbols in turn: the uses of one name hide no other. */
export const IN_TURN = 2;
/** Symbols that are only like a name that is written out: more of them are seldom meant. */
const MOST_NEAR = 6;

/** The names of a query that is names with OR and nothing else; [] of any other, and of a text that is not a query. */
export function alternativesOf(text: string): string[] {
  if (!isQuery(text)) return [];
  const query = parseSymbolQuery(text);
  if (query.kind !== "or") return [];
  const words = query.parts.map((part) => plainWords(part) ?? []);
  const areNames = words.every(([word, ...others]) => word !== undefined && !word.isPrefix && others.length === 0);
  return areNames ? words.flat().map((word) => word.text) : [];
}

/** Whether a symbol is named so, in capitals or not; by a part of its qualified name, too. */
export const isNamed = (symbol: SymbolHead, name: string): boolean => wayBonus(symbol, name) >= BONUS.qualified;

/** A name of several words is written out: who writes it means it. */
const isWrittenOut = (name: string) => /[._]/.test(name) || humpsOf(name).length > 1;

/**
 * The symbols of several names by turns, the names in their order. For a name of several words with symbols of its own, names that are only like it are left
 * out: they were half of an answer about ten names, and hid some of the ten. A name without symbols has the nearest few. Scores never rise in the new order.
 */
export function byName(hits: readonly SymbolHit[], names: readonly string[]): SymbolHit[] {
  const known = new Set(names.filter((name) => isWrittenOut(name) && hits.some(({ symbol }) => isNamed(symbol, name))));
  const open = names.filter((name) => !known.has(name));
  const kept = hits.filter(({ symbol }) => {
    if ([...known].some((name) => isNamed(symbol, name))) return true;
    const qualified = symbol.qualifiedName.toLowerCase();
    return open.some((name) => wayBonus(symbol, name) > 0 || qualified.includes(name.toLowerCase()));
  });
  const groups = groupBy(kept, ({ symbol }) => nameMeant(symbol, names));
  const turns = [...groups].flatMap(([name, own]) =>
    (known.has(name) || !isWrittenOut(name) ? own : own.slice(0, MOST_NEAR)).map((hit, index) => {
      // Exact names of all come before others.
      const turn = Math.floor(index / IN_TURN) + (isNamed(hit.symbol, name) ? 0 : 1);
      return { hit, turn, index: names.indexOf(name) };
    }),
  );
  let least = Number.POSITIVE_INFINITY;
  return turns
    .sort((a, b) => a.turn - b.turn || a.index - b.index)
    .map(({ hit }) => {
      least = Math.min(least, hit.score);
      return { ...hit, score: least };
    });
}

/** The name that a symbol is likest to: by its own name, else by that of what it is in. */
function nameMeant(symbol: SymbolHead, names: readonly string[]): string {
  const qualified = symbol.qualifiedName.toLowerCase();
  const likeness = (name: string) => wayBonus(symbol, name) + (qualified.includes(name.toLowerCase()) ? 1 : 0);
  return names.reduce((best, name) => (likeness(name) > likeness(best) ? name : best));
}
