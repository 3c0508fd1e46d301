/**
 * A file to its chunks: the units that search finds and shows.
 *
 * Chunks are ranges of whole lines, and every line that is not blank is in exactly one. They follow syntax: a function, a class head with its
 * small members, a group of small neighbours, about 250 tokens each. A unit is only split when it is too large, and then at borders of
 * statements: blank lines and the lowest indentation. Files without a language go by headings, paragraphs and indentation.
 */
import { lastOf, nth } from "../base/need.js";
import { float64At } from "../base/numbers.js";
import type { Language } from "../languages/language.js";
import { cutBeforeSecret } from "../masking/secrets.js";
import type { Chunk, ChunkKind } from "../model/chunk.js";
import type { ParsedSymbol, ParseResult, SymbolKind } from "../model/parse-result.js";
import { markupOf } from "../repository/documents.js";
import { unitsOfDocument } from "./documents.js";
import { type Group, grouped } from "./group.js";
import { C_COMMENTS, type Lines, lineEnd, linesOf, tokensOf, trimmedLine } from "./lines.js";
import { MOST_DEPTH, TARGET } from "./sizes.js";
import { surroundingSentences } from "./surroundings.js";
import { isNamespace, leadingLine, unitsOfSymbols } from "./symbols.js";
import { type Unit, unitsOfLines } from "./unit.js";

const MOST_NAMES = 200;
const NONE: ReadonlySet<number> = new Set();

/**
 * Cuts a file into chunks. `parse` is null for files without a language; `path` then decides whether headings are looked for.
 * `size` is about how many tokens a chunk shall have; the language tells its comments and tests. Takes any input; time is linear in the text. A file
 * of blank lines has no chunks.
 */
export function chunk(
  source: string,
  parse: ParseResult | null,
  path = "",
  size = TARGET,
  { comments = C_COMMENTS, testMark }: Pick<Language, "comments" | "testMark"> = {},
): Chunk[] {
  const lines = linesOf(source, TARGET / size, parse === null ? null : comments);
  const symbols = parse === null || parse.status === "failed" ? [] : parse.symbols;
  const markup = markupOf(path);
  let units: Unit[];
  if (symbols.length > 1) units = unitsOfSymbols(lines, symbols);
  else if (markup !== null) units = unitsOfDocument(lines, markup);
  else units = unitsOfLines(lines, 0, lines.starts.length - 1, 0, true);
  const tests = testMark === undefined ? NONE : testsAmong(lines, symbols, testMark);
  const chunks = chunksOf(lines, grouped(units), symbols, { hasLanguage: parse !== null, tests });
  if (parse !== null)
    for (const [index, sentences] of surroundingSentences(parse, chunks).entries())
      nth(chunks, index).around = sentences;
  return chunks;
}

function chunksOf(
  lines: Lines,
  groups: readonly Group[],
  symbols: readonly ParsedSymbol[],
  { hasLanguage, tests }: { hasLanguage: boolean; tests: ReadonlySet<number> },
): Chunk[] {
  const order = symbols.map((_, ordinal) => ordinal).slice(1);
  order.sort((a, b) => nth(symbols, a).startLine - nth(symbols, b).startLine || a - b);
  const chunks: Chunk[] = [];
  let next = 0;
  for (const { units } of groups) {
    let first = nth(units, 0).first;
    let last = lastOf(units).last;
    while (first < last && lines.indents[first] === -1) first++;
    while (last > first && lines.indents[last] === -1) last--;
    const own: number[] = [];
    while (next < order.length && nth(symbols, nth(order, next)).startLine - 1 <= last) own.push(nth(order, next++));
    const declared = units.filter((of) => of.symbol > 0).map((of) => of.symbol);
    const isOne = declared.length === 1 || (declared.length > 1 && isHeadOf(symbols, declared));
    const main = isOne ? insideNamespaces(symbols, nth(declared, 0), own) : -1;
    const scope = main >= 0 ? nth(symbols, main).parent : nth(units, 0).scope;
    const names = [...new Set(own.map((ordinal) => nth(symbols, ordinal).name))].filter((name) => name !== "");
    const heading = nth(units, 0).heading;
    const isTest = tests.size > 0 && units.every((of) => tests.has(of.symbol) || tests.has(of.scope));
    const end = lineEnd(lines, last);
    chunks.push({
      kind: isTest
        ? "test"
        : nth(units, 0).isComment
          ? "comment"
          : kindOf(symbols, main, declared, heading, hasLanguage),
      startLine: first + 1,
      endLine: last + 1,
      start: nth(lines.starts, first),
      end,
      tokenCount: Math.ceil(tokensOf(lines, first, last) / lines.scale),
      codeTokens: Math.ceil((float64At(lines.codeBefore, last + 1) - float64At(lines.codeBefore, first)) / lines.scale),
      symbolNames: names.slice(0, MOST_NAMES),
      symbols: own,
      breadcrumb: heading !== undefined ? heading.join(" › ") || null : breadcrumb(symbols, main >= 0 ? main : scope),
      signature: main >= 0 ? signature(nth(symbols, main)) : null,
      doc: main >= 0 ? nth(symbols, main).doc : null,
      around: null,
    });
  }
  return chunks;
}

