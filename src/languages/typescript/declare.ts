/**
 * The first pass: symbols, scopes, imports and exports.
 *
 * Walks the nodes in preorder without recursion. A handler looks at one node, binds the names it declares, and opens a region for
 * what stands inside it; nodes inside errors are handled like any others, so what stands there is found as well.
 */
import type { Root } from "../language.js";
import { type Analysis, folded, memberName, type Region, selfOf, unwrapped } from "./analysis.js";
import { closeUnclosed, isAtLeftEdge, lostDeclaration } from "./broken.js";
import {
  assignment,
  exportStatement,
  exportsMember,
  importAlias,
  importCall,
  importStatement,
  importVariable,
} from "./modules.js";
import { createScope, declareType, declareValue, functionScope, type Scope } from "./scope.js";
import {
  addSymbol,
  describeFunction,
  parameterNodes,
  typeParameterNames,
  type Wrapping,
  wrappingOf,
} from "./symbols.js";

const FUNCTIONS = new Set(["arrow_function", "function_expression", "generator_function"]);
const FUNCTION_LIKE = new Set([
  ...FUNCTIONS,
  "function_declaration",
  "generator_function_declaration",
  "function_signature",
  "method_definition",
]);

/** Whether a node is a function expression of any form. */
export function isFunction(a: Analysis, node: number): boolean {
  return node !== -1 && FUNCTIONS.has(a.tree.type(node));
}

/** Reads all declarations of the tree into the analysis. */
export function declareAll(a: Analysis): void {
  const { tree } = a;
  const { open } = a;
  for (let node = 1; node < tree.size; node++) {
    while (node >= a.current.end && open.length > 1) {
      open.pop();
      a.current = open.at(-1)!;
    }
    if (tree.subtreeEnd(node) > node + 1) {
      if (a.hasErrors) closeUnclosed(a, node);
      handlers.get(tree.type(node))?.(a, node);
    } else if (tree.type(node) === "comment") comment(a, node);
    else if (a.hasErrors) lostDeclaration(a, node);
  }
}

/** Opens a region that starts at `node`; what is not given is that of the region around. */
export function openRegion(a: Analysis, node: number, given: Partial<Region>): Region {
  const { current } = a;
  const region: Region = {
    start: node,
    end: Math.min(a.tree.subtreeEnd(node), current.end),
    scope: current.scope,
    symbol: current.symbol,
    thisHolder: current.thisHolder ?? current,
    self: null,
    classSymbol: current.classSymbol,
    isContainer: false,
    isAmbient: current.isAmbient,
    ...given,
  };
  a.regions.push(region);
  a.open.push(region);
  a.current = region;
  return region;
}

/** Opens a region in which `this` is something else than around it. */
export function openThisRegion(a: Analysis, node: number, self: Root | null, given: Partial<Region>): Region {
  return openRegion(a, node, { self, ...given, thisHolder: null });
}

type Handler = (a: Analysis, node: number) => void;

const handlers = new Map<string, Handler>([
  ["decorator", decorator],
  ["function_declaration", functionDeclaration],
  ["generator_function_declaration", functionDeclaration],
  ["function_signature", functionDeclaration],
  ["arrow_function", functionExpression],
  ["function_expression", functionExpression],
  ["generator_function", functionExpression],
  ["class_declaration", classDeclaration],
  ["abstract_class_declaration", classDeclaration],
  ["class", classDeclaration],
  ["method_definition", method],
  ["method_signature", method],
  ["abstract_method_signature", method],
  ["public_field_definition", field],
  ["field_definition", field],
  ["property_signature", field],
  ["class_static_block", staticBlock],
  ["interface_declaration", interfaceDeclaration],
  ["type_alias_declaration", typeAlias],
  ["enum_declaration", enumDeclaration],
  ["internal_module", namespace],
  ["module", namespace],
  ["ambient_declaration", ambientDeclaration],
  ["variable_declarator", variable],
  ["pair", pair],
  ["statement_block", block],
  ["for_statement", block],
  ["for_in_statement", forIn],
  ["switch_body", block],
  ["catch_clause", catchClause],
  ["function_type", functionType],
  ["constructor_type", functionType],
  ["call_signature", functionType],
  ["construct_signature", functionType],
  ["index_signature", indexSignature],
  ["conditional_type", conditionalType],
  ["infer_type", inferType],
  ["jsx_element", jsxElement],
  ["jsx_self_closing_element", jsxElement],
  ["import_statement", importStatement],
  ["import_alias", importAlias],
  ["export_statement", exportStatement],
  ["call_expression", importCall],
  ["assignment_expression", assignment],
]);

