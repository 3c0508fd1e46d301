/** The references in the bodies of Go functions: a walk through the blocks, with the names that each declares. */
import type { TypeExpr } from "../../model/parse-result.js";
import { EACH, itemStep } from "../../model/steps.js";
import { freeNamed } from "../../model/type-forms.js";
import { symbolOf } from "../symbol-of.js";
import { declareParameters, declareType, refer, referSignature } from "./declarations.js";
import { elementOf, extended, isIndexedTwice, localRoot, namedValueOf, valuesOf, walkOf } from "./expressions.js";
import {
  declareIn,
  type LocalRoot,
  localNamed,
  type Reading,
  readLater,
  type Scope,
  type Walk,
  within,
} from "./reading.js";
import { typeAt } from "./types.js";

/** Code nested deeper than this is not looked into. */
const MOST_NESTED = 300;

/** A place in the code: the names it sees, and the symbol it belongs to. */
interface Surroundings {
  scope: Scope;
  from: number;
  depth: number;
}

const TYPES =
  /^(?:type_identifier|qualified_type|generic_type|pointer_type|slice_type|array_type|implicit_length_array_type|map_type|channel_type|function_type|struct_type|interface_type|parenthesized_type)$/;

/** Adds the references of a node and all below it. */
export function visit(reading: Reading, node: number, place: Surroundings): void {
  if (node < 0 || place.depth > MOST_NESTED) return;
  const { tree } = reading;
  const type = tree.type(node);
  const handler = HANDLERS[type];
  if (handler !== undefined) handler(reading, node, place);
  else if (TYPES.test(type)) refer(reading, node, place.scope, place.from, "type");
  else visitChildren(reading, node, place);
}

type Handler = (reading: Reading, node: number, place: Surroundings) => void;

function visitChildren(reading: Reading, node: number, place: Surroundings): void {
  const { tree } = reading;
  const inner = { ...place, depth: place.depth + 1 };
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child))
    if (tree.isNamed(child)) visit(reading, child, inner);
}

/** Visits code that has a block of its own. */
function visitBlock(reading: Reading, node: number, place: Surroundings): void {
  visitChildren(reading, node, { ...place, scope: within(place.scope) });
}

const nothing = () => {};

const HANDLERS: Readonly<Record<string, Handler>> = {
  block: visitBlock,
  if_statement: visitBlock,
  for_statement: visitBlock,
  expression_switch_statement: visitBlock,
  expression_case: visitBlock,
  default_case: visitBlock,
  communication_case: visitBlock,
  type_switch_statement: visitTypeSwitch,
  short_var_declaration: visitShort,
  range_clause: visitRange,
  receive_statement: visitReceive,
  var_spec: visitSpec,
  const_spec: visitSpec,
  type_spec: visitType,
  type_alias: visitType,
  func_literal: visitFunction,
  type_instantiation_expression: visitInstantiation,
  identifier: visitName,
  selector_expression: visitSelector,
  call_expression: visitCall,
  type_conversion_expression: visitConversion,
  composite_literal(reading, node, place) {
    const { tree } = reading;
    const typeNode = tree.child(node, "type");
    refer(reading, typeNode, place.scope, place.from, "type");
    visitLiteral(reading, tree.child(node, "body"), typeAt(reading, place.scope, typeNode), place);
  },
  label_name: nothing,
  comment: nothing,
  blank_identifier: nothing,
  field_identifier: nothing,
  package_identifier: nothing,
};

function addValue({ tree, references }: Reading, node: number, { root, path }: Walk, { from }: Surroundings): void {
  references.push({ kind: "value", from, line: tree.startLine(node), root, path, argumentCount: null });
}

function addCall(reading: Reading, node: number, { root, path }: Walk, place: Surroundings, count: number): void {
  const line = reading.tree.startLine(node);
  reading.references.push({ kind: "call", from: place.from, line, root, path, argumentCount: count });
}

/** The names in a list of expressions; "" for those that are not plain names. */
function namesIn({ tree }: Reading, list: number): { name: string; node: number }[] {
  if (list < 0) return [];
  return tree
    .namedChildren(list)
    .filter((child) => tree.type(child) !== "comment")
    .map((node) => ({ name: tree.type(node) === "identifier" ? tree.text(node) : "", node }));
}

