/** Reads imports and exports in all their forms: ES modules, `import = require`, dynamic import, CommonJS. */
import { lastOf, nth } from "../../base/need.js";
import type { Export, Import } from "../../model/parse-result.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis } from "./analysis.js";
import { declareThisMember } from "./classes.js";
import { declarePattern } from "./functions.js";
import { lazyComponent } from "./lazy-components.js";
import { openRegion } from "./regions.js";
import { type Binding, declareType, declareValue, lookUpType, lookUpValue, type Scope } from "./scope.js";
import { addSymbol, describeFunction, noteValueOf, statementOf } from "./symbols.js";
import {
  firstNamed,
  isFunction,
  memberName,
  moduleRequest,
  patternNames,
  stringText,
  unwrap,
} from "./syntax-helpers.js";

/** Adds an import and binds its local name, if it has one. */
function addImport(
  a: Analysis,
  given: Pick<Import, "specifier" | "imported" | "local" | "isTypeOnly" | "line">,
  scope: Scope,
) {
  const index = a.imports.length;
  a.imports.push({ kind: "module", isGlobal: false, ...given });
  if (given.local !== "") {
    declareValue(scope, given.local, { is: "import", import: index });
    declareType(scope, given.local, { is: "import", import: index });
  }
  return index;
}

/** Adds an import statement, and declares the names that it binds. */
export function visitImportStatement(a: Analysis, node: number): void {
  const { tree } = a;
  const scope = a.current.scope;
  if (a.current.symbol === 0) a.isModule = true;
  for (let index = node; index < tree.subtreeEnd(node); index++) a.isName[index] = 1;
  const isTypeOnly = tree.hasChildOfType(node, "type") || tree.hasChildOfType(node, "typeof");
  const required = tree.childOfType(node, "import_require_clause");
  const source = tree.child(required === -1 ? node : required, "source");
  const specifier = stringText(tree, source);
  if (specifier === null) return;
  const add = (imported: string, inner: number, typeOnly = isTypeOnly): void => {
    const local = inner === -1 ? "" : tree.text(inner);
    const line = tree.startLine(inner === -1 ? node : inner);
    addImport(a, { specifier, imported, local, isTypeOnly: typeOnly, line }, scope);
  };
  const clause = tree.childOfType(node, "import_clause");
  if (required !== -1) add("*", tree.childOfType(required, "identifier"));
  else if (clause === -1) add("", -1);
  if (clause === -1) return;
  const before = a.imports.length;
  for (const child of tree.namedChildren(clause)) {
    const type = tree.type(child);
    if (type === "identifier") add("default", child);
    else if (type === "namespace_import") add("*", tree.childOfType(child, "identifier"));
    else if (type === "named_imports") {
      for (const one of tree.namedChildren(child)) {
        if (tree.type(one) !== "import_specifier") continue;
        const name = tree.child(one, "name");
        const alias = tree.child(one, "alias");
        if (name === -1) continue;
        const typeOnly = isTypeOnly || tree.hasChildOfType(one, "type");
        add(stringText(tree, name) ?? tree.text(name), alias === -1 ? name : alias, typeOnly);
      }
    }
  }
  if (a.imports.length === before) add("", -1);
}

/** Binds the name of `import A = B.C`. */
export function visitImportAlias(a: Analysis, node: number): void {
  const { tree } = a;
  const [name, entity] = tree.namedChildren(node).filter((child) => tree.type(child) !== "comment");
  if (name === undefined || entity === undefined) return;
  a.isName[name] = 1;
  const binding = { is: "alias", scope: a.current.scope, entity } as const;
  declareValue(a.current.scope, tree.text(name), binding);
  declareType(a.current.scope, tree.text(name), binding);
}

/**
 * Adds the imports of `const x = require("m")`, `const { a, b: c } = await import("m")` and `const x = require("m").y`. False if the value is not an
 * import.
 */