function comment(a: Analysis, node: number): void {
  a.comments.push({ start: a.tree.start(node), end: a.tree.end(node) });
}

function decorator(a: Analysis, node: number): void {
  const start = a.tree.start(node);
  const between = a.source.slice(a.decorators.end, start);
  a.decorators = {
    start: a.decorators.end > 0 && between.trim() === "" ? a.decorators.start : start,
    end: a.tree.end(node),
  };
}

/** Marks what `export` says; an exported namespace member is exported from its namespace. */
export function markExported(a: Analysis, index: number, wrapping: Wrapping): void {
  const symbol = a.symbols[index]!;
  if (!wrapping.isExported && !(a.current.isAmbient && a.current.isContainer)) return;
  symbol.isExported = true;
  if (!wrapping.isExported || a.current.symbol !== 0) return;
  const exported = wrapping.isDefault ? "default" : symbol.name;
  if (a.exportedNames.has(exported)) return;
  a.exportedNames.add(exported);
  a.exports.push({ exported, target: { in: "file", symbol: index }, isTypeOnly: false, line: symbol.nameLine });
}

function functionDeclaration(a: Analysis, node: number): void {
  const { tree } = a;
  const nameNode = tree.child(node, "name");
  const wrapping = wrappingOf(a, node);
  const name = nameNode === -1 ? (wrapping.isDefault ? "default" : "(anonymous)") : tree.text(nameNode);
  const outer = wrapping.outer;
  const index = addSymbol(a, { name, kind: "function", node, nameNode: nameNode === -1 ? node : nameNode }, outer);
  markExported(a, index, wrapping);
  if (nameNode !== -1) declareValue(a.current.scope, name, { is: "symbol", symbol: index });
  a.symbolAt.set(node, index);
  describeFunction(a, a.symbols[index]!, index, node);
  openFunction(a, node, index, null);
}

/** Opens the region of a function node: its scope with type parameters and parameters. */
export function openFunction(a: Analysis, node: number, symbol: number, self: Root | null): void {
  const { tree, current } = a;
  const scope = createScope(current.scope, true);
  if (tree.type(node) === "arrow_function") openRegion(a, node, { scope, symbol });
  else openThisRegion(a, node, self, { scope, symbol });
  declareTypeParameters(a, node, scope);
  // The return type may name the function's own type parameters.
  const returned = a.typeSources.get(symbol);
  if (returned !== undefined && returned.type === tree.child(node, "return_type")) returned.scope = scope;
  const parameters = tree.child(node, "parameters");
  if (parameters !== -1) declareParameters(a, parameters, scope, symbol);
  const single = tree.child(node, "parameter");
  if (single !== -1) declarePattern(a, single, scope, -1, -1);
}

function declareParameters(a: Analysis, parameters: number, scope: Scope, owner: number): void {
  const { tree } = a;
  const classSymbol = a.symbols[owner]?.kind === "constructor" ? a.symbols[owner]!.parent : -1;
  for (const parameter of parameterNodes(a, parameters)) {
    const pattern = tree.child(parameter, "pattern");
    const type = tree.child(parameter, "type");
    declarePattern(a, pattern === -1 ? parameter : pattern, scope, type, tree.child(parameter, "value"));
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
    const symbol = a.symbols[index]!;
    symbol.isOverride = isOverride;
    if (access !== -1) symbol.access = tree.text(access) as "public" | "private" | "protected";
    if (type !== -1) a.typeSources.set(index, { scope, type, value: -1, isAwaited: false, classSymbol });
  }
}

