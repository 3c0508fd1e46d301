/** Reads functions, their parameters and type parameters, and the names that patterns bind. */
import type { Root, Step } from "../../model/parse-result.js";
import { symbolOf } from "../symbol-of.js";
import { type Analysis, findGivenObject, selfOf } from "./analysis.js";
import { isAtLeftEdge } from "./broken.js";
import { declareTemplates } from "./jsdoc-declarations.js";
import { openRegion, openThisRegion } from "./regions.js";
import { createScope, declareType, declareValue, type Scope } from "./scope.js";
import { addSymbol, describeFunction, markExported, wrappingOf } from "./symbols.js";
import { firstNamed, isThisParameter, parameterNodes, patternNames, selfTypeNode, stepsTo } from "./syntax-helpers.js";
import { typeNameOf } from "./types.js";

/** Declares a function, and opens the region of its body. */
export function visitFunctionDeclaration(a: Analysis, node: number): void {
  const { tree } = a;
  const nameNode = tree.child(node, "name");
  const wrapping = wrappingOf(a, node);
  const name = nameNode === -1 ? (wrapping.isDefault ? "default" : "(anonymous)") : tree.text(nameNode);
  const outer = wrapping.outer;
  const index = addSymbol(a, { name, kind: "function", node, nameNode: nameNode === -1 ? node : nameNode }, outer);
  markExported(a, index, wrapping);
  if (nameNode !== -1) declareValue(a.current.scope, name, { is: "symbol", symbol: index });
  a.symbolAt.set(node, index);
  describeFunction(a, index, node);
  openFunction(a, node, index, null);
}

/** Opens the region of a function, with its type parameters and parameters in scope. */
export function openFunction(a: Analysis, node: number, symbol: number, self: Root | null): void {
  const { tree, current } = a;
  const isHoisted = /^(?:generator_)?function_declaration$/.test(tree.type(node));
  const scope = createScope(current.scope, true, isHoisted);
  a.scopeAt.set(node, scope);
  const parameters = tree.child(node, "parameters");
  const outer = selfOf(current);
  if (tree.type(node) === "arrow_function") openRegion(a, node, { scope, symbol });
  else {
    const known = declaredSelf(a, parameters, scope) ?? self ?? contextualSelf(a, node, outer);
    openThisRegion(a, node, known, { scope, symbol });
  }
  declareTypeParameters(a, node, scope);
  // The return type may name the function's own type parameters.
  const returned = a.typeSources.get(symbol);
  if (returned !== undefined && returned.type === tree.child(node, "return_type")) returned.scope = scope;
  const declared = a.parameterSources.get(symbol);
  if (declared !== undefined) {
    const first = [declared.self, ...declared.types].find((type) => type !== -1);
    if (declared.docs !== undefined || (first !== undefined && tree.parent(first) > node)) declared.scope = scope;
  }
  if (parameters !== -1) declareParameters(a, parameters, scope, symbol, { function: node, self: outer });
  const single = tree.child(node, "parameter");
  if (single !== -1) declarePattern(a, single, scope, { of: { function: node, parameter: 0 }, self: outer });
}

/** The meaning of `this` by the `this` parameter of a function; null if it has none. */
function declaredSelf(a: Analysis, parameters: number, scope: Scope): Root | null {
  if (parameters === -1) return null;
  const type = selfTypeNode(a, parameters);
  if (type === -1) return null;
  const self: Root = { in: "unknown" };
  a.declaredSelves.push({ self, type, scope, classSymbol: a.current.classSymbol });
  return self;
}

/** The meaning of `this` in a function by the type that is expected of it, filled in later; null if the function's place cannot tell. */
function contextualSelf(a: Analysis, node: number, outer: Root | null): Root | null {
  const type = a.tree.type(node);
  if (type !== "function_expression" && type !== "method_definition") return null;
  if (a.symbolAt.has(node) && !findGivenObject(a, node)) return null;
  const self: Root = { in: "unknown" };
  const { scope, classSymbol } = a.current;
  a.contextualSelves.push({ self, function: node, outer, scope, classSymbol });
  return self;
}

