/** The symbols and imports of a Java file: packages, types, members, enum constants, and the types that expressions declare. */
import { nth } from "../../base/need.js";
import type { Access, Import, ParsedSymbol, SymbolKind } from "../../model/parse-result.js";
import { folded } from "../declared-text.js";
import { fileSymbol } from "../file-symbol.js";
import { docBefore } from "../jvm/javadoc.js";
import { qualifiedName } from "../qualified-name.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { type Head, readHead } from "./heads.js";
import { readImport } from "./imports.js";

/** Symbols nested deeper than this are left out: their qualified names would grow with the square of the depth. */
const DEEPEST = 40;

/** The declarations of a file. */
export interface Declarations {
  tree: SyntaxTree;
  symbols: ParsedSymbol[];
  imports: Import[];
  /** The node that each symbol stands for. */
  nodes: number[];
  /** The symbol of a node. */
  symbolAt: Map<number, number>;
}

interface Reading extends Declarations {
  /** The symbols that are open, with the node after the last one inside each. */
  open: { symbol: number; end: number }[];
}

const TYPES: Readonly<Record<string, SymbolKind>> = {
  class_declaration: "class",
  interface_declaration: "interface",
  annotation_type_declaration: "interface",
  enum_declaration: "enum",
  record_declaration: "record",
};

/** Reads the declarations of a file. */
export function declare(tree: SyntaxTree): Declarations {
  const reading: Reading = {
    tree,
    symbols: [fileSymbol(tree.source, tree.lineCount)],
    imports: [],
    nodes: [0],
    symbolAt: new Map(),
    open: [{ symbol: 0, end: tree.size }],
  };
  for (let node = 1; node < tree.size; node++) {
    while (reading.open.length > 1 && node >= nth(reading.open, reading.open.length - 1).end) reading.open.pop();
    declareNode(reading, node);
  }
  return reading;
}

function declareNode(reading: Reading, node: number): void {
  const { tree } = reading;
  const type = tree.type(node);
  const kind = TYPES[type];
  if (kind !== undefined) {
    declareType(reading, node, kind);
    return;
  }
  switch (type) {
    case "package_declaration":
      declarePackage(reading, node);
      break;
    case "import_declaration": {
      const item = readImport(tree, node);
      if (item !== null) reading.imports.push(item);
      break;
    }
    case "method_declaration":
    case "annotation_type_element_declaration":
      declareFunction(reading, node, "method");
      break;
    case "constructor_declaration":
    case "compact_constructor_declaration":
      declareFunction(reading, node, "constructor");
      break;
    case "field_declaration":
    case "constant_declaration":
      declareFields(reading, node);
      break;
    case "enum_constant":
      declareConstant(reading, node);
      break;
    case "class_body":
      declareAnonymous(reading, node);
      break;
  }
}

interface Details {
  /** The node that has modifiers and the doc comment. */
  head?: number;
  nameNode: number;
  name?: string;
  kind: SymbolKind;
  parameters?: number;
  returns?: number;
  typeParameters?: number;
  access?: Access;
  isStatic?: boolean;
  isAbstract?: boolean;
  isConstant?: boolean;
  /** The end of the symbol, where it is not that of its node. */
  end?: number;
}

