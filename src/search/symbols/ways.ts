/** Ways in which a name can match a word: whole, folded, by prefix, by humps, in parts; each has its bonus. */
import { groupBy } from "../../base/groups.js";
import { lastOf, nth } from "../../base/need.js";
import { nameOf } from "../../model/paths.js";
import { HUMPS, humpsOf, initials, partsOf, WHOLE, wholeName } from "../../postings/symbol-terms.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { intersected, type Matches } from "./matches.js";
import { OPERATOR, type SymbolQuery } from "./query.js";
import { listsOf, MOST_PREFIX_TERMS, piecesOf, type Reader } from "./reader.js";

/** Bonus of a way of matching, on top of the BM25 score, which is rarely above 20. */
export const BONUS = {
  exact: 60,
  exactFolded: 50,
  qualified: 45,
  prefix: 25,
  humps: 15,
  inner: 10,
  wholePart: 8,
  partPrefix: 6,
  similar: 0.9,
};

/** Bonus for humps that are the whole name, and the amount that each hump left over takes off it. */
const COVERAGE = { whole: 6, leftOver: 2 };

/** A beginning of a hump that is this long is looked up as a prefix; shorter ones have too many words. */
const SHORTEST_PREFIX = 3;

export interface PlainWord {
  text: string;
  isPrefix: boolean;
}

/** The words of a query that is nothing but words without column filters; null for any other. */
export function plainWords(query: SymbolQuery): PlainWord[] | null {
  if (query.kind === "word" || (query.kind === "phrase" && OPERATOR.test(query.text)))
    return query.column === "qualified_name" ? [query] : null;
  if (query.kind !== "and") return null;
  const words = query.parts.map(plainWords);
  return words.every((word) => word !== null) ? words.flat() : null;
}

/** A way in which a name is like the query, as far as postings tell. */
export interface Way {
  bonus: number;
  /** Whether the name has to be looked at. */
  isUncertain: boolean;
}

