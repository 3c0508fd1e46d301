/** Units of a source by its symbols. */
import { nth } from "../base/need.js";
import type { ParsedSymbol, SymbolKind } from "../model/parse-result.js";
import { type Lines, tokensOf, trimmedLine } from "./lines.js";
import { LEAD, MAX, MOST_DEPTH, MOST_LEADING_LINES, SMALL, TARGET } from "./sizes.js";
import { append, type Unit, unitsOfLines } from "./unit.js";

/** One declaration with its comment and decorators, or several that share a line. */
interface Item {
  first: number;
  last: number;
  /** The declaration, the first of those that share lines. */
  symbol: number;
  /** Whether it is the only unit. Only then can its inner parts be told apart. */
  isAlone: boolean;
}

/** A source that is being cut. */
interface Cut {
  readonly lines: Lines;
  readonly symbols: readonly ParsedSymbol[];
  /** By symbol, the symbols that stand in it. */
  readonly children: readonly (readonly number[])[];
  /** The units so far, in the order of their lines. */
  readonly units: Unit[];
}

/** Cuts a source at its symbols; the lines between them are units of their own. */
export function unitsOfSymbols(lines: Lines, symbols: readonly ParsedSymbol[]): Unit[] {
  const children: number[][] = symbols.map(() => []);
  for (let symbol = 1; symbol < symbols.length; symbol++) children[holderOf(symbols, symbol)]?.push(symbol);
  const cut: Cut = { lines, symbols, children, units: [] };
  cutInside(cut, 0, { first: 0, last: lines.starts.length - 1 }, 0);
  return cut.units;
}

/** Cuts some lines inside a symbol: at the symbols that stand in it, and between these. */
function cutInside(cut: Cut, scope: number, { first, last }: Pick<Item, "first" | "last">, depth: number): void {
  const { lines, units, children } = cut;
  let from = first;
  for (const item of itemsOf(cut, nth(children, scope), first, last)) {
    if (item.first > from) append(units, unitsOfLines(lines, from, item.first - 1, scope, depth > 0));
    placeItem(cut, item, scope, depth);
    from = item.last + 1;
  }
  if (from <= last) append(units, unitsOfLines(lines, from, last, scope, depth > 0));
}

/** The items that symbols make within some lines. Symbols that share a line are one item. */
function itemsOf({ lines, symbols }: Cut, ordinals: readonly number[], first: number, last: number): Item[] {
  const sorted = [...ordinals].sort((a, b) => nth(symbols, a).startLine - nth(symbols, b).startLine || a - b);
  const items: Item[] = [];
  for (const symbol of sorted) {
    const { startLine, endLine } = nth(symbols, symbol);
    // A primary constructor is told with the head of its class.
    if (endLine - 1 < first) continue;
    const start = Math.max(first, Math.min(startLine - 1, last));
    const end = Math.max(start, Math.min(endLine - 1, last));
    const before = items.at(-1);
    if (before !== undefined && start <= before.last) {
      before.isAlone = false;
      before.last = Math.max(before.last, end);
    } else {
      const free = before === undefined ? first : before.last + 1;
      items.push({ first: leadingLine(lines, start, free), last: end, symbol, isAlone: true });
    }
  }
  return items;
}

/** Makes units of an item: one where it is small, else one of its head and those inside, else parts. */
function placeItem(cut: Cut, item: Item, scope: number, depth: number): void {
  const { lines, symbols, children, units } = cut;
  const tokens = tokensOf(lines, item.first, item.last);
  const inner = item.isAlone ? nth(children, item.symbol) : [];
  const most = isContainer(nth(symbols, item.symbol).kind) ? TARGET * 1.4 : MAX;
  if (tokens <= most) {
    units.push({ first: item.first, last: item.last, tokens, symbol: item.symbol, scope, isPart: false });
  } else if (depth < MOST_DEPTH && inner.some((child) => nth(symbols, child).startLine - 1 > item.first)) {
    placeHeadAndInside(cut, item, inner, depth);
  } else {
    splitAtCode(cut, item, scope);
  }
}

