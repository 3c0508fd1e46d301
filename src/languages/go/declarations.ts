/** The declarations of a Go file as symbols: types with their fields and methods, functions, constants and variables. */
import type { ParsedSymbol, Root, SymbolKind } from "../../model/parse-result.js";
import { freeNamed } from "../../model/type-forms.js";
import { fileSymbol } from "../file-symbol.js";
import { qualifiedName } from "../qualified-name.js";
import { symbolOf } from "../symbol-of.js";
import { docAbove } from "./doc.js";
import { declareIn, isExportedName, type LocalRoot, type Reading, type Scope, within } from "./reading.js";
import { runtimeGlobals } from "./runtime.js";
import { declareTypeParameters, embeddedName, parametersOf, resultOf, rootNamed, typeAt } from "./types.js";

/** A symbol as far as its node tells, without types. */
export function symbolAt(
  { tree, comments }: Reading,
  node: number,
  nameNode: number,
  kind: SymbolKind,
  parent: { index: number; name: string },
): ParsedSymbol {
  const name = nameNode < 0 ? "" : tree.text(nameNode);
  const doc = docAbove(tree, comments, tree.start(node));
  return {
    ...fileSymbol("", 0),
    name,
    qualifiedName: qualifiedName(parent.name, name),
    kind,
    parent: parent.index,
    startLine: tree.startLine(node),
    endLine: tree.endLine(node),
    start: tree.start(node),
    end: tree.end(node),
    nameLine: nameNode < 0 ? tree.startLine(node) : tree.startLine(nameNode),
    access: isExportedName(name) ? "public" : "internal",
    isExported: isExportedName(name),
    doc: doc.text,
    isDeprecated: doc.isDeprecated,
  };
}

/** The text of a node with single spaces; null for no node. */
export function spaced({ tree }: Reading, node: number): string | null {
  if (node < 0) return null;
  return tree
    .text(node)
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/,? ?\)$/, ")")
    .replace(/^\( /, "(");
}

/** Adds a symbol; answers its position. */
function add({ symbols }: Reading, symbol: ParsedSymbol): number {
  return symbols.push(symbol) - 1;
}

/** The node around the specs of a declaration. Its comment belongs to a single spec. */
function docNodeOf({ tree }: Reading, spec: number): number {
  const around = tree.parent(spec);
  const list = tree.type(around) === "var_spec_list" ? tree.parent(around) : around;
  const isAlone = !tree.source.slice(tree.start(list), tree.start(spec)).includes("(");
  return isAlone ? list : spec;
}

const TYPE_KINDS: Readonly<Record<string, SymbolKind>> = { struct_type: "struct", interface_type: "interface" };

/** Declares a type with its fields or methods; their types are read later. `parent`: the function around it, or the file. */
export function declareType(
  reading: Reading,
  spec: number,
  parent: { index: number; name: string },
  outer: Scope | null,
): number {
  const { tree, later } = reading;
  const typeNode = tree.child(spec, "type");
  const kind = TYPE_KINDS[tree.type(typeNode)] ?? "type";
  const docNode = docNodeOf(reading, spec);
  const symbol = symbolAt(reading, docNode, tree.child(spec, "name"), kind, parent);
  symbol.parameterSignature = spaced(reading, tree.child(spec, "type_parameters"));
  const index = add(reading, symbol);
  const scope = within(outer);
  later.push(() => {
    symbol.typeParameters = declareTypeParameters(reading, scope, tree.child(spec, "type_parameters"));
    refer(reading, tree.child(spec, "type_parameters"), scope, index, "type");
  });
  if (kind === "struct") declareFields(reading, typeNode, index, scope);
  else if (kind === "interface") declareMethods(reading, typeNode, index, scope);
  else
    later.push(() => {
      const under = typeAt(reading, scope, typeNode);
      // An alias is the type itself; another type is made new from it, and has members of its own.
      symbol.declaredType = tree.type(spec) === "type_alias" ? under : { kind: "new", made: under };
      refer(reading, typeNode, scope, index, "type");
    });
  return index;
}

/** Declares the fields of a struct. */
function declareFields(reading: Reading, typeNode: number, index: number, scope: Scope): void {
  const { tree } = reading;
  const list = tree.childOfType(typeNode, "field_declaration_list");
  for (const field of list < 0 ? [] : tree.namedChildren(list)) {
    if (tree.type(field) !== "field_declaration") continue;
    const names = tree.children(field).filter((child) => tree.field(child) === "name");
    for (const name of names) declareField(reading, field, name, index, scope);
    if (names.length === 0) declareEmbedded(reading, field, index, scope);
  }
}

