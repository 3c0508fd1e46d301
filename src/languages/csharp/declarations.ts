/**
 * The symbols and usings of a C# file: one pass over the tree in preorder with a stack of the symbols that are open, so that nesting costs
 * no stack. Declarations below ERROR and preprocessor nodes are found like any other.
 */

import type { Access, Import, ParsedSymbol, SymbolKind } from "../../model/parse-result.js";
import { qualifiedName } from "../qualified-name.js";
import type { SyntaxTree } from "../syntax.js";
import { type MemberHead, recoverMembers } from "./recover.js";
import { docBefore, folded, withoutTypeArguments } from "./text.js";

/** Symbols nested deeper than this are left out: their qualified names would grow with the square of the depth. */
const MAX_SYMBOL_DEPTH = 48;

/** How many siblings are searched for the brace that closes a type that did not parse. */
const MAX_SIBLINGS = 20_000;
/** How many types that did not parse are recovered. */
const MAX_RECOVERED = 200;

/** Where a symbol stands in the tree, and what the reference pass wants to know of it. */
export interface DeclarationNode {
  node: number;
  /** The first node behind the symbol, in preorder. */
  end: number;
  /** The node of its declared type, or -1. */
  typeNode: number;
}

export interface Declarations {
  symbols: ParsedSymbol[];
  /** One for each symbol, in preorder. */
  nodes: DeclarationNode[];
  imports: Import[];
  /** What each of the imports names. */
  importNodes: number[];
}

export const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set(["class", "interface", "struct", "record", "enum", "type"]);
const BODIED_TYPES: ReadonlySet<SymbolKind> = new Set(["class", "interface", "struct", "record"]);
const BODY_KINDS: ReadonlySet<SymbolKind> = new Set(["method", "constructor", "function", "property", "event"]);

const TYPE_DECLARATIONS = new Map<string, SymbolKind>([
  ["class_declaration", "class"],
  ["interface_declaration", "interface"],
  ["struct_declaration", "struct"],
  ["record_declaration", "record"],
  ["enum_declaration", "enum"],
  ["delegate_declaration", "type"],
]);

/** The words that open a type whose declaration did not parse as a whole. */
const TYPE_WORDS = new Map<string, SymbolKind>([
  ["class", "class"],
  ["interface", "interface"],
  ["struct", "struct"],
  ["record", "record"],
  ["enum", "enum"],
]);

interface Head {
  modifiers: Set<string>;
  isDeprecated: boolean;
  /** Offset behind the attributes. */
  start: number;
}

/** What a declaration adds to the defaults. */
interface Details {
  kind: SymbolKind;
  name: string;
  nameNode: number;
  qualified?: string;
  parameters?: number;
  /** The first parameter of an extension method that stands in an `extension` block, where its receiver is written. */
  receiver?: string;
  typeNode?: number;
  typeParameters?: string[];
  /** The first node behind it, where that is not the end of the node's subtree. */
  end?: number;
  /** The node that carries modifiers, attributes and doc comment, where it is another. */
  headNode?: number;
  hasBody?: boolean;
  isEnumMember?: boolean;
  isPublic?: boolean;
}

