/** Finds the declarations of the compiler's symbols. */
import {
  type BindingElement,
  type CallLikeExpression,
  isArrowFunction,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isExportAssignment,
  isFunctionExpression,
  isIdentifier,
  isNewExpression,
  isObjectBindingPattern,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isShorthandPropertyAssignment,
  isStringLiteral,
  type JsxAttribute,
  type JsxAttributes,
  type Node,
  NodeFlags,
  type ObjectLiteralExpression,
  SyntaxKind,
} from "typescript/unstable/ast";
import {
  type Symbol as CompilerSymbol,
  type NodeHandle,
  type Project,
  SignatureKind,
  SymbolFlags,
  type Type,
} from "typescript/unstable/sync";
import { ANONYMOUS, constructorOf, isTypeMeaning, nameOf, syntaxOf } from "./declarations.js";
import type { Declaration, Use } from "./fact.js";
import { isRequire } from "./uses.js";

export type UseMeaning = Pick<Use, "where" | "declarations" | "also">;

export interface Meanings {
  /** The target of an import or export, or the symbol itself for any other; null where the target is unknown. */
  resolved(symbol: CompilerSymbol): CompilerSymbol | null;
  /** The meaning of a name at `node`. */
  meaningOf(symbol: CompilerSymbol, node: Node, kind: Use["kind"]): UseMeaning;
  /** The function that `call` calls; `symbol` is its name. */
  calleeOf(symbol: CompilerSymbol, node: Node, call: CallLikeExpression): UseMeaning;
  /** The property that a pattern reads: `p` of `{ p } = value`. */
  takenFrom(element: BindingElement): CompilerSymbol | null;
  /** The property of a component's props that an attribute of its tag gives; null where the compiler does not know it. */
  givenTo(attribute: JsxAttribute): CompilerSymbol | null;
  /** The properties of a name that the type expected of an object literal has: one, or one of each type of a union. */
  expectedOf(object: ObjectLiteralExpression): (name: string) => CompilerSymbol[];
}

/** A project of the compiler, and what was found in it. */
interface Known {
  project: Project;
  checker: Project["checker"];
  /** The root of the sources, with a slash. */
  prefix: string;
  /** Targets of symbols, by their ids. */
  aliases: Map<number, CompilerSymbol | null>;
  /** By path and index of the handle. */
  declarations: Map<string, Declaration | null>;
  /** The properties that patterns read. */
  taken: Map<Node, CompilerSymbol | null>;
}

/** For the sources below `root`. */
export function createMeanings(project: Project, root: string): Meanings {
  const known: Known = {
    project,
    checker: project.checker,
    prefix: `${root}/`,
    aliases: new Map(),
    declarations: new Map(),
    taken: new Map(),
  };
  return {
    resolved: (symbol) => resolved(known, symbol),
    meaningOf: (symbol, node, kind) => meaningOf(known, symbol, node, kind),
    calleeOf: (symbol, node, call) => calleeOf(known, symbol, node, call),
    takenFrom: (element) => takenFrom(known, element),
    givenTo: (attribute) => givenTo(known, attribute),
    expectedOf: (object) => expectedOf(known, object),
  };
}

function resolved(known: Known, symbol: CompilerSymbol): CompilerSymbol | null {
  let target = known.aliases.get(symbol.id);
  if (target === undefined) {
    // An alias of itself means nothing.
    known.aliases.set(symbol.id, null);
    const isAlias = (symbol.flags & SymbolFlags.Alias) !== 0;
    const aliased = isAlias ? known.checker.getAliasedSymbol(symbol) : symbol;
    target = known.checker.isUnknownSymbol(aliased) ? null : (exported(known, aliased) ?? aliased);
    known.aliases.set(symbol.id, target);
  }
  return target;
}

