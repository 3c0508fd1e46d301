/** Calls and bases whose target is not known, and why: what "no callers" is worth. */
import { languagesOfWorld } from "../../languages/index.js";
import { type EdgeKind, UNRESOLVED_REASONS, type UnresolvedReason } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { type CalledNames, NO_NAMES } from "../../store/named-calls.js";
import { headsAt, type Position, type SymbolHead } from "../../store/symbol-heads.js";
import { type UnresolvedPlace, unresolvedReferences } from "../../store/unresolved.js";
import type { View } from "../../store/views.js";
import { MOST_COUNTED } from "../relations.js";
import type { CodeSymbol } from "../symbol.js";

/** The kinds of references that are kept where their target is not known. */
const UNRESOLVED_KINDS: readonly EdgeKind[] = ["calls", "inherits", "implements", "extends"];

/** An answer lists at most this many places. */
const FIRST_PLACES = 5;

export interface Unresolved {
  count: number;
  byReason: Partial<Record<UnresolvedReason, number>>;
  /** The first few, by path and line. Names that nothing declares come last: they are hardly the project's. */
  places: (UnresolvedPlace & { reason: UnresolvedReason })[];
}

/** Unresolved references of some names and those made in some symbols; of each, counting stops at MOST_COUNTED. */
export async function unresolvedOf(
  db: Db,
  view: View,
  scope: {
    called?: CalledNames;
    sources?: readonly Position[];
    kinds?: readonly EdgeKind[];
    /** Reasons of which the answer tells in another way. */
    without?: readonly UnresolvedReason[];
  },
  places = FIRST_PLACES,
): Promise<Unresolved> {
  const { called = NO_NAMES, sources = [], kinds = UNRESOLVED_KINDS, without = [] } = scope;
  const named = { ...called, names: called.names.filter((name) => name !== "") };
  const wanted = { called: named, sources, kinds };
  const found = await unresolvedReferences(db, view, wanted, { places, limit: MOST_COUNTED });
  const reasons = found.flatMap((each) => {
    const reason = UNRESOLVED_REASONS.find((name) => name === each.reason && !without.includes(name));
    return reason ? [{ ...each, reason }] : [];
  });
  const all = reasons.flatMap(({ reason, places: of }) => of.map((place) => ({ ...place, reason })));
  return {
    count: reasons.reduce((sum, { count }) => sum + count, 0),
    byReason: Object.fromEntries(reasons.map(({ reason, count }) => [reason, count])),
    places: all.sort(byHope).slice(0, places),
  };
}

/** The references without those at some places (`src/a.ts:4`), which the answer tells in another way. Those of whose places some are not known stay. */
export function withoutPlaces(unresolved: Unresolved, told: ReadonlySet<string>): Unresolved {
  const byReason = { ...unresolved.byReason };
  const isTold = ({ path, line, reason }: CallPlace): boolean =>
    reason === "unknown-receiver" && told.has(`${path}:${line}`);
  const places = unresolved.places.filter((place) => !isTold(place));
  const fewer = unresolved.places.length - places.length;
  const left = (byReason["unknown-receiver"] ?? 0) - fewer;
  if (left > 0) byReason["unknown-receiver"] = left;
  else delete byReason["unknown-receiver"];
  return { count: unresolved.count - fewer, byReason, places: places.slice(0, FIRST_PLACES) };
}

type CallPlace = Unresolved["places"][number];

function byHope(a: CallPlace, b: CallPlace): number {
  const isLess = Number(a.reason === "undeclared-name") - Number(b.reason === "undeclared-name");
  if (isLess !== 0) return isLess;
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

/**
 * The names of a symbol by which it may be called on a value of unknown type: those of members. Such calls of names that many symbols have are
 * candidates of each.
 */
export function memberNames({ primary }: CodeSymbol, called: CalledNames): CalledNames {
  return MEMBERS.has(primary.nodeType) ? called : NO_NAMES;
}

const MEMBERS: ReadonlySet<string> = new Set(["method", "property", "field", "event"]);

/** The names by which code calls symbols, in their languages and in the languages that call these. A constructor has the name of its class. */
export async function calledNames(db: Db, view: View, symbols: readonly SymbolHead[]): Promise<CalledNames> {
  const constructors = symbols.filter(({ nodeType }) => nodeType === "constructor");
  const classes = await headsAt(
    db,
    view,
    constructors.map(({ versionId, parentOrdinal }) => ({ versionId, ordinal: parentOrdinal })),
  );
  const others = symbols.filter(({ nodeType }) => nodeType !== "constructor" && nodeType !== "file");
  return calledIn(
    [...others, ...classes].map(({ name }) => name),
    symbols,
  );
}

/** Some names of symbols, in the languages of these and those that call them. */
export function calledIn(names: readonly string[], symbols: readonly Pick<SymbolHead, "language">[]): CalledNames {
  const languages = new Set(symbols.map(({ language }) => language));
  return { names: [...new Set(names)], languages: [...new Set([...languages].flatMap(languagesOfWorld))] };
}