export function declareImportVariable(a: Analysis, nameNode: number, value: number, scope: Scope): boolean {
  const { tree } = a;
  if (value === -1) return false;
  let inner = unwrap(tree, value, true);
  let member = "";
  if (inner !== -1 && tree.type(inner) === "member_expression") {
    const property = tree.child(inner, "property");
    if (property === -1) return false;
    member = tree.text(property);
    inner = unwrap(tree, tree.child(inner, "object"), true);
  }
  const request = inner === -1 ? null : moduleRequest(a, inner);
  if (request === null) return false;
  // `const p = import("m")` is a promise.
  if (request.isDynamic && request.call === inner) return false;
  const { specifier, call } = request;
  const isPlain = tree.type(nameNode) === "identifier";
  if (!isPlain && (tree.type(nameNode) !== "object_pattern" || member !== "")) return false;
  if (!request.isDynamic) a.isModule = true;
  a.isName[tree.child(call, "function")] = 1;
  a.importAt.set(call, a.imports.length);
  const isTypeOnly = false;
  const line = tree.startLine(call);
  if (isPlain) {
    a.isName[nameNode] = 1;
    addImport(a, { specifier, imported: member || "*", local: tree.text(nameNode), isTypeOnly, line }, scope);
    return true;
  }
  const names = patternNames(a, nameNode).map((node) => ({ node, imported: importedName(a, node, nameNode) }));
  const isWhole = names.some(({ imported }) => imported === null);
  if (isWhole || names.length === 0)
    addImport(a, { specifier, imported: isWhole ? "*" : "", local: "", isTypeOnly, line }, scope);
  for (const { node, imported } of names) {
    if (imported === null) {
      declarePattern(a, nameNode, scope, { value, only: node });
      continue;
    }
    a.isName[node] = 1;
    addImport(a, { specifier, imported, local: tree.text(node), isTypeOnly, line: tree.startLine(node) }, scope);
  }
  return true;
}

/** Adds the import of a component that a variable loads when it is first shown. False if it does not. */
export function declareLazyComponent(a: Analysis, nameNode: number, value: number, scope: Scope): boolean {
  const { tree } = a;
  if (tree.type(nameNode) !== "identifier") return false;
  const lazy = lazyComponent(a, value);
  if (lazy === null) return false;
  const { call, specifier, imported } = lazy;
  a.isName[tree.child(call, "function")] = 1;
  a.isName[nameNode] = 1;
  a.importAt.set(call, a.imports.length);
  const line = tree.startLine(call);
  addImport(a, { specifier, imported, local: tree.text(nameNode), isTypeOnly: false, line }, scope);
  return true;
}

/** The property of the module that a name of an object pattern takes, "*" for `...rest`; null for a name in a nested pattern. */
function importedName(a: Analysis, name: number, pattern: number): string | null {
  const { tree } = a;
  let node = name;
  while (/^(?:(?:object_)?assignment|rest)_pattern$/.test(tree.type(tree.parent(node)))) node = tree.parent(node);
  const parent = tree.parent(node);
  if (parent === pattern) return tree.type(node) === "rest_pattern" ? "*" : tree.text(name);
  if (tree.type(parent) === "pair_pattern" && tree.parent(parent) === pattern) {
    const key = tree.child(parent, "key");
    if (key !== -1) return memberName(tree, key);
  }
  return null;
}

const TYPE_PARENT = /(?:_type|type_annotation|type_arguments|type_alias_declaration|constraint|type_query|_clause)$/;

/** Adds the import of `require("m")` and `import("m")` anywhere in an expression or a type. */
export function visitImportCall(a: Analysis, node: number): void {
  const { tree } = a;
  const callee = tree.child(node, "function");
  if (callee === -1 || a.importAt.has(node)) return;
  const type = tree.type(callee);
  if (type !== "import" && (type !== "identifier" || tree.text(callee) !== "require")) return;
  const request = moduleRequest(a, node);
  if (request === null || request.call !== node) return;
  a.isName[callee] = 1;
  if (!request.isDynamic) a.isModule = true;
  a.importAt.set(node, a.imports.length);
  let imported = tree.type(tree.parent(node)) === "expression_statement" ? "" : "*";
  let isTypeOnly = false;
  let outer = node;
  while (tree.type(tree.parent(outer)) === "member_expression" && tree.field(outer) === "object")
    outer = tree.parent(outer);
  if (request.isDynamic && TYPE_PARENT.test(tree.type(tree.parent(outer)))) {
    isTypeOnly = true;
    const property = outer === node ? -1 : tree.child(tree.parent(node), "property");
    if (property !== -1) imported = tree.text(property);
  }
  const line = tree.startLine(node);
  addImport(a, { specifier: request.specifier, imported, local: "", isTypeOnly, line }, a.current.scope);
}

