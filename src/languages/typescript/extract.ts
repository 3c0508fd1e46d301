/** From a syntax tree of TypeScript or JavaScript to what stands in the file: two passes over the nodes, and what follows from both. */

import {
  CALLED,
  type ParsedSymbol,
  type ParseResult,
  type SymbolKind,
  type TypeName,
  VALUE,
} from "../../model/parse-result.js";
import { errorRanges } from "../error-ranges.js";
import { fileSymbol } from "../file-symbol.js";
import type { SyntaxTree } from "../syntax.js";
import type { Analysis, Region, TypeSource } from "./analysis.js";
import { noteAssignments } from "./assignments.js";
import { resolveContextualSelves } from "./context.js";
import { declareAll } from "./declare.js";
import { docOfFile } from "./doc.js";
import { resolveDeclaredSelves } from "./functions.js";
import { resolveHeldSelves } from "./held-objects.js";
import { jsdocTypeName } from "./jsdoc-types.js";
import { resolveExports } from "./modules.js";
import { resolveName } from "./names.js";
import { addReferences } from "./references/references.js";
import { regionAt } from "./regions.js";
import { createScope, type Scope } from "./scope.js";
import { firstNamed } from "./syntax-helpers.js";
import { freeType, isPrimitive, literalType, stepped, unionOf } from "./type-names.js";
import { overloadedType, parameterType, typeNameOf } from "./types.js";
import { shorthandValues, typeOfValue, walkOf } from "./values.js";

/** Reads a tree of one of the grammars "typescript", "tsx", "javascript" and "jsx". Never throws on any tree. */
export function extract(tree: SyntaxTree, language: string): ParseResult {
  const a = createAnalysis(tree, language !== "typescript", language === "javascript" || language === "jsx");
  declareAll(a);
  noteAssignments(a);
  findComponents(a);
  findConstructors(a);
  markMergeable(a);
  resolveDeclaredSelves(a);
  resolveContextualSelves(a);
  resolveDeclaredTypes(a);
  resolveHeldSelves(a);
  resolveExports(a);
  markPublic(a.symbols);
  addReferences(a);
  const file = a.symbols[0]!;
  if (a.isModule) file.kind = "module";
  file.doc = docOfFile(tree.source, a.comments);
  const ranges = errorRanges(tree);
  return {
    language,
    lineCount: tree.lineCount,
    status: ranges.length > 0 ? "partial" : "full",
    errorRanges: ranges,
    symbols: a.symbols,
    references: a.references,
    imports: a.imports,
    exports: a.exports,
    isScript: !a.isModule,
  };
}

function createAnalysis(tree: SyntaxTree, hasJsx: boolean, isJavaScript: boolean): Analysis {
  const topScope = createScope(null, true);
  const top: Region = {
    start: 0,
    end: tree.size,
    scope: topScope,
    symbol: 0,
    thisHolder: null,
    self: null,
    classSymbol: -1,
    isContainer: true,
    isAmbient: false,
  };
  return {
    resolve: { name: resolveName, typeName: typeNameOf, walk: walkOf },
    tree,
    source: tree.source,
    hasJsx,
    symbols: [fileSymbol(tree.source, tree.lineCount)],
    scopes: [topScope],
    references: [],
    imports: [],
    exports: [],
    exportedNames: new Set(),
    pendingExports: [],
    regions: [top],
    current: top,
    topScope,
    comments: [],
    decorators: { start: -1, end: -1 },
    isName: new Uint8Array(tree.size),
    symbolAt: new Map(),
    valueOf: new Map(),
    typeSources: new Map(),
    heldObjects: new Map(),
    parameterSources: new Map(),
    defaultSources: new Map(),
    madeSources: new Map(),
    contextualSelves: [],
    usingThis: new Set(),
    membersOf: new Map(),
    scopeAt: new Map(),
    locals: new Map(),
    narrowings: new Map(),
    assignments: [],
    known: { values: new Map(), contexts: new Map(), calls: new Map(), links: new Map() },
    sizes: new WeakMap(),
    withJsx: new Set(),
    declaredSelves: [],
    constructors: new Set(),
    globals: new Map(),
    importAt: new Map(),
    hasErrors: hasErrors(tree),
    lookahead: 2_000_000,
    open: [top],
    isModule: false,
    nesting: 0,
    typeDepth: 0,
    openBounds: 0,
    valueDepth: 0,
    isJavaScript,
  };
}

