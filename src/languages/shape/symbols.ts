/** Declarations that were found by their shape, as the symbols of a file. */
import { nth } from "../../base/need.js";
import type { LineRange, ParsedSymbol, ParseResult, SymbolKind } from "../../model/parse-result.js";
import { fileSymbol } from "../file-symbol.js";
import { qualifiedName } from "../qualified-name.js";
import { docAbove } from "./doc.js";
import type { FoundDeclaration, Shape } from "./shape.js";
import { lineAt, type ShapeText } from "./text.js";

const LONGEST_SIGNATURE = 400;
const CALLABLES = new Set(["function", "method", "constructor"]);
/** Kinds that are one symbol under one name in a file. */
export const MERGING_KINDS: readonly SymbolKind[] = [
  "class",
  "interface",
  "struct",
  "record",
  "enum",
  "type",
  "module",
  "namespace",
];

/** The result of a file: its symbols, and nothing about what they use. */
export function resultOf(
  text: ShapeText,
  language: string,
  shape: Shape,
  found: readonly FoundDeclaration[],
): ParseResult {
  const lineCount = text.starts.length;
  const symbols: ParsedSymbol[] = [fileSymbol(text.source, lineCount)];
  const { declares } = shape;
  // Where members of a type may stand in blocks of their own, type and blocks are one symbol.
  const merges = declares.by === "lines" && declares.patterns.some((pattern) => pattern.extends);
  for (const one of found) symbols.push(symbolOf(text, symbols, one, shape, merges));
  return {
    language,
    lineCount,
    status: "full",
    errorRanges: [] satisfies LineRange[],
    symbols,
    references: [],
    imports: [],
    exports: [],
    isScript: false,
  };
}

function symbolOf(
  text: ShapeText,
  symbols: readonly ParsedSymbol[],
  one: FoundDeclaration,
  shape: Shape,
  merges: boolean,
): ParsedSymbol {
  const parent = one.parent + 1;
  const holder = nth(symbols, parent);
  const separator = shape.separator ?? ".";
  const parts = [holder.qualifiedName, one.owner?.replaceAll(".", separator) ?? ""].filter((part) => part !== "");
  const container = parts.join(separator);
  const spaceSeparator = shape.spaceSeparator ?? separator;
  const own = joined(container, one.name, separator);
  const nameLine = lineAt(text, one.nameAt);
  const startLine = lineAt(text, one.start);
  const end = Math.min(text.source.length, Math.max(one.end, one.nameAt + one.name.length));
  const head = text.code.slice(one.start, Math.min(end, one.nameAt + 1500));
  const signature = CALLABLES.has(one.kind)
    ? signatureOf(text, one, end, shape.declares.by === "statements" && one.kind !== "constructor")
    : null;
  const isPublic = one.access === null || one.access === "public";
  const doc = docAbove(text, startLine);
  return {
    ...fileSymbol("", 1),
    name: one.name,
    qualifiedName: one.space === null ? own : `${one.space}${spaceSeparator}${own}`,
    kind: one.kind,
    parent,
    startLine: startLine + 1,
    endLine: lineAt(text, Math.max(one.start, end - 1)) + 1,
    start: one.start,
    end,
    nameLine: nameLine + 1,
    access: one.access ?? "public",
    isPublicApi: isPublic,
    isStatic: /^(?:[\w@]+\s+){0,4}static\b/.test(head),
    isAbstract:
      /^(?:[\w@]+\s+){0,4}abstract\b/.test(head) ||
      (/=\s*0\s*;$/.test(text.code.slice(Math.max(one.nameAt, end - 20), end)) && one.kind === "method"),
    isAsync: /^(?:[\w@()]+\s+){0,4}async\b/.test(head),
    isOverride: /^(?:[\w@]+\s+){0,4}override\b/.test(head),
    isDeprecated: doc !== null && /@deprecated\b|^DEPRECATED\b/m.test(doc),
    isExported: isPublic,
    isMergeable: one.isMergeable || (merges && MERGING_KINDS.includes(one.kind)),
    parameterSignature: signature?.written ?? null,
    parameterCount: signature?.count ?? null,
    returnType: signature?.returns ?? null,
    doc,
  };
}

