/** Adds symbols: the span, doc comment, flags and signature of one declaration. */
import { foldSpace } from "../../base/words.js";
import { cutBeforeSecret } from "../../masking/secrets.js";
import type { SymbolKind } from "../../model/parse-result.js";
import { qualifiedName } from "../qualified-name.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis } from "./analysis.js";
import { docBefore } from "./doc.js";
import { jsdocBefore, jsdocParameter, jsdocTemplates, jsdocType } from "./jsdoc.js";
import {
  firstNamed,
  isFunction,
  isThisParameter,
  parameterNodes,
  parameterTypeNodes,
  selfTypeNode,
  unwrap,
} from "./syntax-helpers.js";

/** Nodes inside a function body whose `return`s are not the function's, or that cannot have any. */
const NESTED_BODY = new Set(
  "arrow_function function_expression generator_function function_declaration generator_function_declaration class class_declaration method_definition expression_statement lexical_declaration".split(
    " ",
  ),
);
const LONGEST_SIGNATURE = 2000;

export interface Draft {
  name: string;
  kind: SymbolKind;
  /** The node of the declaration, without wrappers such as `export`. */
  node: number;
  /** The node of the name; `node` if there is no name. */
  nameNode: number;
  /** The enclosing symbol, if it is not the symbol of the current region. */
  parent?: number;
}

/** The `export` and `declare` around a declaration, and the node that includes them. */
export interface Wrapping {
  outer: number;
  isExported: boolean;
  isDefault: boolean;
  isDeclared: boolean;
}

/** Finds the `export` and `declare` around a declaration. */
export function wrappingOf(a: Analysis, node: number): Wrapping {
  const { tree } = a;
  const found: Wrapping = { outer: node, isExported: false, isDefault: false, isDeclared: false };
  for (let ancestor = tree.parent(node); ancestor !== -1; ancestor = tree.parent(ancestor)) {
    const type = tree.type(ancestor);
    if (type === "export_statement") {
      found.isExported = true;
      found.isDefault = tree.hasChildOfType(ancestor, "default");
    } else if (type === "ambient_declaration") found.isDeclared = true;
    else break;
    found.outer = ancestor;
  }
  if (a.hasErrors && !found.isExported) {
    const before = exportBefore(a.source, tree.start(found.outer));
    if (before !== null) {
      found.isExported = true;
      found.isDefault = before === "default";
    }
  }
  return found;
}

/** Whether `export` or `export default` is directly before an offset. A syntax error may have separated it from its declaration. */
export function exportBefore(source: string, offset: number): "named" | "default" | null {
  const before = source.slice(Math.max(0, offset - 60), offset);
  const match = /(?:^|\s)export\s+(default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?$/.exec(before);
  return match === null ? null : match[1] === undefined ? "named" : "default";
}

/** Adds a symbol and answers its index. `outer` is the node with its modifiers; decorators are not part of the span. */
export function addSymbol(a: Analysis, draft: Draft, outer: number = draft.node): number {
  const { tree } = a;
  const start = startWithoutDecorators(a, outer);
  const end = tree.end(outer);
  let docStart = tree.start(outer);
  if (a.decorators.end <= docStart && a.decorators.end >= 0) {
    const between = a.source.slice(a.decorators.end, docStart);
    if (between.trim() === "") docStart = a.decorators.start;
  }
  const doc = docBefore(a.source, a.comments, docStart);
  const parent = draft.parent ?? a.current.symbol;
  const container = symbolOf(a, parent).qualifiedName;
  const index = a.symbols.length;
  a.symbols.push({
    name: draft.name,
    qualifiedName: qualifiedName(container, draft.name),
    kind: draft.kind,
    parent,
    startLine: tree.lineAt(start),
    endLine: tree.lineAt(Math.max(start, end - 1)),
    start,
    end,
    nameLine: tree.startLine(draft.nameNode),
    access: "public",
    isPublicApi: false,
    isStatic: false,
    isAbstract: false,
    isAsync: false,
    isOverride: false,
    isDeprecated: doc.isDeprecated,
    isExported: false,
    isMergeable: false,
    isOptional: false,
    parameterSignature: null,
    parameterCount: null,
    returnType: null,
    doc: doc.text,
    declaredType: null,
    typeParameters: [],
  });
  a.scopes.push(a.current.scope);
  if (draft.nameNode !== draft.node) a.isName[draft.nameNode] = 1;
  return index;
}

function startWithoutDecorators(a: Analysis, node: number): number {
  const { tree } = a;
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if (type !== "decorator" && type !== "comment") return tree.start(child);
  }
  return tree.start(node);
}

