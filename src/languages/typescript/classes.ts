/** Declarations of classes, and of the members of classes, interfaces, type literals and objects. */
import { nth } from "../../base/need.js";
import type { Root } from "../../model/parse-result.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis } from "./analysis.js";
import { declareTypeParameters, openFunction } from "./functions.js";
import { jsdocTyped } from "./jsdoc.js";
import { findDocumentedField } from "./jsdoc-declarations.js";
import { openRegion, openThisRegion } from "./regions.js";
import { createScope, declareClass } from "./scope.js";
import { addSymbol, describeFunction, describeType, markExported, statementOf, wrappingOf } from "./symbols.js";
import { isFunction, memberName, unwrap } from "./syntax-helpers.js";

/** Declares a class, and opens the region of its members. */
export function visitClass(a: Analysis, node: number): void {
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
    takeDecorators(a, wrapping.outer, index);
  }
  if (nameNode !== -1) a.isName[nameNode] = 1;
  a.symbolAt.set(node, index);
  const symbol = symbolOf(a, index);
  symbol.isAbstract = tree.type(node) === "abstract_class_declaration";
  describeType(a, index, node);
  const scope = createScope(a.current.scope, false);
  openThisRegion(a, node, null, { scope, symbol: index, classSymbol: index });
  declareTypeParameters(a, node, scope);
  if (isExpression && nameNode !== -1) declareClass(scope, tree.text(nameNode), index);
}

/** Gives a class what its decorators use, where they stand before the `export` of the statement `outer`. */
function takeDecorators({ regions, current }: Analysis, outer: number, index: number): void {
  for (let last = regions.length - 1; nth(regions, last).start > outer; last--) {
    const region = nth(regions, last);
    if (region.symbol === current.symbol) region.symbol = index;
  }
}

/** Fills in the flags of a class member by its modifiers. */
function describeMember(a: Analysis, index: number, node: number): void {
  const { tree } = a;
  const symbol = symbolOf(a, index);
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if (type === "accessibility_modifier") symbol.access = tree.text(child) as "public" | "private" | "protected";
    else if (type === "private_property_identifier" && tree.field(child) !== "value") symbol.access = "private";
    else if (type === "static") symbol.isStatic = true;
    else if (type === "abstract") symbol.isAbstract = true;
    else if (type === "override_modifier") symbol.isOverride = true;
    else if (type === "?") symbol.isOptional = true;
  }
  if (tree.type(node) === "abstract_method_signature") symbol.isAbstract = true;
}

/** The symbol that owns a member of an interface or a type literal; -1 if the literal has no name. */
function typeMemberOwner(a: Analysis, node: number): number {
  const body = a.tree.parent(node);
  return a.tree.type(body) === "object_type" ? (a.valueOf.get(body) ?? -1) : a.current.symbol;
}