function hasErrors(tree: SyntaxTree): boolean {
  for (let node = 0; node < tree.size; node++) if (tree.isError(node) || tree.isMissing(node)) return true;
  return false;
}

/** Functions and classes with a capital that have JSX in them are components; so is `memo(() => <X/>)`. */
function findComponents(a: Analysis): void {
  for (const index of a.withJsx) {
    const symbol = a.symbols[index]!;
    if (!/^\p{Lu}/u.test(symbol.name)) continue;
    if (symbol.kind === "function" || symbol.kind === "class") symbol.kind = "component";
    else if (symbol.kind === "constant" && holdsWrappedFunction(a, index)) symbol.kind = "component";
  }
}

/** Whether a constant's value is a call that is given a function, as with `memo` and `forwardRef`. */
function holdsWrappedFunction(a: Analysis, index: number): boolean {
  const source = a.typeSources.get(index);
  if (source === undefined || source.value === -1 || a.tree.type(source.value) !== "call_expression") return false;
  let at = source.value;
  for (let depth = 0; depth < 4; depth++) {
    const args = a.tree.child(at, "arguments");
    if (args === -1) return false;
    const named = a.tree.namedChildren(args);
    if (named.some((child) => /^(?:arrow_function|function_expression)$/.test(a.tree.type(child)))) return true;
    const inner = named.find((child) => a.tree.type(child) === "call_expression");
    if (inner === undefined) return false;
    at = inner;
  }
  return false;
}

/** In a function with members on its prototype, `this` is an instance of it. */
function findConstructors(a: Analysis): void {
  if (a.constructors.size === 0) return;
  for (const region of a.regions) {
    if (region.self === null && region.thisHolder === null && a.symbolAt.get(region.start) === region.symbol) {
      if (a.constructors.has(region.symbol)) region.self = { in: "this", type: region.symbol };
    }
  }
}

function resolveDeclaredTypes(a: Analysis): void {
  for (const [index, source] of a.typeSources) {
    const symbol = a.symbols[index]!;
    const {
      scope,
      type,
      value,
      doc = null,
      returned,
      isCalled = false,
      steps = [],
      isAsync = false,
      classSymbol,
    } = source;
    const documented = doc === null ? null : jsdocTypeName(a, doc, scope, classSymbol);
    if (documented !== null) {
      symbol.declaredType = stepped(documented, ...steps);
      continue;
    }
    if (type !== -1) {
      const { overloads } = source;
      const named =
        overloads === undefined
          ? typeNameOf(a, type, scope, classSymbol)
          : overloadedType(a, [type, ...overloads], scope, classSymbol);
      const more = isCalled ? [CALLED] : steps;
      symbol.declaredType = named === null || isSelf(named, index) ? null : stepped(named, ...more);
      continue;
    }
    const isOfInstance = (classSymbol === symbol.parent && classSymbol !== -1) || a.constructors.has(symbol.parent);
    const self = isOfInstance && !symbol.isStatic ? ({ in: "this", type: symbol.parent } as const) : null;
    const from = { scope, self, classSymbol };
    if (returned !== undefined) {
      const types = returned.map((at) => typeOfValue(a, at, { ...from, scope: regionAt(a, at).scope }));
      symbol.declaredType = unionOf(types);
    } else if (value !== -1) symbol.declaredType = constantType(a, symbol, source) ?? typeOfValue(a, value, from);
    if (symbol.declaredType !== null) symbol.declaredType = stepped(symbol.declaredType, ...steps);
    if (symbol.declaredType !== null && isSelf(symbol.declaredType, index))
      symbol.declaredType = shorthandValues(a, value, from);
    if (isAsync && symbol.declaredType !== null) symbol.declaredType = freeType("Promise", [symbol.declaredType]);
  }
  for (const [index, { scope, types, self, docs, classSymbol }] of a.parameterSources) {
    const receiver = self === -1 ? null : typeNameOf(a, self, scope, classSymbol);
    if (receiver !== null) a.symbols[index]!.receiverType = receiver;
    const named = types.map((type, at) => {
      const doc = docs?.[at] ?? null;
      return type !== -1
        ? parameterType(a, type, scope, classSymbol)
        : doc === null
          ? null
          : jsdocTypeName(a, doc, scope);
    });
    // A primitive tells nothing but overloads apart.
    const isOverload = a.symbols[index]!.isMergeable;
    const useful = named.map((type) => (!isOverload && type !== null && isPrimitive(type) ? null : type));
    if (useful.some((type) => type !== null)) a.symbols[index]!.parameterTypes = useful;
  }
  for (const [index, { scope, type }] of a.madeSources) {
    const made = typeNameOf(a, type, scope, index);
    if (made !== null) a.symbols[index]!.madeType = made;
  }
  for (const [index, { scope, types }] of a.defaultSources) {
    const named = types.map((type) => (type === -1 ? null : typeNameOf(a, type, scope)));
    if (named.some((type) => type !== null)) a.symbols[index]!.typeDefaults = named;
  }
}

