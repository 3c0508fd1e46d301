/** Declares functions and methods, with their parameters. */
import type { SymbolKind } from "../../model/parse-result.js";
import { parameterStep } from "../../model/steps.js";
import type { Analysis, FunctionInfo, Parameter, Scope, Walk } from "./analysis.js";
import { decoratorNodes, decoratorsOf, expressionOf, isFixtureDecorator, isPropertyDecorator } from "./decorators.js";
import { docstringOf } from "./docstrings.js";
import { bind, blockAround, createScope } from "./scopes.js";
import { addSymbol, onOneLine } from "./symbols.js";

/** Methods whose first parameter is the class without a decorator. */
const OF_CLASS: ReadonlySet<string> = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);

/** Declares a function, and opens its scope. */
export function declareFunction(a: Analysis, scope: Scope, node: number): Scope | null {
  const { tree } = a;
  const nameNode = tree.child(node, "name");
  if (nameNode < 0) return null;
  const name = tree.text(nameNode);
  const decorators = decoratorsOf(tree, node);
  const has = (pattern: RegExp) => decorators.some((each) => pattern.test(each));
  const isMethod = scope.kind === "class";
  const isStatic = isMethod && has(/(?:^|\.)(?:staticmethod|abstractstaticmethod)$/);
  const isOfClass = isMethod && (has(/(?:^|\.)(?:classmethod|abstractclassmethod)$/) || OF_CLASS.has(name));
  const list = tree.child(node, "parameters");
  const returned = tree.child(node, "return_type");
  const isAsync = tree.hasChildOfType(node, "async");
  const symbol = addSymbol(a, node, nameNode, {
    kind: kindOf(isMethod, name, decorators),
    parent: scope.symbol,
    isStatic: isStatic || isOfClass,
    isAbstract: has(/(?:^|\.)abstract\w+$/),
    isAsync,
    isOverride: has(/(?:^|\.)overrides?$/),
    parameterSignature: list < 0 ? null : onOneLine(tree.text(list)),
    returnType: returned < 0 ? null : onOneLine(tree.text(returned)),
    doc: docstringOf(tree, tree.child(node, "body")),
    ...(has(/(?:^|\.)deprecated$/) && { isDeprecated: true }),
  });
  const reach = { from: tree.subtreeEnd(node), block: blockAround(a, node) };
  bind(a, scope, name, { kind: "symbol", symbol, reach });
  const own = createScope("function", node, tree.subtreeEnd(node), scope, symbol);
  const isFixture = decorators.some(isFixtureDecorator);
  if (isFixture) exportFixture(a, node, symbol, name);
  const isTest = isFixture || (/^test/.test(name) && scope.kind !== "function");
  const parameters = list < 0 ? [] : parametersOf(a, list);
  // An interface of zope.interface declares its methods without `self`.
  const isBound = isMethod && !isStatic && (parameters[0]?.name === "self" || !isOfInterface(a, scope) || isOfClass);
  const first = isBound ? parameters[0] : undefined;
  if (first !== undefined) {
    first.self = selfOf(scope.symbol, isOfClass);
    own.selfName = first.name;
    own.selfVariable = variableOfSelf(a, node, first);
  }
  const hasBases = isMethod && tree.child(scope.node, "superclasses") >= 0;
  for (const [index, parameter] of parameters.entries()) {
    const number = index - (first === undefined ? 0 : 1);
    if (hasBases && parameter.annotation < 0 && parameter.form === "plain")
      parameter.inherited = { root: { in: "super", type: scope.symbol }, path: [name, parameterStep(number)] };
    parameter.isFixture = isTest && parameter.self === null && parameter.form === "plain" && parameter.fallback < 0;
    bind(a, own, parameter.name, { kind: "parameter", parameter, reach: { from: node, block: node } });
  }
  const symbolOf = a.symbols[symbol];
  if (symbolOf !== undefined && list >= 0) symbolOf.parameterCount = parameters.length - (first === undefined ? 0 : 1);
  a.functions.set(symbol, functionInfo(node, own, isAsync, decorators));
  return own;
}