/** Notes that the function around uses `this`. */
export function noteThis(a: Analysis): void {
  a.usingThis.add((a.current.thisHolder ?? a.current).start);
}

/** Fills in the meaning of `this` by `this` parameters, when all types of the file are known. */
export function resolveDeclaredSelves(a: Analysis): void {
  for (const { self, type, scope, classSymbol } of a.declaredSelves) {
    const named = typeNameOf(a, type, scope, classSymbol);
    if (named !== null) Object.assign(self, { in: "instance", type: named } satisfies Root);
  }
}

/** Functions whose place may tell the types of their parameters. */
const IN_CONTEXT = new Set(["arrow_function", "function_expression", "method_definition"]);

function declareParameters(
  a: Analysis,
  parameters: number,
  scope: Scope,
  owner: number,
  around: { function: number; self: Root | null } | null,
): void {
  const { tree } = a;
  const symbolOfOwner = a.symbols[owner];
  const classSymbol = symbolOfOwner?.kind === "constructor" ? symbolOfOwner.parent : -1;
  const isInContext = around !== null && (a.isJavaScript || IN_CONTEXT.has(tree.type(around.function)));
  let number = -1;
  for (const parameter of parameterNodes(a, parameters)) {
    const pattern = tree.child(parameter, "pattern");
    const type = tree.child(parameter, "type");
    const value = tree.child(parameter, "value");
    if (!isThisParameter(a, parameter)) number++;
    const given =
      isInContext && type === -1 && value === -1
        ? { of: { function: around.function, parameter: number }, self: around.self }
        : undefined;
    const isRest = pattern !== -1 && type !== -1 && tree.type(pattern) === "rest_pattern";
    // The annotation of `...users: User[]` is the type of the whole list.
    const bound = pattern === -1 ? parameter : isRest ? firstNamed(tree, pattern) : pattern;
    declarePattern(a, bound, scope, { type, value, ...given });
    if (classSymbol === -1 || pattern === -1 || tree.type(pattern) !== "identifier") continue;
    const access = tree.childOfType(parameter, "accessibility_modifier");
    const isOverride = tree.hasChildOfType(parameter, "override_modifier");
    if (access === -1 && !isOverride && !tree.hasChildOfType(parameter, "readonly")) continue;
    const index = addSymbol(a, {
      name: tree.text(pattern),
      kind: "field",
      node: parameter,
      nameNode: pattern,
      parent: classSymbol,
    });
    const symbol = symbolOf(a, index);
    symbol.isOverride = isOverride;
    if (access !== -1) symbol.access = tree.text(access) as "public" | "private" | "protected";
    if (type !== -1) a.typeSources.set(index, { scope, type, value: -1, classSymbol });
  }
}

/** The values that a pattern takes apart. */
interface PatternSource {
  /** The annotation of the pattern; left out, or -1, for none. */
  readonly type?: number;
  /** The value of the pattern; left out, or -1, for none. */
  readonly value?: number;
  /** The name that a variable gets first, where it may get another value later; left out, or -1, for none. */
  readonly first?: number;
  /** The function whose parameter the pattern is. */
  readonly of?: { function: number; parameter: number };
  /** The meaning of `this` around that function. */
  readonly self?: Root | null;
  /** The steps that lead from the value to the pattern as a whole. */
  readonly steps?: readonly Step[];
  /** The one name to bind; left out for all of them. */
  readonly only?: number;
}

/** Binds the names of a pattern as locals. Their types come from the annotation or the value, by the steps that lead to the name. */
export function declarePattern(a: Analysis, pattern: number, scope: Scope, given: PatternSource): void {
  const { type = -1, value = -1, first = -1, of = null, self = selfOf(a.current), steps: before = [] } = given;
  const { classSymbol } = a.current;
  for (const name of given.only === undefined ? patternNames(a, pattern) : [given.only]) {
    const isOpen = type === -1 && value === -1 && first === -1 && of === null;
    const steps = isOpen ? null : stepsTo(a, name, pattern);
    a.isName[name] = 1;
    const known =
      steps === null
        ? { type: -1, value: -1, steps: [], of: null }
        : { type, value, ...(first !== -1 && { first }), steps: [...before, ...steps], of };
    declareValue(scope, a.tree.text(name), { is: "local", scope, self, classSymbol, ...known });
  }
}

