/** The symbols and imports of a Kotlin file. */
import { nth } from "../../base/need.js";
import type { Access, Choice, Import, ParsedSymbol, SymbolKind, TypeExpr } from "../../model/parse-result.js";
import { freeNamed, named } from "../../model/type-forms.js";
import { folded } from "../declared-text.js";
import { fileSymbol } from "../file-symbol.js";
import { docBefore } from "../jvm/javadoc.js";
import { qualifiedName } from "../qualified-name.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { argumentsAt, isTypeNode, isVariable, parametersIn, typeAt, typeChild } from "./types.js";
import { argumentsOf, writtenValue } from "./written-values.js";

const DEEPEST = 40;

/** The declarations of a file. */
export interface Declarations {
  tree: SyntaxTree;
  symbols: ParsedSymbol[];
  imports: Import[];
  nodes: number[];
  symbolAt: Map<number, number>;
}

interface Reading extends Declarations {
  open: { symbol: number; end: number }[];
}

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
    declareNode(reading, node, tree.type(node));
  }
  readTypes(reading);
  return reading;
}

function declareNode(reading: Reading, node: number, type: string): void {
  const { tree } = reading;
  switch (type) {
    case "package_header":
      declarePackage(reading, node);
      break;
    case "import":
      readImport(reading, node);
      break;
    case "class_declaration":
      declareClass(reading, node);
      break;
    case "object_declaration":
      open(reading, node, { kind: "class", nameNode: nameOf(tree, node), isStatic: true });
      break;
    case "companion_object": {
      const name = tree.childOfType(node, "identifier");
      open(reading, node, {
        kind: "class",
        nameNode: name === -1 ? node : name,
        name: name === -1 ? "Companion" : undefined,
        isStatic: true,
      });
      break;
    }
    case "object_literal": {
      const base = tree.childOfType(node, "delegation_specifiers");
      const first = base === -1 ? "object" : (/[\w.]+/.exec(tree.text(base))?.[0] ?? "object");
      open(reading, node, { kind: "class", nameNode: node, name: `$${first.replace(/^.*\./, "")}`, access: "private" });
      break;
    }
    case "enum_entry":
      open(reading, node, {
        kind: "constant",
        nameNode: tree.childOfType(node, "identifier"),
        access: "public",
        isStatic: true,
      });
      break;
    case "type_alias":
      add(reading, node, {
        kind: "type",
        nameNode: tree.child(node, "type"),
        typeParameters: tree.childOfType(node, "type_parameters"),
      });
      break;
    case "function_declaration":
      declareFunction(reading, node);
      break;
    case "secondary_constructor":
      open(reading, node, {
        kind: "constructor",
        nameNode: tree.childOfType(node, "constructor"),
        name: ownerOf(reading).name,
        parameters: tree.childOfType(node, "function_value_parameters"),
      });
      break;
    case "property_declaration":
      declareProperty(reading, node);
      break;
    case "class_parameter":
      if (tree.hasChildOfType(node, "val") || tree.hasChildOfType(node, "var"))
        add(reading, node, {
          kind: "property",
          nameNode: tree.childOfType(node, "identifier"),
          returns: typeChild(tree, node),
        });
      break;
  }
}

interface Details {
  kind: SymbolKind;
  nameNode: number;
  name?: string | undefined;
  parameters?: number;
  returns?: number;
  typeParameters?: number;
  access?: Access;
  isStatic?: boolean;
  isAbstract?: boolean;
  end?: number;
}

function ownerOf(reading: Reading): ParsedSymbol {
  return symbolOf(reading, nth(reading.open, reading.open.length - 1).symbol);
}

/** The words and the annotations before a declaration. */
interface Head {
  words: Set<string>;
  annotations: Set<string>;
  choice: Choice | undefined;
  start: number;
}

function headOf(tree: SyntaxTree, node: number): Head {
  const words = new Set<string>();
  const annotations = new Set<string>();
  const modifiers = tree.childOfType(node, "modifiers");
  let start = tree.start(node);
  let choice: Choice | undefined;
  if (modifiers === -1) return { words, annotations, choice, start };
  let first = -1;
  for (const child of tree.children(modifiers)) {
    if (isAnnotation(tree, child)) {
      const name = /@(?:\w+:)?([\w.]+)/.exec(tree.text(child))?.[1]?.replace(/^.*\./, "");
      if (name === undefined) continue;
      annotations.add(name);
      if (name === "Deprecated" && isHidden(tree, child)) choice = "never";
      if (name === "LowPriorityInOverloadResolution") choice ??= "last";
    } else if (!tree.type(child).endsWith("comment")) {
      words.add(tree.text(child));
      if (first === -1) first = tree.start(child);
    }
  }
  const next = tree.nextSibling(modifiers);
  start = first !== -1 ? first : next === -1 ? start : tree.start(next);
  return { words, annotations, choice, start };
}

