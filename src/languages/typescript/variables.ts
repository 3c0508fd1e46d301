/** Reads variables, the members of the objects that they hold, and blocks. */
import { AWAITED, EACH } from "../../model/steps.js";
import { symbolOf } from "../symbol-of.js";
import { type Analysis, selfOf } from "./analysis.js";
import { declarePattern } from "./functions.js";
import { isKeyed } from "./held-objects.js";
import { jsdocTyped } from "./jsdoc.js";
import { declareExportsMember, declareImportVariable, declareLazyComponent } from "./modules.js";
import { openRegion } from "./regions.js";
import { declareSchemaKey } from "./schemas.js";
import { createScope, declareClass, declareValue, functionScope, type Scope } from "./scope.js";
import { addSymbol, describeFunction, markExported, noteValueOf, wrappingOf } from "./symbols.js";
import { FUNCTION_LIKE, isFunction, memberName, patternNames, stepsTo, unwrap } from "./syntax-helpers.js";

/** Declares the variable, or the names of the pattern, of a declarator. */
export function visitVariable(a: Analysis, node: number): void {
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
  if (declareImportVariable(a, nameNode, value, scope)) return;
  const inner = unwrap(tree, value, true);
  const isExported = tree.type(tree.parent(declaration)) === "export_statement";
  if (isConst && !isExported && declareLazyComponent(a, nameNode, inner, scope)) return;
  const isPlain = tree.type(nameNode) === "identifier";
  const isClass = inner !== -1 && tree.type(inner) === "class";
  // Within a function only Svelte's scripts export: the variable is a prop.
  if (isPlain && (isFunction(a, inner) || isClass || a.current.isContainer || isExported)) {
    declareVariableSymbol(a, node, declaration, { nameNode, type, value, inner, isConst, scope });
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
      const steps = type === -1 && value === -1 ? null : stepsTo(a, name, nameNode);
      if (steps === null) continue;
      a.typeSources.set(index, { scope: a.current.scope, type, value, steps, classSymbol: a.current.classSymbol });
    }
    return;
  }
  const holder = selfOf(a.current);
  if (isConst && isPlain && inner !== -1 && tree.type(inner) === "this" && holder !== null) {
    a.isName[nameNode] = 1;
    declareValue(scope, tree.text(nameNode), { is: "root", root: holder });
    return;
  }
  const isFirst = !isConst && inner !== -1 && tree.type(inner) === "identifier";
  declarePattern(a, nameNode, scope, { type, ...(isFirst ? { first: value } : { value }) });
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

/** Adds a variable as a symbol: it holds a function or a class, or it is at the top of a file or namespace. */
function declareVariableSymbol(a: Analysis, node: number, declaration: number, given: Variable): void {
  const { tree } = a;
  const { nameNode, inner, type } = given;
  const isMember = inner !== -1 && tree.type(inner) === "member_expression";
  const value = (isMember ? a.globals.get(tree.text(inner)) : undefined) ?? given.value;
  const name = tree.text(nameNode);
  const wrapping = wrappingOf(a, declaration);
  const holdsFunction = isFunction(a, inner);
  const holdsClass = inner !== -1 && tree.type(inner) === "class";
  const kind = holdsFunction ? "function" : holdsClass ? "class" : given.isConst ? "constant" : "variable";
  const isAlone =
    tree.namedChildren(declaration).filter((current) => tree.type(current) === "variable_declarator").length === 1;
  const index = addSymbol(a, { name, kind, node, nameNode }, isAlone ? wrapping.outer : node);
  markExported(a, index, wrapping);
  if (holdsClass) declareClass(given.scope, name, index);
  else declareValue(given.scope, name, { is: "symbol", symbol: index });
  a.symbolAt.set(node, index);
  if (holdsFunction) describeFunction(a, index, inner);
  if (holdsFunction && type !== -1 && tree.child(inner, "return_type") === -1) {
    const { scope, classSymbol } = a.current;
    a.typeSources.set(index, { scope, type, value: -1, isCalled: true, classSymbol });
  } else if (!holdsFunction && !holdsClass && (type !== -1 || value !== -1)) {
    const { scope, classSymbol } = a.current;
    a.typeSources.set(index, { scope, type, value, doc: jsdocTyped(a, node), classSymbol });
  }
  if (inner !== -1) noteValueOf(a, inner, index);
  openRegion(a, node, { symbol: index });
}

/** Object literals in object literals have members that are symbols at most this deep. */
const DEEPEST_OBJECT = 3;
/** Values whose type is of no use. */
const PLAIN = new Set(["string", "template_string", "number", "true", "false", "null", "undefined", "regex"]);

/** A prop is looked through this far for `required: true`. */
const LONGEST_PROP = 500;