function expressionsIn({ tree }: Reading, list: number): number[] {
  if (list < 0) return [];
  return tree.namedChildren(list).filter((child) => tree.type(child) !== "comment");
}

function visitShort(reading: Reading, node: number, place: Surroundings): void {
  const { tree } = reading;
  const right = tree.child(node, "right");
  visit(reading, right, { ...place, depth: place.depth + 1 });
  declareNames(reading, tree.child(node, "left"), expressionsIn(reading, right), place);
}

function declareNames(reading: Reading, left: number, values: readonly number[], place: Surroundings): void {
  const names = namesIn(reading, left);
  const walks = valuesOf(reading, place.scope, values, names.length);
  names.forEach(({ name }, index) => {
    // `:=` gives a value to a name that its own block has already.
    if (place.scope.names.has(name)) return;
    const root = localRoot(walks[index] ?? { root: { in: "unknown" }, path: [] });
    declareIn(place.scope, name, root);
    const value = values[index] ?? -1;
    if (value >= 0 && names.length === values.length && reading.tree.type(value) === "func_literal")
      reading.literals.add(root);
  });
}

function visitRange(reading: Reading, node: number, place: Surroundings): void {
  const { tree } = reading;
  const right = tree.child(node, "right");
  const left = tree.child(node, "left");
  visit(reading, right, { ...place, depth: place.depth + 1 });
  const isDeclared = tree.hasChildOfType(node, ":=");
  if (!isDeclared) {
    visit(reading, left, { ...place, depth: place.depth + 1 });
    return;
  }
  const of = extended(walkOf(reading, place.scope, right), EACH);
  namesIn(reading, left).forEach(({ name }, index) => {
    declareIn(place.scope, name, localRoot(extended(of, itemStep(index))));
  });
}

function visitReceive(reading: Reading, node: number, place: Surroundings): void {
  const { tree } = reading;
  const right = tree.child(node, "right");
  visit(reading, right, { ...place, depth: place.depth + 1 });
  const left = tree.child(node, "left");
  if (tree.hasChildOfType(node, ":=")) declareNames(reading, left, [right], place);
  else visit(reading, left, { ...place, depth: place.depth + 1 });
}

function visitTypeSwitch(reading: Reading, node: number, given: Surroundings): void {
  const { tree } = reading;
  const place = { ...given, scope: within(given.scope), depth: given.depth + 1 };
  visit(reading, tree.child(node, "initializer"), place);
  const value = tree.child(node, "value");
  visit(reading, value, place);
  const [alias] = namesIn(reading, tree.child(node, "alias"));
  const whole = localRoot(walkOf(reading, place.scope, value));
  for (const child of tree.namedChildren(node)) {
    const type = tree.type(child);
    if (type !== "type_case" && type !== "default_case") continue;
    const scope = within(place.scope);
    const types = tree.namedChildren(child).filter((each) => tree.field(each) === "type");
    const [only = -1] = types;
    const isOne = types.length === 1 && tree.text(only) !== "nil";
    if (alias !== undefined) {
      const root: LocalRoot = isOne ? { in: "instance", type: typeAt(reading, scope, only) } : whole;
      declareIn(scope, alias.name, root);
    }
    visitChildren(reading, child, { ...place, scope });
  }
}

/** A variable or constant of a block. */
function visitSpec(reading: Reading, node: number, place: Surroundings): void {
  const { tree } = reading;
  const typeNode = tree.child(node, "type");
  const values = expressionsIn(reading, tree.child(node, "value"));
  refer(reading, typeNode, place.scope, place.from, "type");
  for (const value of values) visit(reading, value, { ...place, depth: place.depth + 1 });
  const names = tree.children(node).filter((child) => tree.field(child) === "name" && tree.isNamed(child));
  const walks = typeNode < 0 ? valuesOf(reading, place.scope, values, names.length) : [];
  names.forEach((each, index) => {
    const root: LocalRoot =
      typeNode >= 0
        ? { in: "instance", type: typeAt(reading, place.scope, typeNode) }
        : localRoot(walks[index] ?? { root: { in: "unknown" }, path: [] });
    declareIn(place.scope, tree.text(each), root);
    const value = values[index] ?? -1;
    if (value >= 0 && tree.type(value) === "func_literal") reading.literals.add(root);
  });
}