/** Adds the symbols whose name is like the query in some way, and gives the best way of each. */
export async function addWays(
  reader: Reader,
  words: readonly PlainWord[],
  matches: Matches,
): Promise<Map<number, Way>> {
  const ways = new Map<number, Way>();
  const text = nth(words, 0).text;
  const last = lastOf(text.split(/[.#:/]+/));
  if (words.length > 1 || last === "") return ways;
  const addWay = (found: Matches, bonus: number, isUncertain = false): void => {
    for (const [dense, score] of found) {
      const known = ways.get(dense);
      const matched = matches.get(dense);
      if (known === undefined || known.bonus < bonus)
        ways.set(dense, { bonus, isUncertain: isUncertain && (matched === undefined || known?.isUncertain === true) });
      if (matched === undefined || matched < score) matches.set(dense, score);
    }
  };
  const { snapshot, lists } = reader;
  const whole = wholeName(last);
  if (last !== text) {
    // Names that only end like it are not meant: `Cart.add` is no `List.add`.
    const same = nth(await reader.find([WHOLE + whole]), 0);
    for (const dense of reader.match(same, false).keys())
      if (matches.has(dense)) ways.set(dense, { bonus: BONUS.qualified, isUncertain: false });
    return ways;
  }
  const begun = await lists.findPrefix(snapshot, "name", WHOLE + whole, MOST_PREFIX_TERMS);
  const byBonus = groupBy([...begun], ([term]) => prefixBonus(term.length - WHOLE.length - whole.length));
  for (const [bonus, terms] of byBonus) addWay(reader.match(listsOf(terms), false), bonus);
  // The parts that begin with the word are among the matches.
  if (nth(words, 0).isPrefix) return ways;
  const part = nth(await reader.find([whole]), 0);
  addWay(reader.match(part, true), BONUS.wholePart);
  if (!/^\p{L}[\p{L}\p{N}]+$/u.test(last)) return ways;

  const pieces = piecesOf(last);
  const ending = lastOf(pieces).length < SHORTEST_PREFIX ? null : await partsBegunBy(reader, lastOf(pieces));
  if (pieces.length === 1 && ending !== null) addWay(ending, BONUS.partPrefix);
  if (pieces.length < 2 && !/^\p{Lu}{2,}$/u.test(last)) return ways;
  let inner = ending;
  for (const found of await reader.find(pieces.slice(0, -1).filter(({ length }) => length > 1))) {
    const holding = reader.match(found, true);
    inner = inner === null ? holding : intersected(inner, holding);
  }
  if (inner !== null) addWay(inner, BONUS.inner, true);
  for (const one of new Set([initials(humpsOf(last)), initials(pieces)])) {
    if (one.length < 2) continue;
    const begun = await lists.findPrefix(snapshot, "name", HUMPS + one, MOST_PREFIX_TERMS);
    const bonusOf = (term: string) => humpBonus({ offset: 0, leftOver: term.length - HUMPS.length - one.length });
    for (const [bonus, terms] of groupBy([...begun], ([term]) => bonusOf(term))) {
      const found = reader.match(listsOf(terms), false);
      addWay(ending === null ? found : intersected(found, ending), bonus, true);
    }
  }
  return ways;
}

/** The symbols with a part of their name that begins with the text. */
async function partsBegunBy({ snapshot, lists, match }: Reader, text: string): Promise<Matches> {
  return match(listsOf([...(await lists.findPrefix(snapshot, "name", text, MOST_PREFIX_TERMS))]), true);
}

const prefixBonus = (longer: number) => (longer === 0 ? BONUS.exactFolded : BONUS.prefix + Math.max(0, 8 - longer / 2));

const humpBonus = ({ offset, leftOver }: { offset: number; leftOver: number }) =>
  (offset === 0 ? BONUS.humps : BONUS.inner) + Math.max(0, COVERAGE.whole - COVERAGE.leftOver * leftOver);

/** Bonus for the way in which a symbol matches the text. */
export function wayBonus(symbol: SymbolHead, text: string): number {
  if (text === "") return 0;
  const name = baseNameOf(symbol);
  const lower = text.toLowerCase();
  const folded = name.toLowerCase();
  if (name === text || symbol.qualifiedName === text) return BONUS.exact;
  if (folded === lower) return BONUS.exactFolded;
  const qualified = symbol.qualifiedName.toLowerCase();
  const last = lastOf(lower.split(/[.#:/]+/));
  if (last !== lower && folded === last && qualified.endsWith(lower)) return BONUS.qualified;
  if (folded.startsWith(lower)) return prefixBonus(folded.length - lower.length);
  const humps = humpsMatched(text, name);
  if (humps !== null) return humpBonus(humps);
  const parts = partsOf(name);
  if (parts.has(lower)) return BONUS.wholePart;
  return [...parts].some((part) => part.startsWith(lower)) ? BONUS.partPrefix : 0;
}

/**
 * Where the humps of a name begin with those of `text`, one after the other, and how many others it has: gUN, getUN and GUN for getUserName,
 * UserNa within it. Null where they do not, or are fewer than two.
 */
export function humpsMatched(text: string, name: string): { offset: number; leftOver: number } | null {
  const humps = humpsOf(name).map((hump) => hump.toLowerCase());
  for (const pieces of [piecesOf(text), humpsOf(text).map((hump) => hump.toLowerCase())]) {
    if (pieces.length < 2) continue;
    const leftOver = humps.length - pieces.length;
    // Single letters are many names' humps.
    const isWithin = pieces.some(({ length }) => length >= SHORTEST_PREFIX);
    for (let position = 0; position <= (isWithin ? leftOver : Math.min(0, leftOver)); position++)
      if (pieces.every((piece, index) => nth(humps, position + index).startsWith(piece)))
        return { offset: position, leftOver };
  }
  return null;
}

/** The name; of a file or a module that is one, the last part of its path. */
export function baseNameOf(symbol: SymbolHead): string {
  return symbol.name === symbol.path ? nameOf(symbol.name) : symbol.name;
}