/** Declares the type parameters of a node in a scope, with those that its doc comment declares. */
export function declareTypeParameters(a: Analysis, node: number, scope: Scope): void {
  const { tree } = a;
  declareTemplates(a, node, scope);
  const list = tree.childOfType(node, "type_parameters");
  if (list === -1) return;
  const defaults: number[] = [];
  for (const parameter of tree.namedChildren(list)) {
    const name = tree.child(parameter, "name");
    if (name === -1) continue;
    a.isName[name] = 1;
    // The default stands in for a missing constraint: most uses keep the default.
    const constraint = tree.child(parameter, "constraint");
    const given = tree.child(parameter, "value");
    const known = constraint === -1 ? given : constraint;
    const bound = known === -1 ? -1 : (tree.namedChildren(known)[0] ?? -1);
    declareType(scope, tree.text(name), { is: "typeParameter", scope, constraint: bound });
    const isOther = constraint !== -1 && given !== -1 && tree.text(firstNamed(tree, given)) !== tree.text(bound);
    defaults.push(isOther ? firstNamed(tree, given) : -1);
  }
  const owner = a.symbolAt.get(node);
  if (owner !== undefined && defaults.some((type) => type !== -1))
    a.defaultSources.set(owner, { scope, types: defaults });
}

/** Opens the region of a function expression; it is a symbol where a name keeps it. */
export function visitFunctionExpression(a: Analysis, node: number): void {
  const { tree } = a;
  if (a.hasErrors && isAtLeftEdge(a, node) && tree.child(node, "name") !== -1) {
    // A syntax error turned a declaration into an expression.
    visitFunctionDeclaration(a, node);
    return;
  }
  let owner = a.valueOf.get(node) ?? -1;
  const nameNode = tree.child(node, "name");
  if (owner === -1 && tree.field(node) === "value" && tree.type(tree.parent(node)) === "export_statement") {
    const wrapping = wrappingOf(a, node);
    const name = nameNode === -1 ? "default" : tree.text(nameNode);
    const draft = { name, kind: "function", node, nameNode: nameNode === -1 ? node : nameNode } as const;
    owner = addSymbol(a, draft, wrapping.outer);
    markExported(a, owner, wrapping);
    describeFunction(a, owner, node);
  }
  if (owner !== -1) a.symbolAt.set(node, owner);
  const held = a.heldObjects.get(tree.parent(tree.parent(node)));
  const self = owner === -1 || held?.isGiven ? null : (held?.self ?? selfOfAssigned(a, owner));
  openFunction(a, node, owner === -1 ? a.current.symbol : owner, self);
  if (nameNode === -1) return;
  a.isName[nameNode] = 1;
  declareValue(
    a.current.scope,
    tree.text(nameNode),
    owner === -1
      ? { is: "local", scope: a.current.scope, type: -1, value: -1, steps: [], self: null, classSymbol: -1, of: null }
      : { is: "symbol", symbol: owner },
  );
}

/** The meaning of `this` in a function that is a member of an object or a prototype; null for other functions. */
function selfOfAssigned(a: Analysis, owner: number): Root | null {
  const symbol = symbolOf(a, owner);
  if (symbol.kind !== "method" && symbol.kind !== "property") return null;
  const parent = symbolOf(a, symbol.parent);
  if (symbol.parent === 0) return null;
  const isInstance = parent.kind === "class" || (a.constructors.has(symbol.parent) && !symbol.isStatic);
  return isInstance ? { in: "this", type: symbol.parent } : { in: "file", symbol: symbol.parent, isSelf: true };
}

/** Opens the region of a function type, whose parameters are not names outside it. */
export function visitFunctionType(a: Analysis, node: number): void {
  const scope = createScope(a.current.scope, true);
  a.scopeAt.set(node, scope);
  openRegion(a, node, { scope });
  declareTypeParameters(a, node, scope);
  const parameters = a.tree.child(node, "parameters");
  if (parameters !== -1) declareParameters(a, parameters, scope, -1, null);
}