/** Adds the exports of an export statement, and the import of `export … from`. */
export function visitExportStatement(a: Analysis, node: number): void {
  const { tree } = a;
  const isTop = a.current.symbol === 0;
  if (isTop) a.isModule = true;
  // `maskTypes` hides `type` before `*` from the grammar.
  const isTypeOnly =
    tree.hasChildOfType(node, "type") ||
    /^export\s+type\s*\*/.test(a.source.slice(tree.start(node), tree.start(node) + 60));
  const specifier = stringText(tree, tree.child(node, "source"));
  const line = tree.startLine(node);
  const clause = tree.childOfType(node, "export_clause");
  const namespaceExport = tree.childOfType(node, "namespace_export");
  if (clause !== -1) {
    addExportClause(a, clause, specifier, isTypeOnly);
    return;
  }
  if (namespaceExport !== -1 && specifier !== null) {
    const name = firstNamed(tree, namespaceExport);
    markNames(a, namespaceExport);
    const exported = name === -1 ? "*" : (stringText(tree, name) ?? tree.text(name));
    const target = { in: "module", specifier, imported: "*" } as const;
    a.exports.push({ exported, target, isTypeOnly, line, ...namespaceAround(a) });
    return;
  }
  if (specifier !== null && tree.hasChildOfType(node, "*")) {
    const target = { in: "module", specifier, imported: "*" } as const;
    a.exports.push({ exported: "*", target, isTypeOnly, line, ...namespaceAround(a) });
    return;
  }
  const isAssignment = tree.hasChildOfType(node, "=");
  const isDefault = tree.hasChildOfType(node, "default");
  if ((!isAssignment && !isDefault) || tree.child(node, "declaration") !== -1) return;
  const value = unwrap(tree, tree.child(node, "value") === -1 ? lastNamed(a, node) : tree.child(node, "value"), true);
  // `declare module "a" { const it: It; export default it; }`, and `export = it`
  const isNamed = value !== -1 && tree.type(value) === "identifier";
  const isInModule = isNamed && namespaceAround(a).namespace !== undefined;
  if (value !== -1 && (isTop || isInModule)) declareExportedValue(a, node, value, isAssignment ? "=" : "default");
}

function lastNamed(a: Analysis, node: number): number {
  return a.tree.namedChildren(node).findLast((child) => a.tree.type(child) !== "comment") ?? -1;
}

function markNames(a: Analysis, node: number): void {
  for (let index = node; index < a.tree.subtreeEnd(node); index++) a.isName[index] = 1;
}

function addExportClause(a: Analysis, clause: number, specifier: string | null, isTypeOnly: boolean): void {
  const { tree } = a;
  markNames(a, clause);
  for (const one of tree.namedChildren(clause)) {
    const name = tree.child(one, "name");
    if (tree.type(one) !== "export_specifier" || name === -1) continue;
    const alias = tree.child(one, "alias");
    const local = stringText(tree, name) ?? tree.text(name);
    const exported = alias === -1 ? local : (stringText(tree, alias) ?? tree.text(alias));
    const typeOnly = isTypeOnly || tree.hasChildOfType(one, "type");
    const line = tree.startLine(one);
    if (specifier === null) {
      pendExport(a, exported, local, typeOnly, line);
      continue;
    }
    const target = { in: "module", specifier, imported: local } as const;
    a.exports.push({ exported, target, isTypeOnly: typeOnly, line, ...namespaceAround(a) });
  }
}

/** The namespace around an export, or the module of `declare module "a"`. */
function namespaceAround({ current }: Analysis): { namespace?: number } {
  return current.isContainer && current.symbol > 0 ? { namespace: current.symbol } : {};
}

/** Notes an export of a local name, by the module or by the namespace around. */
function pendExport(a: Analysis, exported: string, local: string, isTypeOnly: boolean, line: number): void {
  const { scope, symbol } = a.current.isContainer ? a.current : { scope: a.topScope, symbol: 0 };
  a.pendingExports.push({ exported, local, scope, from: symbol, isTypeOnly, line });
}

/** Adds the export of a value: `export default …`, `export = …`, `module.exports = …`. A value without a name becomes a symbol named "default". */
function declareExportedValue(a: Analysis, node: number, value: number, exported: "default" | "="): void {
  const { tree } = a;
  const type = tree.type(value);
  const line = tree.startLine(value);
  if (type === "identifier") {
    a.isName[value] = 1;
    pendExport(a, exported, tree.text(value), false, line);
    return;
  }
  const request = moduleRequest(a, value);
  if (request !== null) {
    const target = { in: "module", specifier: request.specifier, imported: "*" } as const;
    a.exports.push({ exported, target, isTypeOnly: false, line });
    return;
  }
  // The handlers of functions and classes add the symbol of a default export, with the doc of the export.
  const isCallable = isFunction(a, value) || type === "class";
  if (isCallable && exported === "default") return;
  const nameNode = isCallable ? tree.child(value, "name") : -1;
  const name = nameNode === -1 ? "default" : tree.text(nameNode);
  const kind = isFunction(a, value) ? "function" : type === "class" ? "class" : "constant";
  const index = addSymbol(a, { name, kind, node, nameNode: node });
  const symbol = symbolOf(a, index);
  symbol.nameLine = tree.startLine(nameNode === -1 ? node : nameNode);
  symbol.isExported = true;
  if (kind === "function") describeFunction(a, index, value);
  if (kind === "constant") a.typeSources.set(index, { scope: a.current.scope, type: -1, value, classSymbol: -1 });
  noteValueOf(a, value, index);
  a.symbolAt.set(node, index);
  a.exports.push({ exported, target: { in: "file", symbol: index }, isTypeOnly: false, line });
  openRegion(a, node, { symbol: index });
}