/** Binds the names of a pattern as locals. Only a plain name has the annotated type or the value. */
export function declarePattern(a: Analysis, pattern: number, scope: Scope, type: number, value: number): void {
  for (const name of patternNames(a, pattern)) {
    const isWhole = name === pattern;
    a.isName[name] = 1;
    const binding = { is: "local", scope, type: isWhole ? type : -1, value: isWhole ? value : -1 } as const;
    declareValue(scope, a.tree.text(name), binding);
  }
}

/** The name nodes that a binding pattern declares. */
export function patternNames(a: Analysis, pattern: number): number[] {
  const { tree } = a;
  const names: number[] = [];
  const pending = [pattern];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    switch (tree.type(at)) {
      case "identifier":
      case "shorthand_property_identifier_pattern":
        names.push(at);
        break;
      case "pair_pattern":
        pending.push(...[tree.child(at, "value")].filter((child) => child !== -1));
        break;
      case "assignment_pattern":
      case "object_assignment_pattern":
        pending.push(...[tree.child(at, "left")].filter((child) => child !== -1));
        break;
      case "rest_pattern":
      case "object_pattern":
      case "array_pattern":
        for (const child of tree.namedChildren(at).reverse()) pending.push(child);
        break;
    }
  }
  return names;
}

function declareTypeParameters(a: Analysis, node: number, scope: Scope): void {
  const { tree } = a;
  const list = tree.childOfType(node, "type_parameters");
  if (list === -1) return;
  for (const parameter of tree.namedChildren(list)) {
    const name = tree.child(parameter, "name");
    if (name === -1) continue;
    a.isName[name] = 1;
    const constraint = tree.child(parameter, "constraint");
    const bound = constraint === -1 ? -1 : (tree.namedChildren(constraint)[0] ?? -1);
    declareType(scope, tree.text(name), { is: "typeParameter", scope, constraint: bound });
  }
}

function functionExpression(a: Analysis, node: number): void {
  const { tree } = a;
  if (a.hasErrors && isAtLeftEdge(a, node) && tree.child(node, "name") !== -1) {
    // A declaration that an error made an expression.
    functionDeclaration(a, node);
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
    describeFunction(a, a.symbols[owner]!, owner, node);
  }
  if (owner !== -1) a.symbolAt.set(node, owner);
  const self = owner === -1 ? null : selfOfAssigned(a, owner);
  openFunction(a, node, owner === -1 ? a.current.symbol : owner, self);
  if (nameNode === -1) return;
  a.isName[nameNode] = 1;
  declareValue(
    a.current.scope,
    tree.text(nameNode),
    owner === -1 ? { is: "local", scope: a.current.scope, type: -1, value: -1 } : { is: "symbol", symbol: owner },
  );
}

/** `this` in a function that is a member of an object or a prototype. */
function selfOfAssigned(a: Analysis, owner: number): Root | null {
  const symbol = a.symbols[owner]!;
  if (symbol.kind !== "method" && symbol.kind !== "property") return null;
  const parent = a.symbols[symbol.parent]!;
  if (symbol.parent === 0) return null;
  const isInstance = parent.kind === "class" || (a.constructors.has(symbol.parent) && !symbol.isStatic);
  return isInstance ? { in: "this", type: symbol.parent } : { in: "file", symbol: symbol.parent };
}