function joined(container: string, name: string, separator: string): string {
  if (separator === "." || container === "") return qualifiedName(container, name);
  return qualifiedName(container, name).replace(`${container}.`, `${container}${separator}`);
}

interface Signature {
  written: string;
  count: number;
  returns: string | null;
}

/** The parameters of a function as written, with single spaces; null where none are. */
function signatureOf(
  text: ShapeText,
  { start, nameAt, name, kind }: FoundDeclaration,
  end: number,
  leadsWithType: boolean,
): Signature | null {
  let open = nameAt + name.length;
  const limit = Math.min(end, open + 300);
  while (open < limit && !/[({;=]/.test(text.code.charAt(open))) open++;
  if (text.code.charAt(open) !== "(") return null;
  // A line break before the bracket ends the declaration in languages whose functions may go without.
  if (text.code.slice(nameAt + name.length, open).includes("\n")) return null;
  const close = text.closes.get(open);
  if (close === undefined || close > end) return null;
  const written = text.source.slice(open, Math.min(close + 1, open + LONGEST_SIGNATURE)).replace(/\s+/g, " ");
  const isCut = close + 1 - open > LONGEST_SIGNATURE;
  return {
    written: isCut ? `${written.slice(0, -1)}…)` : written.replace(/,? \)$/, ")").replace(/^\( /, "("),
    count: countOf(text, open, close),
    returns: kind === "constructor" ? null : returnsOf(text, leadsWithType ? start : nameAt, nameAt, close, end),
  };
}

function countOf({ code, closes, source }: ShapeText, open: number, close: number): number {
  if (source.slice(open + 1, Math.min(close, open + 2000)).trim() === "") return 0;
  let count = 1;
  let angles = 0;
  for (let offset = open + 1; offset < close; offset++) {
    const unit = code.charCodeAt(offset);
    if (unit === 40 || unit === 91 || unit === 123) offset = closes.get(offset) ?? offset;
    else if (unit === 60) angles++;
    else if (unit === 62 && angles > 0) angles--;
    else if (unit === 44 && angles === 0 && code.slice(offset + 1, close).trim() !== "") count++;
  }
  return Math.min(count, 255);
}

/** The type that a function gives: behind its parameters, or before its name. */
function returnsOf({ code }: ShapeText, start: number, nameAt: number, close: number, end: number): string | null {
  const behind = /^\s*(?:(?:async|throws|rethrows)\s+)*(?:->|:)\s*([^{};=\n]{1,200}?)\s*(?:\{|;|=|\n|\bwhere\b|$)/.exec(
    code.slice(close + 1, Math.min(end, close + 300)),
  )?.[1];
  if (behind !== undefined && behind.trim() !== "" && isBalanced(behind)) return behind.trim().replace(/\s+/g, " ");
  if (start === nameAt) return null;
  const before = code
    .slice(Math.max(start, nameAt - 200), nameAt)
    .replace(
      /\b(?:static|inline|virtual|extern|public|private|protected|internal|final|abstract|constexpr|override|async|explicit|friend|external|unsafe|synchronized|native)\b/g,
      " ",
    )
    .replace(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g, " ")
    .replace(/template\s*<[^{}]*>\s*(?=\w)/, " ")
    .replace(/(?:[A-Za-z_]\w*(?:<[^<>]*>)?\s*::\s*)+$/, "")
    .trim()
    .replace(/\s+/g, " ");
  return /^[\w:<>,*&\s[\]?.]+$/.test(before) && /[\w>*&\]?]$/.test(before) && !KEYWORDS.test(before) ? before : null;
}

/** Whether brackets are closed, so that a type is whole. */
const isBalanced = (type: string): boolean => type.split("(").length === type.split(")").length;

const KEYWORDS =
  /(?:^|\s)(?:def|fn|func|fun|function|sub|pub|defp?|local|proc|macro|rule|rpc|let|operator|new|factory|get|set|create|or|replace|end|module|signature|on)$/i;
