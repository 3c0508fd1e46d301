/** The symbols that a call is about, as callers name them: by node_id, by place or by name. */
import { CodeindexError } from "../../base/errors.js";
import { countOf } from "../../format/counts.js";
import { outsideName, withSignature } from "../../format/symbols.js";
import { externalName, outsideNamed, outsideSymbol } from "../../graph/calls/outside.js";
import { symbolsMeant } from "../../graph/lookup.js";
import { isPartId } from "../../graph/parts.js";
import { type CodeSymbol, isCallable, printable, readSymbol } from "../../graph/symbol.js";
import { pathClassOf } from "../../model/paths.js";
import type { globTest } from "../../search/filters.js";
import { declaredName } from "../../search/symbols/declaration.js";
import type { UsedExternal } from "../../store/unresolved.js";
import type { ToolContext } from "../running/tool.js";
import { symbolsExportedAs } from "./exported-as.js";
import { symbolsOfModule } from "./in-module.js";
import { inheritedMembers } from "./inherited.js";
import { nearInWords, pathOfPlace, withFolder } from "./near-files.js";
import { handlersOfRoute, nearOf, noRoute, routeGiven } from "./route-subjects.js";

type Context = Pick<ToolContext, "db" | "view" | "searcher" | "signal">;

/** A word of a caller and the symbols that it means. */
export interface Subject {
  given: string;
  /** Best first: code before tests. Empty where the index has none. */
  symbols: CodeSymbol[];
  /** The symbols outside of the index that the word rather means. Only their uses are known. */
  outside?: CodeSymbol[];
  /** Why there is none, and names near to it. */
  problem: string | null;
}

/** `src/cart.ts:12`, `cart.ts:12-30`, and a path with a folder or an extension. */
const IS_PLACE = /:\d+(?:[-:]\d+)?$|\/|^[^<>()\s]+\.\w{1,6}$/;
const IS_ID = /^[\w-]+$/;
/** Symbols of one name that are answered; the others are named. Of a type that has no more overloads of it all are answered. */
const MOST_NAMESAKES = 3;
const MOST_OVERLOADS = 8;
/** Names that an error tells of. */
const MOST_NEAR = 3;

/** The symbols of a word that are answered: the first few, or all overloads of one name. */
export function answeredOf({ symbols }: Subject): CodeSymbol[] {
  const [first] = symbols;
  const isOverload = ({ primary }: CodeSymbol) =>
    primary.path === first?.primary.path && primary.qualifiedName === first.primary.qualifiedName;
  const areAll = symbols.length <= MOST_OVERLOADS && symbols.every(isOverload);
  return areAll ? symbols : symbols.slice(0, MOST_NAMESAKES);
}

/** The others, which are named. */
export const othersOf = (subject: Subject): CodeSymbol[] => subject.symbols.slice(answeredOf(subject).length);

/**
 * Reads what each word means. Never throws for a word that means nothing: its `problem` says so. Of the symbols of a name those in files that `isWanted`
 * takes are meant, or all where none is there.
 */
export async function readSubjects(
  context: Context,
  given: readonly string[],
  isWanted?: ReturnType<typeof globTest>,
): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const word of new Set(given.map((each) => each.trim())))
    subjects.push(await readSubject(context, word, isWanted));
  return subjects;
}