function classDeclaration(a: Analysis, node: number): void {
  const { tree } = a;
  const isExpression = tree.type(node) === "class";
  let index = a.valueOf.get(node) ?? -1;
  const nameNode = tree.child(node, "name");
  if (index === -1) {
    const wrapping = wrappingOf(a, node);
    const name = nameNode !== -1 ? tree.text(nameNode) : wrapping.isDefault ? "default" : "(anonymous class)";
    const draft = { name, kind: "class", node, nameNode: nameNode === -1 ? node : nameNode } as const;
    index = addSymbol(a, draft, wrapping.outer);
    markExported(a, index, wrapping);
    if (!isExpression && nameNode !== -1) declareClass(a.current.scope, name, index);
  }
  if (nameNode !== -1) a.isName[nameNode] = 1;
  a.symbolAt.set(node, index);
  const symbol = a.symbols[index]!;
  symbol.isAbstract = tree.type(node) === "abstract_class_declaration";
  symbol.typeParameters = typeParameterNames(a, node);
  const scope = createScope(a.current.scope, false);
  openThisRegion(a, node, null, { scope, symbol: index, classSymbol: index });
  declareTypeParameters(a, node, scope);
  if (isExpression && nameNode !== -1) declareClass(scope, tree.text(nameNode), index);
}

/** Binds a class name, which is a value and a type. */
export function declareClass(scope: Scope, name: string, symbol: number): void {
  declareValue(scope, name, { is: "symbol", symbol });
  declareType(scope, name, { is: "symbol", symbol });
}

/** Flags of a class member from its modifiers. */
function describeMember(a: Analysis, index: number, node: number): void {
  const { tree } = a;
  const symbol = a.symbols[index]!;
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if (type === "accessibility_modifier") symbol.access = tree.text(child) as "public" | "private" | "protected";
    else if (type === "private_property_identifier" && tree.field(child) !== "value") symbol.access = "private";
    else if (type === "static") symbol.isStatic = true;
    else if (type === "abstract") symbol.isAbstract = true;
    else if (type === "override_modifier") symbol.isOverride = true;
  }
  if (tree.type(node) === "abstract_method_signature") symbol.isAbstract = true;
}

/** The owner of a type literal's or interface's member; -1 if the literal has no name. */
function typeMemberOwner(a: Analysis, node: number): number {
  const body = a.tree.parent(node);
  return a.tree.type(body) === "object_type" ? (a.valueOf.get(body) ?? -1) : a.current.symbol;
}

function method(a: Analysis, node: number): void {
  const { tree } = a;
  const parentNode = tree.parent(node);
  const inObject = tree.type(parentNode) === "object";
  const nameNode = tree.child(node, "name");
  let owner = a.current.symbol;
  const inLostClass = a.hasErrors && a.current.classSymbol === owner && a.current.symbol === owner;
  if (inObject) owner = a.valueOf.get(parentNode) ?? (inLostClass ? owner : -1);
  else if (tree.type(node) === "method_signature") owner = typeMemberOwner(a, node);
  if (nameNode === -1 || owner === -1) {
    openFunction(a, node, a.current.symbol, null);
    return;
  }
  const name = memberName(tree, nameNode);
  const isAccessor = tree.hasChildOfType(node, "get") || tree.hasChildOfType(node, "set");
  const isClass = a.symbols[owner]!.kind === "class";
  const isExportsMember = inObject && owner === 0;
  const inClass = isClass && name === "constructor" ? "constructor" : "method";
  const kind = isExportsMember ? "function" : isAccessor ? "property" : inClass;
  const nameUse = tree.type(nameNode) === "computed_property_name" ? node : nameNode;
  const index = addSymbol(a, { name, kind, node, nameNode: nameUse, parent: owner });
  const symbol = a.symbols[index]!;
  a.symbolAt.set(node, index);
  describeMember(a, index, node);
  describeFunction(a, symbol, index, node);
  if (isAccessor) {
    symbol.parameterSignature = null;
    symbol.parameterCount = null;
  }
  if (isExportsMember) {
    symbol.isExported = true;
    a.exports.push({ exported: name, target: { in: "file", symbol: index }, isTypeOnly: false, line: symbol.nameLine });
  }
  const isInstance = (isClass && !symbol.isStatic) || a.constructors.has(owner);
  openFunction(a, node, index, isInstance ? { in: "this", type: owner } : { in: "file", symbol: owner });
}

