/** The declarations of one side of a changed file, as they are compared with those of the other. Pure. */
import escapeStringRegexp from "escape-string-regexp";
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { wholeWord } from "../../base/whole-word.js";
import type { Language } from "../../languages/language.js";
import { nodeIds } from "../../model/node-id.js";
import type { ParsedSymbol, ParseResult } from "../../model/parse-result.js";
import { lengthUpTo } from "./split.js";

/** One side of a file. */
export interface Side {
  path: string;
  language: Language;
  text: string;
  parse: ParseResult;
}

/** A declaration of one side. */
export interface Declared {
  /** The id by which the index knows it where the index has this side. */
  nodeId: string;
  name: string;
  qualifiedName: string;
  nodeType: string;
  language: string;
  path: string;
  lineStart: number;
  lineEnd: number;
  symbol: ParsedSymbol;
  /** The names by which its module exports it; none of what is not exported, and of members. */
  exportedAs: string[];
  /** Its text without what is declared in it, comments and white space. */
  own: string;
  /** Of its own text what stands between its name and its body: type parameters and bases. */
  head: string;
  /** The same of all that it holds. */
  whole: string;
  /** The declaration that it stands in; null at the top level of its file. */
  owner: Declared | null;
  /** The place among declarations of one kind and name: it tells the pairs to compare. */
  key: string;
}

/** The declarations of a side by their keys, in the order of the source, without the file's own and those inside of functions. */
export function declarationsOf({ path, language, text, parse }: Side): Map<string, Declared> {
  const ids = nodeIds(language, path, parse);
  const clean = cleanerOf(language);
  const bodyMark = language.comments?.line.includes("#") ? ":" : "{";
  const local = localsOf(parse.symbols);
  const children = childrenOf(parse.symbols, local);
  const exported = exportNames(parse);
  const seen = new Map<string, number>();
  const all: (Declared | null)[] = [];
  const found = new Map<string, Declared>();
  for (const [index, symbol] of parse.symbols.entries()) {
    if (index === 0 || local.has(index)) {
      all.push(null);
      continue;
    }
    const name = `${symbol.kind} ${symbol.qualifiedName}`;
    const position = seen.get(name) ?? 0;
    seen.set(name, position + 1);
    const inside = (children.get(index) ?? []).map((child) => nth(parse.symbols, child));
    const own = clean(withoutLinks(symbol.kind, ownText(text, symbol, inside)));
    const declared: Declared = {
      nodeId: nth(ids, index),
      name: symbol.name,
      qualifiedName: symbol.qualifiedName,
      nodeType: symbol.kind,
      language: language.name,
      path,
      lineStart: symbol.startLine,
      lineEnd: symbol.endLine,
      symbol,
      exportedAs: exported.get(index) ?? [],
      own,
      head: headText(own, symbol.name, bodyMark),
      whole: clean(text.slice(symbol.start, symbol.end)),
      owner: all[symbol.parent] ?? null,
      key: `${name} ${position}`,
    };
    all.push(declared);
    found.set(declared.key, declared);
  }
  return found;
}