async function readSubject(
  context: Context,
  given: string,
  isWanted: ReturnType<typeof globTest> = () => true,
): Promise<Subject> {
  const { db, view } = context;
  let problem: string | null = null;
  if (IS_ID.test(given) || IS_PLACE.test(given) || isPartId(given)) {
    try {
      return { given, symbols: [await readSymbol(db, view, given)], problem };
    } catch (error) {
      if (!(error instanceof CodeindexError) || error.code !== "not_found") throw error;
      if (IS_PLACE.test(given)) problem = `${error.message}${await nearInWords(context, pathOfPlace(given))}`;
    }
  }
  const route = routeGiven(given);
  const handlers = route === null ? [] : (await handlersOfRoute(context, route)).map(({ symbol }) => symbol);
  if (handlers.length > 0) return { given, symbols: handlers, problem: null };
  // A method before a path can be nothing else.
  if (route !== null && route.method !== null)
    return { given, symbols: [], problem: noRoute(given, await nearOf(context, route)) };
  const meant = await symbolsMeant(db, view, given, () => true);
  const wanted = meant.filter(({ primary }) => isWanted(primary.path, null));
  const named = leading(wanted.length > 0 ? wanted : meant);
  if (named.length > 0) {
    // `CanActivate` means the type outside before a `canActivate` of the project.
    const isInCase = named.some(({ primary }) => given.includes(primary.name));
    const outside = isInCase ? [] : (await outsideNamed(db, view, given)).filter(({ derived }) => derived > 0);
    return { given, symbols: named, problem: null, ...(outside.length > 0 && { outside: outside.map(outsideSymbol) }) };
  }
  const exported = (await symbolsExportedAs(context, given)).map(({ symbol }) => symbol);
  if (exported.length > 0) return { given, symbols: exported, problem: null };
  const otherwise = await writtenOtherwise(context, given);
  if (otherwise.length > 0) return { given, symbols: otherwise, problem: null };
  const inherited = await inheritedMembers(context, given);
  if (inherited.length > 0) return { given, symbols: inherited, problem: null };
  const ofModule = leading(await symbolsOfModule(context, given));
  if (ofModule.length > 0) return { given, symbols: ofModule, problem: null };
  const inFolder = await withFolder(context, given);
  if (inFolder !== null) return { ...(await readSubject(context, inFolder)), given };
  const outside = await outsideNamed(db, view, given);
  if (problem === null && outside.length > 0)
    return { given, symbols: [], outside: outside.map(outsideSymbol), problem: outsideInWords(outside) };
  const near = route === null ? [] : await nearOf(context, route);
  if (near.length > 0) problem = noRoute(given, near);
  return { given, symbols: [], problem: problem ?? (await unknownName(context, given)) };
}

/** The subjects with symbols outside of the index as symbols, for questions about uses. */
export const withOutside = (subjects: readonly Subject[]): Subject[] =>
  subjects.map((subject) =>
    subject.outside === undefined ? subject : { ...subject, symbols: subject.outside, problem: null },
  );

/** The most symbols outside the index that an answer lists. */
const MOST_OUTSIDE = 3;

/** `Nothing here declares CanActivate (@nestjs/common, outside the index), a base of 5 types here. get_relations lists its uses.` */
export function outsideInWords(outside: readonly UsedExternal[]): string {
  const told = outside.slice(0, MOST_OUTSIDE).map((each) => {
    const uses =
      each.derived > 0 ? `a base of ${countOf(each.derived, "type")}` : `used in ${countOf(each.uses, "place")}`;
    return `${outsideName(externalName(each), each.module)}, ${uses} here`;
  });
  return `Nothing here declares ${told.join("; ")}. get_relations lists its uses.`;
}