function field(a: Analysis, node: number): void {
  const { tree } = a;
  const nameNode = tree.child(node, "name") === -1 ? tree.child(node, "property") : tree.child(node, "name");
  const isSignature = tree.type(node) === "property_signature";
  const owner = isSignature ? typeMemberOwner(a, node) : a.current.symbol;
  if (nameNode === -1 || owner === -1) return;
  const name = memberName(tree, nameNode);
  const type = tree.child(node, "type");
  const value = tree.child(node, "value");
  const valueNode = unwrapped(tree, value, true);
  const isMethod = isFunction(a, valueNode);
  const kind = isMethod ? "method" : isSignature ? "property" : "field";
  const nameUse = tree.type(nameNode) === "computed_property_name" ? node : nameNode;
  const index = addSymbol(a, { name, kind, node, nameNode: nameUse, parent: owner });
  a.symbolAt.set(node, index);
  describeMember(a, index, node);
  const symbol = a.symbols[index]!;
  if (isMethod) {
    describeFunction(a, symbol, index, valueNode);
    a.valueOf.set(valueNode, index);
  } else if (valueNode !== -1 && tree.type(valueNode) === "class") a.valueOf.set(valueNode, index);
  if (!a.typeSources.has(index) && (type !== -1 || value !== -1) && !isMethod)
    a.typeSources.set(index, {
      scope: a.current.scope,
      type,
      value,
      isAwaited: false,
      classSymbol: a.current.classSymbol,
    });
  const isClass = a.symbols[owner]!.kind === "class";
  const self: Root | null = !isClass
    ? null
    : symbol.isStatic
      ? { in: "file", symbol: owner }
      : { in: "this", type: owner };
  openThisRegion(a, node, self, { symbol: index });
}

function staticBlock(a: Analysis, node: number): void {
  const self: Root | null = a.current.classSymbol === -1 ? null : { in: "file", symbol: a.current.classSymbol };
  openThisRegion(a, node, self, { scope: createScope(a.current.scope, true) });
}

function interfaceDeclaration(a: Analysis, node: number): void {
  const index = typeDeclaration(a, node, "interface");
  if (index !== -1) openTypeRegion(a, node, index);
}

/** Adds the symbol of an interface or a type alias; -1 if it has no name. */
function typeDeclaration(a: Analysis, node: number, kind: "interface" | "type"): number {
  const { tree } = a;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1) return -1;
  const wrapping = wrappingOf(a, node);
  const index = addSymbol(a, { name: tree.text(nameNode), kind, node, nameNode }, wrapping.outer);
  markExported(a, index, wrapping);
  declareType(a.current.scope, tree.text(nameNode), { is: "symbol", symbol: index });
  a.symbolAt.set(node, index);
  a.symbols[index]!.typeParameters = typeParameterNames(a, node);
  return index;
}

function openTypeRegion(a: Analysis, node: number, index: number): void {
  const scope = createScope(a.current.scope, false);
  openThisRegion(a, node, null, { scope, symbol: index, classSymbol: index });
  declareTypeParameters(a, node, scope);
}

function typeAlias(a: Analysis, node: number): void {
  const { tree } = a;
  const index = typeDeclaration(a, node, "type");
  if (index === -1) return;
  openTypeRegion(a, node, index);
  const pending = [tree.child(node, "value")];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at === -1) continue;
    const type = tree.type(at);
    if (type === "object_type") a.valueOf.set(at, index);
    else if (type === "intersection_type" || type === "parenthesized_type") pending.push(...tree.namedChildren(at));
  }
}

