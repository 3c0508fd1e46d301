/** From a name to symbols. */
import { nth } from "../base/need.js";
import { languageNamed, languageOf } from "../languages/index.js";
import { PATH_CLASSES, pathClassOf } from "../model/paths.js";
import type { Db } from "../store/db/db.js";
import {
  headsAt,
  headsByEitherName,
  headsByName,
  headsByQualifiedName,
  type SymbolHead,
} from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { type CodeSymbol, isCallable, isContainer, MOST_SPANS, mergeSpans } from "./symbol.js";

/** Whether the symbol is of a language as users name it; undefined: any. */
export function isOfLanguage(symbol: CodeSymbol, language: string | undefined): boolean {
  return (
    language === undefined || (languageNamed(symbol.primary.language)?.family ?? symbol.primary.language) === language
  );
}

/**
 * The symbols with exactly this qualified name: a method of that name in several files, `Result` and `Result<T>`. The order is by place (code before tests),
 * then functions and types before values, then by path and line.
 */
export async function symbolsByQualifiedName(
  db: Db,
  view: View,
  qualifiedName: string,
  language: string | undefined,
): Promise<CodeSymbol[]> {
  // The database refuses NUL.
  if (qualifiedName.includes("\0")) return [];
  return byPlace(await headsByQualifiedName(db, view, qualifiedName, MOST_SPANS)).filter((symbol) =>
    isOfLanguage(symbol, language),
  );
}

function byPlace(heads: readonly SymbolHead[]): CodeSymbol[] {
  const rank = ({ primary }: CodeSymbol) =>
    PATH_CLASSES.indexOf(pathClassOf(primary.path)) * 3 +
    (isContainer(primary.nodeType) ? 0 : isCallable(primary.nodeType) ? 1 : 2);
  const ranked = mergeSpans(heads).map((symbol) => ({ symbol, rank: rank(symbol) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ symbol }) => symbol);
}

/** How the qualified name of a symbol is like a name of the same last part, the nearest first. */
const LIKENESS = ["ends with it", "is it in another case", "ends with it in another case", "shares parts"] as const;

/** A symbol, and how its qualified name is like another name. */
interface Like {
  symbol: CodeSymbol;
  likeness: (typeof LIKENESS)[number];
}

/** Symbols with the last name of `name`, the likest first: the more parts of their names they share, the sooner. */
export async function symbolsNamedLike(
  db: Db,
  view: View,
  name: string,
  options: { language?: string | undefined; limit: number },
): Promise<Like[]> {
  const asked = lastPartOf(name);
  if (asked === null) return [];
  const heads = await headsByName(db, view, asked.last, { suffix: asked.suffix, limit: MOST_SPANS });
  return byLikeness(heads, name)
    .filter(({ symbol }) => isOfLanguage(symbol, options.language))
    .slice(0, options.limit);
}

/** The last part of a name and all of them; null where the name has none, or the database refuses it. */
function lastPartOf(name: string): { last: string; suffix: string } | null {
  const parts = partsOf(name.replace(LABELS, ""));
  const last = parts.at(-1);
  return last === undefined || name.includes("\0") ? null : { last, suffix: parts.join(".") };
}

/** The argument labels at the end of a name: `serve(_:port:)`. */
const LABELS = /\((?:[^\s():]+:)*\)$/u;

/** The parts of a name, the labels of the last one left out. Where others are asked for with labels, they stay. */
function comparedParts(name: string, hasLabels: boolean): string[] {
  const labels = hasLabels ? (LABELS.exec(name)?.[0] ?? "") : "";
  const parts = partsOf(name.replace(LABELS, ""));
  const last = parts.at(-1);
  return last === undefined || labels === "" ? parts : [...parts.slice(0, -1), last + labels];
}

function byLikeness(heads: readonly SymbolHead[], name: string): Like[] {
  const hasLabels = LABELS.test(name);
  const wanted = comparedParts(name, hasLabels);
  const suffix = wanted.join(".");
  const lower = suffix.toLowerCase();
  const distanceOf = (parts: string[]) => {
    const qualified = parts.join(".");
    if (`.${qualified}`.endsWith(`.${suffix}`)) return 0;
    if (qualified.toLowerCase() === lower) return 1;
    return qualified.toLowerCase().endsWith(`.${lower}`) ? 2 : 3;
  };
  const sharedWith = (parts: string[]) => {
    const theirs = new Set(parts.map((part) => part.toLowerCase()));
    return wanted.filter((part) => theirs.has(part.toLowerCase())).length;
  };
  return mergeSpans(heads)
    .map((symbol) => {
      const parts = comparedParts(symbol.primary.qualifiedName, hasLabels);
      return { symbol, distance: distanceOf(parts), shared: sharedWith(parts) };
    })
    .sort((a, b) => a.distance - b.distance || b.shared - a.shared)
    .map(({ symbol, distance }) => ({ symbol, likeness: nth(LIKENESS, distance) }));
}

