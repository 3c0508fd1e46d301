/** Values of Java expressions, as far as the text of the file tells. */
import { lastOf, nth } from "../../base/need.js";
import type { Argument, Root } from "../../model/parse-result.js";
import { INDEXED } from "../../model/steps.js";
import { freeNamed } from "../../model/type-forms.js";
import { type Chain, ofName, ofType, PROMOTED, REFERRED, stepped, UNKNOWN } from "../chain.js";
import { symbolOf } from "../symbol-of.js";
import { parametersOf } from "./declarations.js";
import { type Pass, typeAround } from "./pass.js";
import { arrayOf, dimensionsOf, typeAt } from "./types.js";

/** Expressions are read to this depth. */
const DEEPEST = 48;

const BOOLEAN = new Set(["==", "!=", "<", ">", "<=", ">=", "&&", "||"]);

/** The value of an expression. */
export function chainOf(p: Pass, node: number, depth = 0): Chain {
  const { tree } = p;
  if (node === -1 || depth > DEEPEST) return UNKNOWN;
  switch (tree.type(node)) {
    case "identifier":
      return named(p, tree.text(node));
    case "this":
      return { root: selfRoot(p, "this"), path: [] };
    case "super":
      return { root: selfRoot(p, "super"), path: [] };
    case "field_access":
      return fieldOf(p, node, depth);
    case "method_invocation":
    case "object_creation_expression":
      return callResult(p, node);
    case "array_access":
      return stepped(chainOf(p, tree.child(node, "array"), depth + 1), INDEXED);
    case "cast_expression":
      return ofType(typeAt(p.declarations, tree.child(node, "type"), p.from));
    case "parenthesized_expression":
      return chainOf(p, innerOf(p, node), depth + 1);
    case "assignment_expression":
      return chainOf(p, tree.child(node, "left"), depth + 1);
    case "ternary_expression": {
      const first = chainOf(p, tree.child(node, "consequence"), depth + 1);
      return isOpen(first) ? chainOf(p, tree.child(node, "alternative"), depth + 1) : first;
    }
    case "unary_expression": {
      if (tree.hasChildOfType(node, "!")) return ofName("boolean");
      return stepped(chainOf(p, tree.child(node, "operand"), depth + 1), PROMOTED);
    }
    case "update_expression":
      return chainOf(p, innerOf(p, node), depth + 1);
    case "binary_expression":
      return binary(p, node, depth);
    case "switch_expression":
      return switchValue(p, node, depth);
    case "array_creation_expression":
      return arrayMade(p, node);
    case "class_literal": {
      const type = typeAt(p.declarations, tree.namedChildren(node)[0] ?? -1, p.from);
      return ofType(freeNamed("Class", type === null ? undefined : [type]));
    }
    default:
      return literal(p, node);
  }
}

function literal({ tree }: Pass, node: number): Chain {
  switch (tree.type(node)) {
    case "string_literal":
    case "text_block":
      return ofName("String");
    case "character_literal":
      return ofName("char");
    case "true":
    case "false":
    case "instanceof_expression":
      return ofName("boolean");
    case "null_literal":
      return ofName("null");
    case "decimal_integer_literal":
    case "hex_integer_literal":
    case "octal_integer_literal":
    case "binary_integer_literal":
      return ofName(/l$/i.test(tree.text(node)) ? "long" : "int");
    case "decimal_floating_point_literal":
    case "hex_floating_point_literal":
      return ofName(/f$/i.test(tree.text(node)) ? "float" : "double");
    default:
      return UNKNOWN;
  }
}

function named(p: Pass, name: string): Chain {
  return p.locals.find(name) ?? { root: { in: "free", name }, path: [] };
}

function selfRoot(p: Pass, word: "this" | "super"): Root {
  const type = typeAround(p);
  return type === 0 ? { in: "unknown" } : { in: word, type };
}

function fieldOf(p: Pass, node: number, depth: number): Chain {
  const { tree } = p;
  const field = tree.child(node, "field");
  const object = tree.child(node, "object");
  if (field === -1) return UNKNOWN;
  // `Outer.this` is a value of the type Outer.
  if (tree.type(field) === "this") return ofOuter(p, object);
  if (tree.hasChildOfType(node, "super") && tree.type(object) !== "super")
    return stepped(superOf(p, object), tree.text(field));
  return stepped(chainOf(p, object, depth + 1), tree.text(field));
}