/** Adds the declaration that an assignment makes: `module.exports = …`, `exports.x = …`, `Foo.prototype.bar = function`, `obj.x = () => …`. */
export function visitAssignment(a: Analysis, node: number): void {
  const { tree } = a;
  const left = tree.child(node, "left");
  if (left === -1 || tree.type(left) !== "member_expression" || tree.end(left) - tree.start(left) > 200) return;
  noteGlobalAssignment(a, node);
  const names = tree.text(left).split(/\s*\.\s*/);
  const [first, second] = names;
  const last = lastOf(names);
  const value = assignedValue(a, node);
  if (value === -1) return;
  const isOfModule = first === "module" && second === "exports";
  if (first === "exports" || isOfModule) a.isName[leftmost(a, left)] = 1;
  if (isOfModule) {
    if (names.length === 2) declareExportsObject(a, node, value);
    else if (names.length === 3) declareExportsMember(a, node, left, value, last);
  } else if (first === "exports" && names.length === 2) declareExportsMember(a, node, left, value, last);
  else if (first === "this" && names.length === 2) declareThisMember(a, node, left, value, last);
  else declareAssignedMember(a, node, left, value, names);
}

/** Notes `global.X = X` and `global.X ??= X`: a later `global.X` in the file is X. */
export function noteGlobalAssignment(a: Analysis, node: number): void {
  const { tree } = a;
  const left = tree.child(node, "left");
  const value = unwrap(tree, tree.child(node, "right"), true);
  if (left === -1 || value === -1 || tree.type(left) !== "member_expression" || tree.type(value) !== "identifier")
    return;
  const text = tree.text(left);
  if (/^global(?:This)?\.[^.]+$/.test(text)) a.globals.set(text, value);
}

/** The node of the first name of a member access. */
function leftmost(a: Analysis, member: number): number {
  let node = member;
  while (a.tree.type(node) === "member_expression") node = a.tree.firstChild(node);
  return node;
}

/** The last value of `a = b = value`, without parentheses. */
function assignedValue(a: Analysis, node: number): number {
  const { tree } = a;
  let inner = node;
  while (inner !== -1 && tree.type(inner) === "assignment_expression")
    inner = unwrap(tree, tree.child(inner, "right"), true);
  return inner;
}

/** Adds the exports of `module.exports = { … }`, or of another value. */
function declareExportsObject(a: Analysis, node: number, value: number): void {
  const { tree } = a;
  a.isModule = true;
  if (tree.type(value) !== "object") {
    if (a.valueOf.has(value)) return;
    declareExportedValue(a, node, value, "=");
    return;
  }
  a.valueOf.set(value, 0);
  for (const member of tree.namedChildren(value)) {
    const line = tree.startLine(member);
    if (tree.type(member) === "shorthand_property_identifier") {
      a.isName[member] = 1;
      pendExport(a, tree.text(member), tree.text(member), false, line);
    } else if (tree.type(member) === "spread_element") {
      const request = moduleRequest(a, firstNamed(tree, member));
      if (request === null) continue;
      const target = { in: "module", specifier: request.specifier, imported: "*" } as const;
      a.exports.push({ exported: "*", target, isTypeOnly: false, line });
    }
  }
}