function enumDeclaration(a: Analysis, node: number): void {
  const { tree } = a;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1) return;
  const wrapping = wrappingOf(a, node);
  const index = addSymbol(a, { name: tree.text(nameNode), kind: "enum", node, nameNode }, wrapping.outer);
  markExported(a, index, wrapping);
  declareClass(a.current.scope, tree.text(nameNode), index);
  a.symbolAt.set(node, index);
  const scope = createScope(a.current.scope, false);
  openThisRegion(a, node, null, { scope, symbol: index });
  const body = tree.child(node, "body");
  if (body === -1) return;
  for (const member of tree.namedChildren(body)) {
    if (tree.type(member) === "comment") comment(a, member);
    const memberNode = tree.type(member) === "enum_assignment" ? tree.child(member, "name") : member;
    if (memberNode === -1 || !/identifier|string|computed|number/.test(tree.type(memberNode))) continue;
    const name = memberName(tree, memberNode);
    const constant = addSymbol(a, { name, kind: "constant", node: member, nameNode: memberNode, parent: index });
    declareValue(scope, name, { is: "symbol", symbol: constant });
  }
}

function namespace(a: Analysis, node: number): void {
  const { tree } = a;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1) return;
  const wrapping = wrappingOf(a, node);
  const text = tree.type(nameNode) === "string" ? null : tree.text(nameNode);
  const names = text === null ? [memberName(tree, nameNode)] : text.split(".").map((name) => name.trim());
  const outer =
    tree.type(tree.parent(wrapping.outer)) === "expression_statement" ? tree.parent(wrapping.outer) : wrapping.outer;
  let parent = a.current.symbol;
  for (let at = nameNode; at < tree.subtreeEnd(nameNode); at++) a.isName[at] = 1;
  let scope = a.current.scope;
  for (const [position, name] of names.entries()) {
    const kind = text === null ? "module" : "namespace";
    const index = addSymbol(a, { name, kind, node, nameNode, parent }, outer);
    if (position === 0) markExported(a, index, wrapping);
    else a.symbols[index]!.isExported = true;
    if (text !== null) declareValue(scope, name, { is: "symbol", symbol: index });
    scope = createScope(scope, true);
    parent = index;
  }
  a.symbolAt.set(node, parent);
  const isAmbient = a.current.isAmbient || wrapping.isDeclared;
  openThisRegion(a, node, null, { scope, symbol: parent, isContainer: true, isAmbient });
}

/** `declare global { … }`: what stands in it is declared for everybody. */
function ambientDeclaration(a: Analysis, node: number): void {
  const { tree } = a;
  const body = tree.childOfType(node, "statement_block");
  if (body === -1) return;
  const index = addSymbol(a, { name: "global", kind: "namespace", node, nameNode: node });
  a.symbolAt.set(node, index);
  const scope = createScope(a.current.scope, true);
  openThisRegion(a, node, null, { scope, symbol: index, isContainer: true, isAmbient: true });
}

function variable(a: Analysis, node: number): void {
  const { tree } = a;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1) return;
  const declaration = tree.parent(node);
  const kindNode = tree.child(declaration, "kind");
  const isConst = kindNode !== -1 && tree.text(kindNode) === "const";
  const isVar = tree.type(declaration) === "variable_declaration";
  const scope = isVar ? functionScope(a.current.scope) : a.current.scope;
  const type = tree.child(node, "type");
  const value = tree.child(node, "value");
  if (importVariable(a, nameNode, value, scope)) return;
  const inner = unwrapped(tree, value, true);
  const isPlain = tree.type(nameNode) === "identifier";
  const isClass = inner !== -1 && tree.type(inner) === "class";
  if (isPlain && (isFunction(a, inner) || isClass || a.current.isContainer)) {
    variableSymbol(a, node, declaration, { nameNode, type, value, inner, isConst, scope });
    return;
  }
  if (a.current.isContainer) {
    const wrapping = wrappingOf(a, declaration);
    for (const name of patternNames(a, nameNode)) {
      const kind = isConst ? "constant" : "variable";
      const index = addSymbol(a, { name: tree.text(name), kind, node: name, nameNode: name });
      a.isName[name] = 1;
      markExported(a, index, wrapping);
      declareValue(scope, tree.text(name), { is: "symbol", symbol: index });
    }
    return;
  }
  const holder = selfOf(a.current);
  if (isConst && isPlain && inner !== -1 && tree.type(inner) === "this" && holder !== null) {
    a.isName[nameNode] = 1;
    declareValue(scope, tree.text(nameNode), { is: "root", root: holder });
    return;
  }
  declarePattern(a, nameNode, scope, type, isConst || (inner !== -1 && tree.type(inner) !== "identifier") ? value : -1);
}

