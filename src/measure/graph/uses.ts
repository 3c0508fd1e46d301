/** Finds the nodes of a TypeScript tree that use a name, and the kind of each use. */
import {
  type CallExpression,
  type CallLikeExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isExportSpecifier,
  isIdentifier,
  isImportClause,
  isImportDeclaration,
  isImportEqualsDeclaration,
  isImportSpecifier,
  isJsxAttribute,
  isNamespaceImport,
  isNewExpression,
  isObjectBindingPattern,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isShorthandPropertyAssignment,
  isStringLiteral,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import type { UseKind } from "./fact.js";

/** Parents of a declaration's name, with the property that holds it. */
const NAMED: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.Parameter,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ClassExpression,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.EnumDeclaration,
  SyntaxKind.EnumMember,
  SyntaxKind.ModuleDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.MethodSignature,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.PropertySignature,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
  SyntaxKind.TypeParameter,
  SyntaxKind.NamespaceExport,
  SyntaxKind.NamedTupleMember,
  SyntaxKind.ImportAttribute,
  SyntaxKind.MetaProperty,
  SyntaxKind.NamespaceExportDeclaration,
]);

/** The kind of a name's use: "call", "reference", "import" or "heritage"; null where it is not one. */
export function roleOf(node: Node): Exclude<UseKind, "override"> | null {
  const { parent } = node;
  if (!parent) return null;
  if (isStringLiteral(node)) {
    if (isImportDeclaration(parent) || parent.kind === SyntaxKind.ExportDeclaration) return "import";
    if (isElementAccessExpression(parent) && parent.argumentExpression === node)
      return callOf(node) ? "call" : "reference";
    if (isBindingElement(parent) && parent.propertyName === node) return "reference";
    // `require("./module")()`: the callee has no other name.
    if (isRequired(node)) return callOf(node) ? "call" : null;
    return null;
  }
  if (node.kind === SyntaxKind.SuperKeyword)
    return isCallExpression(parent) && parent.expression === node ? "call" : null;
  if (!isIdentifier(node) && !isPrivateIdentifier(node)) return null;
  if (node.getStart() === node.getEnd()) return null;
  const named = parent as Node & { name?: Node; propertyName?: Node; label?: Node };
  if (NAMED.has(parent.kind) && named.name === node) return null;
  if (named.label === node && !isPropertyAccessExpression(parent)) return null;
  if (isJsxAttribute(parent)) return isPropOfComponent(node) ? "reference" : null;
  if (isBindingElement(parent) && named.name === node) {
    const isTaken = isObjectBindingPattern(parent.parent) && !parent.propertyName && !parent.dotDotDotToken;
    return isTaken ? "reference" : null;
  }
  if (isImportClause(parent) || isNamespaceImport(parent)) return "import";
  if (isImportSpecifier(parent))
    return named.propertyName === undefined || named.propertyName === node ? "import" : null;
  if (isImportEqualsDeclaration(parent) && parent.name === node) return null;
  if (isExportSpecifier(parent)) {
    if (named.propertyName !== undefined && named.name === node) return null;
    const { moduleSpecifier } = parent.parent.parent as Node & { moduleSpecifier?: Node };
    return moduleSpecifier ? "import" : "reference";
  }
  if (isAssignedName(node)) return null;
  const isMember = isPropertyAccessExpression(parent) && parent.name === node;
  if (!isMember && (node.text === "undefined" || node.text === "arguments")) return null;
  if (isHeritage(node)) return "heritage";
  if (isPartOfJsxClosing(node)) return null;
  return callOf(node) ? "call" : "reference";
}

