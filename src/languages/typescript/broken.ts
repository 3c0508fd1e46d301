/**
 * Declarations that the grammar lost. Inside an error the header of a class may stand without its node, and what was its body
 * follows as statements; the header is found among the error's tokens, and its extent by counting braces.
 */
import type { SymbolKind } from "../language.js";
import { type Analysis, folded } from "./analysis.js";
import { declareClass, openFunction, openThisRegion } from "./declare.js";
import { createScope, declareType, declareValue } from "./scope.js";
import { addSymbol } from "./symbols.js";

const HEADERS: Record<string, SymbolKind> = {
  class: "class",
  interface: "interface",
  enum: "enum",
  function: "function",
  namespace: "namespace",
  module: "namespace",
  type: "type",
};

const NAME = /^(?:identifier|type_identifier|property_identifier)$/;
const NO_METHOD = /^(?:if|for|while|switch|catch|with|function|return|super|await|typeof|require|import)$/;

/** Finds the headers of declarations among the direct tokens of an error. */
export function errorRegion(a: Analysis, error: number): void {
  const { tree } = a;
  for (let child = tree.firstChild(error); child !== -1; child = tree.nextSibling(child)) {
    const kind = Object.hasOwn(HEADERS, tree.type(child)) ? HEADERS[tree.type(child)] : undefined;
    if (kind === undefined || tree.firstChild(child) !== -1) continue;
    const name = tree.nextSibling(child);
    if (name === -1 || !NAME.test(tree.type(name)) || tree.lineAt(tree.start(name)) !== tree.startLine(child)) continue;
    if (kind === "type" && !/^\s*[=<]/.test(a.source.slice(tree.end(name), tree.end(name) + 50))) continue;
    lostDeclaration(a, child, name, kind);
  }
}

function lostDeclaration(a: Analysis, keyword: number, nameNode: number, kind: SymbolKind): void {
  const { tree } = a;
  const name = tree.text(nameNode);
  const index = addSymbol(a, { name, kind, node: keyword, nameNode });
  const last = lastNodeOfBody(a, keyword);
  const symbol = a.symbols[index]!;
  symbol.end = Math.max(tree.end(nameNode), tree.end(last));
  symbol.endLine = tree.lineAt(symbol.end - 1);
  const before = a.source.slice(Math.max(0, tree.start(keyword) - 40), tree.start(keyword));
  const exported = /\bexport\s+(default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?$/.exec(before);
  symbol.isAbstract = /\babstract\s+$/.test(before);
  symbol.isAsync = /\basync\s+$/.test(before);
  if (exported !== null && a.current.symbol === 0) {
    a.isModule = true;
    symbol.isExported = true;
    const target = { in: "file", symbol: index } as const;
    a.exports.push({ exported: exported[1] ? "default" : name, target, isTypeOnly: false, line: symbol.nameLine });
  }
  if (kind === "interface" || kind === "type") declareType(a.current.scope, name, { is: "symbol", symbol: index });
  else if (kind === "class" || kind === "enum") declareClass(a.current.scope, name, index);
  else declareValue(a.current.scope, name, { is: "symbol", symbol: index });
  const end = Math.min(tree.subtreeEnd(last), a.current.end);
  // A header further on in the same error stands after this one's body: regions do not overlap.
  const scope = createScope(a.current.scope, kind === "function");
  a.lost.push({ start: keyword, end, index, kind, scope });
}

/** The last node of what the header at `keyword` opens: the brace that closes its first brace, or the last node on its line. */
function lastNodeOfBody(a: Analysis, keyword: number): number {
  const { tree } = a;
  let depth = 0;
  const headerLine = tree.startLine(keyword);
  let last = keyword;
  for (let node = keyword; node < a.current.end; node++) {
    const type = tree.type(node);
    if (type === "{" || type === "${") depth++;
    else if (type === "}" && depth > 0 && --depth === 0) return node;
    else if (depth === 0 && tree.firstChild(node) === -1 && tree.startLine(node) > headerLine + 5) return last;
    if (tree.firstChild(node) === -1) last = node;
  }
  return last;
}

/** Opens, where there is one, the region of a lost declaration when the walk reaches its keyword. */
export function openLost(a: Analysis, node: number): void {
  const lost = a.lost.find((one) => one.start === node);
  if (lost === undefined) return;
  const isClass = lost.kind === "class" || lost.kind === "interface";
  openThisRegion(a, node, null, {
    end: Math.min(lost.end, a.current.end),
    scope: lost.scope,
    symbol: lost.index,
    classSymbol: isClass ? lost.index : a.current.classSymbol,
    isContainer: lost.kind === "namespace",
  });
}

/** `name(…) {` in the body of a lost class came out as a call and a block. */
export function methodLike(a: Analysis, statement: number): void {
  const { tree } = a;
  const owner = a.current.symbol;
  if (a.lost.length === 0 || !a.lost.some((one) => one.index === owner && one.kind === "class")) return;
  const call = tree.firstChild(statement);
  if (call === -1 || tree.type(call) !== "call_expression") return;
  const nameNode = tree.child(call, "function");
  const parameters = tree.child(call, "arguments");
  const body = tree.nextSibling(statement);
  if (nameNode === -1 || parameters === -1 || body === -1) return;
  if (tree.type(nameNode) !== "identifier" || tree.type(body) !== "statement_block") return;
  const name = tree.text(nameNode);
  if (NO_METHOD.test(name)) return;
  const kind = name === "constructor" ? "constructor" : "method";
  const index = addSymbol(a, { name, kind, node: statement, nameNode });
  const symbol = a.symbols[index]!;
  symbol.end = tree.end(body);
  symbol.endLine = tree.endLine(body);
  symbol.parameterSignature = folded(tree.text(parameters));
  symbol.parameterCount = tree.namedChildren(parameters).length;
  for (const child of tree.namedChildren(parameters)) if (tree.type(child) === "identifier") a.isName[child] = 1;
  const end = Math.min(tree.subtreeEnd(body), a.current.end);
  openFunction(a, statement, index, { in: "this", type: owner });
  a.current.end = end;
}