/** Reads all declarations of a file. */
export function declare(tree: SyntaxTree): Declarations {
  const fileEnd = tree.source.length;
  const symbols: ParsedSymbol[] = [fileSymbol(tree)];
  const nodes: DeclarationNode[] = [{ node: 0, end: tree.size, typeNode: -1 }];
  const imports: Import[] = [];
  const importNodes: number[] = [];
  /** Open symbols, outermost first. */
  const open: number[] = [0];
  let recovered = 0;

  const add = (node: number, details: Details): number => {
    if (open.length > MAX_SYMBOL_DEPTH) return -1;
    const parent = open[open.length - 1]!;
    const owner = symbols[parent]!;
    const headNode = details.headNode ?? node;
    const head = readHead(tree, headNode);
    const { modifiers } = head;
    const inInterface = owner.kind === "interface";
    const isExplicit = details.qualified !== undefined && details.kind !== "namespace";
    const access = details.isPublic ? "public" : accessOf(modifiers, details, owner, isExplicit);
    const isReachable = access === "public" || access === "protected" || access === "protected internal";
    const isOuter = owner.kind === "file" || owner.kind === "namespace";
    const isPublicApi =
      details.kind === "namespace" || (isReachable && details.kind !== "function" && (isOuter || owner.isPublicApi));
    const isConstant = details.kind === "constant";
    const qualifiedLast = details.qualified ?? details.name;
    const endOffset = details.end === undefined ? tree.end(headNode) : endOf(tree, details.end, fileEnd);
    const start = Math.min(head.start, tree.start(details.nameNode));
    const end = Math.max(endOffset, tree.end(details.nameNode));
    const { parameters = -1, typeNode = -1, receiver } = details;
    symbols.push({
      name: details.name,
      qualifiedName: qualifiedName(owner.qualifiedName, qualifiedLast),
      kind: details.kind,
      parent,
      startLine: tree.lineAt(start),
      endLine: tree.lineAt(Math.max(start, end - 1)),
      start,
      end,
      nameLine: tree.startLine(details.nameNode),
      access,
      isPublicApi,
      isStatic: modifiers.has("static") || isConstant || receiver !== undefined,
      isAbstract:
        modifiers.has("abstract") ||
        (inInterface && details.hasBody === false && !modifiers.has("static") && !TYPE_KINDS.has(details.kind)),
      isAsync: modifiers.has("async"),
      isOverride: modifiers.has("override"),
      isDeprecated: head.isDeprecated,
      isExported: isPublicApi,
      isMergeable: details.kind === "namespace" || modifiers.has("partial"),
      isOptional: false,
      parameterSignature: signatureOf(tree, details),
      parameterCount:
        parameters === -1 ? null : parameterTypes(tree, parameters).length + (receiver === undefined ? 0 : 1),
      returnType: typeNode === -1 ? null : folded(tree, typeNode),
      doc: docBefore(tree.source, tree.start(headNode)),
      declaredType: null,
      typeParameters: details.typeParameters ?? [],
    });
    const index = symbols.length - 1;
    nodes.push({ node, end: details.end ?? tree.subtreeEnd(node), typeNode });
    return index;
  };

  /** A member that only its first line shows; what was open before it in its type ends here. */
  const addRecovered = (node: number, head: MemberHead): void => {
    let top = open.length - 1;
    while (top > 0 && !BODIED_TYPES.has(symbols[open[top]!]!.kind)) top--;
    const parent = open[top]!;
    const owner = symbols[parent]!;
    if (top === 0 || (head.kind === "constructor" && head.name !== owner.name)) return;
    for (const index of open.splice(top + 1)) {
      const cut = symbols[index]!;
      nodes[index]!.end = node;
      cut.end = Math.min(cut.end, head.start);
      cut.endLine = Math.max(cut.startLine, tree.lineAt(Math.max(cut.start, cut.end - 1)));
    }
    let end = node + 1;
    while (end < nodes[parent]!.end && tree.start(end) < head.end) end++;
    const { kind, name, modifiers, parameters } = head;
    const access = accessOf(modifiers, { kind, name, nameNode: node }, owner, false);
    const isPublicApi = owner.isPublicApi && (access === "public" || access.startsWith("protected"));
    symbols.push({
      ...fileSymbol(tree),
      name,
      qualifiedName: `${owner.qualifiedName}.${name}`,
      kind,
      parent,
      startLine: tree.lineAt(head.start),
      endLine: tree.lineAt(Math.max(head.start, head.end - 1)),
      start: head.start,
      end: head.end,
      nameLine: tree.lineAt(head.nameStart),
      access,
      isPublicApi,
      isStatic: modifiers.has("static"),
      isAbstract: modifiers.has("abstract"),
      isAsync: modifiers.has("async"),
      isOverride: modifiers.has("override"),
      isExported: isPublicApi,
      isMergeable: modifiers.has("partial"),
      isOptional: false,
      parameterSignature: parameters?.replace(/\s+/g, " ") ?? null,
      parameterCount: parameters === null ? null : countParameters(parameters),
      returnType: head.returnType,
      doc: docBefore(tree.source, head.start),
    });
    open.push(symbols.length - 1);
    nodes.push({ node, end, typeNode: -1 });
  };

  /** Whether the grammar read a declaration with the name that stands at an offset behind the node. */
  const isDeclared = (node: number, nameStart: number): boolean => {
    let at = node;
    while (at < tree.size && tree.start(at) < nameStart) at++;
    for (; at < tree.size && tree.start(at) === nameStart; at++) {
      if (tree.field(at) === "name" && /_declaration$|^local_function/.test(tree.type(tree.parent(at)))) return true;
    }
    return false;
  };

  const openSymbol = (index: number): void => {
    if (index !== -1) open.push(index);
  };

  /** A primary constructor; the parameters of a record are properties too. */
  const addPrimaryConstructor = (type: number, parameters: number): void => {
    if (type === -1 || parameters === -1) return;
    const owner = symbols[type]!;
    const nameNode = parameters;
    add(parameters, { kind: "constructor", name: owner.name, nameNode, parameters, isPublic: true });
    if (owner.kind !== "record") return;
    for (const child of tree.children(parameters)) {
      if (tree.type(child) !== "parameter") continue;
      const name = tree.child(child, "name");
      if (name === -1) continue;
      const typeNode = tree.child(child, "type");
      add(child, { kind: "property", name: tree.text(name), nameNode: name, typeNode, isPublic: true });
    }
  };

  const addType = (node: number, kind: SymbolKind): void => {
    const nameNode = tree.child(node, "name");
    if (nameNode === -1) return;
    const name = tree.text(nameNode);
    const typeParameters = typeParametersOf(tree, node);
    if (kind === "type") {
      const parameters = tree.child(node, "parameters");
      openSymbol(add(node, { kind, name, nameNode, parameters, typeNode: tree.child(node, "type"), typeParameters }));
      return;
    }
    const index = add(node, { kind, name, nameNode, typeParameters });
    openSymbol(index);
    addPrimaryConstructor(index, tree.childOfType(node, "parameter_list"));
  };

  /** `class Name` in code that did not parse: the type reaches to its closing brace or to the end of what holds it. */
  const recoverType = (node: number, kind: SymbolKind): void => {
    if (++recovered > MAX_RECOVERED) return;
    const parent = tree.parent(node);
    let nameNode = tree.nextSibling(node);
    if (nameNode !== -1 && kind === "record" && TYPE_WORDS.has(tree.type(nameNode)))
      nameNode = tree.nextSibling(nameNode);
    if (nameNode === -1 || tree.type(nameNode) !== "identifier") return;
    const typeParameters = tree.nextSibling(nameNode);
    const hasTypeParameters = typeParameters !== -1 && tree.type(typeParameters) === "type_parameter_list";
    const index = add(node, {
      kind,
      name: tree.text(nameNode),
      nameNode,
      headNode: firstModifierBefore(tree, node),
      typeParameters: hasTypeParameters ? namesIn(tree, typeParameters) : [],
      end: closingEnd(tree, node, parent),
    });
    openSymbol(index);
    const parameters = hasTypeParameters ? tree.nextSibling(typeParameters) : typeParameters;
    if (parameters !== -1 && tree.type(parameters) === "parameter_list") addPrimaryConstructor(index, parameters);
  };

  const addMember = (node: number, kind: SymbolKind, name: string, nameNode: number): void => {
    const explicit = tree.childOfType(node, "explicit_interface_specifier");
    const block = extensionBlockAround(tree, node);
    const isOfReceiver =
      block !== -1 && kind === "method" && !tree.children(node).some((child) => tree.text(child) === "static");
    const returns = tree.child(node, "returns");
    const type = tree.child(node, "type");
    const index = add(node, {
      kind,
      name,
      nameNode,
      qualified: explicit === -1 ? undefined : `${folded(tree, explicit).replace(/\s*\.\s*/g, ".")}${name}`,
      parameters: tree.child(node, "parameters"),
      receiver: isOfReceiver ? folded(tree, tree.childOfType(block, "parameter_list")).slice(1, -1) : undefined,
      typeNode: kind === "constructor" ? -1 : returns !== -1 ? returns : type,
      typeParameters: [...(block === -1 ? [] : typeParametersOf(tree, block)), ...typeParametersOf(tree, node)],
      hasBody: hasBody(tree, node),
    });
    openSymbol(index);
  };

  const addVariables = (node: number, kind: SymbolKind): void => {
    const declaration = tree.childOfType(node, "variable_declaration");
    if (declaration === -1) return;
    const typeNode = tree.child(declaration, "type");
    for (const declarator of tree.children(declaration)) {
      if (tree.type(declarator) !== "variable_declarator") continue;
      const nameNode = tree.child(declarator, "name");
      if (nameNode === -1 || tree.isMissing(nameNode)) continue;
      const name = tree.text(nameNode);
      add(declarator, { kind, name, nameNode, typeNode, headNode: node, hasBody: false });
    }
  };

  const addLocalFunction = (node: number): void => {
    const nameNode = tree.child(node, "name");
    if (nameNode === -1 || tree.isMissing(nameNode)) return;
    const owner = symbols[open[open.length - 1]!]!;
    const name = tree.text(nameNode);
    if (!TYPE_KINDS.has(owner.kind) || owner.kind === "type") addMember(node, "function", name, nameNode);
    else addMember(node, "method", name, nameNode);
  };

  const heads = recoverMembers(tree, MAX_RECOVERED);
  let nextHead = 0;
  for (let node = 1; node < tree.size; node++) {
    while (nodes[open[open.length - 1]!]!.end <= node) open.pop();
    for (; nextHead < heads.length && heads[nextHead]!.start <= tree.start(node); nextHead++) {
      const head = heads[nextHead]!;
      if (tree.start(node) <= head.nameStart && !isDeclared(node, head.nameStart)) addRecovered(node, head);
    }
    const type = tree.type(node);
    const typeKind = TYPE_DECLARATIONS.get(type);
    if (typeKind !== undefined) {
      // The members of an `extension` block are those of the class around it.
      if (!isExtensionBlock(tree, node)) addType(node, typeKind);
      continue;
    }
    switch (type) {
      case "namespace_declaration":
      case "file_scoped_namespace_declaration": {
        const nameNode = tree.child(node, "name");
        if (nameNode === -1) break;
        const name = withoutTypeArguments(tree.text(nameNode));
        const end = type === "namespace_declaration" ? undefined : tree.subtreeEnd(tree.parent(node));
        openSymbol(add(node, { kind: "namespace", name, nameNode, end, isPublic: true }));
        break;
      }
      case "method_declaration": {
        const nameNode = tree.child(node, "name");
        if (nameNode !== -1 && !tree.isMissing(nameNode)) addMember(node, "method", tree.text(nameNode), nameNode);
        break;
      }
      case "constructor_declaration":
      case "destructor_declaration": {
        const nameNode = tree.child(node, "name");
        if (nameNode === -1) break;
        const isConstructor = type === "constructor_declaration";
        const name = tree.text(nameNode);
        addMember(node, isConstructor ? "constructor" : "method", isConstructor ? name : `~${name}`, nameNode);
        break;
      }
      case "operator_declaration": {
        const operator = tree.child(node, "operator");
        if (operator !== -1) addMember(node, "method", `operator ${tree.text(operator)}`, operator);
        break;
      }
      case "conversion_operator_declaration": {
        const target = tree.child(node, "type");
        if (target === -1) break;
        const direction = tree.hasChildOfType(node, "explicit") ? "explicit" : "implicit";
        addMember(node, "method", `${direction} operator ${folded(tree, target)}`, target);
        break;
      }
      case "property_declaration": {
        const nameNode = tree.child(node, "name");
        if (nameNode !== -1) addMember(node, "property", tree.text(nameNode), nameNode);
        break;
      }
      case "indexer_declaration": {
        const parameters = tree.child(node, "parameters");
        if (parameters !== -1) addMember(node, "property", "this[]", parameters);
        break;
      }
      case "event_declaration": {
        const nameNode = tree.child(node, "name");
        if (nameNode !== -1) addMember(node, "event", tree.text(nameNode), nameNode);
        break;
      }
      case "event_field_declaration":
        addVariables(node, "event");
        break;
      case "field_declaration":
        addVariables(node, isConst(tree, node) ? "constant" : "field");
        break;
      case "local_declaration_statement":
        // The body of a type that did not parse is read as statements; their declarations are its fields.
        if (tree.isError(tree.parent(node)) && TYPE_KINDS.has(symbols[open[open.length - 1]!]!.kind)) {
          addVariables(node, isConst(tree, node) ? "constant" : "field");
        }
        break;
      case "enum_member_declaration": {
        const nameNode = tree.child(node, "name");
        if (nameNode === -1) break;
        add(node, { kind: "constant", name: tree.text(nameNode), nameNode, isEnumMember: true });
        break;
      }
      case "local_function_statement":
        addLocalFunction(node);
        break;
      case "using_directive": {
        const target = usingTarget(tree, node);
        if (target === -1) break;
        imports.push(readUsing(tree, node, target));
        importNodes.push(target);
        break;
      }
      default: {
        const word = TYPE_WORDS.get(type);
        if (word !== undefined && tree.isError(tree.parent(node))) recoverType(node, word);
      }
    }
  }
  return { symbols, nodes, imports, importNodes };
}