/** `Type` of `module.exports = Type` and `exports.name = Type`. */
function exported(known: Known, symbol: CompilerSymbol): CompilerSymbol | null {
  const [handle] = symbol.declarations;
  if (handle?.kind !== SyntaxKind.BinaryExpression || !isInside(known, handle.path)) return null;
  const node = handle.resolve(known.project);
  if (!node || !isBinaryExpression(node) || !/^(?:module\.)?exports\b/.test(node.left.getText())) return null;
  const value = isIdentifier(node.right) ? known.checker.getSymbolAtLocation(node.right) : required(known, node.right);
  return value ? resolved(known, value) : null;
}

/** The result of `require("./module")`, where it has a name: a class, a function. */
function required(known: Known, node: Node): CompilerSymbol | undefined {
  return isRequire(node) ? known.checker.getTypeAtLocation(node)?.getSymbol() : undefined;
}

function meaningOf(known: Known, symbol: CompilerSymbol, node: Node, kind: Use["kind"]): UseMeaning {
  const handles = symbol.declarations;
  if (handles.length === 0) {
    const isMade = (symbol.flags & SymbolFlags.Transient) !== 0;
    return { where: isMade ? "outside" : "undecided", declarations: [], also: [] };
  }
  const sources = handles.filter(({ path }) => isInside(known, path));
  if (sources.length === 0) return { where: "outside", declarations: [], also: [] };
  const inside = sources.filter((handle) => !isInComment(known, handle));
  const [first] = inside;
  if (!first) return { where: "undecided", declarations: [], also: [] };
  if (kind !== "import" && inside.every((one) => isBareModule(known, one)))
    return { where: "outside", declarations: [], also: [] };
  const meant = kind === "import" ? inside : ofMeaning(inside, node);
  const others = placesOf(
    known,
    behind(known, first, kind).filter(({ path }) => isInside(known, path)),
  );
  const isParameter = (symbol.flags & SymbolFlags.FunctionScopedVariable) !== 0 && first.kind === SyntaxKind.Parameter;
  // A parameter may also be a field, and a local may come from an object's pattern; the field or property is a different thing.
  if (kind === "reference" && isParameter) return { where: "inside", declarations: [], also: placesOf(known, meant) };
  if (kind === "reference" && first.kind === SyntaxKind.BindingElement)
    return { where: "inside", declarations: placesOf(known, meant), also: others };
  const also = kind === "import" ? placesOf(known, wrappedBy(known, first)) : [];
  return { where: "inside", declarations: [...placesOf(known, meant), ...others], also };
}

/** `declare module "x";`, which stands for every import from there. */
function isBareModule(known: Known, handle: NodeHandle): boolean {
  if (handle.kind !== SyntaxKind.ModuleDeclaration) return false;
  const node = handle.resolve(known.project) as (Node & { body?: Node }) | undefined;
  return node !== undefined && node.body === undefined;
}

/** The declarations of X that `export default memo(X)` exports. */
function wrappedBy(known: Known, handle: NodeHandle): NodeHandle[] {
  const node = handle.kind === SyntaxKind.ExportAssignment ? handle.resolve(known.project) : undefined;
  let value: Node | undefined = node && isExportAssignment(node) ? node.expression : undefined;
  while (value && isCallExpression(value)) value = value.arguments[0];
  const symbol = value && isIdentifier(value) ? known.checker.getSymbolAtLocation(value) : undefined;
  return (symbol && resolved(known, symbol))?.declarations.filter(({ path }) => isInside(known, path)) ?? [];
}

/** A class is constructed by its constructor; a variable may hold a function that is declared elsewhere. */
function calleeOf(known: Known, symbol: CompilerSymbol, node: Node, call: CallLikeExpression): UseMeaning {
  const meaning = meaningOf(known, symbol, node, "call");
  if (meaning.where === "undecided") return meaning;
  if (symbol.flags & SymbolFlags.Class) {
    if (call.kind !== SyntaxKind.NewExpression && call.kind !== SyntaxKind.CallExpression) return meaning;
    const made = constructorOf(symbol, known.project);
    const declared = made ? place(known, made) : null;
    return declared ? { ...meaning, declarations: [declared] } : meaning;
  }
  if (symbol.flags & (SymbolFlags.Function | SymbolFlags.Method)) return meaning;
  const handle = known.checker.getResolvedSignature(call)?.declaration;
  const declared = handle && isInside(known, handle.path) ? declarationOf(known, handle) : null;
  if (!declared || declared.name === "" || declared.name === ANONYMOUS) return meaning;
  return { where: "inside", declarations: meaning.declarations, also: [declared] };
}

