/** Collects the types that conditions tell of names: `isinstance(x, A)` in its block, and behind a guard that leaves otherwise. */
import { addToList } from "../../base/groups.js";
import { type Analysis, type Narrowing, type Scope, textOf } from "./analysis.js";
import { leaves } from "./scopes.js";

/** Notes the facts of a call of isinstance. */
export function narrow(a: Analysis, call: number, scope: Scope): void {
  const { tree } = a;
  const [subject, type] = tree.namedChildren(tree.child(call, "arguments"));
  if (subject !== undefined && type !== undefined) narrowWhere(a, call, { subject, type, scope });
}

/** Functions whose names say that they tell something of their first argument. */
const TELLING = /(?:^|\.)_*(?:is|has)_?[\p{L}\p{N}]\w*$/u;

/** Notes that a call may tell the type of its first argument, as `is_admin(user)` does where it gives `TypeGuard[Admin]`. */
export function narrowByGuard(a: Analysis, call: number, scope: Scope): void {
  const { tree } = a;
  const callee = tree.child(call, "function");
  const [subject] = tree.namedChildren(tree.child(call, "arguments"));
  if (subject === undefined || !/^(?:identifier|attribute)$/.test(tree.type(callee))) return;
  const name = tree.type(callee) === "identifier" ? callee : tree.child(callee, "attribute");
  if (TELLING.test(textOf(tree, name))) narrowWhere(a, call, { subject, type: callee, scope, isGuarded: true });
}

/** Notes the facts of `type(x) is A`. */
export function narrowByType(a: Analysis, comparison: number, scope: Scope): void {
  const { tree } = a;
  const [left = -1, type, more] = tree.namedChildren(comparison);
  if (tree.type(left) !== "call" || type === undefined || more !== undefined) return;
  if (textOf(tree, tree.child(left, "function")) !== "type" || !tree.hasChildOfType(comparison, "is")) return;
  const [subject, second] = tree.namedChildren(tree.child(left, "arguments"));
  if (subject !== undefined && second === undefined) narrowWhere(a, comparison, { subject, type, scope });
}

/** Notes the facts of a condition: if it holds, the subject is an instance of a class; otherwise it is not. */
function narrowWhere(
  a: Analysis,
  condition: number,
  { subject, type, scope, isGuarded = false }: { subject: number; type: number; scope: Scope; isGuarded?: boolean },
): void {
  const { tree } = a;
  if (!/^(?:identifier|attribute)$/.test(tree.type(subject))) return;
  const text = tree.text(subject);
  const isName = tree.type(subject) === "identifier" && tree.type(condition) === "call" && !isGuarded;
  const fact = { type, scope, ...(isGuarded && { isGuarded }) };
  const add = (from: number, to: number) => addNarrowing(a, text, { from, to, ...fact, isExcluded: false });
  const exclude = (from: number, to: number) => {
    if (isName) addNarrowing(a, text, { from, to, type, scope, isExcluded: true });
  };
  let isTrue = true;
  let node = condition;
  for (let parent = tree.parent(node); parent >= 0; node = parent, parent = tree.parent(node)) {
    switch (tree.type(parent)) {
      case "parenthesized_expression":
        continue;
      case "not_operator":
        isTrue = !isTrue;
        continue;
      case "boolean_operator": {
        const isAnd = tree.hasChildOfType(parent, "and");
        // `isinstance(x, A) and x.f()`, `not isinstance(x, A) or x.f()`
        if (isAnd === isTrue && tree.field(node) === "left") {
          const right = tree.child(parent, "right");
          if (right >= 0) add(right, tree.subtreeEnd(right));
        }
        if (isAnd !== isTrue) return;
        continue;
      }
      case "conditional_expression": {
        const [body, test, other] = tree.namedChildren(parent);
        if (node !== test || body === undefined || other === undefined) return;
        const [held, excluded] = isTrue ? [body, other] : [other, body];
        add(held, tree.subtreeEnd(held));
        exclude(excluded, tree.subtreeEnd(excluded));
        return;
      }
      case "if_clause": {
        const around = tree.parent(parent);
        const body = tree.child(around, "body");
        if (isTrue && body >= 0) add(body, tree.subtreeEnd(body));
        return;
      }
      case "assert_statement":
        if (isTrue) add(tree.subtreeEnd(parent), tree.subtreeEnd(tree.parent(parent)));
        return;
      case "if_statement":
      case "elif_clause":
      case "while_statement":
        ofStatement(a, parent, isTrue, add);
        ofStatement(a, parent, !isTrue, exclude);
        return;
      default:
        return;
    }
  }
}

function ofStatement(a: Analysis, statement: number, isTrue: boolean, add: (from: number, to: number) => void): void {
  const { tree } = a;
  const type = tree.type(statement);
  const body = tree.child(statement, type === "while_statement" ? "body" : "consequence");
  if (body < 0) return;
  if (isTrue) {
    add(body, tree.subtreeEnd(body));
    return;
  }
  const whole = type === "elif_clause" ? tree.parent(statement) : statement;
  // `if not isinstance(x, A): …` and then `else`.
  if (type !== "while_statement") add(tree.subtreeEnd(body), tree.subtreeEnd(whole));
  if (type === "if_statement" && leaves(a, body)) add(tree.subtreeEnd(whole), tree.subtreeEnd(tree.parent(whole)));
}

/** Notes that a pattern of `match` tells the class of the subject. */
export function narrowByPattern(a: Analysis, clause: number, scope: Scope): void {
  const { tree } = a;
  const statement = tree.parent(tree.parent(clause));
  const subject = tree.child(statement, "subject");
  const pattern = tree.childOfType(clause, "case_pattern");
  const body = tree.child(clause, "consequence");
  if (subject < 0 || pattern < 0 || body < 0 || !/^(?:identifier|attribute)$/.test(tree.type(subject))) return;
  const type = classOfPattern(a, pattern);
  const range = { from: pattern, to: tree.subtreeEnd(body) };
  if (type >= 0) addNarrowing(a, tree.text(subject), { ...range, type, scope, isExcluded: false });
}

/** The name of the class that a pattern matches, or the alternatives of several; -1 for other patterns. */
export function classOfPattern({ tree }: Analysis, pattern: number): number {
  let node = pattern;
  for (let depth = 0; depth < 5; depth++) {
    const inner = tree.namedChildren(node)[0] ?? -1;
    if (inner < 0) return -1;
    if (tree.type(inner) === "class_pattern") return tree.namedChildren(inner)[0] ?? -1;
    if (tree.type(inner) === "union_pattern") return inner;
    if (tree.type(inner) !== "case_pattern" && tree.type(inner) !== "as_pattern") return -1;
    node = inner;
  }
  return -1;
}

function addNarrowing(a: Analysis, text: string, fact: Narrowing): void {
  addToList(a.narrowings, text, fact);
}