function add(reading: Reading, node: number, details: Details): number {
  const { tree, symbols, open, nodes, symbolAt } = reading;
  if (open.length > DEEPEST) return -1;
  const parent = nth(open, open.length - 1).symbol;
  const owner = symbolOf(reading, parent);
  const { kind, nameNode, parameters = -1, returns = -1, typeParameters = -1 } = details;
  const headNode = details.head ?? node;
  const head = readHead(tree, headNode);
  const name = details.name ?? tree.text(nameNode);
  const access = details.access ?? accessOf(head, owner);
  const isOuter = owner.kind === "file" || owner.kind === "namespace";
  const isReachable = access === "public" || access === "protected";
  const isPublicApi = kind === "namespace" || (isReachable && (isOuter || owner.isPublicApi));
  const start = Math.min(head.start, tree.start(nameNode));
  const end = details.end ?? Math.max(tree.end(headNode), tree.end(node));
  const signature = parameters === -1 ? typeParameters : parameters;
  const symbol = symbols.length;
  symbols.push({
    ...fileSymbol("", 0),
    name,
    qualifiedName: qualifiedName(owner.qualifiedName, name),
    kind,
    parent,
    startLine: tree.lineAt(start),
    endLine: tree.lineAt(Math.max(start, end - 1)),
    start,
    end,
    nameLine: tree.startLine(nameNode),
    access,
    isPublicApi,
    isExported: isPublicApi,
    isStatic: details.isStatic ?? head.words.has("static"),
    isAbstract: details.isAbstract ?? head.words.has("abstract"),
    isOverride: head.annotations.has("Override"),
    isDeprecated: head.annotations.has("Deprecated"),
    isMergeable: kind === "namespace",
    parameterSignature: signature === -1 ? null : folded(tree, signature),
    parameterCount: parameters === -1 ? null : parametersOf(tree, parameters).length,
    returnType: returns === -1 ? null : folded(tree, returns),
    doc: kind === "namespace" ? null : docBefore(tree.source, tree.start(headNode)),
    typeParameters: typeParameterNames(tree, typeParameters),
  });
  nodes.push(node);
  symbolAt.set(node, symbol);
  return symbol;
}

function openSymbol({ tree, open }: Reading, symbol: number, node: number): void {
  if (symbol !== -1) open.push({ symbol, end: tree.subtreeEnd(node) });
}

function accessOf({ words }: Head, owner: ParsedSymbol): Access {
  for (const access of ["public", "protected", "private"] as const) if (words.has(access)) return access;
  return owner.kind === "interface" ? "public" : "internal";
}

/** A package holds what stands below it in the file. */
function declarePackage(reading: Reading, node: number): void {
  const { tree, open } = reading;
  const [nameNode] = tree.namedChildren(node).filter((child) => /^(?:scoped_)?identifier$/.test(tree.type(child)));
  if (nameNode === undefined || open.length > 1) return;
  const name = tree.text(nameNode).replace(/\s+/g, "");
  const symbol = add(reading, node, { nameNode, name, kind: "namespace", access: "public", end: tree.source.length });
  if (symbol !== -1) open.push({ symbol, end: tree.size });
}

function declareType(reading: Reading, node: number, kind: SymbolKind): void {
  const { tree } = reading;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1 || tree.isMissing(nameNode)) return;
  const owner = symbolOf(reading, nth(reading.open, reading.open.length - 1).symbol);
  const isInner =
    owner.kind === "interface" || (kind !== "class" && owner.kind !== "namespace" && owner.kind !== "file");
  const isAbstract = kind === "interface" ? { isAbstract: true } : {};
  const typeParameters = tree.child(node, "type_parameters");
  const symbol = add(reading, node, {
    nameNode,
    kind,
    typeParameters,
    ...isAbstract,
    ...(isInner && { isStatic: true }),
  });
  openSymbol(reading, symbol, node);
  const components = kind === "record" ? tree.child(node, "parameters") : -1;
  if (symbol === -1 || components === -1) return;
  for (const component of parametersOf(tree, components)) {
    const name = parameterName(tree, component);
    if (name === -1) continue;
    const returns = typeOfParameter(tree, component);
    add(reading, component, { nameNode: name, kind: "property", returns, access: "public" });
  }
}

