/** Types and members that did not parse are recovered here, from the words and first lines that are left of them. */
import { nth } from "../../../base/need.js";
import type { SymbolKind } from "../../../model/parse-result.js";
import { fileSymbol } from "../../file-symbol.js";
import { symbolOf } from "../../symbol-of.js";
import type { SyntaxTree } from "../../syntax.js";
import { docBefore } from "../text.js";
import { accessOf } from "./heads.js";
import type { MemberHead } from "./member-heads.js";
import { nodeOf, type Pass } from "./pass.js";
import { countParameters, namesIn } from "./signatures.js";
import { add, openSymbol } from "./symbols.js";
import { addPrimaryConstructor } from "./types.js";

/** At most this many siblings are searched for the closing brace of a type that did not parse. */
const MOST_SIBLINGS = 20_000;

/** At most this many types that did not parse are recovered, and as many members. */
export const MOST_RECOVERED = 200;

const BODIED_TYPES: ReadonlySet<SymbolKind> = new Set(["class", "interface", "struct", "record"]);

/** Words that open a type. Where its declaration did not parse, the word is all that is left of it. */
export const TYPE_WORDS = new Map<string, SymbolKind>([
  ["class", "class"],
  ["interface", "interface"],
  ["struct", "struct"],
  ["record", "record"],
  ["enum", "enum"],
]);

/** Adds a member that only its first line shows. Symbols that are open inside its type end here. */
export function addRecovered(p: Pass, node: number, head: MemberHead): void {
  const { tree, symbols, nodes, open } = p;
  const top = open.findLastIndex((index) => BODIED_TYPES.has(symbolOf(p, index).kind));
  if (top === -1) return;
  const parent = nth(open, top);
  const owner = symbolOf(p, parent);
  if (head.kind === "constructor" && head.name !== owner.name) return;
  for (const index of open.splice(top + 1)) {
    const cut = symbolOf(p, index);
    nodeOf(p, index).end = node;
    cut.end = Math.min(cut.end, head.start);
    cut.endLine = Math.max(cut.startLine, tree.lineAt(Math.max(cut.start, cut.end - 1)));
  }
  let end = node + 1;
  while (end < nodeOf(p, parent).end && tree.start(end) < head.end) end++;
  const { kind, name, modifiers, parameters } = head;
  const access = accessOf(modifiers, { kind, name, nameNode: node }, owner, false);
  const isPublicApi = owner.isPublicApi && (access === "public" || access.startsWith("protected"));
  symbols.push({
    ...fileSymbol(tree.source, tree.lineCount),
    name,
    qualifiedName: `${owner.qualifiedName}.${name}`,
    kind,
    parent,
    startLine: tree.lineAt(head.start),
    endLine: tree.lineAt(Math.max(head.start, head.end - 1)),
    start: head.start,
    end: head.end,
    nameLine: tree.lineAt(head.nameStart),
    access,
    isPublicApi,
    isStatic: modifiers.has("static"),
    isAbstract: modifiers.has("abstract"),
    isAsync: modifiers.has("async"),
    isOverride: modifiers.has("override"),
    isExported: isPublicApi,
    isMergeable: modifiers.has("partial"),
    isOptional: false,
    parameterSignature: parameters?.replace(/\s+/g, " ") ?? null,
    parameterCount: parameters === null ? null : countParameters(parameters),
    returnType: head.returnType,
    doc: docBefore(tree.source, head.start),
  });
  open.push(symbols.length - 1);
  nodes.push({ node, end, typeNode: -1 });
}

/** Whether the grammar read a declaration whose name stands at an offset behind the node. */
export function isDeclared(tree: SyntaxTree, node: number, nameStart: number): boolean {
  let inner = node;
  while (inner < tree.size && tree.start(inner) < nameStart) inner++;
  for (; inner < tree.size && tree.start(inner) === nameStart; inner++) {
    if (tree.field(inner) === "name" && /_declaration$|^local_function/.test(tree.type(tree.parent(inner))))
      return true;
  }
  return false;
}

/** Adds a type by `class Name` in code that did not parse. It reaches to its closing brace or to the end of the node around it. */
export function recoverType(p: Pass, node: number, kind: SymbolKind): void {
  const { tree } = p;
  if (++p.recovered > MOST_RECOVERED) return;
  const parent = tree.parent(node);
  let nameNode = tree.nextSibling(node);
  if (nameNode !== -1 && kind === "record" && TYPE_WORDS.has(tree.type(nameNode)))
    nameNode = tree.nextSibling(nameNode);
  if (nameNode === -1 || tree.type(nameNode) !== "identifier") return;
  const typeParameters = tree.nextSibling(nameNode);
  const hasTypeParameters = typeParameters !== -1 && tree.type(typeParameters) === "type_parameter_list";
  const index = add(p, node, {
    kind,
    name: tree.text(nameNode),
    nameNode,
    headNode: firstModifierBefore(tree, node),
    typeParameters: hasTypeParameters ? namesIn(tree, typeParameters) : [],
    end: closingEnd(tree, node, parent),
  });
  openSymbol(p, index);
  const parameters = hasTypeParameters ? tree.nextSibling(typeParameters) : typeParameters;
  if (parameters !== -1 && tree.type(parameters) === "parameter_list") addPrimaryConstructor(p, index, parameters);
}

/** The first of the modifiers and attribute lists right before a node. */
function firstModifierBefore(tree: SyntaxTree, node: number): number {
  const parent = tree.parent(node);
  let first = node;
  for (let before = node - 1; before > parent; before--) {
    let top = before;
    while (tree.parent(top) > parent) top = tree.parent(top);
    if (tree.parent(top) !== parent) break;
    const type = tree.type(top);
    if (type !== "modifier" && type !== "attribute_list") break;
    first = top;
    before = top;
  }
  return first;
}

/** The node behind the brace, among the siblings of `node`, that closes it; the end of the parent's subtree for none. */
function closingEnd(tree: SyntaxTree, node: number, parent: number): number {
  let depth = 0;
  let count = 0;
  for (
    let sibling = tree.nextSibling(node);
    sibling !== -1 && count < MOST_SIBLINGS;
    sibling = tree.nextSibling(sibling)
  ) {
    count++;
    const type = tree.type(sibling);
    if (type === "{") depth++;
    else if (type === "}" && --depth <= 0) return tree.subtreeEnd(sibling);
    else if (type === ";" && depth === 0) return tree.subtreeEnd(sibling);
  }
  return tree.subtreeEnd(parent);
}