/** `src/cart.ts:add`, `src/cart.ts#Cart.add`, `src/cart.ts Cart.add`. */
const IN_FILE = /^(?:\.\/)?(.+\.\w{1,6})(?::{1,2}|#|\s+)(.+)$/;
/** `src/shop Cart.add`: a name in a folder. */
const IN_FOLDER = /^(?:\.\/)?(\S+\/\S*?)\/?\s+(\S+)$/;
/** A filter of searches before a name. */
const FILTER = /^(?:name|symbol):\s*/i;

/**
 * The symbols of a name that is written as other tools and languages write it: `Cart#add`, `Cart::add`, `Cart.prototype.add`, `cart.add()`,
 * `src/cart.ts:add`, `src/shop Cart`, `func (c *Cart) Add()`, `name:Cart`, `Cart.Add` of `Cart.AddAsync`.
 */
async function writtenOtherwise({ db, view }: Context, given: string): Promise<CodeSymbol[]> {
  const [, path, inFile] = IN_FILE.exec(given) ?? IN_FOLDER.exec(given) ?? [];
  const written = inFile ?? given.replace(FILTER, "");
  const name = declaredName(written) ?? written.replaceAll(/::|#|\.prototype\./g, ".").replace(/\(.*\)$/, "");
  if (name === "") return [];
  if (name === given) return leading(await symbolsMeant(db, view, otherOfPair(name), () => true));
  const found = await symbolsMeant(db, view, name, () => true);
  if (path === undefined) return leading(found);
  const folder = path.replace(/\/$/, "");
  const isThere = ({ primary }: CodeSymbol) =>
    `/${primary.path}`.endsWith(`/${folder}`) || `/${primary.path}`.includes(`/${folder}/`);
  const there = leading(found.filter(isThere));
  if (there.length > 0) return there;
  // The file was guessed: an answer tells the right one with the symbol.
  const elsewhere = leading(found);
  return elsewhere.length <= MOST_NAMESAKES ? elsewhere : [];
}

/** `Send` for `SendAsync`, and the other way round: people leave out the ending of .NET's functions that give a task. */
const otherOfPair = (name: string): string =>
  name.endsWith("Async") ? name.slice(0, -"Async".length) : `${name}Async`;

/** The likeliest of them: code before other files, and a class before the constructor of its name. */
function leading(symbols: readonly CodeSymbol[]): CodeSymbol[] {
  const types = new Set(symbols.map(({ primary }) => primary.qualifiedName));
  const ownOnes = symbols.filter(
    ({ primary }) =>
      primary.nodeType !== "constructor" || !types.has(primary.qualifiedName.slice(0, -primary.name.length - 1)),
  );
  const code = ownOnes.filter(({ primary }) => pathClassOf(primary.path) === "source");
  const chosen = code.length > 0 ? code : ownOnes;
  // A value of the name beside what does or declares something is seldom meant.
  const acting = chosen.filter(({ primary }) => isCallable(primary.nodeType) || !VALUES.has(primary.nodeType));
  return acting.length > 0 ? acting : chosen;
}

const VALUES = new Set(["variable", "field", "property", "constant", "enum_member"]);

/** The message for a name without a symbol, with the nearest names: for `Cart.total` those like the whole, or else like its last part. */
async function unknownName({ view, searcher }: Context, given: string): Promise<string> {
  const words = given.replaceAll(/[^\p{L}\p{N}_$.]+/gu, " ").trim();
  const last = words.slice(words.lastIndexOf(".") + 1).trim();
  for (const text of new Set([words, last])) {
    if (text === "") continue;
    const query = { text: /\s/.test(text) ? `"${text}"` : text, limit: MOST_NEAR };
    const hits = await searcher.searchSymbols(view, query).catch(noQuery);
    const near = hits.map(({ symbol }) => `${symbol.qualifiedName} (${symbol.path}:${symbol.lineStart})`);
    if (near.length > 0) return `${noneNamed(given)} Near it: ${near.join(", ")}.`;
  }
  return noneNamed(given);
}

const noneNamed = (given: string): string => `No symbol is named '${printable(given)}'.`;

/** Words that mean nothing, in a line each; those that have nothing near them in one. */
export function missesInWords(misses: readonly { symbol: string; problem: string }[]): string[] {
  const bare = misses.filter(({ symbol, problem }) => problem === noneNamed(symbol));
  const told = misses.filter((miss) => !bare.includes(miss));
  return [
    ...told.map(({ symbol, problem }) =>
      problem.startsWith(noneNamed(symbol))
        ? `${printable(symbol)}: no such symbol.${problem.slice(noneNamed(symbol).length)}`
        : `${printable(symbol)}: ${problem}`,
    ),
    ...(bare.length > 0 ? [`No symbol is named ${bare.map(({ symbol }) => printable(symbol)).join(", ")}.`] : []),
  ];
}

/** A word that cannot be read as a query has nothing near it. */
function noQuery(error: unknown): [] {
  if (error instanceof CodeindexError && error.code === "invalid_parameter") return [];
  throw error;
}

/** `Cart.add src/cart.ts:12 [id], …`: the first few of several. */
export function namesakesInWords(symbols: readonly CodeSymbol[], most = 8): string {
  const told = symbols.slice(0, most).map((symbol) => `${namesakeInWords(symbol)} [${symbol.primary.nodeId}]`);
  const more = symbols.length - told.length;
  return more > 0 ? `${told.join(", ")} and ${more} more` : told.join(", ");
}

/** `Cart.Add(Item item) src/Cart.cs:12`. */
export const namesakeInWords = ({ primary }: CodeSymbol): string =>
  `${withSignature(primary.qualifiedName, primary.parameterSignature)} ${primary.path}:${primary.lineStart}`;