/** The call, `new`, tag or JSX element whose callee's last name `node` is. */
export function callOf(node: Node): CallLikeExpression | null {
  let callee: Node = node;
  const { parent } = node;
  if (isRequired(node)) callee = parent;
  if (isPropertyAccessExpression(parent) && parent.name === node) callee = parent;
  if (isElementAccessExpression(parent) && parent.argumentExpression === node) {
    // The name `key` does not decide which member `object[key]()` calls.
    if (!isStringLiteral(node)) return null;
    callee = parent;
  }
  while (isWrapper(callee.parent)) callee = callee.parent;
  const call = callee.parent;
  if (isCallExpression(call) || isNewExpression(call)) return call.expression === callee ? call : null;
  if (call.kind === SyntaxKind.TaggedTemplateExpression)
    return (call as CallLikeExpression & { tag: Node }).tag === callee ? (call as CallLikeExpression) : null;
  if (call.kind === SyntaxKind.JsxOpeningElement || call.kind === SyntaxKind.JsxSelfClosingElement) {
    const isIntrinsic = isIdentifier(node) && callee === node && /^[a-z]/.test(node.text);
    return (call as CallLikeExpression & { tagName: Node }).tagName === callee && !isIntrinsic
      ? (call as CallLikeExpression)
      : null;
  }
  return null;
}

/** The module's name in `require("./module")`. */
function isRequired(node: Node): boolean {
  return isStringLiteral(node) && isRequire(node.parent) && node.parent.arguments[0] === node;
}

/** `require("./module")` */
export function isRequire(node: Node): node is CallExpression {
  return isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === "require";
}

/** `call` of `f.call(this)` and `apply` of `f.apply(this, list)`, where `node` is f: they call the function before them. */
export function calledThrough(node: Node): Node | null {
  let callee: Node = node;
  if (isPropertyAccessExpression(node.parent) && node.parent.name === node) callee = node.parent;
  const { parent } = callee;
  if (!isPropertyAccessExpression(parent) || parent.expression !== callee) return null;
  const isThrough = /^(?:call|apply)$/.test(parent.name.text) && isCallExpression(parent.parent);
  return isThrough && parent.parent.expression === parent ? parent.name : null;
}

/** `(x)`, `x!`, `x as T`, `x satisfies T`, `<T>x`: the value is that of x. */
export function isWrapper(node: Node): node is Node & { expression: Node } {
  return (
    node.kind === SyntaxKind.ParenthesizedExpression ||
    node.kind === SyntaxKind.NonNullExpression ||
    node.kind === SyntaxKind.AsExpression ||
    node.kind === SyntaxKind.SatisfiesExpression ||
    node.kind === SyntaxKind.TypeAssertionExpression
  );
}

/** Whether an attribute is given to a component. No component is given a `key`. */
function isPropOfComponent(name: Node): boolean {
  const { tagName } = name.parent.parent.parent as Node & { tagName?: Node };
  return tagName !== undefined && name.getText() !== "key" && !/^[a-z][^.]*$/.test(tagName.getText());
}

function isPartOfJsxClosing(node: Node): boolean {
  let current = node;
  while (isPropertyAccessExpression(current.parent)) current = current.parent;
  if (current.parent.kind === SyntaxKind.JsxClosingElement) return true;
  const isTag =
    current.parent.kind === SyntaxKind.JsxOpeningElement || current.parent.kind === SyntaxKind.JsxSelfClosingElement;
  return isTag && current === node && isIdentifier(node) && /^[a-z]/.test(node.text);
}

/** The last name of a heritage clause's type: `Base` of `extends ns.Base<T>`. */
function isHeritage(node: Node): boolean {
  let current = node;
  if (isPropertyAccessExpression(current.parent) && current.parent.name === current) current = current.parent;
  return (
    current.parent.kind === SyntaxKind.ExpressionWithTypeArguments &&
    current.parent.parent.kind === SyntaxKind.HeritageClause
  );
}

/** `exports.name = …`, `Type.prototype.name = …`, `module.exports = …`: these declare the name. */
function isAssignedName(node: Node): boolean {
  const { parent } = node;
  if (!isPropertyAccessExpression(parent) || parent.name !== node) return false;
  const assignment = parent.parent;
  if (!isBinaryExpression(assignment) || assignment.left !== parent) return false;
  if (assignment.operatorToken.kind !== SyntaxKind.EqualsToken) return false;
  return /^(?:module\.)?exports\b|\.prototype\./.test(parent.getText());
}

/** Whether a node is the shorthand `name` of `{ name }`. */
export function isShorthand(node: Node): boolean {
  return isShorthandPropertyAssignment(node.parent);
}