const isOfInterface = (a: Analysis, { symbol }: Scope) => a.symbols[symbol]?.kind === "interface";

function functionInfo(node: number, scope: Scope, isAsync: boolean, decorators: string[]): FunctionInfo {
  return {
    node,
    scope,
    isAsync,
    isGenerator: false,
    isContextManager: decorators.some((each) => /(?:^|\.)(?:async)?contextmanager$/.test(each)),
    returns: [],
    yields: [],
    decorators,
  };
}

function kindOf(isMethod: boolean, name: string, decorators: readonly string[]): SymbolKind {
  if (!isMethod) return "function";
  if (name === "__init__") return "constructor";
  return decorators.some(isPropertyDecorator) ? "property" : "method";
}

/** T of `self: T` and `cls: type[T]`, where T is a type variable. */
function variableOfSelf({ tree, typeVariables }: Analysis, node: number, { annotation }: Parameter): string | null {
  if (annotation < 0) return null;
  const name = /^["']?(?:(?:\w+\.)?[Tt]ype\[)?["']?(\w+)["']?\]?["']?$/.exec(tree.text(annotation).trim())?.[1];
  if (name === undefined) return null;
  const list = tree.child(node, "type_parameters");
  const isOwn = list >= 0 && new RegExp(`[\\[,\\s]${name}\\b`).test(tree.text(list));
  return isOwn || typeVariables.has(name) ? name : null;
}

/** The walk of the first parameter of a method. */
function selfOf(type: number, isOfClass: boolean): Walk {
  return isOfClass
    ? { root: { in: "file", symbol: type, isSelf: true }, path: [] }
    : { root: { in: "this", type }, path: [] };
}

/** A fixture is known by its name in all files below: it is exported under `@name`. */
function exportFixture(a: Analysis, node: number, symbol: number, name: string): void {
  const { tree } = a;
  let exported = name;
  for (const decorator of decoratorNodes(tree, node)) {
    const given = /\bname\s*=\s*["']([\p{L}\p{N}_]+)["']/u.exec(tree.text(expressionOf(tree, decorator)))?.[1];
    if (given !== undefined) exported = given;
  }
  const target = { in: "file", symbol } as const;
  a.exports.push({ exported: `@${exported}`, target, isTypeOnly: false, line: tree.startLine(node) });
}

/** Opens the scope of a lambda. */
export function declareLambda(a: Analysis, scope: Scope, node: number): Scope {
  const own = createScope("lambda", node, a.tree.subtreeEnd(node), scope, scope.symbol);
  const list = a.tree.child(node, "parameters");
  for (const parameter of list < 0 ? [] : parametersOf(a, list))
    bind(a, own, parameter.name, { kind: "parameter", parameter, reach: { from: node, block: node } });
  return own;
}

/** The parameters in a list, in order. */
function parametersOf({ tree }: Analysis, list: number): Parameter[] {
  const found: Parameter[] = [];
  for (const node of tree.namedChildren(list)) {
    const annotation = tree.child(node, "type");
    const fallback = tree.child(node, "value");
    let name = node;
    let form: Parameter["form"] = "plain";
    for (let depth = 0; depth < 3 && tree.type(name) !== "identifier"; depth++) {
      if (tree.type(name) === "list_splat_pattern") form = "list";
      if (tree.type(name) === "dictionary_splat_pattern") form = "keywords";
      const named = tree.child(name, "name");
      name = named >= 0 ? named : (tree.namedChildren(name)[0] ?? -1);
      if (name < 0) break;
    }
    if (name < 0 || tree.type(name) !== "identifier") continue;
    found.push({ name: tree.text(name), annotation, fallback, form, self: null, inherited: null, isFixture: false });
  }
  return found;
}