/** The text between a name and the mark of the body. */
function headText(own: string, name: string, bodyMark: string): string {
  const offset = own.search(new RegExp(wholeWord(name)));
  const rest = own.slice(offset < 0 ? 0 : offset + name.length);
  return rest.slice(0, lengthUpTo(rest, bodyMark)).replace(/[:{]$/, "");
}

/** The text at the top level of a file, without declarations, comments, white space and imports. */
export function topLevelText({ language, text, parse }: Side): string {
  const own = ownText(text, { start: 0, end: text.length }, parse.symbols.slice(1));
  return cleanerOf(language)(withoutLinks("module", own));
}

/** The text of a file, a namespace or a module without its imports and exports; that of any other symbol as it is. */
const withoutLinks = (kind: string, own: string): string => (WRAPS.has(kind) ? own.replaceAll(LINKS, " ") : own);

const WRAPS: ReadonlySet<string> = new Set(["module", "namespace"]);

/** Imports and exports of names, which are compared as such. */
const LINKS =
  /^[ \t]*(?:import\b[^;"'()]{0,2000}["'][^"'\n]*["'];?|export\s*(?:type\s*)?(?:\{[^}]*\}|\*(?:\s*as\s+\w+)?)(?:\s*from\s*["'][^"'\n]*["'])?;?|(?:global[ \t]+)?using[ \t]+(?!var\b)[\w.:<>=, \t]+;|(?:from[ \t]+[\w.]+[ \t]+)?import[ \t][^\n]*)/gm;

/** The names that a module exports, those of `export *` left out. */
export function exportedNames(parse: ParseResult): Set<string> {
  return new Set(
    parse.exports.flatMap(({ exported, namespace }) => (exported === "*" || namespace !== undefined ? [] : [exported])),
  );
}

function exportNames({ exports }: ParseResult): Map<number, string[]> {
  const names = new Map<number, string[]>();
  for (const { exported, target, namespace } of exports)
    if (target.in === "file" && namespace === undefined) addToList(names, target.symbol, exported);
  return names;
}

/** Declarations in functions, which are part of them. */
function localsOf(symbols: readonly ParsedSymbol[]): Set<number> {
  const local = new Set<number>();
  for (const [index, { parent, kind }] of symbols.entries())
    if (parent > 0 && (local.has(parent) || isLocalTo(nth(symbols, parent), kind))) local.add(index);
  return local;
}

/** Props, events and types that a component declares, and the members of one that is a class, are not part of a function. */
function isLocalTo({ kind: holder }: ParsedSymbol, kind: ParsedSymbol["kind"]): boolean {
  return RUNS.has(holder) && (holder !== "component" || !MEMBERS.has(kind));
}

const MEMBERS: ReadonlySet<string> = new Set(["property", "field", "method", "event", "interface", "type"]);
const RUNS: ReadonlySet<string> = new Set(["function", "method", "constructor", "component"]);

function childrenOf(symbols: readonly ParsedSymbol[], local: ReadonlySet<number>): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const [index, { parent }] of symbols.entries()) {
    if (local.has(index)) continue;
    addToList(children, parent, index);
  }
  return children;
}

/** A span's text without those of some spans in it. Methods of Go stand outside of their types. */
function ownText(
  text: string,
  { start, end }: Pick<ParsedSymbol, "start" | "end">,
  inside: readonly Pick<ParsedSymbol, "start" | "end">[],
): string {
  let own = "";
  let from = start;
  const within = inside.filter((child) => child.start >= start && child.end <= end);
  for (const child of within.sort((a, b) => a.start - b.start)) {
    if (child.start > from) own += `${text.slice(from, child.start)}\n`;
    from = Math.max(from, child.end);
  }
  return own + text.slice(from, Math.max(from, end));
}

/** Makes texts that differ in comments and white space alone the same. */
function cleanerOf({ comments }: Language): (text: string) => string {
  const { line, block } = comments ?? { line: ["//"], block: ["/*", "*/"] };
  const strings = `"""[\\s\\S]*?"""|'''[\\s\\S]*?'''|"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\[\\s\\S])*\``;
  const remarks = [
    ...(block ? [`${escapeStringRegexp(block[0])}[\\s\\S]*?(?:${escapeStringRegexp(block[1])}|$)`] : []),
    ...line.map((mark) => `(?<![:\\\\])${escapeStringRegexp(mark)}[^\\n]*`),
  ].join("|");
  const parts = new RegExp(`(${strings})|(?:${remarks}|\\s+)+`, "g");
  const isWord = (char: string | undefined) => char !== undefined && /[\w$]/.test(char);
  return (text) =>
    text
      .replaceAll(parts, (found: string, string: string | undefined, offset: number) => {
        if (string !== undefined) return string;
        return isWord(text[offset - 1]) && isWord(text[offset + found.length]) ? " " : "";
      })
      .trim();
}
