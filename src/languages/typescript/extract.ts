/** From a syntax tree of TypeScript or JavaScript to a `ParseResult`: two passes over the nodes, with steps between them that need all declarations. */
import type { ParseResult } from "../../model/parse-result.js";
import { errorRanges } from "../error-ranges.js";
import { fileSymbol } from "../file-symbol.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import type { Additions, Analysis, Region } from "./analysis.js";
import { noteAssignments } from "./assignments.js";
import { resolveContextualSelves } from "./context.js";
import { declareAll } from "./declare.js";
import { resolveDeclaredTypes } from "./declared-types.js";
import { docOfFile } from "./doc.js";
import { resolveDeclaredSelves } from "./functions.js";
import { resolveHeldSelves } from "./held-objects.js";
import { markMergeable } from "./mergeable.js";
import { resolveExports } from "./modules.js";
import { resolveName } from "./names.js";
import { addReferences } from "./references/references.js";
import { createScope } from "./scope.js";
import { typeNameOf } from "./types.js";
import { walkOf } from "./values.js";

/** How a text of the family is written. */
export interface Dialect {
  /** A tag is an expression. */
  hasJsx: boolean;
  /** Types stand in comments. */
  isJavaScript: boolean;
  /** The additions of a language of components. */
  additions?: Additions;
}

/** Reads a tree of a grammar of TypeScript or JavaScript. Never throws on any tree. */
export function extract(tree: SyntaxTree, language: string, dialect: Dialect): ParseResult {
  const a = createAnalysis(tree, dialect);
  declareAll(a);
  noteAssignments(a);
  findComponents(a);
  findConstructors(a);
  markMergeable(a);
  resolveDeclaredSelves(a);
  resolveContextualSelves(a);
  resolveDeclaredTypes(a);
  resolveHeldSelves(a);
  a.additions?.finish(a);
  resolveExports(a);
  markPublic(a);
  addReferences(a);
  const file = symbolOf(a, 0);
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

function createAnalysis(tree: SyntaxTree, { hasJsx, isJavaScript, additions }: Dialect): Analysis {
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
    shapes: new Map(),
    returning: new Set(),
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
    cuts: 0,
    valueDepth: 0,
    isJavaScript,
    objectsOfProps: new Set(),
    additions: additions ?? null,
  };
}

function hasErrors(tree: SyntaxTree): boolean {
  for (let node = 0; node < tree.size; node++) if (tree.isError(node) || tree.isMissing(node)) return true;
  return false;
}

/** Marks components: functions and classes with a capital letter and JSX inside; also constants like `memo(() => <X/>)`. */
function findComponents(a: Analysis): void {
  for (const index of a.withJsx) {
    const symbol = symbolOf(a, index);
    if (!/^\p{Lu}/u.test(symbol.name)) continue;
    if (symbol.kind === "function" || symbol.kind === "class") symbol.kind = "component";
    else if (symbol.kind === "constant" && holdsWrappedFunction(a, index)) symbol.kind = "component";
  }
}

/** Whether a constant's value is a call with a function as argument, as with `memo` and `forwardRef`. */
function holdsWrappedFunction(a: Analysis, index: number): boolean {
  const source = a.typeSources.get(index);
  if (source === undefined || source.value === -1 || a.tree.type(source.value) !== "call_expression") return false;
  let node = source.value;
  for (let depth = 0; depth < 4; depth++) {
    const args = a.tree.child(node, "arguments");
    if (args === -1) return false;
    const named = a.tree.namedChildren(args);
    if (named.some((child) => /^(?:arrow_function|function_expression)$/.test(a.tree.type(child)))) return true;
    const inner = named.find((child) => a.tree.type(child) === "call_expression");
    if (inner === undefined) return false;
    node = inner;
  }
  return false;
}

/** Makes `this` an instance of the function in functions with members on their prototype. */
function findConstructors(a: Analysis): void {
  if (a.constructors.size === 0) return;
  for (const region of a.regions) {
    if (region.self === null && region.thisHolder === null && a.symbolAt.get(region.start) === region.symbol) {
      if (a.constructors.has(region.symbol)) region.self = { in: "this", type: region.symbol };
    }
  }
}

/** Kinds whose members are public if they are. */
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

/** Marks the public API: symbols exported at the top of the file, and the public members of these. */
function markPublic(a: Analysis): void {
  const [, ...declared] = a.symbols;
  for (const symbol of declared) {
    if (symbol.access !== "public") continue;
    const parent = symbolOf(a, symbol.parent);
    if (symbol.parent === 0) symbol.isPublicApi = symbol.isExported;
    else if (parent.kind === "namespace" || parent.kind === "module")
      symbol.isPublicApi = parent.isPublicApi && symbol.isExported;
    else symbol.isPublicApi = parent.isPublicApi && (CONTAINERS.has(parent.kind) || symbol.kind === "method");
  }
}