/** Adds a member of an object literal that is the value of a symbol. */
export function visitPair(a: Analysis, node: number): void {
  const { tree } = a;
  const holder = a.shapes.get(tree.parent(node));
  if (holder !== undefined) {
    declareSchemaKey(a, node, holder);
    return;
  }
  const owner = a.valueOf.get(tree.parent(node));
  const key = tree.child(node, "key");
  const value = unwrap(tree, tree.child(node, "value"), true);
  if (owner === undefined && key !== -1) declareHeld(a, node, key, value);
  if (owner === undefined || key === -1 || value === -1) return;
  if (owner === 0) {
    declareExportsMember(a, node, key, value, memberName(tree, key));
    return;
  }
  const depth = objectDepth(a, owner);
  const holdsFunction = isFunction(a, value);
  const isObject = tree.type(value) === "object";
  if (depth >= DEEPEST_OBJECT && !holdsFunction) return;
  const isProp = a.objectsOfProps.has(tree.parent(node));
  if (depth > 0 && !holdsFunction && !isObject && !isKeyed(a, value) && !isProp) return;
  const nameUse = tree.type(key) === "computed_property_name" ? node : key;
  const kind = holdsFunction && !isProp ? "method" : "property";
  const index = addSymbol(a, { name: memberName(tree, key), kind, node, nameNode: nameUse, parent: owner });
  a.symbolAt.set(node, index);
  if (isProp) {
    symbolOf(a, index).isOptional = !/\brequired\s*:\s*true\b/.test(tree.text(value).slice(0, LONGEST_PROP));
    openRegion(a, node, { symbol: index });
    return;
  }
  if (holdsFunction) describeFunction(a, index, value);
  const hasMembers = isObject && depth + 1 < DEEPEST_OBJECT;
  if (holdsFunction || hasMembers) a.valueOf.set(value, index);
  if (hasMembers || (!holdsFunction && !isObject && !PLAIN.has(tree.type(value)))) {
    const { scope, classSymbol } = a.current;
    a.typeSources.set(index, { scope, type: -1, value: tree.child(node, "value"), classSymbol });
  }
  openRegion(a, node, { symbol: index });
}

/** Adds a function that is a member of a held object, or a key of one whose value is a call with a function in it. */
function declareHeld(a: Analysis, node: number, key: number, value: number): void {
  const { tree } = a;
  const held = a.heldObjects.get(tree.parent(node));
  if (held === undefined) return;
  const holdsFunction = isFunction(a, value);
  if (!holdsFunction && !(held.mayHaveKeys && isKeyed(a, value))) return;
  const nameNode = tree.type(key) === "computed_property_name" ? node : key;
  const kind = holdsFunction ? "function" : "constant";
  const index = addSymbol(a, { name: memberName(tree, key), kind, node, nameNode, parent: held.owner });
  a.symbolAt.set(node, index);
  if (holdsFunction) {
    describeFunction(a, index, value);
    a.valueOf.set(value, index);
  }
  openRegion(a, node, { symbol: index });
}

/** Counts the object literals between an owner and the symbol that holds the outermost one. */
function objectDepth(a: Analysis, owner: number): number {
  let depth = 0;
  for (let current = owner; symbolOf(a, current).kind === "property"; current = symbolOf(a, current).parent) depth++;
  return depth;
}

/** Opens the scope of a block that is not a body of a function. */
export function visitBlock(a: Analysis, node: number): void {
  const { tree } = a;
  if (tree.type(node) === "statement_block") {
    const parent = tree.type(tree.parent(node));
    if (FUNCTION_LIKE.has(parent) || parent === "class_static_block") return;
    // The body of a namespace has the scope of the namespace.
    if (a.current.isContainer && a.current.start === tree.parent(node)) return;
  }
  openRegion(a, node, { scope: createScope(a.current.scope, false) });
}

/** Opens the scope of `for … in` and `for … of`, with the names that it binds. */
export function visitForIn(a: Analysis, node: number): void {
  const { tree } = a;
  const scope = createScope(a.current.scope, false);
  openRegion(a, node, { scope });
  const kind = tree.child(node, "kind");
  const left = tree.child(node, "left");
  if (kind === -1 || left === -1) return;
  const isOf = tree.hasChildOfType(node, "of");
  const steps = tree.hasChildOfType(node, "await") ? [EACH, AWAITED] : [EACH];
  const over = isOf ? tree.child(node, "right") : -1;
  const declaring = tree.text(kind) === "var" ? functionScope(scope) : scope;
  declarePattern(a, left, declaring, { value: over, steps });
}

/** Opens the scope of a catch clause, with the names that it binds. */
export function visitCatchClause(a: Analysis, node: number): void {
  const scope = createScope(a.current.scope, false);
  openRegion(a, node, { scope });
  const parameter = a.tree.child(node, "parameter");
  if (parameter !== -1) declarePattern(a, parameter, scope, { type: a.tree.child(node, "type") });
}
