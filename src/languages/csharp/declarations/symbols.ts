/** Symbols are added to the pass here, from what a declaration says about itself. */
import { folded } from "../../declared-text.js";
import { qualifiedName } from "../../qualified-name.js";
import { symbolOf } from "../../symbol-of.js";
import type { SyntaxTree } from "../../syntax.js";
import { docBefore } from "../text.js";
import { accessOf, readHead } from "./heads.js";
import { TYPE_KINDS } from "./kinds.js";
import { type Details, innermost, type Pass } from "./pass.js";
import { parameterTypes, signatureOf } from "./signatures.js";

/** Symbols nested deeper than this are left out: their qualified names would grow with the square of the depth. */
const DEEPEST_SYMBOL = 48;

/** Adds a symbol to the innermost open one and answers its number; -1 where symbols nest too deep. */
export function add(p: Pass, node: number, details: Details): number {
  const { tree, symbols, nodes } = p;
  if (p.open.length > DEEPEST_SYMBOL) return -1;
  const parent = innermost(p);
  const owner = symbolOf(p, parent);
  const headNode = details.headNode ?? node;
  const head = readHead(tree, headNode);
  const { modifiers } = head;
  const inInterface = owner.kind === "interface";
  const isExplicit = details.qualified !== undefined && details.kind !== "namespace";
  const access = details.isPublic ? "public" : accessOf(modifiers, details, owner, isExplicit);
  const isReachable = access === "public" || access === "protected" || access === "protected internal";
  const isOuter = owner.kind === "file" || owner.kind === "namespace";
  const isPublicApi =
    details.kind === "namespace" || (isReachable && details.kind !== "function" && (isOuter || owner.isPublicApi));
  const isConstant = details.kind === "constant";
  const qualifiedLast = details.qualified ?? details.name;
  const endOffset = details.end === undefined ? tree.end(headNode) : endOf(tree, details.end);
  const start = Math.min(head.start, tree.start(details.nameNode));
  const end = Math.max(endOffset, tree.end(details.nameNode));
  const { parameters = -1, typeNode = -1, receiver } = details;
  symbols.push({
    name: details.name,
    qualifiedName: qualifiedName(owner.qualifiedName, qualifiedLast),
    kind: details.kind,
    parent,
    startLine: tree.lineAt(start),
    endLine: tree.lineAt(Math.max(start, end - 1)),
    start,
    end,
    nameLine: tree.startLine(details.nameNode),
    access,
    isPublicApi,
    isStatic: modifiers.has("static") || isConstant || receiver !== undefined,
    isAbstract:
      modifiers.has("abstract") ||
      (inInterface && details.hasBody === false && !modifiers.has("static") && !TYPE_KINDS.has(details.kind)),
    isAsync: modifiers.has("async"),
    isOverride: modifiers.has("override"),
    isDeprecated: head.isDeprecated,
    isExported: isPublicApi,
    isMergeable: details.kind === "namespace" || modifiers.has("partial"),
    isOptional: false,
    parameterSignature: signatureOf(tree, details),
    parameterCount:
      parameters === -1 ? null : parameterTypes(tree, parameters).length + (receiver === undefined ? 0 : 1),
    returnType: typeNode === -1 ? null : folded(tree, typeNode),
    doc: docBefore(tree.source, tree.start(headNode)),
    declaredType: null,
    typeParameters: details.typeParameters ?? [],
  });
  const index = symbols.length - 1;
  nodes.push({ node, end: details.end ?? tree.subtreeEnd(node), typeNode });
  return index;
}

/** Opens a symbol, if there is one: the symbols below its node are its children. */
export function openSymbol({ open }: Pass, index: number): void {
  if (index !== -1) open.push(index);
}

/** The offset at which the nodes before `node` end. */
export function endOf(tree: SyntaxTree, node: number): number {
  return node >= tree.size ? tree.source.length : tree.end(node - 1);
}