/** Declares a method, accessor or constructor, of a class, a type or an object. */
export function visitMethod(a: Analysis, node: number): void {
  const { tree } = a;
  const parentNode = tree.parent(node);
  const inObject = tree.type(parentNode) === "object";
  const nameNode = tree.child(node, "name");
  let owner = a.current.symbol;
  const inLostClass = a.hasErrors && a.current.classSymbol === owner && a.current.symbol === owner;
  const isAccessor = tree.hasChildOfType(node, "get") || tree.hasChildOfType(node, "set");
  const held = isAccessor ? undefined : a.heldObjects.get(parentNode);
  const schema = isAccessor ? a.shapes.get(parentNode) : undefined;
  if (inObject) owner = schema ?? a.valueOf.get(parentNode) ?? held?.owner ?? (inLostClass ? owner : -1);
  else if (tree.type(node) === "method_signature") owner = typeMemberOwner(a, node);
  if (nameNode === -1 || owner === -1) {
    openFunction(a, node, a.current.symbol, null);
    return;
  }
  const name = memberName(tree, nameNode);
  const isClass = symbolOf(a, owner).kind === "class";
  const isExportsMember = inObject && owner === 0;
  const inClass = isClass && name === "constructor" ? "constructor" : "method";
  const kind = isExportsMember || held !== undefined ? "function" : isAccessor ? "property" : inClass;
  const nameUse = tree.type(nameNode) === "computed_property_name" ? node : nameNode;
  const index = addSymbol(a, { name, kind, node, nameNode: nameUse, parent: owner });
  const symbol = symbolOf(a, index);
  a.symbolAt.set(node, index);
  describeMember(a, index, node);
  describeFunction(a, index, node);
  if (isAccessor) {
    symbol.parameterSignature = null;
    symbol.parameterCount = null;
  }
  const source = schema === undefined ? undefined : a.typeSources.get(index);
  if (source !== undefined) source.isSchema = true;
  if (isExportsMember) {
    symbol.isExported = true;
    a.exports.push({ exported: name, target: { in: "file", symbol: index }, isTypeOnly: false, line: symbol.nameLine });
  }
  if (held !== undefined) {
    openFunction(a, node, index, held.isGiven ? null : held.self);
    return;
  }
  const isInstance = (isClass && !symbol.isStatic) || a.constructors.has(owner);
  openFunction(a, node, index, isInstance ? { in: "this", type: owner } : { in: "file", symbol: owner, isSelf: true });
}

/** Declares a field of a class or a property of a type. */
export function visitField(a: Analysis, node: number): void {
  const { tree } = a;
  const nameNode = tree.child(node, "name") === -1 ? tree.child(node, "property") : tree.child(node, "name");
  const isSignature = tree.type(node) === "property_signature";
  const owner = isSignature ? typeMemberOwner(a, node) : a.current.symbol;
  if (nameNode === -1 || owner === -1) return;
  const name = memberName(tree, nameNode);
  const type = tree.child(node, "type");
  const value = tree.child(node, "value");
  const valueNode = unwrap(tree, value, true);
  const isMethod = isFunction(a, valueNode);
  const kind = isMethod ? "method" : isSignature ? "property" : "field";
  const nameUse = tree.type(nameNode) === "computed_property_name" ? node : nameNode;
  const index = addSymbol(a, { name, kind, node, nameNode: nameUse, parent: owner });
  a.symbolAt.set(node, index);
  describeMember(a, index, node);
  const symbol = symbolOf(a, index);
  if (isMethod) {
    describeFunction(a, index, valueNode);
    if (type !== -1 && tree.child(valueNode, "return_type") === -1) {
      const { scope, classSymbol } = a.current;
      a.typeSources.set(index, { scope, type, value: -1, isCalled: true, classSymbol });
    }
    a.valueOf.set(valueNode, index);
  } else if (valueNode !== -1 && tree.type(valueNode) === "class") a.valueOf.set(valueNode, index);
  if (!a.typeSources.has(index) && (type !== -1 || value !== -1) && !isMethod)
    a.typeSources.set(index, {
      scope: a.current.scope,
      type,
      value,
      doc: jsdocTyped(a, node),
      classSymbol: a.current.classSymbol,
    });
  const isClass = symbolOf(a, owner).kind === "class";
  const self: Root | null = !isClass
    ? null
    : symbol.isStatic
      ? { in: "file", symbol: owner, isSelf: true }
      : { in: "this", type: owner };
  openThisRegion(a, node, self, { symbol: index });
}