/** The type nodes of a parameter list, one a parameter; -1 where none is written. */
export function parameterTypes(tree: SyntaxTree, list: number): number[] {
  return parametersIn(tree, list).map(({ type }) => type);
}

/** The parameters of a list: their types' and names' nodes, -1 for none. The grammar puts those of `params T[] rest` into the list itself. */
export function parametersIn(tree: SyntaxTree, list: number): { type: number; name: number }[] {
  return tree.children(list).flatMap((child) => {
    if (tree.type(child) === "parameter") return { type: tree.child(child, "type"), name: tree.child(child, "name") };
    return tree.field(child) === "type" ? { type: child, name: tree.child(list, "name") } : [];
  });
}

/** Whether a class of the tree is `extension(Receiver receiver) { … }` in the source: the mask makes classes of them. */
export function isExtensionBlock(tree: SyntaxTree, node: number): boolean {
  if (tree.type(node) !== "class_declaration") return false;
  const word = tree.childOfType(node, "class");
  return word !== -1 && tree.source.startsWith("extension", tree.start(word));
}

/** The `extension` block that a member stands in, or -1. */
export function extensionBlockAround(tree: SyntaxTree, member: number): number {
  const list = tree.parent(member);
  const block = list === -1 ? -1 : tree.parent(list);
  return block !== -1 && isExtensionBlock(tree, block) ? block : -1;
}

