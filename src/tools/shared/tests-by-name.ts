/** Tests that reach a function by a name alone: a tool, a job or a command is registered under a text, and a test gives the text to a runner. */
import { addToList } from "../../base/groups.js";
import { registeredName } from "../../graph/calls/registered-names.js";
import { incomingRelations, type Relation, tiersUpTo } from "../../graph/relations.js";
import { readTextsOf } from "../../graph/source-lines.js";
import { type CodeSymbol, targetsOf } from "../../graph/symbol.js";
import { pathClassOf } from "../../model/paths.js";
import type { ToolContext } from "../running/tool.js";
import { isQuoted } from "./same-texts.js";

/** Symbols whose callers are looked at, and callers of each. */
const MOST_SYMBOLS = 5;
const MOST_SITES = 20;
const MOST_NAMES = 6;
/** A name that more test files have says nothing. */
const MOST_FILES = 6;
const MOST_LINES = 60;
/** In milliseconds. */
const LONGEST_SEARCH = 4000;

/** A name, where it is registered, and the lines of tests that have it, by file. */
export interface NamedTests {
  name: string;
  at: string;
  tests: string[];
}

/**
 * The names under which callers of some symbols are registered, and the tests that have these; without the test files `known`. Those for which there
 * is no time are left out.
 */
export async function testsByName(
  { db, view, searcher, signal }: Pick<ToolContext, "db" | "view" | "searcher" | "signal">,
  symbols: readonly CodeSymbol[],
  known: ReadonlySet<string>,
): Promise<NamedTests[]> {
  const callers: Relation[] = [];
  for (const symbol of symbols.slice(0, MOST_SYMBOLS)) {
    const options = { kinds: ["calls", "references"], tiers: tiersUpTo("import"), depth: 2 } as const;
    const { relations } = await incomingRelations(db, view, await targetsOf(db, view, symbol), options);
    callers.push(...relations.filter(({ path }) => pathClassOf(path) === "source").slice(0, MOST_SITES));
  }
  const texts = await readTextsOf(db, view, callers);
  const names = new Map<string, string>();
  for (const { path, lines } of callers) {
    const text = texts.get(path)?.split("\n");
    for (const line of text ? lines : []) {
      const found = registeredName(text ?? [], line);
      if (found !== null && !names.has(found.name)) names.set(found.name, `${path}:${found.line}`);
    }
  }
  const wanted = [...names].slice(0, MOST_NAMES);
  if (wanted.length === 0) return [];
  const { matches } = await searcher.searchText(view, {
    patterns: wanted.map(([text]) => ({ text, isRegExp: false, isCaseSensitive: true, isWholeWord: false })),
    contextLines: 0,
    limit: MOST_LINES,
    tests: "only",
    timeoutMs: LONGEST_SEARCH,
    signal,
  });
  return wanted.flatMap(([name, place], pattern): NamedTests[] => {
    const files = new Map<string, number[]>();
    for (const match of matches)
      if (match.pattern === pattern && !known.has(match.path) && isQuoted(match.text, name))
        addToList(files, match.path, match.line);
    const tests = [...files].map(([path, lines]) => `${path}:${lines.join(", ")}`);
    return tests.length > 0 && tests.length <= MOST_FILES ? [{ name, at: place, tests }] : [];
  });
}
