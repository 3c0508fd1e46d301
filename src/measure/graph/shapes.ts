/** Describes the form of a use in a few words, by which causes of misses are grouped. */
import {
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isIdentifier,
  isJsxAttribute,
  isNewExpression,
  isPropertyAccessExpression,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import type { Symbol as CompilerSymbol, NodeHandle } from "typescript/unstable/sync";
import { isTypeMeaning } from "./declarations.js";
import { isShorthand, isWrapper } from "./uses.js";

/** `node` is the last name of the callee of `call`; `symbols` are those of the names of the file. */
export function callShape(node: Node, call: Node, symbols: ReadonlyMap<Node, CompilerSymbol>): string {
  if (node.kind === SyntaxKind.SuperKeyword) return "super()";
  const how = howCalled(call);
  const { parent } = node;
  if (isPropertyAccessExpression(parent) && parent.name === node)
    return how(`${receiver(parent.expression, symbols)}.m`);
  if (isElementAccessExpression(parent)) return how(`${receiver(parent.expression, symbols)}["m"]`);
  return how(plain(node, symbols));
}

/** The form of a use of a name: `C.p`, `<C p/>`. */
export function referenceShape(node: Node, symbols: ReadonlyMap<Node, CompilerSymbol>): string {
  const { parent } = node;
  if (isPropertyAccessExpression(parent) && parent.name === node) return `${receiver(parent.expression, symbols)}.p`;
  if (isBindingElement(parent)) return "{ p } = …";
  if (isJsxAttribute(parent)) return "<C p/>";
  if (isShorthand(node)) return "{ name }";
  if (isTypeMeaning(node)) return `type ${plain(node, symbols)}`;
  return plain(node, symbols);
}

function howCalled(call: Node): (callee: string) => string {
  switch (call.kind) {
    case SyntaxKind.NewExpression:
      return (callee) => `new ${callee}()`;
    case SyntaxKind.TaggedTemplateExpression:
      return (callee) => `${callee}\`\``;
    case SyntaxKind.JsxOpeningElement:
    case SyntaxKind.JsxSelfClosingElement:
      return (callee) => `<${callee}/>`;
    default:
      return (callee) => `${callee}()`;
  }
}

/** The kind of a plain name: imported, a parameter, a local. */
function plain(node: Node, symbols: ReadonlyMap<Node, CompilerSymbol>): string {
  const symbol = symbols.get(node);
  const [handle] = symbol?.declarations ?? [];
  return handle ? wordFor(handle) : "undeclared";
}

function receiver(node: Node, symbols: ReadonlyMap<Node, CompilerSymbol>): string {
  if (isWrapper(node)) {
    const isCast = node.kind === SyntaxKind.AsExpression || node.kind === SyntaxKind.TypeAssertionExpression;
    return isCast ? "(… as T)" : receiver(node.expression, symbols);
  }
  if (node.kind === SyntaxKind.ThisKeyword) return "this";
  if (node.kind === SyntaxKind.SuperKeyword) return "super";
  if (isIdentifier(node)) return plain(node, symbols);
  if (isPropertyAccessExpression(node)) {
    const inner = receiver(node.expression, symbols);
    return /\.f\.f$/.test(inner) ? inner : `${inner}.f`;
  }
  if (isElementAccessExpression(node)) return "list[i]";
  if (isCallExpression(node)) return "f()";
  if (isNewExpression(node)) return "new T()";
  if (node.kind === SyntaxKind.AwaitExpression) return "(await …)";
  return `(${SyntaxKind[node.kind]})`;
}

function wordFor(handle: NodeHandle): string {
  switch (handle.kind) {
    case SyntaxKind.ImportSpecifier:
      return "imported";
    case SyntaxKind.ImportClause:
      return "imported-default";
    case SyntaxKind.NamespaceImport:
    case SyntaxKind.ImportEqualsDeclaration:
      return "namespace-import";
    case SyntaxKind.Parameter:
      return parameterWord(handle.resolve());
    case SyntaxKind.BindingElement:
      return "destructured";
    case SyntaxKind.VariableDeclaration:
      return variableWord(handle.resolve());
    case SyntaxKind.FunctionDeclaration:
      return "function";
    case SyntaxKind.ClassDeclaration:
    case SyntaxKind.ClassExpression:
      return "class";
    case SyntaxKind.InterfaceDeclaration:
      return "interface";
    case SyntaxKind.TypeAliasDeclaration:
      return "type-alias";
    case SyntaxKind.TypeParameter:
      return "type-parameter";
    case SyntaxKind.EnumDeclaration:
      return "enum";
    case SyntaxKind.ModuleDeclaration:
      return "namespace";
    default:
      return SyntaxKind[handle.kind];
  }
}

function parameterWord(node: Node | undefined): string {
  const { type } = (node ?? {}) as { type?: Node };
  return type ? "parameter" : "untyped-parameter";
}

/** A variable by its initial value, which decides its type. */
function variableWord(node: Node | undefined): string {
  if (!node || !isVariableDeclaration(node)) return "variable";
  if (node.parent.parent.kind === SyntaxKind.SourceFile) return "module-variable";
  if (node.parent.parent.parent?.kind === SyntaxKind.SourceFile) return "module-variable";
  if (node.parent.kind === SyntaxKind.CatchClause) return "caught";
  if (node.parent.parent.kind === SyntaxKind.ForOfStatement) return "loop-variable";
  if (node.type) return "annotated-variable";
  let value: Node | undefined = node.initializer;
  while (value && isWrapper(value)) value = value.kind === SyntaxKind.AsExpression ? undefined : value.expression;
  if (!value) return node.initializer ? "cast-variable" : "unset-variable";
  if (isNewExpression(value)) return "variable=new";
  if (isCallExpression(value)) return "variable=f()";
  if (value.kind === SyntaxKind.AwaitExpression) return "variable=await";
  if (isPropertyAccessExpression(value)) return "variable=x.f";
  if (isElementAccessExpression(value)) return "variable=list[i]";
  if (value.kind === SyntaxKind.ArrowFunction || value.kind === SyntaxKind.FunctionExpression) return "local-function";
  return "variable";
}
