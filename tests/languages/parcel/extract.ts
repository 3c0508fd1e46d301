/** Reads the symbols, imports and references of a Parcel file. */
import { errorRanges } from "../../../src/languages/error-ranges.js";
import { fileSymbol } from "../../../src/languages/file-symbol.js";
import type { SyntaxTree } from "../../../src/languages/syntax.js";
import type {
  Import,
  ParsedSymbol,
  ParseResult,
  Reference,
  Root,
  SymbolKind,
} from "../../../src/model/parse-result.js";
import { named, UNKNOWN_TYPE } from "../../../src/model/type-forms.js";

/** A file while it is read. */
interface Reading {
  tree: SyntaxTree;
  symbols: ParsedSymbol[];
  imports: Import[];
  references: Reference[];
  /** The symbol that each declaring node became. */
  symbolAt: Map<number, number>;
}

const DECLARATIONS: Readonly<Record<string, SymbolKind>> = {
  class_declaration: "class",
  function_declaration: "function",
  method_definition: "method",
  field_definition: "field",
};

/** The parse result of a file. */
export function extract(tree: SyntaxTree): ParseResult {
  const reading: Reading = {
    tree,
    symbols: [fileSymbol(tree.source, tree.lineCount)],
    imports: [],
    references: [],
    symbolAt: new Map(),
  };
  for (let node = 0; node < tree.size; node++) declare(reading, node);
  for (let node = 0; node < tree.size; node++) refer(reading, node);
  const { symbols, imports, references } = reading;
  const ranges = errorRanges(tree);
  const status = ranges.length === 0 ? "full" : "partial";
  const language = "parcel";
  return {
    language,
    lineCount: tree.lineCount,
    status,
    errorRanges: ranges,
    symbols,
    references,
    imports,
    exports: [],
    isScript: false,
  };
}

function declare(reading: Reading, node: number): void {
  const { tree, symbols, imports, symbolAt } = reading;
  if (tree.type(node) === "import_statement") {
    const specifier = tree.text(tree.child(node, "source")).slice(1, -1);
    const local = tree.text(tree.childOfType(node, "import_clause"));
    const line = tree.startLine(node);
    imports.push({ kind: "module", specifier, imported: "*", local, isTypeOnly: false, isGlobal: false, line });
    return;
  }
  const written = DECLARATIONS[tree.type(node)];
  const nameNode = tree.child(node, written === "field" ? "property" : "name");
  if (written === undefined || nameNode < 0) return;
  const name = tree.text(nameNode);
  const parent = ownerOf(reading, node);
  const owner = symbols[parent];
  const parameters = tree.child(node, "parameters");
  const madeBy = tree.child(node, "value");
  const made =
    madeBy >= 0 && tree.type(madeBy) === "new_expression"
      ? typeNamed(reading, tree.child(madeBy, "constructor"))
      : null;
  symbolAt.set(node, symbols.length);
  symbols.push({
    ...fileSymbol("", 0),
    name,
    qualifiedName: owner === undefined || parent === 0 ? name : `${owner.qualifiedName}.${name}`,
    kind: name === "constructor" ? "constructor" : written,
    parent,
    startLine: tree.startLine(node),
    endLine: tree.endLine(node),
    start: tree.start(node),
    end: tree.end(node),
    nameLine: tree.startLine(nameNode),
    access: name.startsWith("_") ? "private" : "public",
    isExported: !name.startsWith("_"),
    parameterSignature: parameters < 0 ? null : tree.text(parameters),
    parameterCount: parameters < 0 ? null : tree.namedChildren(parameters).length,
    declaredType: made,
  });
}

function refer(reading: Reading, node: number): void {
  const { tree, references } = reading;
  const type = tree.type(node);
  const from = ownerOf(reading, node);
  const line = tree.startLine(node);
  if (type === "class_heritage") {
    const [base] = tree.namedChildren(node);
    const named = base === undefined ? null : expressionAt(reading, base);
    if (named !== null) references.push({ kind: "extends", from, line, ...named, argumentCount: null });
  } else if (type === "call_expression" || type === "new_expression") {
    const callee = tree.child(node, type === "call_expression" ? "function" : "constructor");
    const given = tree.child(node, "arguments");
    const argumentCount = given < 0 ? 0 : tree.namedChildren(given).length;
    const kind = type === "call_expression" ? "call" : "new";
    references.push({ kind, from, line: tree.endLine(callee), ...expressionAt(reading, callee), argumentCount });
  }
}

/** The root and the names of an expression. */
function expressionAt(reading: Reading, node: number): { root: Root; path: string[] } {
  const { tree, symbols } = reading;
  switch (tree.type(node)) {
    case "member_expression": {
      const { root, path } = expressionAt(reading, tree.child(node, "object"));
      return { root, path: [...path, tree.text(tree.child(node, "property"))] };
    }
    case "this":
    case "super": {
      let type = ownerOf(reading, node);
      while (type > 0 && symbols[type]!.kind !== "class") type = symbols[type]!.parent;
      return {
        root: type > 0 ? { in: tree.type(node) === "this" ? "this" : "super", type } : { in: "unknown" },
        path: [],
      };
    }
    case "new_expression":
      return { root: { in: "instance", type: typeNamed(reading, tree.child(node, "constructor")) }, path: [] };
    case "identifier":
      return { root: rootNamed(reading, node, tree.text(node)), path: [] };
    default:
      return { root: { in: "unknown" }, path: [] };
  }
}

function typeNamed(reading: Reading, node: number) {
  const { root, path } = expressionAt(reading, node);
  return root.in === "result" || root.in === "callback" || root.in === "form" ? UNKNOWN_TYPE : named(root, path);
}

/** The origin of a name: a variable or a parameter around it, an import, a symbol of the file, or a name that the package may have. */
function rootNamed(reading: Reading, node: number, name: string): Root {
  const { tree, imports, symbols } = reading;
  for (let index = tree.parent(node); index >= 0; index = tree.parent(index)) {
    const parameters = tree.child(index, "parameters");
    if (parameters >= 0 && tree.namedChildren(parameters).some((each) => tree.text(each) === name))
      return { in: "unknown" };
    for (let inner = index + 1; tree.type(index) === "statement_block" && inner < tree.subtreeEnd(index); inner++) {
      if (tree.type(inner) !== "variable_declarator" || tree.text(tree.child(inner, "name")) !== name) continue;
      const value = tree.child(inner, "value");
      return value >= 0 && tree.type(value) === "new_expression"
        ? expressionAt(reading, value).root
        : { in: "unknown" };
    }
  }
  const imported = imports.findIndex(({ local }) => local === name);
  if (imported >= 0) return { in: "import", import: imported };
  const symbol = symbols.findIndex((each) => each.parent === 0 && each.name === name);
  return symbol >= 0 ? { in: "file", symbol } : { in: "free", name };
}

/** The innermost symbol around a node. */
function ownerOf({ tree, symbolAt }: Reading, node: number): number {
  for (let index = tree.parent(node); index >= 0; index = tree.parent(index)) {
    const symbol = symbolAt.get(index);
    if (symbol !== undefined) return symbol;
  }
  return 0;
}