/** A type that a function declares is a symbol in it. */
function visitType(reading: Reading, node: number, { scope, from }: Surroundings): void {
  const nameNode = reading.tree.child(node, "name");
  if (nameNode < 0) return;
  const { qualifiedName } = symbolOf(reading, from);
  const symbol = declareType(reading, node, { index: from, name: qualifiedName }, scope);
  declareIn(scope, reading.tree.text(nameNode), { in: "file", symbol });
  readLater(reading);
}

function visitFunction(reading: Reading, node: number, place: Surroundings): void {
  const { tree } = reading;
  const scope = within(place.scope);
  referSignature(reading, node, scope, place.from, "type");
  for (const list of [tree.child(node, "parameters"), tree.child(node, "result")])
    if (list >= 0 && tree.type(list) === "parameter_list") declareParameters(reading, list, scope);
  visit(reading, tree.child(node, "body"), { ...place, scope, depth: place.depth + 1 });
}

/** Whether a root is a name that a block declares. Such a name is not a symbol. */
function isLocal({ in: kind }: LocalRoot): boolean {
  return kind === "instance" || kind === "parameter" || kind === "unknown" || kind === "call";
}

function visitName(reading: Reading, node: number, place: Surroundings): void {
  const walk = walkOf(reading, place.scope, node);
  if (!isLocal(walk.root) && reading.tree.text(node) !== "_") addValue(reading, node, walk, place);
}

function visitSelector(reading: Reading, node: number, place: Surroundings): void {
  const { tree } = reading;
  addValue(reading, tree.child(node, "field"), walkOf(reading, place.scope, node), place);
  visitOperand(reading, tree.child(node, "operand"), place);
}

function visitInstantiation(reading: Reading, node: number, place: Surroundings): void {
  if (isIndexedTwice(reading, node)) visitNamedValues(reading, node, place);
  else visitChildren(reading, node, place);
}

/** The values of `x[i][j]`, which the grammar takes for types. */
function visitNamedValues(reading: Reading, node: number, given: Surroundings): void {
  if (given.depth > MOST_NESTED) return;
  const { tree } = reading;
  const place = { ...given, depth: given.depth + 1 };
  for (const child of tree.namedChildren(node)) {
    const type = tree.type(child);
    if (/^(?:generic_type|type_arguments|type_elem)$/.test(type)) visitNamedValues(reading, child, place);
    else if (type === "type_identifier" || type === "qualified_type") visitNamedValue(reading, child, place);
    else visit(reading, child, place);
  }
}

function visitNamedValue(reading: Reading, node: number, place: Surroundings): void {
  const { tree } = reading;
  const walk = namedValueOf(reading, place.scope, node);
  const [first] = walk.path;
  if (first !== undefined) addValue(reading, tree.child(node, "name"), walk, place);
  if (walk.root.in === "import" || isLocal(walk.root)) return;
  // Of `s.items` the variable `s` is used as well; a name that nothing here declares may be a package.
  if (first === undefined || walk.root.in === "file") addValue(reading, node, { root: walk.root, path: [] }, place);
}

/** The value before a dot: a package is not a use of its own. */
function visitOperand(reading: Reading, node: number, place: Surroundings): void {
  const { tree, imports, top } = reading;
  if (tree.type(node) === "identifier") {
    const name = tree.text(node);
    const isDeclared = localNamed(place.scope, name) !== undefined || top.has(name);
    if (!isDeclared && imports.some(({ local, specifier }) => local === name || specifier.endsWith(name))) return;
  }
  visit(reading, node, { ...place, depth: place.depth + 1 });
}

function visitCall(reading: Reading, node: number, place: Surroundings): void {
  const { tree } = reading;
  const callee = tree.child(node, "function");
  const list = tree.child(node, "arguments");
  const count = expressionsIn(reading, list).length;
  const inner = { ...place, depth: place.depth + 1 };
  visitCallee(reading, callee, count, inner);
  refer(reading, tree.child(node, "type_arguments"), place.scope, place.from, "type");
  if (list >= 0) visitChildren(reading, list, inner);
}