/** The declarations that are tests, or stand in one: the mark stands on their first line, or on one directly above with their comment. */
function testsAmong(lines: Lines, symbols: readonly ParsedSymbol[], testMark: RegExp): ReadonlySet<number> {
  const tests = new Set<number>();
  for (const [ordinal, { parent, startLine }] of symbols.entries()) {
    if (ordinal === 0) continue;
    let isTest = tests.has(parent);
    for (let line = leadingLine(lines, startLine - 1, 0); !isTest && line < startLine; line++)
      isTest = testMark.test(trimmedLine(lines, line));
    if (isTest) tests.add(ordinal);
  }
  return tests;
}

/** The only declaration in a namespace, at any depth; the symbol itself where there is none or several. */
function insideNamespaces(symbols: readonly ParsedSymbol[], symbol: number, own: readonly number[]): number {
  let main = symbol;
  for (let depth = 0; depth < MOST_DEPTH && isNamespace(nth(symbols, main).kind); depth++) {
    const inner = own.filter((ordinal) => nth(symbols, ordinal).parent === main);
    if (inner.length !== 1) break;
    main = nth(inner, 0);
  }
  return main;
}

/** Whether the first declaration holds all the others: a class head with its small members. */
function isHeadOf(symbols: readonly ParsedSymbol[], declared: readonly number[]): boolean {
  return declared.every((ordinal, index) => index === 0 || nth(symbols, ordinal).parent === declared[0]);
}

const KIND_OF: Record<SymbolKind, ChunkKind> = {
  file: "block",
  module: "namespace",
  namespace: "namespace",
  class: "class",
  interface: "interface",
  struct: "struct",
  record: "record",
  enum: "enum",
  type: "type",
  function: "function",
  method: "method",
  constructor: "constructor",
  property: "members",
  field: "members",
  event: "members",
  constant: "constants",
  variable: "constants",
  component: "component",
  extension: "class",
};

function kindOf(
  symbols: readonly ParsedSymbol[],
  main: number,
  declared: readonly number[],
  heading: string[] | undefined,
  hasLanguage: boolean,
): ChunkKind {
  if (heading !== undefined && heading.length > 0) return "section";
  if (!hasLanguage) return "text";
  if (main >= 0) return KIND_OF[nth(symbols, main).kind];
  const kinds = new Set(declared.map((ordinal) => KIND_OF[nth(symbols, ordinal).kind]));
  if (kinds.size === 1) return nth([...kinds], 0);
  return declared.length > 0 ? "members" : "block";
}

/** The names from the outermost declaration to `symbol`; null for the file itself. */
function breadcrumb(symbols: readonly ParsedSymbol[], symbol: number): string | null {
  const names: string[] = [];
  for (let index = symbol; index > 0 && names.length < MOST_DEPTH; index = nth(symbols, index).parent)
    names.unshift(nth(symbols, index).name);
  return names.length === 0 ? null : names.join(" › ");
}

function signature(symbol: ParsedSymbol): string | null {
  if (symbol.parameterSignature === null && symbol.returnType === null) return null;
  const returns = symbol.returnType === null ? "" : `: ${symbol.returnType}`;
  return cutBeforeSecret(`${symbol.name}${symbol.parameterSignature ?? ""}${returns}`, 1000);
}