/** The literal that a constant or a field is for good; null for any other. */
function constantType({ tree }: Analysis, { kind }: ParsedSymbol, { value, steps = [] }: TypeSource): TypeName | null {
  const isAsserted = tree.type(value) === "as_expression" && /\sas\s+const$/.test(tree.text(value).slice(-40));
  const isFixed = kind === "constant" || isAsserted || tree.hasChildOfType(tree.parent(value), "readonly");
  const literal = isAsserted ? firstNamed(tree, value) : value;
  if (!isFixed || steps.length > 0 || /^(?:null|undefined)$/.test(tree.type(literal))) return null;
  return literalType(tree, literal);
}

/** Whether a type is the symbol itself: an object type or an object with the name of what it is the value of. */
function isSelf({ root, path }: TypeName, symbol: number): boolean {
  return root.in === "file" && root.symbol === symbol && path.length === (path[0] === VALUE ? 1 : 0);
}

/** Kinds that may be declared several times: overloads and accessors among them. */
const MERGING = new Set(["interface", "namespace", "module", "enum", "function", "method", "constructor", "property"]);
const OPEN = new Set(["interface", "namespace", "module", "enum"]);
const JOINING = new Set([...OPEN, "class", "component", "function"]);

/**
 * Declarations that TypeScript merges: interfaces, namespaces, enums, classes with either, overloads, a getter with its setter; and the members
 * of merged declarations, whose containers are different spans of one symbol.
 */
function markMergeable({ symbols, scopes }: Analysis): void {
  const groups = new Map<string, number[]>();
  for (const [index, symbol] of symbols.entries()) {
    if (symbol.parent === -1) continue;
    const key = `${symbol.qualifiedName}\0${symbol.isStatic}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  }
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    // How many declarations of each kind stand side by side, and in which containers those of an open kind stand.
    const beside = new Map<number, Map<Scope, Map<string, number>>>();
    const containers = new Map<string, Set<number>>();
    for (const index of group) {
      const { kind, parent } = symbols[index]!;
      const scopesOfParent = inserted(beside, parent, () => new Map());
      const kinds = inserted(scopesOfParent, scopes[index]!, () => new Map());
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (OPEN.has(kind) && parent > 0) inserted(containers, kind, () => new Set()).add(parent);
    }
    for (const index of group) {
      const symbol = symbols[index]!;
      const kinds = beside.get(symbol.parent)!.get(scopes[index]!)!;
      const isAcross = symbol.parent > 0 && (containers.get(symbol.kind)?.size ?? 0) > 1;
      symbol.isMergeable = isAcross || mergesWith(symbol.kind, kinds);
    }
  }
}

function inserted<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Whether a declaration of a kind is one symbol with those of its name beside it, itself among them. */
function mergesWith(kind: SymbolKind, beside: Map<string, number>): boolean {
  if (MERGING.has(kind) && beside.get(kind)! > 1) return true;
  if (!JOINING.has(kind)) return false;
  for (const other of beside.keys()) {
    if (other !== kind && JOINING.has(other) && (OPEN.has(kind) || OPEN.has(other))) return true;
  }
  return false;
}

const CONTAINERS = new Set([
  "class",
  "component",
  "interface",
  "enum",
  "namespace",
  "module",
  "type",
  "constant",
  "property",
]);

/** Exported at the top, or a public member of something that is. */
function markPublic(symbols: ParsedSymbol[]): void {
  for (let i = 1; i < symbols.length; i++) {
    const symbol = symbols[i]!;
    if (symbol.access !== "public") continue;
    const parent = symbols[symbol.parent]!;
    if (symbol.parent === 0) symbol.isPublicApi = symbol.isExported;
    else if (parent.kind === "namespace" || parent.kind === "module")
      symbol.isPublicApi = parent.isPublicApi && symbol.isExported;
    else symbol.isPublicApi = parent.isPublicApi && (CONTAINERS.has(parent.kind) || symbol.kind === "method");
  }
}
