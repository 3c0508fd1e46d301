/** The type of a property without an annotation, as far as its first value tells: `Store()`, `Foo.shared`, `[User]()`, `"text"`. */
import type { NamedType, Step, TypeExpr } from "../../model/parse-result.js";
import { calledStep, NOT_NULL, VALUE } from "../../model/steps.js";
import { named } from "../../model/type-forms.js";
import type { SyntaxTree } from "../syntax.js";
import { headOfCall } from "./call-forms.js";
import { nameText } from "./reading.js";
import { libraryType, typeIn, typeOf } from "./types.js";

const LITERALS: Readonly<Record<string, string>> = {
  line_string_literal: "String",
  multi_line_string_literal: "String",
  raw_string_literal: "String",
  integer_literal: "Int",
  hex_literal: "Int",
  real_literal: "Double",
  boolean_literal: "Bool",
};

/** Values nested deeper than this are not looked into. */
const DEEPEST = 40;

/** The type of a literal; null for any other node. */
export function literalType(tree: SyntaxTree, node: number): NamedType | null {
  const name = LITERALS[tree.type(node)];
  return name === undefined ? null : libraryType(name);
}

/** The type of a value, as a walk over names and calls that begins with VALUE; null where its form does not tell. */
export function typeOfValue(tree: SyntaxTree, node: number): TypeExpr | null {
  if (node < 0) return null;
  const literal = literalType(tree, node);
  if (literal !== null) return literal;
  const made = madeType(tree, node);
  if (made !== null) return made;
  const walk = walkOf(tree, node, 0);
  return walk === null ? null : named(walk.root, [VALUE, ...walk.path], walk.args);
}

/** The type that `Foo<Int>()`, `[Foo]()` and `x as Foo` give. */
function madeType(tree: SyntaxTree, node: number): TypeExpr | null {
  switch (tree.type(node)) {
    case "constructor_expression":
      return typeOf(tree, tree.child(node, "constructed_type"));
    case "as_expression":
      return typeOf(tree, typeIn(tree, node));
    case "call_expression": {
      const callee = tree.firstChild(node);
      const head = headOfCall(tree, node);
      if (head !== node) return madeType(tree, head);
      return callee < 0 ? null : literalListType(tree, callee);
    }
    case "array_literal": {
      const [first] = tree.namedChildren(node);
      const element = first === undefined ? null : typeOfValue(tree, first);
      return element === null ? null : libraryType("Array", [element]);
    }
    case "try_expression":
    case "await_expression":
      return madeType(tree, tree.child(node, "expr"));
    default:
      return null;
  }
}

/** `[Foo]` and `[Key: Foo]` where they are types: a call of them follows. */
export function literalListType(tree: SyntaxTree, node: number): TypeExpr | null {
  const type = tree.type(node);
  if (type !== "array_literal" && type !== "dictionary_literal") return null;
  const names = tree.namedChildren(node).map((child) => writtenType(tree, child));
  if (names.some((name) => name === null) || names.length !== (type === "array_literal" ? 1 : 2)) return null;
  const args = names.flatMap((name) => name ?? []);
  return libraryType(type === "array_literal" ? "Array" : "Dictionary", args);
}

/** A type that is written where an expression stands. */
function writtenType(tree: SyntaxTree, node: number): TypeExpr | null {
  if (tree.type(node) === "simple_identifier") return libraryType(nameText(tree, node));
  if (tree.type(node) === "navigation_expression") {
    const walk = walkOf(tree, node, 0);
    return walk === null ? null : named(walk.root, walk.path);
  }
  return literalListType(tree, node);
}

interface ValueWalk {
  root: NamedType["root"];
  path: Step[];
  args?: TypeExpr[] | undefined;
}

/** `value!` and `value ?? other`. */
const withoutNull = (walk: ValueWalk | null): ValueWalk | null =>
  walk === null ? null : { ...walk, path: [...walk.path, NOT_NULL] };

function walkOf(tree: SyntaxTree, node: number, depth: number): ValueWalk | null {
  if (node < 0 || depth > DEEPEST) return null;
  switch (tree.type(node)) {
    case "simple_identifier":
      return { root: { in: "free", name: nameText(tree, node) }, path: [] };
    case "navigation_expression": {
      const target = walkOf(tree, tree.child(node, "target"), depth + 1);
      const suffix = tree.child(node, "suffix");
      const name = suffix < 0 ? -1 : tree.child(suffix, "suffix");
      if (target === null || name < 0) return null;
      const text = nameText(tree, name);
      return text === "self" ? target : { ...target, path: [...target.path, text] };
    }
    case "call_expression": {
      const head = headOfCall(tree, node);
      if (head !== node) return walkOf(tree, head, depth + 1);
      const callee = walkOf(tree, tree.firstChild(node), depth + 1);
      const suffix = tree.childOfType(node, "call_suffix");
      const given = suffix < 0 ? -1 : tree.childOfType(suffix, "value_arguments");
      if (callee === null || (given >= 0 && tree.type(tree.firstChild(given)) === "[")) return null;
      const count = given < 0 ? 0 : tree.namedChildren(given).length;
      return { ...callee, path: [...callee.path, calledStep(count)] };
    }
    case "try_expression":
    case "await_expression":
      return walkOf(tree, tree.child(node, "expr"), depth + 1);
    case "postfix_expression":
      return withoutNull(walkOf(tree, tree.child(node, "target"), depth + 1));
    case "nil_coalescing_expression":
      return withoutNull(walkOf(tree, tree.child(node, "value"), depth + 1));
    default:
      return null;
  }
}
