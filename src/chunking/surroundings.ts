/**
 * Sentences around a chunk: the first of the doc comments of the declarations that it stands in, of the function or type before it, and of its
 * callees and callers, all of its own file. They find code that has no comment, or another one. Pure.
 */
import { addToList } from "../base/groups.js";
import { nth } from "../base/need.js";
import { cutBeforeSecret } from "../masking/secrets.js";
import type { Chunk } from "../model/chunk.js";
import { flattenStep } from "../model/flat-types.js";
import type { ParsedSymbol, ParseResult, Reference, SymbolKind } from "../model/parse-result.js";

/** The most sentences: with more, each says less of the chunk. */
const MOST = 16;
const LONGEST = 300;
const CALLS: ReadonlySet<Reference["kind"]> = new Set(["call", "new", "jsx"]);
/** A constant or property says little about the function that follows it. */
const PRECEDING: ReadonlySet<SymbolKind> = new Set(["function", "method", "component", "class", "struct", "record"]);

/** The sentences around each chunk of a file, in the order of the chunks: one a line; null for a chunk without any. */
export function surroundingSentences(
  { symbols, references }: ParseResult,
  chunks: readonly Chunk[],
): (string | null)[] {
  const members = firstMembers(symbols);
  const before = precedingOf(symbols);
  const callers = new Map<number, number[]>();
  const calls: { line: number; target: number }[] = [];
  for (const reference of references) {
    const target = CALLS.has(reference.kind) ? targetOf(reference, members) : -1;
    if (target <= 0 || target === reference.from) continue;
    calls.push({ line: reference.line, target });
    addToList(callers, target, reference.from);
  }
  calls.sort((a, b) => a.line - b.line);
  let next = 0;
  return chunks.map(({ symbols: own, startLine, endLine }) => {
    const met = new Set(own);
    const said = new Set<string>();
    const add = (symbol: number | undefined): void => {
      if (symbol === undefined || met.has(symbol)) return;
      met.add(symbol);
      const { doc } = nth(symbols, symbol);
      if (doc !== null && said.size < MOST) said.add(firstSentence(doc));
    };
    for (const symbol of own)
      for (let index = nth(symbols, symbol).parent; index > 0 && !met.has(index); index = nth(symbols, index).parent)
        add(index);
    for (const symbol of own) add(before[symbol]);
    for (const symbol of own) for (const caller of callers.get(symbol) ?? []) add(caller);
    while (next < calls.length && nth(calls, next).line < startLine) next++;
    for (; next < calls.length && nth(calls, next).line <= endLine; next++) add(nth(calls, next).target);
    said.delete("");
    return said.size === 0 ? null : [...said].join("\n");
  });
}

/** The first sentence of a doc comment, on one line. */
function firstSentence(doc: string): string {
  const summary = nth(doc.split(/\n\s*(?:\n|@)/, 1), 0)
    .replace(/\s+/g, " ")
    .trim();
  return cutBeforeSecret(nth(summary.split(/(?<=[.!?]) /, 1), 0), LONGEST);
}

/** The first member of each name in each scope, by the scope's number and the name. */
function firstMembers(symbols: readonly ParsedSymbol[]): Map<string, number> {
  const members = new Map<string, number>();
  for (const [symbol, { parent, name }] of symbols.entries()) {
    const key = `${parent} ${name}`;
    if (!members.has(key)) members.set(key, symbol);
  }
  return members;
}

/** For each function and type the one before it in the same scope. */
function precedingOf(symbols: readonly ParsedSymbol[]): (number | undefined)[] {
  const last = new Map<number, number>();
  return symbols.map(({ parent, kind }, symbol) => {
    if (!PRECEDING.has(kind)) return undefined;
    const before = last.get(parent);
    last.set(parent, symbol);
    return before;
  });
}

/** The symbol that a reference names, if it is evidently one of the file; else -1. */
function targetOf({ root, path }: Reference, members: ReadonlyMap<string, number>): number {
  const [step, ...others] = path;
  if (root.in === "file" && step === undefined) return root.symbol;
  if (step === undefined || others.length > 0 || (root.in !== "file" && root.in !== "this")) return -1;
  return members.get(`${root.in === "file" ? root.symbol : root.type} ${flattenStep(step)}`) ?? -1;
}