/** Whether a node is an annotation. A word before a declaration is read as one, too, for the grammar's sake (`maskForGrammar`). */
export function isAnnotation(tree: SyntaxTree, node: number): boolean {
  return tree.type(node) === "annotation" && tree.source[tree.start(node)] === "@";
}

/** Whether a `@Deprecated(…)` has the level HIDDEN: what it marks is there for code that was compiled before, and no call can name it. */
function isHidden(tree: SyntaxTree, annotation: number): boolean {
  for (let node = annotation; node < tree.subtreeEnd(annotation); node++) {
    if (tree.type(node) !== "value_arguments") continue;
    return tree.namedChildren(node).some((argument) => /(?:^|[.=\s])HIDDEN$/.test(tree.text(argument).slice(-40)));
  }
  return false;
}

function add(reading: Reading, node: number, details: Details): number {
  const { tree, symbols, nodes, symbolAt } = reading;
  const { kind, nameNode, parameters = -1, returns = -1, typeParameters = -1 } = details;
  if (nameNode === -1 || reading.open.length > DEEPEST) return -1;
  const parent = nth(reading.open, reading.open.length - 1).symbol;
  const owner = symbolOf(reading, parent);
  const { words, annotations, choice, start: head } = headOf(tree, node);
  const name = (details.name ?? tree.text(nameNode)).replace(/`/g, "");
  const written = (["private", "protected", "internal"] as const).find((word) => words.has(word));
  const access: Access = details.access ?? written ?? "public";
  const isOuter = owner.kind === "file" || owner.kind === "namespace";
  const isPublicApi =
    kind === "namespace" || ((access === "public" || access === "protected") && (isOuter || owner.isPublicApi));
  const start = Math.min(head, tree.start(nameNode));
  const end = details.end ?? tree.end(node);
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
    isStatic: details.isStatic ?? false,
    isAbstract: details.isAbstract ?? words.has("abstract"),
    isAsync: words.has("suspend"),
    isOverride: words.has("override"),
    isDeprecated: annotations.has("Deprecated"),
    isMergeable: kind === "namespace",
    parameterSignature: signature === -1 ? null : folded(tree, signature),
    parameterCount: parameters === -1 ? null : parametersIn(tree, parameters).length,
    returnType: returns === -1 ? null : folded(tree, returns),
    doc: kind === "namespace" ? null : docBefore(tree.source, tree.start(node)),
    typeParameters: typeParameters === -1 ? [] : typeParameterNames(tree, typeParameters),
    ...(choice === undefined ? {} : { choice }),
  });
  nodes.push(node);
  symbolAt.set(node, symbol);
  return symbol;
}

function open(reading: Reading, node: number, details: Details): void {
  const symbol = add(reading, node, details);
  if (symbol !== -1) reading.open.push({ symbol, end: reading.tree.subtreeEnd(node) });
}

function declarePackage(reading: Reading, node: number): void {
  const { tree } = reading;
  const nameNode = tree.childOfType(node, "qualified_identifier");
  if (nameNode === -1 || reading.open.length > 1) return;
  const name = tree.text(nameNode).replace(/\s+/g, "");
  const symbol = add(reading, node, { kind: "namespace", nameNode, name, access: "public", end: tree.source.length });
  if (symbol !== -1) reading.open.push({ symbol, end: tree.size });
}

/** `import a.b.c as d` is told like Java's: c of a.b. Only the program knows whether it names a type or a function. */
function readImport({ tree, imports }: Reading, node: number): void {
  const nameNode = tree.childOfType(node, "qualified_identifier");
  if (nameNode === -1) return;
  const full = tree.text(nameNode).replace(/[\s`]+/g, "");
  const alias = tree.childOfType(node, "identifier");
  const isAll = tree.hasChildOfType(node, "*");
  const dot = full.lastIndexOf(".");
  const imported = isAll ? "*" : full.slice(dot + 1);
  imports.push({
    kind: "namespace",
    specifier: isAll ? full : full.slice(0, Math.max(0, dot)),
    imported,
    local: isAll ? "" : alias === -1 ? imported : tree.text(alias).replace(/`/g, ""),
    isTypeOnly: false,
    isGlobal: false,
    line: tree.startLine(node),
  });
}

/** The name of a type; -1 for none. One that `withAnnotatedTypes` made has no fields. */
function nameOf(tree: SyntaxTree, node: number): number {
  const name = tree.child(node, "name");
  return name === -1 ? tree.childOfType(node, "identifier") : name;
}

function declareClass(reading: Reading, node: number): void {
  const { tree } = reading;
  const { words } = headOf(tree, node);
  const kind: SymbolKind = tree.hasChildOfType(node, "interface")
    ? "interface"
    : words.has("enum") || tree.hasChildOfType(node, "enum_class_body")
      ? "enum"
      : "class";
  const nameNode = nameOf(tree, node);
  const typeParameters = tree.childOfType(node, "type_parameters");
  const isAbstract = kind === "interface" ? { isAbstract: true } : {};
  open(reading, node, { kind, nameNode, typeParameters, isStatic: !words.has("inner"), ...isAbstract });
  const primary = tree.childOfType(node, "primary_constructor");
  if (primary === -1 || nameNode === -1) return;
  add(reading, primary, {
    kind: "constructor",
    nameNode,
    parameters: tree.childOfType(primary, "class_parameters"),
  });
}

function declareFunction(reading: Reading, node: number): void {
  const { tree } = reading;
  const nameNode = tree.child(node, "name");
  const owner = ownerOf(reading);
  const isMember = /^(?:class|interface|enum|constant)$/.test(owner.kind);
  const parameters = tree.childOfType(node, "function_value_parameters");
  const hasBody = tree.childOfType(node, "function_body") !== -1;
  const isAbstract = owner.kind === "interface" && !hasBody ? { isAbstract: true } : {};
  open(reading, node, {
    kind: isMember ? "method" : "function",
    nameNode,
    parameters,
    returns: parameters === -1 ? -1 : typeChild(tree, node, parameters),
    typeParameters: tree.childOfType(node, "type_parameters"),
    ...isAbstract,
  });
}

/** Declares the properties of types and of the file. Variables of functions are not properties. */
function declareProperty(reading: Reading, node: number): void {
  const { tree } = reading;
  const variable = tree.childOfType(node, "variable_declaration");
  const { kind } = ownerOf(reading);
  if (variable === -1 || /^(?:function|method|constructor|property|constant)$/.test(kind)) return;
  if (/^(?:block|lambda_literal|control_structure_body)$/.test(tree.type(tree.parent(node)))) return;
  const { words } = headOf(tree, node);
  add(reading, node, {
    kind: words.has("const") ? "constant" : "property",
    nameNode: tree.childOfType(variable, "identifier"),
    returns: typeChild(tree, variable),
  });
}

function typeParameterNames(tree: SyntaxTree, list: number): string[] {
  return tree.namedChildren(list).flatMap((child) => {
    const name = tree.childOfType(child, "identifier");
    return name === -1 ? [] : [tree.text(name)];
  });
}

/** Fills in the declared types, of which each may name the type parameters around it. */
function readTypes(d: Declarations): void {
  const { tree, symbols, nodes } = d;
  symbols.forEach((symbol, index) => {
    const node = nth(nodes, index);
    switch (tree.type(node)) {
      case "function_declaration": {
        const list = tree.childOfType(node, "function_value_parameters");
        const result = list === -1 ? -1 : typeChild(tree, node, list);
        const body = tree.childOfType(node, "function_body");
        const isVoid = result === -1 && (body === -1 || !tree.hasChildOfType(body, "="));
        readParameters(d, index, list);
        const name = tree.child(node, "name");
        const receiver = tree.children(node).find((child) => isTypeNode(tree.type(child)));
        if (receiver !== undefined && receiver < name) symbol.receiverType = typeAt(d, receiver, index) ?? undefined;
        symbol.declaredType = isVoid
          ? freeNamed("void")
          : (typeAt(d, result, index) ??
            ownType(d, body, index) ??
            evidentType(d, body, index) ??
            writtenValue(d, body, index));
        break;
      }
      case "primary_constructor":
        readParameters(d, index, tree.childOfType(node, "class_parameters"));
        break;
      case "secondary_constructor":
        readParameters(d, index, tree.childOfType(node, "function_value_parameters"));
        break;
      case "property_declaration": {
        const variable = tree.childOfType(node, "variable_declaration");
        const receiver = tree.children(node).find((child) => isTypeNode(tree.type(child)));
        if (receiver !== undefined && receiver < variable)
          symbol.receiverType = typeAt(d, receiver, index) ?? undefined;
        symbol.declaredType =
          typeAt(d, typeChild(tree, variable), index) ??
          evidentType(d, node, index) ??
          writtenValue(d, node, index) ??
          typeOfGetter(d, node, index);
        break;
      }
      case "class_parameter":
      case "type_alias":
        symbol.declaredType = typeAt(d, typeChild(tree, node), index);
        break;
    }
  });
}

/** The type of a property that its `get() = …` alone tells. */
function typeOfGetter(d: Declarations, property: number, index: number): TypeExpr | null {
  const getter = d.tree.childOfType(property, "getter");
  const body = getter === -1 ? -1 : d.tree.childOfType(getter, "function_body");
  if (body === -1 || !d.tree.hasChildOfType(body, "=")) return null;
  return ownType(d, body, index) ?? evidentType(d, body, index) ?? writtenValue(d, body, index);
}

/** The type of `= apply { … }` and of `= this`: that of the class around, or what is extended. Null for other bodies, which may have a type of their own. */
function ownType(d: Declarations, body: number, symbol: number): TypeExpr | null {
  const { tree } = d;
  const { parent, receiverType } = symbolOf(d, symbol);
  const value = body === -1 ? undefined : tree.namedChildren(body).at(-1);
  if (value === undefined) return null;
  const isInClass = /^(?:class|interface|enum)$/.test(symbolOf(d, parent).kind);
  if (!isInClass && receiverType === undefined) return null;
  const type = tree.type(value);
  const isOwn =
    type === "this_expression" || (type === "call_expression" && /^(?:apply|also)\s*\{/.test(tree.text(value)));
  if (!isOwn) return null;
  return receiverType ?? { kind: "named", root: { in: "this", type: parent }, path: [] };
}

/** The type of a value that is made by a constructor, or is a literal; null for others. By convention only types begin with a capital. */
function evidentType(d: Declarations, holder: number, from: number): TypeExpr | null {
  if (holder === -1) return null;
  const { tree } = d;
  const value = tree.namedChildren(holder).at(-1);
  if (value === undefined) return null;
  const object = tree.type(value) === "object_literal" ? d.symbolAt.get(value) : undefined;
  if (object !== undefined) return named({ in: "file", symbol: object }, []);
  if (/string_literal$/.test(tree.type(value))) return freeNamed("String");
  if (tree.type(value) === "number_literal") return freeNamed(/[lL]$/.test(tree.text(value)) ? "long" : "int");
  const callee = tree.type(value) === "call_expression" ? tree.firstChild(value) : -1;
  if (callee === -1 || !/^(?:identifier|navigation_expression)$/.test(tree.type(callee))) return null;
  const [first = "", ...path] = tree.text(callee).split(".");
  if (![first, ...path].every((name) => /^\p{Lu}[\p{L}\p{N}_]*$/u.test(name))) return null;
  const list = tree.childOfType(value, "type_arguments");
  const args = list === -1 ? heldBy(d, first, value) : argumentsAt(d, list, from);
  return named({ in: "free", name: first }, path, args);
}

/** Types of libraries that hold the value which they are made of: `MutableStateFlow(Order())`. */
const HOLDING = /^(?:MutableStateFlow|MutableLiveData|AtomicReference)$/;

/** The type argument of such a type, where its value is made on the spot. */
function heldBy(d: Declarations, name: string, call: number): TypeExpr[] | undefined {
  const [held = null, ...others] = HOLDING.test(name) ? argumentsOf(d, call) : [];
  return held === null || others.length > 0 ? undefined : [held];
}

function readParameters(d: Declarations, symbol: number, list: number): void {
  if (list === -1) return;
  const { tree } = d;
  const types = parametersIn(tree, list).map((parameter): TypeExpr | null => {
    const type = typeAt(d, typeChild(tree, parameter), symbol);
    return type !== null && isVariable(tree, parameter) ? freeNamed("[]", [type]) : type;
  });
  if (types.length > 0) symbolOf(d, symbol).parameterTypes = types;
}
