/** Finds the names of declarations in a TypeScript tree. */
import {
  type ClassLikeDeclaration,
  type InterfaceDeclaration,
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isComputedPropertyName,
  isConstructorDeclaration,
  isExportAssignment,
  isFunctionExpression,
  isIdentifier,
  isParameterDeclaration,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isSourceFile,
  isStringLiteral,
  isTypeNode,
  type Node,
  NodeFlags,
  type SourceFile,
  SyntaxKind,
} from "typescript/unstable/ast";
import type { Symbol as CompilerSymbol, Project } from "typescript/unstable/sync";
import { isWrapper } from "./uses.js";

/** The name of a declaration without one; no symbol has it. */
export const ANONYMOUS = "(anonymous)";

/** The name of a declaration as our symbols write it, and its position; "" for a file. */
export function nameOf(node: Node, source: SourceFile): { name: string; offset: number } {
  if (isSourceFile(node)) return { name: "", offset: 0 };
  if (isConstructorDeclaration(node)) {
    const start = node.modifiers?.at(-1)?.getEnd() ?? node.getStart(source);
    return { name: "constructor", offset: source.text.indexOf("constructor", start) };
  }
  const named = namedNode(node);
  if (named === null) return { name: isExported(node) ? "default" : ANONYMOUS, offset: node.getStart(source) };
  // `module.exports = () => …` is named only as the default export.
  const isWhole =
    /^(?:module\.)?exports$/.test(named.parent.getText(source)) && isBinaryExpression(named.parent.parent);
  if (isWhole) return { name: "default", offset: named.parent.parent.getStart(source) };
  const plain = isComputedPropertyName(named) && isStringLiteral(named.expression) ? named.expression : named;
  const text = isIdentifier(plain) || isStringLiteral(plain) ? plain.text : plain.getText(source);
  return { name: text, offset: named.getStart(source) };
}

/** TypeScript's name for a kind of declaration; a parameter that is also a field has a word of its own. */
export function syntaxOf(node: Node): string {
  return isParameterDeclaration(node) && node.modifiers?.length ? "ParameterProperty" : SyntaxKind[node.kind];
}

function namedNode(node: Node): Node | null {
  const { name } = node as Node & { name?: Node };
  if (isPropertyAccessExpression(node)) return node.name;
  if (isBinaryExpression(node)) {
    // `module.exports = function read() {}` goes by the function's own name.
    const { name: own } = node.right as Node & { name?: Node };
    if (/^(?:module\.)?exports$/.test(node.left.getText()) && own && !isPropertyAccessExpression(node.right))
      return own;
    return isPropertyAccessExpression(node.left) ? node.left.name : node.left;
  }
  if (name) {
    // A function that a constant holds goes by the constant's name.
    if (!isFunctionExpression(node)) return name;
    return holderOf(node) ?? name;
  }
  if (isIdentifier(node)) return node;
  if (isArrowFunction(node) || isFunctionExpression(node) || node.kind === SyntaxKind.ClassExpression)
    return holderOf(node);
  return null;
}

/** The name that a function or class expression is assigned to, also through wrapping calls: `const f = memo(() => …)`. */
function holderOf(node: Node): Node | null {
  let current = node;
  while (isWrapper(current.parent) || isCallExpression(current.parent)) current = current.parent;
  const { parent } = current;
  if (isBinaryExpression(parent) && parent.right === current) return namedNode(parent);
  const { name, initializer } = parent as Node & { name?: Node; initializer?: Node };
  return name && initializer === current && !isParameterDeclaration(parent) ? name : null;
}

function isExported(node: Node): boolean {
  if (isExportAssignment(node)) return true;
  const { modifiers } = node as Node & { modifiers?: readonly Node[] };
  return modifiers?.some((one) => one.kind === SyntaxKind.DefaultKeyword) === true || isExportAssignment(node.parent);
}

/** The constructor that a class declares itself. */
export function constructorOf(type: CompilerSymbol, project: Project): Node | null {
  for (const handle of type.declarations) {
    const node = handle.resolve(project) as ClassLikeDeclaration | undefined;
    const found = node?.members?.find(isConstructorDeclaration);
    if (found) return found;
  }
  return null;
}

/** Members of a type that may override others, parameter properties included, private ones excluded. */
export function declaredMembers(
  type: ClassLikeDeclaration | InterfaceDeclaration,
): { text: string; node: Node; isStatic: boolean }[] {
  const found: { text: string; node: Node; isStatic: boolean }[] = [];
  for (const member of type.members) {
    if (isConstructorDeclaration(member)) {
      for (const parameter of member.parameters)
        if (parameter.modifiers && !has(parameter, SyntaxKind.PrivateKeyword) && isIdentifier(parameter.name))
          found.push({ text: parameter.name.text, node: parameter.name, isStatic: false });
      continue;
    }
    const { name } = member as Node & { name?: Node };
    if (!name || isPrivateIdentifier(name) || has(member, SyntaxKind.PrivateKeyword)) continue;
    const isStatic = has(member, SyntaxKind.StaticKeyword);
    if (isIdentifier(name) || isStringLiteral(name)) found.push({ text: name.text, node: name, isStatic });
    else if (isComputedPropertyName(name)) found.push({ text: name.getText(), node: name, isStatic });
  }
  return found;
}

function has(node: Node, modifier: SyntaxKind): boolean {
  const { modifiers } = node as Node & { modifiers?: readonly Node[] };
  // Members that JSDoc marks as private get a flag in the tree too.
  return modifiers?.some(({ kind, flags }) => kind === modifier && !(flags & NodeFlags.Reparsed)) === true;
}

/** Whether a name is in a type position. */
export function isTypeMeaning(node: Node): boolean {
  let current = node;
  while (current.parent && current.parent.kind === SyntaxKind.QualifiedName) current = current.parent;
  const { parent } = current;
  if (parent.kind === SyntaxKind.TypeQuery) return false;
  if (parent.kind === SyntaxKind.ExpressionWithTypeArguments) {
    const clause = parent.parent as Node & { token?: SyntaxKind };
    return clause.kind === SyntaxKind.HeritageClause && clause.token === SyntaxKind.ImplementsKeyword;
  }
  return isTypeNode(parent);
}