/** `(this List<T> list, int count)`; of a type, `<T>`. */
function signatureOf(tree: SyntaxTree, { kind, parameters = -1, receiver, typeParameters }: Details): string | null {
  const names = TYPE_KINDS.has(kind) && typeParameters?.length ? `<${typeParameters.join(", ")}>` : "";
  const list = parameters === -1 ? "" : folded(tree, parameters);
  if (receiver === undefined) return names + list || null;
  return `(this ${receiver}${list === "()" ? "" : ", "}${list.slice(1)}`;
}

/** How many parameters stand in `(int a, Dictionary<string, int> b)`. */
function countParameters(parameters: string): number {
  let depth = 0;
  let commas = 0;
  for (const char of parameters) {
    if ("(<[{".includes(char)) depth++;
    else if (")>]}".includes(char)) depth--;
    else if (char === "," && depth === 1) commas++;
  }
  return /^\(\s*\)$/.test(parameters) ? 0 : commas + 1;
}

/** Whether symbols of the kind hold statements, and so local functions. */
export function holdsStatements(kind: SymbolKind): boolean {
  return BODY_KINDS.has(kind);
}

function fileSymbol(tree: SyntaxTree): ParsedSymbol {
  return {
    name: "",
    qualifiedName: "",
    kind: "file",
    parent: -1,
    startLine: 1,
    endLine: tree.lineCount,
    start: 0,
    end: tree.source.length,
    nameLine: 1,
    access: "public",
    isPublicApi: false,
    isStatic: false,
    isAbstract: false,
    isAsync: false,
    isOverride: false,
    isDeprecated: false,
    isExported: false,
    isMergeable: false,
    isOptional: false,
    parameterSignature: null,
    parameterCount: null,
    returnType: null,
    doc: null,
    declaredType: null,
    typeParameters: [],
  };
}