interface Variable {
  nameNode: number;
  type: number;
  value: number;
  /** The value without parentheses and casts. */
  inner: number;
  isConst: boolean;
  scope: Scope;
}

/** A variable that is a symbol: it holds a function or a class, or stands at the top of a file or namespace. */
function variableSymbol(a: Analysis, node: number, declaration: number, given: Variable): void {
  const { tree } = a;
  const { nameNode, inner, type, value } = given;
  const name = tree.text(nameNode);
  const wrapping = wrappingOf(a, declaration);
  const holdsFunction = isFunction(a, inner);
  const holdsClass = inner !== -1 && tree.type(inner) === "class";
  const kind = holdsFunction ? "function" : holdsClass ? "class" : given.isConst ? "constant" : "variable";
  const isAlone = tree.namedChildren(declaration).filter((at) => tree.type(at) === "variable_declarator").length === 1;
  const index = addSymbol(a, { name, kind, node, nameNode }, isAlone ? wrapping.outer : node);
  markExported(a, index, wrapping);
  if (holdsClass) declareClass(given.scope, name, index);
  else declareValue(given.scope, name, { is: "symbol", symbol: index });
  a.symbolAt.set(node, index);
  if (holdsFunction) describeFunction(a, a.symbols[index]!, index, inner);
  else if (!holdsClass && (type !== -1 || value !== -1))
    a.typeSources.set(index, {
      scope: a.current.scope,
      type,
      value,
      isAwaited: false,
      classSymbol: a.current.classSymbol,
    });
  if (inner !== -1) ownValue(a, inner, index);
  openRegion(a, node, { symbol: index });
}

/** Notes that a function, class or object literal is the value of a symbol; `Object.freeze({…})` is its object. */
export function ownValue(a: Analysis, value: number, symbol: number): void {
  const { tree } = a;
  let at = value;
  if (tree.type(at) === "call_expression") {
    const callee = tree.child(at, "function");
    if (callee === -1 || !/^Object\s*\.\s*(?:freeze|seal|assign)$/.test(tree.text(callee).slice(0, 40))) return;
    const args = tree.child(at, "arguments");
    at = args === -1 ? -1 : unwrapped(tree, tree.namedChildren(args)[0] ?? -1, true);
    if (at === -1) return;
  }
  if (isFunction(a, at) || tree.type(at) === "class" || tree.type(at) === "object") a.valueOf.set(at, symbol);
}

const DEEPEST_OBJECT = 3;

/** A member of an object literal that is the value of a symbol. */
function pair(a: Analysis, node: number): void {
  const { tree } = a;
  const owner = a.valueOf.get(tree.parent(node));
  const key = tree.child(node, "key");
  const value = unwrapped(tree, tree.child(node, "value"), true);
  if (owner === undefined || key === -1 || value === -1) return;
  if (owner === 0) {
    exportsMember(a, node, key, value, memberName(tree, key));
    return;
  }
  const depth = objectDepth(a, owner);
  const holdsFunction = isFunction(a, value);
  const isObject = tree.type(value) === "object";
  if (depth >= DEEPEST_OBJECT && !holdsFunction) return;
  if (depth > 0 && !holdsFunction && !isObject) return;
  const nameUse = tree.type(key) === "computed_property_name" ? node : key;
  const kind = holdsFunction ? "method" : "property";
  const index = addSymbol(a, { name: memberName(tree, key), kind, node, nameNode: nameUse, parent: owner });
  a.symbolAt.set(node, index);
  if (holdsFunction) describeFunction(a, a.symbols[index]!, index, value);
  if (holdsFunction || (isObject && depth + 1 < DEEPEST_OBJECT)) a.valueOf.set(value, index);
  openRegion(a, node, { symbol: index });
}