/** Fills in the parameters, return type, `async` and type parameters of a function's symbol. */
export function describeFunction(a: Analysis, index: number, node: number): void {
  const { tree } = a;
  const symbol = symbolOf(a, index);
  const parameters = tree.child(node, "parameters");
  const single = tree.child(node, "parameter");
  if (parameters !== -1) {
    symbol.parameterSignature = signatureText(a, parameters);
    symbol.parameterCount = parameterNodes(a, parameters).filter((child) => !isThisParameter(a, child)).length;
  } else if (single !== -1) {
    symbol.parameterSignature = `(${tree.text(single)})`;
    symbol.parameterCount = 1;
  }
  symbol.isAsync = tree.hasChildOfType(node, "async");
  const returnType = tree.child(node, "return_type");
  const comment = jsdocBefore(a, node);
  if (returnType !== -1) {
    symbol.returnType = signatureText(a, returnType).replace(/^:\s*/, "");
    a.typeSources.set(index, {
      scope: a.current.scope,
      type: returnType,
      value: -1,
      classSymbol: a.current.classSymbol,
    });
  } else {
    const values = returnedValues(a, node);
    const [value = -1] = values;
    const { scope, classSymbol } = a.current;
    const doc = comment === null ? null : jsdocType(comment, "returns?");
    if (doc !== null) a.typeSources.set(index, { scope, type: -1, value, doc, classSymbol });
    else if (value !== -1) {
      const returned = tree.type(tree.child(node, "body")) === "statement_block" ? { returned: values } : {};
      a.typeSources.set(index, {
        scope,
        type: -1,
        value,
        isAsync: symbol.isAsync,
        classSymbol,
        ...returned,
      });
    }
  }
  if (parameters !== -1) {
    const types = parameterTypeNodes(a, parameters);
    const { scope, classSymbol } = a.current;
    const self = selfTypeNode(a, parameters);
    if (self !== -1 || types.some((type) => type !== -1))
      a.parameterSources.set(index, { scope, types, self, classSymbol });
    else if (comment !== null) {
      const docs = parameterNodes(a, parameters).map((inner) => jsdocParameter(comment, tree.text(inner)));
      if (docs.some((doc) => doc !== null)) a.parameterSources.set(index, { scope, types, self, docs, classSymbol });
    }
  }
  symbol.typeParameters = typeParameterNames(a, node);
}

/** Writes parameters or a type in one line, without comments. Members that the source separates by lines get a `;` between them. */
function signatureText(a: Analysis, node: number): string {
  const { tree } = a;
  const end = Math.min(tree.end(node), tree.start(node) + LONGEST_SIGNATURE * 5);
  let text = "";
  let from = tree.start(node);
  for (let inner = node; inner < tree.subtreeEnd(node) && tree.start(inner) < end; inner++) {
    const isComment = tree.type(inner) === "comment";
    if (!isComment && !isMemberOnNextLine(a, inner)) continue;
    text = `${(text + a.source.slice(from, tree.start(inner))).trimEnd()}${isComment ? " " : "; "}`;
    from = isComment ? tree.end(inner) : tree.start(inner);
  }
  const whole = foldSpace(text + a.source.slice(from, Math.max(from, end)))
    .replace(/^\( /, "(")
    .replace(/,? \)$/, ")");
  return cutBeforeSecret(whole, LONGEST_SIGNATURE);
}