/**
 * The wanted symbols that a name means: those of exactly this qualified name, else the nearest whose qualified name ends with it. A bare name also means
 * the types of that name in other languages, whose qualified names may have a namespace.
 */
export async function symbolsMeant(
  db: Db,
  view: View,
  name: string,
  isWanted: (symbol: CodeSymbol) => boolean,
): Promise<CodeSymbol[]> {
  const { exact, like } = name.includes(".")
    ? await dottedNames(db, view, name, isWanted)
    : await bareNames(db, view, name, isWanted);
  if (exact.length > 0) {
    const known = new Set(exact.map(familyOf));
    const isOther = (symbol: CodeSymbol) => isContainer(symbol.primary.nodeType) && !known.has(familyOf(symbol));
    const others = like.filter(({ symbol, likeness }) => likeness === LIKENESS[0] && isOther(symbol));
    return [...exact, ...others.map(({ symbol }) => symbol)];
  }
  return withoutExplicit(
    db,
    view,
    name,
    like
      .filter(({ likeness }) => likeness === nth(like, 0).likeness && likeness !== "shares parts")
      .map(({ symbol }) => symbol),
  );
}

/**
 * `IDisposable.Dispose` means the interface's member, where it is here, and not `void IDisposable.Dispose()` of those who implement it, whose qualified
 * names end so, too.
 */
async function withoutExplicit(db: Db, view: View, name: string, found: readonly CodeSymbol[]): Promise<CodeSymbol[]> {
  if (found.length < 2 || !name.includes(".")) return [...found];
  const positions = found.map(({ primary: { versionId, parentOrdinal } }) => ({ versionId, ordinal: parentOrdinal }));
  const owners = new Map(
    (await headsAt(db, view, positions)).map((owner) => [`${owner.versionId} ${owner.ordinal}`, owner.qualifiedName]),
  );
  const isExplicit = ({ primary }: CodeSymbol): boolean => {
    const owner = owners.get(`${primary.versionId} ${primary.parentOrdinal}`) ?? "";
    return owner !== "" && /^[^(]*\./.test(primary.qualifiedName.slice(owner.length + 1));
  };
  const own = found.filter((symbol) => !isExplicit(symbol));
  return own.length > 0 ? own : [...found];
}

type Meant = { exact: CodeSymbol[]; like: Like[] };

/** A qualified name that is there means nothing else. */
async function dottedNames(
  db: Db,
  view: View,
  name: string,
  isWanted: (symbol: CodeSymbol) => boolean,
): Promise<Meant> {
  const exact = (await symbolsByQualifiedName(db, view, name, undefined)).filter(isWanted);
  if (exact.length > 0) return { exact, like: [] };
  const like = await symbolsNamedLike(db, view, name, { limit: MOST_SPANS });
  return { exact, like: like.filter(({ symbol }) => isWanted(symbol)) };
}

async function bareNames(db: Db, view: View, name: string, isWanted: (symbol: CodeSymbol) => boolean): Promise<Meant> {
  const asked = lastPartOf(name);
  // No part of it is a name: only a qualified name may be written so.
  if (asked === null)
    return { exact: (await symbolsByQualifiedName(db, view, name, undefined)).filter(isWanted), like: [] };
  const found = await headsByEitherName(db, view, name, { ...asked, limit: MOST_SPANS });
  return {
    exact: byPlace(found.exact).filter(isWanted),
    like: byLikeness(found.named, name)
      .slice(0, MOST_SPANS)
      .filter(({ symbol }) => isWanted(symbol)),
  };
}

const familyOf = ({ primary }: CodeSymbol): string | undefined => languageOf(primary.path)?.family;

/** The parts of a qualified name as any language writes it, without type arguments: `Shop::Cart<T>#Add` has three. */
function partsOf(name: string): string[] {
  let plain = name;
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = plain.replace(/(?<=[\w)\]])<[^<>]*>/g, "");
  }
  return plain.split(/[.#:/\\]+/).filter((part) => part !== "");
}