/** How many object literals stand between an owner and the symbol that holds the outermost. */
function objectDepth(a: Analysis, owner: number): number {
  let depth = 0;
  for (let at = owner; a.symbols[at]!.kind === "property"; at = a.symbols[at]!.parent) depth++;
  return depth;
}

function block(a: Analysis, node: number): void {
  const { tree } = a;
  if (tree.type(node) === "statement_block") {
    const parent = tree.type(tree.parent(node));
    if (FUNCTION_LIKE.has(parent) || parent === "class_static_block") return;
    // A namespace's body has the scope of the namespace.
    if (a.current.isContainer && a.current.start === tree.parent(node)) return;
  }
  openRegion(a, node, { scope: createScope(a.current.scope, false) });
}

function forIn(a: Analysis, node: number): void {
  const { tree } = a;
  const scope = createScope(a.current.scope, false);
  openRegion(a, node, { scope });
  const kind = tree.child(node, "kind");
  const left = tree.child(node, "left");
  if (kind === -1 || left === -1) return;
  declarePattern(a, left, tree.text(kind) === "var" ? functionScope(scope) : scope, -1, -1);
}

function catchClause(a: Analysis, node: number): void {
  const scope = createScope(a.current.scope, false);
  openRegion(a, node, { scope });
  const parameter = a.tree.child(node, "parameter");
  if (parameter !== -1) declarePattern(a, parameter, scope, a.tree.child(node, "type"), -1);
}

/** A type with parameters of its own; they name nothing outside. */
function functionType(a: Analysis, node: number): void {
  const scope = createScope(a.current.scope, true);
  openRegion(a, node, { scope });
  declareTypeParameters(a, node, scope);
  const parameters = a.tree.child(node, "parameters");
  if (parameters !== -1) declareParameters(a, parameters, scope, -1);
}

function indexSignature(a: Analysis, node: number): void {
  const { tree } = a;
  const scope = createScope(a.current.scope, false);
  openRegion(a, node, { scope });
  const name = tree.child(node, "name");
  if (name !== -1) a.isName[name] = 1;
  const mapped = tree.childOfType(node, "mapped_type_clause");
  const key = mapped === -1 ? -1 : tree.child(mapped, "name");
  if (key === -1) return;
  a.isName[key] = 1;
  declareType(scope, tree.text(key), { is: "typeParameter", scope, constraint: -1 });
}

function conditionalType(a: Analysis, node: number): void {
  openRegion(a, node, { scope: createScope(a.current.scope, false) });
}

function inferType(a: Analysis, node: number): void {
  const { tree } = a;
  const name = tree.childOfType(node, "type_identifier");
  if (name === -1) return;
  a.isName[name] = 1;
  const { scope } = conditionalAround(a, node) ?? a.current;
  declareType(scope, folded(tree.text(name)), { is: "typeParameter", scope, constraint: -1 });
}

/** The region of the conditional type that an `infer` stands in the condition of: its branches see the name. */
function conditionalAround(a: Analysis, node: number): Region | undefined {
  const { tree } = a;
  for (let i = a.open.length - 1; i >= 0; i--) {
    const { start } = a.open[i]!;
    if (tree.type(start) !== "conditional_type") continue;
    const condition = tree.child(start, "right");
    if (condition !== -1 && node >= condition && node < tree.subtreeEnd(condition)) return a.open[i];
  }
  return undefined;
}

/** Notes which symbol has JSX in it; for methods also their class. */
function jsxElement(a: Analysis): void {
  const index = a.current.symbol;
  if (index === 0) return;
  a.withJsx.add(index);
  const { kind, name, parent } = a.symbols[index]!;
  if (kind === "method" && name === "render") a.withJsx.add(parent);
}
