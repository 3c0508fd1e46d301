/**
 * A file to its chunks: the units that search finds and shows.
 *
 * Chunks are ranges of whole lines, and every line that is not blank is in exactly one. They follow syntax: a function, a class head with its
 * small members, a group of small neighbours, about 250 tokens each. A unit is only split when it is too large, and then at borders of
 * statements: blank lines and the lowest indentation. Files without a language go by headings, paragraphs and indentation.
 */

import { estimateTokens } from "../base/estimate-tokens.js";
import { cutBeforeSecret } from "../masking/secrets.js";
import type { Chunk, ChunkKind } from "../model/chunk.js";
import type { ParsedSymbol, ParseResult, SymbolKind } from "../model/parse-result.js";
import { type Markup, markupOf } from "../repository/documents.js";
import { headingsOf } from "./headings.js";
import { saidAround } from "./surroundings.js";

/** Tokens of a chunk: what is aimed at, what is never exceeded unless one line is longer, and below what a unit joins its neighbours. */
const TARGET = 250;
const MAX = 500;
const SMALL = 100;
/** The head of a namespace of at most so many tokens says nothing alone: it stands with what follows. */
const LEAD = 40;
/** Deeper nesting is not followed: only generated code has it. */
const MAX_DEPTH = 64;
/** How far above a declaration its comment and decorators may begin. */
const MAX_LEADING_LINES = 200;
const MAX_NAMES = 200;

/** A run of lines (numbered from 0, inclusive) that is not split further. `owner` is the symbol it is, or is a part of. */
interface Unit {
  first: number;
  last: number;
  tokens: number;
  /** The declaration it is as a whole, or the head of; -1 for other lines. */
  symbol: number;
  /** The declaration around it; 0 at top level. */
  scope: number;
  /** A part of something that was split: joins its neighbours whatever its size. */
  isPart: boolean;
  /** Only closes what stands above it: brackets. */
  closes?: boolean;
  /** Only opens what stands below it: a namespace. */
  leads?: boolean;
  /** The comment of a declaration that is too large to stand with it. */
  isComment?: boolean;
  heading?: string[];
}

interface Lines {
  source: string;
  starts: number[];
  /** Columns of leading white space (a tab is 4); -1 for a blank line. */
  indents: Int32Array;
  /** Tokens of all lines before, times `scale`. */
  tokensBefore: Float64Array;
  /** The same of lines that are no comment. */
  codeBefore: Float64Array;
  /** Sizes are counted in units of which the wanted chunk has TARGET. */
  scale: number;
}

/**
 * Cuts a file into chunks. `parse` is null for files without a language; `path` then decides whether headings are looked for.
 * `size` is about how many tokens a chunk shall have. Takes any input; time is linear in the text. A file of blank lines has no chunks.
 */
export function chunk(source: string, parse: ParseResult | null, path = "", size = TARGET): Chunk[] {
  const lines = linesOf(source, TARGET / size, parse !== null);
  const symbols = parse === null || parse.status === "failed" ? [] : parse.symbols;
  const markup = markupOf(path);
  let units: Unit[];
  if (symbols.length > 1) units = unitsOfSymbols(lines, symbols);
  else if (markup !== null) units = unitsOfDocument(lines, markup);
  else units = unitsOfLines(lines, 0, lines.starts.length - 1, 0, true);
  const chunks = chunksOf(lines, grouped(units), symbols, parse !== null);
  if (parse !== null) for (const [index, said] of saidAround(parse, chunks).entries()) chunks[index]!.around = said;
  return chunks;
}

function linesOf(source: string, scale: number, hasLanguage: boolean): Lines {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1 && at + 1 < source.length; at = source.indexOf("\n", at + 1))
    starts.push(at + 1);
  const indents = new Int32Array(starts.length);
  const tokensBefore = new Float64Array(starts.length + 1);
  const codeBefore = new Float64Array(starts.length + 1);
  let commentEnd = 0;
  for (let line = 0; line < starts.length; line++) {
    const end = line + 1 < starts.length ? starts[line + 1]! : source.length;
    let at = starts[line]!;
    let indent = 0;
    for (; at < end; at++) {
      const code = source.charCodeAt(at);
      if (code === 9) indent += 4;
      else if (code === 32) indent++;
      else if (code !== 13 && code !== 10 && code !== 0xfeff && code !== 0xa0 && code !== 11 && code !== 12) break;
    }
    indents[line] = at === end ? -1 : indent;
    const tokens = estimateTokens(source, starts[line]!, end) * scale;
    tokensBefore[line + 1] = tokensBefore[line]! + tokens;
    if (at >= commentEnd && source.startsWith("/*", at)) {
      const close = source.indexOf("*/", at + 2);
      commentEnd = close === -1 ? source.length : close + 2;
    }
    const isComment = hasLanguage && (at < commentEnd || source.startsWith("//", at));
    codeBefore[line + 1] = codeBefore[line]! + (isComment ? 0 : tokens);
  }
  return { source, starts, indents, tokensBefore, codeBefore, scale };
}

