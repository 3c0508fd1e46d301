/** The types that conditions of Kotlin tell of names and of `this`: behind `x is Foo`, `x as Foo` and `if (x !is Foo) return`. */
import { ofType } from "../chain.js";
import type { SyntaxTree } from "../syntax.js";
import { isJump, lastIn } from "./branches.js";
import { firstOf } from "./expressions.js";
import { emit, type Fact, isLocal, type Pass } from "./pass.js";
import { typeAt, typeChild } from "./types.js";

/** Conditions inside each other are looked at to this depth. */
const DEEPEST = 8;

/** The word for the receiver. */
const SELF = "this";

/** The name that a `when` decides by; "" for other values. */
export function subjectOf(p: Pass, node: number): string {
  const subject = p.tree.childOfType(node, "when_subject");
  const value = subject === -1 ? -1 : firstOf(p, subject);
  // `when (val shape = next())`
  const name =
    value !== -1 && p.tree.type(value) === "variable_declaration" ? p.tree.childOfType(value, "identifier") : value;
  return nameAt(p.tree, name);
}

/** A name that a condition may be about, or `this`; "" for other values. */
function nameAt(tree: SyntaxTree, node: number): string {
  if (node === -1) return "";
  if (tree.type(node) === "this_expression") return tree.hasChildOfType(node, "identifier") ? "" : SELF;
  return tree.type(node) === "identifier" ? tree.text(node) : "";
}

/** `is Foo` of a `when`. */
export function narrowSubject(p: Pass, node: number): void {
  const name = p.subjects.at(-1) ?? "";
  const type = typeAt(p.declarations, typeChild(p.tree, node), p.from);
  if (name !== "" && type !== null && !p.tree.hasChildOfType(node, "!is")) hold(p, node, { name, type });
}

/** Behind `x as Foo` x is a Foo. */
export function narrowCast(p: Pass, node: number): void {
  const name = nameAt(p.tree, firstOf(p, node));
  const type = typeAt(p.declarations, typeChild(p.tree, node), p.from);
  if (name !== "" && name !== SELF && type !== null && p.tree.hasChildOfType(node, "as")) hold(p, node, { name, type });
}

/** In `if (x is Foo)`, and behind `x is Foo &&` and `x !is Foo ||`, x is a Foo; behind `if (x !is Foo) return`, too. */
export function narrow(p: Pass, node: number): void {
  const { tree } = p;
  const name = nameAt(tree, firstOf(p, node));
  const type = typeAt(p.declarations, typeChild(tree, node), p.from);
  if (name === "" || type === null) return;
  const isNot = tree.hasChildOfType(node, "!is");
  const { around, isPassed } = climb(tree, node, isNot ? "||" : "&&");
  const isCondition = /^(?:if_expression|when_entry|while_statement)$/.test(tree.type(around));
  if (isPassed || (isCondition && !isNot)) hold(p, node, { name, type });
  if (isNot && tree.type(around) === "if_expression") p.refuted.set(around, { name, type });
}

/** The node around a condition, without brackets and the operators of one word. `isPassed`: there are such operators. */
function climb(tree: SyntaxTree, node: number, word: string): { around: number; isPassed: boolean } {
  let around = tree.parent(node);
  let isPassed = false;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const isOperator = wordOf(tree, around) === word;
    if (!isOperator && tree.type(around) !== "parenthesized_expression") break;
    isPassed ||= isOperator;
    around = tree.parent(around);
  }
  return { around, isPassed };
}

function wordOf(tree: SyntaxTree, node: number): string {
  return tree.type(node) === "binary_expression" ? tree.text(tree.child(node, "operator")) : "";
}

/** Whether what conditions tell in a node holds no longer behind it: in `||`, and in an `&&` that is not a condition of a block. */
export function endsFacts(tree: SyntaxTree, node: number): boolean {
  const word = wordOf(tree, node);
  if (word !== "&&") return word === "||";
  return !/^(?:if_expression|when_entry|while_statement)$/.test(tree.type(climb(tree, node, "&&").around));
}

/** Whether an `if` without `else` is left by its branch, so that its condition does not hold behind it. */
export function isLeft(tree: SyntaxTree, node: number): boolean {
  const parts = tree.namedChildren(node).filter((part) => !tree.type(part).endsWith("comment"));
  const [branch = -1, ...others] = parts.filter((part) => tree.field(part) !== "condition");
  const isStatement = /^(?:block|lambda_literal|source_file)$/.test(tree.type(tree.parent(node)));
  return others.length === 0 && branch !== -1 && isStatement && isJump(tree, lastIn(tree, branch));
}

/** Gives a name another type from here on. */
export function hold(p: Pass, node: number, { name, type }: Fact): void {
  if (name === SELF) {
    // Names may be members of it, as in a lambda with that receiver.
    const of = p.references.length;
    emit(p, "value", node, ofType(type));
    p.lambda = { of, argument: 0 };
    return;
  }
  const value = ofType(type);
  if (!isLocal(p, name)) p.narrowed.add(value);
  p.locals.declare(name, value);
}