/** The object of `Outer.super`, which is seen as a base of the class `Outer` around it, and that of `Base.super`, an interface. */
export function superOf(p: Pass, node: number): Chain {
  const { tree, declarations } = p;
  const name = tree.text(node);
  for (let index = p.from; index > 0; index = symbolOf(declarations, index).parent) {
    const symbol = symbolOf(declarations, index);
    if (symbol.name === name && symbol.kind === "class") return { root: { in: "super", type: index }, path: [] };
  }
  return ofOuter(p, node);
}

/** A value of the type that a name before `.this` means. */
function ofOuter(p: Pass, node: number): Chain {
  const { tree } = p;
  const [first, ...path] = tree.text(node).split(/\s*\.\s*/);
  return first === undefined ? UNKNOWN : ofType({ kind: "named", root: { in: "free", name: first }, path });
}

/** The result of a call, or the object that `new` makes. */
function callResult(p: Pass, node: number): Chain {
  const { tree, declarations, callAt } = p;
  const body = tree.type(node) === "object_creation_expression" ? tree.childOfType(node, "class_body") : -1;
  const anonymous = body === -1 ? undefined : declarations.symbolAt.get(body);
  if (anonymous !== undefined) return { root: { in: "this", type: anonymous }, path: [] };
  const of = callAt.get(node);
  return of === undefined ? UNKNOWN : { root: { in: "result", of }, path: [] };
}

function innerOf({ tree }: Pass, node: number): number {
  return tree.namedChildren(node).find((child) => !tree.type(child).endsWith("comment")) ?? -1;
}

/** Whether a chain tells no type. */
export function isOpen({ root }: Chain): boolean {
  if (root.in === "instance")
    return root.type.kind === "named" && root.type.root.in === "free" && root.type.root.name === "null";
  return root.in === "unknown";
}

function isString({ root, path }: Chain): boolean {
  if (root.in !== "instance" || path.length > 0) return false;
  const { type } = root;
  return type.kind === "named" && type.root.in === "free" && type.root.name === "String";
}

function binary(p: Pass, node: number, depth: number): Chain {
  const { tree } = p;
  const operator = tree.child(node, "operator");
  const word = operator === -1 ? "" : tree.text(operator);
  if (BOOLEAN.has(word)) return ofName("boolean");
  const left = chainOf(p, tree.child(node, "left"), depth + 1);
  if (isString(left)) return left;
  if (/^(?:<<|>>>?)$/.test(word)) return stepped(left, PROMOTED);
  const right = chainOf(p, tree.child(node, "right"), depth + 1);
  if (word === "+" && isString(right)) return right;
  return arithmetic(word, left, right);
}

/** Types of numbers, the widest last. */
const NUMBERS = ["byte", "short", "char", "int", "long", "float", "double"];

/** The value of `left + right` and the like: of the wider type of the two, where both are evident. */
function arithmetic(word: string, left: Chain, right: Chain): Chain {
  const [own, other] = [evidentNumber(left), evidentNumber(right)];
  if (own >= 0 && other >= 0) return ofName(nth(NUMBERS, Math.max(own, other, NUMBERS.indexOf("int"))));
  const evident = Math.max(own, other);
  // A sum may be a text; any other result of a double is one.
  if (evident === NUMBERS.length - 1 && word !== "+") return ofName("double");
  if (evident < 0) return stepped(left, PROMOTED);
  return stepped(own >= 0 ? right : left, `${PROMOTED} ${nth(NUMBERS, evident)}`);
}

/** The number of the type of a value whose type is written, or is that of a literal; -1 for others. */
function evidentNumber({ root, path }: Chain): number {
  if (root.in !== "instance" || root.type.kind !== "named" || root.type.root.in !== "free") return -1;
  const isPlain = root.type.path.length === 0 && path.every((step) => step === PROMOTED);
  return isPlain ? NUMBERS.indexOf(root.type.root.name) : -1;
}

/** The value of the first branch that has one. */
function switchValue(p: Pass, node: number, depth: number): Chain {
  const { tree } = p;
  const body = tree.child(node, "body");
  if (body === -1) return UNKNOWN;
  for (const rule of tree.children(body)) {
    const value = tree.type(rule) === "switch_rule" ? tree.childOfType(rule, "expression_statement") : -1;
    const chain = value === -1 ? UNKNOWN : chainOf(p, innerOf(p, value), depth + 1);
    if (!isOpen(chain)) return chain;
  }
  return UNKNOWN;
}

