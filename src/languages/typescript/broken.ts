/**
 * Recovers declarations in files with errors, where the tree is wrong: a keyword of a header was read as a name, a body has no end, a method was
 * read as a call. Here the layout tells more than the tree. A line that starts with `class X {` is a class, and a declaration at the left edge is
 * not inside another one.
 */
import { lastOf, nth } from "../../base/need.js";
import { foldSpace } from "../../base/words.js";
import type { SymbolKind } from "../../model/parse-result.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis, Region } from "./analysis.js";
import { openThisRegion } from "./regions.js";
import { createScope, declareClass, declareType, declareValue } from "./scope.js";
import { addSymbol, exportBefore } from "./symbols.js";

interface Header {
  kind: SymbolKind;
  /** The text that must follow the name. */
  follows: RegExp;
}

/** Headers by their keywords. */
const HEADERS: ReadonlyMap<string, Header> = new Map<string, Header>([
  ["class", { kind: "class", follows: /^\s*(?:[<{]|extends\b|implements\b)/ }],
  ["interface", { kind: "interface", follows: /^\s*(?:[<{]|extends\b)/ }],
  ["enum", { kind: "enum", follows: /^\s*\{/ }],
  ["function", { kind: "function", follows: /^\s*[<(]/ }],
  ["namespace", { kind: "namespace", follows: /^\s*[.{]/ }],
  ["type", { kind: "type", follows: /^\s*[<=]/ }],
  ["const", { kind: "constant", follows: /^\s*[:=]/ }],
  ["let", { kind: "variable", follows: /^\s*[:=]/ }],
  ["var", { kind: "variable", follows: /^\s*[:=]/ }],
]);

const DECLARED =
  /(?:declaration|signature|_module|^module|^class|_expression|generator_function|import_|export_|_query)$/;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const HEAD_OF_LINE = /^[ \t]*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?$/;
const HEAD_OF_MEMBER =
  /^[ \t]*(?:(?:public|private|protected|static|override|async|get|set|abstract|readonly)\s+)*[*#]?$/;
const METHOD_TAIL = /^\s*(?:<[^(){};]*>)?\s*(\([^(){};]*\))\s*(?::\s*([^{};=()]+))?\{/;
/** A declaration starts at most this far into its line, modifiers included. */
const WIDEST_HEAD = 200;
const NO_METHOD =
  /^(?:if|for|while|switch|catch|with|function|return|super|await|typeof|require|import|do|else|new|throw)$/;
const AT_LEFT_EDGE =
  /^(?:export_statement|class|function_expression|(?:abstract_)?class_declaration|interface_declaration|enum_declaration|function_declaration|type_alias_declaration|import_statement)$/;

/** Ends the regions that an error left open, if a declaration starts at the left edge of the text. */
export function closeUnclosedRegions(a: Analysis, node: number): void {
  const { tree } = a;
  if (a.open.length === 1 || !AT_LEFT_EDGE.test(tree.type(node))) return;
  if (!isAtLeftEdge(a, node)) return;
  const lineStart = lineStartBefore(a, tree.start(node));
  const keep = a.open.findLastIndex((region) => region.isContainer && indentOf(a, region) < 0);
  endRegions(a, Math.max(keep, 0), node, lineStart);
}

/** Whether a declaration starts its line without indentation. */
export function isAtLeftEdge(a: Analysis, node: number): boolean {
  const start = a.tree.start(node);
  const lineStart = lineStartBefore(a, start);
  return lineStart !== -1 && /^(?:export\s+)?(?:default\s+)?$/.test(a.source.slice(lineStart, start));
}

/** The column in which a region's declaration starts; -1 for the file. */
function indentOf(a: Analysis, region: Region): number {
  if (region.symbol === 0 && region.isContainer) return -1;
  const { start } = symbolOf(a, region.symbol);
  return columnOf(a, start);
}

function columnOf(a: Analysis, offset: number): number {
  const lineStart = lineStartBefore(a, offset);
  return lineStart === -1 ? WIDEST_HEAD : a.source.slice(lineStart, offset).search(/\S|$/);
}

/** The start of the line of an offset; -1 if it is more than WIDEST_HEAD away, as in minified code. */
function lineStartBefore(a: Analysis, offset: number): number {
  const from = Math.max(0, offset - WIDEST_HEAD);
  const newline = a.source.slice(from, offset).lastIndexOf("\n");
  if (newline === -1) return from === 0 ? 0 : -1;
  return from + newline + 1;
}

/** Ends all open regions except the first `keep + 1` at `node`, and their symbols before the line. */
function endRegions(a: Analysis, keep: number, node: number, lineStart: number): void {
  for (const region of a.open.splice(keep + 1)) {
    region.end = Math.min(region.end, node);
  }
  a.current = lastOf(a.open);
  cutSymbols(a, lineStart);
}

/** Ends symbols before the line if they reach beyond it and have no open region left. */
function cutSymbols(a: Analysis, lineStart: number): void {
  const open = new Set(a.open.map((region) => region.symbol));
  const end = a.source.slice(0, lineStart).trimEnd().length;
  for (let index = a.symbols.length - 1; index > 0; index--) {
    const symbol = symbolOf(a, index);
    if (symbol.end <= lineStart || symbol.start >= lineStart || open.has(index)) continue;
    symbol.end = Math.max(end, symbol.start + 1);
    symbol.endLine = a.tree.lineAt(symbol.end - 1);
    // The code after the symbol was read as its parameters.
    if ((symbol.parameterSignature?.length ?? 0) > symbol.end - symbol.start) {
      symbol.parameterSignature = null;
      symbol.parameterCount = null;
    }
  }
}

/** Adds the declaration or method that starts with a token, if the tree has no node for it. */
export function recoverDeclaration(a: Analysis, node: number): void {
  const { tree } = a;
  const start = tree.start(node);
  const end = tree.end(node);
  if (end - start > 100 || end === start) return;
  const text = tree.text(node);
  if (!NAME.test(text)) return;
  const parentType = tree.type(tree.parent(node));
  const lineStart = lineStartBefore(a, start);
  if (lineStart === -1) return;
  const head = a.source.slice(lineStart, start);
  const header = HEADERS.get(text);
  if (header !== undefined) {
    if (!DECLARED.test(parentType) && HEAD_OF_LINE.test(head)) recoverHeader(a, node, header, lineStart);
  } else if (!NO_METHOD.test(text) && parentType !== "method_definition" && HEAD_OF_MEMBER.test(head)) {
    recoverMethod(a, node, lineStart);
  }
}

/** Adds the declaration that starts with a keyword: `class X {`. */
function recoverHeader(a: Analysis, keyword: number, { kind, follows }: Header, lineStart: number): void {
  const { tree } = a;
  const nameNode = nextLeaf(a, keyword);
  if (nameNode === -1 || !NAME.test(tree.text(nameNode))) return;
  if (/\n/.test(a.source.slice(tree.end(keyword), tree.start(nameNode)))) return;
  if (!follows.test(a.source.slice(tree.end(nameNode), tree.end(nameNode) + 60))) return;
  const column = columnOf(a, tree.start(keyword));
  // Indented variables may be locals.
  if (/^(?:constant|variable)$/.test(kind) && column > 0) return;
  const keep = a.open.findLastIndex((region) => indentOf(a, region) < column);
  endRegions(a, Math.max(keep, 0), keyword, lineStart);
  const name = tree.text(nameNode);
  const index = addSymbol(a, { name, kind, node: keyword, nameNode });
  a.isName[keyword] = 1;
  const last = lastNodeOfBody(a, keyword);
  const symbol = symbolOf(a, index);
  symbol.end = Math.max(tree.end(nameNode), tree.end(last));
  symbol.endLine = tree.lineAt(symbol.end - 1);
  const exported = exportBefore(a.source, tree.start(keyword));
  if (exported !== null && a.current.symbol === 0) {
    a.isModule = true;
    symbol.isExported = true;
    const target = { in: "file", symbol: index } as const;
    const as = exported === "default" ? "default" : name;
    a.exports.push({ exported: as, target, isTypeOnly: false, line: symbol.nameLine });
  }
  const { scope } = a.current;
  if (kind === "interface" || kind === "type") declareType(scope, name, { is: "symbol", symbol: index });
  else if (kind === "class" || kind === "enum") declareClass(scope, name, index);
  else declareValue(scope, name, { is: "symbol", symbol: index });
  openThisRegion(a, keyword, null, {
    end: Math.min(tree.subtreeEnd(last), a.current.end),
    scope: createScope(scope, kind === "function"),
    symbol: index,
    classSymbol: kind === "class" || kind === "interface" ? index : a.current.classSymbol,
    isContainer: kind === "namespace",
  });
}

/** Adds a method: `name(…) {` at the start of a line, in a class whose other members start in the same column. */
function recoverMethod(a: Analysis, nameNode: number, lineStart: number): void {
  const { tree } = a;
  const position = a.open.findLastIndex((region) => region.classSymbol === region.symbol && region.symbol > 0);
  if (position === -1) return;
  const owner = nth(a.open, position).symbol;
  if (symbolOf(a, owner).kind !== "class") return;
  const tail = METHOD_TAIL.exec(a.source.slice(tree.end(nameNode), tree.end(nameNode) + 500));
  if (tail === null) return;
  const member = a.symbols.find((symbol) => symbol.parent === owner);
  const column = columnOf(a, tree.start(nameNode));
  const classColumn = columnOf(a, symbolOf(a, owner).start);
  if (member === undefined ? column <= classColumn : columnOf(a, member.start) !== column) return;
  endRegions(a, position, nameNode, lineStart);
  const name = tree.text(nameNode);
  const kind = name === "constructor" ? "constructor" : "method";
  const index = addSymbol(a, { name, kind, node: nameNode, nameNode });
  a.isName[nameNode] = 1;
  const bodyStart = tree.end(nameNode) + tail[0].length - 1;
  const last = lastNodeOfBody(a, nameNode, bodyStart);
  const symbol = symbolOf(a, index);
  symbol.end = Math.max(tree.end(nameNode), tree.end(last));
  symbol.endLine = tree.lineAt(symbol.end - 1);
  const parameters = nth(tail, 1);
  symbol.parameterSignature = foldSpace(parameters);
  symbol.parameterCount = /^\(\s*\)$/.test(parameters) ? 0 : parameters.replace(/,\s*\)$/, ")").split(",").length;
  symbol.returnType = tail[2] === undefined ? null : foldSpace(tail[2]);
  openThisRegion(
    a,
    nameNode,
    { in: "this", type: owner },
    {
      end: Math.min(tree.subtreeEnd(last), a.current.end),
      scope: createScope(a.current.scope, true),
      symbol: index,
    },
  );
}

function nextLeaf(a: Analysis, node: number): number {
  const { tree } = a;
  let inner = node + 1;
  while (inner < tree.size && tree.subtreeEnd(inner) > inner + 1) inner++;
  return inner < tree.size ? inner : -1;
}

/** The closing brace of the first brace at or after `from`. If there is none, the last node on the line of `start`. */
function lastNodeOfBody(a: Analysis, start: number, from = 0): number {
  const { tree } = a;
  let depth = 0;
  const headerEnd = a.source.indexOf("\n", tree.start(start));
  let last = start;
  for (let node = start; node < a.current.end; node++) {
    if (a.lookahead-- <= 0) return last;
    if (tree.subtreeEnd(node) > node + 1 || tree.start(node) < from) continue;
    const type = tree.type(node);
    if (type === "{" || type === "${") depth++;
    else if (type === "}" && depth > 0 && --depth === 0) return node;
    else if (depth === 0 && headerEnd !== -1 && tree.start(node) > headerEnd) return last;
    last = node;
  }
  return last;
}