function visitCallee(reading: Reading, callee: number, count: number, place: Surroundings): void {
  const { tree } = reading;
  const walk = walkOf(reading, place.scope, callee);
  switch (tree.type(callee)) {
    case "identifier":
      if (!reading.literals.has(walk.root)) addCall(reading, callee, walk, place, count);
      break;
    case "selector_expression":
      addCall(reading, tree.child(callee, "field"), walk, place, count);
      visitOperand(reading, tree.child(callee, "operand"), place);
      break;
    case "parenthesized_expression": {
      const inner = tree.namedChildren(callee)[0] ?? -1;
      // `(*T)(x)` is a conversion, and `(f)(x)` a call.
      if (inner >= 0 && tree.type(inner) === "unary_expression") visit(reading, inner, place);
      else if (inner >= 0) visitCallee(reading, inner, count, { ...place, depth: place.depth + 1 });
      break;
    }
    case "index_expression": {
      // `f[T](x)` and `handlers[i](x)`: resolution tells a function from a list.
      const operand = tree.child(callee, "operand");
      const of = walkOf(reading, place.scope, operand);
      if (!isLocal(of.root) && /^(?:identifier|selector_expression)$/.test(tree.type(operand)))
        addCall(reading, operand, walk, place, count);
      visit(reading, callee, place);
      break;
    }
    default:
      visit(reading, callee, place);
  }
}

/** `[]byte(x)`; and `f[int](x)`, which the grammar takes for a conversion. */
function visitConversion(reading: Reading, node: number, place: Surroundings): void {
  const { tree } = reading;
  const typeNode = tree.child(node, "type");
  const type = typeAt(reading, place.scope, typeNode);
  if (tree.type(typeNode) === "generic_type" && type.kind === "named") {
    addCall(reading, typeNode, { root: type.root, path: type.path }, place, 1);
    refer(reading, tree.child(typeNode, "type_arguments"), place.scope, place.from, "type");
  } else refer(reading, typeNode, place.scope, place.from, "type");
  visit(reading, tree.child(node, "operand"), { ...place, depth: place.depth + 1 });
}

/** The elements of a composite literal of a type: keys of structs are fields. */
function visitLiteral(reading: Reading, body: number, type: TypeExpr, given: Surroundings): void {
  if (body < 0 || given.depth > MOST_NESTED) return;
  const { tree } = reading;
  const place = { ...given, depth: given.depth + 1 };
  for (const element of tree.namedChildren(body)) {
    if (tree.type(element) === "keyed_element") {
      const key = tree.namedChildren(tree.child(element, "key"))[0] ?? -1;
      visitKey(reading, key, type, place);
      visitElement(reading, tree.child(element, "value"), type, place, key);
    } else if (tree.type(element) === "literal_element") visitElement(reading, element, type, place, -1);
  }
}

function isListOrMap(type: TypeExpr): boolean {
  return type.kind === "named" && type.root.in === "free" && /^(?:map|\[)/.test(type.root.name);
}

function visitKey(reading: Reading, key: number, type: TypeExpr, place: Surroundings): void {
  if (key < 0) return;
  const { tree } = reading;
  if (tree.type(key) === "literal_value") visitLiteral(reading, key, elementOf(type, true), place);
  else if (tree.type(key) !== "identifier" || isListOrMap(type)) visit(reading, key, place);
  else {
    const name = tree.text(key);
    addValue(reading, key, { root: { in: "instance", type }, path: [name] }, place);
  }
}

function visitElement(reading: Reading, element: number, type: TypeExpr, place: Surroundings, key: number): void {
  const { tree } = reading;
  const value = tree.namedChildren(element)[0] ?? -1;
  if (value < 0) return;
  if (tree.type(value) !== "literal_value") {
    visit(reading, value, place);
    return;
  }
  const isField = key >= 0 && tree.type(key) === "identifier" && !isListOrMap(type);
  visitLiteral(reading, value, isField ? freeNamed("any") : elementOf(type), place);
}