function arrayMade(p: Pass, node: number): Chain {
  const { tree } = p;
  const type = typeAt(p.declarations, tree.child(node, "type"), p.from);
  if (type === null) return UNKNOWN;
  const sizes = tree.children(node).filter((child) => tree.type(child) === "dimensions_expr").length;
  const rest = tree.children(node).filter((child) => tree.type(child) === "dimensions");
  return ofType(arrayOf(type, sizes + rest.reduce((sum, each) => sum + dimensionsOf(tree, each), 0)));
}

/** The arguments of a call. The bodies of lambdas among them are filled in when they have been read. */
export function argumentsOf(p: Pass, list: number): (Argument | null)[] {
  return argumentNodes(p, list).map((node) => argumentAt(p, node));
}

/** The nodes of the arguments in a list. */
export function argumentNodes({ tree }: Pass, list: number): number[] {
  return list === -1 ? [] : tree.namedChildren(list).filter((child) => !tree.type(child).endsWith("comment"));
}

function argumentAt(p: Pass, node: number): Argument | null {
  const { tree } = p;
  const type = tree.type(node);
  if (type === "lambda_expression") return lambdaArgument(p, node);
  if (type === "method_reference") {
    const { root, path } = methodReference(p, node);
    return { root, path };
  }
  const { root, path } = chainOf(p, node);
  return root.in === "unknown" ? null : { root, path };
}

/** `Foo::bar` as a chain whose last step is `::bar`. */
export function methodReference(p: Pass, node: number): Chain {
  const { tree } = p;
  const [object] = tree.namedChildren(node);
  if (object === undefined) return UNKNOWN;
  const last = lastOf(tree.children(node));
  const name = tree.type(last) === "identifier" && last !== object ? tree.text(last) : "new";
  const written = typeOfReferred(p, object);
  return stepped(written ?? chainOf(p, object), `${REFERRED}${name}`);
}

/** The type before `::`, where it cannot be a value. */
function typeOfReferred(p: Pass, object: number): Chain | null {
  const { tree } = p;
  const type = tree.type(object);
  if (type === "generic_type") {
    const written = typeAt(p.declarations, object, p.from);
    if (written === null || written.kind !== "named" || written.root.in !== "free") return null;
    return { root: written.root, path: written.path };
  }
  return /_type$|^type_identifier$/.test(type) ? ofType(typeAt(p.declarations, object, p.from)) : null;
}

function lambdaArgument(p: Pass, node: number): Argument {
  const { tree } = p;
  const list = tree.child(node, "parameters");
  const names = lambdaParameters(p, node);
  const isTyped =
    list !== -1 &&
    tree.type(list) === "formal_parameters" &&
    parametersOf(tree, list).some((each) => tree.text(each) !== "var");
  const body = tree.child(node, "body");
  const isBlock = body !== -1 && tree.type(body) === "block";
  return {
    root: { in: "unknown" },
    path: [],
    parameters: names.length,
    ...(isBlock && { gives: givenBy(p, body) }),
    ...(isTyped && { isTyped }),
  };
}

/** The names of a lambda's parameters. */
export function lambdaParameters({ tree }: Pass, node: number): { name: number; type: number }[] {
  const list = tree.child(node, "parameters");
  if (list === -1) return [];
  if (tree.type(list) === "identifier") return [{ name: list, type: -1 }];
  if (tree.type(list) === "inferred_parameters")
    return tree
      .children(list)
      .filter((child) => tree.type(child) === "identifier")
      .map((name) => ({ name, type: -1 }));
  return parametersOf(tree, list).map((parameter) => ({
    name: tree.child(parameter, "name"),
    type: tree.child(parameter, "type"),
  }));
}

/** Whether a block returns a value; undefined for one that only throws. */
function givenBy({ tree }: Pass, block: number): "value" | "nothing" | undefined {
  const end = tree.subtreeEnd(block);
  let isEndless = false;
  for (let node = block + 1; node < end; node++) {
    const type = tree.type(node);
    if (type === "lambda_expression" || type === "class_body") node = tree.subtreeEnd(node) - 1;
    else if (type === "return_statement") return tree.namedChildren(node).length > 0 ? "value" : "nothing";
    else if (type === "throw_statement" && tree.parent(node) === block) isEndless = true;
  }
  return isEndless ? undefined : "nothing";
}
