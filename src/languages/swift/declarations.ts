/** Makes a symbol of each declaration of a file. Variables in bodies are not symbols; functions and types in bodies are. */
import { foldSpace } from "../../base/words.js";
import type { Access, ParsedSymbol, SymbolKind, TypeExpr } from "../../model/parse-result.js";
import { named } from "../../model/type-forms.js";
import { fileSymbol } from "../file-symbol.js";
import { qualifiedName } from "../qualified-name.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { docBefore } from "./doc.js";
import {
  labelsOf,
  type Modifiers,
  modifiersOf,
  type Parameter,
  parametersOf,
  payloadOf,
  signatureOf,
  type TypeParameters,
  typeParametersOf,
} from "./heads.js";
import { isHolder, nameText, type Reading } from "./reading.js";
import { annotatedType, libraryType, typeIn, typeOf } from "./types.js";
import { typeOfValue } from "./value-types.js";
import { typeOfWrapper } from "./wrappers.js";

/** Symbols nested deeper than this are left out: their qualified names would grow with the square of the depth. */
const DEEPEST = 48;

const TYPE_KINDS: Readonly<Record<string, SymbolKind>> = {
  class: "class",
  actor: "class",
  struct: "struct",
  enum: "enum",
  extension: "extension",
};

/** Operators have names without a letter. */
const OPERATOR = /^[^\p{L}\p{N}_$`]/u;

/** One declaration before it is a symbol. */
interface Declared {
  node: number;
  nameNode: number;
  name: string;
  /** The last part of the qualified name, if it is more than the name. */
  full?: string;
  kind: SymbolKind;
  modifiers: Modifiers;
  parameters?: Parameter[];
  signature?: string | null;
  returns?: number;
  declaredType?: TypeExpr | null;
  typeParameters?: TypeParameters;
  /** A requirement of a protocol, or an associated type. */
  isRequirement?: boolean;
  receiverType?: TypeExpr | undefined;
  /** The start of the span, if it is not that of the node. */
  start?: number;
}

/** Adds the symbols of a file to its reading. */
export function declare(reading: Reading): void {
  const { tree, symbolAt } = reading;
  const open: { symbol: number; end: number; isBody: boolean }[] = [];
  for (let node = 1; node < tree.size; node++) {
    for (let last = open.at(-1); last !== undefined && node >= last.end; last = open.at(-1)) open.pop();
    const around = open.at(-1);
    const type = tree.type(node);
    if (type === "statements" || type === "lambda_literal") {
      // Variables of the top level of a script are symbols; those of its blocks are not.
      open.push({ symbol: around?.symbol ?? 0, end: tree.subtreeEnd(node), isBody: true });
      continue;
    }
    if (open.length > DEEPEST * 2) continue;
    const before = reading.symbols.length;
    declareNode(reading, node, type, around?.symbol ?? 0, around?.isBody ?? false);
    if (reading.symbols.length === before) continue;
    const symbol = symbolAt.get(node);
    if (symbol !== undefined) open.push({ symbol, end: tree.subtreeEnd(node), isBody: false });
  }
}

function declareNode(reading: Reading, node: number, type: string, parent: number, isInBody: boolean): void {
  switch (type) {
    case "class_declaration":
      declareType(reading, node, parent);
      return;
    case "protocol_declaration":
      declareProtocol(reading, node, parent);
      return;
    case "function_declaration":
    case "protocol_function_declaration":
    case "macro_declaration":
      declareFunction(reading, node, parent);
      return;
    case "init_declaration":
      declareInit(reading, node, parent);
      return;
    case "deinit_declaration": {
      const modifiers = modifiersOf(reading.tree, node);
      add(reading, parent, { node, nameNode: node, name: "deinit", kind: "method", modifiers });
      return;
    }
    case "subscript_declaration":
      declareSubscript(reading, node, parent);
      return;
    case "property_declaration":
    case "protocol_property_declaration":
      if (!isInBody) declareProperties(reading, node, parent);
      return;
    case "enum_entry":
      declareCases(reading, node, parent);
      return;
    case "typealias_declaration":
    case "associatedtype_declaration":
      declareAlias(reading, node, parent);
      return;
    case "import_declaration":
      declareImport(reading, node);
      return;
  }
}

/** Adds a symbol, and answers its number. */
function add(reading: Reading, parent: number, declared: Declared): number {
  const { tree, symbols, symbolAt } = reading;
  const { node, nameNode, name, kind, modifiers, parameters, typeParameters, returns = -1 } = declared;
  const owner = symbolOf(reading, parent);
  const access = modifiers.access ?? accessWithin(owner);
  const isMember = isHolder(owner);
  const isOuter = owner.kind === "file" || isMember;
  const isPublicApi =
    access === "public" && isOuter && (owner.kind === "file" || owner.isPublicApi || owner.kind === "extension");
  const start = declared.start ?? modifiers.start;
  const types = parameters?.map((each) => (each.type < 0 ? null : parameterType(tree, each)));
  const bounds = typeParameters?.bounds ?? [];
  const index = symbols.length;
  symbolAt.set(nameNode === node ? node : nodeOf(tree, node, nameNode), index);
  symbols.push({
    ...fileSymbol("", 0),
    name,
    qualifiedName: qualifiedName(owner.qualifiedName, declared.full ?? name),
    kind,
    parent,
    startLine: tree.lineAt(start),
    endLine: tree.endLine(node),
    start,
    end: tree.end(node),
    nameLine: tree.startLine(nameNode),
    access,
    isPublicApi,
    isExported: isPublicApi,
    isStatic:
      kind === "constant" ? owner.kind === "enum" : modifiers.words.has("static") || modifiers.words.has("class"),
    isAbstract: declared.isRequirement === true && kind !== "type",
    isAsync: hasEffect(tree, node),
    isOverride: modifiers.words.has("override"),
    isDeprecated: modifiers.isDeprecated,
    isMergeable:
      kind === "class" || kind === "struct" || kind === "enum" || kind === "interface" || kind === "extension",
    parameterSignature: declared.signature ?? null,
    parameterCount: parameters === undefined ? null : parameters.length,
    returnType: returns < 0 ? null : foldSpace(tree.text(returns)).slice(0, 1000),
    doc: docBefore(tree.source, tree.start(node)),
    declaredType: declared.declaredType ?? (returns < 0 ? null : typeOf(tree, returns)),
    parameterTypes: types?.some((type) => type !== null) ? types : undefined,
    receiverType: declared.receiverType,
    typeParameters: typeParameters?.names ?? [],
    typeDefaults: bounds.some((bound) => bound !== null) ? bounds : undefined,
  });
  return index;
}

/** Declarations that share a node, as the cases of `case a, b` do, are found by the nodes of their names. */
function nodeOf(tree: SyntaxTree, node: number, nameNode: number): number {
  return /^(?:enum_entry|property_declaration|protocol_property_declaration)$/.test(tree.type(node)) ? nameNode : node;
}

/** The type of a parameter: of a variadic one a list, of an autoclosure the value that a call gives. */
function parameterType(tree: SyntaxTree, { type, isVariadic, isAutoclosure }: Parameter): TypeExpr {
  const written = typeOf(tree, type);
  const given = isAutoclosure && written.kind === "function" ? written.result : written;
  return isVariadic ? libraryType("Array", [given]) : given;
}

/** The access of a declaration that says none: that of the protocol or the extension around it, or internal. */
function accessWithin({ kind, access }: ParsedSymbol): Access {
  return kind === "interface" || kind === "extension" ? access : "internal";
}

function hasEffect(tree: SyntaxTree, node: number): boolean {
  return tree.children(node).some((child) => tree.type(child) === "async");
}

function declareType(reading: Reading, node: number, parent: number): void {
  const { tree } = reading;
  const nameNode = tree.child(node, "name");
  const word = tree.child(node, "declaration_kind");
  const kind = word < 0 ? undefined : TYPE_KINDS[tree.text(word)];
  if (nameNode < 0 || kind === undefined) return;
  const isList = tree.source[tree.start(nameNode)] === "[";
  const written = isList ? "Array" : foldSpace(tree.text(nameNode)).replace(/<.*>/s, "").replace(/\s/g, "");
  const name = written.slice(written.lastIndexOf(".") + 1).replace(/`/g, "");
  const typeParameters = typeParametersOf(tree, node, kind === "extension");
  const element = isList ? /^\[\s*([\w.]+)\s*\]$/.exec(tree.text(nameNode).trim())?.[1] : undefined;
  if (element !== undefined) {
    typeParameters.names.push("Element");
    typeParameters.bounds.push(dottedType(element));
  }
  const signature = kind === "extension" ? null : genericsOf(tree, node);
  const modifiers = modifiersOf(tree, node);
  // `extension A.B` adds to B in A.
  const receiverType = kind === "extension" ? extendedType(tree, nameNode, written) : undefined;
  add(reading, parent, {
    node,
    nameNode,
    name,
    full: written.replace(/`/g, ""),
    kind,
    modifiers,
    typeParameters,
    signature,
    receiverType,
  });
}

/** The type of a dotted name. */
function dottedType(written: string): TypeExpr {
  const [name = "", ...path] = written.split(".");
  return named({ in: "free", name }, path);
}

function extendedType(tree: SyntaxTree, nameNode: number, written: string): TypeExpr {
  return tree.type(nameNode) === "user_type" && written !== "Array" ? typeOf(tree, nameNode) : libraryType(written);
}

/** `<T: Codable>` as it is written; null for none. */
function genericsOf(tree: SyntaxTree, node: number): string | null {
  const list = tree.childOfType(node, "type_parameters");
  return list < 0 ? null : foldSpace(tree.text(list)).slice(0, 1000);
}

function declareProtocol(reading: Reading, node: number, parent: number): void {
  const { tree } = reading;
  const nameNode = tree.child(node, "name");
  if (nameNode < 0) return;
  const modifiers = modifiersOf(tree, node);
  add(reading, parent, { node, nameNode, name: nameText(tree, nameNode), kind: "interface", modifiers });
}

function declareFunction(reading: Reading, node: number, parent: number): void {
  const { tree } = reading;
  const nameNode = nameOfFunction(tree, node);
  if (nameNode < 0) return;
  const name = nameText(tree, nameNode);
  const isOperator = OPERATOR.test(name);
  const parameters = parametersOf(tree, node, !isOperator);
  const owner = symbolOf(reading, parent);
  const arrow = tree.children(node).findIndex((child) => tree.type(child) === "->");
  const returns =
    arrow < 0
      ? -1
      : (tree
          .children(node)
          .slice(arrow)
          .find((child) => typeIn(tree, node) >= 0 && isTypeNode(tree, child)) ?? -1);
  add(reading, parent, {
    node,
    nameNode,
    name,
    full: name + labelsOf(parameters),
    kind: isHolder(owner) ? "method" : "function",
    modifiers: modifiersOf(tree, node),
    parameters,
    signature: signatureOf(tree, node),
    returns,
    typeParameters: typeParametersOf(tree, node, false),
    // A macro has no body, as a requirement has none: another module expands it.
    isRequirement: tree.type(node) !== "function_declaration",
  });
}

const isTypeNode = (tree: SyntaxTree, node: number) => /_type$|^metatype$/.test(tree.type(node));

/** The name of a function; operators are tokens of their own. */
function nameOfFunction(tree: SyntaxTree, node: number): number {
  const plain = tree.child(node, "name");
  if (tree.type(node) === "macro_declaration") return tree.childOfType(node, "simple_identifier");
  if (plain >= 0 && !isTypeNode(tree, plain)) return plain;
  // `static func == (…)`: the operator follows `func`.
  const word = tree.childOfType(node, "func");
  return word < 0 ? -1 : tree.nextSibling(word);
}

function declareInit(reading: Reading, node: number, parent: number): void {
  const { tree } = reading;
  const parameters = parametersOf(tree, node, true);
  const word = tree.child(node, "name");
  const owner = symbolOf(reading, parent);
  add(reading, parent, {
    node,
    nameNode: word < 0 ? node : word,
    name: "init",
    full: `init${labelsOf(parameters)}`,
    kind: "constructor",
    modifiers: modifiersOf(tree, node),
    parameters,
    signature: signatureOf(tree, node) ?? "()",
    typeParameters: typeParametersOf(tree, node, false),
    isRequirement: owner.kind === "interface",
  });
}

function declareSubscript(reading: Reading, node: number, parent: number): void {
  const { tree } = reading;
  const parameters = parametersOf(tree, node, false);
  add(reading, parent, {
    node,
    nameNode: node,
    name: "subscript",
    full: `subscript${labelsOf(parameters)}`,
    kind: "method",
    modifiers: modifiersOf(tree, node),
    parameters,
    signature: signatureOf(tree, node),
    returns: typeIn(tree, node),
    typeParameters: typeParametersOf(tree, node, false),
    isRequirement: symbolOf(reading, parent).kind === "interface",
  });
}

/** `let a: A = …, b = …`, and each name of `let (a, b) = …`. */
function declareProperties(reading: Reading, node: number, parent: number): void {
  const { tree } = reading;
  const children = tree.children(node);
  const modifiers = modifiersOf(tree, node);
  const isRequirement = tree.type(node) === "protocol_property_declaration";
  const isMember = isHolder(symbolOf(reading, parent));
  const isLet = /^(?:[^=]*\s)?let\s/.test(tree.source.slice(modifiers.start, modifiers.start + 60));
  const patterns = children.filter((child) => tree.type(child) === "pattern");
  for (const pattern of patterns) {
    const from = children.indexOf(pattern) + 1;
    const rest = children.slice(from);
    const until = rest.findIndex((child) => tree.type(child) === "pattern");
    const own = until < 0 ? rest : rest.slice(0, until);
    const annotation = own.find((child) => tree.type(child) === "type_annotation") ?? -1;
    const value = own.find((child) => tree.field(child) === "value") ?? -1;
    const names = namesIn(tree, pattern);
    for (const nameNode of names) {
      const returns = names.length > 1 ? -1 : annotatedType(tree, annotation);
      add(reading, parent, {
        node,
        nameNode,
        name: nameText(tree, nameNode),
        kind: isMember ? "property" : isLet ? "constant" : "variable",
        modifiers,
        returns,
        declaredType: returns >= 0 ? typeOf(tree, returns) : names.length > 1 ? null : firstType(tree, node, value),
        isRequirement,
      });
    }
  }
}

/** The type of a property without an annotation: that of its first value, or the one that its wrapper tells. */
function firstType(tree: SyntaxTree, property: number, value: number): TypeExpr | null {
  return value < 0 ? typeOfWrapper(tree, property) : typeOfValue(tree, value);
}

/** The nodes of the names that a pattern binds. */
function namesIn(tree: SyntaxTree, pattern: number): number[] {
  const bound = tree.child(pattern, "bound_identifier");
  if (bound >= 0) return [bound];
  return tree.namedChildren(pattern).flatMap((child) => {
    if (tree.type(child) === "simple_identifier") return [child];
    return tree.type(child) === "pattern" ? namesIn(tree, child) : [];
  });
}

function declareCases(reading: Reading, node: number, parent: number): void {
  const { tree } = reading;
  const children = tree.children(node);
  const modifiers = modifiersOf(tree, node);
  const names = children.filter((child) => tree.field(child) === "name");
  for (const nameNode of names) {
    const next = children[children.indexOf(nameNode) + 1] ?? -1;
    const contents = next >= 0 && tree.type(next) === "enum_type_parameters" ? next : -1;
    const parameters = contents < 0 ? undefined : payloadOf(tree, contents);
    const name = nameText(tree, nameNode);
    add(reading, parent, {
      node,
      nameNode,
      name,
      ...(parameters && { full: name + labelsOf(parameters), parameters }),
      kind: "constant",
      modifiers: { ...modifiers, access: symbolOf(reading, parent).access },
      signature: contents < 0 ? null : foldSpace(tree.text(contents)).slice(0, 4000),
    });
  }
}

function declareAlias(reading: Reading, node: number, parent: number): void {
  const { tree } = reading;
  const nameNode = tree.child(node, "name");
  if (nameNode < 0) return;
  const isAssociated = tree.type(node) === "associatedtype_declaration";
  const written = tree.children(node).find((child) => isTypeNode(tree, child)) ?? -1;
  const type = written < 0 ? null : typeOf(tree, written);
  add(reading, parent, {
    node,
    nameNode,
    name: nameText(tree, nameNode),
    kind: "type",
    modifiers: modifiersOf(tree, node),
    signature: isAssociated ? null : genericsOf(tree, node),
    declaredType: isAssociated ? null : type,
    receiverType: isAssociated && type !== null ? type : undefined,
    typeParameters: typeParametersOf(tree, node, false),
    isRequirement: isAssociated,
  });
}

/** `import Vapor`, `import struct Vapor.Application`. An `@_exported` one is global: who imports this module sees that one too. */
function declareImport(reading: Reading, node: number): void {
  const { tree, imports } = reading;
  const identifier = tree.childOfType(node, "identifier");
  if (identifier < 0) return;
  const parts = foldSpace(tree.text(identifier)).split(".");
  const [specifier = ""] = parts;
  const text = tree.text(node);
  const isOfKind = /\bimport\s+(?:struct|class|enum|protocol|func|var|let|typealias)\s/.test(text);
  imports.push({
    kind: "module",
    specifier,
    imported: isOfKind ? (parts.at(-1) ?? "*") : "*",
    local: "",
    isTypeOnly: false,
    isGlobal: /@_exported\b|^\s*public\s+import/.test(text),
    line: tree.startLine(node),
  });
}