function readHead(tree: SyntaxTree, node: number): Head {
  const modifiers = new Set<string>();
  let isDeprecated = false;
  let start = -1;
  const isRun = tree.type(node) === "modifier" || tree.type(node) === "attribute_list";
  for (let child = isRun ? node : tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if (type === "attribute_list") {
      isDeprecated ||= /\bObsolete(?:Attribute)?\s*[(\],]/.test(tree.text(child).slice(0, 2000));
      continue;
    }
    if (type === "comment" || type.startsWith("preproc")) continue;
    if (start === -1) start = tree.start(child);
    if (type !== "modifier") {
      if (type === "static" || type === "implicit" || type === "explicit" || type === "event") continue;
      break;
    }
    modifiers.add(tree.text(child));
  }
  return { modifiers, isDeprecated, start: start === -1 ? tree.start(node) : start };
}

function accessOf(modifiers: Set<string>, details: Details, owner: ParsedSymbol, isExplicit: boolean): Access {
  if (details.isEnumMember) return "public";
  if (details.kind === "function") return "private";
  const isProtected = modifiers.has("protected");
  if (modifiers.has("public")) return "public";
  if (isProtected && modifiers.has("internal")) return "protected internal";
  if (isProtected && modifiers.has("private")) return "private protected";
  if (isProtected) return "protected";
  if (modifiers.has("internal")) return "internal";
  if (modifiers.has("private")) return "private";
  if (modifiers.has("file")) return "file";
  if (owner.kind === "interface" && !isExplicit) return "public";
  if (owner.kind === "file" || owner.kind === "namespace") return TYPE_KINDS.has(details.kind) ? "internal" : "private";
  return "private";
}