/**
 * Objects are often made of names from elsewhere, `{ parse }`, `{ parse: read }`, and locals of their members, `const { parse } = object`, `const
 * parse = object.parse`. The declaration behind such a name is meant as well.
 */
function behind(known: Known, handle: NodeHandle, kind: Use["kind"], depth = 0): NodeHandle[] {
  const isHolder =
    MADE_OF_OTHERS.has(handle.kind) || (kind === "call" && handle.kind === SyntaxKind.VariableDeclaration);
  const node = isHolder && depth < MOST_DEPTH ? handle.resolve(known.project) : undefined;
  const value = node && heldBy(known, node);
  const target = value && resolved(known, value);
  if (!target) return [];
  return target.declarations.flatMap((one) => [one, ...behind(known, one, kind, depth + 1)]);
}

function heldBy(known: Known, node: Node): CompilerSymbol | null | undefined {
  if (isShorthandPropertyAssignment(node)) return known.checker.getShorthandAssignmentValueSymbol(node);
  if (isBindingElement(node)) return takenFrom(known, node);
  const { initializer } = node as Node & { initializer?: Node };
  if (!initializer) return undefined;
  if (isIdentifier(initializer)) return known.checker.getSymbolAtLocation(initializer);
  if (isRequire(initializer)) return required(known, initializer);
  return isPropertyAccessExpression(initializer) ? known.checker.getSymbolAtLocation(initializer.name) : undefined;
}

function takenFrom(known: Known, element: BindingElement): CompilerSymbol | null {
  let found = known.taken.get(element);
  if (found === undefined) {
    found = propertyOf(known, element);
    known.taken.set(element, found);
  }
  return found;
}

function propertyOf(
  known: Known,
  { parent, name, propertyName, dotDotDotToken }: BindingElement,
): CompilerSymbol | null {
  const property = propertyName ?? name;
  if (!isObjectBindingPattern(parent) || dotDotDotToken) return null;
  if (!property || !(isIdentifier(property) || isStringLiteral(property))) return null;
  const type = parameterType(known, parent.parent) ?? known.checker.getTypeAtLocation(parent);
  const object = type && (known.checker.getNonNullableType(type) ?? type);
  const symbol = object && known.checker.getPropertyOfType(object, property.text);
  return symbol ? resolved(known, symbol) : null;
}

function givenTo({ checker }: Known, { parent, name }: JsxAttribute): CompilerSymbol | null {
  const props = checker.getContextualType(parent as JsxAttributes);
  const property = props && checker.getPropertyOfType(props, name.getText());
  // The props of a generic component may be inferred from the attributes themselves.
  return property?.declarations.some(({ kind }) => kind !== SyntaxKind.JsxAttribute) ? property : null;
}

function expectedOf(known: Known, object: ObjectLiteralExpression): (name: string) => CompilerSymbol[] {
  const { checker, project } = known;
  const { parent } = object;
  const isAssigned = isBinaryExpression(parent) && parent.left === object;
  const expected = isAssigned ? checker.getTypeAtLocation(parent.right) : checker.getContextualType(object);
  const propertiesOf = (of: Type | undefined, name: string): CompilerSymbol[] => {
    const type = of && (checker.getNonNullableType(of) ?? of);
    if (!type) return [];
    const whole = checker.getPropertyOfType(type, name);
    if (whole) return [whole];
    const parts = type.isUnionType() ? type.getTypes().map((each) => checker.getPropertyOfType(each, name)) : [];
    return parts.filter((symbol) => symbol !== undefined);
  };
  const isOwn = (handle: NodeHandle) => OF_LITERALS.has(handle.kind) && handle.resolve(project)?.parent === object;
  return (name) => {
    const found = propertiesOf(expected, name);
    // The type of a generic function's parameter may be inferred from the literal itself: what it extends asks for the property.
    const declared = found.filter(({ declarations }) => !declarations.some(isOwn));
    return declared.length === found.length ? found : propertiesOf(constraintOf(known, object), name);
  };
}