function tokensOf(lines: Lines, first: number, last: number): number {
  return lines.tokensBefore[last + 1]! - lines.tokensBefore[first]!;
}

/** One declaration with its comment and decorators, or several that share a line. */
interface Item {
  first: number;
  last: number;
  /** The declaration, the first of those that share lines. */
  symbol: number;
  /** Whether it is the only one, so that what is inside can be told apart. */
  isAlone: boolean;
}

function unitsOfSymbols(lines: Lines, symbols: readonly ParsedSymbol[]): Unit[] {
  const children: number[][] = symbols.map(() => []);
  for (let symbol = 1; symbol < symbols.length; symbol++) children[symbols[symbol]!.parent]?.push(symbol);
  const units: Unit[] = [];
  const lastLine = lines.starts.length - 1;

  function expand(scope: number, first: number, last: number, depth: number): void {
    let from = first;
    for (const item of itemsOf(children[scope]!, first, last)) {
      if (item.first > from) append(units, unitsOfLines(lines, from, item.first - 1, scope, depth > 0));
      place(item, scope, depth);
      from = item.last + 1;
    }
    if (from <= last) append(units, unitsOfLines(lines, from, last, scope, depth > 0));
  }

  function itemsOf(ordinals: readonly number[], first: number, last: number): Item[] {
    const sorted = [...ordinals].sort((a, b) => symbols[a]!.startLine - symbols[b]!.startLine || a - b);
    const items: Item[] = [];
    let previousLast = first - 1;
    for (const symbol of sorted) {
      // A primary constructor is told with the head of its class.
      if (symbols[symbol]!.endLine - 1 < first) continue;
      const start = Math.max(first, Math.min(symbols[symbol]!.startLine - 1, last));
      const end = Math.max(start, Math.min(symbols[symbol]!.endLine - 1, last));
      if (start <= previousLast) {
        const before = items.at(-1);
        if (before !== undefined) {
          before.isAlone = false;
          before.last = Math.max(before.last, end);
          previousLast = before.last;
        }
        continue;
      }
      items.push({ first: leadingLine(lines, start, previousLast + 1), last: end, symbol, isAlone: true });
      previousLast = end;
    }
    return items;
  }

  function place(item: Item, scope: number, depth: number): void {
    const tokens = tokensOf(lines, item.first, item.last);
    const inner = item.isAlone ? children[item.symbol]! : [];
    const most = isContainer(symbols[item.symbol]!.kind) ? TARGET * 1.4 : MAX;
    if (tokens <= most) {
      units.push({ first: item.first, last: item.last, tokens, symbol: item.symbol, scope, isPart: false });
    } else if (depth < MAX_DEPTH && inner.some((child) => symbols[child]!.startLine - 1 > item.first)) {
      placeHeadAndInside(item, inner, depth);
    } else {
      splitAtCode(item, scope);
    }
  }

  /** The head of a class is what stands before its first larger member; the rest is its inside. */
  function placeHeadAndInside(item: Item, inner: readonly number[], depth: number): void {
    const declared = symbols[item.symbol]!;
    const starts = inner.map((child) => symbols[child]!.startLine - 1).filter((line) => line > declared.startLine - 1);
    if (starts.length === 0) {
      splitAtCode(item, declared.parent);
      return;
    }
    const firstStart = starts.reduce((least, line) => Math.min(least, line));
    const firstInner = leadingLine(lines, firstStart, declared.startLine);
    const head = { first: item.first, last: Math.max(item.first, Math.min(firstInner - 1, item.last)) };
    const tokens = tokensOf(lines, head.first, head.last);
    const scope = item.symbol;
    if (isNamespace(declared.kind) && tokens <= LEAD) {
      units.push({ ...head, tokens, symbol: -1, scope, isPart: true, leads: true });
    } else if (tokens > MAX) {
      splitAtCode({ ...item, last: head.last }, declared.parent);
    } else {
      units.push({ ...head, tokens, symbol: item.symbol, scope: symbols[item.symbol]!.parent, isPart: false });
    }
    if (head.last < item.last) expand(item.symbol, head.last + 1, item.last, depth + 1);
  }

  /** What is too large to be one unit: a long comment, then the code, whole where that is small enough. */
  function splitAtCode(item: Item, scope: number): void {
    let code = Math.max(item.first, symbols[item.symbol]!.startLine - 1);
    if (tokensOf(lines, item.first, code - 1) < SMALL) code = item.first;
    for (const part of unitsOfLines(lines, item.first, code - 1, item.symbol, true))
      units.push({ ...part, isComment: true });
    const tokens = tokensOf(lines, code, item.last);
    if (tokens <= MAX) {
      units.push({ first: code, last: item.last, tokens, symbol: item.symbol, scope, isPart: false });
      return;
    }
    const parts = unitsOfLines(lines, code, item.last, item.symbol, true);
    if (parts.length > 0) {
      parts[0]!.symbol = item.symbol;
      if (parts.length === 1) parts[0]!.scope = scope;
      append(units, parts);
    }
  }

  expand(0, 0, lastLine, 0);
  return units;
}

