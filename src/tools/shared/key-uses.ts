/** Calls that may come to a function by its key in an object, in words: of known objects first, then lines with the key alone. */
import { callsByKey, keeperOf } from "../../graph/calls/key-calls.js";
import type { IsListed } from "../../graph/relations.js";
import { readLines } from "../../graph/source-lines.js";
import { type CodeSymbol, nameBesidePath } from "../../graph/symbol.js";
import type { EdgeTier } from "../../model/edge.js";
import type { ToolContext } from "../running/tool.js";

/** The most of them that an answer lists, and the longest search for lines with a key, in milliseconds. */
const MOST_TOLD = 30;
const LONGEST_SEARCH = 5000;
/** Of this text and longer a key says something. */
const SHORTEST_KEY = 4;

type Context = Pick<ToolContext, "db" | "view" | "searcher" | "signal">;

/**
 * `src/a.ts:6  run  via handlers: return handlers[name]();`, and `src/page.tsx:3  by its key alone: trpc.cats.findCats.useQuery()`, whose objects are of
 * a library that keeps the types. The latter are looked for where no caller is known (`isUncalled`).
 */
export async function keyUsesInWords(
  context: Context,
  symbol: CodeSymbol,
  { tiers, isListed, isUncalled }: { tiers: readonly EdgeTier[]; isListed?: IsListed | undefined; isUncalled: boolean },
): Promise<string[]> {
  const { db, view } = context;
  const calls = await callsByKey(db, view, symbol, { tiers, isListed });
  const texts = await readLines(db, view, calls.slice(0, MOST_TOLD));
  const known = calls.slice(0, MOST_TOLD).map(({ path, line, source, object }, index) => {
    const name = source.ordinal === 0 ? "(top level)" : nameBesidePath(source.qualifiedName, path, source.nodeType);
    return `${path}:${line}  ${name}  via ${object.name}: ${texts[index] ?? ""}`;
  });
  const byName = isUncalled && known.length === 0 ? await linesWithKey(context, symbol, isListed) : [];
  const more = calls.length - known.length;
  return [...known, ...byName, ...(more > 0 ? [`… ${more} more`] : [])];
}

/** The lines that call a member of what the key names: `api.findCats.useQuery(`. */
async function linesWithKey(
  { db, view, searcher, signal }: Context,
  symbol: CodeSymbol,
  isListed: IsListed | undefined,
): Promise<string[]> {
  const { name } = symbol.primary;
  if (name.length < SHORTEST_KEY || !/^\w+$/.test(name) || (await keeperOf(db, view, symbol)) === null) return [];
  const text = `[\\w$)\\]]\\.${name}\\.\\w+\\(`;
  const { matches } = await searcher.searchText(view, {
    patterns: [{ text, isRegExp: true, isCaseSensitive: true, isWholeWord: false }],
    contextLines: 0,
    limit: MOST_TOLD,
    timeoutMs: LONGEST_SEARCH,
    signal,
  });
  const shown = matches.filter(({ path }) => isListed?.(path) ?? true);
  return shown.map(({ path, line, text }) => `${path}:${line}  by its key alone: ${text.trim().slice(0, 160)}`);
}
