/** Expressions of Go as walks: from a root through fields, methods, calls and elements. */
import type { NamedType, Step, TypeExpr } from "../../model/parse-result.js";
import { AWAITED, calledStep, INDEXED, itemStep } from "../../model/steps.js";
import { freeNamed, named, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { type LocalRoot, localNamed, MOST_DEPTH, type Reading, type Scope, type Walk } from "./reading.js";
import { functionType, rootNamed, typeAt } from "./types.js";

const NOTHING: Walk = { root: { in: "unknown" }, path: [] };

const valueWalk = (type: TypeExpr): Walk => ({ root: { in: "instance", type }, path: [] });

const LITERALS: Readonly<Record<string, TypeExpr>> = {
  int_literal: freeNamed("int"),
  float_literal: freeNamed("float64"),
  imaginary_literal: freeNamed("complex128"),
  rune_literal: freeNamed("rune"),
  interpreted_string_literal: freeNamed("string"),
  raw_string_literal: freeNamed("string"),
  true: freeNamed("bool"),
  false: freeNamed("bool"),
  iota: freeNamed("int"),
};

/** Packages of the standard library whose functions have type parameters. */
const GENERIC = /^(?:slices|maps|iter|cmp|sync|sync\/atomic)$/;

/** The walk that an expression is. */
export function walkOf(reading: Reading, scope: Scope | null, node: number, depth = 0): Walk {
  if (node < 0 || depth > MOST_DEPTH) return NOTHING;
  const known = reading.walks.get(node);
  if (known !== undefined) return known;
  const walk = readWalk(reading, scope, node, depth);
  reading.walks.set(node, walk);
  return walk;
}

function readWalk(reading: Reading, scope: Scope | null, node: number, depth: number): Walk {
  const { tree } = reading;
  const inner = (field: string) => walkOf(reading, scope, tree.child(node, field), depth + 1);
  const type = tree.type(node);
  const literal = LITERALS[type];
  if (literal !== undefined) return valueWalk(literal);
  switch (type) {
    case "identifier":
      return { root: rootNamed(reading, scope, tree.text(node)), path: [] };
    case "selector_expression": {
      const operand = tree.child(node, "operand");
      const field = tree.text(tree.child(node, "field"));
      if (tree.type(operand) === "identifier")
        return { root: rootNamed(reading, scope, tree.text(operand), true), path: [field] };
      return extended(walkOf(reading, scope, operand, depth + 1), field);
    }
    case "variadic_argument":
      return extended(walkOf(reading, scope, tree.namedChildren(node)[0] ?? -1, depth + 1), INDEXED);
    case "parenthesized_expression":
      return walkOf(reading, scope, tree.namedChildren(node)[0] ?? -1, depth + 1);
    case "call_expression":
      return callOf(reading, scope, node, depth);
    case "composite_literal":
      return valueWalk(typeAt(reading, scope, tree.child(node, "type")));
    case "func_literal":
      return valueWalk(functionType(reading, scope, node, depth));
    case "type_assertion_expression":
    case "type_conversion_expression":
      return conversionOf(reading, scope, node, depth);
    case "type_instantiation_expression":
    case "index_expression":
      return indexOf(reading, scope, node, depth);
    case "slice_expression":
      return inner("operand");
    case "unary_expression": {
      const operator = tree.text(tree.child(node, "operator"));
      if (operator === "<-") return extended(inner("operand"), AWAITED);
      return operator === "!" ? valueWalk(freeNamed("bool")) : inner("operand");
    }
    case "binary_expression": {
      const operator = tree.text(tree.child(node, "operator"));
      if (/^(?:[=!]=|[<>]=?|&&|\|\|)$/.test(operator)) return valueWalk(freeNamed("bool"));
      // A constant takes the type of the other operand.
      const left = tree.child(node, "left");
      const isConstant = /_literal$/.test(tree.type(left)) && !/^(?:<<|>>)$/.test(operator);
      return inner(isConstant ? "right" : "left");
    }
    // Types that stand as arguments and operands.
    case "slice_type":
    case "array_type":
    case "map_type":
    case "channel_type":
    case "pointer_type":
    case "function_type":
    case "struct_type":
    case "interface_type":
    case "generic_type":
    case "qualified_type":
    case "type_identifier": {
      const written = typeAt(reading, scope, node);
      return written.kind === "named" && written.root.in !== "instance"
        ? { root: written.root, path: written.path }
        : NOTHING;
    }
    default:
      return NOTHING;
  }
}

/** A walk with one more step. Long walks start anew from the value that they lead to. */
export function extended({ root, path }: Walk, step: Step): Walk {
  if (path.length < 12) return { root, path: [...path, step] };
  return { root: { in: "instance", type: named(root, path) }, path: [step] };
}

/** A walk as a type: that of the value that it leads to. */
export function typeOf({ root, path }: Walk): TypeExpr {
  if (root.in === "instance" && path.length === 0) return root.type;
  return named({ in: "instance", type: named(root, path) });
}

function callOf(reading: Reading, scope: Scope | null, node: number, depth: number): Walk {
  const { tree } = reading;
  const callee = tree.child(node, "function");
  const list = tree.child(node, "arguments");
  const given = list < 0 ? [] : tree.namedChildren(list).filter((child) => tree.type(child) !== "comment");
  const [first = -1] = given;
  if (tree.type(callee) === "identifier") {
    const name = tree.text(callee);
    const isOwn = localNamed(scope, name) !== undefined || reading.top.has(name);
    if (!isOwn && (name === "new" || name === "make")) {
      const type = typeAt(reading, scope, first);
      return valueWalk(name === "new" ? freeNamed("*", [type]) : type);
    }
    if (!isOwn && (name === "append" || name === "min" || name === "max"))
      return walkOf(reading, scope, first, depth + 1);
    if (!isOwn && /^(?:len|cap|copy)$/.test(name)) return valueWalk(freeNamed("int"));
  }
  const called = walkOf(reading, scope, callee, depth + 1);
  const written = tree.child(node, "type_arguments");
  const explicit = written < 0 ? [] : tree.namedChildren(written).map((arg) => typeAt(reading, scope, arg));
  if (explicit.length > 0 || mayInfer(reading, called)) {
    const of: NamedType = named(called.root, called.path);
    const args = given.map((arg) => typeOf(walkOf(reading, scope, arg, depth + 1)));
    return { root: { in: "call", of, typeArguments: explicit, arguments: args }, path: [] };
  }
  return extended(called, calledStep(given.length));
}

/** Whether the arguments of a call may tell its result: methods have no type parameters of their own. */
function mayInfer({ tree, symbols, imports }: Reading, { root, path }: Walk): boolean {
  if (root.in === "free") return path.length === 0;
  if (root.in === "file") {
    if (path.length > 0) return false;
    const symbol = symbols[root.symbol];
    // Type parameters of functions further below are not read yet: the source tells.
    return (
      symbol?.kind === "function" &&
      /^func\s+[\p{L}\p{N}_]+\s*\[/u.test(tree.source.slice(symbol.start, symbol.start + 200))
    );
  }
  if (root.in !== "import" || path.length !== 1) return false;
  const specifier = imports[root.import]?.specifier ?? "";
  return specifier.includes(".") || GENERIC.test(specifier) || !isStandard(specifier);
}

/** Whether a path is one of the standard library: names of modules begin with a domain. */
function isStandard(specifier: string): boolean {
  return /^(?:archive|bufio|builtin|bytes|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|io|log|math|mime|net|os|path|plugin|reflect|regexp|runtime|sort|strconv|strings|syscall|testing|text|time|unicode|unsafe|C)(?:\/|$)/.test(
    specifier,
  );
}

/** `x.(T)`, `[]byte(x)`; and `f[int](x)`, which the grammar takes for a conversion. */
function conversionOf(reading: Reading, scope: Scope | null, node: number, depth: number): Walk {
  const { tree } = reading;
  const typeNode = tree.child(node, "type");
  const type = typeAt(reading, scope, typeNode, depth);
  if (tree.type(node) === "type_assertion_expression" || type.kind !== "named" || type.args === undefined)
    return valueWalk(type);
  if (tree.type(typeNode) !== "generic_type") return valueWalk(type);
  const { root, path, args } = type;
  const operand = tree.child(node, "operand");
  const given = operand < 0 ? [] : [typeOf(walkOf(reading, scope, operand, depth + 1))];
  return { root: { in: "call", of: named(root, path), typeArguments: args, arguments: given }, path: [] };
}

/** `x[i]`, and `f[T]`, which is the function f itself. */
function indexOf(reading: Reading, scope: Scope | null, node: number, depth: number): Walk {
  const { tree } = reading;
  if (tree.type(node) === "type_instantiation_expression") {
    if (isIndexedTwice(reading, node)) return extended(namedValueOf(reading, scope, tree.child(node, "type")), INDEXED);
    const type = typeAt(reading, scope, tree.child(node, "type"));
    return type.kind === "named" ? { root: type.root, path: type.path } : NOTHING;
  }
  return extended(walkOf(reading, scope, tree.child(node, "operand"), depth + 1), INDEXED);
}

/** Whether `x[i][j]` is a value: the grammar takes it for a generic type with type arguments, and no name has these twice. */
export function isIndexedTwice({ tree }: Reading, instantiation: number): boolean {
  return tree.type(tree.child(instantiation, "type")) === "generic_type";
}

/** The walk of a value that the grammar takes for a type: `x`, `s.items`, `x[i]`. */
export function namedValueOf(reading: Reading, scope: Scope | null, node: number): Walk {
  const { tree } = reading;
  switch (tree.type(node)) {
    case "generic_type":
      return extended(namedValueOf(reading, scope, tree.child(node, "type")), INDEXED);
    case "qualified_type": {
      const root = rootNamed(reading, scope, tree.text(tree.child(node, "package")), true);
      return { root, path: [tree.text(tree.child(node, "name"))] };
    }
    case "type_identifier":
      return { root: rootNamed(reading, scope, tree.text(node)), path: [] };
    default:
      return NOTHING;
  }
}

/** The walks of the values that stand right of some names: one call may give them all. */
export function valuesOf(reading: Reading, scope: Scope | null, nodes: readonly number[], count: number): Walk[] {
  const { tree } = reading;
  const [only = -1] = nodes;
  if (nodes.length === count) return nodes.map((node) => walkOf(reading, scope, node));
  if (nodes.length !== 1) return Array.from({ length: count }, () => NOTHING);
  const walk = walkOf(reading, scope, only);
  const isCall = tree.type(only) === "call_expression" || walk.root.in === "call";
  // The second value of `m[key]`, `<-ch` and `x.(T)` tells whether there is a first.
  return Array.from({ length: count }, (_, index) =>
    isCall ? extended(walk, itemStep(index)) : index === 0 ? walk : valueWalk(freeNamed("bool")),
  );
}

/** A local's root: the value that a walk leads to, found once for all its uses. */
export function localRoot({ root, path }: Walk): LocalRoot {
  if (path.length === 0 && (root.in === "instance" || root.in === "unknown")) return root;
  return { in: "instance", type: named(root, path) };
}

/** The element of a literal's type: of a list, a map or an array; unknown for others. */
export function elementOf(type: TypeExpr, isKey = false): TypeExpr {
  const of =
    type.kind === "named" && type.root.in === "free" && type.root.name === "*" ? (type.args?.[0] ?? type) : type;
  if (of.kind === "named" && of.root.in === "free" && of.args !== undefined) {
    const { name } = of.root;
    if (name === "map") return of.args[isKey ? 0 : 1] ?? UNKNOWN_TYPE;
    if (name.startsWith("[") && !isKey) return of.args[0] ?? UNKNOWN_TYPE;
  }
  // A declared type of lists or maps: resolution knows its elements.
  return isKey ? UNKNOWN_TYPE : named({ in: "instance", type: of }, [INDEXED]);
}
