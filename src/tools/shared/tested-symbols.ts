/** The symbols that a call of get_tests asks about, and the names by which others may use them. */
import { CodeindexError, invalidParameter } from "../../base/errors.js";
import { nth, present } from "../../base/need.js";
import { calledNames } from "../../graph/calls/unresolved.js";
import { type CodeSymbol, isContainer, printable, readSymbol } from "../../graph/symbol.js";
import type { Db } from "../../store/db/db.js";
import type { CalledNames } from "../../store/named-calls.js";
import { hasFlag, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { ToolContext } from "../running/tool.js";
import { readSubjects } from "./subjects.js";

/** A name that more symbols have does not say which is meant. */
const MOST_MEANT = 10;
const MOST_OVERLOADS = 60;
/** At most this many names are looked for in text. */
const MOST_NAMES = 100;

interface GivenTargets {
  symbols?: string[] | undefined;
  files?: string[] | undefined;
}

/** The symbols that the words and paths mean, each once. Throws where none of them means anything. */
export async function testedSymbols(context: ToolContext, { symbols: words = [], files = [] }: GivenTargets) {
  if (words.length + files.length === 0)
    throw invalidParameter("symbols", 'is missing, and so is files: give one of them, such as symbols: ["Cart.add"]');
  const found = new Map<string, CodeSymbol>();
  const unknown: { given: string; problem: string }[] = [];
  for (const [given, isFile] of [
    ...words.map((word) => [word, false] as const),
    ...files.map((path) => [path, true] as const),
  ]) {
    const meant = await readMeant(context, given.trim(), isFile);
    if (typeof meant === "string") unknown.push({ given: printable(given), problem: meant });
    else for (const symbol of meant) found.set(symbol.primary.nodeId, symbol);
  }
  const isOfClassAsked = ({ primary: own }: CodeSymbol) =>
    own.nodeType === "constructor" &&
    [...found.values()].some(
      ({ primary }) => isContainer(primary.nodeType) && own.qualifiedName.startsWith(`${primary.qualifiedName}.`),
    );
  // A class that is asked about by its name includes its constructor, which is a member of it.
  const asked = [...found.values()].filter((symbol) => !isOfClassAsked(symbol));
  if (asked.length > 0) return { symbols: asked, unknown };
  throw new CodeindexError("not_found", unknown.map(({ problem }) => problem).join(" "), {}, [
    "search_symbols finds symbols by parts of their names.",
  ]);
}

/** The symbols that a word or a path means, or why there are none. */
async function readMeant(context: ToolContext, given: string, isFile: boolean): Promise<CodeSymbol[] | string> {
  if (isFile) {
    try {
      return [await readSymbol(context.db, context.view, given.replace(/\/+$/, ""))];
    } catch (error) {
      if (!(error instanceof CodeindexError) || error.code !== "not_found") throw error;
      return error.message;
    }
  }
  const { symbols, problem } = nth(await readSubjects(context, [given]), 0);
  if (symbols.length === 0) return present(problem);
  const isOne = symbols.every(({ primary }) => primary.qualifiedName === nth(symbols, 0).primary.qualifiedName);
  if (symbols.length > (isOne ? MOST_OVERLOADS : MOST_MEANT))
    return `${symbols.length} symbols have this name; give the node_id or place of one, which lookup_symbol lists.`;
  return symbols;
}

/** The names by which others may use the symbols in question: of a file, its exports. */
export async function namesOfTested(
  db: Db,
  view: View,
  symbols: readonly CodeSymbol[],
  asked: readonly SymbolHead[],
): Promise<CalledNames> {
  const files = new Set(symbols.flatMap(({ primary }) => (primary.ordinal === 0 ? [primary.versionId] : [])));
  const exported = asked.filter(
    (head) =>
      files.has(head.versionId) && head.ordinal > 0 && hasFlag(head, "isExported") && head.nodeType !== "namespace",
  );
  const own = symbols.flatMap(({ primary }) => (primary.ordinal === 0 ? [] : [primary]));
  return calledNames(db, view, [...own, ...exported.slice(0, MOST_NAMES)]);
}