function hasBody(tree: SyntaxTree, node: number): boolean {
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if (type === "block" || type === "arrow_expression_clause") return true;
    if (type !== "accessor_list") continue;
    for (const accessor of tree.children(child)) {
      if (tree.type(accessor) === "accessor_declaration" && tree.child(accessor, "body") !== -1) return true;
    }
  }
  return false;
}

function isConst(tree: SyntaxTree, node: number): boolean {
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if ((type === "modifier" || type === "const") && tree.text(child) === "const") return true;
    if (type === "variable_declaration") return false;
  }
  return false;
}

function typeParametersOf(tree: SyntaxTree, node: number): string[] {
  const list = tree.childOfType(node, "type_parameter_list");
  return list === -1 ? [] : namesIn(tree, list);
}

function namesIn(tree: SyntaxTree, list: number): string[] {
  const names: string[] = [];
  for (const parameter of tree.children(list)) {
    const name = tree.type(parameter) === "type_parameter" ? tree.child(parameter, "name") : -1;
    if (name !== -1) names.push(tree.text(name));
  }
  return names;
}

/** The namespace or type that a using names; -1 for none. */
function usingTarget(tree: SyntaxTree, node: number): number {
  const alias = tree.child(node, "name");
  const named = tree.namedChildren(node).filter((child) => child !== alias && tree.type(child) !== "comment");
  return named.at(-1) ?? -1;
}

function readUsing(tree: SyntaxTree, node: number, target: number): Import {
  const alias = tree.child(node, "name");
  const isStatic = tree.hasChildOfType(node, "static");
  const specifier = withoutTypeArguments(tree.text(target)).replace(/^global::/, "");
  return {
    kind: alias !== -1 ? "alias" : isStatic ? "static" : "namespace",
    specifier,
    imported: alias !== -1 ? (specifier.split(".").at(-1) ?? "") : "*",
    local: alias === -1 ? "" : tree.text(alias),
    isTypeOnly: false,
    isGlobal: tree.hasChildOfType(node, "global"),
    line: tree.startLine(node),
  };
}

/** The first of the modifiers and attribute lists right before a node. */
function firstModifierBefore(tree: SyntaxTree, node: number): number {
  const parent = tree.parent(node);
  let first = node;
  for (let before = node - 1; before > parent; before--) {
    let top = before;
    while (tree.parent(top) > parent) top = tree.parent(top);
    if (tree.parent(top) !== parent) break;
    const type = tree.type(top);
    if (type !== "modifier" && type !== "attribute_list") break;
    first = top;
    before = top;
  }
  return first;
}

/** The node behind the brace that closes what `node` opens among its siblings; the end of the parent's subtree for none. */
function closingEnd(tree: SyntaxTree, node: number, parent: number): number {
  let depth = 0;
  let count = 0;
  for (
    let sibling = tree.nextSibling(node);
    sibling !== -1 && count < MAX_SIBLINGS;
    sibling = tree.nextSibling(sibling)
  ) {
    count++;
    const type = tree.type(sibling);
    if (type === "{") depth++;
    else if (type === "}" && --depth <= 0) return tree.subtreeEnd(sibling);
    else if (type === ";" && depth === 0) return tree.subtreeEnd(sibling);
  }
  return tree.subtreeEnd(parent);
}

/** The offset at which the nodes before `node` end. */
function endOf(tree: SyntaxTree, node: number, fileEnd: number): number {
  return node >= tree.size ? fileEnd : tree.end(node - 1);
}
