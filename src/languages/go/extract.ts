/** The parse result of a Go file is made here, from its syntax tree. */
import type { ParsedSymbol, ParseResult, SymbolKind } from "../../model/parse-result.js";
import { fileSymbol } from "../file-symbol.js";
import { parseResultOf } from "../parse-result-of.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { completeFunction, declareFunction, declareType, receiverOf, refer, spaced, symbolAt } from "./declarations.js";
import { docAbove } from "./doc.js";
import { typeOf, valuesOf } from "./expressions.js";
import { headOf, readImports } from "./imports.js";
import { type Reading, readLater, within } from "./reading.js";
import { visit } from "./references.js";
import { typeAt } from "./types.js";

const FILE = { index: 0, name: "" };

/** Reads symbols, imports and references. Any tree gives a result. */
export function extract(tree: SyntaxTree): ParseResult {
  const comments: number[] = [];
  for (let node = 0; node < tree.size; node++) if (tree.type(node) === "comment") comments.push(node);
  const reading: Reading = {
    tree,
    symbols: [fileSymbol(tree.source, tree.lineCount)],
    imports: [],
    references: [],
    top: new Map(),
    specs: new Map(),
    comments,
    later: [],
    walks: new Map(),
    literals: new Set(),
  };
  const clause = tree.childOfType(0, "package_clause");
  if (clause >= 0) symbolOf(reading, 0).doc = docAbove(tree, comments, tree.start(clause)).text;
  readImports(reading);
  const bodies = declareAll(reading);
  readLater(reading);
  for (const body of bodies) body();
  const { symbols, imports, references } = reading;
  return parseResultOf(tree, "go", { symbols, references, imports, exports: headOf(tree) });
}

/** The declarations of the file; those inside an error are read as well. */
function declarationsOf(tree: SyntaxTree): number[] {
  const found: number[] = [];
  const look = (parent: number) => {
    for (let node = tree.firstChild(parent); node !== -1; node = tree.nextSibling(node))
      if (tree.isError(node) && parent === 0) look(node);
      else found.push(node);
  };
  look(0);
  return found;
}

/** Declares all symbols of the file; answers what reads the bodies and values, once all names are known. */
function declareAll(reading: Reading): (() => void)[] {
  const { tree, top, specs } = reading;
  const bodies: (() => void)[] = [];
  const declarations = declarationsOf(tree);
  for (const node of declarations) for (const spec of typeSpecsIn(tree, node)) specs.set(nameIn(tree, spec), spec);
  const declared = new Set<number>();
  const type = (spec: number) => {
    if (declared.has(spec)) return;
    declared.add(spec);
    const index = declareType(reading, spec, FILE, null);
    if (!top.has(nameIn(tree, spec))) top.set(nameIn(tree, spec), index);
  };
  for (const node of declarations) {
    switch (tree.type(node)) {
      case "type_declaration":
        for (const spec of typeSpecsIn(tree, node)) type(spec);
        break;
      case "method_declaration": {
        // A type comes before its methods, wherever it stands.
        const spec = specs.get(receiverOf(reading, node)?.typeName ?? "");
        if (spec !== undefined) type(spec);
        declareCode(reading, node, bodies);
        break;
      }
      case "function_declaration":
        declareCode(reading, node, bodies);
        break;
      case "var_declaration":
      case "const_declaration":
        declareValues(reading, node, bodies);
        break;
    }
  }
  return bodies;
}

function nameIn(tree: SyntaxTree, spec: number): string {
  const node = tree.child(spec, "name");
  return node < 0 ? "" : tree.text(node);
}

function typeSpecsIn(tree: SyntaxTree, node: number): number[] {
  if (tree.type(node) !== "type_declaration") return [];
  return tree.namedChildren(node).filter((child) => /^type_(?:spec|alias)$/.test(tree.type(child)));
}

function declareCode(reading: Reading, node: number, bodies: (() => void)[]): void {
  const { tree, top, later } = reading;
  const index = declareFunction(reading, node);
  const symbol = symbolOf(reading, index);
  const isNamed = symbol.kind === "function" && symbol.name !== "init" && symbol.name !== "_";
  if (isNamed && !top.has(symbol.name)) top.set(symbol.name, index);
  let scope = within(null);
  later.push(() => {
    scope = completeFunction(reading, node, index);
  });
  bodies.push(() => visit(reading, tree.child(node, "body"), { scope, from: index, depth: 0 }));
}

/** The variables or constants of a declaration. A constant without a value has the type of the one before it. */
function declareValues(reading: Reading, node: number, bodies: (() => void)[]): void {
  const { tree } = reading;
  const kind: SymbolKind = tree.type(node) === "const_declaration" ? "constant" : "variable";
  const specs: number[] = [];
  for (let inner = node + 1; inner < tree.subtreeEnd(node); inner = nextSpec(tree, inner))
    if (isSpec(tree, inner)) specs.push(inner);
  let before: ParsedSymbol | undefined;
  for (const spec of specs) {
    const isAlone = specs.length === 1 && !tree.source.slice(tree.start(node), tree.start(spec)).includes("(");
    const names = tree.children(spec).filter((child) => tree.field(child) === "name" && tree.isNamed(child));
    const previous = before;
    const indexes = names.map((name) => {
      const symbol = symbolAt(reading, isAlone ? node : spec, name, kind, FILE);
      const index = reading.symbols.push(symbol) - 1;
      if (!reading.top.has(symbol.name) && symbol.name !== "_") reading.top.set(symbol.name, index);
      return index;
    });
    before = reading.symbols.at(-1);
    completeValues(reading, spec, indexes, previous, bodies);
  }
}

const isSpec = (tree: SyntaxTree, node: number) => /^(?:var|const)_spec$/.test(tree.type(node));

const nextSpec = (tree: SyntaxTree, node: number) => (isSpec(tree, node) ? tree.subtreeEnd(node) : node + 1);

function completeValues(
  reading: Reading,
  spec: number,
  indexes: readonly number[],
  previous: ParsedSymbol | undefined,
  bodies: (() => void)[],
): void {
  const { tree, later } = reading;
  const typeNode = tree.child(spec, "type");
  const list = tree.child(spec, "value");
  const values = list < 0 ? [] : tree.namedChildren(list).filter((child) => tree.type(child) !== "comment");
  later.push(() => {
    const walks = typeNode < 0 ? valuesOf(reading, null, values, indexes.length) : [];
    indexes.forEach((index, position) => {
      const symbol = symbolOf(reading, index);
      const walk = walks[position];
      if (typeNode >= 0) symbol.declaredType = typeAt(reading, null, typeNode);
      else if (values.length > 0 && walk !== undefined) symbol.declaredType = typeOf(walk);
      else if (values.length === 0 && symbol.kind === "constant") symbol.declaredType = previous?.declaredType ?? null;
      symbol.returnType = spaced(reading, typeNode);
    });
    const [first = 0] = indexes;
    refer(reading, typeNode, null, first, "type");
  });
  values.forEach((value, index) => {
    const from = indexes[index] ?? indexes[0] ?? 0;
    bodies.push(() => visit(reading, value, { scope: within(null), from, depth: 0 }));
  });
}