function isNamespace(kind: SymbolKind): boolean {
  return kind === "namespace" || kind === "module";
}

function isContainer(kind: SymbolKind): boolean {
  return ["module", "namespace", "class", "interface", "struct", "record", "enum"].includes(kind);
}

/** The line where the comment, decorators or attributes directly above `line` begin; never above `floor`. */
function leadingLine(lines: Lines, line: number, floor: number): number {
  let first = line;
  let open = 0;
  const lowest = Math.max(floor, line - MAX_LEADING_LINES);
  for (let above = line - 1; above >= lowest && lines.indents[above] !== -1; above--) {
    const text = trimmedLine(lines, above);
    if (text.endsWith("*/") && open <= 0) {
      let begin = above;
      while (begin >= lowest && !trimmedLine(lines, begin).includes("/*")) begin--;
      if (begin < lowest || !trimmedLine(lines, begin).startsWith("/*")) break;
      first = begin;
      above = begin;
      continue;
    }
    if (text.startsWith("//") && open <= 0) {
      first = above;
      continue;
    }
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 40 || code === 91 || code === 123) open--;
      else if (code === 41 || code === 93 || code === 125) open++;
    }
    if (open > 0) continue;
    if (!/^[@[#]/.test(text)) break;
    first = above;
    open = 0;
  }
  return first;
}

/** A line without white space around it; long ones are cut, for they are no comment or decorator. */
function trimmedLine(lines: Lines, line: number): string {
  const start = lines.starts[line]!;
  const end = line + 1 < lines.starts.length ? lines.starts[line + 1]! : lines.source.length;
  return end - start > 2000 ? "" : lines.source.slice(start, end).trim();
}

/** Lines without declarations: paragraphs, the large ones split. */
function unitsOfLines(lines: Lines, first: number, last: number, scope: number, isPart: boolean): Unit[] {
  const units: Unit[] = [];
  let line = first;
  while (line <= last) {
    if (lines.indents[line] === -1) {
      line++;
      continue;
    }
    let end = line;
    while (end < last && lines.indents[end + 1] !== -1) end++;
    if (tokensOf(lines, line, end) <= MAX) units.push(unit(lines, line, end, scope, isPart));
    else append(units, splitLines(lines, line, end, scope));
    line = end + 1;
  }
  return units;
}

/** Like push(...more), which overflows the stack when there are very many. */
function append(units: Unit[], more: readonly Unit[]): void {
  for (const one of more) units.push(one);
}

function unit(lines: Lines, first: number, last: number, scope: number, isPart: boolean): Unit {
  const tokens = tokensOf(lines, first, last);
  return { first, last, tokens, symbol: -1, scope, isPart, closes: tokens <= 8 && isClosing(lines, first) };
}

/** Splits lines without blank ones at the lowest indentation, so that each part is between half of TARGET and MAX. */
function splitLines(lines: Lines, first: number, last: number, scope: number): Unit[] {
  const units: Unit[] = [];
  let from = first;
  while (from <= last) {
    let border = last + 1;
    if (tokensOf(lines, from, last) > MAX) {
      let least = Number.POSITIVE_INFINITY;
      border = from + 1;
      for (let line = from + 1; line <= last; line++) {
        const before = tokensOf(lines, from, line - 1);
        if (before > MAX) break;
        const isEarly = before < TARGET / 2;
        // Early borders are taken only where nothing better follows.
        const cost = lines.indents[line]! + (isEarly ? 1_000 : 0) + (isClosing(lines, line) ? 500 : 0);
        if (cost < least || (cost === least && before <= TARGET) || isEarly) {
          least = cost;
          border = line;
        }
      }
    }
    units.push(unit(lines, from, border - 1, scope, true));
    from = border;
  }
  return units;
}

/** Whether a line only closes what stands above it. */
function isClosing(lines: Lines, line: number): boolean {
  const start = lines.starts[line]!;
  const end = line + 1 < lines.starts.length ? lines.starts[line + 1]! : lines.source.length;
  for (let at = start; at < end; at++) {
    const code = lines.source.charCodeAt(at);
    if (code > 32) return code === 41 || code === 93 || code === 125;
  }
  return false;
}

/** A document: sections by heading. A heading with nothing of its own stands with the first section below it. */
function unitsOfDocument(lines: Lines, markup: Markup): Unit[] {
  const count = lines.starts.length;
  const headings = headingsOf(
    {
      count,
      text: (line) => (line >= 0 && line < count ? trimmedLine(lines, line) : ""),
      indent: (line) => lines.indents[line] ?? -1,
    },
    markup,
  );
  const units: Unit[] = [];
  const path: string[] = [];
  let from = 0;
  const close = (end: number): void => {
    if (end <= from) return;
    const heading = path.filter((text) => text !== undefined);
    for (const part of unitsOfLines(lines, from, end - 1, 0, true)) units.push({ ...part, heading });
    from = end;
  };
  for (const [index, { line, level, text }] of headings.entries()) {
    const before = headings[index - 1];
    const isEmpty = before !== undefined && isBlank(lines, before.last + 1, line);
    if (!isEmpty || before.level >= level) close(line);
    path.length = Math.min(path.length, level - 1);
    path[level - 1] = text;
  }
  close(count);
  return units;
}

function isBlank(lines: Lines, from: number, end: number): boolean {
  for (let line = from; line < end; line++) if (lines.indents[line] !== -1) return false;
  return true;
}

interface Group {
  units: Unit[];
  tokens: number;
}

/** Joins small neighbours of one scope, in order, up to TARGET; a lone small rest joins what stands before it. */
function grouped(units: readonly Unit[]): Group[] {
  const groups: Group[] = [];
  for (const next of units) {
    const group = groups.at(-1);
    if (group !== undefined && joins(group, next)) {
      group.units.push(next);
      group.tokens += next.tokens;
    } else {
      groups.push({ units: [next], tokens: next.tokens });
    }
  }
  return groups;
}

function joins(group: Group, next: Unit): boolean {
  const before = group.units.at(-1)!;
  const total = group.tokens + next.tokens;
  // Closing brackets go with what they close.
  if (next.closes && next.heading === undefined) return total <= MAX;
  if (total > MAX || !sameHeading(before, next)) return false;
  if (before.leads && next.scope === before.scope) return true;
  if (before.scope !== next.scope && before.symbol !== next.scope) return false;
  if (before.symbol === next.scope && before.symbol !== -1 && next.symbol !== -1) {
    // A class head takes its first small members.
    return next.tokens < SMALL && total <= TARGET;
  }
  if (before.isComment !== next.isComment) return false;
  if (before.isPart && next.isPart) return total <= TARGET;
  return isSmall(before) && isSmall(next) && total <= TARGET;
}

function isSmall(of: Unit): boolean {
  return of.tokens < SMALL || of.isPart;
}

function sameHeading(left: Unit, right: Unit): boolean {
  return left.heading === right.heading || (left.heading?.join("\n") ?? "") === (right.heading?.join("\n") ?? "");
}

function chunksOf(
  lines: Lines,
  groups: readonly Group[],
  symbols: readonly ParsedSymbol[],
  hasLanguage: boolean,
): Chunk[] {
  const order = symbols.map((_, ordinal) => ordinal).slice(1);
  order.sort((a, b) => symbols[a]!.startLine - symbols[b]!.startLine || a - b);
  const chunks: Chunk[] = [];
  let next = 0;
  for (const { units } of groups) {
    let first = units[0]!.first;
    let last = units.at(-1)!.last;
    while (first < last && lines.indents[first] === -1) first++;
    while (last > first && lines.indents[last] === -1) last--;
    const own: number[] = [];
    while (next < order.length && symbols[order[next]!]!.startLine - 1 <= last) own.push(order[next++]!);
    const declared = units.filter((of) => of.symbol > 0).map((of) => of.symbol);
    const isOne = declared.length === 1 || (declared.length > 1 && isHeadOf(symbols, declared));
    const main = isOne ? insideNamespaces(symbols, declared[0]!, own) : -1;
    const scope = main >= 0 ? symbols[main]!.parent : units[0]!.scope;
    const names = [...new Set(own.map((ordinal) => symbols[ordinal]!.name))].filter((name) => name !== "");
    const heading = units[0]!.heading;
    const end = lineEnd(lines, last);
    chunks.push({
      kind: units[0]!.isComment ? "comment" : kindOf(symbols, main, declared, heading, hasLanguage),
      startLine: first + 1,
      endLine: last + 1,
      start: lines.starts[first]!,
      end,
      tokenCount: Math.ceil(tokensOf(lines, first, last) / lines.scale),
      codeTokens: Math.ceil((lines.codeBefore[last + 1]! - lines.codeBefore[first]!) / lines.scale),
      symbolNames: names.slice(0, MAX_NAMES),
      symbols: own,
      breadcrumb: heading !== undefined ? heading.join(" › ") || null : breadcrumb(symbols, main >= 0 ? main : scope),
      signature: main >= 0 ? signature(symbols[main]!) : null,
      doc: main >= 0 ? symbols[main]!.doc : null,
      around: null,
    });
  }
  return chunks;
}

/** What a namespace holds where that is one thing alone, at any depth; else the symbol itself. */
function insideNamespaces(symbols: readonly ParsedSymbol[], symbol: number, own: readonly number[]): number {
  let main = symbol;
  for (let depth = 0; depth < MAX_DEPTH && isNamespace(symbols[main]!.kind); depth++) {
    const inner = own.filter((ordinal) => symbols[ordinal]!.parent === main);
    if (inner.length !== 1) break;
    main = inner[0]!;
  }
  return main;
}

/** Whether the first declaration holds all the others: a class head with its small members. */
function isHeadOf(symbols: readonly ParsedSymbol[], declared: readonly number[]): boolean {
  return declared.every((ordinal, index) => index === 0 || symbols[ordinal]!.parent === declared[0]);
}

function lineEnd(lines: Lines, line: number): number {
  let end = line + 1 < lines.starts.length ? lines.starts[line + 1]! : lines.source.length;
  while (end > lines.starts[line]! && (lines.source[end - 1] === "\n" || lines.source[end - 1] === "\r")) end--;
  return end;
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
  if (main >= 0) return KIND_OF[symbols[main]!.kind];
  const kinds = new Set(declared.map((ordinal) => KIND_OF[symbols[ordinal]!.kind]));
  if (kinds.size === 1) return [...kinds][0]!;
  return declared.length > 0 ? "members" : "block";
}

/** The names from the outermost declaration to `symbol`; null for the file itself. */
function breadcrumb(symbols: readonly ParsedSymbol[], symbol: number): string | null {
  const names: string[] = [];
  for (let at = symbol; at > 0 && names.length < MAX_DEPTH; at = symbols[at]!.parent) names.unshift(symbols[at]!.name);
  return names.length === 0 ? null : names.join(" › ");
}

function signature(symbol: ParsedSymbol): string | null {
  if (symbol.parameterSignature === null && symbol.returnType === null) return null;
  const returns = symbol.returnType === null ? "" : `: ${symbol.returnType}`;
  return cutBeforeSecret(`${symbol.name}${symbol.parameterSignature ?? ""}${returns}`, 1000);
}