/** Adds the export of `exports.name = value` or of a member in `module.exports = { … }`. The value may be another name or a declaration of its own. */
export function declareExportsMember(a: Analysis, node: number, nameNode: number, value: number, name: string): void {
  const { tree } = a;
  a.isModule = true;
  const line = tree.startLine(nameNode);
  const type = tree.type(value);
  if (type === "identifier") {
    pendExport(a, name, tree.text(value), false, line);
    return;
  }
  const request = moduleRequest(a, value);
  if (request !== null) {
    const target = { in: "module", specifier: request.specifier, imported: "*" } as const;
    a.exports.push({ exported: name, target, isTypeOnly: false, line });
    return;
  }
  const taken = takenFromModule(a, value);
  if (taken !== null) {
    a.exports.push({ exported: name, target: { in: "module", ...taken }, isTypeOnly: false, line });
    return;
  }
  if (type === "unary_expression" || type === "undefined" || a.valueOf.has(value)) {
    if (!a.exports.some((other) => other.exported === name))
      a.exports.push({ exported: name, target: { in: "unknown" }, isTypeOnly: false, line });
    return;
  }
  const kind = isFunction(a, value) ? "function" : type === "class" ? "class" : "constant";
  const index = addSymbol(a, { name, kind, node, nameNode: node, parent: 0 }, statementOf(a, node));
  const symbol = symbolOf(a, index);
  symbol.nameLine = line;
  symbol.isExported = true;
  if (kind === "function") describeFunction(a, index, value);
  if (kind === "constant") a.typeSources.set(index, { scope: a.current.scope, type: -1, value, classSymbol: -1 });
  noteValueOf(a, value, index);
  a.symbolAt.set(node, index);
  a.exports.push({ exported: name, target: { in: "file", symbol: index }, isTypeOnly: false, line });
  openRegion(a, node, { symbol: index });
}

/** The export of another module that a value is: `lists.isList` after `const lists = require("./lists")`. Null for any other value. */
function takenFromModule(a: Analysis, value: number): { specifier: string; imported: string } | null {
  const { tree } = a;
  const object = tree.child(value, "object");
  const property = tree.child(value, "property");
  if (tree.type(value) !== "member_expression" || tree.type(object) !== "identifier" || property === -1) return null;
  const binding = lookUpValue(a.current.scope, tree.text(object));
  const item = binding?.is === "import" ? a.imports[binding.import] : undefined;
  return item?.imported === "*" ? { specifier: item.specifier, imported: tree.text(property) } : null;
}

/** Adds the member of `Foo.prototype.bar = function`, `Foo.prototype = {…}` and `obj.x = function`, where Foo and obj are symbols of this file. */
function declareAssignedMember(a: Analysis, node: number, left: number, value: number, names: string[]): void {
  const { tree } = a;
  const binding = lookUpValue(a.current.scope, nth(names, 0));
  if (binding?.is !== "symbol" || names.length < 2) return;
  const owner = binding.symbol;
  const onPrototype = names[1] === "prototype";
  if (onPrototype && names.length === 2) {
    if (tree.type(value) !== "object") return;
    a.constructors.add(owner);
    a.valueOf.set(value, owner);
    return;
  }
  if (names.length !== (onPrototype ? 3 : 2) || (!isFunction(a, value) && tree.type(value) !== "class")) return;
  if (a.valueOf.has(value)) return;
  if (onPrototype) a.constructors.add(owner);
  a.isName[leftmost(a, left)] = 1;
  const property = tree.child(left, "property");
  const kind = isFunction(a, value) ? "method" : "class";
  const draft = { name: lastOf(names), kind, node, nameNode: node, parent: owner } as const;
  const index = addSymbol(a, draft, statementOf(a, node));
  const symbol = symbolOf(a, index);
  symbol.nameLine = tree.startLine(property === -1 ? node : property);
  symbol.isStatic = !onPrototype && /^(?:class|function)$/.test(symbolOf(a, owner).kind);
  if (kind === "method") describeFunction(a, index, value);
  a.symbolAt.set(node, index);
  noteValueOf(a, value, index);
  openRegion(a, node, { symbol: index });
}

/** Looks up the names of pending exports, when all declarations are known. An export is also a use of the name. */
export function resolveExports(a: Analysis): void {
  for (const { exported, local, scope, from, isTypeOnly, line } of a.pendingExports) {
    const value = lookUpValue(scope, local);
    const type = lookUpType(scope, local);
    for (const binding of [value, type]) {
      if (binding?.is === "symbol") symbolOf(a, binding.symbol).isExported = true;
    }
    const root = exportedRoot(value ?? type);
    a.exports.push({ exported, target: root, isTypeOnly, line, ...(from > 0 && { namespace: from }) });
    if (root.in !== "unknown") a.references.push({ kind: "reexport", from, line, root, path: [], argumentCount: null });
  }
}

function exportedRoot(binding: Binding | null): Exclude<Export["target"], { in: "module" }> {
  if (binding?.is === "symbol") return { in: "file", symbol: binding.symbol };
  if (binding?.is === "import") return { in: "import", import: binding.import };
  return { in: "unknown" };
}