function declareFunction(reading: Reading, node: number, kind: "method" | "constructor"): void {
  const { tree } = reading;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1 || tree.isMissing(nameNode)) return;
  const owner = symbolOf(reading, nth(reading.open, reading.open.length - 1).symbol);
  const hasBody = tree.child(node, "body") !== -1;
  const isAbstract = owner.kind === "interface" && !hasBody ? { isAbstract: true } : {};
  const parameters =
    tree.type(node) === "compact_constructor_declaration"
      ? tree.child(tree.parent(tree.parent(node)), "parameters")
      : parameterList(tree, node);
  const symbol = add(reading, node, {
    nameNode,
    kind,
    parameters,
    returns: kind === "method" ? tree.child(node, "type") : -1,
    typeParameters: tree.child(node, "type_parameters"),
    ...isAbstract,
  });
  openSymbol(reading, symbol, node);
}

/** The parameters of a method; those of an element of an annotation are the brackets behind its name. */
function parameterList(tree: SyntaxTree, node: number): number {
  const written = tree.child(node, "parameters");
  return written !== -1 ? written : tree.childOfType(node, "formal_parameters");
}

function declareFields(reading: Reading, node: number): void {
  const { tree } = reading;
  const owner = symbolOf(reading, nth(reading.open, reading.open.length - 1).symbol);
  const { words } = readHead(tree, node);
  const isConstant = owner.kind === "interface" || (words.has("static") && words.has("final"));
  for (const declarator of tree.children(node)) {
    if (tree.type(declarator) !== "variable_declarator") continue;
    const nameNode = tree.child(declarator, "name");
    if (nameNode === -1) continue;
    const kind = isConstant ? "constant" : "field";
    const returns = tree.child(node, "type");
    const isStatic = isConstant ? { isStatic: true } : {};
    add(reading, declarator, { head: node, nameNode, kind, returns, ...isStatic });
  }
}

function declareConstant(reading: Reading, node: number): void {
  const { tree } = reading;
  const nameNode = tree.child(node, "name");
  if (nameNode === -1) return;
  const symbol = add(reading, node, { nameNode, kind: "constant", access: "public", isStatic: true });
  openSymbol(reading, symbol, node);
}

/** The body of `new T() { … }` or of an enum constant is a class that has no name of its own: it is called `$T`. */
function declareAnonymous(reading: Reading, node: number): void {
  const { tree } = reading;
  const maker = tree.parent(node);
  const type = tree.type(maker);
  const nameNode =
    type === "object_creation_expression"
      ? tree.child(maker, "type")
      : type === "enum_constant"
        ? tree.child(maker, "name")
        : -1;
  if (nameNode === -1) return;
  const name = `$${tree
    .text(nameNode)
    .replace(/<.*$/s, "")
    .replace(/^.*[.\s]/s, "")}`;
  const symbol = add(reading, node, { nameNode, name, kind: "class", access: "private" });
  openSymbol(reading, symbol, node);
}

/** The parameters in a list, without the receiver. */
export function parametersOf(tree: SyntaxTree, list: number): number[] {
  return tree.children(list).filter((child) => /^(?:formal|spread)_parameter$/.test(tree.type(child)));
}

/** The name of a parameter, or -1. */
export function parameterName(tree: SyntaxTree, parameter: number): number {
  const name = tree.child(parameter, "name");
  if (name !== -1) return name;
  const declarator = tree.childOfType(parameter, "variable_declarator");
  return declarator === -1 ? -1 : tree.child(declarator, "name");
}

/** The type of a parameter, or -1. */
export function typeOfParameter(tree: SyntaxTree, parameter: number): number {
  const type = tree.child(parameter, "type");
  if (type !== -1) return type;
  return tree.namedChildren(parameter).find((child) => isTypeNode(tree.type(child))) ?? -1;
}

/** Whether nodes of a type are types. */
export function isTypeNode(type: string): boolean {
  return /(?:^|_)type$|type_identifier$/.test(type) && type !== "catch_type";
}

function typeParameterNames(tree: SyntaxTree, list: number): string[] {
  if (list === -1) return [];
  const parameters = tree.children(list).filter((child) => tree.type(child) === "type_parameter");
  return parameters.map((parameter) => {
    const name = tree.namedChildren(parameter).find((child) => /identifier$/.test(tree.type(child)));
    return name === undefined ? "" : tree.text(name);
  });
}
