/**
 * Names in the text of places. Languages that are read by shape have no references. There a name that one symbol alone has leads to that symbol, and from it
 * back to what names it, as surely as a name can: `unique`.
 */
import { groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { enclosingSymbols } from "../../graph/enclosing.js";
import { isPart } from "../../graph/parts.js";
import { readTexts } from "../../graph/source-lines.js";
import { isByShape } from "../../languages/index.js";
import { pathClassOf } from "../../model/paths.js";
import { identifierTerms } from "../../postings/terms.js";
import type { Db } from "../../store/db/db.js";
import { headsNamed, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { CodeHit } from "../code/search.js";
import type { Hop, Link } from "./follow.js";

/** Lines of a place that are read, and characters of files. */
const MOST_LINES = 150;
const MOST_TEXT = 2_000_000;
/** Names that are looked up, and spans of each. It is not known whose a name with more is. */
const MOST_NAMES = 300;
const MOST_SPANS = 4;
/** Symbols whose names are searched for. */
const MOST_SEARCHED = 6;

const NAME = /[\p{L}_][\p{L}\p{N}_]*[!?]?/gu;

/** Several words in one, or a word written large: any other is a word of a sentence as well. */
const isTelling = (name: string) => name.length > 3 && (identifierTerms(name).length > 2 || /^\p{Lu}/u.test(name));

type Mentions = Pick<Hop, "links" | "heads">;

/** The symbols that the text of some places names, each by its first line there. */
export async function followNames(db: Db, view: View, from: readonly SymbolHead[]): Promise<Mentions> {
  const places = from.filter(isWithoutReferences);
  const texts = await readTexts(db, view, [...new Set(places.map(({ path }) => path))], MOST_TEXT);
  const named = groupBy(namesIn(texts, places), ({ name }) => name);
  const owners = await ownersOf(db, view, [...named.keys()].slice(0, MOST_NAMES));
  return mentionsOf(
    [...owners].flatMap(([name, target]) =>
      (named.get(name) ?? []).map(({ place, line }) => ({ place, line, target })),
    ),
  );
}

/** The places that name some symbols. `search` finds pieces that hold a text. */
export async function followNamesBack(
  db: Db,
  view: View,
  from: readonly SymbolHead[],
  search: (text: string) => Promise<readonly CodeHit[]>,
): Promise<Mentions> {
  const places = from.filter((head) => isWithoutReferences(head) && isTelling(head.name));
  const owners = await ownersOf(
    db,
    view,
    places.map(({ name }) => name),
  );
  const found: Mention[] = [];
  for (const target of places.filter(({ name }) => owners.has(name)).slice(0, MOST_SEARCHED)) {
    const lines = (await search(target.name)).flatMap(({ chunk, text }) => {
      const line = lineNaming(text, target.name);
      return line === null ? [] : [{ path: chunk.path, line: chunk.startLine + line }];
    });
    const around = await enclosingSymbols(db, view, lines);
    for (const [index, place] of around.entries())
      if (place !== null) found.push({ place, target, line: nth(lines, index).line });
  }
  return mentionsOf(found);
}

const isWithoutReferences = (head: SymbolHead) => head.ordinal > 0 && !isPart(head) && isByShape(head.language);

interface Mention {
  place: SymbolHead;
  line: number;
  target: SymbolHead;
}

function mentionsOf(found: readonly Mention[]): Mentions {
  // A class has the names of its members in its text, and these may have its name.
  const others = found.filter(
    ({ place, target }) =>
      place.language === target.language &&
      isSeen(target, place) &&
      !isWithin(place, target) &&
      !isWithin(target, place),
  );
  return {
    heads: new Map(others.flatMap(({ place, target }) => [place, target].map((head) => [head.nodeId, head] as const))),
    links: others.map(({ place, line, target }): Link => {
      return {
        source: place.nodeId,
        target: target.nodeId,
        kind: "references",
        tier: "unique",
        path: place.path,
        line,
      };
    }),
  };
}

/** A private symbol is seen in its folder at most: elsewhere its name is another's, such as a library's. */
const isSeen = ({ access, path }: SymbolHead, { path: from }: SymbolHead) =>
  access !== "private" || from.startsWith(path.slice(0, path.lastIndexOf("/") + 1));

const isWithin = (inner: SymbolHead, outer: SymbolHead) =>
  inner.path === outer.path && inner.lineStart >= outer.lineStart && inner.lineEnd <= outer.lineEnd;

/** The symbol of each name that one symbol of the code alone has. */
async function ownersOf(db: Db, view: View, names: readonly string[]): Promise<Map<string, SymbolHead>> {
  const heads = await headsNamed(db, view, [...new Set(names)], { most: MOST_SPANS });
  const owners = new Map<string, SymbolHead>();
  for (const [name, spans] of groupBy(heads, (head) => head.name)) {
    const code = spans.filter(({ path }) => pathClassOf(path) === "source");
    const isSure = spans.length < MOST_SPANS && new Set(code.map(({ nodeId }) => nodeId)).size === 1;
    if (isSure) owners.set(name, nth(code, 0));
  }
  return owners;
}

/** The telling names in the lines of places, each by its first line in the innermost of them. */
function namesIn(texts: ReadonlyMap<string, string>, places: readonly SymbolHead[]): Named[] {
  const linesOf = new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
  const read = new Set<string>();
  const innermostFirst = places.toSorted((a, b) => a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart));
  return innermostFirst.flatMap((place) => {
    const lines = linesOf.get(place.path) ?? [];
    const end = Math.min(place.lineEnd, place.lineStart + MOST_LINES - 1, lines.length);
    const names = new Map<string, number>();
    for (let line = place.lineStart; line <= end; line++) {
      if (read.has(`${place.path}:${line}`)) continue;
      read.add(`${place.path}:${line}`);
      for (const [name] of nth(lines, line - 1).matchAll(NAME))
        if (name !== place.name && !names.has(name) && isTelling(name)) names.set(name, line);
    }
    return [...names].map(([name, line]) => ({ name, place, line }));
  });
}

interface Named {
  name: string;
  place: SymbolHead;
  line: number;
}

/** The first line of a text, from 0, that holds a name as a whole word; null: none. */
function lineNaming(text: string, name: string): number | null {
  const isOfWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  for (let offset = text.indexOf(name); offset >= 0; offset = text.indexOf(name, offset + 1))
    if (!isOfWord(text[offset - 1]) && !isOfWord(text[offset + name.length]))
      return text.slice(0, offset).split("\n").length - 1;
  return null;
}