/** C of the parameter `value: T` that an argument is given to, where `T extends C`. */
function constraintOf({ checker, project }: Known, argument: ObjectLiteralExpression): Type | undefined {
  const { parent } = argument;
  if (!isCallExpression(parent) && !isNewExpression(parent)) return undefined;
  const declaration = checker.getResolvedSignature(parent)?.declaration?.resolve(project);
  const { parameters = [] } = (declaration ?? {}) as { parameters?: readonly Node[] };
  const parameter = parameters[parent.arguments?.indexOf(argument) ?? -1];
  const type = parameter && checker.getTypeAtLocation(parameter);
  return type && checker.getBaseConstraintOfType(type);
}

/** The type of a parameter without an annotation whose function is passed to another one. */
function parameterType(known: Known, node: Node): Type | undefined {
  if (!isParameterDeclaration(node) || node.type) return undefined;
  const { parent } = node;
  if (!isArrowFunction(parent) && !isFunctionExpression(parent)) return undefined;
  const wanted = known.checker.getContextualType(parent);
  const [signature] = wanted ? known.checker.getSignaturesOfType(wanted, SignatureKind.Call) : [];
  return signature && known.checker.getParameterType(signature, parent.parameters.indexOf(node));
}

/** JSDoc declares types and their members too: `@property {string} name`. An index has no symbols for them. */
function isInComment(known: Known, handle: NodeHandle): boolean {
  if (!/\.[mc]?jsx?$/.test(handle.path)) return false;
  const node = handle.resolve(known.project);
  return node !== undefined && (node.flags & NodeFlags.Reparsed) !== 0;
}

function placesOf(known: Known, handles: readonly NodeHandle[]): Declaration[] {
  return handles.map((handle) => declarationOf(known, handle)).filter((one) => one !== null);
}

function declarationOf(known: Known, handle: NodeHandle): Declaration | null {
  const key = `${handle.path} ${handle.index}`;
  let found = known.declarations.get(key);
  if (found === undefined) {
    const node = handle.resolve(known.project);
    found = node ? place(known, node) : null;
    known.declarations.set(key, found);
  }
  return found;
}

/** The position of a declaration's name; null outside the sources. */
function place(known: Known, node: Node): Declaration | null {
  const source = node.getSourceFile();
  if (!isInside(known, source.fileName)) return null;
  const { name, offset } = nameOf(node, source);
  return {
    path: source.fileName.slice(known.prefix.length),
    name,
    line: source.getLineAndCharacterOfPosition(offset).line + 1,
    offset,
    syntax: syntaxOf(node),
  };
}

function isInside(known: Known, fileName: string): boolean {
  return fileName.startsWith(known.prefix) && !fileName.includes("/node_modules/", known.prefix.length - 1);
}

const MOST_DEPTH = 4;
const OF_LITERALS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.PropertyAssignment,
  SyntaxKind.ShorthandPropertyAssignment,
  SyntaxKind.MethodDeclaration,
]);
const MADE_OF_OTHERS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ShorthandPropertyAssignment,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.BindingElement,
]);

/** For a name of both a type and a value, the declarations that are meant there. */
function ofMeaning(handles: NodeHandle[], node: Node): NodeHandle[] {
  const isType = (handle: NodeHandle) =>
    handle.kind === SyntaxKind.InterfaceDeclaration || handle.kind === SyntaxKind.TypeAliasDeclaration;
  const isBoth = (handle: NodeHandle) =>
    handle.kind === SyntaxKind.ClassDeclaration || handle.kind === SyntaxKind.EnumDeclaration;
  const meant = isTypeMeaning(node)
    ? handles.filter((handle) => isType(handle) || isBoth(handle))
    : handles.filter((handle) => !isType(handle));
  return meant.length > 0 ? meant : handles;
}