function declareField(reading: Reading, field: number, nameNode: number, index: number, scope: Scope): void {
  const { tree, later } = reading;
  const owner = symbolOf(reading, index);
  const typeNode = tree.child(field, "type");
  const symbol = symbolAt(reading, field, nameNode, "field", { index, name: owner.qualifiedName });
  symbol.returnType = spaced(reading, typeNode);
  const position = add(reading, symbol);
  // The fields of a struct without a name, `config struct { port int }`, stand in the field that has it.
  const isStruct = tree.type(typeNode) === "struct_type" && symbol.qualifiedName.length < LONGEST_NAME;
  later.push(() => {
    symbol.declaredType = typeAt(reading, scope, typeNode);
    if (!isStruct) refer(reading, typeNode, scope, position, "type");
  });
  if (isStruct) declareFields(reading, typeNode, position, scope);
}

const LONGEST_NAME = 500;

/** An embedded field has the name of its type. */
function declareEmbedded(reading: Reading, field: number, index: number, scope: Scope): void {
  const { tree, later } = reading;
  const typeNode = tree.child(field, "type");
  const name = embeddedName(reading, typeNode);
  if (name === "") return;
  const container = symbolOf(reading, index).qualifiedName;
  const symbol: ParsedSymbol = {
    ...symbolAt(reading, field, -1, "field", { index, name: container }),
    name,
    qualifiedName: qualifiedName(container, name),
    access: isExportedName(name) ? "public" : "internal",
    isExported: isExportedName(name),
    returnType: spaced(reading, field)?.replace(/ *["`].*$/, "") ?? null,
  };
  add(reading, symbol);
  later.push(() => {
    const of = typeAt(reading, scope, typeNode);
    symbol.declaredType = tree.source[tree.start(field)] === "*" ? freeNamed("*", [of]) : of;
    embed(reading, typeNode, scope, index);
  });
}

/** Declares the methods of an interface. */
function declareMethods(reading: Reading, typeNode: number, index: number, scope: Scope): void {
  const { tree, later } = reading;
  const owner = symbolOf(reading, index);
  for (const node of tree.namedChildren(typeNode)) {
    if (tree.type(node) === "method_elem") {
      const parent = { index, name: owner.qualifiedName };
      const symbol = symbolAt(reading, node, tree.child(node, "name"), "method", parent);
      symbol.isAbstract = true;
      const position = add(reading, symbol);
      later.push(() => {
        readSignature(reading, node, symbol, scope);
        referSignature(reading, node, scope, position);
      });
    } else if (tree.type(node) === "type_elem") {
      const parts = tree.namedChildren(node);
      const [only = -1] = parts;
      const isName = parts.length === 1 && /^(?:type_identifier|qualified_type|generic_type)$/.test(tree.type(only));
      // A union, or a type with `~`: methods alone do not tell what implements it.
      if (!isName) owner.isOptional = true;
      later.push(() => {
        if (isName) embed(reading, only, scope, index);
        else refer(reading, node, scope, index, "type");
      });
    }
  }
}

/** Adds an embedded type as a base. */
function embed(reading: Reading, typeNode: number, scope: Scope, index: number): void {
  const { tree, references } = reading;
  const type = typeAt(reading, scope, typeNode);
  if (type.kind !== "named") return;
  references.push({
    kind: "extends",
    from: index,
    line: tree.startLine(typeNode),
    root: type.root,
    path: type.path,
    argumentCount: null,
    ...(type.args !== undefined && { typeArguments: type.args }),
  });
  const args = tree.type(typeNode) === "generic_type" ? tree.child(typeNode, "type_arguments") : -1;
  if (args >= 0) refer(reading, args, scope, index, "type");
}

/** The parameters and results of a function, with their types. */
export function readSignature(reading: Reading, node: number, symbol: ParsedSymbol, scope: Scope | null): void {
  const { tree } = reading;
  const list = tree.child(node, "parameters");
  const parameters = parametersOf(reading, scope, list);
  symbol.parameterSignature = spaced(reading, list) ?? "()";
  symbol.parameterCount = parameters.length;
  if (parameters.length > 0) symbol.parameterTypes = parameters.map(({ type }) => type);
  symbol.returnType = spaced(reading, tree.child(node, "result"));
  symbol.declaredType = resultOf(reading, scope, tree.child(node, "result"));
}

/** Adds the uses of types in the parameters and the result of a function. `kind`: that of the parameters. */
export function referSignature(
  reading: Reading,
  node: number,
  scope: Scope | null,
  from: number,
  kind: "type" | "accepts" = "accepts",
): void {
  refer(reading, reading.tree.child(node, "parameters"), scope, from, kind);
  refer(reading, reading.tree.child(node, "result"), scope, from, "type");
}

/** Adds the uses of the types that a node writes. */
export function refer(
  reading: Reading,
  node: number,
  scope: Scope | null,
  from: number,
  kind: "type" | "accepts",
): void {
  if (node < 0) return;
  const { tree, references } = reading;
  const add = (root: Root, path: string[], line: number) => {
    if (root.in !== "parameter" && root.in !== "unknown")
      references.push({ kind, from, line, root, path, argumentCount: null });
  };
  for (let inner = node; inner < tree.subtreeEnd(node); inner++) {
    const type = tree.type(inner);
    if (type === "qualified_type") {
      const root = rootNamed(reading, null, tree.text(tree.child(inner, "package")), true);
      const name = tree.child(inner, "name");
      add(root, [tree.text(name)], tree.startLine(name));
      inner = tree.subtreeEnd(inner) - 1;
    } else if (type === "type_identifier") {
      const root = rootNamed(reading, scope, tree.text(inner));
      // The language's own types would drown all others.
      if (root.in !== "free" || !runtimeGlobals.has(root.name)) add(root, [], tree.startLine(inner));
    }
  }
}

/** The name of the type in a receiver, `(s *Server[T])`, and its node; null where there is none. */
export interface Receiver {
  name: string;
  typeName: string;
  typeNode: number;
  typeParameters: string[];
}

/** Reads the receiver of a method. */
export function receiverOf({ tree }: Reading, node: number): Receiver | null {
  const list = tree.child(node, "receiver");
  const parameter = list < 0 ? -1 : tree.childOfType(list, "parameter_declaration");
  if (parameter < 0) return null;
  const nameNode = tree.child(parameter, "name");
  const typeNode = tree.child(parameter, "type");
  let inner = typeNode;
  let typeParameters: string[] = [];
  for (let steps = 0; inner >= 0 && steps < 8; steps++) {
    const type = tree.type(inner);
    if (type === "type_identifier")
      return { name: nameNode < 0 ? "" : tree.text(nameNode), typeName: tree.text(inner), typeNode, typeParameters };
    if (type === "generic_type") {
      typeParameters = tree.namedChildren(tree.child(inner, "type_arguments")).map((arg) => tree.text(arg));
      inner = tree.child(inner, "type");
    } else inner = tree.namedChildren(inner)[0] ?? -1;
  }
  return null;
}

/** Declares a function or a method, without its types. */
export function declareFunction(reading: Reading, node: number): number {
  const { tree, top } = reading;
  const nameNode = tree.child(node, "name");
  const isMethod = tree.type(node) === "method_declaration";
  const receiver = isMethod ? receiverOf(reading, node) : null;
  const owner = receiver === null ? undefined : top.get(receiver.typeName);
  const parent = receiver === null ? { index: 0, name: "" } : { index: owner ?? 0, name: receiver.typeName };
  return add(reading, symbolAt(reading, node, nameNode, isMethod ? "method" : "function", parent));
}

const unbound = (name: string): LocalRoot => ({ in: "parameter", name, bound: null });

/** The type parameters of the type of a receiver, with their bounds, where the file declares it and the method gives them the same names. */
function boundsOf(reading: Reading, { typeName, typeParameters }: Receiver): ReadonlyMap<string, LocalRoot> {
  const scope = within(null);
  const spec = typeParameters.length === 0 ? -1 : (reading.specs.get(typeName) ?? -1);
  if (spec >= 0) declareTypeParameters(reading, scope, reading.tree.child(spec, "type_parameters"));
  const names = [...scope.names.keys()];
  return names.every((name, index) => typeParameters[index] === name) ? scope.names : new Map();
}

/** Reads the types of a function; answers the scope that its body sees. */
export function completeFunction(reading: Reading, node: number, index: number): Scope {
  const { tree } = reading;
  const symbol = symbolOf(reading, index);
  const scope = within(null);
  const receiver = tree.type(node) === "method_declaration" ? receiverOf(reading, node) : null;
  if (receiver === null) {
    symbol.typeParameters = declareTypeParameters(reading, scope, tree.child(node, "type_parameters"));
    refer(reading, tree.child(node, "type_parameters"), scope, index, "type");
  } else {
    const known = boundsOf(reading, receiver);
    for (const name of receiver.typeParameters) declareIn(scope, name, known.get(name) ?? unbound(name));
    symbol.receiverType = typeAt(reading, scope, receiver.typeNode);
    if (receiver.name !== "") declareIn(scope, receiver.name, { in: "instance", type: symbol.receiverType });
  }
  readSignature(reading, node, symbol, scope);
  referSignature(reading, node, scope, index);
  for (const list of [tree.child(node, "parameters"), tree.child(node, "result")]) {
    if (list < 0 || tree.type(list) !== "parameter_list") continue;
    declareParameters(reading, list, scope);
  }
  return scope;
}

/** Declares the parameters of a list in the scope of the body. */
export function declareParameters(reading: Reading, list: number, scope: Scope): void {
  for (const { name, type } of parametersOf(reading, scope, list)) {
    const of = type.kind === "rest" && type.of !== null ? freeNamed("[]", [type.of]) : type;
    declareIn(scope, name, { in: "instance", type: of });
  }
}