/** JavaScript: adds the member that `this.name = value` declares, of the class or of the constructor function around. */
export function declareThisMember(a: Analysis, node: number, left: number, value: number, name: string): void {
  const { tree } = a;
  const owner = a.isJavaScript ? ownerOfThis(a) : -1;
  if (owner === -1 || a.valueOf.has(value)) return;
  const members = membersOf(a, owner);
  const known = members.get(name);
  const { scope, classSymbol } = a.current;
  const isNothing = /^(?:null|undefined)$/.test(tree.text(value));
  const source = { scope, type: -1, value, doc: jsdocTyped(a, node), classSymbol };
  if (known !== undefined) {
    if (known !== IN_BODY && !isNothing && symbolOf(a, known).kind === "field" && !a.typeSources.has(known))
      a.typeSources.set(known, source);
    return;
  }
  // `this.run = this.run.bind(this)` does not declare a member.
  if (tree.text(value).startsWith(`this.${name}`)) return;
  const property = tree.child(left, "property");
  const holdsFunction = isFunction(a, value);
  const kind = holdsFunction ? "method" : "field";
  const index = addSymbol(a, { name, kind, node, nameNode: property, parent: owner }, statementOf(a, node));
  members.set(name, index);
  a.symbolAt.set(node, index);
  if (name.startsWith("#")) symbolOf(a, index).access = "private";
  if (holdsFunction) {
    describeFunction(a, index, value);
    a.valueOf.set(value, index);
    openRegion(a, node, { symbol: index });
  } else if (!isNothing || source.doc !== null) a.typeSources.set(index, source);
}

/** JavaScript: adds the field that a comment alone declares, as with `@type {Store}` before `this.store;`. */
export function visitExpressionStatement(a: Analysis, node: number): void {
  const found = findDocumentedField(a, node);
  const owner = found === null ? -1 : ownerOfThis(a);
  if (found === null || owner === -1 || membersOf(a, owner).has(found.name)) return;
  const { left, name, doc } = found;
  const nameNode = a.tree.child(left, "property");
  const index = addSymbol(a, { name, kind: "field", node, nameNode, parent: owner });
  membersOf(a, owner).set(name, index);
  const { scope, classSymbol } = a.current;
  a.typeSources.set(index, { scope, type: -1, value: -1, doc, classSymbol });
}

/** The class or constructor function whose instance `this` is here; -1 for none. */
function ownerOfThis(a: Analysis): number {
  const holder = a.current.thisHolder ?? a.current;
  if (holder.self?.in === "this") return holder.self.type;
  const symbol = symbolOf(a, holder.symbol);
  const isMaker =
    (holder.self === null || holder.self.in === "unknown") &&
    symbol.kind === "function" &&
    /^\p{Lu}/u.test(symbol.name);
  if (!isMaker || a.symbolAt.get(holder.start) !== holder.symbol) return -1;
  a.constructors.add(holder.symbol);
  return holder.symbol;
}

/** Stands for a member that the body of a class declares, perhaps further down. */
const IN_BODY = -1;

/** The members of a symbol, by name: the known ones, and the ones that are sure to come. */
function membersOf(a: Analysis, owner: number): Map<string, number> {
  let members = a.membersOf.get(owner);
  if (members === undefined) {
    members = new Map(namesInBody(a, owner).map((name) => [name, IN_BODY]));
    for (let index = owner + 1; index < a.symbols.length; index++) {
      const { parent, name, isStatic } = symbolOf(a, index);
      if (parent === owner && !isStatic) members.set(name, index);
    }
    a.membersOf.set(owner, members);
  }
  return members;
}

/** The names of the methods, accessors and fields in the body of the class around, whose symbol is `owner`. */
function namesInBody({ tree, open }: Analysis, owner: number): string[] {
  const region = open.find(({ symbol, classSymbol }) => symbol === owner && classSymbol === owner);
  const body = region === undefined ? -1 : tree.child(region.start, "body");
  const members =
    body === -1 ? [] : tree.namedChildren(body).filter((member) => !tree.hasChildOfType(member, "static"));
  return members
    .map((member) => tree.child(member, tree.type(member) === "method_definition" ? "name" : "property"))
    .flatMap((name) => (name === -1 ? [] : [memberName(tree, name)]));
}

/** Opens the region of `static { … }`, whose `this` is the class. */
export function visitStaticBlock(a: Analysis, node: number): void {
  const self: Root | null =
    a.current.classSymbol === -1 ? null : { in: "file", symbol: a.current.classSymbol, isSelf: true };
  openThisRegion(a, node, self, { scope: createScope(a.current.scope, true) });
}