/** Whether a member of an object type follows another one without a separator. */
function isMemberOnNextLine({ tree }: Analysis, node: number): boolean {
  const parent = tree.parent(node);
  if (parent === -1 || tree.type(parent) !== "object_type" || !tree.isNamed(node)) return false;
  let before = -1;
  for (let child = tree.firstChild(parent); child !== node; child = tree.nextSibling(child)) {
    if (tree.type(child) !== "comment") before = child;
  }
  return before !== -1 && tree.isNamed(before);
}

/** A function with more returned values than this has no known type. */
const MOST_RETURNS = 6;

/** The values that a function returns: the expression of an arrow function, or the values of its `return`s; empty if there are too many. */
export function returnedValues(a: Analysis, node: number): number[] {
  const { tree } = a;
  const body = tree.child(node, "body");
  if (body === -1 || tree.hasChildOfType(node, "*")) return [];
  if (tree.type(body) !== "statement_block") return [body];
  const values: number[] = [];
  for (let inner = body + 1; inner < tree.subtreeEnd(body) && a.lookahead-- > 0; ) {
    const type = tree.type(inner);
    if (NESTED_BODY.has(type)) {
      inner = tree.subtreeEnd(inner);
      continue;
    }
    if (type === "return_statement") {
      const value = firstNamed(tree, inner);
      const isNothing = value === -1 || /^(?:null|undefined)$/.test(tree.text(value));
      const isRepeated = values.some((other) => tree.type(other) === "this" && tree.type(value) === "this");
      if (!isNothing && !isRepeated && values.push(value) > MOST_RETURNS) return [];
    }
    inner++;
  }
  return values;
}

/** Fills in the type parameters of a class, an interface or a type alias. */
export function describeType(a: Analysis, index: number, node: number): void {
  const symbol = symbolOf(a, index);
  symbol.typeParameters = typeParameterNames(a, node);
  if (symbol.typeParameters.length > 0) symbol.parameterSignature = `<${symbol.typeParameters.join(", ")}>`;
}

/** The names of the type parameters that a node declares, or its JSDoc comment. */
export function typeParameterNames(a: Analysis, node: number): string[] {
  const { tree } = a;
  const list = tree.childOfType(node, "type_parameters");
  if (list === -1) return a.isJavaScript ? jsdocTemplates(a, node) : [];
  return tree.namedChildren(list).flatMap((parameter) => {
    const name = tree.child(parameter, "name");
    return name === -1 ? [] : [tree.text(name)];
  });
}

/** Marks a symbol as exported and adds its export. A member of a namespace is exported from the namespace and adds none. */
export function markExported(a: Analysis, index: number, wrapping: Wrapping): void {
  const symbol = symbolOf(a, index);
  if (!wrapping.isExported && !(a.current.isAmbient && a.current.isContainer)) return;
  symbol.isExported = true;
  if (!wrapping.isExported || a.current.symbol !== 0) return;
  const exported = wrapping.isDefault ? "default" : symbol.name;
  if (a.exportedNames.has(exported)) return;
  a.exportedNames.add(exported);
  a.exports.push({ exported, target: { in: "file", symbol: index }, isTypeOnly: false, line: symbol.nameLine });
}

/** The statement that consists of an assignment; the node itself if the assignment is part of something else. */
export function statementOf(a: Analysis, node: number): number {
  const parent = a.tree.parent(node);
  return a.tree.type(parent) === "expression_statement" ? parent : node;
}

/** Notes that a function, class or object literal is the value of a symbol. `Object.freeze({…})` counts as its argument. */
export function noteValueOf(a: Analysis, value: number, symbol: number): void {
  const { tree } = a;
  let node = value;
  if (tree.type(node) === "call_expression") {
    const callee = tree.child(node, "function");
    if (callee === -1 || !/^Object\s*\.\s*(?:freeze|seal|assign)$/.test(tree.text(callee).slice(0, 40))) return;
    const args = tree.child(node, "arguments");
    node = args === -1 ? -1 : unwrap(tree, tree.namedChildren(args)[0] ?? -1, true);
    if (node === -1) return;
  }
  if (isFunction(a, node) || tree.type(node) === "class" || tree.type(node) === "object") a.valueOf.set(node, symbol);
}