/** The head of a class is what stands before its first larger member; the rest is its inside. */
function placeHeadAndInside(cut: Cut, item: Item, inner: readonly number[], depth: number): void {
  const { lines, symbols, units } = cut;
  const declared = nth(symbols, item.symbol);
  const starts = inner
    .map((child) => nth(symbols, child).startLine - 1)
    .filter((line) => line > declared.startLine - 1);
  if (starts.length === 0) {
    splitAtCode(cut, item, declared.parent);
    return;
  }
  const firstStart = starts.reduce((least, line) => Math.min(least, line));
  const firstInner = leadingLine(lines, firstStart, declared.startLine);
  const head = { first: item.first, last: Math.max(item.first, Math.min(firstInner - 1, item.last)) };
  const tokens = tokensOf(lines, head.first, head.last);
  if (isNamespace(declared.kind) && tokens <= LEAD) {
    units.push({ ...head, tokens, symbol: -1, scope: item.symbol, isPart: true, leads: true });
  } else if (tokens > MAX) {
    splitAtCode(cut, { ...item, last: head.last }, declared.parent);
  } else {
    units.push({ ...head, tokens, symbol: item.symbol, scope: declared.parent, isPart: false });
  }
  const inside = { first: head.last + 1, last: item.last };
  if (inside.first <= inside.last) cutInside(cut, item.symbol, inside, depth + 1);
}

/** Splits an item that is too large for one unit: a long comment, then the code, undivided if it is small enough. */
function splitAtCode({ lines, symbols, units }: Cut, item: Item, scope: number): void {
  let code = Math.max(item.first, nth(symbols, item.symbol).startLine - 1);
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
    nth(parts, 0).symbol = item.symbol;
    if (parts.length === 1) nth(parts, 0).scope = scope;
    append(units, parts);
  }
}

/** The symbol that a symbol stands in. A method of a type may stand below the type, in the file. */
function holderOf(symbols: readonly ParsedSymbol[], index: number): number {
  const { parent, kind, start } = nth(symbols, index);
  const owner = symbols[parent];
  const isApart = kind === "method" && owner !== undefined && /^(?:struct|type)$/.test(owner.kind);
  return isApart && (start < owner.start || start >= owner.end) ? owner.parent : parent;
}

/** Whether a symbol only groups others, and is not a unit itself. */
export function isNamespace(kind: SymbolKind): boolean {
  return kind === "namespace" || kind === "module";
}

function isContainer(kind: SymbolKind): boolean {
  return ["module", "namespace", "class", "interface", "struct", "record", "enum", "extension"].includes(kind);
}

/** The first line of the comment that a line closes; null if code stands before the comment, or if it begins above `lowest`. */
function openingLine(
  lines: Lines,
  blocks: readonly (readonly [open: string, close: string])[],
  last: number,
  lowest: number,
): number | null {
  for (let line = last; line >= lowest; line--) {
    const text = trimmedLine(lines, line);
    if (blocks.some(([open]) => text.includes(open)))
      return blocks.some(([open]) => text.startsWith(open)) ? line : null;
    if (line < last && blocks.some(([, close]) => text.endsWith(close))) return null;
  }
  return null;
}

/** The line where the comment, decorators or attributes directly above `line` begin; never above `floor`. */
export function leadingLine(lines: Lines, line: number, floor: number): number {
  let first = line;
  let open = 0;
  const { line: marks } = lines.comments;
  const lowest = Math.max(floor, line - MOST_LEADING_LINES);
  for (let above = line - 1; above >= lowest && lines.indents[above] !== -1; above--) {
    const text = trimmedLine(lines, above);
    const closed = open <= 0 ? lines.blocks.filter(([, close]) => text.endsWith(close)) : [];
    if (closed.length > 0) {
      const begin = openingLine(lines, closed, above, lowest);
      if (begin === null) break;
      first = begin;
      above = begin;
      continue;
    }
    if (open <= 0 && marks.some((mark) => text.startsWith(mark))) {
      first = above;
      continue;
    }
    for (let offset = 0; offset < text.length; offset++) {
      const code = text.charCodeAt(offset);
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
